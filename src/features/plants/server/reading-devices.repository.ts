import { notifyConfiguration } from '../../../shared/server/configuration-notice.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';

/** Sets how often a device delivers that nobody polls and that has no readings yet. */
export async function setDeviceInterval(tx: Tx, device_id: number, interval_s: number): Promise<void> {
  const { rowCount } = await tx.query(
    `update device d set interval_s = $3
     where d.company_id = $1 and d.id = $2 and d.port_id is null and d.interval_s <> $3
       and not exists (select from measurements.obs_last l where l.company_id = $1 and l.device_id = d.id)`,
    [tx.scope.company_id, device_id, interval_s],
  );
  if (rowCount > 0) await notifyConfiguration(tx);
}

/** Sets how often some devices deliver that nobody polls, also where they have readings. */
export async function followRhythm(tx: Tx, device_ids: readonly number[], interval_s: number): Promise<void> {
  const { rowCount } = await tx.query(
    `update device d set interval_s = $3
     where d.company_id = $1 and d.id = any($2::bigint[]) and d.port_id is null and d.interval_s <> $3`,
    [tx.scope.company_id, device_ids, interval_s],
  );
  if (rowCount > 0) await notifyConfiguration(tx);
}

/** Whether the scope may see a device; it stays until the transaction ends. */
export async function holdDevice(tx: Tx, device_id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from device where company_id = $1 and id = $2 and ($3::bigint[] is null or plant_id = any($3)) for key share`,
    [tx.scope.company_id, device_id, plantFilter(tx.scope)],
  );
  return rowCount > 0;
}
