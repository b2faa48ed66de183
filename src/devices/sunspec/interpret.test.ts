import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RawModel, SunspecChain } from './chain.ts';
import type { SunspecDevice } from './device.ts';
import { interpretChain } from './interpret.ts';

/** Registers by their offsets from the model's ID register; all others are "not implemented" int16. */
function model(id: number, length: number, set: Readonly<Record<number, number>>, fill = 0x8000) {
  const words = [id, length, ...Array.from({ length }, () => fill)];
  for (const [offset, word] of Object.entries(set)) words[Number(offset)] = word & 0xffff;
  return { id, length, words };
}

const text = (offset: number, value: string): Record<number, number> =>
  Object.fromEntries(
    Array.from({ length: Math.ceil(value.length / 2) }, (_, index) => [
      offset + index,
      ((value.charCodeAt(index * 2) || 0) << 8) | (value.charCodeAt(index * 2 + 1) || 0),
    ]),
  );

const common = (words: { maker?: string; model?: string; options?: string; address?: number } = {}) =>
  model(
    1,
    66,
    {
      ...text(2, words.maker ?? 'Maker'),
      ...text(18, words.model ?? 'Model'),
      ...text(34, words.options ?? ''),
      ...text(50, 'SN1'),
      66: words.address ?? 0x8000,
    },
    0,
  );

/** An inverter that works, three-phase: 49.87 kW, 300,000 kWh. */
const inverter = (set: Readonly<Record<number, number>> = {}, id = 103) =>
  model(id, 50, {
    2: 7215,
    3: 2405,
    4: 2404,
    5: 2406,
    6: -2,
    10: 2304,
    11: 2311,
    12: 2298,
    13: -1,
    14: 4987,
    15: 1,
    16: 5002,
    17: -2,
    24: 0x11e1,
    25: 0xa300,
    26: 0,
    33: 401,
    37: -1,
    38: 4,
    39: 0xffff,
    40: 0,
    41: 0,
    42: 0,
    43: 0,
    ...set,
  });

function devicesOf(models: readonly Omit<RawModel, 'address'>[], unit_id = 1): SunspecDevice[] {
  let at = 40_002;
  const placed = models.map((one) => {
    const address = at;
    at += 2 + one.length;
    return { ...one, address };
  });
  const chain: SunspecChain = { base: 40_000, models: placed, warnings: [] };
  return interpretChain(chain, unit_id);
}

function deviceOf(models: readonly Omit<RawModel, 'address'>[], unit_id = 1): SunspecDevice {
  const [device] = devicesOf(models, unit_id);
  assert.ok(device);
  return device;
}

const readOf = (device: SunspecDevice, name: string) =>
  device.variables.find((one) => one.name === name)?.value;
const codes = (device: SunspecDevice) => device.warnings.map(({ code }) => code);

describe('the devices of a chain', () => {
  it('are one for each common model: an inverter, and the meters that it reads for', () => {
    const meter = (options: string) => [
      common({ options }),
      model(203, 105, { 18: 2101, 22: 0, 38: 0, 39: 5, 46: 0, 47: 7, 54: 3 }),
    ];
    const [first, second, third, ...more] = devicesOf([
      common(),
      inverter(),
      ...meter('Export+Import'),
      ...meter('Production'),
    ]);
    assert.deepEqual(
      [first?.kind, second?.kind, third?.kind, more.length],
      ['inverter', 'meter', 'production_meter', 0],
    );
    assert.equal(first && readOf(first, 'ac_power_kw'), 49.87);
    assert.equal(second && readOf(second, 'ac_power_kw'), 2.101);
    assert.equal(second && readOf(second, 'energy_total_kwh'), 5);
    const power = second?.variables.find(({ name }) => name === 'ac_power_kw')?.register;
    assert.deepEqual([power?.address, power?.scale_address], [40_190 + 18, 40_190 + 22]);
  });

  it('are told from their models: string boxes, weather stations, and what nothing is known of', () => {
    const kindOf = (...models: Omit<RawModel, 'address'>[]) => deviceOf([common(), ...models]).kind;
    assert.equal(kindOf(model(403, 16, {})), 'string_box');
    assert.equal(kindOf(model(307, 11, {})), 'weather_station');
    assert.equal(kindOf(model(160, 8, {})), 'inverter');
    assert.equal(kindOf({ id: 64_001, length: 3, words: null }), 'other');
  });

  it('bring their models with labels, also those out of which nothing is made', () => {
    const other = { length: 9, words: null };
    const { models } = deviceOf([
      common(),
      inverter(),
      { id: 701, ...other },
      { id: 64_001, ...other },
      { id: 5, ...other },
      { id: 20, ...other },
    ]);
    assert.deepEqual(
      models.map(({ id, known, label_en }) => [id, known, label_en]),
      [
        [1, true, 'Common'],
        [103, true, 'Three-phase inverter'],
        [701, false, 'AC measurement (IEEE 1547)'],
        [64_001, false, "Maker's own model"],
        [5, false, 'Secured write request'],
        [20, false, 'Unknown model'],
      ],
    );
  });

  it('say their nominal power by their nameplate, or nothing', () => {
    assert.equal(deviceOf([common(), inverter(), model(120, 26, { 3: 5000, 4: 1 })]).nominal_power, 50);
    assert.equal(deviceOf([common(), inverter(), model(120, 26, { 3: 0, 4: 1 })]).nominal_power, null);
    assert.equal(deviceOf([common(), inverter()]).nominal_power, null);
  });

  it('say where their texts stand, and leave out those that are empty', () => {
    const { attributes } = deviceOf([common({ model: 'PX' }), inverter()]);
    assert.deepEqual(attributes, [
      { name: 'model', address: 40_020, length: 16, value: 'PX' },
      { name: 'serial_number', address: 40_052, length: 16, value: 'SN1' },
    ]);
  });

  it('warn of a unit that says to be another', () => {
    assert.deepEqual(deviceOf([common({ address: 126 }), inverter()], 3).warnings, [
      { code: 'other_unit', said: 126, asked: 3 },
    ]);
    for (const address of [3, 0, 0x8000, 0xffff])
      assert.deepEqual(deviceOf([common({ address }), inverter()], 3).warnings, []);
  });

  it('are there, with a warning, where nothing can be read of them', () => {
    assert.deepEqual(codes(deviceOf([common()])), ['no_variables']);
    assert.deepEqual(interpretChain({ base: 0, models: [], warnings: [] }, 1), []);
  });
});

describe('the variables of a device', () => {
  const floats = (watts: readonly [number, number]) =>
    model(113, 60, { 22: watts[0], 23: watts[1], 24: 0x4248, 25: 0, 48: 4 }, 0x7fc0);

  it('are taken once where it measures the same as integers and as floats: from where more is read', () => {
    const both = deviceOf([common(), floats([0x4742, 0xce00]), inverter()]);
    assert.equal(both.variables.filter(({ name }) => name.startsWith('ac_power_kw')).length, 1);
    assert.equal(readOf(both, 'ac_power_kw'), 49.87);
    assert.deepEqual(both.warnings, [{ code: 'same_twice', kept: 103, left: 113 }]);
    assert.equal(both.models.find(({ id }) => id === 113)?.variables, 0);

    const empty = model(103, 50, { 38: 4 });
    const float = deviceOf([common(), empty, floats([0x4742, 0xce00])]);
    assert.equal(readOf(float, 'ac_power_kw'), 49.87);
    assert.deepEqual(float.warnings, [{ code: 'same_twice', kept: 113, left: 103 }]);
  });

  it('have names that are each there once', () => {
    const device = deviceOf([common(), inverter(), inverter({ 14: 1000 })]);
    assert.equal(readOf(device, 'ac_power_kw'), 49.87);
    assert.equal(readOf(device, 'ac_power_kw_2'), 10);
    assert.equal(
      device.variables.find(({ name }) => name === 'ac_power_kw_2')?.of_name.label_en,
      'AC power 2',
    );
    assert.equal(new Set(device.variables.map(({ name }) => name)).size, device.variables.length);
  });

  it('are 500 at most, which is what a device has slots for', () => {
    const blocks = model(160, 8 + 90 * 20, { 2: 0, 3: 0, 4: 0, 5: 0, 8: 90 }, 1);
    const device = deviceOf([common(), inverter(), { ...blocks, words: blocks.words }]);
    assert.equal(device.variables.length, 500);
    assert.ok(codes(device).includes('too_many_variables'));
  });

  it('are as many blocks as fit, where the device says that there are more', () => {
    const blocks = model(160, 8 + 2 * 20, { 2: 0, 3: 0, 4: 0, 5: 0, 8: 4 }, 1);
    const device = deviceOf([common(), inverter(), blocks]);
    assert.equal(device.variables.filter(({ name }) => /^mppt_\d+_power_kw$/.test(name)).length, 2);
    assert.deepEqual(device.warnings, [{ code: 'blocks', id: 160, said: 4, fits: 2 }]);
  });

  it('are fewer blocks than fit, where the device says so, and as many as fit where it says nothing', () => {
    const names = (count: number) =>
      deviceOf([common(), inverter(), model(160, 48, { 2: 0, 3: 0, 4: 0, 5: 0, 8: count }, 1)])
        .variables.map(({ name }) => name)
        .filter((name) => /^mppt_\d+_power_kw$/.test(name)).length;
    assert.deepEqual([names(1), names(0), names(0xffff)], [1, 0, 2]);
  });

  it('are those of the registers that there are, where a model is shorter than the standard has it', () => {
    const short = inverter();
    const device = deviceOf([common(), { id: 103, length: 24, words: short.words.slice(0, 26) }]);
    assert.equal(readOf(device, 'ac_power_kw'), 49.87);
    assert.equal(readOf(device, 'energy_total_kwh'), undefined);
    assert.ok(codes(device).includes('other_length'));
  });

  it('leave out a counter of all ones, and one that need not be there and is 0; a new one at 0 is a value', () => {
    const counted = (high: number, low: number) =>
      readOf(deviceOf([common(), inverter({ 24: high, 25: low })]), 'energy_total_kwh');
    assert.deepEqual([counted(0xffff, 0xffff), counted(0, 0)], [undefined, 0]);
    const tracker = (high: number, low: number) =>
      readOf(
        deviceOf([
          common(),
          inverter(),
          model(160, 28, { 2: 0, 3: 0, 4: 0, 5: 0, 8: 1, 22: high, 23: low }, 0xffff),
        ]),
        'mppt_01_energy_kwh',
      );
    assert.deepEqual([tracker(0xffff, 0xffff), tracker(0, 0), tracker(0, 5)], [undefined, undefined, 0.005]);
  });

  it('are none of the trackers that an inverter has places for and no inputs', () => {
    const empty = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [30 + index, 0xffff]));
    const used = { 19: 812, 20: 6123, 21: 4971, 26: 0x8000 };
    const trackers = model(
      160,
      68,
      { 2: -2, 3: -1, 4: 0, 5: 0, 8: 3, ...used, ...empty, 46: 0x8000, 66: 0x8000 },
      0,
    );
    const device = deviceOf([common(), inverter(), trackers]);
    const names = device.variables.map(({ name }) => name).filter((name) => /^mppt_\d/.test(name));
    assert.deepEqual(new Set(names.map((name) => name.slice(0, 7))), new Set(['mppt_01']));
    assert.equal(readOf(device, 'mppt_01_power_kw'), 4.971);
  });

  it('leave out fields of bits whose top bit is set: nothing else in them counts', () => {
    const events = (high: number, low: number) =>
      readOf(deviceOf([common(), inverter({ 40: high, 41: low })]), 'event_code');
    assert.deepEqual(
      [events(0x8000, 0), events(0x8000, 5), events(0xffff, 0xffff)],
      Array(3).fill(undefined),
    );
    assert.equal(events(0x7fff, 0xffff), 0x7fff_ffff);
    const settings = model(122, 44, { 2: 0x8001, 3: 1 });
    const device = deviceOf([common(), inverter(), settings]);
    assert.deepEqual([readOf(device, 'pv_connection'), readOf(device, 'storage_connection')], [undefined, 1]);
  });

  it('leave out a register that reading clears: polling would take it from whoever else needs it', () => {
    const status = model(122, 44, { 33: 0, 34: 1, 35: 0, 36: 4 });
    const { variables } = deviceOf([common(), inverter(), status]);
    const read = variables.filter(({ register }) => register.address === 40_122 + 33);
    assert.deepEqual(read, []);
    assert.ok(variables.some(({ name }) => name === 'active_controls'));
  });

  it('are scaled as the whole box is where a combiner has no scale for its strings, and that is said', () => {
    for (const [id, first, missing] of [
      [403, 18, 16],
      [404, 27, 22],
    ] as const) {
      const own = { 2: -1, [id === 403 ? 6 : 8]: 1, [first + 5]: 812 };
      const length = first - 2 + (id === 403 ? 8 : 14);
      const device = deviceOf([common(), model(id, length, { ...own, [missing]: 0x8000 })]);
      assert.equal(readOf(device, 'string_current_01_a'), 81.2);
      assert.deepEqual(device.warnings, [{ code: 'other_scale', id, scale: 'InDCA_SF', used: 'DCA_SF' }]);
      const whole = deviceOf([common(), model(id, length, { ...own, [missing]: -2 })]);
      assert.deepEqual([readOf(whole, 'string_current_01_a'), whole.warnings], [8.12, []]);
      const neither = deviceOf([common(), model(id, length, { ...own, 2: 0x8000 })]);
      assert.equal(readOf(neither, 'string_current_01_a'), undefined);
    }
  });

  it('leave out what the device refuses', () => {
    const { words, ...rest } = inverter();
    const device = deviceOf([
      common(),
      { ...rest, words: words.with(14, 0).map((w, i) => (i === 14 ? null : w)) },
    ]);
    assert.equal(readOf(device, 'ac_power_kw'), undefined);
    assert.equal(readOf(device, 'frequency_hz'), 50.02);
  });
});

describe('an inverter by night', () => {
  const sleeping = { 2: 0xffff, 3: 0xffff, 14: 0x8000, 16: 0xffff, 33: 0x8000 };

  it('keeps what every inverter has, without a value, and says that it sleeps', () => {
    const device = deviceOf([common(), inverter({ ...sleeping, 38: 2 })]);
    assert.equal(readOf(device, 'ac_power_kw'), null);
    assert.equal(readOf(device, 'current_l1_a'), null);
    assert.equal(readOf(device, 'energy_total_kwh'), 300_000);
    assert.equal(readOf(device, 'dc_power_kw'), undefined);
    assert.deepEqual(device.warnings, [{ code: 'asleep' }]);
  });

  it('is nothing to warn of where it goes on telling zeros', () => {
    const zeros = { 14: 0, 27: 0, 28: 0, 29: 0, 30: 0, 31: 0, 32: 0 };
    const device = deviceOf([common(), inverter({ ...zeros, 38: 2 })]);
    assert.deepEqual([readOf(device, 'ac_power_kw'), readOf(device, 'dc_voltage_v')], [0, 0]);
    assert.deepEqual(device.warnings, []);
  });

  it('has none of it where it works all the same: then it has none', () => {
    const device = deviceOf([common(), inverter({ ...sleeping, 38: 4 })]);
    assert.equal(readOf(device, 'ac_power_kw'), undefined);
    assert.equal(readOf(device, 'voltage_l1_v'), 230.4);
    assert.deepEqual(device.warnings, []);
  });
});

describe('a power factor', () => {
  const resultOf = (raw: number, scale: number) => {
    const device = deviceOf([common(), inverter({ 22: raw, 23: scale })]);
    return [readOf(device, 'power_factor'), codes(device).includes('power_factor')];
  };

  it('is per cent as the standard has it, told as the fraction', () => {
    assert.deepEqual(resultOf(-9846, -2), [-0.9846, false]);
    assert.deepEqual(resultOf(1000, -1), [1, false]);
  });

  it('is a fraction where a device tells it so: no per cent fit such a scale, or it is 1 at most', () => {
    assert.deepEqual(resultOf(997, -3), [0.997, true]);
    assert.deepEqual(resultOf(-95, -2), [-0.95, true]);
    assert.deepEqual(resultOf(0, -3), [0, true]);
  });

  it('that reads 0 is told as the others of its model are, and where all are 0 it is said that nobody can know', () => {
    const meter = (set: Readonly<Record<number, number>>) =>
      deviceOf([common(), model(203, 105, { 18: 0, 22: 0, 37: -2, ...set })]);
    const factorOf = ({ variables }: SunspecDevice, name: string) =>
      variables.find((one) => one.name === name)?.register.factor;
    const unused = meter({ 33: 95, 34: 95, 35: 0, 36: 95 });
    assert.deepEqual([factorOf(unused, 'power_factor_l2'), codes(unused)], [1, ['power_factor']]);
    const dark = meter({ 33: 0, 34: 0, 35: 0, 36: 0 });
    assert.deepEqual(dark.warnings, [{ code: 'power_factor_zero', id: 203 }]);
    assert.deepEqual(resultOf(0, 0), [0, false]);
    assert.deepEqual(codes(deviceOf([common(), inverter({ 22: 0, 23: 0 })])), ['power_factor_zero']);
  });

  it('is brought to the fraction where a float meter tells per cent', () => {
    const meter = (words: readonly [number, number]) =>
      deviceOf([common(), model(213, 124, { 52: words[0], 53: words[1] }, 0x7fc0)]);
    assert.equal(readOf(meter([0x3f00, 0]), 'power_factor'), 0.5);
    assert.equal(readOf(meter([0x42c8, 0]), 'power_factor'), 1);
  });
});
