import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import type { Side } from '../comparison.model.ts';

export interface DifferenceRow {
  meter_id: number;
  serial_number: string;
  plant_id: number;
  proj_code: string;
  plant_name: string;
  time_zone: string;
  month: string;
  side: Side;
  day: string | null;
  own_kwh: number;
  other_kwh: number;
  threshold_pct: number;
  found_at: Date;
}

/** Differences that stand, newest month first; of some meters all of theirs. */
export async function listDifferences(
  tx: Tx,
  meter_ids: readonly number[] | null = null,
): Promise<DifferenceRow[]> {
  const { rows } = await tx.query<DifferenceRow>(
    `select f.meter_id, m.serial_number, f.plant_id, p.proj_code, p.name as plant_name, p.time_zone, to_char(f.month, 'YYYY-MM') as month, f.side,
       f.day::text as day, f.own_kwh, f.other_kwh, f.threshold_pct, f.found_at
     from energy_meter_difference f
     join energy_meter m on m.company_id = $1 and m.id = f.meter_id
     join plants.plant p on p.company_id = $1 and p.id = f.plant_id
     where f.company_id = $1 and f.ended_at is null and ($2::bigint[] is null or f.meter_id = any($2))
     order by f.month desc, p.proj_code, m.serial_number, f.side limit case when $2 is null then 2000 end`,
    [tx.scope.company_id, meter_ids],
  );
  return rows;
}

export interface FoundDifference {
  readonly meter_id: number;
  readonly plant_id: number;
  readonly month: string;
  readonly side: Side;
  readonly day: string | null;
  readonly own_kwh: number;
  readonly other_kwh: number;
  readonly threshold_pct: number;
}

/** Keeps differences that were found; one that stood already keeps since when. */
export async function saveDifferences(tx: Tx, found: readonly FoundDifference[], now: Date): Promise<void> {
  if (found.length === 0) return;
  await tx.query(
    `insert into energy_meter_difference as f (company_id, meter_id, month, side, plant_id, day, own_kwh, other_kwh, threshold_pct,
       found_at)
     select $1, u.meter_id, (u.month || '-01')::date, u.side, u.plant_id, u.day, u.own_kwh, u.other_kwh, u.threshold_pct, $2
     from jsonb_to_recordset($3::jsonb) u (meter_id bigint, month text, side text, plant_id bigint, day date, own_kwh float8,
       other_kwh float8, threshold_pct float8)
     on conflict (company_id, meter_id, month, side) do update
       set day = excluded.day, own_kwh = excluded.own_kwh, other_kwh = excluded.other_kwh, threshold_pct = excluded.threshold_pct,
         found_at = case when f.ended_at is null then f.found_at else excluded.found_at end, ended_at = null`,
    [tx.scope.company_id, now, JSON.stringify(found)],
  );
}

/** Ends a difference that was corrected. */
export async function endDifference(
  tx: Tx,
  { meter_id, month, side }: Pick<FoundDifference, 'meter_id' | 'month' | 'side'>,
  now: Date,
): Promise<void> {
  await tx.query(
    `update energy_meter_difference set ended_at = $5
     where company_id = $1 and meter_id = $2 and month = $3::date and side = $4 and ended_at is null`,
    [tx.scope.company_id, meter_id, `${month}-01`, side, now],
  );
}

/** Ends all that stands of some meters; answers how many. */
export async function endDifferencesOf(tx: Tx, meter_ids: readonly number[], now: Date): Promise<number> {
  const { rows } = await tx.query(
    `update energy_meter_difference set ended_at = $3
     where company_id = $1 and meter_id = any($2::bigint[]) and ended_at is null returning meter_id`,
    [tx.scope.company_id, meter_ids, now],
  );
  return rows.length;
}

/** Those of some meters that a person retired, and put no other in the place of. */
export async function listRemoved(tx: Tx, meter_ids: readonly number[]): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select m.id from energy_meter m
     where m.company_id = $1 and m.id = any($2::bigint[]) and m.retired_at is not null
       and not exists (select from energy_meter n where n.company_id = $1 and n.replaces_id = m.id)`,
    [tx.scope.company_id, meter_ids],
  );
  return rows.map(({ id }) => id);
}

/** Of the months that are judged each day the first begins no earlier: what a meter counted before it ended is judged until then. */
const JUDGED_DAYS = 100;

/** Takes the meters of a plant that were not taken on a day (YYYY-MM-DD) yet; none where all of the company were. Those that ended long ago are not. */
export async function takeUnjudged(tx: Tx, day: string): Promise<number[]> {
  const due = `company_id = $1 and judged_on is distinct from $2::date
    and (retired_at is null or to_on > $2::date - ${JUDGED_DAYS} or (to_on is null and retired_at >= $3))`;
  const since = new Date(Date.parse(day) - (JUDGED_DAYS - 1) * DAY_MS);
  const { rows } = await tx.query<{ id: number }>(
    `update energy_meter set judged_on = $2::date
     where ${due} and plant_id = (select plant_id from energy_meter where ${due} order by plant_id limit 1)
     returning id`,
    [tx.scope.company_id, day, since],
  );
  return rows.map(({ id }) => id);
}
