import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayBorders, HOUR_MS } from '../../shared/units/zones.ts';
import {
  dayWith,
  hoursBy,
  type PastHour,
  pastHours,
  type SaidDays,
  unknownDay,
  utcDay,
} from './past-irradiance.model.ts';
import type { AskedProvider } from './weather.model.ts';

const NOON = Date.parse('2026-06-21T12:00:00Z');
const hour = (start: number, ghi_wm2: number | null, dni_wm2: number | null = 300): PastHour => ({
  start,
  ghi_wm2,
  dni_wm2,
  dhi_wm2: 90,
});

/** Hours from an instant on, each with its place among them as its global irradiance. */
const told = (provider: AskedProvider, from: number, count: number, said = NOON): SaidDays => {
  const hours = Array.from({ length: count }, (_, i) => hour(from + i * HOUR_MS, i));
  const days = [...Map.groupBy(hours, ({ start }) => utcDay(start))].map(
    ([day, of]) => dayWith(unknownDay(day), of) ?? unknownDay(day),
  );
  return { provider, days: new Map(days.map((day) => [day.day, { ...day, said_at: new Date(said) }])) };
};

describe('irradiance of hours that are over', () => {
  it('takes what is said later, keeps what is known as a whole, and knows when nothing is new', () => {
    const first = dayWith(unknownDay('2026-06-21'), [hour(NOON, 500), hour(NOON + HOUR_MS, 510.5)]);
    assert.deepEqual(first?.ghi_wm2.slice(11, 15), [null, 500, 510.5, null]);
    assert.ok(first);
    assert.equal(dayWith(first, [hour(NOON, 500)]), undefined);
    assert.equal(dayWith(first, [hour(NOON, null)]), undefined, 'less than was known');
    const corrected = dayWith(first, [hour(NOON, 480), hour(NOON + 2 * HOUR_MS, 400, null)]);
    assert.deepEqual(corrected?.ghi_wm2.slice(11, 15), [null, 480, 510.5, 400]);
    assert.equal(corrected?.dni_wm2[14], null);
    assert.deepEqual(first.ghi_wm2.slice(12, 13), [500], 'what it was made from stays as it was');
  });

  it('is told to a tenth of W/m², of ten days at most, and of no hour that runs', () => {
    const hours = pastHours(NOON + 1, (start) => ({ ...hour(start, 123.456), dhi_wm2: null }));
    assert.deepEqual(hours.at(-1), { start: NOON - HOUR_MS, ghi_wm2: 123.5, dni_wm2: 300, dhi_wm2: null });
    assert.equal(hours.length, 240);
    const nothing = { ghi_wm2: null, dni_wm2: null, dhi_wm2: null };
    assert.deepEqual(
      pastHours(NOON, () => nothing),
      [],
    );
  });

  it('stands at the local hours of days of 23, 24 and 25, and of zones of half hours', () => {
    for (const [day, length] of [
      ['2026-03-29', 23],
      ['2026-06-21', 24],
      ['2026-10-25', 25],
    ] as const) {
      const { start, end } = dayBorders('Europe/Rome', day);
      assert.equal(end - start, length * HOUR_MS);
      const known = hoursBy([told('open-meteo', start, length)], { start, hours: length });
      assert.deepEqual(
        known?.hours.map((one) => one?.ghi_wm2),
        Array.from({ length }, (_, i) => i),
      );
    }
    const { start } = dayBorders('Asia/Kolkata', '2026-06-21');
    const half = hoursBy([told('open-meteo', start - HOUR_MS / 2, 24)], { start, hours: 24 });
    assert.deepEqual(
      half?.hours.slice(0, 2).map((one) => one?.ghi_wm2),
      [0.5, 1.5],
    );
    assert.equal(half?.hours[23], null, 'of which one half is not known');
  });

  it('is that of one provider, who knows most or spoke last, and of nobody where nothing is known', () => {
    const window = { start: NOON, hours: 6 };
    const short = told('meteoblue', NOON, 3, NOON + 2);
    assert.equal(hoursBy([short, told('open-meteo', NOON, 4)], window)?.provider, 'open-meteo');
    assert.equal(hoursBy([told('open-meteo', NOON, 3), short], window)?.provider, 'meteoblue');
    assert.equal(hoursBy([short], { start: NOON + 9 * HOUR_MS, hours: 6 }), null);
    assert.equal(hoursBy([], window), null);
  });
});
