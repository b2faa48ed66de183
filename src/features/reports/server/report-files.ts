import type { PrintFormat } from '../../../shared/contract/table-file.ts';
import { findCompanyName } from '../../../shared/server/endpoints/allowed.repository.ts';
import { findPrintedLogo } from '../../../shared/server/export/company-logo.repository.ts';
import type { PdfChart } from '../../../shared/server/export/pdf-chart.ts';
import { numbersIn } from '../../../shared/server/export/printed-numbers.ts';
import {
  CalendarDay,
  type TableAnswer,
  type TableColumn,
  tableAnswer,
} from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { asRead, type FigureName, WRITTEN } from '../figures.model.ts';
import file_en from '../i18n/file.en.json' with { type: 'json' };
import file_it from '../i18n/file.it.json' with { type: 'json' };
import { k410Charts, k451Charts, type ReportChart } from '../report-charts.model.ts';
import type { K410Report, K410Row, K451Report, K451Row, K451Sum } from '../reports.contract.ts';

export const FILE_WORDS = { en: file_en, it: file_it };
type Words = typeof file_en;

export interface As {
  readonly language: Language;
  readonly format: PrintFormat;
}

/** Of a report that was issued. */
interface Issued {
  /** Of the file. */
  readonly name?: string;
  /** What a print says below the company. */
  readonly lines?: readonly string[];
}

/** What a print of either report shows above its table. */
async function headOf(tx: Tx, format: PrintFormat, lines: readonly string[]) {
  if (format !== 'pdf') return { lines: [], logo: null };
  return { lines: [(await findCompanyName(tx)) ?? '', ...lines], logo: await findPrintedLogo(tx) };
}

const printedIn = (
  language: Language,
  format: PrintFormat,
  charts: () => readonly ReportChart[],
): PdfChart[] => (format === 'pdf' ? charts().map((chart) => ({ ...chart, language })) : []);

type Summed<Row> = Row & Partial<Pick<K451Sum, 'plants' | 'partial'>>;
const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''));

/** Columns of figures, with the digits that the call and the screen have; on paper a sum of fewer plants says of how many below it. */
const figuresIn =
  ({ t, language, format }: As & { readonly t: Words }) =>
  <Name extends FigureName>(
    name: Name,
    head: string,
    width: number,
  ): TableColumn<Summed<Readonly<Partial<Record<Name, number | null | undefined>>>>> => {
    const { decimals } = WRITTEN[name];
    const written = numbersIn(language, decimals);
    return {
      head,
      width,
      decimals,
      of: (row) => {
        const value = asRead(name, row[name] ?? null);
        const part = format === 'pdf' ? row.partial?.find(({ field }) => field === name) : undefined;
        if (value === null || !part) return value;
        return `${written(value)}\n${filled(t.known_of, { known: part.plants, all: row.plants ?? '' })}`;
      },
    };
  };

/** Which sums of all plants are of fewer, and of how many. */
function partOf({ plants: all, partial = [] }: Summed<object>, t: Words): string {
  const counts = Map.groupBy(partial, ({ plants }) => plants);
  return [...counts]
    .map(([known, fields]) => {
      const names = fields.map(({ field }) => t[field as 'produced_kwh']).join(', ');
      return `${filled(t.known_of, { known, all: all ?? '' })}: ${names}`;
    })
    .join('; ');
}

interface Naming {
  readonly t: Words;
  readonly format: PrintFormat;
  readonly width: number;
  /** What all plants come to. */
  readonly sums: readonly Summed<object>[];
}

/** The column that names the plant of a row, or says that it is of all. */
const named = ({
  t,
  width,
}: Naming): TableColumn<Summed<{ readonly plant_name: string; readonly proj_code: string }>> => ({
  head: t.plant,
  width,
  of: (row) =>
    row.plants === undefined
      ? `${row.plant_name} (${row.proj_code})`
      : filled(t.all_plants, { count: row.plants }),
});

/** A spreadsheet says it in a column of its own, where there is something to say. */
const parts = ({ t, format, sums }: Naming): TableColumn<Summed<object>>[] =>
  format === 'pdf' || sums.every(({ partial = [] }) => partial.length === 0)
    ? []
    : [{ head: t.in_sum, width: 30, of: (row) => partOf(row, t) || null }];

/** The K451 report as a file: the same figures as on screen, all plants above, totals of each below. */
export async function k451File(
  tx: Tx,
  report: K451Report,
  { language, format, name = `k451-${report.from}-${report.to}`, lines = [] }: As & Issued,
): Promise<TableAnswer> {
  const { from, to, rows, totals, all_plants = [], with_availability, with_revenue } = report;
  const t = FILE_WORDS[language];
  const number = numbersIn(language, WRITTEN.energy_kwh.decimals);
  const euros = numbersIn(language, WRITTEN.earning_eur.decimals);
  const naming = { t, format, width: 20, sums: all_plants };
  const figure = figuresIn({ t, language, format });
  const columns: TableColumn<Summed<K451Row>>[] = [
    named(naming),
    { head: t.period, width: 13, of: ({ period }) => period || t.total },
    figure('produced_kwh', t.produced_kwh, 12),
    figure('exported_kwh', t.exported_kwh, 12),
    figure('used_kwh', t.used_kwh, 15),
    figure('imported_kwh', t.imported_kwh, 12),
    figure('irradiation_kwh_m2', t.irradiation_kwh_m2, 14),
    figure('irradiation_horizontal_kwh_m2', t.irradiation_horizontal_kwh_m2, 14),
    {
      head: t.irradiation_horizontal_from,
      width: 14,
      of: ({ irradiation_horizontal_from: from = [] }) => from.map((one) => t.horizontal[one]).join(', '),
    },
    figure('expected_kwh', t.expected_kwh, 12),
    figure('pr', t.pr, 8),
    figure('pr_25', t.pr_25, 8),
    figure('pr_weather', t.pr_weather, 10),
    figure('performance_index', t.performance_index, 10),
    figure('missing_share', t.missing_share, 9),
    figure('availability_raw', t.availability_raw, 14),
    figure('availability', t.availability, 14),
    figure('completeness', t.completeness, 8),
    {
      head: t.downtimes,
      width: 28,
      of: ({ downtimes }) =>
        downtimes
          .map(
            ({ cause, energy_kwh, earning_eur }) =>
              `${cause}: ${energy_kwh === null ? '–' : number(energy_kwh)} kWh, ${earning_eur === null ? '–' : euros(earning_eur)} €`,
          )
          .join(format === 'pdf' ? ';\n' : '; '),
    },
    figure('lost_kwh', t.lost_kwh, 12),
    figure('lost_eur', t.lost_eur, 10),
    figure('revenue_eur', t.revenue_eur, 10),
    ...parts(naming),
  ];
  return tableAnswer<Summed<K451Row>>({
    name,
    sheet: `K451 ${from} – ${to}`,
    language,
    format,
    columns,
    fixed_columns: 2,
    ...(await headOf(tx, format, [
      ...lines,
      ...(with_availability ? [] : [t.no_availability]),
      ...(with_revenue === false ? [t.no_revenue] : []),
    ])),
    charts: printedIn(language, format, () => k451Charts(report, t)),
    page: { rows: [...all_plants, ...rows, ...totals] },
  });
}

/** The K410 report as a file. */
export async function k410File(
  tx: Tx,
  report: K410Report,
  { language, format, name = `k410-${report.year}`, lines = [] }: As & Issued,
): Promise<TableAnswer> {
  const { year, until, rows, totals, all_plants = [] } = report;
  const t = FILE_WORDS[language];
  const sheet = until ? `K410 ${year} ${t.until} ${until}` : `K410 ${year}`;
  const last_day = until ? new CalendarDay(until) : null;
  const without_today = last_day ? [`${t.without_today} ${last_day.text}`] : [];
  const naming = { t, format, width: 22, sums: all_plants };
  const figure = figuresIn({ t, language, format });
  const columns: TableColumn<Summed<K410Row>>[] = [
    named(naming),
    { head: t.month, width: 10, of: ({ month }) => month || t.total },
    figure('produced_kwh', t.produced_kwh, 14),
    figure('irradiation_kwh_m2', t.irradiation_kwh_m2, 12),
    figure('specific_yield', t.specific_yield, 12),
    figure('expected_kwh', t.expected_kwh, 14),
    figure('pr', t.pr, 8),
    figure('pr_25', t.pr_25, 8),
    figure('pr_weather', t.pr_weather, 8),
    figure('year_ago_kwh', t.year_ago_kwh, 14),
    figure('change', t.change, 10),
    figure('budget_kwh', t.budget_kwh, 14),
    figure('budget_change', t.budget_change, 10),
    ...parts(naming),
    // A file for spreadsheets has no line above its table: each row says it.
    ...(last_day && format !== 'pdf'
      ? [{ head: t.energy_until, width: 14, day: true as const, of: () => last_day }]
      : []),
  ];
  return tableAnswer<Summed<K410Row>>({
    name,
    sheet,
    language,
    format,
    columns,
    fixed_columns: 2,
    ...(await headOf(tx, format, [...lines, ...without_today])),
    charts: printedIn(language, format, () => k410Charts(report, t)),
    page: { rows: [...all_plants, ...rows, ...totals] },
  });
}
