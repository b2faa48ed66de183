import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { MAX_FOUND } from '../overview.contract.ts';

/** As `ilike` looks for a text within others, whatever signs it has. */
const within = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

interface FoundPlant {
  proj_code: string;
  name: string;
  comune: string;
}

/** Plants by code, name or place, as they are called. */
export async function findPlants(tx: Tx, text: string): Promise<FoundPlant[]> {
  const { rows } = await tx.query<FoundPlant>(
    `select p.proj_code, p.name, p.comune from plants.plant p
     where p.company_id = $1 and ($2::bigint[] is null or p.id = any($2))
       and (p.proj_code ilike $3 or p.name ilike $3 or p.comune ilike $3)
     order by p.name, p.proj_code limit $4`,
    [tx.scope.company_id, plantFilter(tx.scope), within(text), MAX_FOUND.plants],
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

/** Devices by name, description, maker, model or serial number. */
export async function findDevices(tx: Tx, text: string): Promise<FoundDevice[]> {
  const { rows } = await tx.query<FoundDevice>(
    `select d.id as device_id, d.short_name, d.description, p.proj_code, p.name as plant_name
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2)) and not d.template
       and (d.short_name ilike $3 or d.description ilike $3 or d.manufacturer ilike $3 or d.model ilike $3
         or d.serial_number ilike $3)
     order by d.short_name, p.name limit $4`,
    [tx.scope.company_id, plantFilter(tx.scope), within(text), MAX_FOUND.devices],
  );
  return rows;
}
