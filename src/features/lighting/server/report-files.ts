import type { PrintFormat, TableFormat } from '../../../shared/contract/table-file.ts';
import {
  EXPORT_PAGE,
  pagedBy,
  type TableColumn,
  tableAnswer,
} from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import type { LightingEnergyRow, LightingFaultRow } from '../lighting-reports.contract.ts';
import { readMunicipality } from './municipalities.service.ts';
import { listPell, type PellRow } from './reports.repository.ts';

interface FileOf {
  readonly from_month: string;
  readonly to_month: string;
  readonly language: Language;
  readonly format: PrintFormat;
}

const wordsOf = (language: Language) => (language === 'it' ? it : en);

/** Energy and hours as a file. */
export function energyFile(
  rows: readonly LightingEnergyRow[],
  { from_month, to_month, language, format }: FileOf,
) {
  const { report: t } = wordsOf(language);
  const columns: readonly TableColumn<LightingEnergyRow>[] = [
    { head: wordsOf(language).comune, of: ({ comune }) => comune },
    { head: t.month, width: 10, of: ({ month }) => month },
    { head: t.line, width: 12, of: ({ line }) => line ?? t.whole },
    { head: t.lines, width: 10, of: ({ lines }) => lines },
    { head: t.hours, width: 14, of: ({ hours }) => hours },
    { head: t.expected_hours, width: 14, of: (row) => row.expected_hours },
    { head: t.kwh, width: 14, of: ({ kwh }) => kwh },
    { head: t.expected_kwh, width: 14, of: (row) => row.expected_kwh },
    { head: t.co2_kg, width: 14, of: ({ co2_kg }) => co2_kg },
  ];
  const name = `${t.energy_file}-${from_month}-${to_month}`;
  return tableAnswer<LightingEnergyRow>({
    name,
    sheet: t.energy,
    language,
    format,
    columns,
    lines: [`${from_month} – ${to_month}`, t.energy_hint],
    page: { rows },
  });
}

/** Faults as a file. */
export function faultsFile(
  rows: readonly LightingFaultRow[],
  { from_month, to_month, language, format }: FileOf,
) {
  const { report: t } = wordsOf(language);
  const columns: readonly TableColumn<LightingFaultRow>[] = [
    { head: wordsOf(language).comune, of: ({ comune }) => comune },
    { head: t.month, width: 10, of: ({ month }) => month },
    { head: t.kind, width: 30, of: ({ kind }) => t.kinds[kind] },
    { head: t.count, width: 10, of: ({ count }) => count },
    { head: t.open, width: 10, of: ({ open }) => open },
    { head: t.mean_hours, width: 14, of: ({ mean_hours }) => mean_hours },
    { head: t.longest_hours, width: 14, of: ({ longest_hours }) => longest_hours },
  ];
  const name = `${t.faults_file}-${from_month}-${to_month}`;
  return tableAnswer<LightingFaultRow>({
    name,
    sheet: t.faults,
    language,
    format,
    columns,
    lines: [`${from_month} – ${to_month}`],
    page: { rows },
  });
}

const said = (value: string | number | boolean | undefined): string | number | null =>
  value === undefined ? null : typeof value === 'boolean' ? (value ? 'SI' : 'NO') : value;

/** Columns by the names of PELL's census of lighting, which is Italian whoever reads it. // docs/domain.md §3 */
const PELL: readonly TableColumn<PellRow>[] = [
  { head: 'CODICE_ISTAT', width: 12, of: ({ istat_code }) => istat_code },
  { head: 'COMUNE', of: ({ comune }) => comune },
  { head: 'POD', width: 16, of: ({ pod }) => pod },
  { head: 'QUADRO_MATRICOLA', width: 18, of: ({ serial }) => serial },
  { head: 'QUADRO_REGISTRO', width: 18, of: ({ reg_number }) => reg_number },
  { head: 'LINEA', width: 8, of: ({ line }) => line },
  { head: 'PUNTO_LUCE', width: 16, of: ({ code }) => code },
  { head: 'PALO', width: 12, of: ({ pole }) => pole },
  { head: 'VIA', of: ({ street }) => street },
  { head: 'LATITUDINE', width: 12, decimals: 6, of: ({ latitude }) => latitude },
  { head: 'LONGITUDINE', width: 12, decimals: 6, of: ({ longitude }) => longitude },
  {
    head: 'TIPO_LAMPADA',
    width: 18,
    of: (row) => it.lights.kinds[row.lamp_kind as keyof typeof it.lights.kinds],
  },
  { head: 'POTENZA_W', width: 10, of: ({ power_w }) => power_w },
  { head: 'FLUSSO_LM', width: 10, of: ({ pell }) => said(pell.lumens) },
  { head: 'TEMPERATURA_COLORE_K', width: 14, of: ({ pell }) => said(pell.colour_k) },
  { head: 'TIPO_SOSTEGNO', of: ({ pell }) => said(pell.support) },
  { head: 'OTTICA', of: ({ pell }) => said(pell.optic) },
  { head: 'CATEGORIA_ILLUMINOTECNICA', width: 14, of: ({ pell }) => said(pell.road_class) },
  { head: 'ANNO_INSTALLAZIONE', width: 12, of: ({ pell }) => said(pell.installed_in) },
  { head: 'REGOLABILE', width: 12, of: ({ pell }) => said(pell.dimmable) },
];

interface PellAsked {
  readonly comune_id?: number | undefined;
  readonly language: Language;
  readonly format: TableFormat;
}

/** The census as PELL names its fields, page by page. @throws AppError not_found */
export async function pellFile(tx: Tx, { comune_id, language, format }: PellAsked) {
  if (comune_id !== undefined) await readMunicipality(tx, comune_id);
  const page = await pagedBy(tx, async (of, after: number | undefined) => {
    const asked = { comune_id: comune_id ?? null, after: after ?? 0, limit: EXPORT_PAGE };
    const rows = await listPell(of, asked);
    return { rows, last: rows.length < EXPORT_PAGE ? undefined : rows.at(-1)?.id };
  });
  return tableAnswer<PellRow>({ name: 'pell', sheet: 'PELL', language, format, columns: PELL, page });
}
