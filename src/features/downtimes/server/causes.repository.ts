import { markChangedDays } from '../../../shared/server/changed-days.repository.ts';
import { insertRows } from '../../../shared/server/columns.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { type CauseKind, DEFAULT_CAUSES } from '../causes.model.ts';

/** A cause of the company that is not in the bin; it stays as it is until the transaction ends. */
export async function holdCause(tx: Tx, id: number): Promise<{ retired: boolean } | undefined> {
  const { rows } = await tx.query<{ retired: boolean }>(
    'select retired from downtime_cause where company_id = $1 and id = $2 and deleted_at is null for share',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** The first cause of a kind that is still offered. */
export async function findCauseOfKind(tx: Tx, kind: CauseKind): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from downtime_cause where company_id = $1 and kind = $2 and not retired and deleted_at is null order by id limit 1`,
    [tx.scope.company_id, kind],
    'downtimes_cause_of_kind',
  );
  return rows[0]?.id;
}

/** Whether any downtime, the bin's among them, or any setting names a cause; whoever asks may not see all of them. */
export async function isCauseUsed(tx: Tx, id: number): Promise<boolean> {
  const look = async () => {
    const { rows } = await tx.query<{ used: boolean }>(
      `select exists (select from downtime d where d.company_id = $1 and d.cause_id = $2)
           or exists (select from k451_setting k where k.company_id = $1 and k.cause_id = $2) as used`,
      [tx.scope.company_id, id],
    );
    return rows[0]?.used ?? false;
  };
  return withBin(tx, () => withEveryPlant(tx, look));
}

interface Meant {
  readonly cause_id: number;
  /** Null: every plant. */
  readonly plant_id?: number | null;
  /** Days of plants' calendars, both included; null: until further notice. */
  readonly from_on?: string;
  readonly to_on?: string | null;
}

/**
 * Says that days with downtimes of a cause are to be counted anew, because the cause counts otherwise. It is the company's: days of
 * plants that the scope may not see are meant too. Each plant has one stretch, from its first such downtime to its last, however
 * many it had: days in it that come out as they were are not made.
 */
export async function markDaysOfCause(
  tx: Tx,
  { cause_id, plant_id = null, from_on = '0001-01-01', to_on = null }: Meant,
): Promise<void> {
  const mark = async () => {
    const { rows } = await tx.query<{ plant_id: number; start_at: Date; stop_at: Date | null }>(
      `select d.plant_id, min(d.start_at) as start_at,
         case when bool_and(d.stop_at is not null) then max(d.stop_at) end as stop_at
       from downtime d
       where d.company_id = $1 and d.cause_id = $2 and ($3::bigint is null or d.plant_id = $3) and d.deleted_at is null
         and (d.stop_at is null or d.stop_at > $4::date - 1) and ($5::date is null or d.start_at < $5::date + 2)
       group by d.plant_id`,
      [tx.scope.company_id, cause_id, plant_id, from_on, to_on],
    );
    await markChangedDays(
      tx,
      rows.map((row) => ({ plant_id: row.plant_id, start: row.start_at, end: row.stop_at })),
    );
  };
  await withEveryPlant(tx, mark);
}

/** Puts the causes that every company starts with into a new one. */
export async function insertDefaultCauses(tx: Tx): Promise<void> {
  const { company_id } = tx.scope;
  const rows = DEFAULT_CAUSES.map((cause) => ({ ...cause, company_id }));
  await insertRows(
    tx,
    'downtime_cause',
    rows,
    'on conflict (company_id, name) where deleted_at is null do nothing',
  );
}
