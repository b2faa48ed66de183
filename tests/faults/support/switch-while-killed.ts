import assert from 'node:assert/strict';
import { startLightingFleet } from '../../../simulators/lighting-fleet.ts';
import { makePlant } from '../../support/field.ts';
import { makeCabinets } from '../../support/lit-field.ts';
import { until } from '../../support/program.ts';
import { signInAt } from './accounts.ts';
import type { Installation } from './installation.ts';
import { randomness } from './randomness.ts';
import { kill } from './victims.ts';

/** So long the portal and its database may take to stand again. */
const AFTER_RESTART_MS = 300_000;

/** An installation that may reach the cabinets of this machine. */
export const REACHES_CABINETS = { OUTBOUND_ALLOW: '127.0.0.1', SOLE_COMPANY_ALLOW: 'all' };

/**
 * Switches two cabinets that do as they are told and are silent from then on, kills the program that is asked and its database,
 * and sees that everything was recorded once, switched once, and shown as confirmed when it had been read back, not before.
 */
export async function switchWhileKilled(installation: Installation): Promise<void> {
  const random = randomness(19);
  const fleet = await startLightingFleet(
    [0, 1].map((n) => ({ serial: `Q-${n}`, pairing_code: 1000 + n, loads_kw: [1, 0, 0, 0, 0, 0] })),
  );
  try {
    const { scope } = installation;
    await installation.withPool(async (pool) =>
      makeCabinets(pool, scope, {
        plant_id: await makePlant(pool, scope, 'LIT'),
        cabinets: fleet.cabinets,
        poll_s: 5,
        timeout_ms: 1_000,
      }),
    );
    const headers = await signInAt(installation);
    await switchBoth({ installation, fleet, headers, random });
  } finally {
    await fleet.stop();
  }
}

interface Given {
  readonly installation: Installation;
  readonly fleet: Awaited<ReturnType<typeof startLightingFleet>>;
  readonly headers: Record<string, string>;
  readonly random: () => number;
}

async function switchBoth({ installation, fleet, headers, random }: Given): Promise<void> {
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

  const [one, two] = fleet.cabinets.map(({ controller }) => controller);
  const switched = () => [one, two].map((cabinet) => cabinet?.coil_writes);
  await boxOf(0);
  // Both do as they are told and are silent from then on: nobody can know while they are.
  for (const cabinet of [one, two]) cabinet?.fail({ silent_after_switching: true });
  const asked = Promise.all([switchOn(0), switchOn(1)]);
  await until(
    () => switched().join() === '1,1',
    () => `both have been switched: ${switched().join()}`,
  );
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
}
