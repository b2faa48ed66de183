import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeClock } from '../../../tests/support/fake-clock.ts';
import { answerAddresses, startModbusPeer } from '../../../tests/support/modbus-peer.ts';
import { EVERYWHERE } from '../../../tests/support/reach.ts';
import type { ReadingRow } from '../../features/measurements/readings.model.ts';
import { Turns } from '../../shared/server/turns.ts';
import { ModbusLinkError, ModbusTimeout } from '../modbus/errors.ts';
import { ModbusLink } from '../modbus/link.ts';
import type { ReadRequest } from '../modbus/pdu.ts';
import type { PlanVariable } from '../plan.ts';
import type { DeviceConfiguration, PortConfiguration } from '../port-configuration.ts';
import type { PollLink } from '../port-link.ts';
import { PortPoller } from '../port-poller.ts';
import type { RegisterReader } from '../read-blocks.ts';
import { TaskEnded } from './careful-reader.ts';
import { PortGone } from './port-access.ts';

const START = Date.parse('2026-06-01T10:00:00.500Z');
const TIMEOUT_MS = 2000;
const ASKED = 100;
const AT_ONCE = { at_once: true };

const variable = (slot: number): PlanVariable => ({
  slot,
  function_code: 3,
  address: slot * 50,
  data_type: 'uint16',
  word_order: 'ABCD',
  bit: null,
  factor: 1,
  value_offset: 0,
  scale_address: null,
  sentinel: false,
});

/** A device of five requests. */
const device = (device_id: number, interval_s: number): DeviceConfiguration => ({
  device_id,
  short_name: `D${device_id}`,
  proj_code: 'P1',
  time_zone: 'Europe/Rome',
  unit_id: device_id,
  interval_s,
  slow_interval_s: 60,
  trace_until_ms: null,
  slots: 5,
  variables: [0, 1, 2, 3, 4].map(variable),
  attributes: [],
});

/** A line with one request at a time that takes 20 ms, and two seconds where nobody answers. */
class Line {
  readonly clock = new FakeClock(START);
  readonly rows: ReadingRow[] = [];
  /** `asked` or the unit that was polled, in the order in which they had the line. */
  readonly order: string[] = [];
  silent = new Set<number>();
  hurries = 0;
  readonly #turns = new Turns(1);

  port(devices: DeviceConfiguration[]): PortConfiguration {
    const way = { host: '10.0.0.5', port: 502, framer: 'tcp', serial: null } as const;
    const limits = { timeout_ms: TIMEOUT_MS, gap_ms: 0, window: 1 };
    return { company_id: 1, port_id: 5, ...way, ...limits, devices };
  }

  start(devices: DeviceConfiguration[]): PortPoller {
    return new PortPoller(this.port(devices), {
      sink: { add: (_, row) => this.rows.push(row) },
      observer: {},
      reach: EVERYWHERE,
      clock: this.clock,
      random: () => 0.999_999,
      createLink: () => this.#link(),
    });
  }

  #link(): PollLink {
    const closing = new AbortController();
    return {
      connected: true,
      close: () => closing.abort(),
      hurry: () => {
        this.hurries += 1;
      },
      read: (request, _watch, timeout_ms = TIMEOUT_MS) =>
        this.#turns.run(() => this.#answer(request, timeout_ms, closing.signal)),
    };
  }

  async #answer(
    { unit, quantity }: ReadRequest,
    timeout_ms: number,
    closing: AbortSignal,
  ): Promise<Uint8Array> {
    this.order.push(quantity === ASKED ? 'asked' : `${unit}`);
    const silent = this.silent.has(unit);
    await this.clock.sleep(silent ? timeout_ms : 20, closing);
    if (closing.aborted) throw new ModbusLinkError('closed', 'the link was closed');
    if (silent) throw new ModbusTimeout(timeout_ms);
    return new Uint8Array(quantity * 2);
  }

  /** Instants of a device, in seconds of the minute. */
  instants(device_id: number): number[] {
    return this.rows.filter((row) => row.device_id === device_id).map(({ ts }) => (ts / 1000) % 60);
  }
}

const request = (unit: number): ReadRequest => ({ unit, function_code: 3, address: 0, quantity: ASKED });

describe('asking through a port that is polled', () => {
  /** Asks again and again until it is told to stop. */
  async function askInALoop(poller: PortPoller, unit: number, until: { over: boolean }): Promise<number> {
    let asked = 0;
    while (!until.over) {
      await poller
        .ask((reader) => reader.read(request(unit)), AT_ONCE)
        .catch((error: unknown) => {
          if (!(error instanceof ModbusTimeout)) throw error;
        });
      asked += 1;
    }
    return asked;
  }

  it('keeps every instant of the devices, and comes at most once between two of their requests', async () => {
    const line = new Line();
    const poller = line.start([device(1, 1), device(2, 1)]);
    const until = { over: false };
    const loop = askInALoop(poller, 1, until);
    await line.clock.advance(10_000);
    until.over = true;
    await line.clock.advance(1_000);
    assert.ok((await loop) > 100, 'the person was served as well');
    for (const id of [1, 2])
      assert.deepEqual(line.instants(id).slice(0, 10), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await poller.close();
  });

  it('comes between requests of polls where they leave no time, one at a time', async () => {
    const line = new Line();
    // Twelve devices of five requests take longer than their second: somebody is always due.
    const poller = line.start(Array.from({ length: 12 }, (_, i) => device(i + 1, 1)));
    await line.clock.advance(1_000);
    const until = { over: false };
    const loop = askInALoop(poller, 1, until);
    await line.clock.advance(10_000);
    until.over = true;
    await line.clock.advance(3_000);
    const asked = await loop;
    assert.ok(asked >= 5 && asked <= 12, `asked ${asked} times: about once a second`);
    assert.ok(!/asked asked/.test(line.order.join(' ')), 'two never came together');
    await poller.close();
  });

  it('lets polls have the line for as long as somebody who did not answer had it', async () => {
    const line = new Line();
    line.silent.add(9);
    const poller = line.start([device(1, 5), device(2, 5)]);
    const until = { over: false };
    const loop = askInALoop(poller, 9, until);
    await line.clock.advance(31_000);
    until.over = true;
    await line.clock.advance(5_000);
    await loop;
    for (const id of [1, 2]) assert.deepEqual(line.instants(id).slice(0, 6), [5, 10, 15, 20, 25, 30]);
    await poller.close();
  });

  it('does not wait for the back-off of a silent device, and polls it anew once it answers a person', async () => {
    const line = new Line();
    line.silent.add(1);
    const poller = line.start([device(1, 1), device(2, 1)]);
    await line.clock.advance(120_000);
    assert.equal(poller.status().devices[0]?.state, 'silent');
    line.silent.clear();
    let answered = false;
    const asked = poller
      .ask((reader) => reader.read(request(1)), AT_ONCE)
      .then(() => {
        answered = true;
      });
    await line.clock.advance(1_200);
    assert.ok(answered);
    await asked;
    await line.clock.advance(2_000);
    assert.equal(poller.status().devices[0]?.state, 'answering');
    await poller.close();
  });

  it('sends nothing more of what is over, also where it waits for polls', async () => {
    const line = new Line();
    const poller = line.start(Array.from({ length: 12 }, (_, i) => device(i + 1, 1)));
    await line.clock.advance(1_000);
    const over = new AbortController();
    const ended = assert.rejects(
      poller.ask((reader) => reader.read(request(1)), { at_once: true, signal: over.signal }),
      TaskEnded,
    );
    await line.clock.advance(100);
    over.abort();
    const unbegun = assert.rejects(
      poller.ask((reader) => reader.read(request(1)), { at_once: true, signal: over.signal }),
      TaskEnded,
    );
    await line.clock.advance(5_000);
    await Promise.all([ended, unbegun]);
    assert.ok(!line.order.includes('asked'));
    await poller.close();
  });

  it('says so when the port is not polled here any more, to whoever is under way and to whoever waits', async () => {
    const line = new Line();
    line.silent.add(9);
    const poller = line.start([device(1, 5)]);
    const under_way = assert.rejects(
      poller.ask((reader) => reader.read(request(9)), AT_ONCE),
      PortGone,
    );
    const waiting = assert.rejects(
      poller.ask((reader) => reader.read(request(1)), AT_ONCE),
      PortGone,
    );
    await line.clock.advance(100);
    await poller.close();
    await Promise.all([under_way, waiting]);
    assert.equal(line.order.filter((what) => what === 'asked').length, 1);
  });

  it('goes on where the port leads since, when it is moved under what is asked', async () => {
    const line = new Line();
    line.silent.add(9);
    const poller = line.start([device(1, 5)]);
    const asked = poller.ask((reader) => reader.read(request(9)), AT_ONCE);
    await line.clock.advance(100);
    line.silent.delete(9);
    poller.configure({ ...line.port([device(1, 5)]), host: '10.0.0.6' });
    await line.clock.advance(1_000);
    assert.equal((await asked).length, ASKED * 2);
    await poller.close();
  });

  it('does one piece of work after the other, whatever each comes to', async () => {
    const line = new Line();
    const poller = line.start([device(1, 5)]);
    const seen: string[] = [];
    const work = (name: string) => async (reader: RegisterReader) => {
      seen.push(`${name} begins`);
      await reader.read(request(1));
      seen.push(`${name} ends`);
      if (name === 'first') throw new Error('a defect');
    };
    const first = assert.rejects(poller.ask(work('first'), AT_ONCE), /a defect/);
    const second = poller.ask(work('second'), { at_once: false });
    await line.clock.advance(1_000);
    await Promise.all([first, second]);
    assert.deepEqual(seen, ['first begins', 'first ends', 'second begins', 'second ends']);
    assert.equal(line.hurries, 1, 'the connection is tried at once for those who want it');
    await poller.close();
  });
});

describe('a link that rests after failures', () => {
  it('connects at once for a person', async () => {
    const first = await startModbusPeer('tcp', answerAddresses);
    const { port } = first;
    await first.stop();
    const link = new ModbusLink({
      host: '127.0.0.1',
      port,
      framer: 'tcp',
      timeout_ms: 1000,
      random: () => 0.999,
    });
    const read = () => link.read({ unit: 1, function_code: 3, address: 7, quantity: 1 });
    for (let tries = 0; tries < 8; tries += 1) {
      await assert.rejects(read(), ModbusLinkError);
      link.hurry();
    }
    await assert.rejects(read(), ModbusLinkError);
    const again = await startModbusPeer('tcp', answerAddresses, port);
    await assert.rejects(read(), (error: ModbusLinkError) => error.fault === 'backing_off');
    link.hurry();
    assert.deepEqual([...(await read())], [0, 7]);
    link.close();
    await again.stop();
  });
});
