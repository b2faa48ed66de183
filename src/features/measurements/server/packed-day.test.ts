import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { type Column, makeReadings, type Readings } from '../columns.model.ts';
import { QUALITIES } from '../measurements.model.ts';
import { ByteReader, ByteWriter, DamagedBytes } from './packed-bytes.ts';
import { PackedDay, packDay, unpackDay } from './packed-day.ts';

const NONE = Number.NaN;
const DAY = 86_400_000;
const START = Date.parse('2026-03-28T23:00:00Z');

const anyFloat = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    1e308,
    -1e308,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    5e-324,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 60),
  ),
);
const decimal = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 12 }))
  .map(([whole, down]) => whole / 10 ** down);
const fromWatts = fc.integer({ min: -1e7, max: 1e7 }).map((watts) => (watts / 10) * 0.001);
const single = fc.float({ noNaN: true, noDefaultInfinity: true });
/** What a slot tends to say: values of one making, some of another, some missing. */
const valuesOf = (length: number) =>
  fc
    .constantFrom(anyFloat, decimal, fromWatts, single, fc.constant(7.5), fc.constantFrom(0, 1), fc.nat())
    .chain((kind) =>
      fc.array(
        fc.oneof(
          { arbitrary: kind, weight: 20 },
          { arbitrary: anyFloat, weight: 1 },
          { arbitrary: fc.constant(NONE), weight: 3 },
        ),
        { minLength: length, maxLength: length },
      ),
    );
const columnOf = (length: number): fc.Arbitrary<Column> =>
  fc
    .tuple(
      fc.oneof(valuesOf(length), fc.constant(new Array<number>(length).fill(NONE))),
      fc.option(fc.array(fc.nat({ max: QUALITIES.length - 1 }), { minLength: length, maxLength: length })),
    )
    .map(([values, quality]) => ({
      values: Float64Array.from(values),
      quality: quality && Uint8Array.from(quality),
    }));
const instants = fc.oneof(
  fc
    .tuple(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 600_000 }), fc.nat({ max: DAY }))
    .map(([length, step, first]) => Float64Array.from({ length }, (_, i) => START + first + i * step)),
  fc
    .uniqueArray(fc.nat({ max: DAY }), { maxLength: 100 })
    .map((list) => Float64Array.from(list, (at) => START + at).sort()),
);
const readings: fc.Arbitrary<Readings> = fc
  .tuple(instants, fc.oneof(fc.nat({ max: 6 }), fc.integer({ min: 30, max: 70 })))
  .chain(([ts, slots]) =>
    fc.record({
      ts: fc.constant(ts),
      columns: fc.array(columnOf(ts.length), { minLength: slots, maxLength: slots }),
    }),
  );

/** Bit for bit the same; a quality of nothing but good is the same as none. */
function assertSame(found: Column | undefined, resolved: Column): void {
  resolved.values.forEach((value, i) => {
    assert.ok(Object.is(found?.values[i], value), `${found?.values[i]} instead of ${value}`);
    assert.equal(found?.quality?.[i] ?? 0, resolved.quality?.[i] ?? 0);
  });
}

describe('a packed day', () => {
  it('gives every finite float, every quality and every instant back', () => {
    fc.assert(
      fc.property(readings, (day) => {
        const back = unpackDay(packDay(day));
        assert.deepEqual(back.ts, day.ts);
        assert.equal(back.columns.length, day.columns.length);
        day.columns.forEach((column, slot) => {
          assertSame(back.columns[slot], column);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('gives wished slots alone, in their place behind others', () => {
    fc.assert(
      fc.property(readings, fc.uniqueArray(fc.nat({ max: 80 }), { maxLength: 5 }), (day, query) => {
        const slots = query.sort((a, b) => a - b);
        const target = makeReadings(slots.length, 3 + day.ts.length);
        new PackedDay(packDay(day)).read(slots, target, 3);
        assert.deepEqual(target.ts.subarray(3), day.ts);
        const silent = { values: new Float64Array(day.ts.length).fill(NONE), quality: null };
        slots.forEach((slot, i) => {
          const { values, quality } = target.columns[i] ?? silent;
          const part = { values: values.subarray(3), quality: quality?.subarray(3) ?? null };
          assertSame(part, day.columns[slot] ?? silent);
        });
      }),
    );
  });

  it('is small where readings are as devices write them', () => {
    const ts = Float64Array.from({ length: 288 }, (_, i) => START + i * 300_000);
    const column = (at: (i: number) => number): Column => ({
      values: ts.map((_, i) => at(i)),
      quality: null,
    });
    const noise = (i: number) => ((i * 40503) % 1009) / 1009;
    const day = {
      ts,
      columns: [
        column((i) => Math.round(Math.max(0, Math.sin(i / 46 - 1.5)) * (450 + 20 * noise(i)) * 10) / 10),
        column((i) => Math.round((123_456 + i * 3.7 + noise(i)) * 10) / 10),
        column((i) => Math.round((15 + 10 * Math.sin(i / 46) + noise(i)) * 10) / 10),
        column((i) => (i === 100 ? 1 : 0)),
      ],
    };
    assert.ok(packDay(day).length < 0.5 * 4 * 288, `${packDay(day).length} bytes`);
  });

  it('says what is wrong with bytes that are not a day', () => {
    const ts = Float64Array.from({ length: 90 }, (_, i) => START + i * i);
    const columns = [0, 1, 2].map((slot) => ({
      values: ts.map((_, i) => Math.sin(i + slot)),
      quality: null,
    }));
    const whole = packDay({ ts, columns });
    fc.assert(
      fc.property(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        assert.throws(() => unpackDay(damaged), DamagedBytes);
        assert.throws(() => unpackDay(whole.subarray(0, at)), DamagedBytes);
      }),
    );
    assert.throws(() => unpackDay(Buffer.concat([whole, whole])), DamagedBytes);
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        assert.throws(() => unpackDay(bytes), DamagedBytes);
      }),
    );
  });

  it('never hangs, nor fails otherwise, on bytes that were made to look right', () => {
    const ts = Float64Array.from({ length: 40 }, (_, i) => START + i * i);
    const quality = Uint8Array.from(ts, (_, i) => i % 3);
    const columns = [0, 1].map((slot) => ({ values: ts.map((_, i) => i * (slot + 0.1)), quality }));
    const whole = packDay({ ts, columns });
    const head = new ByteReader(whole.subarray(5));
    for (let i = 0; i < 4; i++) head.count();
    const body = inflateRawSync(whole.subarray(5 + head.at));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: body.length - 1 }), fc.nat({ max: 255 }))), (changes) => {
        const forged = Buffer.from(body);
        for (const [at, byte] of changes) forged[at] = byte;
        const deflated = deflateRawSync(forged);
        const rest = new ByteWriter();
        for (const count of [ts.length, columns.length, body.length, deflated.length]) rest.count(count);
        rest.append(deflated);
        const bytes = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), rest.written]);
        bytes.writeUInt32LE(crc32(rest.written), 1);
        try {
          assert.equal(unpackDay(bytes).columns.length, 2);
        } catch (error) {
          if (!(error instanceof DamagedBytes)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses what is no day', () => {
    const one = (ts: number[], values: number[]) => () =>
      packDay({ ts: Float64Array.from(ts), columns: [{ values: Float64Array.from(values), quality: null }] });
    assert.throws(one([1, 1], [1, 2]), RangeError);
    assert.throws(one([2, 1], [1, 2]), RangeError);
    assert.throws(one([1.5], [1]), RangeError);
    assert.throws(one([1, 2], [1]), RangeError);
    assert.throws(one([1], [Number.POSITIVE_INFINITY]), RangeError);
    assert.throws(one([1, 9 * DAY], [1, 2]), RangeError);
  });
});
