import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { spanOfMonth } from '../../../shared/units/months.ts';
import { addDays, dayBorders } from '../../../shared/units/zones.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { HERE } from '../../../shared/web/format/dates.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { useMonths } from '../../../shared/web/format/use-months.ts';
import { DaysField } from '../../../shared/web/list/DaysField.tsx';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { KEPT_DAYS } from '../../forecast/periods.model.ts';
import {
  type AvailabilityShare,
  availabilityCalls,
  type PlantAvailability,
} from '../availability.contract.ts';
import { companyShares } from '../company-shares.model.ts';
import { ThresholdForm } from './forms/ThresholdForm.tsx';
import { GuaranteesSection } from './guarantees/GuaranteesSection.tsx';
import type { RgiAddress } from './rgi-list.ts';
import { WhySection } from './why/WhySection.tsx';

/** Days of the reader's calendar, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

interface Rated {
  readonly key: string;
  readonly name: string;
  /** Its code, where the row leads to the plant's own availability. */
  readonly plant?: string;
  readonly raw: AvailabilityShare;
  readonly contractual: AvailabilityShare;
  readonly energy: number | null;
}

function RatedTable({ title, hint, rows }: { title: string; hint: string; rows: readonly Rated[] }) {
  const { t } = useTranslation('rgi');
  const { number } = useFormat();
  const percent = (value: number | null) => (value === null ? '–' : `${number(value * 100, 1)} %`);
  const head = [
    t('availability.what'),
    ...(['raw', 'contractual', 'completeness', 'energy', 'bad', 'left_out'] as const).map((name) => ({
      text: t(`availability.${name}`),
      number: true,
    })),
  ];
  return (
    <Section title={title} hint={hint} look="table">
      <PlainTable label={title} head={head} inset stacked>
        {rows.map(({ key, name, plant, raw, contractual, energy }) => (
          <tr key={key}>
            <th scope="row">
              {plant === undefined ? (
                name
              ) : (
                <Link to="." search={((old: object) => ({ ...old, plant })) as never} preload={false}>
                  {name}
                </Link>
              )}
            </th>
            <td data-number data-label={t('availability.raw')}>
              {percent(raw.availability)}
            </td>
            <td data-number data-label={t('availability.contractual')}>
              {percent(contractual.availability)}
            </td>
            <td data-number data-label={t('availability.completeness')}>
              {percent(contractual.completeness)}
            </td>
            <td data-number data-label={t('availability.energy')}>
              {percent(energy)}
            </td>
            <td data-number data-label={t('availability.bad')}>
              {number(contractual.hours.bad, 1)}
            </td>
            <td data-number data-label={t('availability.left_out')}>
              {number(contractual.hours.excluded + contractual.hours.non_working, 1)}
            </td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}

/** @param whole one plant was asked for, and is shown in full already */
function Rated({ plants, whole }: { plants: readonly PlantAvailability[]; whole: boolean }) {
  const { t } = useTranslation('rgi');
  const { time } = useFormat();
  const [only] = plants;
  if (!only) return <Muted>{t('availability.none')}</Muted>;
  const company = companyShares(plants);
  const all = company ? [{ key: '', name: t('availability.company'), ...company }] : [];
  const rows = plants.map(({ proj_code, plant_name, raw, contractual, energy }) => ({
    key: proj_code,
    name: plant_name,
    raw,
    contractual,
    energy: energy.availability,
    ...(whole ? {} : { plant: proj_code }),
  }));
  const most = (of: (plant: PlantAvailability) => number) => Math.max(...plants.map(of));
  const open = most(({ pending_days, unmade_days }) => pending_days - unmade_days);
  const unmade = most(({ unmade_days }) => unmade_days);
  const older = most(({ older_days }) => older_days);
  const [since] = plants.flatMap(({ recounting_since }) => recounting_since ?? []).sort();
  const parts = [
    ...only.sections.map((one) => ({ ...one, key: `s${one.section_id}`, energy: null })),
    ...only.devices.map((one) => ({ ...one, key: `d${one.device_id}`, name: one.short_name, energy: null })),
  ];
  return (
    <>
      <RatedTable title={t('availability.plants')} hint={t('availability.hint')} rows={[...all, ...rows]} />
      {open > 0 && <Muted>{t('availability.not_over', { count: open })}</Muted>}
      {unmade > 0 && (
        <Note tone="brand">
          {t('availability.unmade', { count: unmade })}. {t('availability.unmade_why')}
        </Note>
      )}
      {older > 0 && <Muted>{t('availability.older', { count: older, days: KEPT_DAYS })}</Muted>}
      {since !== undefined && (
        <Note tone="brand">{t('availability.recounting', { since: time(since, HERE) })}</Note>
      )}
      {plants.length === 1 && parts.length > 0 && (
        <RatedTable
          title={t('availability.parts')}
          hint={t(`availability.sun.${only.sun ?? 'unknown'}`, { least: only.least_irradiance_wm2 })}
          rows={parts}
        />
      )}
    </>
  );
}

interface OfPlantProps {
  state: RgiAddress;
  days: Days;
  today: string;
  plant: PlantAvailability;
}

/** What was promised of a plant, and what its time was counted as. */
function OfPlant({ state, days, today, plant }: OfPlantProps) {
  const { proj_code, plant_name, devices } = plant;
  const month = days.to.slice(0, 7);
  return (
    <>
      <GuaranteesSection state={state} month={month} today={today} plant={{ proj_code, plant_name }} />
      {devices.length > 0 && <WhySection state={state} days={days} plant={plant} />}
    </>
  );
}

/** Which days are told of: a month, or those that were chosen. */
function DaysShown({ state, today, month }: Pick<OfPlantProps, 'state' | 'today'> & { month: string }) {
  const { t } = useTranslation('rgi');
  const { from, to } = state.search;
  const months = useMonths(today, 24);
  const free = from && to ? [{ value: '', label: t('availability.chosen_days') }] : [];
  return (
    <>
      <NativeSelect
        aria-label={t('availability.month')}
        data={[...free, ...months]}
        value={free.length > 0 ? '' : month}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value !== '') state.set({ month: value, from: undefined, to: undefined });
        }}
      />
      <DaysField label={t('availability.days')} days={{ from, to }} onDays={(days) => state.set(days)} />
    </>
  );
}

/** Raw, contractual and complete: how available plants were in a month, or on some days. */
export function AvailabilityTab({ state, today }: { state: RgiAddress; today: string }) {
  const { t } = useTranslation('rgi');
  const may = useCan('records.write');
  const { plant, month = today.slice(0, 7), from, to, form } = state.search;
  const days = from && to ? { from, to } : spanOfMonth(month);
  const window = {
    query: {
      ...(plant && { codes: plant }),
      start: new Date(dayBorders(HERE, days.from).start).toISOString(),
      end: new Date(dayBorders(HERE, addDays(days.to, 1)).start).toISOString(),
    },
  };
  const query = useCall(availabilityCalls.plants, window);
  const [only] = (plant && query.data) || [];
  return (
    <>
      <Toolbar>
        <DaysShown state={state} today={today} month={month} />
        {may && only && only.sun !== 'not_needed' && (
          <Button variant="default" onClick={() => state.set({ form: 'threshold', open: undefined })}>
            {t('threshold.open', { least: only.least_irradiance_wm2 })}
          </Button>
        )}
      </Toolbar>
      <Known query={query} height={400}>
        {(counted) => (
          <>
            <Rated plants={counted} whole={Boolean(plant)} />
            {plant && counted[0] && <OfPlant state={state} days={days} today={today} plant={counted[0]} />}
          </>
        )}
      </Known>
      {may && only && form === 'threshold' && (
        <ThresholdForm plant={only} onClose={() => state.set({ form: undefined })} />
      )}
    </>
  );
}
