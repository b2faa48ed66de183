import type { Tx } from '../../../shared/server/tenancy.ts';
import type { MeterRole } from '../meters.model.ts';

export interface ReadMeter {
  id: number;
  device_id: number;
  slot: number;
  role: MeterRole;
  time_zone: string;
  constant_k: number;
  digits: number;
  /** Of its newest reading; null where it has none. */
  last_at: Date | null;
}

/** Meters in use that a device reads, with the place of its counter of that direction. */
export async function listReadMeters(tx: Tx, now: Date): Promise<ReadMeter[]> {
  const { rows } = await tx.query<ReadMeter>(
    `select m.id, d.id as device_id, v.slot, m.role, p.time_zone, m.constant_k, m.digits,
       (select max(r.at) from energy_meter_reading r where r.company_id = $1 and r.meter_id = m.id) as last_at
     from energy_meter m
     join plants.plant p on p.company_id = $1 and p.id = m.plant_id
     join plants.device d on d.company_id = $1 and d.id = m.device_id and d.enabled
     join lateral (
       select min(v.slot) as slot from plants.variable v
       join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
       where v.company_id = $1 and v.device_id = m.device_id and n.kind = 'counter'
         and n.quantity = case when m.role = 'import' then 'energy_import_kwh' else 'energy_export_kwh' end) v on v.slot is not null
     where m.company_id = $1 and m.retired_at is null and (m.to_on is null or m.to_on >= ($2::timestamptz at time zone p.time_zone)::date) order by m.id`,
    [tx.scope.company_id, now],
  );
  return rows;
}
