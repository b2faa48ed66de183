import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Alarm } from './alarms.contract.ts';
import { groupAlarms, messagesOf } from './bell.model.ts';

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
    count: 1,
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

  it('say each sentence once, with all its devices', () => {
    const messages = messagesOf([
      alarm({ code: 'device_silent', short_name: 'INV2' }),
      alarm({ code: 'no_data' }),
      alarm({ code: 'device_silent', short_name: 'INV1' }),
      alarm({ code: 'device_silent', short_name: 'INV2' }),
    ]);
    assert.deepEqual(messages, [
      { code: 'device_silent', devices: ['INV2', 'INV1'] },
      { code: 'no_data', devices: [] },
    ]);
  });
});
