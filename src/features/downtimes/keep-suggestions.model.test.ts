import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../shared/units/zones.ts';
import type { Stop } from './find-stops.model.ts';
import {
  type KeptSuggestion,
  keepSuggestions,
  type SearchedDay,
  sumOfDays,
} from './keep-suggestions.model.ts';

const START = Date.parse('2026-06-17T22:00:00Z');
const dayOf = (n: number, isLast = true): SearchedDay => ({
  day: `2026-06-${18 + n}`,
  start: START + n * DAY_MS,
  end: START + (n + 1) * DAY_MS,
  isLast,
  makers: 2,
  told: new Set([1, 2]),
});
const stopOn = (n: number, part: Partial<Stop> = {}): Stop => ({
  device_ids: [1],
  start: START + n * DAY_MS + 10 * HOUR_MS,
  stop: START + n * DAY_MS + 12 * HOUR_MS,
  kind: 'none',
  share: 1,
  energy_kwh: 10,
  measure: 'siblings',
  head: false,
  tail: false,
  ...part,
});
const keep = (
  stops: Stop[],
  { kept = [], day = dayOf(0), standing = [] }: Partial<Parameters<typeof keepSuggestions>[1]>,
) => keepSuggestions(stops, { kept, day, standing });
const first = (part: Partial<Stop> = {}, isLast = true): KeptSuggestion => {
  const [added] = keep([stopOn(0, part)], { day: dayOf(0, isLast) }).added;
  return { ...(added ?? assert.fail()), id: 1, state: 'open' };
};
/** From ten o'clock to the last light, and from the first light on. */
const EVENING = { stop: START + 20 * HOUR_MS, tail: true };
const MORNING = { start: START + DAY_MS + 6 * HOUR_MS, stop: START + DAY_MS + 9 * HOUR_MS, head: true };

describe('suggestions of a searched day', () => {
  it('are no news where a downtime is recorded already', () => {
    const of = (device_ids: number[] | null, hours: number) => [
      { id: 5, start: START, stop: START + hours * HOUR_MS, device_ids: device_ids && new Set(device_ids) },
    ];
    assert.equal(keep([stopOn(0)], { standing: of(null, 12) }).added.length, 0);
    assert.equal(keep([stopOn(0)], { standing: of([2], 12) }).added.length, 1);
    // Half of it is recorded: the other half is worth a question.
    assert.equal(keep([stopOn(0)], { standing: of([1], 11) }).added.length, 1);
  });

  it('go on over the night, and end when production is back', () => {
    const evening = first(EVENING);
    assert.equal(evening.stop, null);
    const { added, changed } = keep([stopOn(1, MORNING)], { kept: [evening], day: dayOf(1) });
    const [both] = changed;
    assert.deepEqual([added, both?.start, both?.stop], [[], evening.start, MORNING.stop]);
    assert.deepEqual(both && sumOfDays(both.evidence), { energy_kwh: 20, share: 1 });
    // Nothing in the morning: it ended in the evening, when it was seen last.
    const [ended] = keep([], { kept: [evening], day: dayOf(1) }).changed;
    assert.equal(ended?.stop, EVENING.stop);
  });

  it('go on over days that told nothing, for a week at most', () => {
    const silent = (n: number) => ({ ...dayOf(n), told: new Set([2]) });
    const morning = (n: number) =>
      stopOn(n, {
        ...MORNING,
        start: MORNING.start + (n - 1) * DAY_MS,
        stop: MORNING.stop + (n - 1) * DAY_MS,
      });
    let kept = first(EVENING);
    for (const n of [1, 2]) {
      kept = keep([], { kept: [kept], day: silent(n) }).changed[0] ?? assert.fail();
      assert.deepEqual(
        [kept.stop, kept.evidence.until],
        [null, EVENING.stop],
        'it was seen last on the first day',
      );
    }
    const { added, changed } = keep([morning(3)], { kept: [kept], day: dayOf(3) });
    assert.deepEqual(
      [added, changed[0]?.start, changed[0]?.stop],
      [[], kept.start, MORNING.stop + 2 * DAY_MS],
    );
    // Of a day in between that nobody searched it is not known: then it is another one.
    const gap = keep([morning(3)], { kept: [first(EVENING)], day: dayOf(3) });
    assert.deepEqual([gap.added.length, gap.changed[0]?.stop], [1, EVENING.stop]);
    assert.equal(keep([], { kept: [kept], day: silent(8) }).changed[0]?.stop, EVENING.stop);
  });

  it('that were decided on take no standstill in that came after a day on which the device worked', () => {
    const dismissed = { ...first(EVENING), state: 'dismissed' as const };
    const silent = keep([], { kept: [dismissed], day: { ...dayOf(1), told: new Set([2]) } }).changed[0];
    // The day's readings come late: it worked.
    const [worked] = keep([], { kept: [silent ?? assert.fail()], day: dayOf(1) }).changed;
    assert.deepEqual([worked?.evidence.tail, worked?.evidence.silent], [false, undefined]);
    const dawn = stopOn(2, { ...MORNING, start: MORNING.start + DAY_MS, stop: MORNING.stop + DAY_MS });
    const { added } = keep([dawn], { kept: [worked ?? assert.fail()], day: dayOf(2) });
    assert.equal(added.length, 1);
  });

  it('stand once, however often the day is searched', () => {
    const found = first();
    const again = keep([stopOn(0, { energy_kwh: 12 })], { kept: [found] });
    assert.equal(again.added.length, 0);
    assert.equal(again.changed[0] && sumOfDays(again.changed[0].evidence).energy_kwh, 12);
  });

  it('that people decided on or changed go on for days without being made anew', () => {
    const whole = (n: number) =>
      stopOn(n, {
        ...EVENING,
        start: MORNING.start + (n - 1) * DAY_MS,
        head: true,
        stop: EVENING.stop + n * DAY_MS,
      });
    const left = [
      { ...first(EVENING), state: 'dismissed' as const },
      { ...first(EVENING), evidence: { ...first(EVENING).evidence, edited: true } },
    ];
    for (const one of left) {
      let kept = one as KeptSuggestion;
      for (const n of [1, 2]) {
        const { added, changed } = keep([whole(n)], { kept: [kept], day: dayOf(n) });
        assert.deepEqual(added, [], `made anew on day ${n}`);
        kept = changed[0] ?? assert.fail();
        assert.deepEqual([kept.stop, kept.evidence.until], [null, EVENING.stop + n * DAY_MS]);
        assert.deepEqual(kept.evidence.days, one.evidence.days, 'what it says stays');
      }
      // It ended in the evening of the third day: what is open says so, what is dismissed stays, and goes on no more.
      const [ended] = keep([], { kept: [kept], day: dayOf(3) }).changed;
      assert.deepEqual(
        [ended?.stop, ended?.evidence.tail],
        [one.state === 'open' ? kept.evidence.until : null, false],
      );
    }
  });

  it('are left as people left them', () => {
    for (const part of [
      { state: 'dismissed' },
      { evidence: { ...first().evidence, edited: true } },
    ] as const) {
      const kept = [{ ...first(), ...part }];
      assert.deepEqual(keep([stopOn(0)], { kept }), { added: [], changed: [] });
    }
    // Another standstill of the same device is.
    assert.equal(
      keep([stopOn(1)], { kept: [{ ...first(), state: 'dismissed' }], day: dayOf(1) }).added.length,
      1,
    );
  });
});
