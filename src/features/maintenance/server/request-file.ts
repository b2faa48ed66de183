import { LocalTime } from '../../../shared/server/export/table-answer.ts';
import type { BookColumn } from '../../../shared/server/records/record-book-kind.ts';
import { DEFAULT_CLOCK } from '../../../shared/units/zones.ts';
import type { MaintenanceRequest, requestsBook } from '../maintenance-requests.contract.ts';
import { requestCode } from '../request-states.model.ts';
import en from '../web/requests/i18n/en.json' with { type: 'json' };
import it from '../web/requests/i18n/it.json' with { type: 'json' };

type Columns = Readonly<Record<(typeof requestsBook.columns)[number], BookColumn<MaintenanceRequest>>>;
const words = { en: en.request, it: it.request };

const at = (of: (row: MaintenanceRequest) => string | null): BookColumn<MaintenanceRequest> => ({
  width: 18,
  time: true,
  of: (row) => {
    const time = of(row);
    return time === null ? null : new LocalTime(new Date(time), row.time_zone ?? DEFAULT_CLOCK);
  },
});

/** What the file of requests says; times are those of the plant. */
export const requestFile: Columns = {
  number: { width: 10, of: ({ number }) => requestCode(number) },
  title: { width: 40, of: ({ title }) => title },
  plant: { of: ({ plant }) => plant },
  state: { width: 14, of: ({ state }, language) => words[language].state[state] },
  priority: { width: 12, of: ({ priority }, language) => words[language].priority[priority] },
  type: { of: ({ type }) => type },
  assigned_to: { of: ({ assigned_to }) => assigned_to },
  due_at: at(({ due_at }) => due_at),
  estimated_min: { width: 16, of: ({ estimated_min }) => estimated_min },
  created_at: at(({ created_at }) => created_at),
  created_by: { of: ({ created_by }) => created_by },
  solved_at: at(({ solved_at }) => solved_at),
  description: { width: 60, of: ({ description }) => description },
};
