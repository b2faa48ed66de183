import { Affix, Paper } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LIVE_TOPICS, type LiveEvent } from '../../../shared/contract/live.contract.ts';
import { invalidateCompany, invalidateTopics, renewByEvent } from '../../../shared/web/api/topic-cache.ts';
import { useBelonging, useCompany } from '../../../shared/web/company/context.tsx';
import { markHeard } from '../../../shared/web/live/heard.ts';
import { useLive } from '../../../shared/web/live/use-live.ts';

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
    case 'topics':
      renewByEvent(company, event.topics);
      return;
    default: {
      const codes = 'codes' in event ? event.codes : undefined;
      renewByEvent(company, LIVE_TOPICS[event.kind], codes);
      if (event.kind === 'plants') markHeard(company, event.codes);
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
    <Affix role="status" withinPortal={false} position={{ bottom: 12, left: 12 }}>
      {state === 'lost' && (
        <Paper withBorder shadow="md" radius="xl" px={14} py={6} fz="xs" c="dimmed">
          {t('stale.reconnecting')}
        </Paper>
      )}
    </Affix>
  );
}
