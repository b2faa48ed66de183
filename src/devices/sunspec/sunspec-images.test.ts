import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { decodeValue } from '../decode/value.ts';
import { missingValuesOf } from '../values/value-tables.ts';
import type { RawModel, ReadRegisters } from './chain.ts';
import type { SunspecDevice, SunspecVariable } from './device.ts';
import { interpretChain } from './interpret.ts';
import { findModel, knownModels } from './known-models.ts';
import type { Model } from './model.ts';
import { walkSunspec } from './walk.ts';

/** Registers of devices with what they mean, made and computed by sunspec_images.py. */
const CASES = readFileSync(new URL('./sunspec-images.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [name = '', base = '', hex = '', expect = ''] = line.split('\t');
    const words = (hex.match(/.{4}/g) ?? []).map((word) => Number.parseInt(word, 16));
    return { name, base: Number(base), words, expect: JSON.parse(expect) as Record<string, number> };
  });

const unit =
  (base: number, words: readonly number[]): ReadRegisters =>
  async (address, count) => {
    const from = address - base;
    const inside = from >= 0 && from + count <= words.length;
    return inside ? { words: words.slice(from, from + count) } : { exception: 2 };
  };

async function devicesAt(base: number, words: readonly number[], unit_id = 1): Promise<SunspecDevice[]> {
  const walk = await walkSunspec(unit(base, words), [40_000, 0, 50_000]);
  assert.ok('chain' in walk);
  return interpretChain(JSON.parse(JSON.stringify(walk.chain)), unit_id);
}

/** What a poller would read of it: by its registers alone. */
function polled(
  { register, value_table }: SunspecVariable,
  base: number,
  words: readonly number[],
): number | null {
  const bytes = Uint8Array.from(
    words.slice(register.address - base).flatMap((word) => [word >> 8, word & 0xff]),
  );
  const at = register.scale_address;
  const scale = at === null ? null : ((words[at - base] ?? 0) << 16) >> 16;
  const decoded = decodeValue(
    bytes,
    { ...register, bit: null, value_offset: 0, missing: missingValuesOf(value_table) },
    scale,
  );
  return 'value' in decoded ? decoded.value : null;
}

const near = (actual: number | null, expected: number): boolean =>
  actual !== null && Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected));

describe('what SunSpec devices read, compared with images that were computed apart from it', () => {
  for (const { name, base, words, expect } of CASES)
    it(name, async () => {
      const [device, ...others] = await devicesAt(base, words);
      assert.ok(device);
      assert.equal(others.length, 0);
      assert.deepEqual(device.variables.map((one) => one.name).sort(), Object.keys(expect).sort());
      for (const variable of device.variables) {
        const wanted = expect[variable.name] ?? Number.NaN;
        assert.ok(near(variable.value, wanted), `${variable.name}: ${variable.value}, not ${wanted}`);
        const { value } = variable;
        assert.equal(polled(variable, base, words), value, `${variable.name} by its registers`);
      }
      assert.deepEqual(device.warnings, []);
      assert.deepEqual(
        [device.manufacturer, device.model, device.options, device.firmware, device.serial_number],
        ['Prüfwerk', 'PX-50', 'Net', '2.4.1', 'A0815'],
      );
    });

  it('has an image of every model that is known', () => {
    const seen = new Set<number>();
    for (const { words } of CASES)
      for (let at = 2; words[at] !== 0xffff && at < words.length; at += 2 + (words[at + 1] ?? 0))
        seen.add(words[at] ?? 0);
    assert.deepEqual(
      knownModels.map(({ id }) => id).filter((id) => !seen.has(id)),
      [],
    );
  });
});

/** Every "not implemented" value there is, in registers; accumulators have none but 0. */
const SENTINELS: Readonly<Record<string, readonly number[]>> = {
  int16: [0x8000],
  uint16: [0xffff],
  enum16: [0xffff],
  bitfield16: [0xffff],
  int32: [0x8000, 0],
  uint32: [0xffff, 0xffff],
  bitfield32: [0xffff, 0xffff],
  float32: [0x7fc0, 0],
  acc32: [0, 0],
  acc64: [0, 0, 0, 0],
};

type Random = () => number;

function randomFrom(start: number): Random {
  let seed = start;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
}

/** A model of random registers with sentinels at half of its points, and the addresses at which these stand. */
function imageOf(model: Model, random: Random): { raw: RawModel; absent: ReadonlySet<number> } {
  const { id, block } = model;
  const blocks = block ? 1 + Math.floor(random() * 4) : 0;
  const length = model.length + blocks * (block?.length ?? 0);
  const words = Array.from({ length: length + 2 }, () => Math.floor(random() * 0x1_0000));
  const points = [...model.points];
  for (let moved = 0; block && moved < blocks * block.length; moved += block.length)
    points.push(...block.points.map((one) => ({ ...one, offset: one.offset + moved })));
  const absent = new Set<number>();
  for (const { type, offset, mandatory } of points) {
    if (type === 'count') words[offset] = blocks;
    if (type === 'sunssf') words[offset] = Math.floor(random() * 4 - 2) & 0xffff;
    const sentinel = SENTINELS[type];
    if (!sentinel || (mandatory && type === 'acc32') || random() < 0.5) continue;
    words.splice(offset, sentinel.length, ...sentinel);
    absent.add(100 + offset);
  }
  return { raw: { id, address: 100, length, words }, absent };
}

describe('what a device marks as not implemented', () => {
  it('is missing, never a number, in any image of any registers', () => {
    const random = randomFrom(20_260_101);
    for (const model of knownModels.filter(({ id }) => id !== 1))
      for (let round = 0; round < 12; round += 1) {
        const { raw, absent } = imageOf(model, random);
        const [device] = interpretChain({ base: 98, models: [raw], warnings: [] }, 1);
        for (const { name, register, value } of device?.variables ?? []) {
          const allowed = value === null || (Number.isFinite(value) && !absent.has(register.address));
          assert.ok(allowed, `${model.id} ${name} ${value}`);
        }
      }
  });

  it('is missing to whoever polls it too: counters of all ones, fields of bits with nothing but their top bit', async () => {
    const image = CASES.find(({ name }) => name === 'inverter 103');
    assert.ok(image);
    const [device] = await devicesAt(image.base, image.words);
    const later = (name: string, registers: readonly number[]) => {
      const variable = device?.variables.find((one) => one.name === name);
      assert.ok(variable);
      const words = image.words.toSpliced(
        variable.register.address - image.base,
        registers.length,
        ...registers,
      );
      return polled(variable, image.base, words);
    };
    assert.equal(later('energy_total_kwh', [0xffff, 0xffff]), null);
    assert.equal(later('energy_total_kwh', [0, 0]), 0);
    // 0x80000000 Wh: all other counts are numbers.
    const above = later('energy_total_kwh', [0x8000, 1]) ?? 0;
    const at = later('energy_total_kwh', [0x8000, 0]) ?? 0;
    assert.ok(Math.abs(above / at - (2 ** 31 + 1) / 2 ** 31) < 1e-12, `${at} ${above}`);
    assert.equal(later('event_code', [0x8000, 0]), null);
  });

  it('takes the points with it whose scale factor it is, and so does a scale factor that cannot be', async () => {
    const inverter = CASES.find(({ name }) => name === 'inverter 103');
    assert.ok(inverter);
    const at = inverter.words.length - 2 - 52;
    for (const [scale, warnings] of [
      [0x8000, []],
      [11, [{ code: 'bad_scale', id: 103, point: 'V_SF', scale: 11 }]],
    ] as const) {
      const [device] = await devicesAt(inverter.base, inverter.words.with(at + 13, scale));
      const names = device?.variables.map(({ name }) => name) ?? [];
      assert.ok(!names.some((name) => name.startsWith('voltage_')));
      assert.ok(names.includes('dc_voltage_v'));
      assert.deepEqual(device?.warnings, warnings);
    }
  });

  it('is counted by model', async () => {
    const inverter = CASES.find(({ name }) => name === 'inverter 101');
    const [device] = await devicesAt(inverter?.base ?? 0, inverter?.words ?? []);
    const model = device?.models.find(({ id }) => id === 101);
    const named = findModel(101)?.points.filter(({ name }) => name !== undefined).length ?? 0;
    assert.equal(model?.variables, Object.keys(inverter?.expect ?? {}).length);
    assert.equal(model?.not_implemented, named - (model?.variables ?? 0));
  });
});
