import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConfiguredVariable, DeviceDetails } from '../../../../configured.contract.ts';
import type { Standing } from '../standing.ts';
import { addressesOf } from './add-variables.model.ts';
import { gridColumns, NAME_WIDTH, VALUE_WIDTH } from './grid-columns.ts';
import { countReadNow, refusedKnown } from './reading-now.model.ts';
import type { Newest } from './variables.model.ts';

const AT = '2026-06-01T10:00:00Z';
const variable = (name: string, address: number, enabled = true) =>
  ({ name, address, enabled, function_code: 3, data_type: 'uint16' }) as ConfiguredVariable;
const resultOf = (name: string, quality: Newest['quality']): Newest => ({ name, value: 5, ts: AT, quality });
const health = (state: string, more: Partial<Standing['health']> = {}) =>
  ({ state, bad_registers: [], last_contact_at: AT, ...more }) as Standing['health'];
const refused = { function_code: 3, address: 2, quantity: 1, exception: 2, next_try_at: AT };

describe('how many variables a device tells now', () => {
  const variables = [variable('a', 0), variable('b', 1), variable('c', 2), variable('d', 3, false)];
  const values = [
    resultOf('a', 'good'),
    resultOf('b', 'stale'),
    resultOf('c', 'good'),
    resultOf('d', 'good'),
  ];

  it('counts enabled ones with a good value whose registers are not refused', () => {
    assert.deepEqual(countReadNow(variables, { values, health: health('answering') }), {
      good: 2,
      enabled: 3,
    });
    const bad = health('answering', { bad_registers: [refused] });
    assert.deepEqual(countReadNow(variables, { values, health: bad }), { good: 1, enabled: 3 });
  });

  it('is none of a silent device however young its values are, and unknown before they were asked for', () => {
    assert.equal(countReadNow(variables, { values, health: health('silent') }).good, 0);
    assert.equal(countReadNow(variables, { values: null, health: health('silent') }).good, null);
  });
});

describe('what is known of refused registers', () => {
  const of = (virtual: boolean, port_id: number | null) =>
    ({ device: { virtual, port_id } }) as Pick<DeviceDetails, 'device'>;

  it('is that there are none only of a device that answers', () => {
    assert.equal(refusedKnown(of(false, 1), health('answering')), 'none');
    assert.equal(refusedKnown(of(false, 1), health('silent')), 'silent');
    assert.equal(refusedKnown(of(false, 1), health('unknown', { last_contact_at: null })), 'unheard');
    assert.equal(refusedKnown(of(false, 1), health('silent', { bad_registers: [refused] })), 'some');
    assert.equal(refusedKnown(of(true, null), health('answering')), 'calculated');
  });
});

describe('the registers of variables that are added', () => {
  const first = (address: string) => ({ address, data_type: 'uint32' as const });

  it('follow one another', () => {
    assert.deepEqual(addressesOf(first(' 100 '), 3), { addresses: [100, 102, 104] });
    assert.deepEqual(addressesOf(first('65534'), 1), { addresses: [65_534] });
  });

  it('are not guessed from what is no address', () => {
    assert.deepEqual(addressesOf(first(''), 5), { fault: { code: 'required' } });
    assert.deepEqual(addressesOf(first('abc'), 5), {
      fault: { code: 'wrong_type', params: { expected: 'number' } },
    });
    assert.deepEqual(addressesOf(first('1,5'), 5), {
      fault: { code: 'wrong_type', params: { expected: 'int' } },
    });
    assert.deepEqual(addressesOf(first('-1'), 1), {
      fault: { code: 'out_of_range', params: { least: 0, most: 65_534 } },
    });
  });

  it('all lie within reach', () => {
    assert.deepEqual(addressesOf(first('65532'), 3), {
      fault: { code: 'out_of_range', params: { least: 0, most: 65_530 } },
    });
  });
});

describe('the sheet of variables', () => {
  it('stands whole beside the sidebar of a screen of 1440 pixels', () => {
    // 1440 less the sidebar, the page's margins, the sheet's borders and two scroll bars.
    const room = 1440 - 232 - 32 - 2 - 30;
    // Boxes to choose rows, and three buttons.
    const fixed = 40 + NAME_WIDTH + VALUE_WIDTH + 108;
    for (const virtual of [false, true]) {
      const width = gridColumns(virtual).reduce((sum, column) => sum + column.width, fixed);
      assert.ok(width <= room);
    }
  });

  it('has nothing of reading for a calculated device', () => {
    const names = gridColumns(true).map(({ field }) => field.name);
    for (const name of ['address', 'factor', 'poll', 'word_order']) assert.ok(!names.includes(name), name);
  });
});
