import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FakeClock } from '../../tests/support/fake-clock.ts';
import { EVERYWHERE } from '../../tests/support/reach.ts';
import type { ReadingRow } from '../features/measurements/readings.model.ts';
import { HOUR_MS } from '../shared/units/zones.ts';
import { ModbusTimeout } from './modbus/errors.ts';
import type { PlanVariable } from './plan.ts';
import type { DeviceConfiguration } from './port-configuration.ts';
import { PortPoller } from './port-poller.ts';

const NOON = Date.parse('2026-06-01T12:00:00.500Z');

function variable(slot: number, poll: NonNullable<PlanVariable['poll']>): PlanVariable {
  const raw = { data_type: 'uint16', word_order: 'ABCD', bit: null, sentinel: false } as const;
  const place = { function_code: 3, address: slot * 200, scale_address: null } as const;
  return { slot, ...place, ...raw, factor: 1, value_offset: 0, poll };
}

function device(device_id: number, interval_s: number, slow_interval_s = 900): DeviceConfiguration {
  return {
    device_id,
    short_name: `D${device_id}`,
    proj_code: 'CLOCK',
    time_zone: 'Europe/Rome',
    unit_id: device_id,
    interval_s,
    slow_interval_s,
    trace_until_ms: null,
    slots: 3,
    variables: [variable(0, 'fast'), variable(1, 'slow'), variable(2, 'daily')],
    attributes: [],
  };
}

/** Devices 1 and 2 answer, device 3 never does; what is stored stands in `rows`, with the clock's word on it. */
class Field {
  readonly clock: FakeClock;
  readonly rows: (ReadingRow & { at_ms: number })[] = [];
  readonly poller: PortPoller;

  constructor(start_ms: number, devices: readonly DeviceConfiguration[]) {
    this.clock = new FakeClock(start_ms);
    const { clock } = this;
    this.poller = new PortPoller(
      {
        company_id: 1,
        port_id: 1,
        host: '10.0.0.5',
        port: 502,
        framer: 'tcp',
        timeout_ms: 1000,
        gap_ms: 0,
        window: 1,
        serial: null,
        devices,
      },
      {
        sink: { add: (_, row) => void this.rows.push({ ...row, at_ms: clock.now() }) },
        observer: {},
        reach: EVERYWHERE,
        clock,
        createLink: () => ({
          connected: true,
          close: () => undefined,
          read: async ({ unit, quantity }) => {
            await clock.sleep(unit === 3 ? 1000 : 20);
            if (unit === 3) throw new ModbusTimeout(1000);
            return new Uint8Array(quantity * 2);
          },
        }),
      },
    );
  }

  /** Instants for which this slot of a device was read, from a row on. */
  instants(device_id: number, slot: number, from = 0): number[] {
    const rows = this.rows.slice(from);
    const read = rows.filter((row) => row.device_id === device_id && !Number.isNaN(row.values[slot]));
    return read.map(({ ts }) => ts);
  }

  /** Lets so much time pass, and closes. */
  async end(ms: number): Promise<void> {
    await this.clock.advance(ms);
    const closing = this.poller.close();
    await this.clock.advance(2000);
    await closing;
  }
}

const DEVICES = [device(1, 10), device(2, 60), device(3, 10)];

function assertUnbroken(instants: readonly number[], interval_ms: number): void {
  for (const [i, ts] of instants.entries()) {
    assert.equal(ts % interval_ms, 0);
    if (i > 0) assert.equal(ts - (instants[i - 1] ?? 0), interval_ms, new Date(ts).toISOString());
  }
}

describe('a clock that jumps', () => {
  for (const [name, jump_ms] of [
    ['an hour forwards', HOUR_MS],
    ['an hour backwards', -HOUR_MS],
    ['two minutes backwards', -120_000],
  ] as const)
    it(`${name}: every instant after it is there, on time, and none is invented or told twice`, async () => {
      const field = new Field(NOON, DEVICES);
      await field.clock.advance(300_000);
      const rows_before = field.rows.length;
      field.clock.set(field.clock.now() + jump_ms);
      const jumped_ms = field.clock.now();
      await field.end(900_000);
      const after = field.rows.slice(rows_before).filter(({ device_id }) => device_id < 3);
      assert.ok(after.every(({ ts, at_ms }) => at_ms - ts < 60_000 && at_ms >= ts));
      for (const [device_id, interval_ms] of [
        [1, 10_000],
        [2, 60_000],
      ] as const) {
        const instants = field.instants(device_id, 0, rows_before);
        assert.ok(instants.length >= 890_000 / interval_ms);
        assertUnbroken(instants, interval_ms);
        const [first = Infinity] = instants;
        assert.ok(Math.abs(first - jumped_ms) <= interval_ms, `${device_id}: ${first - jumped_ms}`);
      }
      // The slow variables too, at the next quarter of an hour by the new clock.
      assert.ok(field.instants(1, 1).some((ts) => ts > jumped_ms && ts <= jumped_ms + 900_000));
      // And the silent device is not left alone for longer than before.
      assert.ok(
        field.rows
          .slice(rows_before)
          .some(({ device_id, ts }) => device_id === 3 && Math.abs(ts - jumped_ms) < 60_000),
      );
    });

  it('corrections of seconds, again and again: no instant is told twice, and at most the leap is missing', async () => {
    const leaps = fc.array(fc.integer({ min: -3000, max: 3000 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(leaps, async (all) => {
        const field = new Field(NOON, [device(1, 10)]);
        for (const leap of all) {
          await field.clock.advance(17_000);
          field.clock.set(field.clock.now() + leap);
        }
        await field.end(30_000);
        const instants = field.instants(1, 0);
        assertUnbroken(instants, 10_000);
      }),
      { numRuns: 30 },
    );
  });

  for (const [name, before] of [
    ['summer time begins', '2026-03-28T23:10:00.500Z'],
    ['summer time ends', '2026-10-24T22:10:00.500Z'],
  ] as const)
    it(`${name}: no instant is missing or doubled, and the day's values are read once for each day`, async () => {
      const field = new Field(Date.parse(before), [device(1, 300)]);
      await field.end(26 * HOUR_MS);
      const instants = field.instants(1, 0);
      assert.equal(instants.length, 26 * 12);
      assertUnbroken(instants, 300_000);
      // The first contact, and the first poll of the next day, which begins at midnight in Rome.
      const days = field
        .instants(1, 2)
        .map((ts) => new Date(ts).toLocaleString('sv', { timeZone: 'Europe/Rome' }));
      const [, next] = days;
      assert.equal(days.length, 2, days.join());
      assert.match(next ?? '', /00:00:00$/);
    });
});
