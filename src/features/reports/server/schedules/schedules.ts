import { listMemberNames } from '../../../../shared/server/account-names.repository.ts';
import { recordAudit } from '../../../../shared/server/audit.ts';
import { notFound, refuseField } from '../../../../shared/server/errors.ts';
import type { Handlers } from '../../../../shared/server/http/mount.ts';
import type { Language } from '../../../../shared/server/language.ts';
import { notifyTopics } from '../../../../shared/server/live/notice.ts';
import type { KindsOfMade } from '../../../../shared/server/made-things.ts';
import { assertVersion } from '../../../../shared/server/records/version.ts';
import type { Tx } from '../../../../shared/server/tenancy.ts';
import { listColleaguesWho } from '../../../companies/server/colleagues.public.ts';
import type { ReportKind } from '../../report-issues.contract.ts';
import { nextDue } from '../../report-schedule.model.ts';
import {
  MAX_SCHEDULES,
  type NewReportSchedule,
  type ReportSchedule,
  type ReportScheduleChange,
  type reportSchedulesCalls,
} from '../../report-schedules.contract.ts';
import { plantsOfReport } from '../plants-of-report.ts';
import {
  countSchedules,
  deleteSchedule,
  dropAddress,
  findSchedule,
  holdSchedule,
  insertSchedule,
  type ListedSchedule,
  listSchedules,
  listSchedulesOf,
  updateSchedule,
} from './schedules.repository.ts';

const present = (row: ListedSchedule, names: ReadonlyMap<number, string>): ReportSchedule => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  codes: [...row.codes],
  every: row.every,
  on_day: row.on_day,
  hour: row.hour,
  addresses: [...row.addresses],
  last_sent: row.last_sent,
  members: row.members.flatMap((id) => ({ id, name: names.get(id) ?? '' })),
  author: names.get(row.created_by) ?? '',
  version: row.version,
  next_at: row.next_at.toISOString(),
  put_off_until: row.put_off_until?.toISOString() ?? null,
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

/** What a schedule is kept by, of what a person says: times are judged before the next one is looked for. @throws AppError not_found where a plant is not seen; invalid */
async function fieldsOf(
  tx: Tx,
  given: Omit<NewReportSchedule, 'kind'>,
  { language, nextAt, kept }: { language: Language; nextAt: () => Date; kept?: readonly number[] },
) {
  const { name, every, on_day, hour, codes, members, addresses } = given;
  if (members.length + addresses.length === 0)
    refuseField('members', 'nobody', 'Say who is to be sent the report');
  if (every === 'week' && on_day > 7) refuseField('on_day', 'no_weekday', 'A week has days 1 to 7');
  const colleagues = new Set(await listColleaguesWho(tx, 'asset.read'));
  if (members.some((id) => !colleagues.has(id)))
    refuseField('members', 'no_colleague', 'Only colleagues who may see plants can be sent reports');
  const plants = kept || codes.length === 0 ? [] : await plantsOfReport(tx, codes);
  return {
    name,
    every,
    on_day,
    hour,
    language,
    next_at: nextAt(),
    members: [...new Set(members)],
    addresses: [...new Set(addresses)],
    plant_ids: kept ?? plants.map(({ plant_id }) => plant_id),
    created_by: tx.scope.user_id ?? notFound(),
  };
}

const find = async (tx: Tx, kind: ReportKind, id: number): Promise<ReportSchedule> =>
  (await scheduleRows(tx, kind)).find((one) => one.id === id) ?? notFound();

/** Has a report sent from now on. @throws AppError not_found where a plant is not seen; invalid */
async function createSchedule(tx: Tx, { given, language, now }: Making): Promise<ReportSchedule> {
  const nextAt = () => new Date(nextDue(given, now.getTime()));
  const fields = await fieldsOf(tx, given, { language, nextAt });
  if ((await countSchedules(tx)) >= MAX_SCHEDULES)
    refuseField('name', 'too_many_schedules', 'A company has 50 schedules of reports at most');
  const id = await insertSchedule(tx, { ...fields, kind: given.kind });
  await recordAudit(tx, 'report_schedule.created', String(id), { name: given.name });
  await tell(tx);
  return find(tx, given.kind, id);
}

interface Changing extends Omit<Making, 'given'> {
  readonly id: number;
  readonly given: ReportScheduleChange;
}

/**
 * The plants of a schedule that is changed: those that are named, and those of its own in the bin, which are not shown. No code at all
 * means all plants where it says so. @throws AppError not_found; invalid
 */
async function keptPlants(
  tx: Tx,
  { codes, all_plants }: ReportScheduleChange,
  { plant_ids, shown }: { plant_ids: readonly number[]; shown: readonly string[] },
): Promise<readonly number[]> {
  if (codes.length === 0 && (all_plants || plant_ids.length === 0)) return [];
  const idsOf = async (of: readonly string[]) =>
    of.length === 0 ? [] : (await plantsOfReport(tx, of)).map(({ plant_id }) => plant_id);
  const seen = new Set(await idsOf(shown));
  const binned = plant_ids.filter((id) => !seen.has(id));
  if (codes.length === 0 && shown.length > 0)
    refuseField(
      'codes',
      'names_no_plant',
      'It is of some plants: name them, or say that it is of all plants',
    );
  return [...(await idsOf(codes)), ...binned];
}

/**
 * Changes what is sent. Whoever changes it is its author from then on: it holds what they may see, and ends with them. What was due by its
 * times stays due while these are not changed. @throws AppError not_found; conflict; invalid
 */
async function changeSchedule(tx: Tx, { id, given, language, now }: Changing): Promise<ReportSchedule> {
  const held = (await holdSchedule(tx, id)) ?? notFound();
  await assertVersion(held, given.version, () => find(tx, held.kind, id));
  const isSame = held.every === given.every && held.on_day === given.on_day && held.hour === given.hour;
  const nextAt = () => (isSame ? held.next_at : new Date(nextDue(given, now.getTime())));
  const { codes: shown } = await find(tx, held.kind, id);
  const kept = await keptPlants(tx, given, { plant_ids: held.plant_ids, shown });
  await updateSchedule(tx, id, await fieldsOf(tx, given, { language, nextAt, kept }));
  await recordAudit(tx, 'report_schedule.changed', String(id), { name: given.name });
  await tell(tx);
  return find(tx, held.kind, id);
}

/** Sends a report no more. @throws AppError not_found */
export async function endSchedule(tx: Tx, id: number): Promise<void> {
  if (!(await findSchedule(tx, id))) notFound();
  const { name } = (await deleteSchedule(tx, id)) ?? notFound();
  await recordAudit(tx, 'report_schedule.removed', String(id), { name });
  await tell(tx);
}

/** Whoever leaves the company is sent nothing as an outsider; a schedule that goes to nobody any more ends. */
async function leaveSchedules(tx: Tx, address: string): Promise<void> {
  const left = await dropAddress(tx, address);
  for (const { id, name, nobody } of left) {
    if (nobody) await deleteSchedule(tx, id);
    await recordAudit(tx, nobody ? 'report_schedule.removed' : 'report_schedule.changed', String(id), {
      name,
    });
  }
  if (left.length > 0) await tell(tx);
}

export const reportSchedulesHandlers: Handlers<typeof reportSchedulesCalls> = {
  list: ({ tx, query }) => scheduleRows(tx, query.kind),
  create: ({ tx, body, language, now }) => createSchedule(tx, { given: body, language, now }),
  update: ({ tx, params, body, language, now }) =>
    changeSchedule(tx, { id: params.id, given: body, language, now }),
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
    leave: leaveSchedules,
  },
];
