import type { Tx } from '../../../shared/server/tenancy.ts';
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

/** PODs of plants, by the plant's number. */
export async function listPlantPods(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, PodRow>> {
  const { rows } = await tx.query<PodRow>(
    `select p.id, coalesce(m.pod, '') as pod, p.production_type = 'photovoltaic' as photovoltaic,
       p.kind = 'residential' as is_home
     from plants.plant p
     left join plants.plant_master_data m on m.company_id = $1 and m.plant_id = p.id
     where p.company_id = $1 and p.id = any($2)`,
    [tx.scope.company_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
