import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeClock } from '../../tests/support/fake-clock.ts';
import { EVERYWHERE } from '../../tests/support/reach.ts';
import type { ReadingRow } from '../features/measurements/readings.model.ts';
import { ModbusException, ModbusLinkError, ModbusTimeout } from './modbus/errors.ts';
import type { ModbusLinkOptions } from './modbus/link.ts';
import type { ReadRequest } from './modbus/pdu.ts';
import type { PlanVariable } from './plan.ts';
import type { PollObserver } from './poll-observer.ts';
import type { DeviceConfiguration, PortConfiguration } from './port-configuration.ts';
import type { PollLink } from './port-link.ts';
import { PortPoller } from './port-poller.ts';

const START = Date.parse('2026-06-01T10:00:00.500Z');
const clockOf = (ts: number) => new Date(ts).toISOString().slice(11, 19);

function variable(slot: number, address = slot, fields: Partial<PlanVariable> = {}): PlanVariable {
  return {
    slot,
    function_code: 3,
    address,
    data_type: 'uint16',
    word_order: 'ABCD',
    bit: null,
    factor: 1,
    value_offset: 0,
    scale_address: null,
    sentinel: false,
    ...fields,
  };
}

function device(device_id: number, fields: Partial<DeviceConfiguration> = {}): DeviceConfiguration {
  const variables = [variable(0), variable(1)];
  return {
    device_id,
    short_name: `D${device_id}`,
    proj_code: 'P1',
    time_zone: 'Europe/Rome',
    unit_id: device_id,
    interval_s: 10,
    slow_interval_s: 60,
    trace_until_ms: null,
    slots: 2,
    variables,
    attributes: [],
    ...fields,
  };
}

function port(devices: DeviceConfiguration[], fields: Partial<PortConfiguration> = {}): PortConfiguration {
  return {
    company_id: 1,
    port_id: 5,
    host: '10.0.0.5',
    port: 502,
    framer: 'tcp',
    timeout_ms: 1000,
    gap_ms: 0,
    window: 1,
    serial: null,
    devices,
    ...fields,
  };
}

/** Registers whose content is 100 · unit + address, after 100 ms; a test changes what a unit does. */
class Field {
  readonly clock = new FakeClock(START);
  readonly rows: ReadingRow[] = [];
  readonly messages: string[] = [];
  readonly links: ModbusLinkOptions[] = [];
  readonly asked: number[] = [];
  /** The time-outs that were asked for in place of the port's. */
  readonly hurried: number[] = [];
  answers: (request: ReadRequest) => number | Error = ({ unit }) => unit * 100;
  takes_ms: (request: ReadRequest) => number = () => 100;

  onAsk: (request: ReadRequest) => void = () => undefined;

  start(configuration: PortConfiguration, more: PollObserver = {}): PortPoller {
    return new PortPoller(configuration, {
      sink: { add: (_, row) => this.rows.push(row) },
      observer: {
        answered: ({ short_name }) => void this.messages.push(`${short_name} answers`),
        silent: ({ short_name }, { message }) => void this.messages.push(`${short_name} silent: ${message}`),
        failed: ({ short_name }, error) => void this.messages.push(`${short_name} failed: ${String(error)}`),
        ...more,
      },
      reach: EVERYWHERE,
      clock: this.clock,
      random: () => 0.999_999,
      createLink: (options) => this.#link(options),
    });
  }

  #link(options: ModbusLinkOptions): PollLink {
    this.links.push(options);
    const closing = new AbortController();
    return {
      connected: true,
      close: () => closing.abort(),
      read: async (request, watch, timeout_ms) => {
        if (timeout_ms !== undefined) this.hurried.push(timeout_ms);
        if (closing.signal.aborted) throw new ModbusLinkError('closed', 'the link was closed');
        this.asked.push(request.unit);
        this.onAsk(request);
        await this.clock.sleep(Math.min(this.takes_ms(request), timeout_ms ?? Infinity), closing.signal);
        if (closing.signal.aborted) throw new ModbusLinkError('closed', 'the link was closed');
        const answer = this.answers(request);
        const error = answer instanceof Error ? answer : null;
        const sent = Uint8Array.of(1);
        watch?.({ sent, received: error ? null : sent, bytes_in: 1, latency_ms: 100, error });
        if (answer instanceof Error) throw answer;
        const words = Array.from({ length: request.quantity }, (_, i) => answer + request.address + i);
        return Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff]));
      },
    };
  }

  /** `10:00:10 → values` of one device. */
  seen(device_id: number): string[] {
    return this.rows
      .filter((row) => row.device_id === device_id)
      .map((row) => `${clockOf(row.ts)} ${[...row.values]} ${row.quality ? [...row.quality] : 'good'}`);
  }
}

describe('the poller of a port', () => {
  it('reads its devices at whole multiples of their intervals, each stamped with its instant', async () => {
    const field = new Field();
    const poller = field.start(port([device(1), device(2, { interval_s: 15 })]));
    await field.clock.advance(31_000);
    await poller.close();
    assert.deepEqual(field.seen(1), [
      '10:00:10 100,101 good',
      '10:00:20 100,101 good',
      '10:00:30 100,101 good',
    ]);
    assert.deepEqual(field.seen(2), ['10:00:15 200,201 good', '10:00:30 200,201 good']);
    assert.deepEqual(field.messages, ['D1 answers', 'D2 answers']);
  });

  it('skips what an overrun missed, serves who waits longest, and never bursts', async () => {
    const field = new Field();
    field.takes_ms = () => 7000;
    const poller = field.start(port([device(1), device(2)]));
    await field.clock.advance(60_000);
    await poller.close();
    assert.deepEqual(field.asked.slice(0, 6), [1, 2, 1, 2, 1, 2]);
    assert.deepEqual(
      field.seen(1).map((row) => row.slice(0, 8)),
      ['10:00:10', '10:00:20', '10:00:40'],
    );
    const stamps = field.rows.map((row) => `${row.device_id} ${row.ts}`);
    assert.equal(new Set(stamps).size, stamps.length);
  });

  it('stores failures without values, and asks a silent device at its pace for ten minutes, then ever more rarely', async () => {
    const field = new Field();
    field.answers = ({ unit }) => (unit === 2 ? new ModbusTimeout(1000) : unit * 100);
    const poller = field.start(port([device(1), device(2)]));
    await field.clock.advance(600_000);
    assert.equal(field.seen(2).length, 60);
    assert.deepEqual(field.seen(2).slice(0, 2), ['10:00:10 NaN,NaN 4,4', '10:00:20 NaN,NaN 4,4']);
    await field.clock.advance(200_000);
    const { devices } = poller.status();
    await poller.close();
    assert.equal(field.seen(1).length, 80);
    assert.deepEqual(field.seen(2).slice(60), [
      '10:10:10 NaN,NaN 4,4',
      '10:10:30 NaN,NaN 4,4',
      '10:11:00 NaN,NaN 4,4',
      '10:11:50 NaN,NaN 4,4',
      '10:13:20 NaN,NaN 4,4',
    ]);
    assert.deepEqual(field.messages, ['D1 answers', 'D2 silent: no answer within 1000 ms']);
    assert.deepEqual(
      devices.map(({ state, reason }) => [state, reason]),
      [
        ['answering', null],
        ['silent', 'no answer within 1000 ms'],
      ],
    );
  });

  it('hears a device that answers again at its next instant', async () => {
    const field = new Field();
    let silent = false;
    field.answers = ({ unit }) => (silent && unit === 2 ? new ModbusTimeout(1000) : unit * 100);
    const poller = field.start(port([device(1), device(2)]));
    await field.clock.advance(60_000);
    silent = true;
    await field.clock.advance(500_000);
    silent = false;
    await field.clock.advance(10_000);
    await poller.close();
    assert.equal(field.seen(2).filter((row) => row.endsWith('4,4')).length, 50);
    assert.equal(field.seen(2).at(-1), '10:09:30 200,201 good');
    assert.equal(field.seen(1).length, 57);
  });

  it('is back at once with a device that answers again, and asks its silent neighbours too', async () => {
    const field = new Field();
    field.answers = () => new ModbusTimeout(1000);
    const poller = field.start(port([device(1), device(2, { interval_s: 5 })]));
    await field.clock.advance(720_000);
    field.answers = ({ unit }) => unit * 100;
    const before = field.rows.length;
    await field.clock.advance(80_000);
    await poller.close();
    // Left alone the first would have been asked again at 10:13:20.
    assert.deepEqual(
      field.rows
        .slice(before, before + 4)
        .map((row) => `${row.device_id} ${clockOf(row.ts)} ${row.values[0]}`),
      ['2 10:13:05 200', '2 10:13:10 200', '1 10:13:10 100', '2 10:13:15 200'],
    );
    assert.equal(field.messages.filter((messages) => messages.endsWith('answers')).length, 2);
  });

  it('keeps asking at the usual pace while the port cannot be reached, and names the reason once', async () => {
    const field = new Field();
    const reason = '10.0.0.5 port 502 may not be reached: it is not among what this company was given';
    field.answers = () => new ModbusLinkError('refused_address', reason);
    const poller = field.start(port([device(1)]));
    await field.clock.advance(40_000);
    await poller.close();
    assert.deepEqual(field.seen(1), [
      '10:00:10 NaN,NaN 4,4',
      '10:00:20 NaN,NaN 4,4',
      '10:00:30 NaN,NaN 4,4',
      '10:00:40 NaN,NaN 4,4',
    ]);
    assert.deepEqual(field.messages, [`D1 silent: ${reason}`]);
  });

  it('tells a slot that failed, one that the device does not measure, and one that is not polled apart', async () => {
    const field = new Field();
    field.answers = ({ address }) => (address === 500 ? new ModbusException(2) : 0xffff - address);
    const variables = [variable(0, 0, { sentinel: true }), variable(1, 100), variable(3, 500)];
    const poller = field.start(port([device(1, { slots: 5, variables })]));
    await field.clock.advance(10_000);
    await poller.close();
    assert.deepEqual(field.seen(1), ['10:00:10 NaN,65535,NaN,NaN,NaN 3,0,0,4,0']);
    assert.deepEqual(field.messages, ['D1 answers']);
  });

  it('takes over a changed device without touching the others, and asks a new one at once', async () => {
    const field = new Field();
    const first = port([device(1), device(2), device(3)]);
    const poller = field.start(first);
    await field.clock.advance(12_000);
    const wider = device(2, { slots: 3, variables: [variable(0), variable(1), variable(2)] });
    poller.configure(port([device(1), wider, device(4)]));
    await field.clock.advance(10_000);
    await poller.close();
    assert.equal(field.links.length, 1);
    assert.deepEqual(field.seen(1), ['10:00:10 100,101 good', '10:00:20 100,101 good']);
    assert.deepEqual(field.seen(2), ['10:00:10 200,201 good', '10:00:20 200,201,202 good']);
    assert.deepEqual(field.seen(3), ['10:00:10 300,301 good']);
    assert.deepEqual(field.seen(4), ['10:00:12 400,401 good', '10:00:20 400,401 good']);
    assert.deepEqual(field.messages.slice(0, 1), ['D1 answers']);
  });

  it('asks again at once over the new way when the port is moved during a poll, and stores no failure', async () => {
    const field = new Field();
    const poller = field.start(port([device(1)]));
    await field.clock.advance(9_550);
    assert.equal(field.asked.length, 1);
    poller.configure(port([device(1)], { port: 503 }));
    await field.clock.advance(1_000);
    await poller.close();
    assert.deepEqual(
      field.links.map((link) => link.port),
      [502, 503],
    );
    assert.deepEqual(field.seen(1), ['10:00:10 100,101 good']);
  });

  it('says that it is refused what was taken from its company, and goes on once it is given back', async () => {
    const field = new Field();
    const poller = field.start(port([device(1)], { window: 2 }));
    await field.clock.advance(12_000);
    const address = '10.0.0.5';
    field.answers = () => new ModbusLinkError('refused_address', 'no', { params: { address, port: 502 } });
    poller.disconnect();
    await field.clock.advance(20_000);
    assert.deepEqual(poller.way().reason, { code: 'refused_address', address, port: 502 });
    field.answers = ({ unit }) => unit * 100;
    await field.clock.advance(20_000);
    await poller.close();
    assert.equal(field.links.length, 2);
    assert.deepEqual(field.seen(1), [
      '10:00:10 100,101 good',
      '10:00:20 NaN,NaN 4,4',
      '10:00:30 NaN,NaN 4,4',
      '10:00:40 100,101 good',
      '10:00:50 100,101 good',
    ]);
    assert.equal(poller.way().reason, null);
  });

  it('does not fall silent when the clock is set back', async () => {
    const field = new Field();
    const poller = field.start(port([device(1)]));
    await field.clock.advance(12_000);
    field.clock.set(START - 7_200_000);
    await field.clock.advance(60_000);
    await poller.close();
    assert.deepEqual(
      field.seen(1).map((row) => row.slice(0, 8)),
      ['10:00:10', '08:00:10', '08:00:20', '08:00:30', '08:00:40', '08:00:50', '08:01:00'],
    );
  });

  it('reads slow variables at their own instants, beside the first answered poll, and fills only their slots', async () => {
    const field = new Field();
    const variables = [variable(0), variable(1, 100, { poll: 'slow' })];
    const poller = field.start(port([device(1, { variables })]));
    await field.clock.advance(75_000);
    await poller.close();
    const slow = field.rows.filter((row) => !Number.isNaN(row.values[1]));
    assert.deepEqual(
      slow.map((row) => `${clockOf(row.ts)} ${[...row.values]} ${row.quality}`),
      ['10:00:10 NaN,200 null', '10:01:00 NaN,200 null'],
    );
    assert.equal(field.seen(1).filter((row) => row.includes('100,NaN good')).length, 7);
  });

  it('never lets what is read slowly delay a poll, of the same device or another', async () => {
    const field = new Field();
    const slow = Array.from({ length: 30 }, (_, i) => variable(i + 1, 1000 + i * 100, { poll: 'slow' }));
    field.takes_ms = ({ address }) => (address >= 1000 ? 900 : 100);
    const asked: string[] = [];
    field.answers = ({ unit, address }) => {
      if (address < 1000) asked.push(`${unit} ${clockOf(field.clock.now())}`);
      return 1;
    };
    const devices = [device(1, { slots: 31, variables: [variable(0), ...slow] }), device(2)];
    const poller = field.start(port(devices));
    await field.clock.advance(60_000);
    await poller.close();
    for (const unit of [1, 2]) {
      const times = asked.filter((one) => one.startsWith(`${unit} `)).map((one) => one.slice(-2));
      assert.deepEqual(
        times.map((second) => Math.floor(Number(second) / 10) * 10),
        [10, 20, 30, 40, 50, 0],
      );
      assert.ok(times.every((second) => Number(second) % 10 <= 1));
    }
    assert.ok(field.rows.some((row) => !Number.isNaN(row.values[30])));
  });

  it("reads daily variables with the first poll of the day in the plant's zone that is answered", async () => {
    const field = new Field();
    field.clock.set(Date.parse('2026-06-01T21:58:30Z'));
    const variables = [variable(0), variable(1, 100, { poll: 'daily' })];
    let awake = true;
    field.answers = () => (awake ? 7 : new ModbusTimeout(1000));
    const poller = field.start(port([device(1, { interval_s: 60, variables })]));
    await field.clock.advance(60_000);
    awake = false;
    await field.clock.advance(180_000);
    awake = true;
    await field.clock.advance(300_000);
    await poller.close();
    const daily = field.rows.filter((row) => !Number.isNaN(row.values[1]));
    // Rome's day begins at 22:00 UTC; the device is back at 22:03.
    assert.deepEqual(
      daily.map((row) => clockOf(row.ts)),
      ['21:59:00', '22:03:00'],
    );
  });

  it('reads texts at the first contact, once a day and when they are defined otherwise', async () => {
    const field = new Field();
    const attribute = { id: 9, function_code: 3, address: 500, length: 2, swapped: false } as const;
    const messages: string[] = [];
    field.answers = ({ address }) => (address >= 500 ? 0x4141 - address : 1);
    const one = device(1, { interval_s: 3600, attributes: [attribute] });
    const poller = field.start(port([one]), {
      textsRead: (_, texts, failed) => void messages.push(`${texts.map(({ value }) => value)} ${failed}`),
    });
    await field.clock.advance(26 * 3_600_000);
    assert.deepEqual(messages, ['AAAB 0', 'AAAB 0']);
    poller.configure(port([{ ...one, attributes: [{ ...attribute, swapped: true }] }]));
    await field.clock.advance(3_600_000);
    assert.deepEqual(messages.slice(2), ['AABA 0']);
    field.answers = ({ address }) => (address >= 500 ? new ModbusException(2) : 1);
    await field.clock.advance(48 * 3_600_000);
    await poller.close();
    // After a failure: the polls of the next hours, doubling to a day.
    assert.ok(messages.length > 4 && messages.length < 12, messages.join());
    assert.ok(messages.slice(3).every((text) => text === ' 1'));
  });

  it('polls a device that has only daily variables once a day, and after a silence as soon as it is back', async () => {
    const field = new Field();
    const polls: boolean[] = [];
    let awake = false;
    field.answers = () => (awake ? 7 : new ModbusTimeout(1000));
    const poller = field.start(port([device(1, { variables: [variable(0, 0, { poll: 'daily' })] })]), {
      polled: (_, { answered, silence }) => void (answered || silence ? polls.push(answered) : undefined),
    });
    await field.clock.advance(30_000);
    assert.deepEqual(polls, [false, false, false]);
    assert.equal(poller.status().devices[0]?.state, 'silent');
    awake = true;
    await field.clock.advance(26 * 3_600_000);
    await poller.close();
    // Rome's next day begins at 22:00 UTC.
    const good = field.rows.filter((row) => row.values[0] === 7);
    assert.deepEqual(
      good.map((row) => clockOf(row.ts)),
      ['10:00:40', '22:00:00'],
    );
    assert.deepEqual(polls, [false, false, false, true, true]);
    assert.ok(field.messages.includes('D1 answers'));
  });

  it('reads the texts of a device that has nothing else, and knows by them whether it is there', async () => {
    const field = new Field();
    const texts = [500, 600].map((address, id) => ({
      id,
      function_code: 3 as const,
      address,
      length: 1,
      swapped: false,
    }));
    const [read, polls]: [string[], boolean[]] = [[], []];
    let awake = false;
    // About its first text it is silent for ever.
    field.answers = ({ address }) => (awake && address === 600 ? 0x4141 - address : new ModbusTimeout(1000));
    const poller = field.start(port([device(1, { variables: [], attributes: texts })]), {
      textsRead: (_, all, failed) => void read.push(`${all.map(({ value }) => value)} ${failed}`),
      polled: (_, { answered, silence }) => void (answered || silence ? polls.push(answered) : undefined),
    });
    await field.clock.advance(20_000);
    assert.deepEqual([polls, read], [[false, false], []]);
    assert.equal(poller.status().devices[0]?.state, 'silent');
    awake = true;
    await field.clock.advance(300_000);
    assert.deepEqual([polls, read], [[false, false, true], ['AA 1']]);
    assert.equal(poller.status().devices[0]?.state, 'answering');
    await poller.close();
    assert.deepEqual(field.rows, []);
  });

  it('keeps nobody waiting for long by a silent device, however patient the port is', async () => {
    const field = new Field();
    field.takes_ms = ({ unit }) => (unit === 2 ? 60_000 : 100);
    field.answers = ({ unit }) => (unit === 2 ? new ModbusTimeout(60_000) : 7);
    const poller = field.start(port([device(1), device(2)], { timeout_ms: 60_000 }));
    await field.clock.advance(10 * 60_000);
    await poller.close();
    assert.ok(field.hurried.length > 0);
    assert.ok(field.hurried.every((limit) => limit === 3000));
    const late = field.rows.filter(({ device_id, ts }) => device_id === 1 && ts > START + 130_000);
    assert.equal(late.length, 47);
  });

  it('asks silent devices one short thing, and only where nobody has to wait for it', async () => {
    const field = new Field();
    const answersLate: number[] = [];
    field.takes_ms = ({ unit }) => (unit > 5 ? 3000 : 100);
    field.answers = ({ unit, quantity, address }) => {
      if (unit > 5) return quantity === 1 || address === 0 ? new ModbusTimeout(3000) : 0;
      answersLate.push(field.clock.now() % 5000);
      return 1;
    };
    const devices = Array.from({ length: 10 }, (_, i) => device(i + 1, { interval_s: 5 }));
    const poller = field.start(port(devices, { timeout_ms: 3000 }));
    await field.clock.advance(60_000);
    answersLate.length = 0;
    field.asked.length = 0;
    await field.clock.advance(120_000);
    await poller.close();
    assert.equal(answersLate.length, 5 * 24);
    assert.ok(Math.max(...answersLate) <= 500, `${Math.max(...answersLate)} ms late`);
    const probes = field.asked.filter((unit) => unit > 5).length;
    // Between two rounds of the others there is time for one.
    assert.ok(probes >= 3 && probes <= 24, `${probes} probes`);
  });

  it('lets others in between the requests of a device that is slow', async () => {
    const field = new Field();
    const far = Array.from({ length: 4 }, (_, i) => variable(i, i * 200));
    field.takes_ms = ({ unit }) => (unit === 1 ? 2000 : 100);
    field.answers = () => 1;
    const late: number[] = [];
    field.onAsk = ({ unit }) => {
      if (unit === 2) late.push(field.clock.now() % 5000);
    };
    const slow = device(1, { interval_s: 5, slots: 4, variables: far });
    const poller = field.start(port([slow, device(2, { interval_s: 5 })]));
    await field.clock.advance(62_000);
    await poller.close();
    assert.equal(late.length, 12);
    assert.ok(Math.max(...late) <= 2000, `${Math.max(...late)} ms late`);
  });

  it('reads all, more slowly, on a line with more work than time, and says so', async () => {
    const field = new Field();
    const far = Array.from({ length: 12 }, (_, i) => variable(i, i * 200));
    const slow = variable(12, 9000, { poll: 'slow' });
    let away = true;
    field.answers = ({ unit }) => (away && unit === 10 ? new ModbusTimeout(1000) : 1);
    const devices = Array.from({ length: 10 }, (_, i) =>
      device(i + 1, { interval_s: 5, slots: 13, variables: i === 0 ? [...far, slow] : far }),
    );
    const poller = field.start(port(devices));
    await field.clock.advance(60_000);
    away = false;
    await field.clock.advance(180_000);
    assert.equal(poller.status().devices[9]?.state, 'answering');
    const polls = devices.slice(0, 9).map(({ device_id }) => field.seen(device_id).length);
    assert.ok(Math.min(...polls) >= 17 && Math.max(...polls) <= 25, `${polls}`);
    assert.ok(field.rows.some(({ values }) => values[12] === 9001));
    const { reason, connected } = poller.way();
    // 10 devices · 1.2 s each 5 s
    assert.ok(Math.abs(Number(reason?.needed_s) - 144) <= 14, `${reason?.needed_s}`);
    assert.deepEqual([reason?.code, reason?.every_s, connected], ['overloaded', 60, true]);
    field.takes_ms = () => 10;
    await field.clock.advance(60_000);
    await poller.close();
    assert.equal(poller.way().reason, null);
  });

  it('tells that what is refused no more was forgotten where the configuration has changed', async () => {
    const field = new Field();
    field.answers = ({ address }) => (address === 500 ? new ModbusException(2) : 1);
    const messages: string[] = [];
    const poller = field.start(port([device(1, { variables: [variable(0), variable(1, 500)] })]), {
      polled: (_, { bad_registers, renewed }) => {
        if (bad_registers) messages.push(`${bad_registers.length} ${renewed}`);
      },
    });
    await field.clock.advance(60_000);
    poller.configure(port([device(1, { variables: [variable(0)] })]));
    await field.clock.advance(30_000);
    await poller.close();
    assert.deepEqual([messages[0], messages.at(-1)], ['1 true', '0 true']);
  });

  it('has as many requests in flight as the window allows, one for each device', async () => {
    const field = new Field();
    let flying = 0;
    const max: number[] = [];
    const units = new Set<number>();
    field.onAsk = ({ unit }) => {
      assert.ok(!units.has(unit));
      units.add(unit);
      flying += 1;
      max.push(flying);
    };
    field.answers = ({ unit }) => {
      flying -= 1;
      units.delete(unit);
      return 1;
    };
    const devices = Array.from({ length: 8 }, (_, i) => device(i + 1));
    const poller = field.start(port(devices, { window: 4 }));
    await field.clock.advance(35_000);
    poller.configure(port(devices, { window: 1 }));
    max.length = 0;
    await field.clock.advance(20_000);
    await poller.close();
    assert.equal(Math.max(...max), 1);
    assert.equal(field.rows.length, 8 * 5);
  });

  it('keeps a place in the window for devices that answer', async () => {
    const field = new Field();
    const late: number[] = [];
    field.takes_ms = ({ unit }) => (unit > 2 ? 3000 : 100);
    field.answers = ({ unit }) => (unit > 2 ? new ModbusTimeout(3000) : 1);
    field.onAsk = ({ unit }) => {
      if (unit <= 2) late.push(field.clock.now() % 2000);
    };
    const devices = Array.from({ length: 12 }, (_, i) => device(i + 1, { interval_s: i < 2 ? 2 : 10 }));
    const poller = field.start(port(devices, { timeout_ms: 3000, window: 3 }));
    await field.clock.advance(120_000);
    late.length = 0;
    await field.clock.advance(120_000);
    await poller.close();
    assert.ok(
      late.length >= 2 * 60 && Math.max(...late) <= 200,
      `${late.length}, ${Math.max(...late)} ms late`,
    );
  });

  it('does not poll an instant twice when the clock is corrected, and loses none', async () => {
    const field = new Field();
    const poller = field.start(port([device(1, { interval_s: 5 })]));
    await field.clock.advance(5_000);
    field.clock.set(field.clock.now() - 2_000);
    await field.clock.advance(20_000);
    field.clock.set(field.clock.now() + 3_600_000);
    await field.clock.advance(40_000);
    await poller.close();
    const seen = field.seen(1).map((row) => row.slice(0, 8));
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(seen.slice(0, 4), ['10:00:05', '10:00:10', '10:00:15', '10:00:20']);
    assert.ok(seen.filter((time) => time.startsWith('11:')).length >= 6, seen.join());
  });

  it('asks a device that is alone on its port at its pace for ten minutes, then backs off', async () => {
    const field = new Field();
    field.answers = () => new ModbusTimeout(1000);
    const poller = field.start(port([device(1)]));
    await field.clock.advance(600_000);
    assert.equal(field.rows.length, 60);
    await field.clock.advance(3_600_000);
    await poller.close();
    assert.ok(field.rows.length < 60 + 20, `${field.rows.length}`);
  });

  it('leaves out a range for which a device that answers is silent', async () => {
    const field = new Field();
    field.answers = ({ address }) => (address === 500 ? new ModbusTimeout(1000) : 1);
    const asked: number[] = [];
    field.onAsk = ({ address }) => void asked.push(address);
    const bad: unknown[] = [];
    const variables = [variable(0), variable(1, 500)];
    const poller = field.start(port([device(1, { variables }), device(2)]), {
      polled: (_, { bad_registers }) => {
        for (const { function_code, address, exception } of bad_registers ?? [])
          bad.push([function_code, address, exception]);
      },
    });
    await field.clock.advance(600_000);
    await poller.close();
    assert.equal(field.seen(1).length, 60);
    assert.ok(asked.filter((address) => address === 500).length < 10);
    assert.deepEqual(bad[0], [3, 500, 0]);
  });

  it('is back at the next poll with a device that refused everything for six minutes', async () => {
    const field = new Field();
    field.answers = () => new ModbusException(4);
    const poller = field.start(port([device(1)]));
    await field.clock.advance(360_000);
    field.answers = () => 1;
    field.rows.length = 0;
    await field.clock.advance(10_000);
    await poller.close();
    assert.deepEqual(field.seen(1), ['10:06:10 1,2 good']);
  });

  it('finds a device that never answers for what is asked first, and one that returns so', async () => {
    const field = new Field();
    let dead = false;
    field.answers = ({ address }) => (dead || address < 500 ? new ModbusTimeout(1000) : 1);
    const variables = [0, 100, 200, 500].map((address, slot) => variable(slot, address));
    const poller = field.start(port([device(1, { slots: 4, variables }), device(2, { unit_id: 2 })]));
    await field.clock.advance(300_000);
    const state = () => poller.status().devices[0]?.state;
    assert.equal(state(), 'answering');
    dead = true;
    await field.clock.advance(120_000);
    assert.equal(state(), 'silent');
    dead = false;
    await field.clock.advance(900_000);
    await poller.close();
    assert.equal(state(), undefined);
    const last = field.rows.findLast(({ device_id }) => device_id === 1);
    assert.deepEqual([...(last?.values ?? [])], [Number.NaN, Number.NaN, Number.NaN, 501]);
  });

  it('fails a value that may not be stored, and tells how many', async () => {
    const field = new Field();
    field.answers = () => 5;
    let refused = 0;
    const variables = [variable(0, 0, { factor: 1e15 }), variable(1)];
    const poller = field.start(port([device(1, { variables })]), {
      refused: (_, count) => {
        refused += count;
      },
    });
    await field.clock.advance(10_000);
    await poller.close();
    assert.deepEqual(field.seen(1), ['10:00:10 NaN,6 4,0']);
    assert.equal(refused, 1);
  });

  it('tells every exchange while a device is traced, and stops by itself', async () => {
    const field = new Field();
    const one = device(1);
    const messages: number[] = [];
    const poller = field.start(port([one, device(2)]), {
      exchanged: (who) => void messages.push(who.device_id),
    });
    await field.clock.advance(12_000);
    assert.deepEqual(messages, []);
    poller.configure(port([{ ...one, trace_until_ms: field.clock.now() + 20_000 }, device(2)]));
    await field.clock.advance(60_000);
    await poller.close();
    assert.deepEqual(messages, [1, 1]);
    assert.equal(field.seen(1).length, 7);
  });

  it('stays alive after a defect of its own', async () => {
    const field = new Field();
    const poller = field.start(port([device(1, { unit_id: 300 }), device(2)]));
    field.answers = ({ unit }) => (unit === 300 ? new RangeError('unit 300 is not 0–255') : unit * 100);
    await field.clock.advance(20_000);
    await poller.close();
    assert.equal(field.seen(2).length, 2);
    assert.deepEqual(field.messages[0], 'D1 failed: RangeError: unit 300 is not 0–255');
    assert.deepEqual(field.seen(1), []);
  });
});
