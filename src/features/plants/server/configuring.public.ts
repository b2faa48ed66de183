import type { AuditAction, AuditDetail } from '../../../shared/server/audit.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { notifyConfiguration } from '../../../shared/server/configuration-notice.ts';
import { notifyLive } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { watchChange } from './calculations.public.ts';
import { listPlantsOf } from './plants.repository.ts';
import { writeVersions } from './versions.repository.ts';

export interface ConfigChange<D extends object> {
  readonly action: AuditAction;
  /** What each device's version says was done, where the audit has one word for all of them. */
  readonly each?: AuditAction;
  /** Devices whose configuration it may change; the caller holds them. */
  readonly device_ids: readonly number[];
  /** What the audit names as acted on; the device's id unless said. */
  readonly target?: string;
  readonly detail: AuditDetail<D>;
}

/**
 * Does a change of the configuration with all that belongs to it: the devices' versions, the row of the audit, and the
 * notice by which polling takes it up. What changed since the last version without saying so gets a version first, so that
 * nobody is named for what another did. What is calculated with the devices has its say once the work is done.
 * @throws AppError conflict that names the calculations which could not go on
 */
export async function applyConfigChange<T, D extends object>(
  tx: Tx,
  change: ConfigChange<D>,
  work: () => Promise<T>,
): Promise<T> {
  const { action, device_ids, detail } = change;
  await writeVersions(tx, { device_ids, action: 'found', user_id: null });
  const judge = await watchChange(tx, device_ids);
  const done = await work();
  const changed = [...new Set([...device_ids, ...(await judge())])];
  const target = change.target ?? String(device_ids[0] ?? '');
  await noteChange(tx, { action, device_ids: changed, target, detail });
  return done;
}

/** What follows a change that is done: versions, audit, and the notices to polling and to who looks at the devices. */
export async function noteChange<D extends object>(
  tx: Tx,
  { action, each = action, device_ids, target, detail }: ConfigChange<D>,
): Promise<void> {
  await writeVersions(tx, { device_ids, action: each, user_id: tx.scope.user_id });
  await recordAudit(tx, action, target ?? String(device_ids[0] ?? ''), detail);
  await notifyConfiguration(tx);
  const codes = await listPlantsOf(tx, device_ids);
  if (codes.length > 0) await notifyLive(tx, { company_id: tx.scope.company_id, kind: 'devices', codes });
}
