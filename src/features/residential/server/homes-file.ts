import {
  CalendarDay,
  LocalTime,
  type TableAnswer,
  type TableColumn,
  tableAnswer,
} from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { RankedHome } from '../groups.contract.ts';
import type { Home } from '../homes.contract.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };

import type { HomeStorage } from '../storage.contract.ts';

const WORDS = { en, it };

function columnsIn(language: Language): TableColumn<Home>[] {
  const { field, form, state, provider, orientation, last_reading } = WORDS[language];
  return [
    { head: form.code, width: 16, of: ({ proj_code }) => proj_code },
    { head: field.name, of: ({ name }) => name },
    { head: field.comune, of: ({ comune }) => comune },
    { head: field.district, of: ({ district }) => district },
    { head: field.project, of: ({ project }) => project },
    { head: field.nominal_kwp, width: 14, of: ({ nominal_kwp }) => nominal_kwp },
    { head: field.storage_kwh, width: 14, of: ({ storage_kwh }) => storage_kwh },
    { head: field.inverter_model, of: ({ inverter_model }) => inverter_model },
    { head: field.orientation, width: 14, of: (home) => orientation[home.orientation] },
    { head: field.provider, width: 18, of: (home) => provider[home.provider] },
    { head: field.state, width: 14, of: (home) => state[home.state] },
    {
      head: last_reading,
      width: 18,
      time: true,
      of: ({ last_reading_at, time_zone }) =>
        last_reading_at === null ? null : new LocalTime(new Date(last_reading_at), time_zone),
    },
  ];
}

/** A share as the page has it. */
const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 100));
const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;

const filled = (text: string, n: number): string => text.replace('{{n}}', String(n));

/** What the page says of a home in the ranking. */
function reasonOf(
  { reason, wrong_meter, share, district, orientation, group_homes }: RankedHome,
  language: Language,
): string {
  const { rank, meter, wrong_meter: likely } = WORDS[language];
  if (reason === 'data_fault' && wrong_meter)
    return `${rank.data_fault}. ${likely.replace('{{meter}}', meter[wrong_meter])}`;
  if (reason !== null) return rank[reason];
  if (share !== null) return rank.fine;
  const isUnsaid = district.trim() === '' || orientation === 'unknown';
  return isUnsaid ? rank.unsaid : filled(rank.alone, group_homes);
}

function rankedColumns(language: Language): TableColumn<RankedHome>[] {
  const { field, form, orientation } = WORDS[language];
  return [
    { head: form.code, width: 16, of: ({ proj_code }) => proj_code },
    { head: field.name, of: ({ name }) => name },
    { head: field.district, of: ({ district }) => district },
    { head: field.orientation, width: 14, of: (home) => orientation[home.orientation] },
    { head: field.nominal_kwp, width: 14, of: ({ nominal_kwp }) => nominal_kwp },
    { head: field.yield, width: 14, of: ({ yield_kwh_kwp }) => rounded(yield_kwh_kwp, 2) },
    { head: field.share, width: 14, of: ({ share }) => percent(share) },
    { head: field.reason, width: 40, of: (home) => reasonOf(home, language) },
  ];
}

function storageColumns(language: Language): TableColumn<HomeStorage>[] {
  const { field, form, storage } = WORDS[language];
  return [
    { head: form.code, width: 16, of: ({ proj_code }) => proj_code },
    { head: field.name, of: ({ name }) => name },
    { head: field.storage_kwh, width: 14, of: ({ storage_kwh }) => storage_kwh },
    { head: storage.cycles, width: 10, of: ({ cycles }) => rounded(cycles, 1) },
    { head: storage.efficiency, width: 14, of: ({ efficiency }) => percent(efficiency) },
    { head: storage.capacity, width: 14, of: ({ capacity_kwh }) => rounded(capacity_kwh, 1) },
    { head: storage.first_kwh, width: 18, of: ({ first_kwh }) => rounded(first_kwh, 1) },
    {
      head: storage.first_day,
      width: 14,
      day: true,
      of: ({ first_day }) => (first_day === null ? null : new CalendarDay(first_day)),
    },
    { head: storage.health, width: 14, of: ({ health }) => percent(health) },
    {
      head: field.reason,
      width: 40,
      of: ({ reason }) => (reason === null ? storage.fine : storage.reason[reason]),
    },
  ];
}

interface As {
  readonly language: Language;
  readonly format: 'csv' | 'xlsx';
  readonly company_id: number;
  readonly now: Date;
}

const nameOf = (what: string, { company_id, now }: As): string =>
  `${what}-${company_id}-${now.toISOString().slice(0, 10)}`;

/** Homes as a file. */
export const homesFile = (homes: readonly Home[], as: As): TableAnswer =>
  tableAnswer({
    name: nameOf('homes', as),
    sheet: WORDS[as.language].tab.homes,
    columns: columnsIn(as.language),
    page: { rows: homes },
    language: as.language,
    format: as.format,
  });

/** Homes by what they made of a kWp as a file: as the page shows them. */
export const rankingFile = (homes: readonly RankedHome[], as: As): TableAnswer =>
  tableAnswer({
    name: nameOf('homes-ranking', as),
    sheet: WORDS[as.language].tab.ranking,
    columns: rankedColumns(as.language),
    page: { rows: homes },
    language: as.language,
    format: as.format,
  });

/** Storage of homes as a file: as the page shows it. */
export const storageFile = (homes: readonly HomeStorage[], as: As): TableAnswer =>
  tableAnswer({
    name: nameOf('homes-storage', as),
    sheet: WORDS[as.language].tab.storage,
    columns: storageColumns(as.language),
    page: { rows: homes },
    language: as.language,
    format: as.format,
  });
