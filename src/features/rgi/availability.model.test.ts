import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addInterval,
  classOf,
  countedAs,
  energyAvailability,
  hoursUnder,
  type KnownInterval,
  noHours,
  nothingCounted,
  reasonOf,
  sharesOf,
  weighted,
} from './availability.model.ts';
import { companyShares } from './company-shares.model.ts';

/** A plant's answer with so many good and bad hours, raw and by contract alike. */
const plantOf = (power_kw: number | null, good: number, bad: number) => {
  const share = { availability: null, completeness: null, hours: { ...noHours(), good, bad } };
  const energy = { availability: null, energy_kwh: good * 10, lost_kwh: bad * 10 };
  return { power_kw, raw: share, contractual: share, energy };
};

const JUDGING = { least_irradiance_wm2: 50, nominal_kw: 100 };
const interval = (more: Partial<KnownInterval> = {}): KnownInterval => ({
  power_kw: 20,
  irradiance_wm2: 400,
  works: true,
  downtime: null,
  downtime_part: 1,
  ...more,
});
const GOOD = interval();
const BAD = interval({ power_kw: 0 });
const NIGHT = interval({ power_kw: 0, irradiance_wm2: 10 });
const CLOSED = interval({ works: false });

function count(kind: 'raw' | 'contractual', intervals: readonly KnownInterval[]) {
  const hours = noHours();
  for (const one of intervals) hours[classOf(kind, one, JUDGING)] += 1;
  return hours;
}
const percent = (value: number | null): string | null => (value === null ? null : (value * 100).toFixed(1));

describe('availability', () => {
  it('of nine intervals, two not rated, five good, two bad, is 5/7; when one of the five is missing, 4/6 with 6/7 known', () => {
    const nine = [GOOD, GOOD, GOOD, GOOD, GOOD, BAD, BAD, NIGHT, CLOSED];
    const shares = sharesOf(count('contractual', nine));
    assert.deepEqual([percent(shares.availability), shares.completeness], ['71.4', 1]);
    const gap = sharesOf(count('contractual', [interval({ power_kw: null }), ...nine.slice(1)]));
    assert.equal(percent(gap.availability), '66.7');
    assert.equal(gap.completeness, 6 / 7);
  });

  it('adds back by contract the time for which nobody answers, and leaves out closed periods', () => {
    const excused = interval({ power_kw: 0, downtime: 'excluded' });
    const eight = Array.from({ length: 8 }, () => GOOD);
    const shares = (intervals: readonly KnownInterval[]) => sharesOf(count('contractual', intervals));
    // 10 h of sun, 1 h of the grid's and 1 h of its own: (8 + 1) / 10; closed hours are none of these ten.
    assert.deepEqual(shares([...eight, excused, BAD, CLOSED]), { availability: 0.9, completeness: 1 });
    assert.equal(sharesOf(count('raw', [...eight, excused, BAD])).availability, 0.8);
    // A day that stood as a whole for what nobody answers for, heard or unheard.
    const unheard = interval({ power_kw: null, downtime: 'excluded' });
    assert.deepEqual(shares([excused, unheard]), { availability: 1, completeness: 1 });
  });

  it('counts by contract what the calendar and downtimes say, raw only what was measured', () => {
    const cases: readonly [KnownInterval, raw: string, contractual: string][] = [
      [interval({ power_kw: 0, works: false }), 'bad', 'non_working'],
      [interval({ power_kw: 0, downtime: 'excluded' }), 'bad', 'excluded'],
      [interval({ power_kw: 0, downtime: 'available' }), 'bad', 'good'],
      [interval({ downtime: 'unavailable' }), 'good', 'bad'],
      // What nobody heard is never available, whatever is said of it; what is left out stays left out.
      [interval({ power_kw: null, downtime: 'available' }), 'missing', 'missing'],
      [interval({ power_kw: null, downtime: 'excluded' }), 'missing', 'excluded'],
      [interval({ irradiance_wm2: null }), 'missing', 'missing'],
      [interval({ power_kw: null, irradiance_wm2: 49.9 }), 'no_sun', 'no_sun'],
      // 0.1 % of 100 kW is the noise of a meter.
      [interval({ power_kw: 0.1 }), 'bad', 'bad'],
      [interval({ power_kw: 0.11, irradiance_wm2: 50 }), 'good', 'good'],
    ];
    for (const [one, raw, contractual] of cases)
      assert.deepEqual(
        [classOf('raw', one, JUDGING), classOf('contractual', one, JUDGING)],
        [raw, contractual],
        JSON.stringify(one),
      );
  });

  it('of a downtime of a part of the plant counts that part, and the rest as if there were none', () => {
    const part = (downtime: KnownInterval['downtime'], more: Partial<KnownInterval> = {}) => {
      const to = nothingCounted();
      const one = interval({ downtime, downtime_part: 0.25, ...more });
      addInterval(to, one, { judging: JUDGING, hours: 4 });
      return { raw: to.raw, contractual: hoursUnder(to.cells) };
    };
    assert.deepEqual(part('unavailable').contractual, { ...noHours(), bad: 1, good: 3 });
    assert.deepEqual(part('unavailable').raw, { ...noHours(), good: 4 });
    assert.deepEqual(part('excluded', { power_kw: 0 }).contractual, { ...noHours(), excluded: 1, bad: 3 });
    assert.deepEqual(part('unavailable', { power_kw: null }).contractual, { ...noHours(), missing: 4 });
  });

  it('counts several downtimes of parts one after the other, as far as something of the device is left', () => {
    const of = (first: KnownInterval['downtime'], part: number, others: KnownInterval['others']) => {
      const to = nothingCounted();
      const one = interval({ power_kw: 30, downtime: first, downtime_part: part, others: others ?? [] });
      addInterval(to, one, { judging: JUDGING, hours: 10 });
      return hoursUnder(to.cells);
    };
    const hours = (more: object) => ({ ...noHours(), ...more });
    assert.deepEqual(
      of('unavailable', 0.5, [{ downtime: 'unavailable', part: 0.25 }]),
      hours({ bad: 7.5, good: 2.5 }),
    );
    assert.deepEqual(
      of('excluded', 0.25, [{ downtime: 'unavailable', part: 0.5 }]),
      hours({ excluded: 2.5, bad: 5, good: 2.5 }),
    );
    assert.deepEqual(
      of('unavailable', 0.75, [{ downtime: 'excluded', part: 0.5 }]),
      hours({ bad: 7.5, excluded: 2.5 }),
    );
  });

  it('counts by what a contract leaves out: closed hours, causes, both or neither', () => {
    const to = nothingCounted();
    const add = (more: Partial<KnownInterval>) =>
      addInterval(to, interval(more), { judging: JUDGING, hours: 1 });
    for (let hour = 0; hour < 5; hour++) add({});
    add({ power_kw: 0 });
    add({ power_kw: 0, downtime: 'excluded' });
    add({ power_kw: null, downtime: 'excluded' });
    add({ power_kw: 0, works: false });
    add({ works: false, downtime: 'excluded' });
    const under = (leaves_out_closed: boolean, leaves_out_causes: boolean) => {
      const { good, bad, missing, excluded, non_working } = hoursUnder(to.cells, {
        leaves_out_closed,
        leaves_out_causes,
      });
      return [good, bad, missing, excluded, non_working];
    };
    assert.deepEqual(under(true, true), [5, 1, 0, 2, 2]);
    assert.deepEqual(under(true, false), [5, 2, 1, 0, 2]);
    assert.deepEqual(under(false, true), [5, 2, 0, 3, 0]);
    assert.deepEqual(under(false, false), [5, 4, 1, 0, 0]);
  });

  it('says why an interval counts as it does', () => {
    const cases: readonly [Partial<KnownInterval>, raw: string, contractual: string][] = [
      [{}, 'makes_power', 'makes_power'],
      [{ power_kw: 0 }, 'makes_none', 'makes_none'],
      [{ power_kw: 0, works: false, downtime: 'excluded' }, 'makes_none', 'closed'],
      [{ power_kw: 0, downtime: 'unavailable' }, 'makes_none', 'downtime'],
      // A downtime says nothing of what nobody heard, unless it is left out.
      [{ power_kw: null, downtime: 'available' }, 'unheard', 'unheard'],
      [{ power_kw: null, downtime: 'excluded' }, 'unheard', 'downtime'],
      [{ irradiance_wm2: null }, 'no_irradiance', 'no_irradiance'],
      [{ power_kw: null, irradiance_wm2: 10, works: false }, 'too_dark', 'too_dark'],
    ];
    for (const [more, raw, contractual] of cases)
      assert.deepEqual(
        [reasonOf('raw', interval(more), JUDGING), reasonOf('contractual', interval(more), JUDGING)],
        [raw, contractual],
        JSON.stringify(more),
      );
  });

  it('weighs devices by their power, and says nothing where nothing is known', () => {
    const of = (good: number, bad: number) => ({ ...noHours(), good, bad });
    // 10 h × 30/40 + 0 h × 10/40 of 10 h: 75 %.
    const hours = weighted([
      { weight: 30, hours: of(10, 0) },
      { weight: 10, hours: of(0, 10) },
    ]);
    assert.equal(sharesOf(hours).availability, 0.75);
    assert.equal(
      sharesOf(
        weighted([
          { weight: 30, hours: of(10, 0) },
          { weight: 0, hours: of(0, 10) },
        ]),
      ).availability,
      0.5,
    );
    assert.deepEqual(sharesOf(noHours()), { availability: null, completeness: null });
    assert.equal(energyAvailability(90, 10), 0.9);
    assert.equal(energyAvailability(0, 0), null);
  });

  it('lets a setting of the plant stand over one of all plants, and both over the cause itself', () => {
    const rule = { cause_id: 1, plant_id: null, from_on: '2026-03-01', to_on: '2026-03-31', counts: true };
    const rules = [rule, { ...rule, plant_id: 7, counts: false, to_on: '2026-03-10' }];
    const on = (day: string, plant_id = 7) => countedAs('available', { cause_id: 1, plant_id, day }, rules);
    assert.deepEqual(
      [on('2026-03-10'), on('2026-03-11'), on('2026-04-01'), on('2026-03-10', 8)],
      ['excluded', 'unavailable', 'available', 'unavailable'],
    );
    assert.deepEqual(
      [on('2026-02-28'), countedAs('excluded', { cause_id: 2, plant_id: 7, day: '2026-03-10' }, rules)],
      ['available', 'excluded'],
    );
    // Of two that hold, the one that began later stands.
    const later = { ...rule, from_on: '2026-03-05', to_on: null, counts: false };
    assert.equal(
      countedAs('available', { cause_id: 1, plant_id: 8, day: '2026-03-05' }, [rule, later]),
      'excluded',
    );
  });

  it('of a company weighs plants by their power, and leaves out those of which nothing is counted', () => {
    const [large, small] = [plantOf(300, 10, 0), plantOf(100, 0, 10)];
    // 300/400 of 10 good hours and 100/400 of 10 bad ones: 7.5 / 10; energy 100 of 200 kWh.
    const all = companyShares([large, small, plantOf(null, 0, 0)]);
    assert.deepEqual([all?.raw.availability, all?.contractual.availability, all?.energy], [0.75, 0.75, 0.5]);
    // Where a power is not known all weigh the same.
    assert.equal(companyShares([large, { ...small, power_kw: null }])?.raw.availability, 0.5);
    assert.equal(companyShares([large]), null);
  });
});
