import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Alarm } from './alarms.contract.ts';
import { bellState, groupAlarms, messagesOf } from './bell.model.ts';

function alarm(over: Partial<Alarm>): Alarm {
  return {
    id: 1,
    proj_code: 'A',
    plant_name: 'Plant A',
    time_zone: 'Europe/Rome',
    device_id: null,
    short_name: null,
    type: 'E',
    code: 'no_data',
    params: {},
    message: '',
    date: '2026-06-01T10:00:00Z',
    end_date: null,
    opened_at: '2026-06-01T10:00:00Z',
    count: 1,
    last_at: null,
    recovering: null,
    closes_after_s: null,
    cause_id: null,
    consequences: 0,
    muted: false,
    snoozed_until: null,
    snooze_kind: null,
    assigned_to: null,
    acknowledged_at: null,
    acknowledged_by: null,
    version: 1,
    ...over,
  };
}

describe('notifications', () => {
  it('group alarms by proj_code and type, with the earliest date, newest first', () => {
    const groups = groupAlarms([
      alarm({ id: 1, date: '2026-06-01T12:00:00Z' }),
      alarm({ id: 2, type: 'W', code: 'device_silent', date: '2026-06-01T11:00:00Z' }),
      alarm({ id: 3, code: 'inverter_fault', date: '2026-06-01T10:30:00+02:00' }),
      alarm({ id: 4, proj_code: 'B', plant_name: 'Plant B', date: '2026-06-01T11:30:00Z' }),
    ]);
    assert.deepEqual(
      groups.map(({ proj_code, type, ids, date }) => ({ proj_code, type, ids, date })),
      [
        { proj_code: 'B', type: 'E', ids: [4], date: '2026-06-01T11:30:00Z' },
        { proj_code: 'A', type: 'W', ids: [2], date: '2026-06-01T11:00:00Z' },
        { proj_code: 'A', type: 'E', ids: [1, 3], date: '2026-06-01T10:30:00+02:00' },
      ],
    );
  });

  it('count what follows from their alarms, which they do not list', () => {
    const groups = groupAlarms([alarm({ id: 1, consequences: 13 }), alarm({ id: 2, consequences: 1 })]);
    assert.deepEqual(
      groups.map(({ ids, follow }) => [ids, follow]),
      [[[1, 2], 14]],
    );
  });

  it('keep apart what inverters say of their faults', () => {
    const fault = (short_name: string, state: number) =>
      alarm({ code: 'inverter_fault', short_name, params: { state_table: 'sma-condition', state } });
    const messages = messagesOf([fault('INV1', 35), fault('INV2', 36), fault('INV3', 35)]);
    assert.deepEqual(
      messages.map(({ params, devices }) => [params.state, devices]),
      [
        [35, ['INV1', 'INV3']],
        [36, ['INV2']],
      ],
    );
    assert.equal(new Set(messages.map(({ key }) => key)).size, 2);
  });

  it('say each sentence once, with all its devices', () => {
    const messages = messagesOf([
      alarm({ code: 'device_silent', short_name: 'INV2' }),
      alarm({ code: 'no_data' }),
      alarm({ code: 'device_silent', short_name: 'INV1' }),
      alarm({ code: 'device_silent', short_name: 'INV2' }),
    ]);
    assert.deepEqual(messages, [
      { key: 'device_silent', code: 'device_silent', params: {}, devices: ['INV2', 'INV1'] },
      { key: 'no_data', code: 'no_data', params: {}, devices: [] },
    ]);
  });

  it('are none only where that is known, and what is snoozed alone is not nothing', () => {
    const until = '2026-06-02T10:00:00Z';
    const of = (...alarms: Alarm[]) => bellState(groupAlarms(alarms), false);
    assert.deepEqual(bellState(undefined, false), { kind: 'awaited' });
    assert.deepEqual(bellState(undefined, true), { kind: 'failed' });
    assert.deepEqual(of(), { kind: 'none' });
    const snoozed = alarm({ id: 2, proj_code: 'B', snoozed_until: until });
    assert.deepEqual(of(snoozed), { kind: 'snoozed', count: 1, worst: 'alarm' });
    assert.deepEqual(of(snoozed, alarm({ type: 'W' })), { kind: 'loud', count: 1, worst: 'warning' });
    // What was known stays told while it cannot be renewed.
    assert.deepEqual(bellState(groupAlarms([alarm({})]), true), {
      kind: 'loud',
      count: 1,
      worst: 'alarm',
    });
  });
});
