import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmsKey } from '../../../features/alarms/web/alarms.api.ts';
import {
  invalidateDevices,
  invalidateNewest,
} from '../../../features/cloudcontrol/web/field/devices-live.ts';
import { LIVE_TOPICS, type LiveEvent } from '../../../shared/contract/live.contract.ts';
import { companyKey, queryClient } from '../../../shared/web/api/query-client.ts';
import { invalidateCompany, invalidateTopics, renewTold } from '../../../shared/web/api/topic-cache.ts';
import { useBelonging, useCompany } from '../../../shared/web/company/context.tsx';
import { markHeard } from '../../../shared/web/live/heard.ts';
import { useLive } from '../../../shared/web/live/use-live.ts';
import styles from './LiveUpdates.module.css';

/** Each event marks what it makes old; only what is on screen is asked for again. */
function applyEvent(company: number, event: LiveEvent): void {
  switch (event.kind) {
    case 'resync':
      // Also said when roles change: menus follow them.
      void invalidateTopics(company, ['account']);
      void invalidateCompany(company);
      markHeard(company, null);
      return;
    case 'revoked':
      void invalidateTopics(company, ['account', 'figures']);
      return;
    default: {
      const codes = 'codes' in event ? event.codes : undefined;
      renewTold(company, LIVE_TOPICS[event.kind], codes);
      if (event.kind === 'plants') markHeard(company, event.codes);
      if (event.kind === 'plants') invalidateNewest(company, event.codes);
      if (event.kind === 'devices') invalidateDevices(company, event.codes);
      if (event.kind === 'alarms') void queryClient.invalidateQueries({ queryKey: alarmsKey(company) });
      if (event.kind === 'progress')
        void queryClient.invalidateQueries({ queryKey: companyKey(company, 'progress') });
    }
  }
}

/** Keeps the active company's data current for as long as the company is on screen. */
export function LiveUpdates() {
  const { t } = useTranslation();
  const { id_client } = useCompany();
  const { user_id } = useBelonging();
  const state = useLive(user_id, id_client, (event) => applyEvent(id_client, event));
  const live = state === 'live';
  useEffect(() => {
    // Roles that changed between the page's first answer and the opening of the stream are told by nobody.
    if (live) void invalidateTopics(id_client, ['account']);
  }, [live, id_client]);
  return (
    <div role="status" className={styles.line} data-lost={state === 'lost' || undefined}>
      {state === 'lost' && t('stale.reconnecting')}
    </div>
  );
}
