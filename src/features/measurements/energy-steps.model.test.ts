import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { counterSteps, type EnteredEvent, powerSteps } from './energy-steps.model.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Hours that each reading (minutes of a day) of a device with this interval stands, at 1 kW throughout. */
function hours(minutes: readonly number[], interval_s: number): number[] {
  const ts = Float64Array.from(minutes, (at) => at * MINUTE);
  const next = ts.map((_, i) => ts[i + 1] ?? Number.NaN);
  return [...powerSteps({ ts, values: ts.map(() => 1), next }, { interval_s, nominal_kw: null })];
}
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
const every = (step: number, from: number, until: number) =>
  Array.from({ length: Math.round((until - from) / step) }, (_, i) => from + i * step);
const near = (value: number | undefined, wanted: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - wanted) < 1e-9, `${value} is not ${wanted}`);

describe('energy of a power', () => {
  it('is value × 15 minutes for each good value of quarters, and nothing over a gap of any length', () => {
    const day = every(15, 0, 1440).filter(
      (at) => at !== 105 && at !== 135 && !(at >= 600 && at < 780) && at !== 1200,
    );
    for (const interval_s of [10, 60, 900, 3600]) for (const held of hours(day, interval_s)) near(held, 0.25);
  });

  it('follows the rhythm of the readings, not the interval of the device', () => {
    for (const interval_s of [10, 300, 3600]) {
      near(sum(hours(every(60, 0, 1440), interval_s)), 24);
      near(sum(hours(every(5, 0, 1440), interval_s)), 24);
      near(sum(hours(every(1 / 6, 0, 1440), interval_s)), 24);
    }
  });

  it('goes on without loss where an hourly history ends and polling every ten seconds begins, or the reverse', () => {
    const polled = every(1 / 6, 690, 720);
    near(sum(hours([...every(60, 0, 690), ...polled], 10)), 12);
    near(sum(hours([...polled, ...every(5, 720, 780)], 10)), 1.5);
  });

  it('does not carry the rhythm of a history over the silence of a device that is polled', () => {
    const held = hours([...every(60, 0, 600), ...every(1 / 6, 600, 660), ...every(60, 900, 1200)], 10);
    const last = 10 + 360 - 1;
    near(held[last], 1 / 360);
  });

  it('takes readings that come a little early or late as they come', () => {
    const day = every(1, 0, 600).map((at, i) => at + (i % 3) * 0.1);
    near(sum(hours(day, 60).slice(0, -1)), ((day.at(-1) ?? 0) * MINUTE) / HOUR);
  });

  it('falls back on the interval of the device where few readings are near', () => {
    assert.deepEqual(hours([0, 300, 700], 900), [0.25, 0.25, 0.25]);
    assert.deepEqual(hours([480], 3600), [1]);
  });

  it('does not take the only gap of a few readings for their rhythm', () => {
    for (const held of hours([420, 435, 585, 600], 900)) near(held, 0.25);
  });

  it('ends where the slot says that it has failed', () => {
    const ts = Float64Array.from(every(15, 0, 150), (at) => at * MINUTE);
    const next = ts.map((_, i) => ts[i + 1] ?? Number.NaN);
    next[4] = (ts[4] ?? 0) + 5 * MINUTE;
    near(powerSteps({ ts, values: ts.map(() => 1), next }, { interval_s: 900, nominal_kw: null })[4], 5 / 60);
  });

  it('is never negative, and leaves out what the device cannot make', () => {
    const values = Float64Array.of(3, 3.5, 3.7, 2 ** 100, -0.02, -9_999_999, 2);
    const ts = values.map((_, i) => i * 15 * MINUTE);
    const next = ts.map((at) => at + 15 * MINUTE);
    const energy = (nominal_kw: number | null) =>
      Array.from(powerSteps({ ts, values, next }, { interval_s: 900, nominal_kw }), (kwh) => kwh * 4);
    const none = Number.NaN;
    assert.deepEqual(energy(3), [3, 3.5, none, none, 0, none, 2]);
    assert.deepEqual(energy(null), [3, 3.5, 3.7, 2 ** 100, 0, 0, 2]);
  });
});

describe('a counter that shows 0 while its device sleeps or starts', () => {
  const steps = (values: readonly number[], nominal_kw: number | null, previous?: number) => {
    const readings = {
      ts: Float64Array.from(values, (_, i) => HOUR + i * 10_000),
      values: Float64Array.from(values),
    };
    const before = previous === undefined ? undefined : { ts: HOUR - 10_000, value: previous };
    const { energy, events } = counterSteps(readings, before, { nominal_kw, interval_s: 10 });
    return {
      kwh: sum([...energy].filter((kwh) => !Number.isNaN(kwh))),
      kinds: events.map(({ kind }) => kind),
    };
  };

  it('brings nothing when it comes back, whether or not its power is known', () => {
    for (const nominal_kw of [50, null]) {
      const night = steps([300_000, 0, 0, 300_000, 300_000.01, 300_000.03], nominal_kw);
      near(Number(night.kwh.toFixed(6)), 0.03);
      assert.deepEqual(night.kinds, []);
    }
    // The night crosses the day's border: all that is known of the day before is 0.
    const morning = steps([0, 40, 40.01, 40.03], null, 0);
    near(Number(morning.kwh.toFixed(6)), 0.03);
    assert.deepEqual(morning.kinds, ['swap']);
  });

  it('counts from its first step where it is new', () => {
    near(Number(steps([0, 0, 0.01, 0.02, 0.02, 0.03], null).kwh.toFixed(6)), 0.03);
    near(steps([0, 500], null).kwh, 500);
  });

  it('counts what came over a silence after 0 as long as it is no faster than the rest', () => {
    const ts = Float64Array.of(0, 12 * HOUR, 12 * HOUR + 10_000);
    const values = Float64Array.of(0, 300, 300.05);
    const { energy } = counterSteps({ ts, values }, undefined, { nominal_kw: null, interval_s: 10 });
    near(energy[1], 300);
  });
});

describe('a counter that shows something else for a while and goes on', () => {
  const MINUTES = 600;
  /** 24 kW for ten hours, a reading each minute; between two minutes it shows what `shows` says. */
  const day = (shows: (kwh: number, minute: number) => number, from = 300, until = 310) =>
    Array.from({ length: MINUTES + 1 }, (_, i) => {
      const kwh = 18_000 + Number((i * 0.4).toFixed(2));
      return i >= from && i < until ? shows(kwh, i) : kwh;
    });
  const count = (values: readonly number[], nominal_kw: number | null, entered: EnteredEvent[] = []) => {
    const ts = Float64Array.from(values, (_, i) => i * MINUTE);
    const rule = { nominal_kw, interval_s: 60 };
    const { energy, events } = counterSteps(
      { ts, values: Float64Array.from(values) },
      undefined,
      rule,
      entered,
    );
    assert.ok([...energy].every((kwh) => !(kwh < 0)));
    return {
      kwh: Number(sum([...energy].slice(1)).toFixed(2)),
      kinds: events.map(({ kind }) => kind),
    };
  };

  const glitches: Readonly<Record<string, (kwh: number, minute: number) => number>> = {
    zeros: () => 0,
    'a spike': () => 4_000_000_000,
    'a negative number': () => -1,
    'an old value': () => 12_345,
    'something else each time': (_, minute) => (minute * 7919) % 100_000,
  };
  for (const [name, shows] of Object.entries(glitches)) {
    for (const nominal_kw of [40, null]) {
      it(`${name} costs none of its energy and is no event, ${nominal_kw ?? 'no'} kW being known`, () => {
        assert.deepEqual(count(day(shows), nominal_kw), { kwh: 240, kinds: [] });
        assert.deepEqual(count(day(shows, 300, 301), nominal_kw), { kwh: 240, kinds: [] });
      });
    }
  }

  it('a true reset, swap or roll-over stays one', () => {
    const reset = day((kwh) => kwh - 18_120, 300, 601);
    assert.deepEqual(count(reset, 40).kinds, ['reset']);
    const swap = day((kwh) => kwh + 50_000, 300, 601);
    assert.deepEqual(count(swap, 40).kinds, ['swap']);
    const rolled = day((kwh) => kwh + 81_880, 0, 601).map((kwh) => Number((kwh % 100_000).toFixed(2)));
    assert.deepEqual(count(rolled, 40), { kwh: 240, kinds: ['rollover'] });
  });

  it('a small counter that was reset and counts past what it had shown is no glitch', () => {
    const values = Array.from({ length: 120 }, (_, i) => Number(((i < 30 ? i : i - 30) * 0.4).toFixed(2)));
    for (const nominal_kw of [40, null]) assert.deepEqual(count(values, nominal_kw).kinds, ['reset']);
  });

  it('what a person entered meanwhile counts as entered', () => {
    const entered = [{ at: 305 * MINUTE, value_before: null, value_after: null }];
    assert.ok(
      count(
        day(() => 0),
        40,
        entered,
      ).kinds.length > 0,
    );
  });

  it('garbage of a whole day is judged in linear time, and is never negative', () => {
    const garbage = Array.from({ length: 17_280 }, (_, i) => (i * 2_654_435_761) % 4_294_967_296);
    assert.ok(count(garbage, 40).kwh < 1.2 * 40 * 24 * 12);
  });
});
