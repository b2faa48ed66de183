import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '../../../shared/contract/client.ts';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { invalidateTopics } from '../../../shared/web/api/topic-cache.ts';

/** A refused call asks anew who one is; several at once, or one that is refused for ever, ask once in this time. */
const PAUSE_MS = 3_000;

const isRefusal = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent): boolean =>
  event.type === 'updated' &&
  event.action.type === 'error' &&
  event.action.error instanceof CallError &&
  event.action.error.status === 403;

/** A company that ended, a role taken away, a second factor that is due: the portal notices by the first refusal. */
export function useAccessWatch(): void {
  useEffect(() => {
    let asked = 0;
    const hear = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (!isRefusal(event) || Date.now() - asked < PAUSE_MS) return;
      asked = Date.now();
      void invalidateTopics(null, ['account']);
    };
    const stops = [
      queryClient.getQueryCache().subscribe(hear),
      queryClient.getMutationCache().subscribe(hear),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
