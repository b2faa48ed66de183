import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CIVIL_ELEVATION_DEG, sunCrossings, sunTimes } from '../../energy/solar-position.ts';
import { addDays, MINUTE_MS } from '../../shared/units/zones.ts';
import { holidaysAhead } from './holidays.model.ts';
import {
  type Exception,
  LINES,
  neverLit,
  nightOf,
  type Schedule,
  type Times,
  wantedAt,
  whyNeverLit,
} from './night.model.ts';
import { burningMinutes, exceptionNights, oddNights, yearOf } from './year.model.ts';

const ROME = 'Europe/Rome';
const TIMES: Times = {
  turn_on_date: '17:00',
  turn_on_auto: true,
  turn_on_offset_min: 0,
  turn_on_twilight: 0,
  turn_off_date: '07:00',
  turn_off_auto: true,
  turn_off_offset_min: 0,
  turn_off_twilight: 0,
  half_night: [],
  min_burning_min: 0,
  patron_day: null,
};
const TOWNS = {
  Lampedusa: [35.5083, 12.6067],
  Catania: [37.5023, 15.0873],
  Cagliari: [39.2238, 9.1217],
  Lecce: [40.3515, 18.175],
  Roma: [41.8933, 12.4829],
  Milano: [45.4642, 9.19],
  Vipiteno: [46.8978, 11.4323],
} as const;
const scheduleOf = (times: Partial<Times> = {}, more: Partial<Schedule> = {}): Schedule => ({
  place: { latitude: 45.4642, longitude: 9.19, time_zone: ROME },
  times: { ...TIMES, ...times },
  exceptions: [],
  own: null,
  ...more,
});
const local = (ms: number): string =>
  new Date(ms).toLocaleString('sv-SE', { timeZone: ROME, dateStyle: 'short', timeStyle: 'short' });
const timesOf = (schedule: Schedule, day: string, line = 1): string[] =>
  nightOf(schedule, day, line).stretches.map(({ from, to }) => `${local(from)} – ${local(to)}`);

/**
 * An independent ephemeris: the sun's longitude by the Astronomical Almanac's low-precision formula (0.01°), mean sidereal
 * time by its own polynomial, and the crossing found by halving – no equation of time, no hour angle of sunset.
 */
function almanacElevation(latitude: number, longitude: number, ms: number): number {
  const R = Math.PI / 180;
  const n = ms / 86_400_000 + 2_440_587.5 - 2_451_545;
  const g = (357.528 + 0.9856003 * n) * R;
  const lambda = (280.46 + 0.9856474 * n + 1.915 * Math.sin(g) + 0.02 * Math.sin(2 * g)) * R;
  const epsilon = (23.439 - 0.0000004 * n) * R;
  const ascension = Math.atan2(Math.cos(epsilon) * Math.sin(lambda), Math.cos(lambda));
  const declination = Math.asin(Math.sin(epsilon) * Math.sin(lambda));
  const sidereal = (280.46061837 + 360.98564736629 * n + longitude) * R;
  const hour = sidereal - ascension;
  return (
    Math.asin(
      Math.sin(latitude * R) * Math.sin(declination) +
        Math.cos(latitude * R) * Math.cos(declination) * Math.cos(hour),
    ) / R
  );
}
function almanacEvent(
  [latitude, longitude]: readonly [number, number],
  day: string,
  { evening, elevation }: { evening: boolean; elevation: number },
): number {
  const noon = Date.parse(`${day}T12:00:00Z`) - (longitude / 360) * 86_400_000;
  let [up, down] = [noon, noon + (evening ? 1 : -1) * 43_200_000];
  while (Math.abs(up - down) > 100) {
    const middle = (up + down) / 2;
    if (almanacElevation(latitude, longitude, middle) > elevation) up = middle;
    else down = middle;
  }
  return (up + down) / 2;
}

describe('when the sun rises and sets', () => {
  it('agrees within a minute with an independent ephemeris, from Lampedusa to Vipiteno, all the year', () => {
    let worst = 0;
    for (const [latitude, longitude] of Object.values(TOWNS)) {
      // Every fifth day, and the days on which the clock changes.
      const days = Array.from({ length: 74 }, (_, i) => addDays('2026-01-01', i * 5));
      for (const day of [...days, '2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25']) {
        const horizon = sunTimes(latitude, longitude, day);
        const civil = sunCrossings(latitude, longitude, { day, elevation_deg: CIVIL_ELEVATION_DEG });
        for (const [found, evening, elevation] of [
          [horizon.sunset_at, true, -0.833],
          [horizon.sunrise_at, false, -0.833],
          [civil.sunset_at, true, -6],
          [civil.sunrise_at, false, -6],
        ] as const) {
          const wanted = almanacEvent([latitude, longitude], day, { evening, elevation });
          worst = Math.max(worst, Math.abs(Number(found) - wanted));
        }
      }
    }
    assert.ok(worst < 60_000, `${worst / 1000} s apart`);
  });
});

describe('a night', () => {
  it('follows the sun, shifted by minutes and by a share of civil twilight', () => {
    const [lat, lon] = TOWNS.Milano;
    const sunset = Number(sunTimes(lat, lon, '2026-06-21').sunset_at);
    const dusk = Number(sunCrossings(lat, lon, { day: '2026-06-21', elevation_deg: -6 }).sunset_at);
    const fromOf = (times: Partial<Times>) =>
      nightOf(scheduleOf(times), '2026-06-21', 1).stretches[0]?.from ?? 0;
    assert.ok(Math.abs(fromOf({}) - sunset) <= 30_000);
    assert.ok(Math.abs(fromOf({ turn_on_twilight: 0.5 }) - (sunset + dusk) / 2) <= 30_000);
    assert.ok(
      Math.abs(fromOf({ turn_on_twilight: 1, turn_on_offset_min: -12 }) - (dusk - 12 * MINUTE_MS)) <= 30_000,
    );
    assert.equal(fromOf({}) % MINUTE_MS, 0, 'whole minutes');
  });

  it('keeps to set times, also over the nights of 23 and 25 hours, and takes the stored ones where there is no place', () => {
    const set = scheduleOf({ turn_on_auto: false, turn_off_auto: false });
    assert.deepEqual(timesOf(set, '2026-03-28'), ['2026-03-28 17:00 – 2026-03-29 07:00']);
    assert.equal(burningMinutes(nightOf(set, '2026-03-28', 1)), 13 * 60);
    assert.equal(burningMinutes(nightOf(set, '2026-10-24', 1)), 15 * 60);
    const skipped = scheduleOf({ turn_on_auto: false, turn_off_auto: false, turn_off_date: '02:30' });
    assert.deepEqual(timesOf(skipped, '2026-03-28'), ['2026-03-28 17:00 – 2026-03-29 03:30']);
    assert.equal(burningMinutes(nightOf(skipped, '2026-10-24', 1)), 9.5 * 60, 'the first of two 02:30');
    const nowhere = scheduleOf({}, { place: { latitude: null, longitude: null, time_zone: ROME } });
    assert.deepEqual(timesOf(nowhere, '2026-06-21'), ['2026-06-21 17:00 – 2026-06-22 07:00']);
    assert.deepEqual(nightOf(nowhere, '2026-06-21', 1).on_why, { by: 'no_place', box: false, name: null });
  });

  // Almanacs: in Tromsø the sun stays up from 18 May to 26 July and down from 27 November to 15 January; in Trondheim it sets on
  // 21 June at 23:38 and rises at 03:02, and it does not become dark.
  it('stays lit where the sun does not rise, and dark where it does not set', () => {
    const in_ = (latitude: number, longitude: number, times: Partial<Times> = {}) =>
      scheduleOf(times, { place: { latitude, longitude, time_zone: 'Europe/Oslo' } });
    const tromso = in_(69.65, 18.96);
    assert.deepEqual(timesOf(tromso, '2026-12-21'), ['2026-12-21 12:00 – 2026-12-22 12:00']);
    assert.deepEqual(timesOf(tromso, '2026-06-21'), []);
    assert.equal(nightOf(tromso, '2026-06-21', 1).on_why.by, 'no_sun');
    const length = (schedule: Schedule, day: string) => burningMinutes(nightOf(schedule, day, 1));
    const year = Array.from({ length: 365 }, (_, i) => addDays('2026-01-01', i));
    const dark = year.filter((day) => length(tromso, day) === 0);
    assert.deepEqual([dark[0], dark.at(-1), dark.length], ['2026-05-17', '2026-07-25', 70]);
    const lit = year.filter((day) => length(tromso, day) === 1440);
    assert.deepEqual([lit.includes('2026-01-13'), lit.includes('2026-11-28'), lit.length], [true, true, 47]);
    // From one to the next night it lights longer or shorter, but never leaps: at midsummer it is not taken for midwinter.
    for (const [i, day] of year.entries())
      if (i > 0) assert.ok(Math.abs(length(tromso, day) - length(tromso, year[i - 1] ?? '')) <= 125, day);
    const trondheim = in_(63.43, 10.4);
    assert.deepEqual(timesOf(trondheim, '2026-06-21'), ['2026-06-21 23:38 – 2026-06-22 03:03']);
    const halves = in_(63.43, 10.4, { turn_on_twilight: 0.5, turn_off_twilight: 0.5 });
    assert.ok(Math.abs(length(halves, '2026-06-21') - length(trondheim, '2026-06-21') / 2) <= 1);
    const dusk = in_(63.43, 10.4, { turn_on_twilight: 1, turn_off_twilight: 1 });
    assert.deepEqual(timesOf(dusk, '2026-06-21'), [], 'no dusk ends and no dawn begins');
    assert.ok(length(dusk, '2026-12-21') > 15 * 60);
  });

  it('has noon at both ends: of two set times off comes after on in it, or they never light', () => {
    const all = ['00:00', '05:00', '07:00', '11:59', '12:00', '17:00', '18:00', '23:59'];
    for (const on of all)
      for (const off of all) {
        const set = { turn_on_auto: false, turn_off_auto: false, turn_on_date: on, turn_off_date: off };
        const lit = timesOf(scheduleOf(set), '2026-06-21').length > 0;
        assert.equal(neverLit({ ...TIMES, ...set }, null) === null, lit, `${on} ${off}`);
      }
    assert.deepEqual(
      [whyNeverLit('07:00', '18:00'), whyNeverLit('17:00', '12:00'), whyNeverLit('17:00', '11:59')],
      ['over_noon', 'over_noon', null],
    );
    assert.equal(whyNeverLit('07:00', '07:00'), 'same_minute');
  });

  it('gives way to exceptions in their order, then to the cabinet, then to half-night and least burning', () => {
    const feast: Exception = {
      position: 2,
      name: 'Patron',
      from_day: '2020-12-31',
      to_day: '2021-01-01',
      every_year: true,
      only_holidays: false,
      lines: [1],
      kind: 'all_night',
      turn_on_date: null,
      turn_off_date: null,
    };
    const event: Exception = {
      ...feast,
      position: 1,
      name: 'Event',
      kind: 'times',
      turn_on_date: '20:00',
      lines: [],
      every_year: false,
      from_day: '2026-12-31',
      to_day: '2026-12-31',
    };
    const schedule = scheduleOf(
      {
        turn_on_auto: false,
        turn_off_auto: false,
        half_night: [{ lines: [1, 2], off: '00:30', on: '05:00' }],
      },
      {
        exceptions: [feast, event],
        own: { turn_on_auto: null, turn_on_date: '18:00', turn_off_auto: null, turn_off_date: null },
      },
    );
    assert.deepEqual(timesOf(schedule, '2026-12-31'), [
      '2026-12-31 20:00 – 2027-01-01 00:30',
      '2027-01-01 05:00 – 2027-01-01 07:00',
    ]);
    assert.deepEqual(
      timesOf(schedule, '2027-01-01'),
      ['2027-01-01 18:00 – 2027-01-02 07:00'],
      'lit all night',
    );
    assert.deepEqual(timesOf(schedule, '2027-01-01', 2), [
      '2027-01-01 18:00 – 2027-01-02 00:30',
      '2027-01-02 05:00 – 2027-01-02 07:00',
    ]);
    assert.deepEqual(nightOf(schedule, '2027-01-01', 2).on_why, { by: 'set', box: true, name: null });
    assert.deepEqual(timesOf(schedule, '2027-01-02', 3), ['2027-01-02 18:00 – 2027-01-03 07:00']);
    const dark = { ...schedule, exceptions: [{ ...feast, kind: 'dark' as const }] };
    assert.deepEqual(timesOf(dark, '2026-12-31'), []);
    const least = { ...schedule, times: { ...schedule.times, min_burning_min: 180 } };
    assert.deepEqual(timesOf(least, '2026-12-15'), [
      '2026-12-15 18:00 – 2026-12-16 00:30',
      '2026-12-16 04:00 – 2026-12-16 07:00',
    ]);
  });

  it('says that a half-night decides where it reaches over an edge, and never goes on and off in one minute', () => {
    const pausing = (off: string, on: string | null) =>
      scheduleOf({ turn_on_auto: false, turn_off_auto: false, half_night: [{ lines: [1], off, on }] }, {});
    const whysOf = (schedule: Schedule) => {
      const { on_why, off_why } = nightOf(schedule, '2026-06-21', 1);
      return [on_why.by, off_why.by];
    };
    // On at 17:00: a pause from 16:00 to 23:00 leaves the time after it.
    const late = pausing('16:00', '23:00');
    assert.deepEqual(timesOf(late, '2026-06-21'), ['2026-06-21 23:00 – 2026-06-22 07:00']);
    assert.deepEqual(whysOf(late), ['half_night', 'set']);
    const early = pausing('00:30', null);
    assert.deepEqual(timesOf(early, '2026-06-21'), ['2026-06-21 17:00 – 2026-06-22 00:30']);
    assert.deepEqual(whysOf(early), ['set', 'half_night']);
    assert.deepEqual(whysOf(pausing('00:30', '05:00')), ['set', 'set']);
  });

  it('says at every instant what a line should be, and when that changes', () => {
    const schedule = scheduleOf({
      turn_on_auto: false,
      turn_off_auto: false,
      half_night: [{ lines: [1], off: '01:00', on: null }],
    });
    for (const [at, is_on, since, until] of [
      ['2026-10-24T14:59:59Z', false, '2026-10-24 01:00', '2026-10-24 17:00'],
      ['2026-10-24T15:00:00Z', true, '2026-10-24 17:00', '2026-10-25 01:00'],
      ['2026-10-24T23:00:00Z', false, '2026-10-25 01:00', '2026-10-25 17:00'],
    ] as const) {
      const wanted = wantedAt(schedule, 1, Date.parse(at));
      assert.deepEqual(
        [wanted.is_on, local(wanted.since ?? 0), local(wanted.until ?? 0)],
        [is_on, since, until],
        at,
      );
    }
  });
});

describe('public holidays', () => {
  it("are nights of an exception in every year, the patron's among them, after what stands above it", () => {
    const blank = { lines: [], turn_on_date: null, turn_off_date: null } as const;
    const holidays: Exception = {
      position: 2,
      name: 'Holidays',
      from_day: '2026-01-01',
      to_day: '2026-12-31',
      every_year: true,
      ...blank,
      only_holidays: true,
      kind: 'dark',
    };
    const market: Exception = {
      position: 1,
      name: 'Market',
      from_day: '2026-12-24',
      to_day: '2026-12-25',
      every_year: false,
      ...blank,
      only_holidays: false,
      kind: 'all_night',
    };
    const set = { turn_on_auto: false, turn_off_auto: false, patron_day: '1999-12-07' };
    const schedule = scheduleOf(set, { exceptions: [holidays, market] });
    const said = holidaysAhead(schedule, { position: 2, from: '2026-12-01', nights: 120 });
    assert.deepEqual(
      said.map(({ day, holiday, before }) => `${day} ${holiday} ${before ?? ''}`.trim()),
      [
        '2026-12-07 patron',
        '2026-12-08 immaculate',
        '2026-12-25 christmas Market',
        '2026-12-26 stephen',
        '2027-01-01 new_year',
        '2027-01-06 epiphany',
        '2027-03-28 easter',
        '2027-03-29 easter_monday',
      ],
    );
    // A feast of 29 February is kept on the 28th in years without it.
    const leap = scheduleOf({ patron_day: '1996-02-29' }, { exceptions: [holidays] });
    assert.deepEqual(
      ['2027-02-28', '2027-03-01', '2028-02-28', '2028-02-29'].map((day) => timesOf(leap, day).length),
      [0, 1, 1, 0],
    );
    // And so is an exception of that day, which then is one night.
    const night = { ...market, every_year: true, kind: 'dark' as const };
    const yearly = (from_day: string, to_day: string) =>
      scheduleOf({}, { exceptions: [{ ...night, from_day, to_day }] });
    const darkOf = (of: Schedule) =>
      ['2027-02-27', '2027-02-28', '2027-03-01', '2028-02-28', '2028-02-29'].filter(
        (day) => timesOf(of, day).length === 0,
      );
    assert.deepEqual(darkOf(yearly('2024-02-29', '2024-02-29')), ['2027-02-28', '2028-02-29']);
    assert.deepEqual(darkOf(yearly('2023-12-30', '2024-02-29')), [
      '2027-02-27',
      '2027-02-28',
      '2028-02-28',
      '2028-02-29',
    ]);
    assert.deepEqual(timesOf(schedule, '2028-04-17'), [], 'Easter Monday of a year to come');
    assert.equal(timesOf(schedule, '2028-04-18').length, 1);
    const year = (of: Schedule) =>
      yearOf(of, '2026-12-01', [{ line: 1, kw: null, eur_kwh: () => null }]).burning_min[1] ?? 0;
    // 365 nights of 14 hours; 13 holidays and the patron's stay dark, but Christmas.
    assert.equal(year(scheduleOf(set)) - year(schedule), 13 * 14 * 60);
    assert.deepEqual(exceptionNights(schedule, '2026-12-01'), [
      { name: 'Market', nights: 2 },
      { name: 'Holidays', nights: 13 },
    ]);
  });
});

describe('the preview of a year', () => {
  it('is to the minute what the schedule then does, minute by minute', () => {
    const schedule = scheduleOf({
      turn_on_twilight: 0.7,
      turn_off_offset_min: 5,
      half_night: [{ lines: [2], off: '00:15', on: '05:45' }],
    });
    const nights = 40; // over the change of the clock
    const loads = [1, 2].map((line) => ({ line, kw: line, eur_kwh: () => 0.2 }));
    const year = yearOf(schedule, '2026-10-01', loads, nights);
    for (const line of [1, 2]) {
      let lit = 0;
      for (let at = Date.parse('2026-10-01T10:00:00Z'); at < Date.parse('2026-11-10T11:00:00Z'); ) {
        const { is_on, until } = wantedAt(schedule, line, at);
        if (is_on) lit += ((until ?? at) - at) / MINUTE_MS;
        at = until ?? Number.POSITIVE_INFINITY;
      }
      assert.equal(year.burning_min[line], lit, `line ${line}`);
    }
    const hours = ((year.burning_min[1] ?? 0) + 2 * (year.burning_min[2] ?? 0)) / 60;
    assert.ok(Math.abs((year.kwh ?? 0) - hours) < 1e-6 && Math.abs((year.eur ?? 0) - hours * 0.2) < 1e-6);
  });

  it('comes to what Italian contracts know: about 4300 hours from sunset to sunrise, 3900 with civil twilight', () => {
    const load = [{ line: 1, kw: null, eur_kwh: () => null }];
    const hours = (times: Partial<Times>) =>
      (yearOf(scheduleOf(times), '2026-01-01', load).burning_min[1] ?? 0) / 60;
    const [sun, civil] = [hours({}), hours({ turn_on_twilight: 1, turn_off_twilight: 1 })];
    assert.ok(Math.abs(sun - 4290) < 60, String(sun));
    assert.ok(Math.abs(civil - 3920) < 80, String(civil));
    assert.equal(yearOf(scheduleOf(), '2026-01-01', load).kwh, null, 'a load that nobody knows is no zero');
  });

  it('names the nights that would be too dark or too short, against today', () => {
    const today = scheduleOf();
    const asked = scheduleOf({
      turn_on_auto: false,
      turn_on_date: '20:00',
      turn_off_auto: false,
      turn_off_date: '23:00',
    });
    const odd = oddNights({ asked, today }, { from: '2026-12-01', lines: [...LINES], nights: 2 });
    assert.deepEqual(
      odd.map(({ day, kind }) => `${day} ${kind}`),
      ['2026-12-01 too_dark', '2026-12-01 too_short', '2026-12-02 too_dark', '2026-12-02 too_short'],
    );
    assert.deepEqual(oddNights({ asked: today, today }, { from: '2026-12-01', lines: [1], nights: 365 }), []);
  });
});
