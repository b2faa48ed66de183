import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allTyped, changesOf, differing, type Field, faultsOf, parseField } from './fields.model.ts';

const FACTOR: Field = { name: 'factor', kind: 'number' };
const PORT: Field = { name: 'port', kind: 'int', least: 1, most: 65_535 };
const SERIAL: Field = { name: 'serial_number', kind: 'text', nullable: true, long: 5 };
const NOTE: Field = { name: 'description', kind: 'lines' };
const PLAN: Field = { name: 'bytesize', kind: 'choice', choices: [7, 8] };
const ON: Field = { name: 'enabled', kind: 'switch' };
const ALL = [FACTOR, PORT, SERIAL, NOTE, PLAN, ON];
const STORED = { factor: 0.1, port: 502, serial_number: null, description: 'x', bytesize: 8, enabled: true };

describe('fields that are typed', () => {
  it('take a number with either comma, and nothing that only looks like one', () => {
    for (const text of ['0,1', '0.1', ' +.1 ', '1e-1'])
      assert.deepEqual(parseField(FACTOR, text), { value: 0.1 });
    for (const text of ['1,000.5', '0x10', '1 2', 'Infinity', '1e999', 'NaN', '--1'])
      assert.deepEqual(parseField(FACTOR, text), { fault: { code: 'number' } }, text);
  });

  it("stand with the reader's comma, and are stored as they were", () => {
    assert.equal(allTyped(ALL, STORED, 'it').factor, '0,1');
    assert.equal(allTyped(ALL, STORED, 'en').factor, '0.1');
    assert.equal(allTyped(ALL, { ...STORED, factor: 1e-7 }, 'it').factor, '1e-7');
    assert.deepEqual(changesOf(ALL, allTyped(ALL, { ...STORED, factor: 1234.5 }, 'it'), STORED), {
      factor: 1234.5,
    });
  });

  it('name the limit that was passed', () => {
    assert.deepEqual(parseField(PORT, '0'), { fault: { code: 'range', least: 1, most: 65_535 } });
    assert.deepEqual(parseField(PORT, '5,5'), { fault: { code: 'whole' } });
    assert.deepEqual(parseField(PORT, ''), { fault: { code: 'required' } });
    assert.deepEqual(parseField(SERIAL, '123456'), { fault: { code: 'long', most: 5 } });
    assert.deepEqual([...faultsOf(ALL, { ...allTyped(ALL, STORED, 'it'), port: 'x' }).keys()], ['port']);
  });

  it('store nothing as null where that is known, else as an empty text', () => {
    assert.deepEqual(parseField(SERIAL, '  '), { value: null });
    assert.deepEqual(parseField(NOTE, ''), { value: '' });
    assert.deepEqual(parseField(PLAN, '7'), { value: 7 });
  });

  it('change only what differs from what is stored', () => {
    const typed = allTyped(ALL, STORED, 'it');
    assert.deepEqual(changesOf(ALL, typed, STORED), {});
    assert.deepEqual(changesOf(ALL, { ...typed, factor: '0,10', bytesize: '7', enabled: false }, STORED), {
      bytesize: 7,
      enabled: false,
    });
  });

  it('take a stored choice that is not offered for the stored one', () => {
    const port = { name: 'port_id', kind: 'choice', nullable: true, choices: [] } as const;
    assert.deepEqual(changesOf([port], { port_id: '1' }, { port_id: 1 }), {});
    assert.deepEqual(changesOf([port], { port_id: '' }, { port_id: 1 }), { port_id: null });
  });

  it('tell two versions apart by the fields that were changed', () => {
    const theirs = { ...STORED, port: 503, factor: 1 };
    assert.deepEqual(
      differing(ALL, { factor: 1, enabled: false }, theirs).map(({ name }) => name),
      ['enabled'],
    );
  });
});
