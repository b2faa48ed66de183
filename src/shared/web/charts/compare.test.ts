import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Choice, readCompare, writeCompare } from './choice.model.ts';
import { aligned, nowInstant, shiftOf, thenWindow, withCompared } from './compare.model.ts';
import type { ChartSeries } from './series.model.ts';

const ROME = 'Europe/Rome';
const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);
const now = at('2026-11-03T12:00:00Z');
const before = (choice: Choice) => shiftOf({ compare: { with: 'before' }, choice, now, zone: ROME });
const year = shiftOf({ compare: { with: 'year' }, choice: { span: 'day' }, now, zone: ROME });

const hourly = (start: string, count: number): ChartSeries => ({
  id: 'x',
  label: 'Power',
  unit: 'kW',
  decimals: 2,
  shape: 'line',
  step: 'hour',
  step_s: 3600,
  at: Array.from({ length: count }, (_, i) => at(start) + i * HOUR),
  values: Array.from({ length: count }, (_, i) => i),
});

describe('what a chart is compared with', () => {
  it('is kept in an address, and what is not understood is nothing', () => {
    for (const text of ['before', 'year', 'plant.AUR-001'])
      assert.equal(writeCompare(readCompare(text)), text);
    for (const text of [undefined, '', 'plant.', 'plant.a b', 'century'])
      assert.equal(readCompare(text), undefined);
  });

  it('is the period before: a day, a week, a month, or as many days as a free range has', () => {
    assert.deepEqual([before({ span: 'week' }).unit, before({ span: 'month' }).unit], ['week', 'month']);
    assert.equal(before({ span: 'free', date: '2026-10-20', to: '2026-10-26' }).count, 7);
    assert.equal(before({ span: 'last', last: '30m' }).count, 1);
    assert.equal(before({ span: 'last', last: '4d' }).count, 4);
  });

  it('is asked for between the same local midnights, however long the days were', () => {
    // The day after the clocks went back has 24 hours, the day before it 25.
    const day = { start_at: at('2026-10-25T23:00Z'), end_at: at('2026-10-26T23:00Z') };
    assert.deepEqual(thenWindow(day, before({ span: 'day' })), {
      start_at: at('2026-10-24T22:00Z'),
      end_at: at('2026-10-25T23:00Z'),
    });
    const summer = { start_at: at('2026-03-29T22:00Z'), end_at: at('2026-03-30T22:00Z') };
    assert.deepEqual(thenWindow(summer, year), {
      start_at: at('2025-03-29T23:00Z'),
      end_at: at('2025-03-30T22:00Z'),
    });
    const leap = { start_at: at('2028-02-28T23:00Z'), end_at: at('2028-02-29T23:00Z') };
    assert.equal(thenWindow(leap, year), null);
  });
});

describe('a compared series', () => {
  const shift = before({ span: 'day' });
  const clock = (instant: number) => new Date(instant).toISOString().slice(11, 16);

  it('stands under the same reading of the clock a day of 25 hours later, its doubled hour once', () => {
    const then = hourly('2026-10-24T22:00:00Z', 25);
    const drawn = aligned(then, shift, { id: 'x', words: '' });
    assert.equal(drawn.at.length, 24);
    assert.equal(drawn.at[0], at('2026-10-25T23:00Z'));
    assert.equal(drawn.at.at(-1), at('2026-10-26T22:00Z'));
    // 02:00 comes twice; the second one is left out.
    assert.deepEqual(drawn.values.slice(0, 5), [0, 1, 2, 4, 5]);
  });

  it('has no place in an hour that spring skips', () => {
    const then = hourly('2026-03-27T23:00:00Z', 24);
    const drawn = aligned(then, shift, { id: 'x', words: '' });
    assert.equal(drawn.at.length, 23);
    assert.deepEqual(drawn.values.slice(0, 4), [0, 1, 3, 4]);
    assert.deepEqual(drawn.at.slice(0, 3).map(clock), ['23:00', '00:00', '01:00']);
  });

  it('keeps the dates as they were, and drops the 31st in a shorter month', () => {
    const month = before({ span: 'month' });
    assert.equal(nowInstant(at('2026-08-30T22:00Z'), month), null);
    const drawn = aligned(hourly('2026-08-01T10:00:00Z', 2), month, { id: 'x', words: '' });
    assert.deepEqual(drawn.at, [at('2026-09-01T10:00Z'), at('2026-09-01T11:00Z')]);
    assert.deepEqual(drawn.beside?.as === 'compared' && drawn.beside.were_at, [
      at('2026-08-01T10:00Z'),
      at('2026-08-01T11:00Z'),
    ]);
  });

  it("lays another plant's day over this one's by its own clock", () => {
    const plant = { with: 'plant', proj_code: 'DEN' } as const;
    const other = shiftOf({
      compare: plant,
      choice: { span: 'day' },
      now,
      zone: ROME,
      then_zone: 'America/Denver',
    });
    assert.equal(nowInstant(at('2026-06-01T18:00Z'), other), at('2026-06-01T10:00Z'));
  });

  it('follows the series that it belongs to, under its name', () => {
    const own = { ...hourly('2026-06-02T00:00:00Z', 2), label: 'Potenza' };
    const then = aligned(hourly('2026-06-01T00:00:00Z', 2), shift, { id: 'x', words: '' });
    const all = withCompared([own, { ...own, id: 'y' }], [then], 'il giorno prima');
    assert.deepEqual(
      all.map(({ id, label }) => [id, label]),
      [
        ['x', 'Potenza'],
        ['x compared', 'Potenza – il giorno prima'],
        ['y', 'Potenza'],
      ],
    );
  });
});
