import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventsOf, standingEvents, stateMeaning } from './meaning.ts';
import { stateEntries } from './value-table.ts';
import { missingValuesOf, valueTables } from './value-tables.ts';
import { saidValue } from './value-words.ts';

describe('lists of values', () => {
  it('have keys of their own, both languages, and a source', () => {
    const keys = valueTables.map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
    for (const { key, title, source, entries } of valueTables) {
      assert.match(key, /^[a-z0-9][a-z0-9-]{0,59}$/);
      assert.match(source.url, /^https:/);
      for (const { en, it } of [title, ...entries.values()]) {
        assert.ok(en.length > 0 && en.length <= 60, `${key}: ${en}`);
        assert.ok(it.length > 0 && it.length <= 60, `${key}: ${it}`);
      }
    }
  });

  it('have bits within 32, and whole numbers that a register can hold', () => {
    for (const table of valueTables) {
      const max = table.kind === 'events' && table.by === 'bit' ? 31 : 2 ** 32 - 1;
      for (const number of table.entries.keys())
        assert.ok(Number.isInteger(number) && number >= 0 && number <= max, `${table.key}: ${number}`);
    }
  });

  it('refuse a number that stands twice', () => {
    assert.throws(
      () =>
        stateEntries([
          [1, 'Off', 'Spento', 'off'],
          [1, 'On', 'Acceso', 'running'],
        ]),
      RangeError,
    );
  });
});

describe('what a state means', () => {
  it('is told by the list of its variable, SunSpec’s where there is none', () => {
    assert.equal(stateMeaning(null, 7), 'fault');
    assert.equal(stateMeaning('sunspec-103-st', 4), 'running');
    assert.equal(stateMeaning('sma-condition', 35), 'fault');
    assert.equal(stateMeaning('sma-condition', 455), 'running');
    assert.equal(stateMeaning('huawei-sun2000-state', 0x0300), 'fault');
    assert.equal(stateMeaning('huawei-sun2000-state', 0xa000), 'sleeping');
    assert.equal(stateMeaning('sungrow-sg-state', 0x5500), 'fault');
    assert.equal(stateMeaning('sungrow-sg-state', 0), 'running');
  });

  it('is null where the list says nothing: a foreign number, a list of events, a list that is not known', () => {
    assert.equal(stateMeaning(null, 35), null);
    assert.equal(stateMeaning('sma-condition', 7), null);
    assert.equal(stateMeaning('sunspec-103-st', 4.5), null);
    assert.equal(stateMeaning('sungrow-sg-events', 10), null);
    assert.equal(stateMeaning('no-such-list', 7), null);
  });
});

describe('events', () => {
  const numbers = (key: string | null, value: number) => eventsOf(key, value).map(({ number }) => number);

  it('are the bits that are on, the gravest first, or the one code', () => {
    assert.deepEqual(numbers('sunspec-103-evt1', 0b1_0010_0000), [8, 5]);
    assert.deepEqual(numbers('huawei-sun2000-alarm-2', 2 ** 15 + 8), [15, 3]);
    assert.deepEqual(
      eventsOf('sungrow-sg-events', 39).map(({ severity, it }) => [severity, it]),
      [['fault', 'Isolamento troppo basso']],
    );
  });

  it('stand now where a bit says so; the last code may be over', () => {
    assert.equal(standingEvents('sunspec-103-evt1', 1)[0]?.severity, 'fault');
    assert.deepEqual(standingEvents('sungrow-sg-events', 39), []);
    assert.deepEqual(standingEvents(null, 1), []);
  });

  it('are none where nothing is on or nothing is known', () => {
    assert.deepEqual(numbers('sunspec-103-evt1', 0), []);
    assert.deepEqual(numbers('sunspec-103-evt1', 2 ** 31), []);
    for (const value of [-1, 1.5, 2 ** 32, Number.NaN])
      assert.deepEqual(numbers('sunspec-103-evt1', value), []);
    assert.deepEqual(numbers('sungrow-sg-events', 0), []);
    assert.deepEqual(numbers('sma-condition', 35), []);
    assert.deepEqual(numbers(null, 1), []);
  });
});

describe('the words of a number', () => {
  const state = (value_table: string | null) => ({ value_table, quantity: 'device_state' });
  const other = (value_table: string | null) => ({ value_table, quantity: 'other' });

  it('come with the number, in both languages', () => {
    assert.equal(saidValue(state(null), 7, 'en'), 'Fault (7)');
    assert.equal(saidValue(state('sma-condition'), 35, 'it'), 'Guasto (35)');
    assert.equal(saidValue(other('sma-events'), 3501, 'en'), 'Insulation failure (3501)');
    assert.equal(saidValue(other('sungrow-sg-events'), 548, 'it'), 'Stringa 1 anomala (548)');
  });

  it('name every bit that is on, also one without words', () => {
    const bits = other('sunspec-103-evt1');
    assert.equal(saidValue(bits, 0, 'it'), 'Nessun evento');
    assert.equal(saidValue(bits, 1 + 2 ** 20, 'en'), 'Ground fault, bit 20');
    assert.equal(saidValue(bits, -1, 'en'), null);
  });

  it('are none where nothing is known', () => {
    assert.equal(saidValue(other(null), 7, 'en'), null);
    assert.equal(saidValue(state(null), 9, 'en'), null);
    assert.equal(saidValue(state('no-such-list'), 7, 'en'), null);
    assert.equal(saidValue(other('sma-events'), 0, 'en'), null);
  });
});

it('what a device puts where it knows nothing is read as missing', () => {
  assert.deepEqual(missingValuesOf('sma-condition'), [16_777_213]);
  assert.deepEqual(missingValuesOf('sma-events'), [16_777_213]);
  assert.deepEqual(missingValuesOf('sunspec-103-st'), []);
  assert.deepEqual(missingValuesOf(null), []);
  assert.deepEqual(missingValuesOf('no-such-list'), []);
});
