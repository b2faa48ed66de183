import type { Tx } from '../../../shared/server/tenancy.ts';
import { MAX_VARIABLES } from '../plants.model.ts';

/**
 * Takes the next slot of a device; undefined where it has none left. A slot is never used again, so that what an old
 * definition made can never be read as what the new one makes.
 */
export async function takeSlot(tx: Tx, device_id: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ slot: number }>(
    `update device set next_slot = next_slot + 1 where company_id = $1 and id = $2 and next_slot < $3
     returning next_slot - 1 as slot`,
    [tx.scope.company_id, device_id, MAX_VARIABLES],
  );
  return rows[0]?.slot;
}

/** Gives a variable another slot. */
export async function moveVariable(tx: Tx, variable_id: number, slot: number): Promise<void> {
  await tx.query('update variable set slot = $3 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    variable_id,
    slot,
  ]);
}

/** Makes a virtual device; undefined where its plant has one of that name. */
export async function insertVirtualDevice(
  tx: Tx,
  device: { plant_id: number; short_name: string; interval_s: number; nominal_power: number | null },
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into device (company_id, plant_id, short_name, interval_s, nominal_power, category, virtual)
     values ($1, $2, $3, $4, $5, 'other', true) on conflict do nothing returning id`,
    [tx.scope.company_id, device.plant_id, device.short_name, device.interval_s, device.nominal_power],
  );
  return rows[0]?.id;
}

/**
 * Takes the last variable of a name out of a device's bin, as new and in a slot of its own; undefined where there is none. A
 * second one of the name would stand in the way of the first for ever. Demands `showBin`.
 */
export async function reviveVariable(
  tx: Tx,
  { device_id, variable_name_id, slot }: { device_id: number; variable_name_id: number; slot: number },
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `update variable set slot = $4, deleted_at = null, function_code = null, address = null, data_type = null, bit = null,
            bit_count = 1, factor = 1, value_offset = 0, scale_address = null, sentinel = false, unit = null, decimals = null,
            colour = null, group_name = null, value_table = null, poll = 'fast', enabled = true, version = version + 1
     where company_id = $1 and id = (
       select v.id from variable v
       where v.company_id = $1 and v.device_id = $2 and v.variable_name_id = $3 and v.deleted_at is not null
         and not exists (select from cloudcontrol.calc_group g where g.company_id = $1 and g.variable_id = v.id)
       order by v.slot desc limit 1)
     returning id`,
    [tx.scope.company_id, device_id, variable_name_id, slot],
  );
  return rows[0]?.id;
}

/** Gives a device a variable in a slot of its own; its register stays empty. */
export async function insertVariable(
  tx: Tx,
  variable: { device_id: number; variable_name_id: number; slot: number },
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into variable (company_id, device_id, variable_name_id, slot) values ($1, $2, $3, $4) returning id`,
    [tx.scope.company_id, variable.device_id, variable.variable_name_id, variable.slot],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no variable was made');
  return id;
}

/** Puts a variable into the bin. Demands `showBin`. */
export async function binVariable(tx: Tx, variable_id: number): Promise<void> {
  await tx.query(
    'update variable set deleted_at = now(), version = version + 1 where company_id = $1 and id = $2 and deleted_at is null',
    [tx.scope.company_id, variable_id],
  );
}
