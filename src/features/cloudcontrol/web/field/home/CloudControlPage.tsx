import { Tabs } from '@mantine/core';
import { IconHistory, IconSitemap, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { Page } from '../../../../../shared/web/page/Page.tsx';
import { BinView } from './BinView.tsx';
import { DevicesView } from './DevicesView.tsx';
import type { HomeSearch } from './home-search.ts';
import { RecentEvents } from './RecentEvents.tsx';

const route = getRouteApi('/portal/apps/cloudcontrol');

/** The home of cloud control: devices and ports with their state. // spec §2 cloudcontrol */
export function CloudControlPage() {
  const { t } = useTranslation('field');
  const { id_client } = useCompany();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: Partial<HomeSearch>) =>
    navigate({
      search: (before: HomeSearch) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Page title={t('home.title')}>
      <Tabs
        value={search.view}
        keepMounted={false}
        onChange={(view) => change({ view: view as HomeSearch['view'] })}
      >
        <Tabs.List
          mb={12}
          style={{ flexWrap: 'nowrap', overflow: 'auto hidden' }}
          aria-label={t('home.title')}
        >
          <Tabs.Tab value="devices" leftSection={<IconSitemap size={16} aria-hidden="true" />}>
            {t('home.view.devices')}
          </Tabs.Tab>
          <Tabs.Tab value="lately" leftSection={<IconHistory size={16} aria-hidden="true" />}>
            {t('home.view.lately')}
          </Tabs.Tab>
          <Tabs.Tab value="bin" leftSection={<IconTrash size={16} aria-hidden="true" />}>
            {t('home.view.bin')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="devices">
          <DevicesView key={id_client} search={search} onSearch={change} />
        </Tabs.Panel>
        <Tabs.Panel value="lately">
          <RecentEvents />
        </Tabs.Panel>
        <Tabs.Panel value="bin">
          <BinView />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
