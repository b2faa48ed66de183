import { Button, SegmentedControl, Tabs } from '@mantine/core';
import {
  IconArchive,
  IconBell,
  IconBellOff,
  IconListDetails,
  IconMail,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import classes from '../alarms.module.css';
import { AlarmDrawer } from '../detail/AlarmDrawer.tsx';
import { LogDrawer } from '../logs/LogDrawer.tsx';
import { LogsTable } from '../logs/LogsTable.tsx';
import { RulesLink } from '../rules/RulesLink.tsx';
import { SnoozesTable } from '../snooze/SnoozesTable.tsx';
import { AlarmsTable } from './AlarmsTable.tsx';
import { useCounts } from './alarm-queries.ts';
import { type AlarmsSearch, type AlarmsView, VIEWS } from './alarms-search.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { PlantsTable } from './PlantsTable.tsx';
import { QuickChips } from './QuickChips.tsx';
import { useAlarmsSearch } from './use-alarms-search.ts';

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
  const { number } = useFormat();
  const { data } = useCounts();
  const list = useTabInSight(shown, data);
  const counts: Partial<Record<AlarmsView, number | null>> = data ?? {};
  return (
    <Tabs.List ref={list} className={classes.tabs ?? ''} aria-label={t('title')}>
      {VIEWS.map((view) => {
        const Icon = ICONS[view];
        const count = counts[view];
        return (
          <Tabs.Tab
            key={view}
            data-view={view}
            value={view}
            leftSection={<Icon size={16} aria-hidden="true" />}
          >
            {t(`tab.${view}`)}{' '}
            {typeof count === 'number' && (
              <span className={classes.count} data-open={(view === 'open' && count > 0) || undefined}>
                {number(count, 0)}
              </span>
            )}
          </Tabs.Tab>
        );
      })}
    </Tabs.List>
  );
}

interface ListProps {
  search: AlarmsSearch;
  onSearch: (change: Partial<AlarmsSearch>) => void;
}

/** Counted by plant, what narrows to one plant or to days says nothing. */
const BY_PLANT = {
  by: 'plant',
  plant: undefined,
  device: undefined,
  span: 'all',
  from: undefined,
  to: undefined,
} as const;

/** Alarms one by one or, of the open ones, counted by plant. */
function Lists({ search, onSearch }: ListProps) {
  const { t } = useTranslation('alarms');
  const { view } = search;
  const grouped = view === 'open' && search.by === 'plant';
  return (
    <>
      <div className={classes.quick}>
        <QuickChips search={search} onSearch={onSearch} />
        {view === 'open' && (
          <SegmentedControl
            className={classes.by ?? ''}
            size="xs"
            aria-label={t('by_plant.choose')}
            value={grouped ? 'plant' : 'alarm'}
            data={[
              { value: 'alarm', label: t('by_plant.each') },
              { value: 'plant', label: t('by_plant.by') },
            ]}
            onChange={(by) => onSearch(by === 'plant' ? BY_PLANT : { by: undefined })}
          />
        )}
      </div>
      {grouped ? (
        <PlantsTable search={search} onSearch={onSearch} />
      ) : (
        <AlarmsTable key={view} search={search} onSearch={onSearch} />
      )}
    </>
  );
}

/** What is wrong, what was, what is muted, and what was written down: everything in the address. // spec §2 */
export function AlarmsPage() {
  const { t } = useTranslation('alarms');
  const { search, change, openBeside } = useAlarmsSearch();
  const { view } = search;
  usePageTitle(t('title'));
  const listed = view === 'open' || view === 'closed';
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('title')}</h1>
        <div className={classes.headLinks}>
          <RulesLink />
          <Button
            variant="default"
            leftSection={<IconMail size={16} aria-hidden="true" />}
            renderRoot={(root) => <Link {...root} to="/apps/asset/alarms/notifications" />}
          >
            {t('links.mail')}
          </Button>
          {listed && <ExportMenu search={search} />}
        </div>
      </header>
      <Tabs
        value={view}
        keepMounted={false}
        onChange={(next) => change({ view: VIEWS.find((one) => one === next) ?? 'open' })}
      >
        <TabList view={view} />
        <Tabs.Panel value={view} className={classes.panel ?? ''}>
          {listed && <Lists search={search} onSearch={change} />}
          {view === 'snoozes' && <SnoozesTable search={search} onSearch={change} />}
          {view === 'logs' && <LogsTable search={search} onSearch={change} />}
        </Tabs.Panel>
      </Tabs>
      <AlarmDrawer search={search} onOpen={(alarm) => openBeside({ alarm })} />
      <LogDrawer log={search.log} onClose={() => openBeside({ log: undefined })} />
    </div>
  );
}
