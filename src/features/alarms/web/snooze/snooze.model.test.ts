import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { durationWords } from '../../../../shared/web/charts/duration-words.ts';
import type { Snooze } from '../../snoozes.contract.ts';
import { lastEndingOf, lengthOf, missingIn, type SnoozeRequest, spanOf } from './snooze.model.ts';

const snooze = (id: number, proj_code: string, ends_at: string) => ({ id, proj_code, ends_at });

describe('the snooze in force of a plant', () => {
  it('is the one that ends last, not the one that began last; of two alike the newer one', () => {
    // As the list answers them: newest start first. The planned one of ALFA began beside one that lasts longer.
    const lastEnding = lastEndingOf([
      snooze(3, 'ALFA', '2026-06-21T08:00:00Z'),
      snooze(1, 'ALFA', '2026-06-27T08:00:00Z'),
      snooze(5, 'BETA', '2026-06-22T08:00:00Z'),
      snooze(4, 'BETA', '2026-06-22T08:00:00Z'),
    ]);
    assert.deepEqual(
      [...lastEnding].map(([plant, { id }]) => [plant, id]),
      [
        ['ALFA', 1],
        ['BETA', 5],
      ],
    );
  });
});

describe('what a person types to snooze a plant', () => {
  const NOW = Date.parse('2026-06-01T08:00:00Z');
  const request = (parts: Partial<SnoozeRequest>): SnoozeRequest => ({
    kind: 'planned_work',
    days: '',
    message: 'Crew',
    from: '2026-06-01 12:00:00',
    to: '2026-06-01 16:30:00',
    ...parts,
  });

  it('is planned work by the hour of the plant, and needs no days', () => {
    assert.deepEqual(spanOf(request({}), 'Europe/Rome', NOW), {
      start: Date.parse('2026-06-01T10:00:00Z'),
      end: Date.parse('2026-06-01T14:30:00Z'),
    });
    assert.deepEqual(missingIn(request({}), 'Europe/Rome', NOW), []);
    assert.deepEqual(missingIn(request({ to: '2026-06-01 11:00:00' }), 'Europe/Rome', NOW), ['to']);
    assert.deepEqual(missingIn(request({ to: '', message: ' ' }), 'Europe/Rome', NOW), ['to', 'message']);
  });

  it('is whole days where alarms are known', () => {
    assert.deepEqual(missingIn(request({ kind: 'mute', to: '' }), 'Europe/Rome', NOW), ['days']);
    assert.equal(spanOf(request({ kind: 'mute', days: 1, from: null }), 'Europe/Rome', NOW)?.start, NOW);
  });
});

describe('how long a snooze lasts', () => {
  const starts_at = '2026-06-01T12:38:00Z';
  const textOf = (one: Pick<Snooze, 'kind' | 'days' | 'ends_at'>): string => {
    const length = lengthOf({ ...one, starts_at });
    return 'days' in length ? `${length.days} days` : durationWords(length.ms, 'it-IT');
  };

  it('is said in whole days or in hours and minutes, never in parts of a day', () => {
    const planned = 'planned_work' as const;
    assert.equal(textOf({ kind: planned, days: 0.18, ends_at: '2026-06-01T17:00:00Z' }), '4 h 22 min');
    assert.equal(textOf({ kind: planned, days: 0, ends_at: '2026-06-01T12:42:00Z' }), '4 min');
    assert.equal(textOf({ kind: planned, days: 1.5, ends_at: '2026-06-03T00:38:00Z' }), '1 giorno 12 h');
    assert.equal(textOf({ kind: 'mute', days: 1.5, ends_at: '2026-06-03T00:38:00Z' }), '1 giorno 12 h');
    // The day on which the clocks go back has 25 hours.
    assert.equal(textOf({ kind: 'mute', days: 1, ends_at: '2026-06-02T13:38:00Z' }), '1 days');
  });
});
