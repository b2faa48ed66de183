import type { PrintFormat } from '../../../shared/contract/table-file.ts';
import { findCompanyName } from '../../../shared/server/endpoints/allowed.repository.ts';
import { findPrintedLogo } from '../../../shared/server/export/company-logo.repository.ts';
import {
  type TableAnswer,
  type TableColumn,
  tableAnswer,
} from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import file_en from '../i18n/file.en.json' with { type: 'json' };
import file_it from '../i18n/file.it.json' with { type: 'json' };
import type { K410Report, K410Row, K451Report, K451Row } from '../reports.contract.ts';

const WORDS = { en: file_en, it: file_it };

interface As {
  readonly language: Language;
  readonly format: PrintFormat;
}

const percent = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 10_000) / 100;
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1000) / 1000;

/** The K451 report as a file: the same figures as on screen, totals below. */
export async function k451File(
  tx: Tx,
  { from, to, rows, totals }: K451Report,
  { language, format }: As,
): Promise<TableAnswer> {
  const t = WORDS[language];
  const columns: TableColumn<K451Row>[] = [
    { head: t.plant, width: 22, of: ({ plant_name, proj_code }) => `${plant_name} (${proj_code})` },
    { head: t.period, width: 12, of: ({ period }) => period || t.total },
    { head: t.produced_kwh, width: 12, of: (row) => rounded(row.produced_kwh) },
    { head: t.exported_kwh, width: 12, of: (row) => rounded(row.exported_kwh) },
    { head: t.used_kwh, width: 12, of: (row) => rounded(row.used_kwh) },
    { head: t.irradiation_kwh_m2, width: 10, of: (row) => rounded(row.irradiation_kwh_m2) },
    { head: t.expected_kwh, width: 12, of: (row) => rounded(row.expected_kwh) },
    { head: t.pr, width: 8, of: ({ pr }) => percent(pr) },
    { head: t.availability_raw, width: 10, of: (row) => percent(row.availability_raw) },
    { head: t.availability, width: 10, of: (row) => percent(row.availability) },
    { head: t.completeness, width: 10, of: (row) => percent(row.completeness) },
    {
      head: t.downtimes,
      width: 28,
      of: ({ downtimes }) =>
        downtimes.map(({ cause, energy_kwh }) => `${cause}: ${rounded(energy_kwh) ?? '–'} kWh`).join('; '),
    },
    { head: t.lost_kwh, width: 12, of: (row) => rounded(row.lost_kwh) },
    { head: t.lost_eur, width: 10, of: (row) => rounded(row.lost_eur) },
    { head: t.revenue_eur, width: 10, of: (row) => row.revenue_eur },
  ];
  return tableAnswer<K451Row>({
    ...{
      name: `k451-${from}-${to}`,
      sheet: `K451 ${from} – ${to}`,
      language,
      format,
      columns,
      fixed_columns: 2,
    },
    lines: format === 'pdf' ? [(await findCompanyName(tx)) ?? ''] : [],
    logo: format === 'pdf' ? await findPrintedLogo(tx) : null,
    page: { rows: [...rows, ...totals] },
  });
}

/** The K410 report as a file. */
export async function k410File(
  tx: Tx,
  { year, rows, totals }: K410Report,
  { language, format }: As,
): Promise<TableAnswer> {
  const t = WORDS[language];
  const columns: TableColumn<K410Row>[] = [
    { head: t.plant, width: 22, of: ({ plant_name, proj_code }) => `${plant_name} (${proj_code})` },
    { head: t.month, width: 10, of: ({ month }) => month || t.total },
    { head: t.produced_kwh, width: 14, of: (row) => rounded(row.produced_kwh) },
    { head: t.irradiation_kwh_m2, width: 12, of: (row) => rounded(row.irradiation_kwh_m2) },
    { head: t.specific_yield, width: 12, of: (row) => rounded(row.specific_yield) },
    { head: t.expected_kwh, width: 14, of: (row) => rounded(row.expected_kwh) },
    { head: t.pr, width: 8, of: ({ pr }) => percent(pr) },
    { head: t.year_ago_kwh, width: 14, of: (row) => rounded(row.year_ago_kwh) },
    { head: t.change, width: 10, of: ({ change }) => percent(change) },
  ];
  return tableAnswer<K410Row>({
    ...{ name: `k410-${year}`, sheet: `K410 ${year}`, language, format, columns, fixed_columns: 2 },
    lines: format === 'pdf' ? [(await findCompanyName(tx)) ?? ''] : [],
    logo: format === 'pdf' ? await findPrintedLogo(tx) : null,
    page: { rows: [...rows, ...totals] },
  });
}
