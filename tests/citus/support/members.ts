import type pg from 'pg';
import { startModbusServer } from '../../../simulators/modbus-server.ts';
import { checkStore } from '../../../src/features/measurements/server/store-check.ts';
import { inScope, type Scope } from '../../../src/shared/server/tenancy.ts';
import { VARIABLE } from '../../faults/support/field.ts';
import { instantOf, overHttp, Producer, readingOf } from '../../faults/support/producer.ts';
import { randomness } from '../../faults/support/randomness.ts';
import { makeKey } from '../../support/app.ts';
import { makeCompany, makeDevice, makePlant, pollDevice } from '../../support/field.ts';

/** A company with a gateway that delivers by HTTP, and a device that is polled each second. */
export interface Member {
  readonly scope: Scope;
  readonly key: { authorization: string };
  readonly producer: Producer;
  /** How many readings of the polled device are stored between two instants, in milliseconds. */
  polled(from?: number, to?: number): Promise<number>;
  /** What a reading of the ledger is lost, stored twice or stored and never sent; and what the check of the store says. */
  faults(): Promise<string[]>;
  /** Ends the device that is polled. */
  close(): Promise<void>;
}

/** @param address of the program's calls @param place the number of the company, and its randomness */
export async function makeMember(pool: pg.Pool, address: string, place: number): Promise<Member> {
  const gateway = await startModbusServer({
    unit: () => ({ kind: 'registers', image: { start: 40, words: Uint16Array.of(place + 1) } }),
  });
  const scope = await makeCompany(pool, `Member ${place}`);
  const plant_id = await makePlant(pool, scope, 'P1');
  const device = 'P1/HTTP';
  const delivering = await makeDevice(pool, scope, plant_id, 'HTTP', [VARIABLE], { interval_s: 1 });
  const polling = await makeDevice(pool, scope, plant_id, 'MODBUS', [VARIABLE], { interval_s: 1 });
  await pollDevice(pool, scope, { plant_id, device_id: polling, port: gateway.port });
  const { headers } = await makeKey({ pool }, scope);
  const key = { authorization: headers.authorization ?? '' };
  const start_ms = Math.floor(Date.now() / 1000) * 1000 - 6 * 3_600_000;
  const series = { device, place, start_ms, step_ms: 200 };
  const producer = new Producer(series, overHttp(address, key), randomness(place + 1));
  const readings = async (device_id: number, from = 0, to = Date.now()) =>
    inScope(pool, scope, async (tx) => {
      const { rows } = await tx.query<{ ts: Date; value: number }>(
        'select ts, vals[1] as value from obs where company_id = $1 and device_id = $2 and ts between $3 and $4',
        [scope.company_id, device_id, new Date(from), new Date(to)],
      );
      return rows;
    });
  return {
    scope,
    key,
    producer,
    polled: async (from, to) => (await readings(polling, from, to)).length,
    faults: async () => {
      const found = compare(producer, await readings(delivering));
      await checkStore(pool, scope, (fault) => found.push(`company ${scope.company_id}: ${fault}`));
      return found;
    },
    close: () => gateway.stop(),
  };
}

function compare(
  { series, acknowledged }: Producer,
  stored: readonly { ts: Date; value: number }[],
): string[] {
  const found = new Map(stored.map(({ ts, value }) => [ts.getTime(), value]));
  const faults: string[] = [];
  for (let n = 0; n < acknowledged; n += 1)
    if (found.get(instantOf(series, n)) !== readingOf(series, n)) faults.push(`${series.place}: lost ${n}`);
  if (stored.length !== acknowledged) faults.push(`${series.place}: ${stored.length} of ${acknowledged}`);
  return faults;
}
