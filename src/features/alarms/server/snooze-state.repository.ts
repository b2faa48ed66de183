import type { Tx } from '../../../shared/server/tenancy.ts';
import { type PlantSnooze, plantSnoozes } from '../../plants/server/snoozes.public.ts';
import type { SnoozeKind } from '../snoozes.contract.ts';
import { notifySnoozed } from './alarm-events.repository.ts';

/** A snooze that is to be kept. */
export interface NewSnooze {
  readonly plant_id: number;
  /** mute by default. */
  readonly kind?: SnoozeKind;
  /** At or before now: it is in force at once. Later: it is planned. */
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly message: string;
  readonly created_by: number | null;
}

export type SnoozeEnd = 'early' | 'worse' | 'replaced';

/** Plants share so many locks in a company: however many are named, no transaction holds more. */
const LOCK_BUCKETS = 64;

/**
 * Whoever changes the snoozes of plants takes their turn until the transaction ends, before anything of them is read or
 * written: of two people the second sees what the first did, and nothing opens unheard while its snooze is being ended.
 */
export async function lockSnoozes(tx: Tx, plant_ids: readonly number[]): Promise<void> {
  if (plant_ids.length === 0) return;
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('alarm_snooze/' || $1 || '/' || u.lock, 0))
     from (select distinct id % $3 as lock from unnest($2::bigint[]) p (id) order by 1) u`,
    [String(tx.scope.company_id), plant_ids, LOCK_BUCKETS],
  );
}

/**
 * Keeps a snooze and answers its id. One that begins now takes the place of those in force; a planned one waits, and then
 * runs beside what is in force: the plant is snoozed until the last of them ends.
 */
export async function addSnooze(tx: Tx, snooze: NewSnooze, now: Date): Promise<number> {
  const { plant_id, kind = 'mute', starts_at, ends_at, message, created_by } = snooze;
  const end = { reason: 'replaced', by: created_by, now } as const;
  if (starts_at <= now) await endSnoozesOf(tx, [plant_id], end);
  const { rows } = await tx.query<{ id: number }>(
    `insert into alarm_snooze (company_id, plant_id, starts_at, ends_at, message, created_by, created_at, kind)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [tx.scope.company_id, plant_id, starts_at, ends_at, message, created_by, now, kind],
  );
  await updatePlantSnoozes(tx, [plant_id], now);
  return rows[0]?.id ?? 0;
}

/** Ends one snooze before its time, or takes a planned one back; answers its plant, undefined when it has ended already. */
export async function endSnooze(
  tx: Tx,
  id: number,
  { by, now }: { by: number | null; now: Date },
): Promise<number | undefined> {
  const { rows } = await tx.query<{ plant_id: number }>(
    `update alarm_snooze set ended_at = $3, ended_by = $4, end_reason = 'early', version = version + 1
     where company_id = $1 and id = $2 and ended_at is null and ends_at > $3 returning plant_id`,
    [tx.scope.company_id, id, now, by],
  );
  const plant_id = rows[0]?.plant_id;
  if (plant_id !== undefined) await updatePlantSnoozes(tx, [plant_id], now);
  return plant_id;
}

/**
 * Ends what is in force at these plants; what is planned for later stays, and planned work goes on whatever gets worse.
 * Answers the plants of which one ended.
 */
export async function endSnoozesOf(
  tx: Tx,
  plant_ids: readonly number[],
  { reason, by, now }: { reason: SnoozeEnd; by: number | null; now: Date },
): Promise<number[]> {
  const { rows } = await tx.query<{ plant_id: number }>(
    `update alarm_snooze set ended_at = $3, ended_by = $4, end_reason = $5, version = version + 1
     where company_id = $1 and plant_id = any($2::bigint[]) and ended_at is null and starts_at <= $3 and ends_at > $3
       and ($5 <> 'worse' or kind = 'mute')
     returning plant_id`,
    [tx.scope.company_id, plant_ids, now, by, reason],
  );
  await updatePlantSnoozes(tx, plant_ids, now);
  return [...new Set(rows.map((row) => row.plant_id))];
}

/**
 * What time does to the company's snoozes: one whose end has come has expired, a planned one whose start has come is put
 * in force. Answers the plants for which something changed.
 */
export async function advanceSnoozes(tx: Tx, now: Date): Promise<number[]> {
  const duePlants = await listDueSnoozes(tx, now);
  if (duePlants.length === 0) return [];
  await lockSnoozes(tx, duePlants);
  const { rows: expired } = await tx.query<{ plant_id: number }>(
    `update alarm_snooze set ended_at = ends_at, end_reason = 'expired', version = version + 1
     where company_id = $1 and ended_at is null and ends_at <= $2 and plant_id = any($3::bigint[]) returning plant_id`,
    [tx.scope.company_id, now, duePlants],
    'snooze_expire',
  );
  // Somebody may have ended or replaced others while this waited for its turn.
  const due = (await listDueSnoozes(tx, now)).filter((plant_id) => duePlants.includes(plant_id));
  const plant_ids = [...new Set([...expired.map((row) => row.plant_id), ...due])];
  if (plant_ids.length > 0) await updatePlantSnoozes(tx, plant_ids, now);
  return plant_ids;
}

/** Plants of whose snoozes one is over, or is to be put in force. */
async function listDueSnoozes(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await tx.query<{ plant_id: number }>(
    `select distinct s.plant_id from alarm_snooze s join plants.plant p on p.company_id = s.company_id and p.id = s.plant_id
     where s.company_id = $1 and s.ended_at is null
       and (s.ends_at <= $2 or (s.starts_at <= $2 and (p.snooze_date is null or p.snooze_date < s.ends_at)))`,
    [tx.scope.company_id, now],
    'snooze_turning',
  );
  return rows.map((row) => row.plant_id);
}

/**
 * Until when plants are snoozed, as their rows say: the one in force that ends last, or nothing. Openings that were
 * muted meanwhile are notified when the plant is snoozed no more.
 */
async function updatePlantSnoozes(tx: Tx, plant_ids: readonly number[], now: Date): Promise<void> {
  const { rows } = await tx.query<PlantSnooze>(
    `select u.plant_id, s.ends_at, coalesce(s.message, '') as message, coalesce(s.kind, 'mute') as kind
     from unnest($2::bigint[]) u (plant_id) left join lateral (
       select ends_at, message, kind from alarm_snooze
       where company_id = $1 and plant_id = u.plant_id and ended_at is null and starts_at <= $3 and ends_at > $3
       order by ends_at desc, id desc limit 1) s on true`,
    [tx.scope.company_id, plant_ids, now],
  );
  const changed = await plantSnoozes.save(tx, rows);
  const awake = rows.filter((row) => row.ends_at === null && changed.includes(row.plant_id));
  if (awake.length > 0)
    await notifySnoozed(
      tx,
      awake.map(({ plant_id }) => plant_id),
    );
}

/** The plants that are snoozed at an instant. */
export async function listSnoozedPlants(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await tx.query<{ plant_id: number }>(
    `select distinct plant_id from alarm_snooze
     where company_id = $1 and ended_at is null and starts_at <= $2 and ends_at > $2`,
    [tx.scope.company_id, now],
    'snoozed_plants',
  );
  return rows.map((row) => row.plant_id);
}

/** The same, locked until the transaction ends: nobody ends one of these snoozes meanwhile, so that what it mutes is notified when it ends. */
export async function lockSnoozedPlants(tx: Tx, now: Date): Promise<number[]> {
  const found = await listSnoozedPlants(tx, now);
  if (found.length === 0) return [];
  await lockSnoozes(tx, found);
  return listSnoozedPlants(tx, now);
}

/** Counts alarms of plants (each named as often as it had one) to the snoozes that muted them. */
export async function countMuted(tx: Tx, plant_ids: readonly number[], now: Date): Promise<void> {
  await tx.query(
    `update alarm_snooze s set muted = s.muted + u.n
     from (select plant_id, count(*)::int as n from unnest($2::bigint[]) u (plant_id) group by 1) u
     where s.company_id = $1 and s.plant_id = u.plant_id and s.ended_at is null and s.starts_at <= $3 and s.ends_at > $3`,
    [tx.scope.company_id, plant_ids, now],
  );
}
