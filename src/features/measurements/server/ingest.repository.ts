import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';

export interface NamedDevice {
  device_id: number;
  proj_code: string;
  short_name: string;
  virtual: boolean;
  template: boolean;
  variables: { name: string; slot: number }[];
}

/** Devices of these short names in the plants that the scope may write to, with their variables. */
export async function listNamedDevices(tx: Tx, short_names: readonly string[]): Promise<NamedDevice[]> {
  const { rows } = await tx.query<NamedDevice>(
    `select d.id as device_id, p.proj_code, d.short_name, d.virtual, d.template,
            coalesce((select jsonb_agg(jsonb_build_object('name', n.name, 'slot', v.slot))
                      from plants.variable v join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
                      where v.company_id = $1 and v.device_id = d.id), '[]') as variables
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.short_name = any($2::text[]) and ($3::bigint[] is null or d.plant_id = any($3))`,
    [tx.scope.company_id, short_names, plantFilter(tx.scope)],
    'ingest_devices',
  );
  return rows;
}
