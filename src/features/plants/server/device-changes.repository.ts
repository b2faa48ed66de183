import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { plantFilter, type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { DeviceFields } from '../device-fields.contract.ts';
import type { DeviceCategory } from '../plants.model.ts';

/** A whole device as it is stored; named are the columns that a change is judged by. */
export interface HeldDevice {
  id: number;
  plant_id: number;
  proj_code: string;
  short_name: string;
  serial_number: string | null;
  port_id: number | null;
  section_id: number | null;
  unit_id: number | null;
  nominal_power: number | null;
  byte_order: string;
  virtual: boolean;
  template: boolean;
  enabled: boolean;
  version: number;
  deleted_at: Date | null;
  purged_at: Date | null;
}

/** The port that a device stands behind just now; undefined for a device that the scope may not see. */
export async function findPortOf(tx: Tx, id: number): Promise<{ port_id: number | null } | undefined> {
  const { rows } = await tx.query<{ port_id: number | null }>(
    'select port_id from device where company_id = $1 and id = $2 and ($3::bigint[] is null or plant_id = any($3))',
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rows[0];
}

/** A device that the scope may see, held until the transaction ends. */
export async function lockDeviceRow(tx: Tx, id: number): Promise<HeldDevice | undefined> {
  const { rows } = await tx.query<HeldDevice>(
    `select d.*, p.proj_code
     from device d join plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = $2 and ($3::bigint[] is null or d.plant_id = any($3)) for no key update of d`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rows[0];
}

/** Holds devices, always in the same order, so that two changes wait for one another instead of for ever. */
export async function lockDeviceRows(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    'select from device where company_id = $1 and id = any($2::bigint[]) order by id for no key update',
    [tx.scope.company_id, ids],
  );
}

/** Which of the two is another device's already; the bin's names are free. */
export async function findTaken(
  tx: Tx,
  asked: { id: number; plant_id: number; short_name: string; serial_number: string | null },
): Promise<{ short_name: boolean; serial_number: boolean }> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ short_name: boolean; serial_number: boolean }>(
      `select coalesce(bool_or(plant_id = $3 and short_name = $4), false) as short_name,
            coalesce(bool_or(serial_number = $5), false) as serial_number
     from device where company_id = $1 and id <> $2 and deleted_at is null
       and ((plant_id = $3 and short_name = $4) or serial_number = $5)`,
      [tx.scope.company_id, asked.id, asked.plant_id, asked.short_name, asked.serial_number],
    );
    return rows[0] ?? { short_name: false, serial_number: false };
  });
}

/** The plant of a section of the company. */
export async function findSection(tx: Tx, id: number): Promise<{ plant_id: number } | undefined> {
  const { rows } = await tx.query<{ plant_id: number }>(
    'select plant_id from plant_section where company_id = $1 and id = $2',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** A category of the company: by its number, or the one that is named like a kind. */
export async function findCategory(
  tx: Tx,
  by: { id: number } | { kind: DeviceCategory },
): Promise<{ id: number; kind: DeviceCategory } | undefined> {
  const { rows } = await tx.query<{ id: number; kind: DeviceCategory }>(
    `select id, kind from device_category where company_id = $1
       and ($2::bigint is null or id = $2) and ($3::text is null or (name = $3 and kind = $3))`,
    [tx.scope.company_id, 'id' in by ? by.id : null, 'kind' in by ? by.kind : null],
  );
  return rows[0];
}

/** Inserts a device; undefined when its short name or serial number was taken at this very moment. */
export async function insertDevice(
  tx: Tx,
  device: DeviceFields & { short_name: string; plant_id: number; virtual?: boolean },
): Promise<number | undefined> {
  const [row] = await insertRows<{ id: number }>(
    tx,
    'device',
    [{ ...device, company_id: tx.scope.company_id }],
    'on conflict do nothing returning id',
  );
  return row?.id;
}

/** Changes the given fields of a device that the caller holds. */
export async function updateDevice(
  tx: Tx,
  id: number,
  fields: DeviceFields & { trace_until?: Date | null; deleted_at?: Date | null; purged_at?: Date },
): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments(fields, values);
  await tx.query(
    `update device set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

/** Until when a device's log is kept in detail; no change of its configuration. */
export async function updateTrace(tx: Tx, id: number, trace_until: Date | null): Promise<void> {
  await tx.query('update device set trace_until = $3 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
    trace_until,
  ]);
}

/** What a device can make at most hangs on its nominal power: its days are made anew, like those beside a change of zone. */
export async function markDeviceDays(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `insert into public.obs_dirty as m (company_id, device_id, day)
     select company_id, device_id, day from measurements.stored_day where company_id = $1 and device_id = $2
     on conflict (company_id, device_id, day) do update set marked_at = m.marked_at where false`,
    [tx.scope.company_id, id],
  );
}

const CALC_LOCK = 7310;

/** Until the transaction ends nobody else of the company calculates, or changes what is calculated or counted on. */
export async function lockCalculations(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, $2)', [CALC_LOCK, tx.scope.company_id], 'calc_lock');
}

/** Calculations of which variables are inputs or results; of plants that the scope may not see without their names. */
export async function listCalculations(
  tx: Tx,
  { device_id, variable_id }: { device_id: number; variable_id?: number },
): Promise<{ name: string | null; result: boolean }[]> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ name: string | null; result: boolean }>(
      `select case when $4::bigint[] is null or d.plant_id = any($4) then g.name end as name,
            g.device_id = $2 and ($3::bigint is null or g.variable_id = $3) as result
     from cloudcontrol.calc_group g join device d on d.company_id = g.company_id and d.id = g.device_id
     where g.company_id = $1 and (
       (g.device_id = $2 and ($3::bigint is null or g.variable_id = $3))
       or exists (select from cloudcontrol.calc_group_input i where i.company_id = $1 and i.calc_group_id = g.id
                  and i.device_id = $2 and ($3::bigint is null or i.variable_id = $3)))
     order by g.name limit 20`,
      [tx.scope.company_id, device_id, variable_id ?? null, plantFilter(tx.scope)],
    );
    return rows;
  });
}
