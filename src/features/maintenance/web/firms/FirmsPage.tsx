import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { ChecklistsTab } from './ChecklistsTab.tsx';
import { FirmsTab } from './FirmsTab.tsx';
import { FirmsList } from './firms-list.ts';

/** The outside firms that requests are assigned to, and the checklists that they begin with. */
export function FirmsPage() {
  const { t } = useTranslation('requests');
  const state = useListState(FirmsList);
  const { view } = state.search;
  return (
    <Page title={t('firms.title')} subtitle={t('firms.subtitle')}>
      <Tabs
        value={view}
        keepMounted={false}
        onChange={(next) => state.set({ ...FirmsList.cleared, view: next === 'checklists' ? next : 'firms' })}
      >
        <Tabs.List aria-label={t('firms.title')}>
          <Tabs.Tab value="firms">{t('firms.firms')}</Tabs.Tab>
          <Tabs.Tab value="checklists">{t('firms.checklists')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="firms" pt={16}>
          <FirmsTab state={state} />
        </Tabs.Panel>
        <Tabs.Panel value="checklists" pt={16}>
          <ChecklistsTab state={state} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
