import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { StaleLine } from './StaleLine.tsx';

interface Query<T> {
  data: T | undefined;
  error: unknown;
  /** When the data came. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/**
 * What can be said only once an answer is there. While it is awaited a place is held, and where it failed that is said
 * and can be tried again: nothing inside ever sees an answer that has not come. One that could not be refreshed stays, with its age.
 */
export function Known<T>(props: {
  query: Query<T>;
  height: number;
  children: (data: T) => ReactNode;
}): ReactNode {
  const { data, error, dataUpdatedAt, refetch } = props.query;
  if (data !== undefined) {
    return (
      <>
        {error ? <StaleLine updatedAt={dataUpdatedAt} /> : null}
        {props.children(data)}
      </>
    );
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={props.height} radius={12} />;
}
