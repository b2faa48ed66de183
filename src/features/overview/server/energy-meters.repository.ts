import type { Tx } from '../../../shared/server/tenancy.ts';
import type { SourceDevice, SourceSlot } from '../../measurements/plant-series.model.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';

/** A device of a plant that tells power or energy. */
export interface EnergyDevice extends SourceDevice {
  readonly device_id: number;
  readonly short_name: string;
}

/** The devices of a plant that tell power or energy, also those that do not work any more: they keep their past. */
export async function listEnergyDevices(tx: Tx, plant_id: number): Promise<EnergyDevice[]> {
  const { rows } = await tx.query<{
    device_id: number;
    short_name: string;
    category: DeviceCategory;
    enabled: boolean;
    slots: SourceSlot[] | null;
  }>(
    `select d.id as device_id, d.short_name, d.category, d.enabled and not d.template as enabled, v.slots
     from plants.device d
     left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
     cross join lateral (
       select json_agg(json_build_object('slot', v.slot, 'quantity', n.quantity, 'kind', n.kind,
                'heard', l.slot_ts[v.slot + 1] is not null) order by v.slot) as slots
       from plants.variable v join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
       where v.company_id = $1 and v.device_id = d.id
         and n.quantity in ('ac_power_kw', 'energy_export_kwh', 'energy_import_kwh')) v
     where d.company_id = $1 and d.plant_id = $2 and v.slots is not null order by d.id`,
    [tx.scope.company_id, plant_id],
    'energy_devices',
  );
  return rows.map(({ slots, ...row }) => ({ ...row, slots: slots ?? [] }));
}
