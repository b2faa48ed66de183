import { within } from '../../../shared/server/like.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { FreeDevice } from '../meters.contract.ts';
import { meterRoom } from './meter-readings.repository.ts';
import { placeOf } from './places.ts';

/** Devices of the company that no box has, or that must be claimed anew because they were moved, by name, of plants that the person sees. */
export async function listFreeDevices(tx: Tx, search: string | null): Promise<FreeDevice[]> {
  const { rows } = await tx.query<FreeDevice>(
    `select d.id as device_id, d.short_name, coalesce(d.description, '') as description, d.port_id is not null as has_port,
       d.port_id is not null and d.category = 'other' as can_switch
     from plants.device d left join plants.port p on p.company_id = $1 and p.id = d.port_id
     where d.company_id = $1 and ($2::text is null or d.short_name ilike $2 or d.description ilike $2)
       and not exists (select from io_controller c where c.company_id = $1 and c.device_id = d.id
         and c.place is not distinct from ${placeOf('d', 'p')})
       and not exists (select from box_meter m where m.company_id = $1 and m.device_id = d.id)
     order by d.short_name, d.id limit 100`,
    [tx.scope.company_id, search === null ? null : within(search)],
  );
  return rows;
}

export interface MeterPower {
  power_kw: number | null;
  at: Date | null;
  /** Whether each was read lately, by its own rhythm. */
  is_fresh: boolean;
}

/** What the meters of a box, or one of them, say together: as fresh as the oldest of it; null where one has said nothing. */
export async function meterPower(
  tx: Tx,
  { box_id, device_id }: { readonly box_id: number; readonly device_id: number | null },
  now: Date,
): Promise<MeterPower> {
  const { rows } = await withEveryPlant(tx, () =>
    tx.query<MeterPower>(
      `select case when count(*) = count(m.power_kw) then sum(m.power_kw) end as power_kw, min(m.power_at) as at,
         coalesce(bool_and(m.power_at is not null and m.power_at >= $4::timestamptz - ${meterRoom('m')}), false) as is_fresh
       from box_meter m where m.company_id = $1 and m.box_id = $2 and ($3::bigint is null or m.device_id = $3)`,
      [tx.scope.company_id, box_id, device_id, now],
    ),
  );
  return rows[0] ?? { power_kw: null, at: null, is_fresh: false };
}

/** False where the device is a meter already, of this box or another. */
export async function insertMeter(
  tx: Tx,
  { box_id, device_id }: { readonly box_id: number; readonly device_id: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into box_meter (company_id, box_id, device_id) values ($1, $2, $3) on conflict do nothing`,
    [tx.scope.company_id, box_id, device_id],
  );
  return rowCount > 0;
}

/** False where it was none. */
export async function deleteMeter(
  tx: Tx,
  { box_id, device_id }: { readonly box_id: number; readonly device_id: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from box_meter where company_id = $1 and box_id = $2 and device_id = $3',
    [tx.scope.company_id, box_id, device_id],
  );
  return rowCount > 0;
}
