import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addDays, dayBorders } from '../../../shared/units/zones.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { HERE } from '../../../shared/web/format/dates.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { useMonths } from '../../../shared/web/format/use-months.ts';
import { PlainTable } from '../../../shared/web/page/PlainTable.tsx';
import { Section } from '../../../shared/web/page/Section.tsx';
import { Muted, Note } from '../../../shared/web/page/Text.tsx';
import { Toolbar } from '../../../shared/web/page/Toolbar.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import {
  type AvailabilityShare,
  availabilityCalls,
  type PlantAvailability,
} from '../availability.contract.ts';
import { GuaranteesSection } from './guarantees/GuaranteesSection.tsx';
import type { RgiAddress } from './rgi-list.ts';
import { WhySection } from './why/WhySection.tsx';

interface Rated {
  readonly key: string;
  readonly name: string;
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
        {rows.map(({ key, name, raw, contractual, energy }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
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

function Rated({ plants }: { plants: readonly PlantAvailability[] }) {
  const { t } = useTranslation('rgi');
  const { time } = useFormat();
  const [only] = plants;
  if (!only) return <Muted>{t('availability.none')}</Muted>;
  const rows = plants.map(({ proj_code, plant_name, raw, contractual, energy }) => ({
    ...{ key: proj_code, name: plant_name, raw, contractual, energy: energy.availability },
  }));
  const pending = plants.reduce((most, { pending_days }) => Math.max(most, pending_days), 0);
  const [since] = plants.flatMap(({ recounting_since }) => recounting_since ?? []).sort();
  const parts = [
    ...only.sections.map((one) => ({ ...one, key: `s${one.section_id}`, energy: null })),
    ...only.devices.map((one) => ({ ...one, key: `d${one.device_id}`, name: one.short_name, energy: null })),
  ];
  return (
    <>
      <RatedTable title={t('availability.plants')} hint={t('availability.hint')} rows={rows} />
      {pending > 0 && <Muted>{t('availability.pending', { count: pending })}</Muted>}
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
  month: string;
  today: string;
  plant: PlantAvailability;
}

/** What was promised of a plant, and what its time was counted as. */
function OfPlant(props: OfPlantProps) {
  const { proj_code, plant_name, devices } = props.plant;
  return (
    <>
      <GuaranteesSection {...props} plant={{ proj_code, plant_name }} />
      {devices.length > 0 && <WhySection {...props} />}
    </>
  );
}

/** Raw, contractual and complete: how available plants were in a month. */
export function AvailabilityTab({ state, today }: { state: RgiAddress; today: string }) {
  const { t } = useTranslation('rgi');
  const { plant, month = today.slice(0, 7) } = state.search;
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  const window = {
    query: {
      ...(plant && { codes: plant }),
      start: new Date(dayBorders(HERE, `${month}-01`).start).toISOString(),
      end: new Date(dayBorders(HERE, addDays(last, 1)).start).toISOString(),
    },
  };
  const query = useCall(availabilityCalls.plants, window);
  const months = useMonths(today, 24);
  return (
    <>
      <Toolbar>
        <NativeSelect
          aria-label={t('availability.month')}
          data={months}
          value={month}
          onChange={(event) => state.set({ month: event.currentTarget.value })}
        />
      </Toolbar>
      <Known query={query} height={400}>
        {(counted) => (
          <>
            <Rated plants={counted} />
            {plant && counted[0] && <OfPlant {...{ state, month, today }} plant={counted[0]} />}
          </>
        )}
      </Known>
    </>
  );
}
