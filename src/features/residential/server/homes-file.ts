import {
  LocalTime,
  type TableAnswer,
  type TableColumn,
  tableAnswer,
} from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Home } from '../homes.contract.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };

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
      ...{ head: last_reading, width: 18, time: true },
      of: ({ last_reading_at, time_zone }) =>
        last_reading_at === null ? null : new LocalTime(new Date(last_reading_at), time_zone),
    },
  ];
}

/** Homes as a file. */
export function homesFile(
  homes: readonly Home[],
  {
    language,
    format,
    company_id,
    now,
  }: {
    language: Language;
    format: 'csv' | 'xlsx';
    company_id: number;
    now: Date;
  },
): TableAnswer {
  return tableAnswer({
    name: `homes-${company_id}-${now.toISOString().slice(0, 10)}`,
    sheet: WORDS[language].tab.homes,
    columns: columnsIn(language),
    page: { rows: homes },
    ...{ language, format },
  });
}
