import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { wholeTable } from '../../../../tests/support/whole-table.ts';
import { WORD_ORDERS } from '../../../devices/decode/data-type.ts';
import { lookCell } from '../../../devices/map/map-look.ts';
import { namesByLabel } from '../../../devices/map/map-names.ts';
import { faultOfRegister } from '../../../devices/map/map-registers.ts';
import type { MapName, MapVariable } from '../../../devices/map/map-variable.ts';
import { type HeldVariable, type MapPlan, planMap } from '../../../devices/map/plan-map.ts';
import { type MapReading, readMap } from '../../../devices/map/read-map.ts';
import { DATA_TYPES } from '../../../devices/register.ts';
import { valueTables } from '../../../devices/values/value-tables.ts';
import { hidesSomething } from '../../../shared/units/unseen.ts';
import { FUNCTION_CODES, POLLS } from '../../plants/field.model.ts';
import { QUANTITIES, VARIABLE_KINDS } from '../../plants/plants.model.ts';
import { MAP_WORDS } from '../maps.model.ts';
import { mapFile } from './map-file.ts';
import { mapTableOf } from './map-table.ts';

const NASTY = [
  '=1+1',
  "'=x",
  "a,'=x",
  'a;+1',
  '-',
  '+3',
  '@a',
  'a;b',
  'a,b',
  '"q"',
  "''-1",
  'ü',
  'kW',
  '0',
  'n/a',
  'yes',
  '1e5',
  '𝛼',
];
/** One line of text as the portal keeps it. */
const text = (max: number, min = 0) =>
  fc
    .oneof(fc.string({ unit: 'grapheme', maxLength: max }), fc.constantFrom(...NASTY))
    .map((one) => one.toWellFormed().slice(0, max).toWellFormed().trim())
    .filter((one) => one.length >= min && !one.includes('\uFFFD') && !hidesSomething(one));
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (one === 0 ? 0 : one));
const address = fc.integer({ min: 0, max: 0xffff });
const own = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const colour = fc.constantFrom('', '#2456E6', '#abcdef');

const nameOf: fc.Arbitrary<Omit<MapName, 'name'>> = fc.record({
  label_en: text(120, 1),
  label_it: text(120, 1),
  unit: text(20),
  decimals: fc.integer({ min: 0, max: 6 }),
  colour,
  group_name: text(80),
  kind: fc.constantFrom(...VARIABLE_KINDS),
  quantity: fc.constantFrom(...QUANTITIES),
});
const variableOf: fc.Arbitrary<MapVariable> = fc
  .record({
    function_code: own(fc.constantFrom(...FUNCTION_CODES)),
    address: own(address),
    data_type: own(fc.constantFrom(...DATA_TYPES)),
    word_order: fc.constantFrom(...WORD_ORDERS),
    bit: own(fc.integer({ min: 0, max: 15 })),
    bit_count: fc.integer({ min: 1, max: 16 }),
    factor: finite.filter((one) => one !== 0),
    value_offset: finite,
    scale_address: own(address),
    sentinel: fc.boolean(),
    unit: own(text(20)),
    decimals: own(fc.integer({ min: 0, max: 6 })),
    poll: fc.constantFrom(...POLLS),
    group_name: own(text(80)),
    value_table: own(fc.constantFrom(...valueTables.map(({ key }) => key))),
    colour: own(colour),
    enabled: fc.boolean(),
  })
  .map((one) => (one.address === null || one.data_type === null ? unread(one) : one))
  .map((one) => (one.data_type === 'bit' ? one : { ...one, bit: null, bit_count: 1 }))
  .filter((one) => faultOfRegister(one) === null);
const unread = (one: MapVariable): MapVariable => ({
  ...one,
  function_code: null,
  address: null,
  data_type: null,
});

const devices = fc
  .array(fc.tuple(nameOf, variableOf), { minLength: 1, maxLength: 12 })
  .map((pairs) => pairs.map(([name, variable], i) => ({ name: { ...name, name: `v_${i}` }, variable })));
type Device = { name: MapName; variable: MapVariable }[];

const bytesOf = (variables: Device, language: 'en' | 'it', format: 'csv' | 'xlsx'): Promise<Buffer> =>
  wholeTable(mapFile({ name: 'INV1', variables }, { language, format }));

async function files(device: Device): Promise<[string, Uint8Array][]> {
  return [
    ['CSV in English', await bytesOf(device, 'en', 'csv')],
    ['CSV in Italian', await bytesOf(device, 'it', 'csv')],
    ['a workbook', await bytesOf(device, 'en', 'xlsx')],
  ];
}

async function plan(
  file: Uint8Array,
  device: Device,
  held: boolean,
): Promise<{ reading: MapReading; plan: MapPlan }> {
  const catalogue = device.map(({ name }) => name);
  const current: HeldVariable[] = device.map(({ name, variable }, id) => ({
    ...variable,
    id,
    name: name.name,
  }));
  const names = namesByLabel(catalogue);
  const reading = readMap(await mapTableOf(file), {
    words: MAP_WORDS,
    names,
    manner: 'as_written',
    most: 500,
  });
  const groups = [
    ...new Set(device.flatMap(({ name, variable }) => [name.group_name, variable.group_name ?? ''])),
  ];
  const target = {
    current: held ? current : [],
    catalogue,
    groups,
    words: MAP_WORDS,
    byte_order: 'CDAB',
    polled: true,
    virtual: false,
    adds_names: false,
    remove_others: true,
  } as const;
  return { reading, plan: planMap(reading, target) };
}

/** A variable as it is seen: with what its name says where it says nothing itself. */
const seen = (name: MapName, variable: MapVariable) => ({
  ...variable,
  unit: lookCell(variable.unit, name.unit),
  decimals: lookCell(variable.decimals, name.decimals),
  group_name: lookCell(variable.group_name, name.group_name),
  colour: lookCell(variable.colour, name.colour),
});

describe('a map of registers, written and read again', () => {
  it('changes nothing of the device that it came from, in either format and language', async () => {
    await fc.assert(
      fc.asyncProperty(devices, async (device) => {
        for (const [what, file] of await files(device)) {
          const { reading, plan: found } = await plan(file, device, true);
          assert.deepEqual(reading.faults.list, [], what);
          assert.deepEqual([found.add, found.change, found.remove], [[], [], []], what);
          assert.equal(found.unchanged, device.length);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('makes an empty device the same, as far as it can be seen', async () => {
    await fc.assert(
      fc.asyncProperty(devices, async (device) => {
        // What a quantity fixes is not a variable's own.
        const open = device.map(({ name, variable }) => ({ name: { ...name, quantity: 'other' }, variable }));
        for (const [what, file] of await files(open)) {
          const { reading, plan: found } = await plan(file, open, false);
          assert.deepEqual(reading.faults.list, [], what);
          const made = new Map(found.add.map((one) => [one.name, one.variable]));
          for (const { name, variable } of open) {
            const there = made.get(name.name) ?? assert.fail(name.name);
            if (variable.address !== null && variable.unit !== '-' && variable.group_name !== '-')
              assert.deepEqual(seen(name, there), seen(name, variable), what);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
