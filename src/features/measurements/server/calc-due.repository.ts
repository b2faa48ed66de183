import type { Tx } from '../../../shared/server/tenancy.ts';
import { knownZone, localDay } from '../../../shared/units/zones.ts';
import { dateArray, int8Array } from './binary-arrays.ts';
import type { DeviceDay } from './readings.repository.ts';
import type { BorderedDay } from './stored-readings.repository.ts';

interface Fed {
  feeder_id: number;
  device_id: number;
  time_zone: string;
  interval_s: number;
}

/** The virtual devices that take variables of these, with their plants' zones. */
async function listFed(tx: Tx, device_ids: readonly number[]): Promise<Fed[]> {
  const { rows } = await tx.query<Fed>(
    `select distinct i.device_id as feeder_id, g.device_id, p.time_zone, d.interval_s
     from cloudcontrol.calc_group_input i
     join cloudcontrol.calc_group g on g.company_id = i.company_id and g.id = i.calc_group_id
     join plants.device d on d.company_id = g.company_id and d.id = g.device_id
     join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where i.company_id = $1 and i.device_id = any($2::bigint[])`,
    [tx.scope.company_id, int8Array(device_ids)],
    'calc_fed',
  );
  return rows;
}

/**
 * Marks days of virtual devices to be calculated anew. A mark that stands is renewed: who works it off takes it away only
 * as they saw it, so that none is lost to a calculation that began before these readings could be seen.
 */
async function markDue(tx: Tx, days: readonly DeviceDay[]): Promise<void> {
  await tx.query(
    `insert into public.calc_due (company_id, device_id, day)
     select $1::int, d, y from unnest($2::bigint[], $3::date[]) as u(d, y)
     on conflict (company_id, device_id, day) do update set marked_at = excluded.marked_at`,
    [tx.scope.company_id, int8Array(days.map((d) => d.device_id)), dateArray(days.map((d) => d.day))],
    'calc_mark_due',
  );
}

/** Marks whatever is calculated from days that were made anew, in the transaction that made them. */
export async function markCalculated(tx: Tx, made: readonly BorderedDay[]): Promise<void> {
  if (made.length === 0) return;
  const fed = await listFed(tx, [...new Set(made.map(({ device_id }) => device_id))]);
  if (fed.length === 0) return;
  const days = new Map<string, DeviceDay>();
  for (const { feeder_id, device_id, time_zone, interval_s } of fed) {
    const zone = knownZone(time_zone);
    for (const { start, end } of made.filter((day) => day.device_id === feeder_id)) {
      // A reading counts for the next result after it, which may lie in the next day.
      for (let at = start; at < end + interval_s * 1000; ) {
        const { day, end: next } = localDay(zone, at);
        days.set(`${device_id}/${day}`, { device_id, day });
        at = next;
      }
    }
  }
  // In one order, so that two who mark the same days do not wait for one another.
  const all = [...days.values()].sort((a, b) => a.device_id - b.device_id || (a.day < b.day ? -1 : 1));
  await markDue(tx, all);
}
