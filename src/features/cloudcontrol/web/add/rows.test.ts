import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeviceTree } from '../../configuration.contract.ts';
import { parseAddresses } from './address-range.model.ts';
import { blankDraft } from './draft.fixture.ts';
import { type Draft, type Row, rowsOf, unitOf } from './draft.model.ts';
import { isPattern, nameAt, nextNumber } from './names.model.ts';
import { pastedRows } from './paste.model.ts';
import { faultsOfRows } from './row-faults.model.ts';

const hosts = (text: string, max = 100) => parseAddresses(text, max);

describe('addresses as people write them', () => {
  it('takes ranges, whole and short, and names', () => {
    assert.deepEqual(hosts('192.168.1.9-11, .14').hosts, [
      '192.168.1.9',
      '192.168.1.10',
      '192.168.1.11',
      '192.168.1.14',
    ]);
    assert.deepEqual(hosts('10.0.0.254 – 10.0.0.255').hosts, ['10.0.0.254', '10.0.0.255']);
    assert.deepEqual(hosts('10.0.0.1; 10.1.0.1-2 .7').hosts, [
      '10.0.0.1',
      '10.1.0.1',
      '10.1.0.2',
      '10.1.0.7',
    ]);
    assert.deepEqual(hosts('roof-north.example').hosts, ['roof-north.example']);
    assert.equal(hosts('192.168.1.101-130').hosts?.length, 30);
  });
  it('names the piece that it cannot read', () => {
    for (const part of ['.5', '10.0.0.9-3', '10.0.0.250-260', '10.0.0.1-10.0.1.3', '10.0.0.300', 'http://x'])
      assert.deepEqual(hosts(part).fault, { code: 'addresses', part });
    assert.deepEqual(hosts('10.0.0.1-200').fault, { code: 'many', most: 100 });
  });
});

describe('names by a pattern', () => {
  it('number, with as many digits as are asked for', () => {
    assert.deepEqual(
      [nameAt('INV{n}', 7), nameAt('R{nn}-A', 7), nameAt('X{nnn}', 1234)],
      ['INV7', 'R07-A', 'X1234'],
    );
    assert.ok(isPattern('A{n}') && !isPattern('A'));
  });
  it('go on behind those that stand', () => {
    assert.equal(nextNumber('INV{n}', ['INV1', 'INV12', 'INVX', 'MP40', 'INV']), 13);
    assert.equal(nextNumber('INV{nn}-A', ['INV03-A', 'INV09-B']), 4);
    assert.equal(nextNumber('INV{n}', []), 1);
  });
});

const draft = (more: Partial<Draft>): Draft => ({
  ...blankDraft('P1'),
  template_key: 'x',
  pattern: 'INV{n}',
  ...more,
});

describe('the rows of a draft', () => {
  it('are one for each address, or one for each unit id', () => {
    const { rows, faults } = rowsOf(draft({ addresses: '10.0.0.1-3', pattern: 'I{nn}', power: '50' }), [
      'I04',
    ]);
    assert.equal(faults.size, 0);
    assert.deepEqual(
      rows.map(({ short_name, host, unit_id, port, nominal_power }) => [
        short_name,
        host,
        unit_id,
        port,
        nominal_power,
      ]),
      [
        ['I05', '10.0.0.1', '1', '502', '50'],
        ['I06', '10.0.0.2', '1', '502', '50'],
        ['I07', '10.0.0.3', '1', '502', '50'],
      ],
    );
    const units = rowsOf(draft({ way: 'units', host: '10.0.0.9', units: '1-2, 12', start: '5' }), []);
    assert.deepEqual(
      units.rows.map(({ short_name, host, unit_id }) => [short_name, host, unit_id]),
      [
        ['INV5', '10.0.0.9', '1'],
        ['INV6', '10.0.0.9', '2'],
        ['INV7', '10.0.0.9', '12'],
      ],
    );
  });
  it('say what the form lacks', () => {
    const faults = (more: Partial<Draft>) =>
      [...rowsOf(draft(more), []).faults].map(([name, { code }]) => [name, code]);
    assert.deepEqual(faults({}), [['addresses', 'required']]);
    assert.deepEqual(faults({ template_key: '', addresses: '10.0.0.1' }), [['template_key', 'choose']]);
    assert.deepEqual(faults({ way: 'units', units: '1-2', pattern: 'INV' }), [
      ['host', 'required'],
      ['pattern', 'pattern'],
    ]);
    assert.deepEqual(faults({ way: 'units', units: '3-1', host: 'x' }), [['units', 'units']]);
  });
});

describe('faults of rows', () => {
  const device = (short_name: string, unit_id: number) => ({ short_name, unit_id, template: false });
  const plant = {
    devices: [],
    ports: [{ id: 5, host: '10.0.0.1', port: 502, framer: 'tcp', devices: [device('STANDS', 1)] }],
  } as unknown as DeviceTree[number];
  const row = (key: string, more: Partial<Row>): Row => ({
    key,
    short_name: key,
    host: `10.0.1.${key.slice(1)}`,
    port: '502',
    unit_id: '1',
    serial_number: '',
    nominal_power: '',
    ...more,
  });
  const codes = (rows: Row[], port_id: number | null = null) =>
    [...faultsOfRows(rows, { plant, port_id, framer: 'tcp' })].flatMap(([key, list]) =>
      list.map(({ code, of }) => [key, code, of]),
    );

  it('tell doubles among them and with what stands', () => {
    assert.deepEqual(
      codes([
        row('a1', { serial_number: 'S' }),
        row('a2', { short_name: 'a1', serial_number: 'S' }),
        row('a3', { short_name: 'STANDS' }),
        row('a4', { host: '10.0.0.1' }),
        row('a5', { host: '10.0.1.1' }),
      ]),
      [
        ['a2', 'name_twice', '1'],
        ['a2', 'serial_twice', '1'],
        ['a3', 'name_taken', 'STANDS'],
        ['a4', 'unit_stands', 'STANDS'],
        ['a5', 'unit_twice', '1'],
      ],
    );
    assert.deepEqual(codes([row('a1', { host: '' })], 5), [['a1', 'unit_stands', 'STANDS']]);
  });
  it('tell what could never be', () => {
    const wrong = { short_name: 'a b', host: '10.0.0.300', port: '0', unit_id: '256', nominal_power: '-1' };
    assert.deepEqual(
      codes([row('a1', wrong)]).map(([, code]) => code),
      ['name_form', 'host', 'port', 'unit', 'power'],
    );
  });
});

describe('rows of a spreadsheet', () => {
  it('come by tabs, with or without a heading, ports and gaps as they are', () => {
    const text =
      'Name\tHost\tUnit\tSerial\tkW\nINV1\t10.0.0.1\t1\tA-1\t50,5\r\nINV2\t10.0.0.2:1502\t\t\t\n\n';
    const rows = pastedRows(text, draft({ unit: '3', power: '40' }), 100);
    assert.deepEqual(
      rows.map(({ key: _, ...one }) => Object.values(one)),
      [
        ['INV1', '10.0.0.1', '502', '1', 'A-1', '50,5'],
        ['INV2', '10.0.0.2', '1502', '3', '', '40'],
      ],
    );
    assert.equal(pastedRows('A\t10.0.0.1\t1', draft({}), 100).length, 1);
  });
});

describe('a device added by hand', () => {
  const byHand = (more: Partial<Draft>): string[] => [
    ...rowsOf({ ...blankDraft('AUR-001'), how: 'hand', ...more }, []).faults.keys(),
  ];
  it('needs a plant, and a right port and timeout only where an address is typed', () => {
    assert.deepEqual(byHand({ proj_code: '' }), ['proj_code']);
    assert.deepEqual(byHand({ host: '10.0.0.1' }), []);
    assert.deepEqual(byHand({ host: '10.0.0.1', port: '50200x', timeout_ms: 'x' }), ['port', 'timeout_ms']);
    assert.deepEqual(byHand({ port: '50200x' }), []);
  });
  it('begins with the unit id of a search for one', () => {
    assert.deepEqual(['126', '1-5', '', 'x'].map(unitOf), [126, null, null, null]);
  });
});
