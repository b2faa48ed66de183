import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { StaleLine } from '../ui/StaleLine.tsx';
import { fetchCanvasAhead } from './canvas-module.ts';
import classes from './stage.module.css';

/** How the question for a chart's series stands, as the query library tells it. */
export interface Asking<T> {
  data: T | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  /** Whether finer figures of what is on screen are being fetched. */
  refining?: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface Props<T> {
  asking: Asking<T>;
  /** Whether the answer holds any value at all. */
  hasValues: (answer: T) => boolean;
  /** Of what will be drawn, with its words, where it is not as high as a chart is by itself. */
  height?: number;
  children: (answer: T) => ReactNode;
}

/** What is drawn, in each of its states; while another period is fetched the old one stays, dimmed. */
export function ChartStage<T>({ asking, hasValues, height, children }: Props<T>) {
  const { t } = useTranslation('charts');
  useEffect(fetchCanvasAhead, []);
  const { data, error, isPlaceholderData, isFetching, dataUpdatedAt, refetch } = asking;
  if (error && (!data || isPlaceholderData)) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton className={classes.awaited ?? ''} {...(height && { height })} radius={8} />;
  const waiting = isPlaceholderData && isFetching;
  return (
    <div className={classes.drawing} data-waiting={waiting || undefined} aria-busy={waiting}>
      {error && <StaleLine updatedAt={dataUpdatedAt} />}
      {(waiting || asking.refining) && (
        <div className={classes.progress} role="status" aria-label={t('updating')} />
      )}
      {hasValues(data) ? children(data) : <EmptyState title={t('none_found')} hint={t('none_found_hint')} />}
    </div>
  );
}
