import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerAt, visiblePoints } from './answer.model.ts';
import { draw, emptinessOf, type Frame, hasReadings } from './chart.model.ts';
import { bandsOf } from './marks.model.ts';
import { type ChartSeries, type DrawnSeries, pointAt } from './series.model.ts';

const MINUTE = 60_000;
const allPoints = ({ points }: DrawnSeries) =>
  Array.from({ length: points.length }, (_, i) => pointAt(points, i));
const START = Date.parse('2026-06-01T08:00:00Z');
const frame: Frame = {
  window: { start_at: START, end_at: START + 120 * MINUTE },
  now: START + 600 * MINUTE,
  zone: 'Europe/Rome',
};
const series = (
  minutes: number[],
  values: (number | null)[],
  more: Partial<ChartSeries> = {},
): ChartSeries => ({
  id: 'a',
  label: 'Power',
  unit: 'kW',
  decimals: 2,
  shape: 'line',
  step: 'raw',
  step_s: 300,
  at: minutes.map((minute) => START + minute * MINUTE),
  values,
  ...more,
});
const every5 = (from: number, to: number) =>
  Array.from({ length: (to - from) / 5 + 1 }, (_, i) => from + 5 * i);
const minutesOf = ({ start_at, end_at }: { start_at: number; end_at: number }) => [
  (start_at - START) / MINUTE,
  (end_at - START) / MINUTE,
];

describe('gaps', () => {
  it('breaks the line in a silence and says from when to when', () => {
    const at = [...every5(0, 30), ...every5(60, 120)];
    const drawn = draw(
      series(
        at,
        at.map(() => 7),
      ),
      frame,
    );
    assert.deepEqual(drawn.absences.map(minutesOf), [[30, 60]]);
    assert.equal(allPoints(drawn).filter((point) => point.value === null).length, 1);
    const answer = answerAt(drawn, START + 45 * MINUTE);
    assert.equal(answer.kind, 'absence');
  });

  it('is known to hold nothing of a stretch, also where that lies in a silence', () => {
    const at = [...every5(0, 30), ...every5(60, 120)];
    const drawn = draw(
      series(
        at,
        at.map(() => 0),
      ),
      frame,
    );
    const has = (from: number, to: number) =>
      hasReadings(drawn, { start_at: START + from * MINUTE, end_at: START + to * MINUTE });
    assert.deepEqual([has(0, 120), has(40, 55), has(50, 65)], [true, false, true]);
    const asleep = draw(series([0, 5], [null, null], { states: ['asleep', 'asleep'] }), frame);
    assert.equal(hasReadings(asleep, frame.window), false);
  });

  it('says of bars that all are 0 what their place alone would not show, and of nothing read that it was not', () => {
    const drawn = (values: (number | null)[], shape: 'line' | 'bar') =>
      draw(series([0, 60], values, { shape, step: 'hour', step_s: 3600 }), frame);
    const said = (...all: DrawnSeries[]) => emptinessOf(all, frame.window);
    assert.equal(said(drawn([0, 0], 'bar'), drawn([0, null], 'bar')), 'zero');
    assert.equal(said(drawn([0, 0], 'bar'), drawn([0, 3], 'bar')), null);
    // A line at 0 is seen.
    assert.equal(said(drawn([0, 0], 'bar'), drawn([0, 0], 'line')), null);
    assert.equal(said(drawn([null, null], 'bar')), 'none');
    assert.equal(said(), null);
  });

  it('takes a null for a gap, never for 0', () => {
    const drawn = draw(
      series(
        every5(0, 120),
        every5(0, 120).map((m) => (m === 50 || m === 55 ? null : 7)),
      ),
      frame,
    );
    assert.deepEqual(drawn.absences.map(minutesOf), [[45, 60]]);
    assert.equal(
      allPoints(drawn).some((point) => point.value === 0),
      false,
    );
  });

  it('keeps a night, a failed read and a missing one apart', () => {
    const at = every5(0, 120);
    const states = at.map(
      (m) => (m < 20 ? 'asleep' : m === 40 ? 'failed' : 'good') as 'asleep' | 'failed' | 'good',
    );
    const values = at.map((m) => (m < 20 || m === 40 ? null : 1));
    const drawn = draw(series(at, values, { states }), frame);
    assert.deepEqual(
      drawn.absences.map((one) => [one.kind, ...minutesOf(one)]),
      [
        ['asleep', 0, 20],
        ['failed', 40, 45],
      ],
    );
  });

  it('says why a person marked a range bad, and keeps what is missing beside it apart', () => {
    const at = [...every5(0, 30), ...every5(90, 120)];
    const marked = [{ start_at: START + 30 * MINUTE, end_at: START + 60 * MINUTE, reason: 'washing' }];
    const drawn = draw(
      series(
        at,
        at.map(() => 7),
        { marked },
      ),
      frame,
    );
    assert.deepEqual(
      drawn.absences.map((one) => [one.kind, one.reason, ...minutesOf(one)]),
      [
        ['marked', 'washing', 30, 60],
        ['missing', undefined, 60, 90],
      ],
    );
    const answer = answerAt(drawn, START + 45 * MINUTE);
    assert.equal(answer.kind === 'absence' && answer.absence.reason, 'washing');
  });

  it('follows the rhythm where older readings are kept more coarsely than the device delivers them', () => {
    const at = [...every5(0, 60), 60.5, 61, 61.5, 62];
    const drawn = draw(
      series(
        at,
        at.map(() => 1),
        { step_s: 30 },
      ),
      { ...frame, now: START + 62 * MINUTE },
    );
    assert.deepEqual(drawn.absences, []);
  });

  it('sees a missing bucket, and none at the end of a day of 25 hours', () => {
    const days = ['2026-10-23T22:00Z', '2026-10-24T22:00Z', '2026-10-25T23:00Z', '2026-10-27T23:00Z'];
    const at = days.map((text) => Date.parse(text.replace('Z', ':00Z')));
    const daily: ChartSeries = { ...series([], []), step: 'day', step_s: 86_400, at, values: [1, 2, 3, 4] };
    const window = { start_at: at[0] ?? 0, end_at: (at[3] ?? 0) + 86_400_000 };
    const drawn = draw(daily, { ...frame, window, now: window.end_at });
    assert.deepEqual(
      drawn.absences.map(({ start_at, end_at }) => [
        new Date(start_at).toISOString(),
        new Date(end_at).toISOString(),
      ]),
      [['2026-10-26T23:00:00.000Z', '2026-10-27T23:00:00.000Z']],
    );
  });

  it('shows what is missing at both ends of the window, but not the future', () => {
    const drawn = draw(
      series(
        every5(40, 80),
        every5(40, 80).map(() => 1),
      ),
      frame,
    );
    assert.deepEqual(drawn.absences.map(minutesOf), [
      [0, 40],
      [80, 120],
    ]);
    const live = draw(
      series(
        every5(0, 80),
        every5(0, 80).map(() => 1),
      ),
      { ...frame, now: START + 84 * MINUTE },
    );
    assert.deepEqual(live.absences, []);
    assert.equal(answerAt(live, START + 100 * MINUTE).kind, 'nothing');
  });

  it('merges the bands of several series', () => {
    const at = [...every5(0, 30), ...every5(60, 120)];
    const other = [...every5(0, 50), ...every5(90, 120)];
    const bands = bandsOf(
      [at, other].map((one) =>
        draw(
          series(
            one,
            one.map(() => 1),
          ),
          frame,
        ),
      ),
    );
    assert.deepEqual(bands.map(minutesOf), [[30, 90]]);
  });
});

describe('what stands under the pointer', () => {
  const at = every5(0, 120);
  it('is the nearest reading', () => {
    const drawn = draw(series(at, at), frame);
    const answer = answerAt(drawn, START + 58 * MINUTE);
    assert.deepEqual(answer.kind === 'value' && answer.value, 60);
  });

  it('is the nearest reading where history is kept more coarsely than the device delivers', () => {
    const coarse = draw(
      series(
        at,
        at.map(() => 1),
        { step_s: 10 },
      ),
      frame,
    );
    const said = [57, 58, 61].map((minute) => answerAt(coarse, START + minute * MINUTE));
    assert.deepEqual(
      said.map((answer) => answer.kind === 'value' && (answer.start_at - START) / MINUTE),
      [55, 60, 60],
    );
  });

  it('is the bucket that holds the instant', () => {
    const drawn = draw(
      series(
        at.filter((m) => m % 15 === 0),
        [1, 2, 3, 4, 5, 6, 7, 8, 9],
        { step: '15m', step_s: 900 },
      ),
      frame,
    );
    const answer = answerAt(drawn, START + 29 * MINUTE);
    assert.deepEqual(answer.kind === 'value' && [answer.value, ...minutesOf(answer)], [2, 15, 30]);
  });
});

describe('the visible part', () => {
  it('holds the readings inside the view, its ends included', () => {
    const at = every5(0, 120);
    const drawn = draw(series(at, at), frame);
    const shown = visiblePoints(drawn, { start_at: START + 10 * MINUTE, end_at: START + 20 * MINUTE });
    assert.deepEqual(
      shown.map((point) => point.value),
      [10, 15, 20],
    );
  });
});
