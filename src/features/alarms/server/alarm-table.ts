import type { TableFormat } from '../../../shared/contract/table-file.ts';
import {
  type Cell,
  EXPORT_PAGE,
  LocalTime,
  pagedBy,
  type TableAnswer,
  type TableColumn,
  tableAnswer,
} from '../../../shared/server/export/table-answer.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import en from '../i18n/en.json' with { type: 'json' };
import it from '../i18n/it.json' with { type: 'json' };
import { detailText } from './alarm-details.ts';
import { alarmMessage } from './alarm-messages.ts';
import { filterOf } from './alarm-presenter.ts';
import { type AlarmPosition, type AlarmRow, listAlarmsAfter } from './alarms.repository.ts';

const EXPORT_TEXTS = { en: en.export, it: it.export } as const;
const TYPES = {
  en: { E: en.bell.error, W: en.bell.warning },
  it: { E: it.bell.error, W: it.bell.warning },
} as const;

interface Column {
  readonly name: Exclude<keyof typeof en.export, 'sheet' | 'yes' | 'no'>;
  /** Characters that a sheet shows. */
  readonly width: number;
  readonly time?: true;
  readonly of: (row: AlarmRow, language: Language) => Cell;
}

const timeOf = (at: Date | null, { time_zone }: AlarmRow): Cell => at && new LocalTime(at, time_zone);

/** How long it lasted, in hours; of an open alarm nobody knows. */
const hoursOf = ({ date, end_date }: AlarmRow): number | null =>
  end_date && Math.round(((end_date.getTime() - date.getTime()) / HOUR_MS) * 100) / 100;

/** What a file tells of an alarm, column by column; times in the plant's zone, which stands beside them. */
const COLUMNS: readonly Column[] = [
  { name: 'number', width: 9, of: (row) => row.id },
  { name: 'proj_code', width: 16, of: (row) => row.proj_code },
  { name: 'plant_name', width: 28, of: (row) => row.plant_name },
  { name: 'short_name', width: 16, of: (row) => row.short_name },
  { name: 'type', width: 10, of: (row, language) => TYPES[language][row.type] },
  { name: 'message', width: 52, of: (row, language) => alarmMessage(row.code, language, row.params) },
  { name: 'details', width: 44, of: (row, language) => detailText(row.code, row.params, language) },
  { name: 'code', width: 18, of: (row) => row.code },
  { name: 'date', width: 17, time: true, of: (row) => timeOf(row.date, row) },
  { name: 'end_date', width: 17, time: true, of: (row) => timeOf(row.end_date, row) },
  { name: 'hours', width: 13, of: hoursOf },
  { name: 'time_zone', width: 16, of: (row) => row.time_zone },
  { name: 'count', width: 8, of: (row) => row.count },
  { name: 'last_at', width: 17, time: true, of: (row) => timeOf(row.last_at, row) },
  { name: 'muted', width: 14, of: (row, language) => EXPORT_TEXTS[language][row.muted ? 'yes' : 'no'] },
  { name: 'assigned_to', width: 22, of: (row) => row.assigned_to?.name ?? null },
  { name: 'acknowledged_at', width: 17, time: true, of: (row) => timeOf(row.acknowledged_at, row) },
  { name: 'acknowledged_by', width: 22, of: (row) => row.acknowledged_by?.name ?? null },
];

const columnsOf = (language: Language): TableColumn<AlarmRow>[] =>
  COLUMNS.map(({ name, of, ...column }) => ({
    ...column,
    head: EXPORT_TEXTS[language][name],
    of: (row) => of(row, language),
  }));

type AlarmsQuery = Parameters<typeof filterOf>[1] & { language: Language; format: TableFormat };

/** The alarms that a list would show as a file. */
export async function alarmsFile(tx: Tx, query: AlarmsQuery, now: Date): Promise<TableAnswer> {
  const { language, format, ...filter } = query;
  const which = filter.closed === undefined ? '' : filter.closed === 'true' ? '-closed' : '-open';
  return tableAnswer({
    name: `alarms${which}-${tx.scope.company_id}-${now.toISOString().slice(0, 10)}`,
    sheet: EXPORT_TEXTS[language].sheet,
    language,
    format,
    columns: columnsOf(language),
    page: await pagedBy(tx, async (of, after: AlarmPosition | undefined) =>
      listAlarmsAfter(of, await filterOf(of, filter), { after, limit: EXPORT_PAGE }),
    ),
  });
}
