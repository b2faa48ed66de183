import { Badge } from '@mantine/core';
import { useFormat } from '../format/use-format.ts';

/** How much is behind a tab, red where it wants to be seen; while that is not known its place is kept. */
export function TabCount({ count, alarm = false }: { count: number | undefined; alarm?: boolean }) {
  const { number } = useFormat();
  return (
    <Badge
      component="span"
      variant="light"
      color={alarm ? 'red' : 'gray'}
      ml={6}
      className="num"
      style={count === undefined ? { visibility: 'hidden' } : undefined}
    >
      {number(count ?? 0, 0)}
    </Badge>
  );
}
