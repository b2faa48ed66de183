import { insertRows } from '../../../shared/server/columns.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';

/** What requests and reports have alike: a number that the company counts, and the devices that they are about. */
type Numbered = 'maintenance_request' | 'maintenance_report';

/** Where the devices of a record stand, and what names the record there. */
const DEVICES = {
  maintenance_request: { table: 'maintenance_request_device', of: 'request_id' },
  maintenance_report: { table: 'maintenance_report_device', of: 'report_id' },
} as const;

/** The next number in the company; whoever asks takes their turn until the transaction ends. */
export async function nextNumber(tx: Tx, numbered: Numbered): Promise<number> {
  await tx.query('select pg_advisory_xact_lock(hashtext($2), $1)', [tx.scope.company_id, numbered]);
  return withBin(tx, () =>
    withEveryPlant(tx, async () => {
      const { rows } = await tx.query<{ next: number }>(
        `select coalesce(max(number), 0) + 1 as next from ${numbered} where company_id = $1`,
        [tx.scope.company_id],
      );
      return rows[0]?.next ?? 1;
    }),
  );
}

/** Says which devices a record is about, in place of those that were; one that lies in the bin is named by nobody, and stays. */
export async function saveDevices(
  tx: Tx,
  numbered: Numbered,
  { id, plant_id, device_ids }: { id: number; plant_id: number; device_ids: readonly number[] },
): Promise<void> {
  const { company_id } = tx.scope;
  const { table, of } = DEVICES[numbered];
  await tx.query(
    `delete from ${table} where company_id = $1 and ${of} = $2
       and device_id in (select d.id from plants.device d where d.company_id = $1)`,
    [company_id, id],
  );
  if (device_ids.length === 0) return;
  await insertRows(
    tx,
    table,
    [...new Set(device_ids)].map((device_id) => ({ company_id, [of]: id, device_id, plant_id })),
  );
}

/** A device of a record. */
export interface DeviceOf {
  record_id: number;
  id: number;
  name: string;
  manufacturer: string;
  model: string;
  serial_number: string | null;
}

/** Devices of records, by name; one that lies in the bin is left out. */
export async function listDevicesOf(tx: Tx, numbered: Numbered, ids: readonly number[]): Promise<DeviceOf[]> {
  const { table, of } = DEVICES[numbered];
  const { rows } = await tx.query<DeviceOf>(
    `select m.${of} as record_id, d.id, d.short_name as name, d.manufacturer, d.model, d.serial_number
     from ${table} m join plants.device d on d.company_id = $1 and d.id = m.device_id
     where m.company_id = $1 and m.${of} = any($2::bigint[]) order by d.short_name, d.id`,
    [tx.scope.company_id, ids],
  );
  return rows;
}
