import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type LightingFleet, startLightingFleet } from '../../simulators/lighting-fleet.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import type { InstanceOrders } from '../support/acquisition-instance.ts';
import { makeCompany, makePlant, openTestPool } from '../support/field.ts';
import { command, commandsOf, makeCabinets } from '../support/lit-field.ts';
import { until } from '../support/program.ts';
import { signInAt } from './support/accounts.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { randomness } from './support/randomness.ts';
import { kill } from './support/victims.ts';

const INSTANCE = fileURLToPath(new URL('../support/acquisition-instance.ts', import.meta.url));
/** So long the portal and its database may take to stand again. */
const AFTER_RESTART_MS = 300_000;
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

const portal = fileURLToPath(new URL('../../dist/web/index.html', import.meta.url));

describe('lighting while the program that is asked and its database are killed', {
  skip: existsSync(portal) ? false : 'the portal has not been built',
}, () => {
  const random = randomness(19);
  let fleet: LightingFleet;
  let installation: Installation;
  let headers: Record<string, string>;
  before(async () => {
    fleet = await startLightingFleet([0, 1].map(definition));
    const settings = { OUTBOUND_ALLOW: '127.0.0.1', SOLE_COMPANY_ALLOW: 'all' };
    installation = await startInstallation(0, undefined, settings);
    const { scope } = installation;
    await installation.withPool(async (pool) =>
      makeCabinets(pool, scope, {
        plant_id: await makePlant(pool, scope, 'LIT'),
        cabinets: fleet.cabinets,
        poll_s: 5,
        timeout_ms: 1_000,
      }),
    );
    headers = await signInAt(installation);
  });
  after(async () => {
    await installation?.close();
    await fleet?.stop();
  });

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${installation.address}/api/v1/ill-pub/${path}`, {
      ...init,
      headers: { ...headers, 'content-type': 'application/json', ...init.headers },
    });
  /** As somebody does who hears no answer: the same again, under the same key, until there is one. */
  async function switchOn(i: number): Promise<number> {
    const { box_id, reg_number } = await boxOf(i);
    const body = JSON.stringify({ serial: `Q-${i}`, reg_number, on: true, lines: [1] });
    let said = '';
    let id = 0;
    await until(
      async () => {
        const init = { method: 'POST', headers: { 'idempotency-key': `key-${box_id}` }, body };
        const answer = await ask('switch-box/', init).catch((error: unknown) => String(error));
        said = typeof answer === 'string' ? answer : `${answer.status} ${await answer.text()}`;
        if (said.startsWith('202')) id = (JSON.parse(said.slice(4)) as { id: number }).id;
        return id > 0;
      },
      () => `an answer: ${said}`,
      AFTER_RESTART_MS,
    );
    return id;
  }
  const known = new Map<number, { box_id: number; reg_number: string }>();
  async function boxOf(i: number): Promise<{ box_id: number; reg_number: string }> {
    if (known.size === 0) {
      const { results } = (await (await ask('box/')).json()) as {
        results: { id: number; serial: string; reg_number: string }[];
      };
      for (const { id, serial, reg_number } of results)
        known.set(Number(serial.slice(2)), { box_id: id, reg_number });
    }
    return known.get(i) ?? assert.fail(`no box ${i}`);
  }
  /** What the portal shows of commands, '' while it cannot say. */
  async function shown(ids: readonly number[]): Promise<string[]> {
    const answer = await ask('commands/').catch(() => undefined);
    if (answer?.status !== 200) return ids.map(() => '');
    const { results } = (await answer.json()) as { results: { id: number; state: string }[] };
    return ids.map((id) => results.find((one) => one.id === id)?.state ?? '');
  }

  it('records once, switches once, and shows as confirmed what was read back', async () => {
    const [one, two] = fleet.cabinets.map(({ controller }) => controller);
    const switched = () => [one, two].map((cabinet) => cabinet?.coil_writes);
    await boxOf(0);
    // Both do as they are told and are silent from then on: nobody can know while they are.
    for (const cabinet of [one, two]) cabinet?.fail({ silent_after_write: true });
    const asked = Promise.all([switchOn(0), switchOn(1)]);
    await until(() => switched().join() === '1,1', 'both have been switched');
    assert.ok(await kill(installation, 'api', random));
    assert.ok(await kill(installation, 'postmaster', random));
    const ids = await asked;
    assert.deepEqual(await Promise.all([switchOn(0), switchOn(1)]), ids, 'the same keys, the same commands');
    await until(
      async () => (await shown(ids)).every((state) => state !== ''),
      'it is said again',
      AFTER_RESTART_MS,
    );
    for (const state of await shown(ids)) assert.match(state, /^(queued|sent|unknown)$/);
    for (const cabinet of [one, two]) cabinet?.fail();
    let states: string[] = [];
    await until(
      async () => {
        states = await shown(ids);
        return states.join() === 'confirmed,confirmed';
      },
      () => `both confirmed: ${states.join()}`,
      AFTER_RESTART_MS,
    );
    assert.deepEqual(switched(), [1, 1], 'nothing was written twice');
  });
});
