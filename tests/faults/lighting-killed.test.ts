import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type LightingFleet, startLightingFleet } from '../../simulators/lighting-fleet.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import type { InstanceOrders } from '../support/acquisition-instance.ts';
import { makeCompany, makePlant, openTestPool } from '../support/field.ts';
import { command, commandsOf, makeCabinets } from '../support/lit-field.ts';
import { until } from '../support/program.ts';

const INSTANCE = fileURLToPath(new URL('../support/acquisition-instance.ts', import.meta.url));
const definition = (n: number) => ({
  serial: `Q-${n}`,
  pairing_code: 1000 + n,
  loads_kw: [1, 0, 0, 0, 0, 0],
});

describe('lighting while whoever polls is killed', () => {
  let db: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let fleet: LightingFleet;
  let boxes: number[];
  let instance: ChildProcess | undefined;

  before(async () => {
    db = await openTestPool();
    scope = await makeCompany(db.pool, 'Killed');
    const plant_id = await makePlant(db.pool, scope, 'P1');
    fleet = await startLightingFleet([0, 1, 2].map(definition));
    boxes = await makeCabinets(db.pool, scope, {
      plant_id,
      cabinets: fleet.cabinets,
      poll_s: 5,
      timeout_ms: 20_000,
    });
  });
  after(async () => {
    instance?.kill('SIGKILL');
    await fleet.stop();
    await db.close();
  });

  function start(holder: string): void {
    instance = fork(INSTANCE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const orders: InstanceOrders = {
      database: db.database,
      holder,
      lease_s: 2,
      lease_every_ms: 200,
      lighting: { forsaken_s: 1, tend_ms: 200, tick_ms: 50 },
    };
    instance.send(orders);
  }
  async function kill(): Promise<void> {
    if (instance === undefined) return;
    const gone = once(instance, 'exit');
    instance.kill('SIGKILL');
    await gone;
  }
  const controllers = () => fleet.cabinets.map(({ controller }) => controller);
  let seen: string[] = [];
  const states = async (ids: readonly number[]): Promise<string[]> => {
    const rows = await commandsOf(db.pool, scope, ids);
    seen = rows.map(({ state, fault }) => (fault === '' ? state : `${state}: ${fault}`));
    return seen;
  };

  it('switches nothing twice, shows nothing unknown as done, and reads back what came of it', async () => {
    const [done, lost, other] = controllers();
    // One does what it is told and never says so, one never hears of it: who sent it cannot tell them apart.
    done?.fail({ deaf_after_write: true });
    lost?.fail({ loses_writes: true });
    start('first');
    const ids = await command(
      db.pool,
      scope,
      boxes.map((box_id) => ({ box_id, lines: [1, 2], turn_on: true })),
    );
    await until(
      async () => done?.coil_writes === 1 && (await states(ids)).join() === 'sent,sent,confirmed',
      () => `in the middle of two, one confirmed: ${seen.join()}`,
    );
    await kill();
    done?.fail();
    lost?.fail();
    start('second');
    await until(
      async () =>
        (await states(ids)).every((state) => state.startsWith('confirmed') || state.startsWith('failed')),
      () => `all are settled: ${seen.join()}`,
    );
    assert.deepEqual(await states(ids), ['confirmed', 'failed: feedback', 'confirmed']);
    assert.deepEqual(
      [done, lost, other].map((controller) => controller?.coil_writes),
      [1, 0, 1],
    );
    // What was cut off may be commanded anew.
    const again = await command(db.pool, scope, [{ box_id: boxes[1] ?? 0, lines: [1, 2], turn_on: true }]);
    await until(async () => (await states(again)).join() === 'confirmed', 'the same once more');
    assert.equal(lost?.coil_writes, 1);
  });
});
