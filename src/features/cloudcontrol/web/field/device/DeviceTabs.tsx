import { Stack, Tabs } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconHistory,
  IconListDetails,
  IconMessage,
  IconPlug,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../../shared/web/company/context.tsx';
import { SlotParts } from '../../../../../shared/web/feature/SlotParts.tsx';
import { mayLeave } from '../../../../../shared/web/forms/use-unsaved.ts';
import { TabCount } from '../../../../../shared/web/list/TabCount.tsx';
import { RecordNotes } from '../../../../../shared/web/records/RecordNotes.tsx';
import { deviceNotesCalls } from '../../../../plants/device-notes.contract.ts';
import { ConnectionTab } from './ConnectionTab.tsx';
import { DeviceTab } from './DeviceTab.tsx';
import { type DeviceSearch, TABS, type Tab } from './device-search.ts';
import { belowDeviceHead } from './device-slot.public.ts';
import { HealthTab } from './health/HealthTab.tsx';
import type { TabProps } from './standing.ts';
import { VariablesTab } from './variables/VariablesTab.tsx';
import { VersionsTab } from './versions/VersionsTab.tsx';

const route = getRouteApi('/portal/apps/cloudcontrol/devices/$id');

const ICONS: Readonly<Record<Tab, TablerIcon>> = {
  variables: IconTable,
  connection: IconPlug,
  device: IconListDetails,
  health: IconActivityHeartbeat,
  notes: IconMessage,
  versions: IconHistory,
};

function countOf(tab: Tab, { details, standing }: TabProps): number | null {
  if (tab === 'variables') return details.variables.length;
  if (tab === 'versions') return details.version_count;
  if (tab === 'health') return standing.health.bad_registers.length || null;
  return null;
}

/** The parts of a device's configuration, one at a time; the address says which. */
export function DeviceTabs(props: TabProps) {
  const { t } = useTranslation('field');
  const { tab: asked, q } = route.useSearch();
  const tab = asked === 'attributes' ? 'device' : asked;
  const navigate = route.useNavigate();
  const change = (part: Partial<DeviceSearch>) =>
    navigate({
      search: (before: DeviceSearch) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  const goTo = async (next: Tab) => {
    // The parts stand one at a time: what is typed in one would go with it.
    if (next !== tab && (await mayLeave())) change({ tab: next });
  };
  const mayNote = useCan('maintenance.write');
  const refused = (count: number) => t('health.refused', { count });
  const panels: Readonly<Record<Tab, () => ReactNode>> = {
    variables: () => <VariablesTab {...props} q={q} onQ={(next) => change({ q: next })} />,
    connection: () => <ConnectionTab {...props} />,
    device: () => <DeviceTab {...props} toAttributes={asked === 'attributes'} />,
    health: () => <HealthTab {...props} />,
    notes: () => <RecordNotes calls={deviceNotesCalls} id={props.details.device.id} />,
    versions: () => <VersionsTab {...props} />,
  };
  return (
    <Tabs value={tab} keepMounted={false} onChange={(next) => void goTo(next as Tab)}>
      <Tabs.List aria-label={t('tabs.label')}>
        {TABS.filter((one) => one !== 'notes' || mayNote).map((one) => {
          const Icon = ICONS[one];
          const count = countOf(one, props);
          return (
            <Tabs.Tab key={one} value={one} leftSection={<Icon size={16} aria-hidden="true" />}>
              {t(`tabs.${one}`)}
              {count !== null && (
                <TabCount count={count} {...(one === 'health' && { said: refused(count) })} />
              )}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <Tabs.Panel value={tab} pt={12}>
        <Stack gap={12}>
          {tab === 'variables' || tab === 'health' ? (
            <SlotParts slot={belowDeviceHead} props={props.details.device} height={520}>
              {panels[tab]()}
            </SlotParts>
          ) : (
            panels[tab]()
          )}
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}
