import { ALONE } from '../../../shared/server/records/record-book.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';

interface Which {
  /** Conditions of downtimes `r`, and their values; $1 is the company. */
  readonly sql: string;
  readonly values: readonly unknown[];
}

interface TotalsRow {
  count: number;
  energy_lost: number | null;
  earning_lost: number | null;
  repair_cost: number | null;
  without_energy: number;
  without_earning: number;
  partial: number;
}

/** What is worked out is whole cents already (shared/units/money.ts): only what follows from what a person says is rounded, which takes three times as long. */
const CENTS = `case when r.earning_hand_eur is null and r.energy_hand_kwh is null then (r.earning_lost_eur * 100)::bigint
  else (round(r.earning_lost_eur::numeric, 2) * 100)::bigint end`;

/** What the downtimes that fit come to. */
export async function sumDowntimes(tx: Tx, { sql, values }: Which): Promise<TotalsRow> {
  await tx.query(ALONE);
  const { rows } = await tx.query<TotalsRow>(
    `select count(*)::int as count, sum(r.energy_lost_kwh) as energy_lost, sum(${CENTS})::float8 / 100 as earning_lost,
            sum(r.repair_cost_eur) as repair_cost,
            (count(*) filter (where r.energy_lost_kwh is null))::int as without_energy,
            (count(*) filter (where r.earning_lost_eur is null))::int as without_earning,
            (count(*) filter (where (r.loss_detail ->> 'missing_hours')::float8 > 0))::int as partial
     from downtime r where r.company_id = $1 and ${sql}`,
    values,
  );
  const [row] = rows;
  if (!row) throw new Error('a count without a row');
  return row;
}

/**
 * What a day of a downtime counts where a person said what the whole of it lost: its share of that, by what was worked out, else by
 * its hours.
 */
const SAID = (column: string): string => `case
  when r.energy_hand_kwh is null then ${column}
  when r.energy_counted_kwh > 0 then ${column} * r.energy_hand_kwh / r.energy_counted_kwh
  else r.energy_hand_kwh * coalesce(y.hours / nullif(w.hours, 0), 1.0 / w.days) end`;
const WHOLE = `cross join lateral (select sum(h.hours) as hours, count(*) as days from downtime_day h
    where h.company_id = $1 and h.downtime_id = r.id) w`;

/** What the days from `from` to `to` (of each plant's own calendar) of the downtimes that fit come to, kWh. */
export async function sumDays(
  tx: Tx,
  { sql, values }: Which,
  { start, end }: { start: Date; end: Date },
): Promise<{ energy_lost: number | null; unpaired_kwh: number }> {
  const [from, to] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const { rows } = await tx.query<{ energy_lost: number | null; unpaired_kwh: number }>(
    `select sum(${SAID('y.energy_kwh')}) as energy_lost,
            coalesce(sum(${SAID('coalesce(y.energy_kwh, 0)')} - ${SAID('y.paired_kwh')}), 0) as unpaired_kwh
     from downtime r join plants.plant p on p.company_id = $1 and p.id = r.plant_id ${WHOLE}
     join downtime_day y on y.company_id = $1 and y.downtime_id = r.id
       and y.day >= (${from}::timestamptz at time zone p.time_zone)::date
       and y.day <= ((${to}::timestamptz - interval '1 millisecond') at time zone p.time_zone)::date
     where r.company_id = $1 and ${sql}`,
    [...values, start, end],
  );
  return rows[0] ?? { energy_lost: null, unpaired_kwh: 0 };
}

/** What of a plant's days is known to be lost, kWh, in hours of which the plant's energy is known. */
export interface DayLosses {
  readonly day: string;
  readonly curtailment: boolean;
  readonly kwh: number;
}

/** What was lost on days of a plant, by day, and whether by curtailment. */
export async function listDayLosses(
  tx: Tx,
  { plant_id, from, to }: { plant_id: number; from: string; to: string },
): Promise<DayLosses[]> {
  const { rows } = await tx.query<DayLosses>(
    `select y.day, c.kind = 'curtailment' as curtailment, sum(${SAID('y.paired_kwh')}) as kwh
     from downtime_day y join downtime r on r.company_id = $1 and r.id = y.downtime_id and r.deleted_at is null
     join downtime_cause c on c.company_id = $1 and c.id = r.cause_id ${WHOLE}
     where y.company_id = $1 and y.plant_id = $2 and y.day >= $3 and y.day <= $4
     group by 1, 2 order by 1, 2`,
    [tx.scope.company_id, plant_id, from, to],
    'downtimes_day_losses',
  );
  return rows;
}

/** Which kinds were ever recorded of a plant: curtailments, and downtimes of any other cause. */
export async function keptKinds(
  tx: Tx,
  plant_id: number,
): Promise<{ readonly downtime: boolean; readonly curtailment: boolean }> {
  const { rows } = await tx.query<{ downtime: boolean; curtailment: boolean }>(
    `select coalesce(bool_or(c.kind <> 'curtailment'), false) as downtime, coalesce(bool_or(c.kind = 'curtailment'), false) as curtailment
     from downtime d join downtime_cause c on c.company_id = $1 and c.id = d.cause_id
     where d.company_id = $1 and d.plant_id = $2 and d.deleted_at is null`,
    [tx.scope.company_id, plant_id],
    'downtimes_kinds_of_plant',
  );
  return rows[0] ?? { downtime: false, curtailment: false };
}
