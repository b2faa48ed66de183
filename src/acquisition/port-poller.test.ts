import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeClock } from '../../tests/support/fake-clock.ts';
import type { ReadingRow } from '../features/measurements/readings.model.ts';
import { ModbusException, ModbusLinkError, ModbusTimeout } from './modbus/errors.ts';
import type { ModbusLinkOptions } from './modbus/link.ts';
import type { ReadRequest } from './modbus/pdu.ts';
import type { PlanVariable } from './plan.ts';
import type { DeviceConfiguration, PortConfiguration } from './port-configuration.ts';
import { type PollLink, PortPoller } from './port-poller.ts';

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
    unit_id: device_id,
    interval_s: 10,
    slots: 2,
    variables,
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
    devices,
    ...fields,
  };
}

/** Registers whose content is 100 · unit + address, after 100 ms; a test changes what a unit does. */
class Field {
  readonly clock = new FakeClock(START);
  readonly rows: ReadingRow[] = [];
  readonly told: string[] = [];
  readonly links: ModbusLinkOptions[] = [];
  readonly asked: number[] = [];
  answers: (request: ReadRequest) => number | Error = ({ unit }) => unit * 100;
  takes_ms: (request: ReadRequest) => number = () => 100;

  start(configuration: PortConfiguration): PortPoller {
    return new PortPoller(configuration, {
      sink: { add: (_, row) => this.rows.push(row) },
      observer: {
        answered: ({ short_name }) => void this.told.push(`${short_name} answers`),
        silent: ({ short_name }, reason) => void this.told.push(`${short_name} silent: ${reason}`),
        failed: ({ short_name }, error) => void this.told.push(`${short_name} failed: ${String(error)}`),
      },
      guard: () => true,
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
      read: async (request) => {
        if (closing.signal.aborted) throw new ModbusLinkError('closed', 'the link was closed');
        this.asked.push(request.unit);
        await this.clock.sleep(this.takes_ms(request), closing.signal);
        if (closing.signal.aborted) throw new ModbusLinkError('closed', 'the link was closed');
        const answer = this.answers(request);
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
    assert.deepEqual(field.told, ['D1 answers', 'D2 answers']);
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

  it('stores failures without values, leaves a silent device out and keeps the pace of its neighbours', async () => {
    const field = new Field();
    field.answers = ({ unit }) => (unit === 2 ? new ModbusTimeout('no answer within 1000 ms') : unit * 100);
    const poller = field.start(port([device(1), device(2)]));
    await field.clock.advance(120_000);
    const { devices } = poller.status();
    await poller.close();
    assert.equal(field.seen(1).length, 12);
    assert.deepEqual(field.seen(2), [
      '10:00:10 NaN,NaN 4,4',
      '10:00:30 NaN,NaN 4,4',
      '10:01:00 NaN,NaN 4,4',
      '10:01:50 NaN,NaN 4,4',
    ]);
    assert.deepEqual(field.told, ['D1 answers', 'D2 silent: no answer within 1000 ms']);
    assert.deepEqual(
      devices.map(({ state, reason }) => [state, reason]),
      [
        ['answering', null],
        ['silent', 'no answer within 1000 ms'],
      ],
    );
  });

  it('is back at once with a device that answers again, and asks its silent neighbours too', async () => {
    const field = new Field();
    field.answers = () => new ModbusTimeout('no answer');
    const poller = field.start(port([device(1), device(2, { interval_s: 5 })]));
    await field.clock.advance(115_000);
    field.answers = ({ unit }) => unit * 100;
    const before = field.rows.length;
    await field.clock.advance(80_000);
    await poller.close();
    // Left alone the first would have been asked again at 10:03:20.
    assert.deepEqual(
      field.rows.slice(before).map((row) => `${row.device_id} ${clockOf(row.ts)} ${row.values[0]}`),
      ['2 10:03:05 200', '1 10:03:10 100', '2 10:03:10 200', '2 10:03:15 200'],
    );
    assert.equal(field.told.filter((told) => told.endsWith('answers')).length, 2);
  });

  it('keeps asking at the usual pace while the port cannot be reached, and names the reason once', async () => {
    const field = new Field();
    const reason = '10.0.0.5 port 502 may not be reached: the setting OUTBOUND_ALLOW does not list it';
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
    assert.deepEqual(field.told, [`D1 silent: ${reason}`]);
  });

  it('tells a slot that failed, one that the device does not measure, and one that is not polled apart', async () => {
    const field = new Field();
    field.answers = ({ address }) => (address === 500 ? new ModbusException(2) : 0xffff - address);
    const variables = [variable(0, 0, { sentinel: true }), variable(1, 100), variable(3, 500)];
    const poller = field.start(port([device(1, { slots: 5, variables })]));
    await field.clock.advance(10_000);
    await poller.close();
    assert.deepEqual(field.seen(1), ['10:00:10 NaN,65535,NaN,NaN,NaN 3,0,0,4,0']);
    assert.deepEqual(field.told, ['D1 answers']);
  });

  it('takes over a changed device without touching the others', async () => {
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
    assert.deepEqual(field.seen(4), ['10:00:20 400,401 good']);
    assert.deepEqual(field.told.slice(0, 1), ['D1 answers']);
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

  it('stays alive after a defect of its own', async () => {
    const field = new Field();
    const poller = field.start(port([device(1, { unit_id: 300 }), device(2)]));
    field.answers = ({ unit }) => (unit === 300 ? new RangeError('unit 300 is not 0–255') : unit * 100);
    await field.clock.advance(20_000);
    await poller.close();
    assert.equal(field.seen(2).length, 2);
    assert.deepEqual(field.told[0], 'D1 failed: RangeError: unit 300 is not 0–255');
    assert.deepEqual(field.seen(1), []);
  });
});
