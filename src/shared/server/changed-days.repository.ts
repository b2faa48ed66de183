import type { Tx } from './tenancy.ts';

/** PostgreSQL's channel for days that are to be counted anew, with the company's number. */
export const CHANGED_DAYS_CHANNEL = 'changed_days';

/** A stretch of a plant of which records have changed that say how its days count. */
export interface ChangedStretch {
  readonly plant_id: number;
  readonly start: Date;
  /** Null: until further notice. */
  readonly end: Date | null;
}

/** Wakes whoever counts these days when the transaction commits. */
const wake = async (tx: Tx): Promise<void> => {
  await tx.query('select pg_notify($1, $2)', [CHANGED_DAYS_CHANNEL, String(tx.scope.company_id)]);
};

async function insertStretches(tx: Tx, stretches: readonly ChangedStretch[]): Promise<void> {
  await tx.query(
    `insert into changed_days (company_id, plant_id, from_at, to_at)
     select distinct $1::int, * from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) returning id`,
    [
      tx.scope.company_id,
      stretches.map(({ plant_id }) => plant_id),
      stretches.map(({ start }) => start),
      stretches.map(({ end }) => end),
    ],
  );
}

/** Says that days are to be counted anew, in the transaction that changes what they are counted by. // ADR 0077 */
export async function markChangedDays(tx: Tx, stretches: readonly ChangedStretch[]): Promise<void> {
  if (stretches.length === 0) return;
  await insertStretches(tx, stretches);
  await wake(tx);
}

/** The same of homes. Whoever makes their days looks every few minutes, and is not woken. */
export async function markChangedHomes(tx: Tx, stretches: readonly ChangedStretch[]): Promise<void> {
  if (stretches.length > 0) await insertStretches(tx, stretches);
}

export interface ChangedDaysRow {
  id: number;
  plant_id: number;
  from_at: Date;
  to_at: Date | null;
  changed_at: Date;
}

async function listStretches(
  tx: Tx,
  plant_ids: readonly number[] | null,
  homes: boolean,
): Promise<ChangedDaysRow[]> {
  const { rows } = await tx.query<ChangedDaysRow>(
    `select c.id, c.plant_id, c.from_at, c.to_at, c.changed_at from changed_days c
     where c.company_id = $1 and ($2::bigint[] is null or c.plant_id = any($2)) and $3 = exists (
       select from plants.plant p where p.company_id = $1 and p.id = c.plant_id and p.kind = 'residential')
     order by c.changed_at, c.id`,
    [tx.scope.company_id, plant_ids, homes],
  );
  return rows;
}

/** What is still to be counted anew, of plants or of all, the oldest first; of homes somebody else takes it. */
export const listChangedDays = (
  tx: Tx,
  plant_ids: readonly number[] | null = null,
): Promise<ChangedDaysRow[]> => listStretches(tx, plant_ids, false);

/** The same of homes. */
export const listChangedHomes = (
  tx: Tx,
  plant_ids: readonly number[] | null = null,
): Promise<ChangedDaysRow[]> => listStretches(tx, plant_ids, true);

/** Says that it has been counted anew: only what was read before the counting. */
export async function dropChangedDays(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('delete from changed_days where company_id = $1 and id = any($2::bigint[])', [
    tx.scope.company_id,
    ids,
  ]);
}
