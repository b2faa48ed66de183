import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isReady, until } from '../support/program.ts';
import {
  accountByCall,
  accountBySql,
  countPacked,
  expectedOf,
  type Stored,
  signInAt,
} from './support/accounts.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { overMqtt } from './support/over-mqtt.ts';
import { overHttp, PRODUCERS, Producer, type Way } from './support/producer.ts';
import { randomness, shuffled } from './support/randomness.ts';
import { kill, VICTIMS, type Victim } from './support/victims.ts';

const portal = fileURLToPath(new URL('../../dist/web/index.html', import.meta.url));
const KILLS = process.env.FAULTS === 'long' ? 100 : 20;
const SEED = Number(process.env.FAULTS_SEED ?? 7);
/** Readings that must be acknowledged by each way between two kills: each one hits a program that works. */
const BETWEEN = 50;

describe('readings while everything is killed', {
  skip: existsSync(portal) ? false : 'the portal has not been built',
}, () => {
  const random = randomness(SEED);
  let installation: Installation;
  let producers: Producer[] = [];
  const ways: Way[] = [];

  before(async () => {
    installation = await startInstallation(PRODUCERS);
    producers = installation.devices.map(({ name, credential }, place) => {
      // One half publishes by MQTT, and of each half one half speaks of days that are over.
      const way =
        place % 4 >= 2
          ? overMqtt(installation.mqtt, credential)
          : overHttp(installation.address, installation.key);
      ways.push(way);
      // Days that are over are summed and packed meanwhile.
      const over = place % 2 === 0;
      const start_ms = Math.floor(Date.now() / 1000) * 1000 - (over ? 6 * 24 : 6) * 3_600_000;
      return new Producer(
        { device: name, place, start_ms, step_ms: over ? 1000 : 200 },
        way,
        randomness(SEED + place),
      );
    });
  });
  after(async () => {
    for (const producer of producers) producer.giveUp();
    for (const way of ways) await way.close();
    await installation?.close();
  });

  const acknowledged = (of: readonly Producer[] = producers) =>
    of.reduce((sum, producer) => sum + producer.acknowledged, 0);
  /** Acknowledged readings by the way that they came. */
  const byWay = () =>
    [...Map.groupBy(producers, ({ way }) => way.name)].map(([way, own]) => ({
      way,
      count: acknowledged(own),
    }));
  const faults = () => producers.flatMap((producer) => producer.faults);

  /** Kills in turn what there is, each as often as the others, in an order that the seed decides. */
  async function killThemAll(): Promise<Map<Victim, number>> {
    const killed = new Map<Victim, number>();
    let deck: Victim[] = [];
    for (let i = 0; i < KILLS; ) {
      if (deck.length === 0) deck = shuffled(VICTIMS, random);
      const victim = deck.pop() ?? 'api';
      const before = byWay();
      if (await kill(installation, victim, random)) {
        killed.set(victim, (killed.get(victim) ?? 0) + 1);
        i += 1;
      }
      await until(
        () =>
          faults().length > 0 ||
          byWay().every(({ count }, way) => count >= (before[way]?.count ?? 0) + BETWEEN),
        () =>
          `readings acknowledged after the ${victim} was killed (seed ${SEED}), ${JSON.stringify({ before, now: byWay() })}\n${installation.program().said().slice(-4_000)}`,
      );
      if (faults().length > 0) break;
      await pause(random() * 300);
    }
    return killed;
  }

  it(`${KILLS} times, are all there, each once, when they were acknowledged`, async (context: TestContext) => {
    const running = producers.map((producer) => producer.run());
    const killed = await killThemAll().finally(() => {
      for (const producer of producers) producer.stop();
    });
    await Promise.all(running);
    assert.deepEqual(faults(), [], `seed ${SEED}`);
    await until(() => isReady(installation.address), 'ready');

    const headers = await signInAt(installation);
    const total = { lost: 0, doubled: 0 };
    for (const [i, producer] of producers.entries()) {
      const { lost, doubled } = await accountByCall(
        installation,
        headers,
        installation.devices[i]?.id ?? 0,
        producer,
      );
      total.lost += lost;
      total.doubled += doubled;
    }
    const retries = producers.reduce((sum, producer) => sum + producer.retries, 0);
    const who = [...killed].map(([victim, times]) => `${victim} ${times}`).join(', ');
    context.diagnostic(
      `readings acknowledged: ${byWay()
        .map(({ way, count }) => `${way} ${count}`)
        .join(
          ', ',
        )}; ${retries} deliveries tried again; killed: ${who}; lost ${total.lost}, doubled ${total.doubled}`,
    );
    assert.deepEqual(total, { lost: 0, doubled: 0 }, `seed ${SEED}`);

    let stored: Stored[] | undefined;
    await until(async () => {
      stored = await accountBySql(installation);
      return stored !== undefined;
    }, 'days that are over are summed');
    assert.ok((await countPacked(installation)) > 0, 'no day was packed');
    for (const [i, producer] of producers.entries()) {
      const device_id = installation.devices[i]?.id ?? 0;
      const found = stored?.find((one) => one.device_id === device_id);
      assert.deepEqual(
        found,
        { device_id, ...expectedOf(producer) },
        `device ${device_id} by SQL, seed ${SEED}`,
      );
    }
  });
});
