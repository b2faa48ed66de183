import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayBorders, periodBorders } from '../../shared/units/zones.ts';
import {
  balanceOf,
  besideYearAgo,
  co2Avoided,
  counterFloor,
  type Duty,
  dutyOf,
  matchedBy,
  missingShare,
  periodTotal,
  type Source,
  sparesCo2,
  sumSources,
  wallNames,
  wholeSums,
  yearBefore,
} from './energy-balance.model.ts';

const flow = (...whole: (number | null)[]) => ({ whole, measured: true });
const NONE = { whole: [], measured: false };
const ALL = { ended: 99, floor_kwh: 1 };
/** A source of which something is due in all parts: a = all, r = rest, b = begins, - = none. */
const DUTIES: Record<string, Duty> = { a: 'all', r: 'rest', b: 'begins', '-': 'none' };
const source = (duties: string, ...kwh: (number | null)[]): Source => ({
  kwh,
  duty: [...duties].map((one) => DUTIES[one] ?? 'all'),
});

describe('the energy balance of a site', () => {
  it('uses on site what was produced and not fed in, and consumes that and what was drawn', () => {
    // 10 + 20 made, 4 + 15 fed in, 1 + 2 drawn: 11 used on site, 14 consumed, 11/30 of what was made.
    assert.deepEqual(
      balanceOf({ produced: flow(10, 20), exported: flow(4, 15), imported: flow(1, 2) }, ALL),
      { used_kwh: 11, consumed_kwh: 14, used_share: 11 / 30, known_parts: 2, fault: null },
    );
  });

  it('leaves the running part out while what was drawn in it is not known', () => {
    // 10 − 4 of the part that has ended, + 1 drawn; the running one lacks its drawn energy.
    const flows = { produced: flow(10, 20), exported: flow(4, 15), imported: flow(1, null) };
    const { used_kwh, consumed_kwh } = balanceOf(flows, { ended: 1, floor_kwh: 1 });
    assert.deepEqual([used_kwh, consumed_kwh], [6, 7]);
  });

  it('counts the nights, in which inverters are off, and by hours comes to what it does by days', () => {
    const produced = wholeSums([source('rar', null, 50, null)], 3);
    assert.deepEqual(produced, [0, 50, 0]);
    const hours = { produced: flow(...produced), exported: flow(0, 30, 0), imported: flow(60, 10, 40) };
    const day = { produced: flow(50), exported: flow(30), imported: flow(110) };
    for (const flows of [hours, day]) {
      const { used_kwh, consumed_kwh } = balanceOf(flows, ALL);
      assert.deepEqual([used_kwh, consumed_kwh], [20, 130]);
    }
  });

  it('has no total of a period of which a night alone is known', () => {
    assert.equal(periodTotal([source('rrar', null, null, null, 0)], 4), null, 'hours of rest');
    assert.equal(periodTotal([source('--b', null, null, 0)], 3), null, 'a first day that began after sunset');
    assert.equal(periodTotal([source('--b', null, null, 4)], 3), 4);
    assert.equal(periodTotal([source('rara', 0, 0, 0, null)], 4), 0, 'an hour of day without energy');
    assert.equal(periodTotal([], 2), null);
  });

  it('leaves a part out that one meter does not know, and says nothing of what nobody measures', () => {
    const balance = balanceOf({ produced: flow(10, 20, 5), exported: flow(4, null, 5), imported: NONE }, ALL);
    assert.deepEqual(balance, {
      used_kwh: 6,
      consumed_kwh: null,
      used_share: 6 / 15,
      known_parts: 2,
      fault: null,
    });
    const used = (flows: Parameters<typeof balanceOf>[0]) => balanceOf(flows, ALL).used_kwh;
    assert.equal(used({ produced: flow(10), exported: NONE, imported: flow(1) }), null);
    assert.equal(used({ produced: flow(null), exported: flow(1), imported: NONE }), null);
    // What was drawn is not known in one of the two: nothing is said of what was consumed.
    const half = { produced: flow(10, 10), exported: flow(4, 4), imported: flow(1, null) };
    assert.equal(balanceOf(half, ALL).consumed_kwh, null);
  });

  it('names meters that contradict each other instead of a negative energy', () => {
    const of = (made: number[], fed: number[], ended = 9, floor_kwh = 1) =>
      balanceOf({ produced: flow(...made), exported: flow(...fed), imported: NONE }, { ended, floor_kwh });
    assert.deepEqual([of([100], [110]).used_kwh, of([100], [110]).fault], [null, 'fed_in_above_produced']);
    // One percent is what two meters may differ by, and at dawn a counter's step.
    assert.equal(of([100], [101]).used_kwh, 0);
    assert.equal(of([0], [1]).fault, null);
    assert.equal(of([0], [8], 9, counterFloor(1000)).fault, null);
    // Of the hour that goes on the meters were read at different moments.
    assert.equal(of([100, 0], [50, 80], 1).fault, null);
  });

  it('sums sources, whole only where all that were due told, and counts what they did not tell', () => {
    const sources = [source('aaar', 1, null, null, null), source('aa-r', 2, 3, null, null)];
    assert.deepEqual(sumSources(sources, 4), [3, 3, null, null]);
    assert.deepEqual(wholeSums(sources, 4), [3, null, null, 0]);
    // Of the five energies due in the parts that have ended two are missing.
    assert.equal(missingShare(sources, 4), 2 / 5);
    assert.equal(missingShare([], 1), null);
  });

  it('expects a source from its first day on, and one that was replaced up to its last', () => {
    const borders = [0, 10, 20, 30, 40];
    const duty = (kwh: (number | null)[], since: number | null, enabled: boolean) =>
      dutyOf(kwh, borders, { since, enabled, byDays: true, rests: () => false });
    assert.deepEqual(duty([null, 1, 2, null], 10, true), ['none', 'begins', 'all', 'all']);
    assert.deepEqual(duty([5, null, 5, null], -50, false), ['all', 'all', 'all', 'none']);
    assert.deepEqual(duty([null, null, null, null], null, true), ['none', 'none', 'none', 'none']);
    // An exchange meter of the fourth day: 90 kWh of the days before are not taken for used on site.
    const made = [30, 30, 30, 30, 40];
    const fed: Source = {
      kwh: [null, null, null, 2, 10],
      duty: dutyOf([null, null, null, 2, 10], [0, 1, 2, 3, 4, 5], {
        since: 3,
        enabled: true,
        byDays: true,
        rests: () => false,
      }),
    };
    const { used_kwh, used_share, known_parts } = balanceOf(
      { produced: flow(...made), exported: flow(...wholeSums([fed], 5)), imported: NONE },
      ALL,
    );
    assert.deepEqual([used_kwh, used_share, known_parts], [30, 0.75, 1]);
  });

  it('compares with a year ago up to the same point, over what both know', () => {
    assert.deepEqual(besideYearAgo([10, 12, null, 4], [8, null, 9, 20], 3), {
      now_so_far_kwh: 10,
      then_so_far_kwh: 8,
      change: 0.25,
      parts: 1,
      last: 0,
    });
    assert.equal(besideYearAgo([10], [null], 1).change, null);
    assert.deepEqual([yearBefore('2026-06-18'), yearBefore('2024-02-29')], ['2025-06-18', null]);
  });

  it('sets the hours of two years side by side by the clock on the wall, also when it is changed', () => {
    const named = (day: string) => {
      const { start, end } = dayBorders('Europe/Rome', day);
      const starts = periodBorders('Europe/Rome', 'hour', start, end).slice(0, -1);
      return { names: wallNames('Europe/Rome', starts, 'hour'), kwh: starts.map((_, i) => i) };
    };
    // 26 October has 24 hours in 2026 and had 25 in 2025: its noon was the thirteenth after midnight.
    const autumn = matchedBy(named('2026-10-26').names, named('2025-10-26'));
    assert.deepEqual([autumn.length, autumn[2], autumn[3], autumn[12]], [24, 2, 4, 13]);
    const back = matchedBy(named('2025-10-26').names, named('2024-10-26'));
    assert.deepEqual([back.length, back[2], back[3], back[13]], [25, 2, null, 12]);
    // 30 March had 23 hours in 2025: from three on it was an hour fewer after midnight.
    const spring = matchedBy(named('2026-03-30').names, named('2025-03-30'));
    assert.deepEqual([spring[1], spring[2], spring[3], spring[12]], [1, null, 2, 11]);
  });

  it('avoids the carbon dioxide of the grid', () => {
    // 1,000 kWh at 0.25 kg/kWh.
    assert.equal(co2Avoided(1000, 0.25), 250);
    assert.equal(co2Avoided(1000, null), null);
    assert.deepEqual(['photovoltaic', 'cogeneration', 'biogas', 'other'].map(sparesCo2), [
      true,
      false,
      false,
      false,
    ]);
  });
});
