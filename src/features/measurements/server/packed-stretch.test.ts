import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { type Column, makeReadings, type Readings } from '../columns.model.ts';
import { QUALITIES } from '../measurements.model.ts';
import { DamagedBytes } from './packed-bytes.ts';
import { PackedStretch, packStretch } from './packed-stretch.ts';
import { readStretches, unpackStretch } from './read-stretches.ts';

const NONE = Number.NaN;
const START = Date.parse('2026-03-28T23:00:00Z');
const HOUR = 3_600_000;

const anyFloat = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 1e308, -1e308, Number.MAX_VALUE, Number.MIN_VALUE, 5e-324, 2.2e-308),
  fc.constantFrom(2 ** 49, 2 ** 49 + 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 60), 4_294_967_296, 1e15 + 0.125),
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);
const decimal = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 12 }))
  .map(([whole, down]) => whole / 10 ** down);
const kinds = [
  anyFloat,
  decimal,
  fc.integer({ min: -1e7, max: 1e7 }).map((watts) => (watts / 10) * 0.001),
  fc.float({ noNaN: true }),
  fc.integer({ min: -1e6, max: 1e6 }).map((tenths) => Math.fround(tenths / 10)),
  fc.array(decimal, { minLength: 2, maxLength: 9 }).map((list) => list.reduce((a, b) => a + b, 0)),
  fc.constant(7.5),
  fc.constant(-0),
  fc.constantFrom(0, 1),
  fc.constantFrom(0, -0, 0.5),
  fc.constantFrom(Math.PI, Math.E, -0, 0),
  fc.nat(),
  fc.double({ min: 20, max: 20.5, noNaN: true }),
];
/** What a slot tends to say: values of one making, some of another, some repeated, some missing. */
const valuesOf = (length: number): fc.Arbitrary<number[]> =>
  fc
    .constantFrom(...kinds)
    .chain((kind: fc.Arbitrary<number>) =>
      fc
        .array(
          fc.oneof(
            { arbitrary: fc.tuple(kind, fc.constantFrom(1, 1, 2, 40)), weight: 20 },
            { arbitrary: fc.tuple(anyFloat, fc.constant(1)), weight: 1 },
            { arbitrary: fc.tuple(fc.constant(NONE), fc.constantFrom(1, 5)), weight: 2 },
          ),
          { minLength: length, maxLength: length },
        )
        .map((runs) =>
          runs.flatMap(([value, times]) => new Array<number>(times).fill(value)).slice(0, length),
        ),
    );
const columnOf = (length: number): fc.Arbitrary<Column> =>
  fc
    .tuple(
      fc.oneof(
        { arbitrary: valuesOf(length), weight: 8 },
        { arbitrary: fc.constant(new Array<number>(length).fill(NONE)), weight: 1 },
      ),
      fc.option(fc.array(fc.nat({ max: QUALITIES.length - 1 }), { minLength: length, maxLength: length })),
    )
    .map(([values, quality]) => ({
      values: Float64Array.from(values),
      quality: quality && Uint8Array.from(quality),
    }));
const instants = fc.oneof(
  fc
    .tuple(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 600_000 }), fc.nat({ max: 24 * HOUR }))
    .map(([length, step, first]) => Float64Array.from({ length }, (_, i) => START + first + i * step)),
  fc
    .uniqueArray(fc.nat({ max: 24 * HOUR }), { maxLength: 100 })
    .map((list) => Float64Array.from(list, (at) => START + at).sort()),
  fc
    .uniqueArray(fc.integer({ min: -(2 ** 45), max: 2 ** 45 }), { maxLength: 20 })
    .map((list) => Float64Array.from(list).sort()),
);
const readingsOf = (slots: fc.Arbitrary<number>): fc.Arbitrary<Readings> =>
  fc.tuple(instants, slots).chain(([ts, count]) =>
    fc.record({
      ts: fc.constant(ts),
      columns: fc.array(columnOf(ts.length), { minLength: count, maxLength: count }),
    }),
  );
const readings = readingsOf(fc.oneof(fc.nat({ max: 6 }), fc.integer({ min: 60, max: 70 })));
const few = readingsOf(fc.nat({ max: 6 }));

/** The readings of some slots in a window, at the instants at which one of these speaks: what must be found. */
function expected({ ts, columns }: Readings, slots: readonly number[], start: number, end: number): Readings {
  const stateAt = (slot: number, i: number) => ({
    value: columns[slot]?.values[i] ?? NONE,
    quality: columns[slot]?.quality?.[i] ?? 0,
  });
  const speaks = (slot: number, i: number) => {
    const { value, quality } = stateAt(slot, i);
    return !Number.isNaN(value) || quality !== 0;
  };
  const places = Array.from(ts.keys()).filter(
    (i) => (ts[i] ?? 0) >= start && (ts[i] ?? 0) < end && slots.some((slot) => speaks(slot, i)),
  );
  return {
    ts: Float64Array.from(places, (i) => ts[i] ?? 0),
    columns: slots.map((slot) => ({
      values: Float64Array.from(places, (i) => stateAt(slot, i).value),
      quality: Uint8Array.from(places, (i) => stateAt(slot, i).quality),
    })),
  };
}

/** Bit for bit the same; a quality of nothing but good is the same as none. */
function assertSame(found: Readings, resolved: Readings): void {
  assert.deepEqual(found.ts, resolved.ts);
  assert.equal(found.columns.length, resolved.columns.length);
  resolved.columns.forEach(({ values, quality }, slot) => {
    const column = found.columns[slot];
    values.forEach((value, i) => {
      assert.ok(Object.is(column?.values[i], value), `${column?.values[i]} instead of ${value}`);
      assert.equal(column?.quality?.[i] ?? 0, quality?.[i] ?? 0);
      if (column?.isWhole) assert.ok(!Number.isNaN(value) && (quality?.[i] ?? 0) === 0);
    });
  });
}

const all = (count: number) => Array.from({ length: count }, (_, slot) => slot);
const column = (ts: Float64Array, at: (i: number) => number): Column => ({
  values: ts.map((_, i) => at(i)),
  quality: null,
});
const noise = (i: number) => ((i * 40503) % 1009) / 1009;
const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

describe('a packed stretch', () => {
  it('gives every float, every quality and every instant back', () => {
    fc.assert(
      fc.property(readings, (one) => {
        const back = unpackStretch(packStretch(one));
        const resolved = expected(one, all(back.columns.length), -Infinity, Infinity);
        assertSame(back, resolved);
        for (const { values, quality } of one.columns.slice(back.columns.length))
          assert.ok(values.every(Number.isNaN) && !quality?.some((state) => state !== 0));
      }),
      { numRuns: 400 },
    );
  });

  it('says how many readings it holds and over which time', () => {
    fc.assert(
      fc.property(few, (one) => {
        const packed = new PackedStretch(packStretch(one));
        const { ts } = expected(one, all(one.columns.length), -Infinity, Infinity);
        assert.equal(packed.first, ts[0] ?? Infinity);
        assert.equal(packed.last, ts.at(-1) ?? -Infinity);
        const values = all(one.columns.length).reduce(
          (sum, slot) => sum + expected(one, [slot], -Infinity, Infinity).ts.length,
          0,
        );
        assert.equal(packed.values, values);
      }),
    );
  });

  it('gives wished slots and a window alone, also across several stretches', () => {
    const share = fc.double({ min: -0.1, max: 1.1, noNaN: true });
    fc.assert(
      fc.property(
        few,
        fc.uniqueArray(fc.nat({ max: 8 }), { maxLength: 5 }),
        fc.array(share, { minLength: 4, maxLength: 4 }),
        (one, query, shares) => {
          const slots = query.sort((a, b) => a - b);
          const [first, last] = [one.ts[0] ?? 0, one.ts.at(-1) ?? 0];
          const [a = 0, b = 0, c = 0, d = 0] = shares.map((x) => Math.round(first + x * (last - first)));
          const cuts = [-Infinity, Math.min(a, b), Math.max(a, b), Infinity];
          const parts = [0, 1, 2].map((i) =>
            expected(one, all(one.columns.length), cuts[i] ?? 0, cuts[i + 1] ?? 0),
          );
          const packed = parts.map((part) => new PackedStretch(packStretch(part)));
          const [start, end] = [Math.min(c, d), Math.max(c, d)];
          assertSame(readStretches(packed, { slots, start, end }), expected(one, slots, start, end));
          assertSame(readStretches(packed, { slots }), expected(one, slots, -Infinity, Infinity));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is the same bytes for the same readings, and after it was unpacked', () => {
    fc.assert(
      fc.property(few, (one) => {
        const bytes = packStretch(one);
        assert.deepEqual(packStretch(one), bytes);
        assert.deepEqual(packStretch(unpackStretch(bytes)), bytes);
      }),
    );
  });

  it('refuses stretches that overlap', () => {
    const ts = Float64Array.of(START, START + 1000);
    const one = new PackedStretch(packStretch({ ts, columns: [column(ts, () => 1)] }));
    assert.throws(() => readStretches([one, one], { slots: null }), DamagedBytes);
  });

  it('takes one clock for slots that speak together, whatever the others do', () => {
    // Two devices of four variables each, half a minute apart, one value of one missing now and then.
    const ts = Float64Array.from(
      { length: 2048 },
      (_, i) => START + Math.floor(i / 2) * 300_000 + (i % 2) * 30_000,
    );
    const columns = all(8).map((slot) => column(ts, (i) => (i % 2 === slot % 2 ? 20 + slot : NONE)));
    assert.ok(packStretch({ ts, columns }).length < 150);
    const [first] = columns;
    if (first) first.values[600] = NONE;
    const back = unpackStretch(packStretch({ ts, columns }));
    assertSame(back, expected({ ts, columns }, all(8), -Infinity, Infinity));
    // Irregular instants are written once, however many slots are silent at some of them.
    const jittered = ts.map((_, i) => START + i * 60_000 + Math.floor(noise(i) * 10_000));
    const some = all(8).map((slot) => column(ts, (i) => ((i * 7 + slot) % 10 === 0 ? NONE : 20)));
    assert.ok(packStretch({ ts: jittered, columns: some }).length < 2048 * 2 + 8 * 2048 * 0.12);
  });

  it('refuses what is no stretch', () => {
    const one = (ts: number[], values: number[]) => () =>
      packStretch({
        ts: Float64Array.from(ts),
        columns: [{ values: Float64Array.from(values), quality: null }],
      });
    assert.throws(one([1, 1], [1, 2]), RangeError);
    assert.throws(one([2, 1], [1, 2]), RangeError);
    assert.throws(one([1.5], [1]), RangeError);
    assert.throws(one([Number.NaN], [1]), RangeError);
    assert.throws(one([1, 2], [1]), RangeError);
    assert.throws(one([2 ** 53], [1]), RangeError);
    assert.throws(one([-(2 ** 51), 2 ** 51], [1, 2]), RangeError);
    assert.throws(() => packStretch(makeReadings(5000, 1)), RangeError);
  });
});

/** One slot of each kind of values, instants with gaps, and qualities: what the format must go on reading. */
function everyKind(): Readings {
  const ts = Float64Array.from({ length: 48 }, (_, i) => START + i * 900_000 + (i > 30 ? 7_200_000 : 0));
  const columns = [
    column(ts, (i) => rounded(Math.max(0, Math.sin(i / 15 - 1.5)) * 450 + 5 * noise(i), 1)),
    column(ts, (i) => 123_456 + i * 37 + Math.floor(3 * noise(i))),
    column(ts, () => 1 / 3),
    column(ts, (i) => (i === 20 ? 301 : 0)),
    column(ts, (i) => (i % 3 === 0 ? -0 : 0)),
    column(ts, (i) => [Math.PI, Math.E, -0][Math.floor(i / 10) % 3] ?? 0),
    column(ts, (i) => Math.fround(20 + Math.floor(noise(i) * 1000) / 1024 / 3)),
    column(ts, (i) => 20 + (i * i) / 7),
    column(ts, (i) => (i % 5 === 0 ? NONE : 50 + 5 * Math.floor(4 * noise(i)))),
    column(ts, (i) => (i === 7 ? Infinity : i / 100)),
    column(ts, (i) => ((Math.round(noise(i) * 900) / 100) * 300_000) / 3_600_000 + 0.1),
  ];
  const states = column(ts, (i) => (i > 40 ? NONE : 2));
  return {
    ts,
    columns: [
      ...columns,
      { values: states.values, quality: Uint8Array.from(ts, (_, i) => (i > 35 ? 4 : 0)) },
    ],
  };
}

/** Bytes with the checksum put right. */
function forged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(crc32(copy.subarray(5)), 1);
  return copy;
}

describe('the bytes of a stretch', () => {
  it('can be read as they were written first, and stay as they are now', () => {
    const FIRST = [
      'Aih+FVIMAgEwgPbn6qZnARmg9zYABQ1UsMEY6gs8MAEAYCYVCQADN0CNoiiKoiiKGjEAHgAKAA4AEAAlAFEArQIAEgEYAD8A',
      'CAAAAQEACgAMwCSZkTVF+yjp0eTl0WSU/Dwu5Krku9PxbEqj0Sm1E7BBIDAYlFngKSQOAAEAAAqAiQ8FSX4H9sqI5kE0D6J5',
      'EM2DaB5E86ABAABVVVVVVVXVPwABAAAYrQIAgoHvTXIBAAIAADAEAAFJkiRJkiQAAAADAxgtRFT7IQlAaVcUiwq/BUAAAAAA',
      'AAAAgAkAg4JLI4pEKnkAARkACoC0iRMHBA01vIK7pzTDUZMIR4mn8RE1PkUiFGUYGx9l43OLQigqX+MjbHzWpBGO2o/3aMke',
      'HIVEGJqOvEdM9qAoJMJR/HiPlOxBURUABhFfAE8I8yKEi5MXhS7qYtF1i666oIu6GHTVRV0oeovSRYwqel20KAAmOl0kOgDG',
      'aIwCYKLTBRfoUqInui5xAV1wgS4leqLrEjrQhTpYDBdwgcUACoCAwbX0KQM3RO22OFGGtsWJMrwtTpShbXGiDG2LE2V4W5wo',
      'Q9viRBncFifK0LY4UYa3xYkytC1OlKFtcaIMb4sTZWhbnCiD2+JEGdoWJ8rwtjhRhrbFiTK0LU6U4W1xogxtixNlcFucKEPb',
      '4kQZ3hYnytC2OFGGtsWJMrwtTpShbXGiDG6LE2VoW5wow9viRBnaFifK0LY4UYa3xYkytC1OlMFtcaIMbYsTZXhbnChD2+JE',
      'GdoWJ8rwtjhRhrbFiTK4LU6UoW1xogxvixNlaFucKEPb4kQZAAEAABQFZAKUT/qlUz7pkA8KAAECAQcAAAAAAADwfwkABTfA',
      'ChWEHkMZAAYKbQASCAMFnAp/YhQjgpBTAfmxKigAGgPQBQWJhg20AyCESjiFh1AJpzBCK+EURogKDmGEqOAM1hAVnMFCA8EE',
      'WXgFAAQ=',
    ].join('');
    const GOLDEN = [
      'ArD9REkMAgEwgPbn6qZnARmg9zYABQ1UsMEY6gs8MAEAYCYVBAADCMMwDMMwDCMxAB4ACgAOABAAJQBRAK0CABIBGAA/AAgAAAEB',
      'AAoADMAkmZE1Rfso6dHk5dFklPw8LuSq5LvT8WxKo9EptROwQSAwGJRZ4CkkDgABAAAKgIkPBUl+B/bKiOZBNA+ieRDNg2geRPOg',
      'AQAAVVVVVVVV1T8AAQAAGK0CAIKB701yAQACAAAwBAABSZIkSZIkAAAAAwMYLURU+yEJQGlXFIsKvwVAAAAAAAAAAIAJAIOCSyOK',
      'RCp5AAEZAAqAtIkTBwQNNbyCu6c0w1GTCEeJp/ERNT5FIhRlGBsfZeNzi0IoKl/jI2x81qQRjtqP92jJHhyFRBiajrxHTPagKCTC',
      'Ufx4j5TsQVEVAAYRXwBPCPMihIuTF4Uu6mLRdYuuuqCLuhh01UVdKHqL0kWMKnpdtCgAJjpdJDoAxmiMAmCi0wUX6FKiJ7oucQFd',
      'cIEuJXqi6xI60IU6WAwXcIHFAAqAgMG19CkDN0TttjhRhrbFiTK8LU6UoW1xogxtixNleFucKEPb4kQZ3BYnytC2OFGGt8WJMrQt',
      'TpShbXGiDG+LE2VoW5wog9viRBnaFifK8LY4UYa2xYkytC1OlOFtcaIMbYsTZXBbnChD2+JEGd4WJ8rQtjhRhrbFiTK8LU6UoW1x',
      'ogxuixNlaFucKMPb4kQZ2hYnytC2OFGGt8WJMrQtTpTBbXGiDG2LE2V4W5woQ9viRBnaFifK8LY4UYa2xYkyuC1OlKFtcaIMb4sT',
      'ZWhbnChD2+JEGQABAAAUBWQClE/6pVM+6ZAPCgABAgEHAAAAAAAA8H8JAAU3wAoVhB5DGQAGCm0AEggDBZwKf2IUI4KQUwH5sSoo',
      'ABoD0AUFiYYNtAMghEo4hYdQCacwQivhFEaICg5hhKjgDNYQFZzBQgPBBFl4BQAE',
    ].join('');
    assert.equal(packStretch(everyKind()).toString('base64'), GOLDEN);
    for (const bytes of [FIRST, GOLDEN])
      assertSame(
        unpackStretch(Buffer.from(bytes, 'base64')),
        expected(everyKind(), all(12), -Infinity, Infinity),
      );
  });

  it('say what is wrong with them when any is changed, or some are missing', () => {
    const whole = packStretch(everyKind());
    for (let at = 0; at < whole.length; at++) {
      for (const change of [1, 128, 255]) {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        assert.throws(() => unpackStretch(damaged), DamagedBytes);
      }
      assert.throws(() => unpackStretch(whole.subarray(0, at)), DamagedBytes);
    }
    assert.throws(() => unpackStretch(Buffer.concat([whole, whole])), DamagedBytes);
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        assert.throws(() => unpackStretch(bytes), DamagedBytes);
      }),
    );
  });

  it('never hang, nor fail otherwise, when they were made to look right', () => {
    const whole = packStretch(everyKind());
    const change = fc.tuple(fc.integer({ min: 5, max: whole.length - 1 }), fc.nat({ max: 255 }));
    const started = performance.now();
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), fc.boolean(), (changes, short) => {
        const copy = Buffer.from(whole.subarray(0, short ? changes[0]?.[0] : whole.length));
        for (const [at, byte] of changes) if (at < copy.length) copy[at] = byte;
        try {
          unpackStretch(forged(copy));
        } catch (error) {
          if (!(error instanceof DamagedBytes)) throw error;
        }
      }),
      { numRuns: 5000 },
    );
    assert.ok(performance.now() - started < 60_000);
  });

  it('do not ask for more memory than they may', () => {
    // Slots, one clock, its own: 2^30 instants; then no slot.
    const bomb = [2, 0, 0, 0, 0, 1, 1, 0, 0x80, 0x80, 0x80, 0x80, 0x04, 0, 0, 1, 0];
    assert.throws(() => new PackedStretch(forged(Buffer.from(bomb))), DamagedBytes);
  });
});

describe('the size of a stretch', () => {
  const every = (step: number, length: number) =>
    Float64Array.from({ length }, (_, i) => START + i * step * 1000);
  const sizeOf = (ts: Float64Array, at: (i: number) => number) =>
    packStretch({ ts, columns: [column(ts, at)] }).length / ts.length;

  it('is small where readings are as devices write them', () => {
    const ts = every(300, 8192);
    const day = (i: number) => Math.max(0, Math.sin((i / 288) * 2 * Math.PI));
    const series: readonly [string, number, (i: number) => number][] = [
      ['constant', 0.01, () => 49.98],
      ['counter', 0.8, (i) => rounded(123_456 + i * 3.7 + 2 * noise(i), 1)],
      ['power', 0.9, (i) => rounded(day(i) * (450 + 20 * noise(i)), 1)],
      ['temperature', 0.7, (i) => rounded(15 + 10 * Math.sin(i / 46) + noise(i), 1)],
      ['status', 0.05, (i) => (day(i) > 0 ? 4 : 2)],
      ['event', 0.03, (i) => (noise(i) > 0.999 ? 301 : 0)],
      ['register of 32 bits', 0.9, (i) => Math.fround(rounded(230 + 3 * noise(i), 1))],
      ['watts as kilowatts', 1.4, (i) => Math.round(day(i) * (4500 + 200 * noise(i))) * 0.001],
      ['calculated from decimals', 2.2, (i) => (rounded(day(i) * 450, 2) + 0.1) * 3],
      ['noise that is held', 1.2, (i) => (i % 288 < 30 ? Math.sin(i * i) : 0.1 / 3)],
      ['noise', 8.05, (i) => Math.sin(i * i)],
    ];
    for (const [name, most, at] of series) {
      const size = sizeOf(ts, at);
      assert.ok(size <= most, `${name}: ${size} bytes a reading`);
    }
  });
});
