import { inScope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makePlant } from '../../tests/support/field.ts';
import { startBenchInstallation } from '../installation.ts';
import { INVERTER_VARIABLES } from '../store/field.ts';
import type { PollTask } from './poller.ts';
import { VARIABLES } from './registers.ts';

/** A database with the bench's devices, into which a poller writes. */
export interface Destination {
  readonly into: NonNullable<PollTask['into']>;
  /** Rows that are there. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** A durable database of its own with so many devices, whose variables are as many as the bench reads. */
export async function openDestination(devices: number, interval_s: number): Promise<Destination> {
  const { pool, database, close } = await startBenchInstallation(undefined);
  const scope = await makeCompany(pool, 'Bench of the field');
  const plant = await makePlant(pool, scope, 'BENCH');
  const device_ids: number[] = [];
  for (let i = 0; i < devices; i += 1)
    device_ids.push(await makeDevice(pool, scope, plant, `D${i}`, INVERTER_VARIABLES, { interval_s }));
  // The rows are as long as what is read; nobody asks here what the other slots are called.
  await inScope(pool, scope, (tx) =>
    tx.query('update device set next_slot = $2 where company_id = $1', [scope.company_id, VARIABLES.length]),
  );
  const count = () =>
    inScope(pool, scope, async (tx) => {
      const { rows } = await tx.query<{ n: number }>('select count(*)::int as n from obs');
      return rows[0]?.n ?? 0;
    });
  return { into: { database, company_id: scope.company_id, device_ids }, count, close };
}
