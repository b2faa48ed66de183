import { LocalTime } from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { BookColumn } from '../../../shared/server/records/record-book-kind.ts';
import { DEFAULT_CLOCK } from '../../../shared/units/zones.ts';
import type { MaintenanceReport, reportsBook } from '../maintenance-reports.contract.ts';
import { reportCode } from '../reports.model.ts';
import { requestCode } from '../request-states.model.ts';
import en from '../web/reports/i18n/en.json' with { type: 'json' };
import it from '../web/reports/i18n/it.json' with { type: 'json' };

type Columns = Readonly<Record<(typeof reportsBook.columns)[number], BookColumn<MaintenanceReport>>>;
export const REPORT_WORDS = { en, it };

const NUMBERS = {
  en: new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6, useGrouping: 'always' }),
  it: new Intl.NumberFormat('it-IT', { maximumFractionDigits: 6, useGrouping: 'always' }),
};
/** A figure with its unit, as the language writes it. */
export const figure = (value: number, unit: string, language: Language): string =>
  `${NUMBERS[language].format(value)} ${unit}`.trim();

/** A time as the clock of the plant shows it. */
export const timeOfPlant = (time: string | null, row: MaintenanceReport): LocalTime | null =>
  time === null ? null : new LocalTime(new Date(time), row.time_zone ?? DEFAULT_CLOCK);

const at = (of: (row: MaintenanceReport) => string | null): BookColumn<MaintenanceReport> => ({
  width: 18,
  time: true,
  of: (row) => timeOfPlant(of(row), row),
});

/** What the file of reports says; times are those of the plant. */
export const reportFile: Columns = {
  number: { width: 10, of: ({ number }) => reportCode(number) },
  plant: { of: ({ plant }) => plant },
  state: { width: 12, of: ({ state }, language) => REPORT_WORDS[language].state[state] },
  request: { width: 30, of: ({ request }) => request && `${requestCode(request.number)} ${request.title}` },
  devices: { of: ({ devices }) => devices.map(({ name }) => name).join(', ') },
  solved_problem: { width: 50, of: ({ solved_problem }) => solved_problem },
  people_count: { width: 10, of: ({ people_count }) => people_count },
  hours: { width: 10, of: ({ hours }) => hours },
  started_at: at(({ started_at }) => started_at),
  ended_at: at(({ ended_at }) => ended_at),
  materials: {
    width: 40,
    of: ({ materials }, language) =>
      materials.map(({ name, quantity, unit }) => `${name}: ${figure(quantity, unit, language)}`).join('; '),
  },
  measurements: {
    width: 40,
    of: ({ measurements }, language) =>
      measurements.map(({ what, value, unit }) => `${what}: ${figure(value, unit, language)}`).join('; '),
  },
  repair_cost_eur: { width: 14, of: ({ repair_cost_eur }) => repair_cost_eur },
  signed_by: { of: ({ signed_by }) => signed_by },
  author: { of: ({ author }) => author },
  closed_at: at(({ closed_at }) => closed_at),
  notes: { width: 50, of: ({ notes }) => notes },
};
