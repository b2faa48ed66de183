import { Badge } from '@mantine/core';
import { useFormat } from '../format/use-format.ts';

interface Props {
  count: number | undefined;
  alarm?: boolean;
  /** What is counted, where that is not what the tab is called. */
  said?: string;
}

/** How much is behind a tab, red where it wants to be seen; while that is not known its place is kept. */
export function TabCount({ count, alarm = false, said }: Props) {
  const { number } = useFormat();
  return (
    <>
      {/* The tab's name has a word and a number. */}{' '}
      <Badge
        component="span"
        variant="light"
        color={alarm ? 'red' : 'gray'}
        ml={2}
        className="num"
        title={said}
        style={count === undefined ? { visibility: 'hidden' } : undefined}
      >
        <span aria-hidden={said ? true : undefined}>{number(count ?? 0, 0)}</span>
        {said && <span className="visually-hidden"> {said}</span>}
      </Badge>
    </>
  );
}
