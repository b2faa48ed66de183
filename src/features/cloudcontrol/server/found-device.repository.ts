import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';

export interface DeviceThere {
  readonly id: number;
  readonly category: DeviceCategory;
  readonly serial_number: string | null;
}

/** The company's devices that stand at a unit of a port, oldest first. */
export async function listDevicesAt(tx: Tx, port_id: number, unit_id: number): Promise<DeviceThere[]> {
  const { rows } = await tx.query<DeviceThere>(
    `select id, category, serial_number from plants.device
     where company_id = $1 and port_id = $2 and unit_id = $3 and not template
       and ($4::bigint[] is null or plant_id = any($4)) order by id limit 100`,
    [tx.scope.company_id, port_id, unit_id, plantFilter(tx.scope)],
  );
  return rows;
}

/** Of these short names those that a device of the port's plant has; of any plant where there is no port yet. */
export async function listTakenNames(
  tx: Tx,
  port_id: number | null,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ short_name: string }>(
    `select distinct d.short_name from plants.device d
     where d.company_id = $1 and d.short_name = any($2) and ($4::bigint[] is null or d.plant_id = any($4))
       and ($3::bigint is null
            or d.plant_id = (select o.plant_id from plants.port o where o.company_id = $1 and o.id = $3))`,
    [tx.scope.company_id, names, port_id, plantFilter(tx.scope)],
  );
  return rows.map(({ short_name }) => short_name);
}

/** The units of those names that the company's catalogue has. */
export async function listUnitsOfNames(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ name: string; unit: string }>(
    'select name, unit from plants.variable_name where company_id = $1 and name = any($2)',
    [tx.scope.company_id, names],
  );
  return new Map(rows.map(({ name, unit }) => [name, unit]));
}
