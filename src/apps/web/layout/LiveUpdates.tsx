import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmsKey } from '../../../features/alarms/web/alarms.api.ts';
import {
  invalidateDevices,
  invalidateNewest,
} from '../../../features/cloudcontrol/web/field/devices-live.ts';
import { userQuery } from '../../../features/identity/web/use-user.ts';
import { markHeard } from '../../../features/measurements/web/chart/heard.public.ts';
import { cardsQuery, invalidateCards } from '../../../features/overview/web/cards.ts';
import { LIVE_TOPICS, type LiveEvent } from '../../../shared/contract/live.contract.ts';
import { companyKey, queryClient } from '../../../shared/web/api/query-client.ts';
import { renewTold } from '../../../shared/web/api/topic-cache.ts';
import { useBelonging, useCompany } from '../../../shared/web/company/context.tsx';
import { useLive } from '../../../shared/web/live/use-live.ts';
import styles from './LiveUpdates.module.css';

/** A fetch that is under way is left to end: events every second would else keep a slow one from ever answering. */
function renewPlants(company: number, codes: readonly string[]): void {
  for (const code of codes) {
    void queryClient.invalidateQueries(
      { queryKey: companyKey(company, 'plant', code) },
      { cancelRefetch: false },
    );
  }
}

/** Each event marks what it makes old; only what is on screen is asked for again. */
function applyEvent(company: number, event: LiveEvent): void {
  if (event.kind !== 'resync' && event.kind !== 'revoked')
    renewTold(company, LIVE_TOPICS[event.kind], 'codes' in event ? event.codes : undefined);
  switch (event.kind) {
    case 'plants':
      invalidateCards(company, event.codes);
      renewPlants(company, event.codes);
      invalidateNewest(company, event.codes);
      markHeard(company, event.codes);
      return;
    case 'alarms':
      invalidateCards(company, event.codes);
      renewPlants(company, event.codes);
      void queryClient.invalidateQueries({ queryKey: alarmsKey(company) });
      return;
    case 'devices':
      invalidateDevices(company, event.codes);
      return;
    case 'progress':
      void queryClient.invalidateQueries({ queryKey: companyKey(company, 'progress') });
      return;
    case 'configuration':
      // Words, colours and what there is to draw stand in nearly every answer.
      void queryClient.invalidateQueries({ queryKey: companyKey(company) });
      return;
    case 'resync':
      // Also said when roles change: menus follow them.
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: companyKey(company) });
      markHeard(company, null);
      return;
    case 'revoked':
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: cardsQuery(company).queryKey });
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
    if (live) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
  }, [live]);
  return (
    <div role="status" className={styles.line} data-lost={state === 'lost' || undefined}>
      {state === 'lost' && t('stale.reconnecting')}
    </div>
  );
}
