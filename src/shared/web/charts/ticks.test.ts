import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { huesFor, isAlike, nextLook } from './colours.model.ts';
import { ticksFor } from './ticks.model.ts';
import { windowOf } from './window.model.ts';

const zone = 'Europe/Rome';
const labels = (date: string, span: 'day' | 'month' | 'year', max: number, centred?: 'day' | 'month') =>
  ticksFor({ view: windowOf({ span, date }, 0, zone), zone, most: max, locale: 'it-IT', centred }).map(
    (tick) => tick.label,
  );

describe('marks of the time axis', () => {
  it('stand at round local hours, also on a day of 25 hours', () => {
    assert.deepEqual(labels('2026-10-25', 'day', 9), [
      '25/10',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      '26/10',
    ]);
  });
  it('name the days of a month and the months of a year', () => {
    assert.equal(labels('2026-11-01', 'month', 40, 'day').length, 30);
    assert.deepEqual(labels('2026-01-01', 'year', 12, 'month').slice(0, 3), ['gen', 'feb', 'mar']);
  });
});

describe('colours', () => {
  it('give four units of a chart four colours', () => {
    const hues = huesFor(['kW', 'kvar', '€', '?'], 'light');
    assert.equal(new Set([...hues.values()].map((one) => one.line)).size, 4);
    assert.equal(hues.get('kW')?.line, '#2456E6');
  });
  it('tell further series of a chart apart by hue, then by dashes', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const first = huesFor(['kW'], scheme).get('kW')?.line ?? '';
      const looks: ReturnType<typeof nextLook>[] = [{ colour: first, dash: 'solid' }];
      while (looks.length < 12) looks.push(nextLook(looks, scheme));
      for (const [i, { colour }] of looks.slice(0, 6).entries())
        assert.ok(
          !isAlike(
            colour,
            looks.slice(0, i).map((one) => one.colour),
          ),
          `${scheme} ${i} ${colour}`,
        );
      assert.ok(looks.slice(0, 6).every(({ dash }) => dash === 'solid'));
      assert.equal(new Set(looks.map((one) => JSON.stringify(one))).size, 12);
    }
  });
});
