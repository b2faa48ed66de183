import { useEffect } from 'react';
import type { User } from '../../../features/identity/user.model.ts';
import { invalidateTopics } from '../../../shared/web/api/topic-cache.ts';

/** Coming back to the tab several times in a row asks once in this time. */
const PAUSE_MS = 3_000;

/** The mailed link opens in another tab: while the address waits to be confirmed, coming back to this one asks anew. */
export function useConfirmedElsewhere(user: User | undefined): void {
  const waits = user?.confirmed === false;
  useEffect(() => {
    if (!waits) return;
    let asked = 0;
    const ask = () => {
      if (document.visibilityState === 'hidden' || Date.now() - asked < PAUSE_MS) return;
      asked = Date.now();
      void invalidateTopics(null, ['account']);
    };
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [waits]);
}
