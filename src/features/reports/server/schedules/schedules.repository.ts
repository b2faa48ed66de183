import type { Language } from '../../../../shared/server/language.ts';
import { plantFilter, type Tx } from '../../../../shared/server/tenancy.ts';
import type { ReportKind } from '../../report-issues.contract.ts';
import type { ScheduleRhythm, SentFile } from '../../report-schedule.model.ts';

export interface ScheduleFields {
  readonly name: string;
  readonly kind: ReportKind;
  /** Empty: all that author and recipient may both see. */
  readonly plant_ids: readonly number[];
  readonly every: ScheduleRhythm;
  readonly on_day: number;
  readonly hour: number;
  readonly members: readonly number[];
  readonly addresses: readonly string[];
  readonly language: Language;
  readonly next_at: Date;
  readonly created_by: number;
}

export interface ScheduleRow extends ScheduleFields {
  readonly id: number;
  readonly version: number;
  readonly created_at: Date;
  /** As many mails were sent before as a day may have: some of its own go out then. */
  readonly put_off_until: Date | null;
}

export interface ListedSchedule extends ScheduleRow {
  readonly codes: readonly string[];
  readonly last_sent: number;
}

const COLUMNS = `s.id, s.name, s.kind, s.plant_ids, s.every, s.on_day, s.hour, s.members, s.addresses, s.language, s.next_at,
  s.created_by, s.created_at, s.put_off_until, s.version`;

/** Schedules of a kind by their name, without those of plants that the scope may not see; with how many mails the last time brought. */
export async function listSchedules(tx: Tx, kind: ReportKind): Promise<ListedSchedule[]> {
  const { rows } = await tx.query<ListedSchedule>(
    `select ${COLUMNS},
       array(select p.proj_code from plants.plant p where p.company_id = $1 and p.id = any(s.plant_ids) order by p.proj_code) as codes,
       coalesce((select count(*) from report_delivery d where d.company_id = $1 and d.schedule_id = s.id
         group by d.due_on order by d.due_on desc limit 1), 0)::int as last_sent
     from report_schedule s
     where s.company_id = $1 and s.kind = $2 and ($3::bigint[] is null or s.plant_ids <@ $3) order by s.name, s.id`,
    [tx.scope.company_id, kind, plantFilter(tx.scope)],
  );
  return rows;
}

export async function findSchedule(tx: Tx, id: number): Promise<ScheduleRow | undefined> {
  const { rows } = await tx.query<ScheduleRow>(
    `select ${COLUMNS} from report_schedule s
     where s.company_id = $1 and s.id = $2 and ($3::bigint[] is null or s.plant_ids <@ $3)`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rows[0];
}

/** A schedule, kept as it is until the transaction ends. */
export async function holdSchedule(tx: Tx, id: number): Promise<ScheduleRow | undefined> {
  const { rows } = await tx.query<ScheduleRow>(
    `select ${COLUMNS} from report_schedule s
     where s.company_id = $1 and s.id = $2 and ($3::bigint[] is null or s.plant_ids <@ $3) for update`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rows[0];
}

export async function updateSchedule(
  tx: Tx,
  id: number,
  schedule: Omit<ScheduleFields, 'kind'>,
): Promise<void> {
  await tx.query(
    `update report_schedule set name = $3, plant_ids = $4::bigint[], every = $5, on_day = $6, hour = $7, members = $8::bigint[],
       addresses = $9::text[], language = $10, next_at = $11, created_by = $12, version = version + 1
     where company_id = $1 and id = $2`,
    [
      tx.scope.company_id,
      id,
      schedule.name,
      schedule.plant_ids,
      schedule.every,
      schedule.on_day,
      schedule.hour,
      schedule.members,
      schedule.addresses,
      schedule.language,
      schedule.next_at,
      schedule.created_by,
    ],
  );
}

export async function countSchedules(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from report_schedule where company_id = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}

/** What a person had sent in the company, by name. */
export async function listSchedulesOf(
  tx: Tx,
  user_id: number,
): Promise<{ id: number; name: string; created_at: Date }[]> {
  const { rows } = await tx.query<{ id: number; name: string; created_at: Date }>(
    'select id, name, created_at from report_schedule where company_id = $1 and created_by = $2 order by name, id',
    [tx.scope.company_id, user_id],
  );
  return rows;
}

export async function insertSchedule(tx: Tx, schedule: ScheduleFields): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into report_schedule (company_id, name, kind, plant_ids, every, on_day, hour, members, addresses, language, next_at,
       created_by)
     values ($1, $2, $3, $4::bigint[], $5, $6, $7, $8::bigint[], $9::text[], $10, $11, $12) returning id`,
    [
      tx.scope.company_id,
      schedule.name,
      schedule.kind,
      schedule.plant_ids,
      schedule.every,
      schedule.on_day,
      schedule.hour,
      schedule.members,
      schedule.addresses,
      schedule.language,
      schedule.next_at,
      schedule.created_by,
    ],
  );
  return rows[0]?.id ?? 0;
}

export async function deleteSchedule(tx: Tx, id: number): Promise<{ name: string } | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    'delete from report_schedule where company_id = $1 and id = $2 returning name',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** Takes an address out of all schedules of the company, whatever plants they are of. */
export async function dropAddress(
  tx: Tx,
  address: string,
): Promise<{ id: number; name: string; nobody: boolean }[]> {
  const { rows } = await tx.query<{ id: number; name: string; nobody: boolean }>(
    `update report_schedule s set version = version + 1,
       addresses = array(select a from unnest(s.addresses) with ordinality n (a, i) where lower(a) <> lower($2) order by i)
     where s.company_id = $1 and exists (select from unnest(s.addresses) a where lower(a) = lower($2))
     returning s.id, s.name, cardinality(s.addresses) + cardinality(s.members) = 0 as nobody`,
    [tx.scope.company_id, address],
  );
  return rows;
}

/** Schedules that are due, each held by this transaction: another instance leaves them to it. */
export async function holdDue(tx: Tx, now: Date): Promise<ScheduleRow[]> {
  const { rows } = await tx.query<ScheduleRow>(
    `select ${COLUMNS} from report_schedule s where s.company_id = $1 and s.next_at <= $2 order by s.next_at for update skip locked`,
    [tx.scope.company_id, now],
  );
  return rows;
}

export async function moveSchedule(tx: Tx, id: number, next_at: Date): Promise<void> {
  await tx.query('update report_schedule set next_at = $3 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
    next_at,
  ]);
}

/** Says until when mails of a schedule wait, or that none waits any more; whether that is something new. */
export async function putOffSchedule(tx: Tx, id: number, until: Date | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update report_schedule set put_off_until = $3 where company_id = $1 and id = $2
       and put_off_until is distinct from $3 and ($3::timestamptz is not null or put_off_until <= now())`,
    [tx.scope.company_id, id, until],
  );
  return rowCount > 0;
}

export interface Delivery {
  readonly schedule_id: number;
  /** YYYY-MM-DD. */
  readonly due_on: string;
  /** Whom it goes to: of a member `member:` and their account, of an outsider the address. */
  readonly recipient: string;
}

/** What was sent of a schedule on a day, and to whom. */
export async function listDelivered(
  tx: Tx,
  { schedule_id, due_on }: Pick<Delivery, 'schedule_id' | 'due_on'>,
): Promise<(SentFile & { readonly recipient: string })[]> {
  const { rows } = await tx.query<{ recipient: string; part: number; plants: number[] | null }>(
    `select recipient, part, told_of as plants from report_delivery
     where company_id = $1 and schedule_id = $2 and due_on = $3 order by recipient, part`,
    [tx.scope.company_id, schedule_id, due_on],
  );
  return rows;
}

/** Notes that a file is sent; false: one of its number was before. Whoever notes the same at the same time waits, and then hears that. */
export async function noteDelivery(
  tx: Tx,
  { schedule_id, due_on, recipient, part, plants }: Delivery & SentFile,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into report_delivery (company_id, schedule_id, due_on, recipient, part, told_of, sent_at)
     select $1, $2, $3::date, $4, $5, $6::bigint[], $7 where exists (select from report_schedule s where s.company_id = $1 and s.id = $2)
     on conflict do nothing`,
    [tx.scope.company_id, schedule_id, due_on, recipient, part, plants, now],
  );
  return rowCount > 0;
}

/** What was sent is told for two years. */
export async function removeOldDeliveries(tx: Tx): Promise<void> {
  await tx.query(`delete from report_delivery where company_id = $1 and due_on < current_date - 730`, [
    tx.scope.company_id,
  ]);
}
