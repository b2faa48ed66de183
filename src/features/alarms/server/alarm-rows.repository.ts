import type { Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../../notifications/alarm-codes.model.ts';
import { ALARM_TYPE } from '../alarms.model.ts';
import type { Changes, PlantFlags, StoredAlarm } from '../changes.model.ts';
import { type ActiveAlarm, type AlarmParams, alarmKey } from '../evaluation/active-alarm.model.ts';

/** SQL: an instant as epoch ms. */
const ms = (column: string): string => `round(extract(epoch from ${column}) * 1000)::float8`;

/** All open alarms of the company that evaluation found; where one came again it began when its last repeat did. */
export async function listOpenAlarms(tx: Tx): Promise<StoredAlarm[]> {
  const { rows } = await tx.query<StoredAlarm>(
    `select id, plant_id, device_id, port_id, code, params, cause_id,
            case when closing_ms is not null then jsonb_build_object('after_ms', closing_ms, 'back', case when back_since is not null
              then jsonb_build_object('since', ${ms('back_since')}, 'closes_at', ${ms('closes_at')}) end) end as closing,
            (extract(epoch from coalesce(last_at, date)) * 1000)::float8 as began_at
     from alarm where company_id = $1 and end_date is null and raised_for = '' order by id`,
    [tx.scope.company_id],
    'alarm_open',
  );
  return rows;
}

/**
 * Takes alarms until the transaction ends, and those that openings will join, in the order of their ids: who writes several
 * (a person too, who works on many at once) takes them so before the first write, and nobody waits in a circle.
 */
export async function lockAlarmRows(
  tx: Tx,
  { ids, opening, now }: { ids: readonly number[]; opening: readonly NewAlarm[]; now: Date },
): Promise<void> {
  const keys = opening.map(({ plant_id, device_id, port_id, code, raised_for = '' }) => ({
    plant_id,
    device_id,
    port_id,
    code,
    raised_for,
  }));
  await tx.query(
    `with u as (select * from jsonb_to_recordset($2::jsonb) u (${KEY_COLUMNS})),
     again as (select a.id from u cross join lateral (${JOINED}) a)
     select id from alarm where company_id = $1 and id in (select unnest($5::bigint[]) union select id from again)
     order by id for no key update`,
    [tx.scope.company_id, JSON.stringify(keys), now, JOINS_WITHIN_HOURS, ids],
  );
}

/** The same fault of the same thing joins its alarm when that closed within these hours. */
export const JOINS_WITHIN_HOURS = 8;
/** Alarms in one statement: their evidence travels with them. */
const AT_ONCE = 500;

/** An alarm that opens, whoever found it. */
export type NewAlarm = Omit<ActiveAlarm, 'code'> & {
  readonly code: AlarmCode;
  readonly raised_for?: string;
};

export interface OpeningAlarm {
  readonly alarm: NewAlarm;
  readonly muted: boolean;
}

export interface OpenedAlarm extends OpeningAlarm {
  readonly id: number;
  /** Whether it joined an alarm of the last hours. */
  readonly joined: boolean;
  /** It had been acknowledged, and asks for attention again. */
  readonly unacknowledged: boolean;
}

/**
 * Opens alarms, each as a new one or as its alarm of the last hours again with a higher count. Whoever it is assigned to
 * keeps it; that somebody acknowledged it does not hold for what came again.
 */
export async function openAlarms(
  tx: Tx,
  openings: readonly OpeningAlarm[],
  now: Date,
): Promise<OpenedAlarm[]> {
  const opened: OpenedAlarm[] = [];
  for (let i = 0; i < openings.length; i += AT_ONCE) {
    opened.push(...(await openBatch(tx, openings.slice(i, i + AT_ONCE), now)));
  }
  return opened;
}

const KEY_COLUMNS = 'plant_id bigint, device_id bigint, port_id bigint, code text, raised_for text';
/** SQL: the alarm that an opening `u` joins at $3, of the last $4 hours. */
const JOINED = `select id, acknowledged_at is not null as unacknowledged from alarm
  where company_id = $1 and plant_id = u.plant_id and device_id is not distinct from u.device_id
    and port_id is not distinct from u.port_id and code = u.code and raised_for = u.raised_for
    and end_date > $3::timestamptz - make_interval(hours => $4)
  order by end_date desc limit 1`;
const COLUMNS = `i int, ${KEY_COLUMNS}, type text, params jsonb,
  evidence jsonb, began timestamptz, muted bool, closing_ms int`;

const recordOf = ({ alarm, muted }: OpeningAlarm, i: number) => ({
  i,
  plant_id: alarm.plant_id,
  device_id: alarm.device_id,
  port_id: alarm.port_id,
  code: alarm.code,
  raised_for: alarm.raised_for ?? '',
  type: ALARM_TYPE[alarm.code],
  params: alarm.params,
  evidence: bounded(alarm.evidence) ?? {},
  began: new Date(alarm.began_at).toISOString(),
  muted,
  closing_ms: alarm.closing?.after_ms ?? null,
});

/** The column refuses more than it can show; what there is too much of goes first. */
const MAX_SERIES = 40;
const MAX_READINGS = 120;

function bounded(evidence: ActiveAlarm['evidence']): ActiveAlarm['evidence'] {
  if (!evidence) return null;
  const { series, readings } = evidence;
  return { ...evidence, series: series.slice(0, MAX_SERIES), readings: readings.slice(0, MAX_READINGS) };
}

async function openBatch(tx: Tx, openings: readonly OpeningAlarm[], now: Date): Promise<OpenedAlarm[]> {
  const records = openings.map(recordOf);
  const joined = await tx.query<{ i: number; id: number; unacknowledged: boolean }>(
    `with u as (select * from jsonb_to_recordset($2::jsonb) u (${COLUMNS})),
     found as (
       select u.*, a.id, a.unacknowledged from u cross join lateral (${JOINED}) a
     )
     update alarm a set end_date = null, count = a.count + 1, last_at = f.began, params = f.params, cause_id = null,
       evidence = case when f.evidence = '{}' then a.evidence else f.evidence end, muted = a.muted or f.muted,
       closing_ms = f.closing_ms, back_since = null, closes_at = null,
       acknowledged_at = null, acknowledged_by = null, version = a.version + f.unacknowledged::int
     from found f where a.company_id = $1 and a.id = f.id returning f.i, a.id, f.unacknowledged`,
    [tx.scope.company_id, JSON.stringify(records), now, JOINS_WITHIN_HOURS],
  );
  const ids = new Map(joined.rows.map((row) => [row.i, row]));
  const fresh = records.filter(({ i }) => !ids.has(i));
  const made = await insertAlarms(tx, fresh, now);
  return openings.flatMap((opening, i) => {
    const again = ids.get(i);
    const id = again?.id ?? made.get(alarmKey(opening.alarm));
    const unacknowledged = again?.unacknowledged ?? false;
    return id === undefined ? [] : [{ ...opening, id, joined: again !== undefined, unacknowledged }];
  });
}

type MadeAlarm = Pick<StoredAlarm, 'id' | 'plant_id' | 'device_id' | 'port_id'> & {
  readonly code: AlarmCode;
  readonly raised_for: string;
};

async function insertAlarms(
  tx: Tx,
  records: readonly ReturnType<typeof recordOf>[],
  now: Date,
): Promise<Map<string, number>> {
  if (records.length === 0) return new Map();
  const { rows } = await tx.query<MadeAlarm>(
    `insert into alarm (company_id, plant_id, device_id, port_id, code, raised_for, type, params, evidence, date, opened_at, muted, closing_ms)
     select $1, u.plant_id, u.device_id, u.port_id, u.code, u.raised_for, u.type, u.params, u.evidence, u.began, $3, u.muted, u.closing_ms
     from jsonb_to_recordset($2::jsonb) u (${COLUMNS}) order by u.i
     on conflict do nothing returning id, plant_id, device_id, port_id, code, raised_for`,
    [tx.scope.company_id, JSON.stringify(records), now],
  );
  return new Map(rows.map((row) => [alarmKey(row), row.id]));
}

/** Names the causes of alarms that have just opened. */
export async function linkCauses(
  tx: Tx,
  links: readonly { readonly id: number; readonly cause_id: number }[],
): Promise<void> {
  if (links.length === 0) return;
  await tx.query(
    `update alarm a set cause_id = u.cause_id from unnest($2::bigint[], $3::bigint[]) u (id, cause_id)
     where a.company_id = $1 and a.id = u.id`,
    [tx.scope.company_id, links.map((l) => l.id), links.map((l) => l.cause_id)],
  );
}

export async function changeParams(
  tx: Tx,
  changes: readonly { readonly id: number; readonly params: AlarmParams }[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `update alarm a set params = u.params
     from jsonb_to_recordset($2::jsonb) u (id bigint, params jsonb) where a.company_id = $1 and a.id = u.id`,
    [tx.scope.company_id, JSON.stringify(changes.map(({ id, params }) => ({ id, params })))],
  );
}

/** Keeps how open alarms close. */
export async function changeClosings(tx: Tx, closings: Changes['closing']): Promise<void> {
  if (closings.length === 0) return;
  const instant = (at: number | undefined) => (at === undefined ? null : new Date(at));
  await tx.query(
    `update alarm a set closing_ms = u.closing_ms, back_since = u.back_since, closes_at = u.closes_at
     from unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::timestamptz[]) u (id, closing_ms, back_since, closes_at)
     where a.company_id = $1 and a.id = u.id`,
    [
      tx.scope.company_id,
      closings.map(({ id }) => id),
      closings.map(({ closing }) => closing.after_ms),
      closings.map(({ closing }) => instant(closing.back?.since)),
      closings.map(({ closing }) => instant(closing.back?.closes_at)),
    ],
    'alarm_closings',
  );
}

export async function listFlags(tx: Tx): Promise<PlantFlags[]> {
  const { rows } = await tx.query<PlantFlags>(
    'select plant_id, error, warning, string_w from overview.plant_live where company_id = $1',
    [tx.scope.company_id],
    'alarm_flags',
  );
  return rows;
}

export async function saveFlags(tx: Tx, flags: readonly PlantFlags[]): Promise<void> {
  await tx.query(
    `update public.plant_live l set error = u.error, warning = u.warning, string_w = u.string_w, updated_at = now()
     from unnest($2::bigint[], $3::bool[], $4::bool[], $5::bool[]) u (plant_id, error, warning, string_w)
     where l.company_id = $1 and l.plant_id = u.plant_id`,
    [
      tx.scope.company_id,
      flags.map((f) => f.plant_id),
      flags.map((f) => f.error),
      flags.map((f) => f.warning),
      flags.map((f) => f.string_w),
    ],
  );
}
