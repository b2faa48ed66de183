import { Button, SegmentedControl, Tabs } from '@mantine/core';
import {
  IconArchive,
  IconBell,
  IconBellCog,
  IconBellOff,
  IconListDetails,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { ExportMenu } from '../../../../shared/web/list/ExportMenu.tsx';
import { TabCount } from '../../../../shared/web/list/TabCount.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { alarmWorkCalls } from '../../alarms.contract.ts';
import { Diary } from '../logs/Diary.tsx';
import { RulesLink } from '../rules/RulesLink.tsx';
import { SnoozesTable } from '../snooze/SnoozesTable.tsx';
import { AlarmsTable } from './AlarmsTable.tsx';
import { useCounts } from './alarm-queries.ts';
import {
  type AlarmsAddress,
  AlarmsList,
  type AlarmsSearch,
  type AlarmsView,
  filtersOfView,
  isByPlant,
  VIEWS,
} from './alarms-list.ts';
import { alarmFiltersOf } from './filters.model.ts';
import { PlantsTable } from './PlantsTable.tsx';
import { QuickChips } from './QuickChips.tsx';
import { useDetail } from './use-detail.tsx';

const ICONS: Readonly<Record<AlarmsView, TablerIcon>> = {
  open: IconBell,
  closed: IconArchive,
  snoozes: IconBellOff,
  logs: IconListDetails,
};

/** The tab that is open is in sight, also where all of them have no room. */
function useTabInSight(view: AlarmsView, counts: object | undefined) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts make the tabs wider
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-view="${view}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [view, counts]);
  return list;
}

function TabList({ view: shown }: { view: AlarmsView }) {
  const { t } = useTranslation('alarms');
  const { data } = useCounts();
  const list = useTabInSight(shown, data);
  return (
    <Tabs.List ref={list} aria-label={t('title')}>
      {VIEWS.map((view) => {
        const Icon = ICONS[view];
        return (
          <Tabs.Tab
            key={view}
            data-view={view}
            value={view}
            leftSection={<Icon size={16} aria-hidden="true" />}
          >
            {t(`tab.${view}`)}
            {view !== 'logs' && <TabCount count={data?.[view]} alarm={view === 'open' && !!data?.open} />}
          </Tabs.Tab>
        );
      })}
    </Tabs.List>
  );
}

/** Counted by plant, what narrows to one plant or to days says nothing. */
const BY_PLANT = {
  by: 'plant',
  q: '',
  plant: undefined,
  device: undefined,
  span: 'all',
  from: undefined,
  to: undefined,
} as const;

/** What is asked for most, and whether open alarms stand one by one or are counted by plant. */
function Chips({ state }: { state: AlarmsAddress }) {
  const { t } = useTranslation('alarms');
  const { view } = state.search;
  return (
    <>
      <QuickChips state={state} />
      {view === 'open' && (
        <SegmentedControl
          size="xs"
          flex={{ base: '1 1 100%', sm: 'none' }}
          aria-label={t('by_plant.choose')}
          value={isByPlant(state.search) ? 'plant' : 'alarm'}
          data={[
            { value: 'plant', label: t('by_plant.by') },
            { value: 'alarm', label: t('by_plant.each') },
          ]}
          onChange={(next) => state.set(next === 'plant' ? BY_PLANT : { by: 'alarm' })}
        />
      )}
    </>
  );
}

/** The table of each tab. */
function Table({ state }: { state: AlarmsAddress }) {
  const { view } = state.search;
  const detail = useDetail(state);
  if (view === 'snoozes') return <SnoozesTable state={state} detail={detail} />;
  if (view === 'logs') return <Diary state={state} detail={detail} />;
  const List = isByPlant(state.search) ? PlantsTable : AlarmsTable;
  return <List key={view} state={state} chips={<Chips state={state} />} detail={detail} />;
}

/** Hands the reader every alarm that fits the filters, not the page alone. */
function Export({ search }: { search: AlarmsSearch }) {
  const { t } = useTranslation('alarms');
  const { id_client: company } = useCompany();
  const language = useLanguage();
  const which = search.view === 'closed' ? 'closed' : 'open';
  return (
    <ExportMenu
      name={`${t('save.file')}-${t(`tab.${which}`).toLocaleLowerCase(language)}`}
      formats={['csv', 'xlsx']}
      load={(format) => {
        const closed = which === 'closed' ? 'true' : 'false';
        const filters = alarmFiltersOf(search, new Date());
        // The rows of the list that is seen: what follows from another stands with it.
        const query = { ...filters, closed, consequences: 'false', language, format } as const;
        return send(alarmWorkCalls.exportAlarms, { query, company });
      }}
    />
  );
}

/** What is wrong, what was, what is muted, and what was written down: everything in the address. // spec §2 */
export function AlarmsPage() {
  const { t } = useTranslation('alarms');
  const state = useListState(AlarmsList, filtersOfView);
  const { view } = state.search;
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <RulesLink />
          <Button
            variant="default"
            leftSection={<IconBellCog size={16} aria-hidden="true" />}
            renderRoot={(root) => <Link {...root} to="/apps/asset/alarms/notifications" />}
          >
            {t('links.notifications')}
          </Button>
          {(view === 'open' || view === 'closed') && <Export search={state.search} />}
        </>
      }
    >
      <Tabs
        value={view}
        keepMounted={false}
        onChange={(next) => state.set({ view: VIEWS.find((one) => one === next) ?? 'open' })}
      >
        <TabList view={view} />
        <Tabs.Panel value={view} pt={12}>
          <Table state={state} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
