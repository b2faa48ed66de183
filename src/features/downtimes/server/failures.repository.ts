import type { Tx } from '../../../shared/server/tenancy.ts';

export interface FailuresAsked {
  readonly plant_id: number | null;
  readonly start: Date;
  readonly end: Date;
}
/** The devices that can fail, with the instant from which each is known to have been there. */
export type KnownSince = ReadonlyMap<number, Date>;

/** Failures of one kind. Hours of a device that stood still; null where none of them has ended. */
export interface FailureGroup {
  failures: number;
  /** Of them those that have ended: by these the mean time to repair is weighed. */
  ended: number;
  /** Mean of those that have ended, from start to stop. */
  repair_h: number | null;
  /** Hours of devices in the window, less those that they stood still. */
  worked_h: number;
}
export interface FailuresOfCause extends FailureGroup {
  cause_id: number;
  cause: string;
}
export interface FailuresOfModel extends FailureGroup {
  manufacturer: string;
  model: string;
  devices: number;
}

/** What makes energy, and can fail to: whatever has a power, and inverters of which only the modules are known. No pattern to copy is. */
export async function listMakers(
  tx: Tx,
  plant_id: number | null,
): Promise<{ id: number; entered_at: Date }[]> {
  const { rows } = await tx.query<{ id: number; entered_at: Date }>(
    `select v.id, v.created_at as entered_at from plants.device v
     where v.company_id = $1 and not v.template and ($2::bigint is null or v.plant_id = $2)
       and (v.nominal_power > 0 or v.category = 'inverter' and coalesce(v.kw_peak, v.panel_watt * v.number_of_panels) > 0)`,
    [tx.scope.company_id, plant_id],
  );
  return rows;
}

// A device counts from when it is known to have been there.
const DEVICES = `select v.id, v.plant_id, v.manufacturer, v.model,
    extract(epoch from $3::timestamptz - greatest(s.since, $2::timestamptz))::float8 / 3600 as hours
  from plants.device v join unnest($5::bigint[], $6::timestamptz[]) as s (id, since) on s.id = v.id
  where v.company_id = $1 and s.since < $3`;
// A failure: a downtime that counts as unavailable and began in the window. Its hours end with the window.
const FAILURES = `select r.id, r.plant_id, r.cause_id, r.extent, c.name as cause,
    extract(epoch from r.stop_at - r.start_at)::float8 / 3600 as repair_h,
    extract(epoch from least(coalesce(r.stop_at, $3::timestamptz), $3::timestamptz) - r.start_at)::float8 / 3600 as down_h
  from downtime r join downtime_cause c on c.company_id = $1 and c.id = r.cause_id
  where r.company_id = $1 and c.availability = 'unavailable' and r.start_at >= $2 and r.start_at < $3
    and ($4::bigint is null or r.plant_id = $4)`;

const valuesOf = (tx: Tx, { start, end, plant_id }: FailuresAsked, since: KnownSince) => [
  tx.scope.company_id,
  start,
  end,
  plant_id,
  [...since.keys()],
  [...since.values()],
];

/** Failures by cause, the most frequent first. Each is one failure, however many devices stood still. */
export async function listFailuresByCause(
  tx: Tx,
  asked: FailuresAsked,
  since: KnownSince,
): Promise<FailuresOfCause[]> {
  const { rows } = await tx.query<FailuresOfCause>(
    `with devices as (${DEVICES}), failures as (${FAILURES}), whole as (select coalesce(sum(hours), 0) as hours from devices)
     select f.cause_id, f.cause, count(*)::int as failures, count(f.repair_h)::int as ended, avg(f.repair_h) as repair_h,
       greatest((select hours from whole) - sum(f.down_h * case when f.extent = 'plant'
         then (select count(*) from devices v where v.plant_id = f.plant_id)
         else (select count(*) from downtime_device x where x.company_id = $1 and x.downtime_id = f.id) end), 0)::float8 as worked_h
     from failures f group by f.cause_id, f.cause order by count(*) desc, f.cause`,
    valuesOf(tx, asked, since),
  );
  return rows;
}

/**
 * Failures by maker and model, the most frequent first: of downtimes that name devices, each device once for each of them. Models that
 * never failed are among them: what their devices worked is a part of their maker's hours.
 */
export async function listFailuresByModel(
  tx: Tx,
  asked: FailuresAsked,
  since: KnownSince,
): Promise<FailuresOfModel[]> {
  const { rows } = await tx.query<FailuresOfModel>(
    `with devices as (${DEVICES}), failures as (${FAILURES}),
       models as (select manufacturer, model, count(*)::int as devices, sum(hours) as hours from devices group by 1, 2),
       failed as (select v.manufacturer, v.model, count(*)::int as failures, count(f.repair_h)::int as ended, avg(f.repair_h) as repair_h,
           sum(f.down_h) as down_h
         from failures f join downtime_device x on x.company_id = $1 and x.downtime_id = f.id
         join devices v on v.id = x.device_id where f.extent <> 'plant' group by 1, 2)
     select m.manufacturer, m.model, m.devices, coalesce(f.failures, 0) as failures, coalesce(f.ended, 0) as ended, f.repair_h,
       greatest(m.hours - coalesce(f.down_h, 0), 0)::float8 as worked_h
     from models m left join failed f on f.manufacturer = m.manufacturer and f.model = m.model
     order by 4 desc, 1, 2`,
    valuesOf(tx, asked, since),
  );
  return rows;
}
