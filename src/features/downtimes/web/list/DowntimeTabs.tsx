import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { TabCount } from '../../../../shared/web/list/TabCount.tsx';
import { suggestionsCalls } from '../../suggestions.contract.ts';

const PARTS = {
  list: '/apps/asset/downtimes',
  suggestions: '/apps/asset/downtimes/suggestions',
  k451: '/apps/asset/downtimes/k451',
} as const;
type Part = keyof typeof PARTS;

/** What stands under downtimes, each with an address of its own. */
export function DowntimeTabs({ part }: { part: Part }) {
  const { t } = useTranslation('downtimes');
  const navigate = useNavigate();
  const { data } = useCall(suggestionsCalls.list, { query: { page_size: '1' } });
  return (
    <Tabs
      value={part}
      onChange={(next) => next && next !== part && void navigate({ to: PARTS[next as Part] })}
    >
      <Tabs.List aria-label={t('tab.label')}>
        <Tabs.Tab value="list">{t('tab.list')}</Tabs.Tab>
        <Tabs.Tab value="suggestions">
          {t('tab.suggestions')}
          {data && data.count > 0 && <TabCount count={data.count} />}
        </Tabs.Tab>
        <Tabs.Tab value="k451">{t('tab.k451')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}
