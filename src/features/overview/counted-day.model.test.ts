import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { energyBetween, readingSteps, type SlotPast } from '../measurements/day-row.model.ts';
import { DayReadings, type EnergyRule, type SlotReading } from './day-energy.model.ts';

const MIDNIGHT = Date.parse('2026-06-19T22:00:00Z');
const STEP_S = 60;
const TODAY = { start: MIDNIGHT, end: MIDNIGHT + 24 * 3_600_000 };
const counter: EnergyRule = {
  meta: { slot: 1, kind: 'counter', quantity: 'energy_export_kwh' },
  interval_s: STEP_S,
  nominalOf: () => 100,
};
const power: EnergyRule = {
  meta: { slot: 0, kind: 'gauge', quantity: 'ac_power_kw' },
  interval_s: STEP_S,
  nominalOf: () => 100,
};

/** The day counted from all its readings at once, as day rows and charts do. */
function countedAtOnce(readings: readonly SlotReading[], rule: EnergyRule, past: SlotPast): number | null {
  const good = readings.flatMap(({ ts, value }, i) =>
    value === null ? [] : [{ ts, value, next: readings[i + 1]?.ts ?? Number.NaN }],
  );
  const column = (pick: (reading: { ts: number; value: number; next: number }) => number) =>
    Float64Array.from(good, pick);
  const columns = { ts: column((r) => r.ts), values: column((r) => r.value), next: column((r) => r.next) };
  return energyBetween(readingSteps(columns, rule.meta, rule, past), TODAY.start, TODAY.end)?.energy ?? null;
}

type Happening = 'rise' | 'stand' | 'zero' | 'back' | 'reset' | 'spike' | 'noise' | 'bad' | 'gap' | 'finer';
const happenings = fc.array(
  fc.record({
    what: fc.oneof(
      { weight: 40, arbitrary: fc.constant<Happening>('rise') },
      { weight: 20, arbitrary: fc.constant<Happening>('stand') },
      ...(['zero', 'back', 'reset', 'spike', 'noise', 'bad', 'gap', 'finer'] as const).map((what) => ({
        weight: 2,
        arbitrary: fc.constant<Happening>(what),
      })),
    ),
    size: fc.double({ min: 0, max: 1, noNaN: true }),
    lookedAt: fc.boolean(),
  }),
  { minLength: 40, maxLength: 300 },
);

/** What a counter shows while it is read: it counts on behind zeros and spikes. */
class StagedCounter {
  #ts = MIDNIGHT;
  #count = 5000;
  #unit = 1;
  #zero = false;

  read(what: Happening, size: number): SlotReading {
    this.#ts += STEP_S * 1000 * (what === 'gap' ? 5 + Math.round(200 * size) : 1);
    if (what === 'finer') this.#unit /= 10;
    if (what === 'reset') this.#count = 0;
    if (what === 'zero' || what === 'back') this.#zero = what === 'zero';
    if (what === 'rise') this.#count += 1.9 * size;
    if (what === 'bad') return { ts: this.#ts, value: null };
    return { ts: this.#ts, value: this.#shown(what, size) };
  }

  #shown(what: Happening, size: number): number {
    if (this.#zero) return 0;
    if (what === 'spike') return 60_000 * size;
    const value = Math.floor(this.#count / this.#unit) * this.#unit;
    return what === 'noise' ? value * (1 - 1e-12) : value;
  }
}

/** Powers come a little late, or after a gap. */
const SPACING: Partial<Record<Happening, (size: number) => number>> = {
  gap: (size) => 2 + 50 * size,
  noise: () => 1.4,
};

/** Takes readings in and compares at each look; answers how often the day had to be read again. */
function followed(
  readings: readonly SlotReading[],
  looks: readonly { lookedAt: boolean }[],
  rule: EnergyRule,
  past: SlotPast,
): number {
  let outdated = 0;
  let day = new DayReadings(past, rule);
  for (const [i, reading] of readings.entries()) {
    day.add(reading);
    if (!looks[i]?.lookedAt) continue;
    const kwh = day.energy(TODAY);
    const known = readings.slice(0, i + 1);
    const expected = countedAtOnce(known, rule, past);
    if (day.isOutdated) {
      outdated += 1;
      day = new DayReadings(past, rule);
      for (const again of known) day.add(again);
      assert.equal(day.energy(TODAY), expected);
    } else assert.equal(kwh, expected);
  }
  return outdated;
}

describe('a day counted while it goes on', () => {
  it('says of a counter at each look what all its readings say at once, or that it must be read again', () => {
    let outdated = 0;
    const property = fc.property(happenings, fc.boolean(), fc.boolean(), (list, known, enters) => {
      const past: SlotPast = {
        previous: known ? { ts: MIDNIGHT - 30_000, value: 4999 } : undefined,
        entered: enters ? [{ at: MIDNIGHT + 100.5 * STEP_S * 1000, value_before: null, value_after: 3 }] : [],
      };
      const staged = new StagedCounter();
      const readings = list.map(({ what, size }) => staged.read(what, size));
      outdated += followed(readings, list, counter, past);
    });
    fc.assert(property, { numRuns: 300, seed: 5 });
    assert.ok(outdated > 0, 'some days had to be read again');
  });

  it('says of a power at each look what all its readings say at once', () => {
    const property = fc.property(happenings, (list) => {
      let ts = MIDNIGHT;
      const readings = list.map(({ what, size }) => {
        ts += STEP_S * 1000 * (SPACING[what]?.(size) ?? 1);
        return { ts, value: what === 'bad' ? null : what === 'spike' ? 500 : 100 * size };
      });
      assert.equal(followed(readings, list, power, {}), 0);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('keeps no more of a long day than of a short one', () => {
    for (const rule of [counter, power]) {
      const day = new DayReadings({}, rule);
      for (let i = 0; i < 8640; i++) {
        day.add({ ts: MIDNIGHT + i * 10_000, value: rule === power ? 50 : 5000 + Math.floor(i / 10) });
        if (i % 10 === 0) day.energy(TODAY);
      }
      assert.ok(day.kept < 32, `${day.kept} are kept`);
    }
  });

  it('keeps no more where a counter showed nothing by night and went on', () => {
    const day = new DayReadings({ previous: { ts: MIDNIGHT - 60_000, value: 5000 } }, counter);
    const values = [...Array<number>(300).fill(0), ...Array.from({ length: 300 }, (_, i) => 5000 + i)];
    for (const [i, value] of values.entries()) day.add({ ts: MIDNIGHT + i * 60_000, value });
    assert.equal(day.energy(TODAY), 299);
    assert.equal(day.kept, 0);
  });
});
