import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CompanyRules } from '../alarm-rules.model.ts';
import type { ActiveAlarm, OpenAlarm } from './active-alarm.model.ts';
import { BatteryTracker } from './battery-tracker.model.ts';
import { AlarmEvaluator } from './evaluator.model.ts';
import { Explained } from './explained.model.ts';
import { Links } from './links.model.ts';
import type { WatchedDevice, WatchedPlant } from './watched.model.ts';

const STANDARD = new CompanyRules([]);

const MINUTE = 60_000;
const NOON = Date.parse('2026-06-20T11:00:00Z');

function inverter(state: number, at: number): WatchedDevice {
  return {
    device_id: 7,
    port_id: null,
    section_id: null,
    nominal_power: 50,
    reason: null,
    steps: null,
    short_name: 'INV1',
    category: 'inverter',
    rhythm_s: 20,
    polled: true,
    created_at: 0,
    last_good_at: at,
    values: [
      {
        slot: 0,
        name: 'inverter_state',
        quantity: 'device_state',
        unit: '',
        failed: false,
        value_table: null,
        rhythm_s: 20,
        value: state,
        at,
      },
      {
        slot: 1,
        name: 'event_code',
        quantity: 'event_code',
        unit: '',
        failed: false,
        value_table: null,
        rhythm_s: 20,
        value: 16,
        at,
      },
    ],
  };
}

function box(weak: readonly number[], at: number): WatchedDevice {
  return {
    device_id: 8,
    port_id: null,
    section_id: null,
    nominal_power: null,
    reason: null,
    steps: null,
    short_name: 'SB1',
    category: 'string_box',
    rhythm_s: 30,
    polled: true,
    created_at: 0,
    last_good_at: at,
    values: Array.from({ length: 6 }, (_, i) => ({
      slot: i,
      name: `string_current_0${i + 1}_a`,
      quantity: 'string_current_a',
      unit: 'A',
      failed: false,
      value_table: null,
      rhythm_s: 30,
      value: weak.includes(i + 1) ? 4 : 8,
      at,
    })),
  };
}

const plantOf = (...devices: WatchedDevice[]): WatchedPlant => ({
  plant_id: 1,
  proj_code: 'P1',
  production_type: 'photovoltaic',
  latitude: 41.9,
  longitude: 12.5,
  created_at: 0,
  ports: [],
  devices,
});

/** Looks every ten seconds over some minutes; answers what stands at the end. */
function observation(
  evaluator: AlarmEvaluator,
  from: number,
  minutes: number,
  plant: (now: number) => WatchedPlant,
) {
  let active: ActiveAlarm[] = [];
  for (let now = from; now <= from + minutes * MINUTE; now += 10_000)
    active = evaluator.evaluate([plant(now)], STANDARD, now);
  return active.map(({ closing: _, ...alarm }) => alarm);
}

describe('the evaluator of a company', () => {
  it('opens an inverter fault after a minute, with what the inverter said', () => {
    const evaluator = new AlarmEvaluator({ open: [], state: null, now: NOON });
    assert.deepEqual(
      observation(evaluator, NOON, 0.5, (now) => plantOf(inverter(7, now))),
      [],
    );
    assert.deepEqual(
      observation(evaluator, NOON + 40_000, 0.5, (now) => plantOf(inverter(7, now))),
      [
        {
          plant_id: 1,
          device_id: 7,
          port_id: null,
          code: 'inverter_fault',
          params: { device: 'INV1', state: 7, state_table: null, event: 16, event_table: null },
          began_at: NOON,
          cause: null,
          evidence: null,
        },
      ],
    );
    assert.deepEqual(
      observation(evaluator, NOON + 80_000, 5.5, (now) => plantOf(inverter(4, now))),
      [],
    );
  });

  it('makes one alarm of a box, naming its weak strings as they come and go', () => {
    const evaluator = new AlarmEvaluator({ open: [], state: null, now: NOON });
    const [first] = observation(evaluator, NOON, 16, (now) => plantOf(box([3], now)));
    assert.deepEqual(first?.params, { device: 'SB1', strings: '3', n: 1, of: 6 });
    const later = observation(evaluator, NOON + 17 * MINUTE, 16, (now) => plantOf(box([3, 5], now)));
    assert.equal(later.length, 1);
    assert.equal(later[0]?.params.strings, '3, 5');
    assert.equal(later[0]?.began_at, NOON);
    const end = observation(evaluator, NOON + 34 * MINUTE, 6, (now) => plantOf(box([5], now)));
    assert.equal(end[0]?.params.strings, '5');
  });

  it('takes up open alarms after a restart and keeps them until their fault is seen gone', () => {
    const open: OpenAlarm = {
      plant_id: 1,
      device_id: 8,
      port_id: null,
      code: 'string_weak',
      params: { device: 'SB1', strings: '3, 5', n: 2, of: 6 },
      began_at: NOON - MINUTE,
    };
    const evaluator = new AlarmEvaluator({ open: [open], state: null, now: NOON });
    assert.deepEqual(
      observation(evaluator, NOON, 1, (now) => plantOf(box([], now))),
      [{ ...open, cause: null, evidence: null }],
    );
    assert.deepEqual(
      observation(evaluator, NOON + MINUTE, 5, (now) => plantOf(box([], now))),
      [],
    );
  });

  it('takes silence for a fault only once the field had time to be heard again', () => {
    const evaluator = new AlarmEvaluator({ open: [], state: null, now: NOON });
    const silent = () => plantOf(inverter(4, NOON - 90 * MINUTE));
    assert.deepEqual(observation(evaluator, NOON, 1.9, silent), []);
    const [alarm, ...more] = observation(evaluator, NOON + 2 * MINUTE, 0, silent);
    assert.deepEqual([alarm?.code, alarm?.began_at, more.length], ['no_data', NOON - 90 * MINUTE, 0]);
  });

  it('sees silence in time after a clock that was ahead for a minute, also where an older program kept its stamp', () => {
    const DAY = 24 * 60 * MINUTE;
    const ahead = new AlarmEvaluator({ open: [], state: null, now: NOON });
    observation(ahead, NOON + DAY, 1, () => plantOf(inverter(4, NOON)));
    const stuck = new AlarmEvaluator({
      open: [],
      state: { ...ahead.state(), evaluated_at: NOON + 2 * MINUTE },
      now: NOON,
    });
    const silent = () => plantOf(inverter(4, NOON - 90 * MINUTE));
    for (const evaluator of [ahead, stuck])
      assert.deepEqual(
        observation(evaluator, NOON + 2 * MINUTE, 2, silent).map(({ code }) => code),
        ['no_data'],
      );
  });

  it('counts what outlived its cause from the correction of a clock that was ahead', () => {
    const links = new Links({ outlived: { a: NOON + 1, b: NOON - 1 } });
    links.dropFuture(NOON);
    const explained = new Explained({ '1/0/0': NOON + 1 });
    explained.dropFuture(NOON);
    const batteries = new BatteryTracker(NOON, { from: NOON + 1, seen: { 7: NOON + 1 } });
    batteries.dropFuture(NOON);
    assert.deepEqual(
      [links.pack().outlived, explained.pack(NOON), batteries.pack(NOON)],
      [{ a: NOON, b: NOON - 1 }, { '1/0/0': NOON }, { from: NOON, seen: { 7: NOON } }],
    );
  });

  it('lets alarms of devices that were taken away go', () => {
    const open = {
      plant_id: 1,
      device_id: 7,
      port_id: null,
      code: 'inverter_fault',
      params: {},
      began_at: NOON,
    } as const;
    assert.deepEqual(
      new AlarmEvaluator({ open: [open], state: null, now: NOON }).evaluate([plantOf()], STANDARD, NOON),
      [],
    );
  });
});
