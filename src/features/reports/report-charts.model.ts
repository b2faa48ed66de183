import { sumOfCents } from '../../shared/units/money.ts';
import { sumKnown } from '../../shared/units/sums.ts';
import { asRead, asWritten, type FigureName } from './figures.model.ts';
import type file_en from './i18n/file.en.json';
import type { K410Report, K410Row, K451Report, K451Row } from './reports.contract.ts';

type Words = typeof file_en;

/** A chart of a report: what the kit prints, without the language of its numbers. */
export interface ReportChart {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly {
    readonly name: string;
    readonly look: 'bars' | 'line' | 'dashed';
    readonly colour: 'energy' | 'energy_paler' | 'money' | 'money_paler' | 'share' | 'share_other';
    readonly values: readonly (number | null)[];
  }[];
}

/** Plants that stand beside each other in a chart at most; of more the table alone tells. */
const MAX_IN_CHART = 40;

/** 2026-06-18 is 18/06, 2026-06 is 06/2026. */
const short = (period: string): string => {
  const [year = '', month, day] = period.split('-');
  if (month === undefined) return year;
  return day === undefined ? `${month}/${year}` : `${day}/${month}`;
};
const distinct = (all: readonly string[]): string[] => [...new Set(all)].sort();
const read = <Name extends FigureName>(row: Readonly<Record<Name, number | null>>, name: Name) =>
  asRead(name, row[name]);
/** Charts of which something is known. */
const known = (charts: readonly ReportChart[]): ReportChart[] =>
  charts.filter(({ series }) => series.some(({ values }) => values.some((value) => value !== null)));

/** A figure of all plants of a period; null where none knows it. */
const together =
  <Row extends object>(rows: readonly Row[], periodOf: (row: Row) => string, periods: readonly string[]) =>
  <Name extends FigureName & keyof Row>(name: Name): (number | null)[] => {
    const own = Map.groupBy(rows, periodOf);
    return periods.map((period) => {
      const values = (own.get(period) ?? []).map((row) => (row[name] ?? null) as number | null);
      if (!name.endsWith('_eur')) return asWritten(name, sumKnown(values));
      const cents = values.filter((value) => value !== null);
      return cents.length === 0 ? null : sumOfCents(cents);
    });
  };

/** What downtimes of each cause lost, the most first. */
function causesOf({ totals }: K451Report, t: Words): ReportChart {
  const causes = new Map<string, (number | null)[]>();
  for (const { downtimes } of totals)
    for (const { cause, energy_kwh } of downtimes)
      causes.set(cause, [...(causes.get(cause) ?? []), energy_kwh]);
  const lost = [...causes]
    .map(([cause, values]) => ({ cause, kwh: asWritten('lost_kwh', sumKnown(values)) }))
    .sort((a, b) => (b.kwh ?? 0) - (a.kwh ?? 0))
    .slice(0, 8);
  return {
    title: t.chart.causes,
    labels: lost.map(({ cause }) => (cause.length > 18 ? `${cause.slice(0, 17)}…` : cause)),
    series: [{ name: t.lost_kwh, look: 'bars', colour: 'energy_paler', values: lost.map(({ kwh }) => kwh) }],
  };
}

/** PR and availability: of one plant by periods, of several plant by plant. */
function ratiosOf({ rows, totals }: K451Report, t: Words): ReportChart {
  const alone = totals.length <= 1;
  const of: readonly K451Row[] = alone ? rows : totals;
  const look = alone ? 'line' : 'bars';
  return {
    title: alone ? t.chart.ratios : t.chart.ratios_by_plant,
    labels: of.map((row) => (alone ? short(row.period) : row.proj_code)),
    series: [
      { name: t.pr, look, colour: 'share', values: of.map((row) => read(row, 'pr')) },
      {
        name: t.availability,
        look,
        colour: 'share_other',
        values: of.map((row) => read(row, 'availability')),
      },
    ],
  };
}

/** What a K451 is printed with: energy, money, ratios, and what downtimes lost by cause. */
export function k451Charts(report: K451Report, t: Words): ReportChart[] {
  const { rows, totals } = report;
  const periods = distinct(rows.map(({ period }) => period));
  const labels = periods.map(short);
  const sum = together(rows, ({ period }) => period, periods);
  return known([
    {
      title: t.chart.energy,
      labels,
      series: [
        { name: t.produced_kwh, look: 'bars', colour: 'energy', values: sum('produced_kwh') },
        { name: t.expected_kwh, look: 'dashed', colour: 'energy', values: sum('expected_kwh') },
      ],
    },
    {
      title: t.chart.money,
      labels,
      series: [
        { name: t.revenue_eur, look: 'bars', colour: 'money', values: sum('revenue_eur') },
        { name: t.lost_eur, look: 'bars', colour: 'money_paler', values: sum('lost_eur') },
      ],
    },
    ...(totals.length <= MAX_IN_CHART ? [ratiosOf(report, t)] : []),
    causesOf(report, t),
  ]);
}

/** A line of what was planned, where anything was. */
const planned = (name: string, values: readonly (number | null)[]): ReportChart['series'] =>
  values.every((value) => value === null)
    ? []
    : [{ name, look: 'dashed', colour: 'share', values: [...values] }];

/** What a K410 is printed with: the months beside those of the year before, yield and PR. */
export function k410Charts({ rows, totals }: K410Report, t: Words): ReportChart[] {
  const months = distinct(rows.map(({ month }) => month));
  const sum = together(rows, ({ month }) => month, months);
  const alone = totals.length <= 1;
  const of: readonly K410Row[] = alone ? rows : totals;
  const labels = of.map((row) => (alone ? short(row.month) : row.proj_code));
  const look = alone ? 'line' : 'bars';
  return known([
    {
      title: t.chart.energy,
      labels: months.map(short),
      series: [
        { name: t.produced_kwh, look: 'bars', colour: 'energy', values: sum('produced_kwh') },
        { name: t.year_ago_kwh, look: 'bars', colour: 'energy_paler', values: sum('year_ago_kwh') },
        { name: t.expected_kwh, look: 'dashed', colour: 'energy', values: sum('expected_kwh') },
        ...planned(t.budget_kwh, sum('budget_kwh')),
      ],
    },
    ...(totals.length > MAX_IN_CHART
      ? []
      : ([
          {
            title: alone ? t.chart.pr : t.chart.pr_by_plant,
            labels,
            series: [
              { name: t.pr, look, colour: 'share', values: of.map((row) => read(row, 'pr')) },
              {
                name: t.pr_weather,
                look,
                colour: 'share_other',
                values: of.map((row) => read(row, 'pr_weather')),
              },
            ],
          },
          {
            title: alone ? t.chart.yield : t.chart.yield_by_plant,
            labels,
            series: [
              {
                name: t.specific_yield,
                look: 'bars',
                colour: 'energy',
                values: of.map((row) => read(row, 'specific_yield')),
              },
            ],
          },
        ] satisfies ReportChart[])),
  ]);
}
