import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultText } from '../fault-text.model.ts';
import { faultParams } from './fault-params.model.ts';
import type { LastValue } from './watched.model.ts';

const read = (
  name: string,
  value: number | null,
  value_table: string | null,
  quantity = 'other',
): LastValue => ({
  slot: 0,
  name,
  quantity,
  unit: '',
  rhythm_s: 60,
  value,
  at: 0,
  failed: false,
  value_table,
});
type Sight = Parameters<typeof faultParams>[0];
const snapshot = (states: LastValue[], others: LastValue[]): Sight =>
  ({ states, device: { values: [...states, ...others] } }) as unknown as Sight;

describe('what an inverter in fault says of it', () => {
  it('is its state, and of several words of alarms the one that says something', () => {
    const state = read('inverter_state', 0x0300, 'huawei-sun2000-state', 'device_state');
    const words = [1, 2, 3].map((n) => read(`alarm_${n}`, n === 2 ? 4 : 0, `huawei-sun2000-alarm-${n}`));
    const params = faultParams(snapshot([state], words));
    assert.deepEqual(params, {
      state: 768,
      state_table: 'huawei-sun2000-state',
      event: 4,
      event_table: 'huawei-sun2000-alarm-2',
    });
    assert.equal(faultText({ ...params }, 'it'), 'Arresto per guasto (768), Isolamento troppo basso (2062)');
  });

  it('takes the state that is the fault, and an event code that no list knows', () => {
    const states = [read('a', 4, null, 'device_state'), read('b', 7, null, 'device_state')];
    const params = faultParams(snapshot(states, [read('event_code', 16, null, 'event_code')]));
    assert.deepEqual([params.state, params.event, params.event_table], [7, 16, null]);
    assert.deepEqual(faultParams(snapshot([], [])), {
      state: null,
      state_table: null,
      event: null,
      event_table: null,
    });
  });
});
