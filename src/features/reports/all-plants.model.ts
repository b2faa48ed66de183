import { knownCents } from '../../shared/units/money.ts';
import { sumKnown } from '../../shared/units/sums.ts';
import type { K410Row, K410Sum, K451Row, K451Sum } from './reports.contract.ts';
import { changeFrom } from './reports.model.ts';

// Ratios, availabilities and yields of plants are no sums, and are not told of all of them.
const K451_SUMS = [
  'produced_kwh',
  'exported_kwh',
  'used_kwh',
  'imported_kwh',
  'expected_kwh',
  'revenue_eur',
] as const;
const K451_LOSSES = { lost_kwh: 'energy_kwh', lost_eur: 'earning_eur' } as const;
const K410_SUMS = ['produced_kwh', 'expected_kwh', 'year_ago_kwh', 'budget_kwh'] as const;
const K410_CHANGES = { change: 'year_ago_kwh', budget_change: 'budget_kwh' } as const;
type K410Change = keyof typeof K410_CHANGES;

/** A row before it is rounded. */
export interface ExactK451Row extends K451Row {
  /** What is not known of some of its downtimes: a sum by cause is of those of which it is known. */
  readonly lacks: Readonly<Record<'energy_kwh' | 'earning_eur', boolean>>;
}

/** A month before it is rounded; whether it is over by the clock of its plant. */
export interface ExactK410Row extends K410Row {
  readonly over: boolean;
}

interface Summed {
  readonly value: number | null;
  /** Plants of which it is. */
  readonly known: number;
}

const sumOf = (name: string, values: readonly (number | null)[]): number | null =>
  name.endsWith('_eur') ? knownCents(values) : sumKnown(values);

function summed<Name extends string>(
  rows: readonly Readonly<Partial<Record<Name, number | null | undefined>>>[],
  name: Name,
): Summed {
  const values = rows.map((row) => row[name] ?? null);
  return { value: sumOf(name, values), known: values.filter((value) => value !== null).length };
}

/** What sums come to, and which of them are of fewer plants than the report. */
function told<Name extends string>(sums: Readonly<Record<Name, Summed>>, plants: number) {
  const entries = Object.entries<Summed>(sums);
  return {
    values: Object.fromEntries(entries.map(([name, { value }]) => [name, value])) as Record<
      Name,
      number | null
    >,
    more: {
      plants,
      partial: entries.flatMap(([field, { value, known }]) =>
        value !== null && known < plants ? [{ field, plants: known }] : [],
      ),
    },
  };
}

/** What downtimes of all plants lost, cause by cause. */
function causesOf(rows: readonly K451Row[]): K451Row['downtimes'] {
  const causes = Map.groupBy(
    rows.flatMap(({ downtimes }) => downtimes),
    ({ cause_id, counts }) => `${cause_id}/${counts}`,
  );
  return [...causes.values()].flatMap((all) =>
    all.slice(0, 1).map((one) => ({
      ...one,
      energy_kwh: sumKnown(all.map(({ energy_kwh }) => energy_kwh)),
      earning_eur: knownCents(all.map(({ earning_eur }) => earning_eur)),
    })),
  );
}

/** Where nothing stood still nothing was lost: missing are plants with a downtime of which it is not known. */
function lossOf(rows: readonly ExactK451Row[], name: keyof typeof K451_LOSSES, plants: number): Summed {
  const missing = rows.filter(({ lacks }) => lacks[K451_LOSSES[name]]);
  return {
    value: sumOf(
      name,
      rows.map((row) => row[name]),
    ),
    known: plants - missing.length,
  };
}

function k451Sum(
  rows: readonly ExactK451Row[],
  { period, plants }: { period: string; plants: number },
): K451Sum {
  const sums = Object.fromEntries(K451_SUMS.map((name) => [name, summed(rows, name)]));
  const losses = Object.fromEntries(
    (['lost_kwh', 'lost_eur'] as const).map((name) => [name, lossOf(rows, name, plants)]),
  );
  const { values, more } = told({ ...sums, ...losses } as Record<SummedOfK451, Summed>, plants);
  return {
    proj_code: '',
    plant_name: '',
    period,
    ...values,
    ...more,
    downtimes: causesOf(rows),
    irradiation_kwh_m2: null,
    irradiation_horizontal_kwh_m2: null,
    irradiation_horizontal_from: [],
    pr: null,
    pr_25: null,
    pr_weather: null,
    performance_index: null,
    missing_share: null,
    availability_raw: null,
    availability: null,
    completeness: null,
  };
}
type SummedOfK451 = (typeof K451_SUMS)[number] | keyof typeof K451_LOSSES;

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

interface ReportRows<Row> {
  /** Of plants by their periods, and of each over all of them, not rounded yet. */
  readonly rows: readonly Row[];
  readonly totals: readonly Row[];
}

/** What all plants of a K451 come to, period by period and at last over all; nothing of one plant. */
export function k451Sums({ rows, totals }: ReportRows<ExactK451Row>, plants: number): K451Sum[] {
  if (plants < 2 || totals.length === 0) return [];
  const periods = [...Map.groupBy(rows, ({ period }) => period)].sort(byName);
  return [
    ...periods.map(([period, own]) => k451Sum(own, { period, plants })),
    k451Sum(totals, { period: '', plants }),
  ];
}

/**
 * How the energy of months changed from what it is held against. A month that is not over would be held against a whole one, and one
 * of which either is not known against nothing: of both nothing is counted.
 */
export function changeOfMonths(
  rows: readonly ExactK410Row[],
  from: (typeof K410_CHANGES)[K410Change],
): Summed {
  const both = rows.filter((row) => row.over && row.produced_kwh !== null && (row[from] ?? null) !== null);
  const sum = (name: 'produced_kwh' | typeof from) => sumKnown(both.map((row) => row[name] ?? null));
  const known = new Set(both.map(({ proj_code }) => proj_code)).size;
  return { value: changeFrom(sum('produced_kwh'), sum(from)), known };
}

function k410Sum(
  rows: readonly ExactK410Row[],
  { months, month, plants }: { months: readonly ExactK410Row[]; month: string; plants: number },
): K410Sum {
  const sums = Object.fromEntries(K410_SUMS.map((name) => [name, summed(rows, name)]));
  const changes = Object.fromEntries(
    Object.entries(K410_CHANGES).map(([name, from]) => [name, changeOfMonths(months, from)]),
  );
  const all = { ...sums, ...changes } as Record<(typeof K410_SUMS)[number] | K410Change, Summed>;
  const { values, more } = told(all, plants);
  return {
    proj_code: '',
    plant_name: '',
    month,
    ...values,
    ...more,
    irradiation_kwh_m2: null,
    specific_yield: null,
    pr: null,
    pr_25: null,
    pr_weather: null,
  };
}

/** The same of a K410, month by month. */
export function k410Sums({ rows, totals }: ReportRows<ExactK410Row>, plants: number): K410Sum[] {
  if (plants < 2 || totals.length === 0) return [];
  const periods = [...Map.groupBy(rows, ({ month }) => month)].sort(byName);
  return [
    ...periods.map(([month, own]) => k410Sum(own, { months: own, month, plants })),
    k410Sum(totals, { months: rows, month: '', plants }),
  ];
}
