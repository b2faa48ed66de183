import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PortStatus } from '../../src/acquisition/poll-observer.ts';
import { PortPoller } from '../../src/acquisition/port-poller.ts';
import { EVERYWHERE } from '../support/reach.ts';
import { Heartbeat } from './support/heartbeat.ts';
import { randomness, shuffled } from './support/randomness.ts';
import { type Illness, isTruth, SickField } from './support/sick-field.ts';

const PERIOD_MS = 2000;
/** Two devices of a gateway that fall silent at once cost its bus four of these, which must leave room in a period. */
const TIMEOUT_MS = 350;
const LONE = 150;
const GATEWAYS = 5;
const UNITS = 10;
const DEVICES = LONE + GATEWAYS * UNITS;
const ROUNDS = process.env.FAULTS === 'long' ? 12 : 1;
const MORE_ROUNDS = 5;
/** What follows an address such as 192.168.1.1 in the field: mostly Modbus TCP. */
const FRAMERS = ['tcp', 'tcp', 'tcp', 'rtu', 'ascii'] as const;

interface Kept {
  readonly device_id: number;
  readonly ts: number;
  /** Were both blocks answered, was one? */
  readonly good: boolean;
  readonly heard: boolean;
}

/** One round of illness: who has what, from when to when. */
interface Round {
  readonly illness: ReadonlyMap<number, Illness>;
  readonly from_ms: number;
  readonly to_ms: number;
}

describe(`${DEVICES} devices of which 70 fall ill, ${ROUNDS} times`, () => {
  const seed = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));
  const random = randomness(seed);
  const start_ms = Date.now();
  const field = new SickField(start_ms, random);
  const heartbeat = new Heartbeat();
  const pollers: PortPoller[] = [];
  const rows = new Map<number, Kept[]>();
  const lies: string[] = [];
  const marked: { device_id: number; silent: boolean; at_ms: number }[] = [];
  const rounds: Round[] = [];
  const states: PortStatus['devices'][number][] = [];

  before(async (context) => {
    if ('diagnostic' in context) context.diagnostic(`FAULTS_SEED=${seed}`);
    for (let i = 0; i < LONE; i += 1) await field.addPort(FRAMERS[i % FRAMERS.length] ?? 'tcp', [i]);
    for (let g = 0; g < GATEWAYS; g += 1)
      await field.addPort(
        FRAMERS[g] ?? 'tcp',
        Array.from({ length: UNITS }, (_, unit) => LONE + g * UNITS + unit),
      );
    for (const configuration of field.configurations(PERIOD_MS / 1000, TIMEOUT_MS))
      pollers.push(
        new PortPoller(configuration, {
          sink: { add: (_, row) => keep(row.device_id, row.ts, [...row.values]) },
          observer: {
            answered: ({ device_id }) => void marked.push({ device_id, silent: false, at_ms: Date.now() }),
            silent: ({ device_id }) => void marked.push({ device_id, silent: true, at_ms: Date.now() }),
            failed: ({ device_id }, error) => void lies.push(`${device_id} failed: ${String(error)}`),
          },
          reach: EVERYWHERE,
        }),
      );
    heartbeat.start();
    await periods(3);
    for (let i = 0; i < ROUNDS; i += 1) await playRound();
    // A machine that was kept busy all the while says nothing of cadences: it is watched for longer.
    for (let more = 0; more < MORE_ROUNDS && !rounds.some(wasAwake); more += 1) await playRound();
    heartbeat.stop();
    states.push(...pollers.flatMap((poller) => poller.status().devices));
    await Promise.all(pollers.map((poller) => poller.close()));
  });
  after(() => field.close());

  function keep(device_id: number, ts: number, values: number[]): void {
    const [from_ms, to_ms] = [ts - start_ms, Date.now() - start_ms];
    let answered = 0;
    for (const place of [0, 1]) {
      const block = values.slice(place * 3, place * 3 + 3);
      // A block is answered as a whole or not at all.
      if (block.every(Number.isNaN)) continue;
      answered += 1;
      if (!isTruth(block, place, { device_id, from_ms, to_ms }))
        lies.push(`${device_id} at ${from_ms}: ${block} heard at ${to_ms}`);
    }
    const kept = rows.get(device_id) ?? [];
    kept.push({ device_id, ts, good: answered === 2, heard: answered > 0 });
    rows.set(device_id, kept);
  }

  async function periods(count: number): Promise<void> {
    await sleep(count * PERIOD_MS);
  }

  async function playRound(): Promise<void> {
    const lone = shuffled(field.ports.slice(0, LONE), random);
    const illness = new Map<number, Illness>();
    const patients = [
      ...lone.splice(0, 20).map((port) => ({ port, devices: port.devices, what: 'dead' as const })),
      ...lone.splice(0, 20).map((port) => ({ port, devices: port.devices, what: 'resetting' as const })),
      ...lone.splice(0, 10).map((port) => ({ port, devices: port.devices, what: 'raving' as const })),
      ...lone.splice(0, 10).map((port) => ({ port, devices: port.devices, what: 'mute' as const })),
      ...field.ports.slice(LONE).map((port) => {
        const devices = shuffled(port.devices, random).slice(0, 2);
        return { port, devices, what: 'mute' as const };
      }),
    ];
    for (const { port, devices, what } of patients) {
      for (const { device_id } of devices) illness.set(device_id, what);
      await field.fallIll(port, devices, what);
    }
    const from_ms = Date.now();
    await periods(3 + Math.floor(random() * 3));
    const to_ms = Date.now();
    await field.recover();
    rounds.push({ illness, from_ms, to_ms });
    await periods(4);
  }

  /** Instants wholly between the two, at which this process was awake. */
  function instants(from_ms: number, to_ms: number): number[] {
    const first = Math.ceil(from_ms / PERIOD_MS) * PERIOD_MS;
    const found: number[] = [];
    for (let ts = first; ts + PERIOD_MS <= to_ms; ts += PERIOD_MS)
      if (!heartbeat.paused(ts, ts + PERIOD_MS)) found.push(ts);
    return found;
  }

  const wasAwake = ({ from_ms, to_ms }: Round) => instants(from_ms, to_ms + PERIOD_MS).length > 0;

  it('of all that is stored nothing is wrong, or older than its instant', () => {
    assert.deepEqual(lies, []);
    assert.equal(rows.size, DEVICES);
    assert.ok([...rows.values()].flat().filter(({ good }) => good).length > DEVICES * 5);
  });

  it('those who are well keep their cadence: every instant is there, once, and good', () => {
    let asked = 0;
    for (const { illness, from_ms, to_ms } of rounds)
      for (const [device_id, kept] of rows) {
        if (illness.has(device_id)) continue;
        for (const ts of instants(from_ms, to_ms + PERIOD_MS)) {
          asked += 1;
          const there = kept.filter((row) => row.ts === ts);
          assert.deepEqual(
            there,
            [{ device_id, ts, good: true, heard: true }],
            `device ${device_id}, seed ${seed}`,
          );
        }
      }
    assert.ok(asked > 0, 'this machine was never awake for a whole period');
  });

  it('the dead, the resetting and the mute are marked by the second instant', () => {
    for (const { illness, from_ms, to_ms } of rounds)
      for (const [device_id, what] of illness) {
        if (what === 'raving') continue;
        const mark = marked.find((m) => m.device_id === device_id && m.silent && m.at_ms >= from_ms);
        assert.ok(mark !== undefined && mark.at_ms < to_ms + PERIOD_MS, `${what} ${device_id}, seed ${seed}`);
        // Its rows since it fell ill and until the mark, the one that brought the mark included.
        const polls = rows.get(device_id)?.filter(({ ts }) => ts >= from_ms && ts <= mark.at_ms) ?? [];
        assert.ok(polls.length <= 2, `${what} ${device_id} was asked ${polls.length} times, seed ${seed}`);
      }
  });

  it('all are back with the first instant after they are well', () => {
    for (const { illness, to_ms } of rounds) {
      const firstAfter = (ms: number) => instants(ms, to_ms + 3 * PERIOD_MS)[0];
      const first = firstAfter(to_ms + TIMEOUT_MS);
      // Whoever sent garbage a moment ago is left alone for half an interval at most; and a range about which a
      // device was silent while it answered for another is asked for again later.
      const first_heard = firstAfter(to_ms + PERIOD_MS / 2);
      if (first === undefined || first_heard === undefined) continue;
      const isBack = (device_id: number, what: Illness) =>
        rows
          .get(device_id)
          ?.some(({ ts, good, heard }) =>
            what === 'raving' ? ts === first_heard && heard : ts === first && good,
          );
      const late = [...illness].filter(([device_id, what]) => !isBack(device_id, what));
      assert.deepEqual(late, [], `seed ${seed}`);
    }
    assert.equal(states.length, DEVICES);
    assert.deepEqual(
      states.filter(({ state }) => state !== 'answering'),
      [],
    );
  });

  it('nobody was asked to do anything but to be read', () => {
    assert.deepEqual(field.functionCodes(), new Set([3]));
  });
});
