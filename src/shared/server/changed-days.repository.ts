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

/** Says that days are to be counted anew, in the transaction that changes what they are counted by. // ADR 0077 */
export async function markChangedDays(tx: Tx, stretches: readonly ChangedStretch[]): Promise<void> {
  if (stretches.length === 0) return;
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
  await wake(tx);
}

export interface ChangedDaysRow {
  id: number;
  plant_id: number;
  from_at: Date;
  to_at: Date | null;
  changed_at: Date;
}

/** What is still to be counted anew, of plants or of all, the oldest first. */
export async function listChangedDays(
  tx: Tx,
  plant_ids: readonly number[] | null = null,
): Promise<ChangedDaysRow[]> {
  const { rows } = await tx.query<ChangedDaysRow>(
    `select id, plant_id, from_at, to_at, changed_at from changed_days
     where company_id = $1 and ($2::bigint[] is null or plant_id = any($2)) order by changed_at, id`,
    [tx.scope.company_id, plant_ids],
  );
  return rows;
}

/** Says that it has been counted anew: only what was read before the counting. */
export async function dropChangedDays(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('delete from changed_days where company_id = $1 and id = any($2::bigint[])', [
    tx.scope.company_id,
    ids,
  ]);
}
