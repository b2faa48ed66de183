import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chance } from '../../../../tests/support/alarm-world/sky.ts';
import { CompanyRules } from '../alarm-rules.model.ts';
import type { ActiveAlarm, EvaluationState } from './active-alarm.model.ts';
import { AlarmEvaluator } from './evaluator.model.ts';
import type { WatchedDevice, WatchedPlant } from './watched.model.ts';

const SECOND = 1000;
const HOUR = 3_600 * SECOND;
const NOON = Date.parse('2026-06-20T08:00:00Z');
const STANDARD = new CompanyRules([]);

const value = (slot: number, quantity: string, now: number, number: number) => ({
  slot,
  name: quantity,
  quantity,
  unit: '',
  rhythm_s: 1,
  value: number,
  at: now,
  failed: false,
  value_table: null,
});

function inverter(id: number, now: number, state: number): WatchedDevice {
  return {
    device_id: id,
    short_name: `INV${id}`,
    category: 'inverter',
    port_id: 1,
    section_id: null,
    nominal_power: 100,
    rhythm_s: 1,
    polled: true,
    created_at: 0,
    last_good_at: now,
    reason: null,
    values: [value(0, 'ac_power_kw', now, state === 7 ? 0 : 50), value(1, 'device_state', now, state)],
    steps: null,
  };
}

const plantOf = (now: number, state: number): WatchedPlant => ({
  plant_id: 1,
  proj_code: 'P1',
  production_type: 'photovoltaic',
  latitude: 41.9,
  longitude: 12.5,
  created_at: 0,
  ports: [{ port_id: 1, name: 'gateway', connected: true, reason: null, since: 0 }],
  devices: [inverter(1, now, state), inverter(2, now, 4)],
});

/** Six hours of looks at an inverter that is in fault as `faulty` says; answers how often an alarm of its fault began to stand. */
function openings(every_ms: number, faulty: (now: number) => boolean, restarts = false): number {
  let evaluator = new AlarmEvaluator({ open: [], state: null, now: NOON });
  let active: ActiveAlarm[] = [];
  let [count, open] = [0, false];
  for (let now = NOON; now < NOON + 6 * HOUR; now += every_ms) {
    if (restarts && chance(5, now / SECOND) < 0.01) {
      const state: EvaluationState = JSON.parse(JSON.stringify(evaluator.state()));
      evaluator = new AlarmEvaluator({ open: active, state, now });
    }
    active = evaluator.evaluate([plantOf(now, faulty(now) ? 7 : 4)], STANDARD, now);
    const stands = active.some(({ code, cause }) => code === 'inverter_fault' && cause === null);
    if (stands && !open) count++;
    open = stands;
  }
  return count;
}

describe('a fault that comes and goes', () => {
  it('once a second, is one alarm, however often it is looked at', () => {
    for (const every_s of [1, 7, 10, 13, 60]) {
      for (const duty of [0.3, 0.5, 0.8]) {
        const faulty = (now: number) => chance(every_s, now / SECOND) < duty;
        assert.equal(openings(every_s * SECOND, faulty), 1, `${duty} of the time, seen each ${every_s} s`);
      }
    }
  });

  it('is one alarm when the program is started anew meanwhile', () => {
    assert.equal(
      openings(10 * SECOND, (now) => chance(3, now / SECOND) < 0.5, true),
      1,
    );
  });

  it('every other second is one alarm', () => {
    assert.equal(
      openings(SECOND, (now) => (now / SECOND) % 2 === 0),
      1,
    );
  });

  it('for seconds of an hour is none', () => {
    assert.equal(
      openings(10 * SECOND, (now) => now % HOUR < 30 * SECOND),
      0,
    );
  });
});
