import { listMemberNames } from '../../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../../shared/server/audit.ts';
import { notFound } from '../../../../shared/server/errors.ts';
import type { Handlers } from '../../../../shared/server/http/mount.ts';
import type { Language } from '../../../../shared/server/language.ts';
import { notifyTopics } from '../../../../shared/server/live/notice.ts';
import type { KindsOfMade } from '../../../../shared/server/made-things.ts';
import type { Tx } from '../../../../shared/server/tenancy.ts';
import { listColleaguesWho } from '../../../companies/server/colleagues.public.ts';
import type { ReportKind } from '../../report-issues.contract.ts';
import { nextDue } from '../../report-schedule.model.ts';
import {
  MOST_SCHEDULES,
  type NewReportSchedule,
  type ReportSchedule,
  type reportSchedulesCalls,
} from '../../report-schedules.contract.ts';
import { plantsOfReport, refuse } from '../k451.ts';
import {
  countSchedules,
  deleteSchedule,
  findSchedule,
  insertSchedule,
  type ListedSchedule,
  listSchedules,
  listSchedulesOf,
} from './schedules.repository.ts';

const present = (row: ListedSchedule, names: ReadonlyMap<number, string>): ReportSchedule => ({
  ...{ id: row.id, name: row.name, kind: row.kind, codes: [...row.codes], every: row.every },
  ...{ on_day: row.on_day, hour: row.hour, addresses: [...row.addresses], last_sent: row.last_sent },
  members: row.members.flatMap((id) => ({ id, name: names.get(id) ?? '' })),
  author: names.get(row.created_by) ?? '',
  next_at: row.next_at.toISOString(),
});

async function scheduleRows(tx: Tx, kind: ReportKind): Promise<ReportSchedule[]> {
  const rows = await listSchedules(tx, kind);
  const names = await listMemberNames(
    tx,
    rows.flatMap(({ members, created_by }) => [...members, created_by]),
  );
  return rows.map((row) => present(row, names));
}

const tell = (tx: Tx): Promise<void> => notifyTopics(tx, ['report_schedules']);

interface Making {
  readonly given: NewReportSchedule;
  readonly language: Language;
  readonly now: Date;
}

/** Has a report sent from now on. @throws AppError not_found where a plant is not seen; invalid */
async function createSchedule(tx: Tx, { given, language, now }: Making): Promise<ReportSchedule> {
  const { codes, members, addresses, ...times } = given;
  if (members.length + addresses.length === 0)
    refuse('members', 'nobody', 'Say who is to be sent the report');
  if (given.every === 'week' && given.on_day > 7) refuse('on_day', 'no_weekday', 'A week has days 1 to 7');
  const colleagues = new Set(await listColleaguesWho(tx, 'asset.read'));
  if (members.some((id) => !colleagues.has(id)))
    refuse('members', 'no_colleague', 'Only colleagues who may see plants can be sent reports');
  if ((await countSchedules(tx)) >= MOST_SCHEDULES)
    refuse('name', 'too_many_schedules', 'A company has 50 schedules of reports at most');
  const plants = codes.length === 0 ? [] : await plantsOfReport(tx, codes);
  const id = await insertSchedule(tx, {
    ...{ ...times, members: [...new Set(members)], addresses: [...new Set(addresses)], language },
    plant_ids: plants.map(({ plant_id }) => plant_id),
    next_at: new Date(nextDue(given, now.getTime())),
    created_by: tx.scope.user_id ?? notFound(),
  });
  await recordAudit(tx, 'report_schedule.created', String(id), { name: given.name });
  await tell(tx);
  return (await scheduleRows(tx, given.kind)).find((one) => one.id === id) ?? notFound();
}

/** Sends a report no more. @throws AppError not_found */
export async function endSchedule(tx: Tx, id: number): Promise<void> {
  if (!(await findSchedule(tx, id))) notFound();
  const { name } = (await deleteSchedule(tx, id)) ?? notFound();
  await recordAudit(tx, 'report_schedule.removed', String(id), { name });
  await tell(tx);
}

export const reportSchedulesHandlers: Handlers<typeof reportSchedulesCalls> = {
  list: ({ tx, query }) => scheduleRows(tx, query.kind),
  create: ({ tx, body, language, now }) => createSchedule(tx, { given: body, language, now }),
  remove: ({ tx, params }) => endSchedule(tx, params.id),
};

/** What people make here that acts by itself. */
export const reportsMade: KindsOfMade = [
  {
    kind: 'report_schedule',
    table: 'report_schedule',
    capability: 'records.write',
    list: async (tx, user_id) =>
      (await listSchedulesOf(tx, user_id)).map((one) => ({ ...one, last_used_at: null, gives_away: true })),
    end: endSchedule,
  },
];
