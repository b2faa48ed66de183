import type { Tx } from '../../../shared/server/tenancy.ts';
import type { SourceDevice, SourceSlot } from '../../measurements/plant-series.model.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import type { CommunityPlantChoice } from '../community.contract.ts';

/** What of a plant communities and simulations need, with how its modules stand. */
export interface PlantRow extends CommunityPlantChoice {
  readonly tilt_deg: number | null;
  readonly azimuth_deg: number | null;
}

interface Wanted {
  readonly codes?: readonly string[] | null;
  readonly kind?: 'asset' | 'residential' | null;
}

/** Plants that the scope sees, by name, homes only where they generate; with `codes` or `kind` those of them alone. */
export async function listPlantChoices(
  tx: Tx,
  { codes = null, kind = null }: Wanted = {},
): Promise<PlantRow[]> {
  const { rows } = await tx.query<PlantRow>(
    `select p.id, p.proj_code, p.name, p.comune, p.potenza_nominale as power_kw, p.production_type = 'photovoltaic' as photovoltaic,
       p.latitude, p.longitude, p.tilt_deg, p.azimuth_deg, m.entered_operation_on::text as in_operation,
       exists (select 1 from forecast.typical_year y where y.company_id = $1 and y.plant_id = p.id) as has_typical_year
     from plants.plant p
     left join plants.plant_master_data m on m.company_id = $1 and m.plant_id = p.id
     where p.company_id = $1 and ($2::text[] is null or p.proj_code = any($2)) and ($3::text is null or p.kind = $3)
       and (p.kind = 'asset' or p.potenza_nominale > 0)
     order by lower(p.name), p.proj_code`,
    [tx.scope.company_id, codes, kind],
  );
  return rows;
}

interface PodRow {
  readonly id: number;
  readonly pod: string;
  readonly photovoltaic: boolean;
  readonly is_home: boolean;
}

/** PODs of plants and homes, by the plant's number. */
export async function listPlantPods(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, PodRow>> {
  const { rows } = await tx.query<PodRow>(
    `select p.id, coalesce(nullif(m.pod, ''), h.pod, '') as pod, p.production_type = 'photovoltaic' as photovoltaic,
       p.kind = 'residential' as is_home
     from plants.plant p
     left join plants.plant_master_data m on m.company_id = $1 and m.plant_id = p.id
     left join residential.home h on h.company_id = $1 and h.plant_id = p.id
     where p.company_id = $1 and p.id = any($2)`,
    [tx.scope.company_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface PlantAtPod {
  plant_id: number;
  pod: string;
  name: string;
  is_home: boolean;
}

/** Plants and homes that the scope sees at these PODs. */
export async function listPlantsAtPods(tx: Tx, pods: readonly string[]): Promise<PlantAtPod[]> {
  const { rows } = await tx.query<PlantAtPod>(
    `select p.id as plant_id, coalesce(nullif(m.pod, ''), h.pod) as pod, p.name, p.kind = 'residential' as is_home
     from plants.plant p
     left join plants.plant_master_data m on m.company_id = $1 and m.plant_id = p.id
     left join residential.home h on h.company_id = $1 and h.plant_id = p.id
     where p.company_id = $1 and coalesce(nullif(m.pod, ''), h.pod) = any($2) order by p.id`,
    [tx.scope.company_id, pods],
  );
  return rows;
}

/** An exchange meter of a plant, with the energies that it may tell. */
export interface GridMeter extends SourceDevice {
  readonly plant_id: number;
  readonly device_id: number;
}

/** Exchange meters of plants, those that were switched off too: they keep their past. */
export async function listGridMeters(tx: Tx, plant_ids: readonly number[]): Promise<GridMeter[]> {
  const { rows } = await tx.query<{
    plant_id: number;
    device_id: number;
    category: DeviceCategory;
    enabled: boolean;
    slots: SourceSlot[] | null;
  }>(
    `select d.plant_id, d.id as device_id, d.category, d.enabled and not d.template as enabled, v.slots
     from plants.device d
     left join measurements.obs_last l on l.company_id = $1 and l.device_id = d.id
     cross join lateral (
       select json_agg(json_build_object('slot', v.slot, 'quantity', n.quantity, 'kind', n.kind,
                'heard', l.slot_ts[v.slot + 1] is not null) order by v.slot) as slots
       from plants.variable v join plants.variable_name n on n.company_id = $1 and n.id = v.variable_name_id
       where v.company_id = $1 and v.device_id = d.id and n.quantity = any($3::text[])) v
     where d.company_id = $1 and d.plant_id = any($2::bigint[]) and d.category = 'exchange_meter' and v.slots is not null
     order by d.id`,
    [tx.scope.company_id, plant_ids, ['energy_export_kwh', 'energy_import_kwh']],
  );
  return rows.map(({ slots, ...row }) => ({ ...row, slots: slots ?? [] }));
}
