import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { PageQuery } from '../../../shared/server/http/pages.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { alarmsCalls, alarmWorkCalls } from '../alarms.contract.ts';
import { describeAlarm, filterOf, presentAlarm } from './alarm-presenter.ts';
import { alarmsFile } from './alarm-table.ts';
import { changeAlarm, changeAlarms, commentAlarm } from './alarm-work.service.ts';
import { type AlarmOrder, findPlantId, listAlarms } from './alarms.repository.ts';
import { countSilent } from './silent-devices.repository.ts';

type ListQuery = PageQuery & Parameters<typeof filterOf>[1];
interface ListContext {
  readonly tx: Tx;
  readonly language: Language;
}

async function pageOf({ tx, language }: ListContext, query: ListQuery, order?: AlarmOrder) {
  const { page, page_size, ...asked } = query;
  const filter = await filterOf(tx, asked);
  const { count, rows } = await listAlarms(tx, { filter, order }, { page, page_size });
  return { count, results: rows.map((row) => presentAlarm(row, language)) };
}

async function silentOf(tx: Tx, proj_code: string | undefined, now: Date) {
  const plant_id = proj_code === undefined ? undefined : await findPlantId(tx, proj_code);
  return countSilent(tx, plant_id, now.getTime());
}

export const alarmsHandlers: Handlers<typeof alarmsCalls & typeof alarmWorkCalls> = {
  async list(context) {
    const { tx, query, now } = context;
    const found = await pageOf(context, query, query.order);
    const quiet = found.count === 0 && query.closed === 'false';
    return { ...found, silent: quiet ? await silentOf(tx, query.proj_code, now) : null };
  },
  bin: (context) => pageOf(context, { ...context.query, closed: 'true' }, 'end_date'),
  exportAlarms: ({ tx, query, now }) => alarmsFile(tx, query, now),
  one: ({ tx, params, language }) => describeAlarm(tx, params.id, language),
  change: ({ tx, params, body, now, language }) => changeAlarm(tx, params.id, body, { now, language }),
  changeMany: ({ tx, body, now }) => changeAlarms(tx, body, now),
  comment: ({ tx, params, body, now, language }) => commentAlarm(tx, params.id, body.note, { now, language }),
};
