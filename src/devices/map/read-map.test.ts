import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AddressManner, readAddress } from './map-address.ts';
import { columnOf, findHeader } from './map-columns.ts';
import { MAP_FAULTS, MAP_WARNINGS, sentenceOf, shownCell } from './map-fault.ts';
import { codeOf } from './map-names.ts';
import { readFactor, readNumber } from './map-numbers.ts';
import { readFunction, readOrder, readType, readYesNo } from './map-spellings.ts';
import type { MapCell, MapWords } from './map-variable.ts';
import { readMap } from './read-map.ts';

const WORDS: MapWords = {
  quantities: ['other', 'ac_power_kw'],
  kinds: ['gauge', 'counter', 'state'],
  polls: ['fast', 'slow', 'daily'],
  kindOf: () => 'gauge',
  unitOf: () => undefined,
  usual: () => undefined,
};

function read(rows: MapCell[][], manner: AddressManner = 'as_written') {
  const names = { byLabel: (label: string) => (label === 'Potenza AC' ? 'ac_power_kw' : undefined) };
  return readMap({ rows, cut: false }, { words: WORDS, names, manner, most: 500 });
}

describe('the spellings of a map', () => {
  it('of data types are those of makers, of IEC 61131-3 and of SunSpec', () => {
    const types: Record<string, string> = {
      uint16: 'U16 uint16 UINT WORD Unsigned-16 enum16 "unsigned short" "16-bit unsigned" "UINT 16"',
      int16: 'S16 I16 INT16 INT short "16 bit signed integer" sunssf',
      uint32: 'U32 UINT32 UDINT DWORD ULONG acc32 bitfield32 "32-bit unsigned int"',
      int32: 'S32 DINT LONG int32 "signed 32 bit"',
      uint64: 'U64 ULINT LWORD acc64 uint64',
      int64: 'S64 LINT "signed 64 bit"',
      float32: 'FLOAT REAL FLOAT32 F32 single "IEEE 754" "32 bit float"',
      float64: 'DOUBLE LREAL FLOAT64 "64-bit floating point"',
      bit: 'BOOL bit coil',
      text: 'STRING string(16) STR32 ASCII',
    };
    for (const [type, words] of Object.entries(types))
      for (const [, quoted, bare] of words.matchAll(/"([^"]*)"|(\S+)/g))
        assert.equal(readType(quoted ?? bare ?? '')?.type, type, quoted ?? bare);
    assert.deepEqual(readType('FLOAT (CDAB)'), { type: 'float32', order: 'CDAB' });
    assert.deepEqual(readType('U32 word swap'), { type: 'uint32', order: 'CDAB' });
    for (const none of ['', '16 bit', 'volts', 'U8', 'uint24', 'U32 upside down'])
      assert.equal(readType(none), undefined, none);
  });

  it('of orders, functions and yes are known in both languages', () => {
    const orders = {
      ABCD: 'big endian;AB CD;BE',
      CDAB: 'word swap;CD-AB;parole invertite',
      BADC: 'byte swap',
      DCBA: 'Little-Endian',
    };
    for (const [order, words] of Object.entries(orders))
      for (const word of words.split(';')) assert.equal(readOrder(word), order, word);
    const functions: [string, number | undefined][] = [
      ['3', 3],
      ['04', 4],
      ['0x03', 3],
      ['FC03', 3],
      ['03h', 3],
      ['3 (holding)', 3],
      ['Holding Register', 3],
      ['input register', 4],
      ['4x', 3],
      ['coils', 1],
      ['03/06/16', 3],
      ['3,16', 3],
      ['6', undefined],
      ['16', undefined],
      ['3 4', undefined],
      ['40001', undefined],
      ['30001', undefined],
      ['holding 40001', undefined],
      ['3 (40001)', undefined],
      ['', undefined],
      ['read', undefined],
    ];
    for (const [text, code] of functions) assert.equal(readFunction(text), code, text);
    for (const yes of ['yes', 'Sì', 'TRUE', 'VERO', '1', 'x']) assert.equal(readYesNo(yes), true, yes);
    for (const no of ['no', 'FALSO', '0', 'n']) assert.equal(readYesNo(no), false, no);
    assert.equal(readYesNo('maybe'), undefined);
  });

  it('of addresses are read as they are written, unless somebody says otherwise', () => {
    const at = (cell: MapCell, manner: AddressManner = 'as_written') =>
      readAddress(cell, { manner, column: undefined });
    assert.deepEqual(at('40001'), { address: 40_001 });
    assert.deepEqual(at(40_001), { address: 40_001 });
    assert.deepEqual(at('40001.0'), { address: 40_001 });
    assert.deepEqual(at('40001.000'), { address: 40_001 });
    assert.deepEqual(at('0x9C40'), { address: 40_000, notation: 'hexadecimal' });
    assert.deepEqual(at('9c40h'), { address: 40_000, notation: 'hexadecimal' });
    assert.deepEqual(at('400001'), { address: 0, function_code: 3, notation: 'modicon' });
    assert.deepEqual(at('365536'), { address: 65_535, function_code: 4, notation: 'modicon' });
    assert.deepEqual(at('4x0010'), { address: 9, function_code: 3, notation: 'modicon' });
    assert.deepEqual(at('40001', 'modicon'), { address: 0, function_code: 3, notation: 'modicon' });
    assert.deepEqual(at('30010', 'modicon'), { address: 9, function_code: 4, notation: 'modicon' });
    assert.deepEqual(at('10001', 'modicon'), { address: 0, function_code: 2, notation: 'modicon' });
    assert.deepEqual(at('1', 'modicon'), { address: 0, function_code: 1, notation: 'modicon' });
    assert.deepEqual(at('1', 'one_based'), { address: 0, notation: 'one_based' });
    assert.deepEqual(at('65536', 'one_based'), { address: 65_535, notation: 'one_based' });
    assert.deepEqual(readAddress('9C40', { manner: 'as_written', column: 'hexadecimal' }), {
      address: 40_000,
      notation: 'hexadecimal',
    });
    const faults: [string, AddressManner, string][] = [
      ['70000', 'as_written', 'beyond'],
      ['0', 'one_based', 'beyond'],
      ['50001', 'modicon', 'not_modicon'],
      ['40000', 'modicon', 'not_modicon'],
      ['9C40', 'as_written', 'not_an_address'],
      ['-1', 'as_written', 'not_an_address'],
      ['1.5', 'as_written', 'not_an_address'],
      ['40.000', 'as_written', 'number_unclear'],
      ['40,000', 'as_written', 'number_unclear'],
      ['400.001', 'as_written', 'number_unclear'],
      ['1.000', 'one_based', 'number_unclear'],
      ['40001-40002', 'as_written', 'not_an_address'],
    ];
    for (const [text, manner, fault] of faults) assert.equal(at(text, manner), fault, text);
  });

  it('of numbers are those of either decimal sign, and unclear ones are refused', () => {
    const numbers: [MapCell, boolean, number | string][] = [
      ['0.1', false, 0.1],
      ['0,1', false, 0.1],
      ['0,1', true, 0.1],
      ['1,000', true, 'number_unclear'],
      ['1,000', false, 1],
      ['1.234,5', false, 'not_a_number'],
      ['1e-3', false, 0.001],
      ['1,5E3', false, 1500],
      [0.1, false, 0.1],
      ['NaN', false, 'not_a_number'],
      ['1e999', false, 'not_a_number'],
      ['0x10', false, 'not_a_number'],
      ['٣', false, 'not_a_number'],
      [true, false, 'not_a_number'],
    ];
    for (const [cell, pointed, value] of numbers)
      assert.equal(readNumber(cell, pointed), value, String(cell));
    for (const factor of ['0.1', 'x0.1', '× 0,1', '/10', '1/10', '÷10', '10^-1'])
      assert.equal(readFactor(factor, false), 0.1, factor);
    assert.equal(readFactor('1/0', false), 'not_a_number');
  });
});

describe('a map of registers', () => {
  it('has its columns by many names, in any order, below whatever stands above them', () => {
    const { columns, rows, faults, warnings } = read([
      ['Inverter X', null, null],
      [],
      ['Fattore di scala', 'U.M.', 'Indirizzo (dec)', 'Note', 'Nome variabile', 'Tipo di dato', 'Indirizzo'],
      ['0,1', 'V', '7', 'whatever', 'Potenza AC', 'U16', '8'],
      ['', '', '', '', '', '', ''],
      [null, '-', 9, null, 'Corrente di fase (L1)', 'Real', null],
    ]);
    assert.deepEqual(
      columns.map(({ known }) => known?.field ?? null),
      ['factor', 'unit', 'address', null, 'name', 'data_type', null],
    );
    assert.equal(faults.count, 0);
    assert.deepEqual(
      warnings.list.map(({ code, row, read: cell }) => [code, row, cell]),
      [
        ['rows_above', null, null],
        ['unknown_column', 3, 'Note'],
        ['column_twice', 3, 'Indirizzo'],
        ['name_made', 4, 'Potenza AC'],
        ['name_made', 6, 'Corrente di fase (L1)'],
      ],
    );
    assert.deepEqual(
      rows.map(({ row, name, said }) => [row, name, said.address?.address, said.unit, said.factor]),
      [
        [4, 'ac_power_kw', 7, 'V', 0.1],
        [6, 'corrente_di_fase_l1', 9, '', null],
      ],
    );
  });

  it('takes a column called quantity that only counts for numbers of registers', () => {
    const { columns } = read([
      ['name', 'register', 'quantity'],
      ['a', 1, 2],
      ['b', 3, '2'],
    ]);
    assert.equal(columns[2]?.known, null);
    assert.equal(
      read([
        ['name', 'quantity'],
        ['a', 'Volts'],
      ]).faults.list[0]?.code,
      'unknown_quantity',
    );
  });

  it('without a header, a name or a variable is none', () => {
    const first = (rows: MapCell[][]) => read(rows).faults.list[0]?.code;
    assert.equal(
      first([
        ['a', 'b'],
        ['c', 'd'],
      ]),
      'no_header',
    );
    assert.equal(first([]), 'no_header');
    assert.equal(
      first([
        ['address', 'type'],
        [1, 'u16'],
      ]),
      'missing_column',
    );
    assert.equal(first([['name', 'address']]), 'no_rows');
    const many = read([['name', 'address'], ...Array.from({ length: 501 }, (_, i) => [`v_${i}`, i])]);
    assert.deepEqual([many.faults.list[0]?.code, many.rows.length], ['too_many', 500]);
  });

  it('reads texts that are no text as faults, and tells no more of them than can be shown', () => {
    const { faults } = read([
      ['name', 'label_en', 'unit'],
      ['a', 'x\uD800', 'kW'],
      ['b', 'x\u202Ey', 'k'.repeat(21)],
      ['\uD800', '', ''],
    ]);
    assert.deepEqual(
      faults.list.map(({ row, field, code }) => [row, field, code]),
      [
        [2, 'label_en', 'not_text'],
        [3, 'label_en', 'not_text'],
        [3, 'unit', 'too_long'],
        [4, 'name', 'bad_name'],
      ],
    );
    assert.equal(shownCell('a\u0000b\uD800'), 'a·b\uFFFD');
    assert.equal([...(shownCell('𝛼'.repeat(500)) ?? '')].length, 80);
  });

  it('has names made of words, where they are no codes', () => {
    assert.equal(codeOf('Active power L1 (kW)'), 'active_power_l1_kw');
    assert.equal(codeOf('Età °C'), 'eta_c');
    assert.equal(codeOf('3. Strom'), 'strom');
    assert.equal(codeOf('電力'), '');
    assert.equal(codeOf('x'.repeat(80)).length, 63);
  });

  it('is told in whole sentences', () => {
    for (const code of Object.keys({ ...MAP_FAULTS, ...MAP_WARNINGS }))
      assert.match(sentenceOf({ code, params: { detail: 'Why not' } }), /\S \S/, code);
    assert.equal(sentenceOf({ code: 'name_twice', params: { row: 7 } }), 'The name stands in row 7 already');
  });

  it('has its header in the row with the most names that are known', () => {
    assert.equal(findHeader([['name'], ['x', 'y'], ['name', 'address', 'type'], ['name', 'address']]), 2);
    assert.deepEqual(columnOf('Reg. address\n(hex)'), { field: 'address', manner: 'hexadecimal' });
    assert.deepEqual(columnOf('Register (40001…)'), { field: 'address', manner: 'modicon' });
    assert.equal(columnOf('PLC address')?.manner, 'modicon');
    assert.equal(columnOf('Remarks'), null);
  });
});
