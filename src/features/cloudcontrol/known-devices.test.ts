import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeValue } from '../../devices/decode/value.ts';
import { findRegisterFault, REGISTERS } from '../../devices/register.ts';
import { sunspecNames } from '../../devices/sunspec/names.ts';
import type { KnownDevice } from '../../devices/templates/known-device.ts';
import { knownDevices } from '../../devices/templates/known-devices.ts';
import { findValueTable, missingValuesOf } from '../../devices/values/value-tables.ts';
import { GROUPS } from '../plants/catalogue.model.ts';
import { CATALOGUE, DEVICE_CATEGORIES } from '../plants/plants.model.ts';
import { TemplateKey } from './field-tools.contract.ts';
import { ownTemplateId } from './template.model.ts';
import { TemplateMap } from './template-fields.contract.ts';

const standard = new Map(CATALOGUE.map((entry) => [entry.name, entry]));
const unitOf = new Map(CATALOGUE.map(({ quantity, unit }) => [quantity as string, unit]));
const sunspec = new Map(sunspecNames.map((one) => [one.name, one]));
const groups = new Set(GROUPS.map(({ name }) => name));
const each = (check: (device: KnownDevice) => void) => () => knownDevices.forEach(check);

/** Registers that a device answers with, and what they come to: worked out by hand from the source's units and gains. */
const EXAMPLES: Readonly<Record<string, readonly (readonly [name: string, hex: string, value: number])[]>> = {
  'abb-b23-b24': [
    ['voltage_l1_v', '0000 08fc', 230],
    // 1 MW drawn, in hundredths of a watt.
    ['ac_power_kw', '05f5 e100', -1000],
    ['energy_import_kwh', '0000 0000 0001 e240', 1234.56],
  ],
  // The low word comes first.
  'carlo-gavazzi-em340': [
    ['voltage_l1_v', '08fd 0000', 230.1],
    ['ac_power_kw', 'd8f0 ffff', 1],
    ['reactive_power_kvar', '2710 0000', -1],
    ['energy_import_kwh', 'e240 0001', 12345.6],
  ],
  // The protocol's own: 230.2 V is 43 66 33 33, 50 Hz is 42 48 00 00.
  'eastron-sdm630': [
    ['voltage_l1_v', '4366 3333', 230.2],
    ['frequency_hz', '4248 0000', 50],
    ['ac_power_kw', 'c47a 0000', 1],
    ['reactive_power_kvar', 'c47a 0000', 1],
  ],
  'huawei-sun2000': [
    ['ac_power_kw', '0000 c350', 50],
    ['energy_total_kwh', '0001 e240', 1234.56],
    ['pv_01_voltage_v', '1770', 600],
    ['string_current_24_a', '0352', 8.5],
    ['power_factor', 'fc18', -1],
    ['inverter_state', '0300', 768],
  ],
  'janitza-umg-96': [
    ['ac_power_kw', 'c47a 0000', 1],
    ['energy_import_kwh', '4974 2400', 1000],
  ],
  'moxa-iologik-e1210': [['pulse_count_16', '0001 0000', 65_536]],
  'moxa-iologik-e1240': [['analogue_input_08', '4148 0000', 12.5]],
  'schneider-iem3000': [
    ['ac_power_kw', '3f80 0000', -1],
    ['energy_import_kwh', '0000 0000 0001 e240', 123.456],
  ],
  'sma-sunny-tripower': [
    ['ac_power_kw', '0000 2710', 10],
    ['frequency_hz', '0000 1388', 50],
    ['energy_total_kwh', '0001 e240', 123.456],
  ],
  // Low word first: 12,000 W.
  'sungrow-sg': [
    ['ac_power_kw', '2ee0 0000', 12],
    // Signed, whatever the protocol says: −5 W by night are no 4 GW.
    ['dc_power_kw', 'fffb ffff', -0.005],
    ['energy_total_kwh', 'e240 0001', 123_456],
    ['frequency_hz', '01f4', 50],
  ],
  'weidmueller-transclinic-16i': [
    ['string_current_01_a', '2134', 8.5],
    ['cabinet_temperature_c', 'ffce', -5],
    ['dc_voltage_v', '0384', 900],
  ],
};

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

describe("makers' devices as data", () => {
  it('have keys of their own, a source and words in both languages', () => {
    assert.equal(new Set(knownDevices.map(({ key }) => key)).size, knownDevices.length);
    assert.ok(knownDevices.length >= 6);
    for (const { key, notes, source, category, version } of knownDevices) {
      assert.ok(TemplateKey.safeParse(key).success && ownTemplateId(key) === null && key !== 'sunspec', key);
      assert.match(source.url, /^https?:\/\//, key);
      assert.ok(source.title && notes.en.length > 40 && notes.it.length > 40 && notes.en !== notes.it, key);
      assert.ok((DEVICE_CATEGORIES as readonly string[]).includes(category) && version >= 1, key);
    }
    assert.ok(knownDevices.some(({ variables }) => variables.length >= 40));
  });

  it(
    'read nothing that could never be read, and no register twice',
    each(({ key, variables, attributes }) => {
      const taken = new Map<string, string>();
      for (const { name, register } of variables) {
        assert.equal(findRegisterFault({ ...register, scale_address: null }), null, `${key} ${name}`);
        for (let i = 0; i < REGISTERS[register.data_type]; i += 1) {
          const place = `${register.function_code}/${register.address + i}`;
          assert.equal(taken.get(place), undefined, `${key}: ${name} and ${taken.get(place)} at ${place}`);
          taken.set(place, name);
        }
      }
      for (const { address, length } of attributes) assert.ok(address + length <= 65_536);
    }),
  );

  it('are maps that a device can be given', () => {
    for (const device of knownDevices) TemplateMap.parse(device);
  });

  it(
    'name what they read by the catalogue, and what it lacks in both languages, in units that fit the quantity',
    each(({ key, variables }) => {
      for (const { name, of_name } of variables) {
        if (!of_name) {
          assert.ok(standard.has(name), `${key}: ${name} has no words`);
          continue;
        }
        const { label_en, label_it, unit, quantity, group_name } = of_name;
        assert.ok(label_en && label_it, `${key}: ${name}`);
        assert.ok(groups.has(group_name), `${key}: ${name} is in ${group_name}`);
        if (quantity !== 'other') assert.equal(unit, unitOf.get(quantity), `${key}: ${name}`);
        const known = standard.get(name);
        if (known) {
          const { label_en: en, label_it: it, unit: u, decimals, quantity: q } = known;
          assert.deepEqual([label_en, label_it, unit, of_name.decimals, quantity], [en, it, u, decimals, q]);
        }
      }
    }),
  );

  it(
    'say by which list the numbers of states and events are read, of the kind that is measured',
    each(({ key, variables }) => {
      for (const { name, of_name, value_table } of variables) {
        const quantity = of_name?.quantity ?? standard.get(name)?.quantity ?? '';
        const kind = { device_state: 'state', event_code: 'events' }[quantity];
        const table = value_table === null ? undefined : findValueTable(value_table);
        if (value_table !== null) assert.ok(table, `${key}: ${name} has no list ${value_table}`);
        if (kind !== undefined) assert.equal(table?.kind, kind, `${key}: ${name}`);
      }
    }),
  );

  it(
    'mean by a name what devices that speak SunSpec mean by it',
    each(({ key, variables }) => {
      for (const { name, of_name } of variables) {
        const known = of_name && sunspec.get(name);
        if (!known) continue;
        const { unit, kind, quantity } = of_name;
        assert.deepEqual([unit, kind, quantity], [known.unit, known.kind, known.quantity], `${key}: ${name}`);
      }
    }),
  );

  it('give cards and balances one power and one energy of each direction at most', () => {
    for (const { key, variables } of knownDevices) {
      for (const quantity of ['ac_power_kw', 'dc_power_kw', 'energy_export_kwh', 'energy_import_kwh']) {
        const found = variables.filter(
          ({ name, of_name }) => (of_name?.quantity ?? standard.get(name)?.quantity) === quantity,
        );
        assert.ok(found.length <= 1, `${key}: ${quantity}`);
      }
    }
  });

  it('decode what a device answers to what its source says', () => {
    assert.deepEqual(Object.keys(EXAMPLES).sort(), knownDevices.map(({ key }) => key).sort());
    for (const { key, variables } of knownDevices) {
      for (const [name, hex, value] of EXAMPLES[key] ?? []) {
        const register = variables.find((one) => one.name === name)?.register;
        assert.ok(register, `${key} ${name}`);
        const decoded = decodeValue(bytesOf(hex), register, null);
        assert.ok(
          'value' in decoded && Math.abs(decoded.value - value) < 1e-5,
          `${key} ${name} ${JSON.stringify(decoded)}`,
        );
      }
    }
  });

  it(
    'count reactive power the way they count active power: by the same factor, or none of the two is turned',
    each(({ key, variables }) => {
      const signOf = (name: string) =>
        Math.sign(variables.find((one) => one.name === name)?.register.factor ?? 0);
      if (signOf('reactive_power_kvar') === 0) return;
      assert.equal(signOf('reactive_power_kvar'), signOf('ac_power_kw'), key);
    }),
  );

  it('leave out what a device marks as not measured', () => {
    const sma = knownDevices.find(({ key }) => key === 'sma-sunny-tripower');
    const register = sma?.variables.find(({ name }) => name === 'ac_power_kw')?.register;
    assert.ok(register);
    assert.deepEqual(decodeValue(bytesOf('8000 0000'), register, null), { failed: 'missing' });
    const state = sma?.variables.find(({ name }) => name === 'inverter_state');
    assert.ok(state);
    const encoding = { ...state.register, missing: missingValuesOf(state.value_table) };
    assert.deepEqual(decodeValue(bytesOf('00ff fffd'), encoding, null), { failed: 'missing' });
    assert.deepEqual(decodeValue(bytesOf('0000 0023'), encoding, null), { value: 35 });
  });
});
