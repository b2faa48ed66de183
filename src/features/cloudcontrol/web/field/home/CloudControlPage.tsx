import { Stack, Tabs } from '@mantine/core';
import { IconHistory, IconSitemap, IconTrash } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useCompany } from '../../../../../shared/web/company/context.tsx';
import { BinList } from '../../../../../shared/web/list/BinList.tsx';
import type { DataColumn } from '../../../../../shared/web/list/data-table.model.ts';
import { useListState } from '../../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../../shared/web/page/Page.tsx';
import { Muted } from '../../../../../shared/web/page/Text.tsx';
import type { BinnedDevice, Restored } from '../../../versions.contract.ts';
import { deviceBinCalls } from '../../../versions.contract.ts';
import { DevicesView } from './DevicesView.tsx';
import { HomeList } from './home-list.ts';
import { RecentEvents } from './RecentEvents.tsx';

const BIN = { list: deviceBinCalls.list, restore: deviceBinCalls.restore, purge: deviceBinCalls.remove };

/** Deleted devices: they come back with their history, or go for ever with it. */
function DevicesBin() {
  const { t } = useTranslation('field');
  const columns = useMemo(
    (): readonly DataColumn<BinnedDevice>[] => [
      { id: 'device', header: t('column.device'), names: true, value: (one) => one.short_name },
      { id: 'plant', header: t('home.plant'), value: (one) => `${one.plant_name} · ${one.proj_code}` },
      { id: 'serial', header: t('fields.serial_number'), value: (one) => one.serial_number },
    ],
    [t],
  );
  return (
    <Stack gap={12}>
      <Muted size="md">{t('bin.hint')}</Muted>
      <BinList
        label={t('home.view.bin')}
        columns={columns}
        calls={BIN}
        words="field"
        nameOf={({ short_name }) => short_name}
        purgeText={t('bin.purge_text')}
        mayPurge={useCan('cloudcontrol.purge')}
        busy={({ leaving }) => (leaving ? t('bin.leaving') : null)}
        restored={({ short_name: name }, answer) =>
          t((answer as Restored).left.length > 0 ? 'bin.restored_off' : 'bin.restored', { name })
        }
      />
    </Stack>
  );
}

/** The home of cloud control: devices and ports with their state. // spec §2 cloudcontrol */
export function CloudControlPage() {
  const { t } = useTranslation('field');
  const { id_client } = useCompany();
  const readsDiary = useCan('asset.read');
  const state = useListState(HomeList);
  const { view } = state.search;
  return (
    <Page title={t('home.title')}>
      <Tabs
        value={view}
        keepMounted={false}
        // A tab of them leads to another page: nobody is to be taken there by an arrow key.
        activateTabWithKeyboard={false}
        onChange={(next) => state.set({ view: next === 'lately' || next === 'bin' ? next : 'devices' })}
      >
        <Tabs.List mb={12} aria-label={t('home.title')}>
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
          <DevicesView key={id_client} state={state} />
        </Tabs.Panel>
        <Tabs.Panel value="lately">
          {/* All that happened stands in one diary; whoever may not read it has the newest of their devices. */}
          {readsDiary ? (
            <Navigate to="/apps/asset/alarms" search={{ view: 'logs' }} replace />
          ) : (
            <RecentEvents />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="bin">
          <DevicesBin />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
