import type { PrintFormat } from '../../../shared/contract/table-file.ts';
import { findCompanyName } from '../../../shared/server/endpoints/allowed.repository.ts';
import { findPrintedLogo } from '../../../shared/server/export/company-logo.repository.ts';
import {
  LocalTime,
  type TableAnswer,
  type TableColumn,
  tableAnswer,
} from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { MeterComparison } from '../comparison.contract.ts';
import { SIDES } from '../comparison.model.ts';
import file_en from '../i18n/file.en.json' with { type: 'json' };
import file_it from '../i18n/file.it.json' with { type: 'json' };
import { comparedMonth } from './comparisons.ts';

const WORDS = { en: file_en, it: file_it };
type Words = (typeof WORDS)[Language];

interface Query {
  readonly codes?: readonly string[] | undefined;
  readonly month: string;
  readonly format: PrintFormat;
  readonly language: Language;
}

const percent = (share: number | null): number | null => (share === null ? null : share * 100);

function columnsOf(t: Words): TableColumn<MeterComparison>[] {
  const sides = SIDES.flatMap((side): TableColumn<MeterComparison>[] => {
    const name = t.compared.side[side];
    return [
      { head: `${name} (kWh)`, width: 14, of: ({ sides: of }) => of[side].kwh },
      {
        head: `${name}: ${t.compared.complete} (%)`,
        width: 12,
        of: ({ sides: of }) => percent(of[side].completeness),
      },
      { head: `${name}: Δ (kWh)`, width: 12, of: ({ sides: of }) => of[side].difference_kwh },
      { head: `${name}: Δ (%)`, width: 10, decimals: 2, of: ({ sides: of }) => of[side].difference_pct },
    ];
  });
  return [
    { head: t.compared.plant, width: 22, of: ({ plant_name }) => plant_name },
    { head: t.serial_number, width: 16, of: ({ serial_number }) => serial_number },
    { head: t.compared.role, width: 12, of: ({ role }) => t.role[role] },
    {
      head: t.compared.from,
      width: 16,
      time: true,
      of: ({ from, time_zone }) => new LocalTime(new Date(from), time_zone),
    },
    {
      head: t.compared.to,
      width: 16,
      time: true,
      of: ({ to, time_zone }) => new LocalTime(new Date(to), time_zone),
    },
    { head: `${t.compared.own} (kWh)`, width: 14, of: ({ own_kwh }) => own_kwh },
    {
      head: `${t.compared.own}: ${t.compared.complete} (%)`,
      width: 12,
      of: ({ own_completeness }) => percent(own_completeness),
    },
    ...sides,
    { head: `${t.compared.threshold} (%)`, width: 10, of: ({ threshold_pct }) => threshold_pct },
  ];
}

/** On paper there is room for what differs, not for how complete each side is. */
const printed = ({ head }: TableColumn<MeterComparison>, t: Words): boolean =>
  !head.includes(`: ${t.compared.complete}`) && !head.endsWith('Δ (kWh)') && head !== t.compared.role;

export const comparisonFileName = (language: Language, month: string): string =>
  `${WORDS[language].compared.file}-${month}`;

/** The comparisons of a month as a file. @throws AppError not_found */
export async function comparisonFile(
  tx: Tx,
  { codes, month, format, language }: Query,
  now: Date,
): Promise<TableAnswer> {
  const t = WORDS[language];
  const { rows } = await comparedMonth(tx, { codes, month }, now);
  const columns = columnsOf(t).filter((column) => format !== 'pdf' || printed(column, t));
  return tableAnswer<MeterComparison>({
    name: comparisonFileName(language, month),
    sheet: `${t.compared.title} ${month}`,
    language,
    format,
    columns,
    lines: format === 'pdf' ? [(await findCompanyName(tx)) ?? '', t.compared.said] : [],
    logo: format === 'pdf' ? await findPrintedLogo(tx) : null,
    page: { rows },
  });
}
