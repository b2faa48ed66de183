import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import type { Readings } from '../columns.model.ts';
import { type DeviceMeta, summariseDay } from '../day-row.model.ts';
import { FIGURES, type Figure, type MonthFigures, makeFigures, putDay } from '../month-figures.model.ts';
import { DamagedBytes } from './packed-bytes.ts';
import { PackedFigures, packFigures, unpackFigures } from './packed-figures.ts';

const NONE = Number.NaN;
const DAY = 86_400_000;
const START = Date.parse('2026-02-28T23:00:00Z');

const anyFloat = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 5e-324, Number.MAX_VALUE, 2 ** 53, -(2 ** 60), Infinity, -Infinity),
);
const decimal = fc
  .tuple(fc.integer({ min: -1e7, max: 1e7 }), fc.integer({ min: 0, max: 4 }))
  .map(([whole, down]) => whole / 10 ** down);
/** A sum as rounding leaves it. */
const added = fc
  .array(decimal, { minLength: 1, maxLength: 40 })
  .map((list) => list.reduce((a, b) => a + b, 0));
const kWh = fc
  .array(fc.nat({ max: 50_000 }), { minLength: 1, maxLength: 40 })
  .map((list) => list.reduce((sum, kw) => sum + ((kw / 100) * 300_000) / 3_600_000, 0));
const counted = fc
  .array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 40 })
  .map((list) =>
    list.reduce((sum, step, i) => sum + ((900_000 + i * 50 + step) / 10 - (900_000 + i * 50) / 10), 0),
  );
const kinds = [anyFloat, decimal, added, kWh, counted, fc.constant(0), fc.constant(-0), fc.nat({ max: 288 })];
const instant = fc.oneof(
  fc.nat({ max: 31 * DAY }).map((ms) => START + ms),
  fc.constant(START + DAY - 300_000),
  anyFloat,
);

const daysWith = (days: number, kind: fc.Arbitrary<number>) =>
  fc.array(
    fc.oneof(
      { arbitrary: kind, weight: 20 },
      { arbitrary: fc.constant(NONE), weight: 2 },
      { arbitrary: anyFloat, weight: 1 },
    ),
    { minLength: days, maxLength: days },
  );

/** Every day was made and has good readings, and every figure is known. */
function fillUp({ by }: MonthFigures): void {
  for (const figure of FIGURES)
    by[figure].forEach((value, i) => {
      if (figure === 'n') by.n[i] = 1 + (Math.abs(value) % 288 || 0);
      else if (Number.isNaN(value)) by[figure][i] = 0.7;
    });
}

const figures: fc.Arbitrary<MonthFigures> = fc
  .tuple(fc.nat({ max: 5 }), fc.integer({ min: 28, max: 31 }), fc.boolean(), fc.boolean())
  .chain(([slots, days, alike, whole]) =>
    fc
      .array(
        fc.tuple(
          ...FIGURES.map((figure) =>
            figure === 'last_ts'
              ? daysWith(days, instant)
              : fc.constantFrom(...kinds).chain((kind) => daysWith(days, kind)),
          ),
        ),
        { minLength: slots, maxLength: slots },
      )
      .map((list) => {
        const month = makeFigures(slots, days);
        list.forEach((bySlot, slot) => {
          for (const [i, figure] of FIGURES.entries())
            month.by[figure].set((alike ? list[0] : bySlot)?.[i] ?? [], slot * days);
          if (alike) month.by.min.set(month.by.first.subarray(slot * days, (slot + 1) * days), slot * days);
        });
        if (whole) fillUp(month);
        return month;
      }),
  );

function assertSame(found: Float64Array, resolved: Float64Array, what: string): void {
  assert.equal(found.length, resolved.length);
  resolved.forEach((value, i) => {
    assert.ok(Object.is(found[i], value), `${what} at ${i}: ${found[i]} instead of ${value}`);
  });
}

describe("a month's packed figures", () => {
  it('give every figure back to the bit, and null as null', () => {
    fc.assert(
      fc.property(figures, (month) => {
        const back = unpackFigures(packFigures(month));
        assert.deepEqual([back.slots, back.days], [month.slots, month.days]);
        for (const figure of FIGURES) assertSame(back.by[figure], month.by[figure], figure);
      }),
      { numRuns: 500 },
    );
  });

  it('give one figure, and one slot of it, alone', () => {
    fc.assert(
      fc.property(figures, fc.constantFrom(...FIGURES), fc.nat({ max: 6 }), (month, figure, slot) => {
        const packed = packFigures(month);
        assertSame(new PackedFigures(packed).read(figure), month.by[figure], figure);
        const resolved =
          slot < month.slots
            ? month.by[figure].subarray(slot * month.days, (slot + 1) * month.days)
            : new Float64Array(month.days).fill(NONE);
        assertSame(new PackedFigures(packed).readSlot(figure, slot), resolved, figure);
      }),
    );
  });

  it('are the same bytes for the same figures', () => {
    fc.assert(
      fc.property(figures, (month) => {
        const bytes = packFigures(month);
        assert.deepEqual(packFigures(month), bytes);
        assert.deepEqual(packFigures(unpackFigures(bytes)), bytes);
      }),
    );
  });

  it('refuse figures of another length', () => {
    const month = makeFigures(2, 31);
    assert.throws(() => packFigures({ ...month, slots: 3 }), RangeError);
    assert.throws(() => packFigures({ ...month, days: 0 }), RangeError);
  });
});

const noise = (i: number) => ((i * 40503) % 1009) / 1009;
const meta = (slot: number, kind: 'counter' | 'gauge', quantity: string) => ({ slot, kind, quantity });

/** A month of a device as it is made from its readings. */
function monthOf(
  slots: readonly { slot: number; kind: 'counter' | 'gauge'; quantity: string }[],
  step: number,
  at: (slot: number, ts: number, i: number) => number,
): MonthFigures {
  const device = { slots, interval_s: step / 1000, nominalOf: () => 500 } as unknown as DeviceMeta;
  const month = makeFigures(slots.length, 31);
  for (let day = 0; day < 31; day++) {
    const [start, end] = [START + day * DAY, START + (day + 1) * DAY];
    const ts = Float64Array.from({ length: DAY / step + 1 }, (_, i) => start + i * step);
    const readings: Readings = {
      ts,
      columns: slots.map(({ slot }) => ({
        values: ts.map((when) => at(slot, when, Math.round((when - START) / step))),
        quality: null,
      })),
    };
    const { row } = summariseDay({ start, end }, readings, device);
    putDay(
      month,
      day,
      slots.map(({ slot }) => slot),
      row,
    );
  }
  return month;
}

const sun = (ts: number) => Math.max(0, Math.sin(((ts - START) / DAY) * 2 * Math.PI - 1.5));
const hourly = () =>
  monthOf([meta(0, 'gauge', 'energy_hour_kwh')], 3_600_000, (_, ts, i) =>
    Number((300 * sun(ts) * (0.9 + 0.1 * noise(i))).toFixed(2)),
  );
const inverter = () =>
  monthOf(
    [
      meta(0, 'gauge', 'ac_power_kw'),
      meta(1, 'counter', 'energy_export_kwh'),
      meta(2, 'gauge', 'temperature_c'),
    ],
    300_000,
    (slot, ts, i) =>
      [
        Number((450 * sun(ts) * (0.9 + 0.1 * noise(i))).toFixed(2)),
        Number((812_345 + i * 12.3 + noise(i)).toFixed(1)),
        Number((15 + 10 * sun(ts) + noise(i)).toFixed(1)),
      ][slot] ?? NONE,
  );

describe('the size of a month', () => {
  it('is small for one variable by the hour, and for a device', () => {
    const meter = packFigures(hourly()).length;
    assert.ok(meter <= 190, `${meter} bytes`);
    const device = packFigures(inverter()).length;
    assert.ok(device <= 1100, `${device} bytes`);
  });
});

function forged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(crc32(copy.subarray(5)), 1);
  return copy;
}

describe("the bytes of a month's figures", () => {
  it('can be read as they were written first, and stay as they are now', () => {
    const FIRST = [
      'AYpqOFcDH/8DCsUBCUdBOw3eAQgFAQECBQDABAAAVTsyAgYCSQASCAcFJPkBoNBOGqqDQD3CqQUBBLbh3QMOGuQEyCV8I3dn',
      'EOQTrItpYcpgeNCc15ErUB/OiueDkoFsgk9igCsYOUoTFoWeWV0BAGVfERljAAIGATEACwQDApubqHpz2rY6CvjegrwRBgZW',
      'cNLIv/vwVzeb9FA5wStXqZTpoTsr8bjxkJ5NBqBc4eslAgYBTwAPBAcDMr2Y63eVMDnSoUMKBKzIBgbm51huA6yjE41V8ZKJ',
      'sW6I+SFO7AGhBwEBAQRBQQIFAB4zARACAQIACvi9BQUWbmA28N1fdkqkdFqLIQaavsMbW7VgZZVWCSIOGp9CCiuVUCWVFlm8',
      'VAJRAgEBAAiEBAMnG41hDGMYAwQhGQIFAAACAQEACvTQ3wcHea7gLv4lneVDU5jUQ2aKmC1ilqmDqQACAQEACawCBnOuYH/P',
      'XqAzUBd4F3gTP4kCAR8YQQIBAQAKzPjjBwZEwV38krrnpRgkskhkkKkMMpVD5ioCAQEACboCBeQK9vdODeYPpgZODZwGOgEI',
      'AQEDAMDW5bmVZwAAuQEhAAIGCFEANgjDcgZ5solPnTKkPEU5UzaUFeVEmVFulA3lO0k5UDaUDeVEeYhyopwoI8oXUX6MMqGM',
      'KDvKHwjK2bGC/hIJawGSyVl8Pm8gp5HRWBoAXOjco9kHdZGF4VelD7pFadfQjIGd3VPZkiVgQRIiw+ItO9a059UeKFDXJm7L',
      'Ahn1wQK1ZE8Wcf5nrQEVC6BblHehk7e03pjAbOa02HKEGBDKO9mws8PCHwvvAS+5fsDzebgYun0PAgYBQQALBAECWVliVplV',
      'JhYIvKkEBVHQGJA+5KM4ClbMBAEAAgUAAAA=',
    ].join('');
    const GOLDEN = [
      'ARYWtZ0DH/8DCsYBCURAOw3jAQgFAQECBQDABAAAVjsyAgYCSQATBAcERGRFM1EVNAVUZIViUTNkBAS24d0DDhrkBMglfCN3ZxDk',
      'E6yLaWHKYHjQnNeRK1Afzorng5KBbIJPYoArGDlKExaFnlldAQBlXxEZYwACBgExAAsEAwKbm6h6c9q2Ogr43oK8EQYGVnDSyL/7',
      '8Fc3m/RQOcErV6mU6aE7K/G48ZCeTQagXOHrJQIGAU8ADwQHAzK9mOt3lTA50qFDCgSsyAYG5udYbgOsoxONVfGSibFuiPkhTuwB',
      'oQcBAQEEQUECBQAeMAEQAgECAAS2swUKoVZXDwA0UubNmnb5I0eViqVCZ3pISQKiSrL8mqBPXqDYGT+0UvcNUQIBAQAIhAQDJxuN',
      'YQxjGAMEIRgCBQAAAgEBAAr00N8HB3mu4C7+JZ3lQ1OY1ENmipgtYpapg6kAAgEBAASsAgSARhN5NaJoJJFXE4pGAnkFAR8YQQIB',
      'AQAKzPjjBwZEwV38krrnpRgkskhkkKkMMpVD5ioCAQEABKwCBFcTiUYCeDWRZySAVhN5RQIIAQEDAMDW5bmVZwAAvgEhAAIGCFEA',
      'OwTDcg6nHFIOABTlptxQXpSLckb5KDeUDwAAQFIOyg3lQ7koBwAQ5aKcKEeUDwBEeQBglAvlRPlRTgAABMrZsYL+Eh6Lz+ct5DQy',
      'amkAMEDnHi37oC4yDL8qBbpFGewamrGws3vqliwBAZIQmVi8ZcemPa8WKFA3sInbskJGfbBQS/bEIs7/Ya0BFQPoFmULnXzA0npj',
      'CrOZ09pyhBgglHeGDTs7DH8svAEAAADwkusnPJ+Ha+j2fQACBgFBAAsEAQJZWWJWmVUmFgi8qQQFUdAYkD7kozgKVswEAQACBQAA',
      'AA==',
    ].join('');
    assert.equal(packFigures(inverter()).toString('base64'), GOLDEN);
    for (const bytes of [FIRST, GOLDEN])
      assert.deepEqual(unpackFigures(Buffer.from(bytes, 'base64')), inverter());
  });

  it('say what is wrong with them when any is changed, or some are missing', () => {
    const whole = packFigures(inverter());
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      assert.throws(() => unpackFigures(damaged), DamagedBytes);
      assert.throws(() => unpackFigures(whole.subarray(0, at)), DamagedBytes);
    }
    assert.throws(() => unpackFigures(Buffer.concat([whole, whole])), DamagedBytes);
  });

  it('never hang, nor fail otherwise, when they were made to look right', () => {
    const whole = packFigures(inverter());
    const change = fc.tuple(fc.integer({ min: 5, max: whole.length - 1 }), fc.nat({ max: 255 }));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const copy = Buffer.from(whole);
        for (const [at, byte] of changes) copy[at] = byte;
        try {
          unpackFigures(forged(copy));
        } catch (error) {
          if (!(error instanceof DamagedBytes)) throw error;
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('hold a section for what is known alone', () => {
    const month = makeFigures(3, 31);
    assert.ok(packFigures(month).length < 16);
    const read = (figure: Figure) => new PackedFigures(packFigures(month)).read(figure);
    assert.ok(FIGURES.every((figure) => read(figure).every(Number.isNaN)));
  });
});
