import { Button } from '@mantine/core';
import { IconArrowUpRight, IconBellOff } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { Entries } from '../../../../shared/web/page/Entries.tsx';
import { Waiting } from '../../../../shared/web/page/Page.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import type { StandingAlarms } from '../../alarms.contract.ts';
import type { SnoozeKind } from '../../snoozes.contract.ts';
import { alarmsQuery } from '../alarms/alarm-queries.ts';
import { useDayLabels } from '../snooze/day-labels.ts';
import { SnoozeDialog, type SnoozePlant } from '../snooze/snooze.public.ts';
import { AlarmEntry } from './AlarmEntry.tsx';

interface ShownPlant extends SnoozePlant {
  /** Until when its alarms are muted (ISO 8601), or null. */
  snoozed_until: string | null;
  snooze_kind: SnoozeKind;
}

type Answered = Pick<StandingAlarms, 'count' | 'results'>;
type Query = UseQueryResult<Answered>;

interface Props {
  proj_code: string;
  /** One device alone: where nothing is wrong with it, nothing is said; a failure is. */
  device_id: number;
  /** What stands below: shown once it is known how high the alarms are. */
  children: ReactNode;
  /** So high that is, with the alarms. */
  heights: readonly number[];
}

/** The list is short; the rest stands on the page of alarms. */
const SHOWN = 5;

function SnoozedNote({ plant }: { plant: ShownPlant }) {
  const { t } = useTranslation('snooze');
  const labels = useDayLabels();
  if (plant.snoozed_until === null || Date.parse(plant.snoozed_until) <= Date.now()) return null;
  return (
    <Note tone="muted" icon={IconBellOff}>
      {t(plant.snooze_kind === 'planned_work' ? 'planned_until' : 'snoozed_until', {
        until: labels(plant.snoozed_until, plant.time_zone),
      })}
    </Note>
  );
}

function SnoozeButton({ plant }: { plant: SnoozePlant }) {
  const { t } = useTranslation('snooze');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBellOff size={15} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SnoozeDialog plants={[plant]} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** What is wrong with a device just now. */
export function OpenAlarms({ children, heights, ...device }: Props) {
  const { proj_code, device_id } = device;
  const { id_client: company } = useCompany();
  const filters = { proj_code, device_id: String(device_id) };
  const asked = useQuery(alarmsQuery(company, { closed: false, filters, page: '1' }));
  if (asked.isPending) return <Waiting heights={heights} />;
  // Nothing is said of a device only where nothing is wrong with it, or while that is awaited.
  const silent = asked.data ? asked.data.count === 0 : !asked.error;
  return (
    <>
      {!silent && <Standing {...device} asked={asked} />}
      {children}
    </>
  );
}

interface PlantProps {
  plant: ShownPlant;
  /** What came with the plant's other figures, whose page says when they are old. */
  alarms: StandingAlarms;
}

/** What is wrong at a plant just now, which can be snoozed here; calm when nothing is. */
export function PlantAlarms({ plant, alarms }: PlantProps) {
  return <Standing proj_code={plant.proj_code} plant={plant} asked={{ data: alarms }} />;
}

/** What could not be asked for, or not again. */
function Failed({ asked }: { asked: Query }) {
  const { data, error, refetch, dataUpdatedAt } = asked;
  if (data) return <StaleLine updatedAt={dataUpdatedAt} />;
  return <ErrorState error={error} onRetry={() => void refetch()} />;
}

interface StandingProps {
  proj_code: string;
  device_id?: number;
  plant?: ShownPlant;
  asked: Query | { data: Answered };
}

function Standing({ proj_code, plant, device_id, asked }: StandingProps) {
  const { t } = useTranslation('alarms');
  const mayWrite = useCan('alarms.write');
  const { data } = asked;
  const search = { plant: proj_code, ...(device_id === undefined ? {} : { device: String(device_id) }) };
  const rest = (data?.count ?? 0) - SHOWN;
  return (
    <Section
      title={t('tab.open_alarms')}
      beside={data && data.count > 0 && <span className="muted num">{data.count}</span>}
      actions={
        <>
          {mayWrite && plant && <SnoozeButton plant={plant} />}
          <Button
            size="xs"
            variant="default"
            rightSection={<IconArrowUpRight size={15} aria-hidden="true" />}
            renderRoot={(root) => <Link {...root} to="/apps/asset/alarms" search={search} preload={false} />}
          >
            {t('plant.all')}
          </Button>
        </>
      }
    >
      {plant && <SnoozedNote plant={plant} />}
      {'error' in asked && asked.error && <Failed asked={asked} />}
      {data?.count === 0 && <p className="muted">{t('list.none_open')}</p>}
      <Entries>
        {data?.results.slice(0, SHOWN).map((alarm) => (
          <AlarmEntry key={alarm.id} alarm={alarm} />
        ))}
      </Entries>
      {rest > 0 && (
        <Link to="/apps/asset/alarms" search={search} preload={false}>
          {t('plant.more', { count: rest })}
        </Link>
      )}
    </Section>
  );
}
