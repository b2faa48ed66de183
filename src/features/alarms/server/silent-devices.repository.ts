import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { isRestOf, type Place } from '../../plants/daylight.model.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';

type SilentDevice = Place & { readonly category: DeviceCategory };

/**
 * How many polled devices of plants that the scope may see do not answer just now, an alarm or none: those that rest at night
 * are left out.
 */
export async function countSilent(tx: Tx, plant_id: number | undefined, now: number): Promise<number> {
  const { rows } = await tx.query<SilentDevice>(
    `select d.category, p.production_type, p.latitude, p.longitude
     from acquisition.device_health h
     join plants.device d on d.company_id = h.company_id and d.id = h.device_id and d.enabled and not d.template
     join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where h.company_id = $1 and h.state = 'silent'
       and not exists (select from plants.port o where o.company_id = $1 and o.id = d.port_id and not o.enabled)
       and ($2::bigint[] is null or d.plant_id = any($2))
       and ($3::bigint is null or d.plant_id = $3)`,
    [tx.scope.company_id, plantFilter(tx.scope), plant_id ?? null],
    'alarm_silent',
  );
  return rows.filter((device) => !isRestOf(device, now)).length;
}
