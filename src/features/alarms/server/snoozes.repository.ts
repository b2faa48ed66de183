import type { PageQuery } from '../../../shared/server/http/pages.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { Snooze } from '../snoozes.contract.ts';
import { personSql } from './people.repository.ts';

type Instants = 'starts_at' | 'ends_at' | 'ended_at' | 'created_at';
export type SnoozeRow = Omit<Snooze, 'days' | Instants> & {
  plant_id: number;
  starts_at: Date;
  ends_at: Date;
  ended_at: Date | null;
  created_at: Date;
};

export interface SnoozeFilter {
  readonly state?: 'planned' | 'active' | 'ended' | 'standing' | undefined;
  readonly plant_id?: number | undefined;
}

// One whose time is over has ended, whether or not anybody has put that down yet.
const ENDED = '(s.ended_at is not null or s.ends_at <= $2)';
const STATE = `case when ${ENDED} then 'ended' when s.starts_at > $2 then 'planned' else 'active' end`;
const COLUMNS = `s.id, s.plant_id, p.proj_code, p.name as plant_name, p.time_zone, s.kind, s.message as snooze_message, s.starts_at, s.ends_at,
  ${STATE} as state, case when ${ENDED} then coalesce(s.ended_at, s.ends_at) end as ended_at,
  case when ${ENDED} then coalesce(s.end_reason, 'expired') end as end_reason,
  ${personSql('s.created_by')} as created_by, s.created_at, ${personSql('s.ended_by')} as ended_by, s.muted, s.version`;
const FROM = `from alarm_snooze s join plants.plant p on p.company_id = $1 and p.id = s.plant_id
  where s.company_id = $1 and ($3::bigint[] is null or s.plant_id = any($3))`;
const STATES = {
  planned: `not ${ENDED} and s.starts_at > $2`,
  active: `not ${ENDED} and s.starts_at <= $2`,
  ended: ENDED,
  standing: `not ${ENDED}`,
} as const;

/** One page of the snoozes of plants that the scope may see, newest start first, and how many there are in all. */
export async function listSnoozes(
  tx: Tx,
  { state, plant_id, now }: SnoozeFilter & { now: Date },
  { page, page_size }: PageQuery,
): Promise<{ count: number; rows: SnoozeRow[] }> {
  const values = [tx.scope.company_id, now, plantFilter(tx.scope), plant_id ?? null];
  const from = `${FROM} and ($4::bigint is null or s.plant_id = $4) and ${state ? STATES[state] : '$2::timestamptz is not null'}`;
  const counted = await tx.query<{ count: number }>(`select count(*)::int as count ${from}`, values);
  const { rows } = await tx.query<SnoozeRow>(
    `select ${COLUMNS} ${from} order by s.starts_at desc, s.id desc limit $5 offset $6`,
    [...values, page_size, (page - 1) * page_size],
  );
  return { count: counted.rows[0]?.count ?? 0, rows };
}

/** A snooze of a plant that the scope may see. */
export async function findSnooze(tx: Tx, id: number, now: Date): Promise<SnoozeRow | undefined> {
  const { rows } = await tx.query<SnoozeRow>(
    `select ${COLUMNS} ${FROM} and s.id = $4`,
    [tx.scope.company_id, now, plantFilter(tx.scope), id],
    'snooze_one',
  );
  return rows[0];
}

/** The snooze of a plant that is in force; where there are several the one that ends last. */
export async function findInForce(tx: Tx, plant_id: number, now: Date): Promise<SnoozeRow | undefined> {
  const { rows } = await tx.query<SnoozeRow>(
    `select ${COLUMNS} ${FROM} and s.plant_id = $4 and ${STATES.active} order by s.ends_at desc, s.id desc limit 1`,
    [tx.scope.company_id, now, plantFilter(tx.scope), plant_id],
    'snooze_in_force',
  );
  return rows[0];
}

/** A planned snooze of a plant that shares time with a window. */
export async function findPlanned(
  tx: Tx,
  { plant_id, starts_at, ends_at, now }: { plant_id: number; starts_at: Date; ends_at: Date; now: Date },
): Promise<SnoozeRow | undefined> {
  const { rows } = await tx.query<SnoozeRow>(
    `select ${COLUMNS} ${FROM} and s.plant_id = $4 and ${STATES.planned} and s.starts_at < $6 and s.ends_at > $5
     order by s.starts_at limit 1`,
    [tx.scope.company_id, now, plantFilter(tx.scope), plant_id, starts_at, ends_at],
    'snooze_planned',
  );
  return rows[0];
}

/** A plant that the scope may see. */
export async function findPlantToSnooze(
  tx: Tx,
  proj_code: string,
): Promise<{ plant_id: number; proj_code: string; time_zone: string } | undefined> {
  const { rows } = await tx.query<{ plant_id: number; proj_code: string; time_zone: string }>(
    `select id as plant_id, proj_code, time_zone from plants.plant
     where company_id = $1 and proj_code = $2 and ($3::bigint[] is null or id = any($3))`,
    [tx.scope.company_id, proj_code, plantFilter(tx.scope)],
    'snooze_plant',
  );
  return rows[0];
}
