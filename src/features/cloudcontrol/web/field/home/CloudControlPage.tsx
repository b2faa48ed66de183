import { Tabs } from '@mantine/core';
import { IconHistory, IconSitemap, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../../shared/web/company/context.tsx';
import { usePageTitle } from '../../../../../shared/web/ui/use-page-title.ts';
import { BinView } from './BinView.tsx';
import { DevicesView } from './DevicesView.tsx';
import classes from './home.module.css';
import type { HomeSearch } from './home-search.ts';
import { RecentEvents } from './RecentEvents.tsx';

const route = getRouteApi('/portal/apps/cloudcontrol');

/** The home of cloud control: devices and ports with their state. // spec §2 cloudcontrol */
export function CloudControlPage() {
  const { t } = useTranslation('field');
  const { id_client } = useCompany();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  usePageTitle(t('home.title'));
  const change = (part: Partial<HomeSearch>) =>
    navigate({
      search: (before: HomeSearch) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={classes.page}>
      <Tabs
        value={search.view}
        keepMounted={false}
        onChange={(view) => change({ view: view as HomeSearch['view'] })}
      >
        <header className={classes.head}>
          <h1>{t('home.title')}</h1>
          <Tabs.List className={classes.tabs ?? ''} aria-label={t('home.title')}>
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
        </header>
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
    </div>
  );
}
