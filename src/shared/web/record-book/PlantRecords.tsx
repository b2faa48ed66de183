import { Button } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Entries } from '../page/Entries.tsx';
import { Waiting } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';

interface Props<R> {
  title: string;
  /** The first of them, and how many there are. */
  query: UseQueryResult<{ count: number; results: R[] }>;
  /** The page of their list, with the plant as its filter, and with what narrows it to those that are shown. */
  page: string;
  plant: Readonly<Record<string, string>>;
  shown: Readonly<Record<string, string>>;
  /** Of the button that leads to all of the plant's, and of the link to the others that are not shown. */
  all: string;
  more: (rest: number) => string;
  /** How high the place is that is held until they are known. */
  height: number;
  entry: (record: R) => ReactNode;
  children?: ReactNode;
}

/** On a plant's page: the records of a book that are open there, leading to their list. Where there are none, nothing is said. */
export function PlantRecords<R>({ title, query, page, plant, shown, ...rest }: Props<R>) {
  const { data, error, refetch } = query;
  if (!data && !error) return <Waiting heights={[rest.height]} />;
  const others = (data?.count ?? 0) - (data?.results.length ?? 0);
  return (
    <>
      {(error || (data && data.count > 0)) && (
        <Section
          title={title}
          beside={data && <span className="muted num">{data.count}</span>}
          actions={
            <Button
              size="xs"
              variant="default"
              rightSection={<IconArrowUpRight size={15} aria-hidden="true" />}
              renderRoot={(root) => <Link {...root} to={page} search={plant as never} preload={false} />}
            >
              {rest.all}
            </Button>
          }
        >
          {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          <Entries>{data?.results.map(rest.entry)}</Entries>
          {others > 0 && (
            <Link to={page} search={shown as never} preload={false}>
              {rest.more(others)}
            </Link>
          )}
        </Section>
      )}
      {rest.children}
    </>
  );
}
