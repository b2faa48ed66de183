import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CountedInterval } from '../../availability.contract.ts';
import { stretchesOf } from './stretches.model.ts';

const interval = (clock: string, more: Partial<CountedInterval> = {}): CountedInterval => ({
  ts: `2026-06-18T${clock}:00.000Z`,
  end: new Date(Date.parse(`2026-06-18T${clock}:00Z`) + 900_000).toISOString(),
  raw: 'good',
  contractual: 'good',
  raw_reason: 'makes_power',
  contractual_reason: 'makes_power',
  power_kw: 20,
  irradiance_wm2: 500,
  works: true,
  downtime_id: null,
  cause: null,
  downtime: null,
  downtime_part: 1,
  others: [],
  ...more,
});
const CLOSED = { contractual: 'non_working', contractual_reason: 'closed', works: false } as const;

it('intervals that count alike for the same reason are one stretch of the day', () => {
  const day = [
    interval('08:00'),
    interval('08:15', { power_kw: 21 }),
    interval('08:30', CLOSED),
    interval('08:45', { end: '2026-06-18T08:52:00.000Z' }),
    interval('08:52', { ...CLOSED, end: '2026-06-18T09:00:00.000Z' }),
  ];
  assert.deepEqual(
    stretchesOf(day).map(({ from, to, contractual }) => [from.slice(11, 16), to.slice(11, 16), contractual]),
    [
      ['08:00', '08:30', 'good'],
      ['08:30', '08:45', 'non_working'],
      ['08:45', '08:52', 'good'],
      ['08:52', '09:00', 'non_working'],
    ],
  );
});

it('another downtime at the same time begins a stretch of its own, and each says its part', () => {
  const stood = { downtime_id: 1, cause: 'Inverter', downtime: 'unavailable', downtime_part: 0.4 } as const;
  const grid = { downtime_id: 2, cause: 'Grid', downtime: 'excluded', part: 0.2 } as const;
  const stretches = stretchesOf([
    interval('08:00', stood),
    interval('08:15', { ...stood, others: [grid] }),
    interval('08:30', { ...stood, others: [grid] }),
    interval('08:45'),
  ]);
  assert.deepEqual(
    stretches.map(({ from, downtimes }) => [
      from.slice(11, 16),
      downtimes.map(({ cause, part }) => `${cause} ${part}`),
    ]),
    [
      ['08:00', ['Inverter 0.4']],
      ['08:15', ['Inverter 0.4', 'Grid 0.2']],
      ['08:45', []],
    ],
  );
});
