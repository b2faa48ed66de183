import { wordsWithin } from '../../../shared/server/like.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { MAX_FOUND } from '../overview.contract.ts';

interface FoundPlant {
  proj_code: string;
  name: string;
  comune: string;
}

/** Plants in whose code, name or place every word of a text stands, as they are called. */
export async function findPlants(tx: Tx, text: string): Promise<FoundPlant[]> {
  const { rows } = await tx.query<FoundPlant>(
    `select p.proj_code, p.name, p.comune from plants.plant p
     where p.company_id = $1 and ($2::bigint[] is null or p.id = any($2))
       and concat_ws(' ', p.proj_code, p.name, p.comune) ilike all($3::text[])
     order by p.name, p.proj_code limit $4`,
    [tx.scope.company_id, plantFilter(tx.scope), wordsWithin(text), MAX_FOUND.plants],
  );
  return rows;
}

interface FoundDevice {
  device_id: number;
  short_name: string;
  description: string;
  proj_code: string;
  plant_name: string;
}

/** Devices that words of a text name, by name, description, maker, model or serial number; its other words name their plant. */
export async function findDevices(tx: Tx, text: string): Promise<FoundDevice[]> {
  const { rows } = await tx.query<FoundDevice>(
    `select d.id as device_id, d.short_name, d.description, p.proj_code, p.name as plant_name
     from plants.device d
     join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     cross join lateral concat_ws(' ', d.short_name, d.description, d.manufacturer, d.model, d.serial_number) as own
     where d.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2)) and not d.template
       and own ilike any($3::text[]) and concat_ws(' ', own, p.name, p.proj_code) ilike all($3::text[])
     order by d.short_name, p.name limit $4`,
    [tx.scope.company_id, plantFilter(tx.scope), wordsWithin(text), MAX_FOUND.devices],
  );
  return rows;
}
