import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { durationWords } from '../../../../shared/web/charts/duration-words.ts';
import type { Snooze } from '../../snoozes.contract.ts';
import {
  lastEndingOf,
  lengthOf,
  type SnoozeRequest,
  snoozeBody,
  snoozeFaults,
  spanOf,
} from './snooze.model.ts';

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
    plants: [],
    days: null,
    snooze_message: 'Crew',
    starts_at: '2026-06-01 12:00:00',
    ends_at: '2026-06-01 16:30:00',
    ...parts,
  });
  const faultsOf = (parts: Partial<SnoozeRequest>) =>
    snoozeFaults(request(parts), 'Europe/Rome', NOW).map(({ path }) => path);

  it('is planned work by the hour of the plant, and needs no days', () => {
    assert.deepEqual(spanOf(request({}), 'Europe/Rome', NOW), {
      start: Date.parse('2026-06-01T10:00:00Z'),
      end: Date.parse('2026-06-01T14:30:00Z'),
    });
    assert.deepEqual(faultsOf({}), []);
    assert.deepEqual(faultsOf({ ends_at: '2026-06-01 11:00:00' }), ['ends_at']);
    assert.deepEqual(faultsOf({ ends_at: '' }), ['ends_at']);
    assert.deepEqual(faultsOf({ starts_at: '2026-06-01 08:00:00' }), ['starts_at']);
  });

  it('is whole days where alarms are known', () => {
    const mute = request({ kind: 'mute', days: 1, ends_at: '', starts_at: null });
    assert.equal(spanOf(mute, 'Europe/Rome', NOW)?.start, NOW);
    assert.equal(spanOf({ ...mute, days: null }, 'Europe/Rome', NOW), null);
    assert.deepEqual(snoozeFaults(mute, 'Europe/Rome', NOW), []);
  });

  it('is sent for each plant by its own clock', () => {
    const body = { kind: 'planned_work', snooze_message: 'Crew', starts_at: '2026-06-01T10:00:00.000Z' };
    assert.deepEqual(snoozeBody(request({}), 'Europe/Rome'), {
      ...body,
      ends_at: '2026-06-01T14:30:00.000Z',
    });
    const elsewhere = snoozeBody(request({ kind: 'mute', days: 2, starts_at: null }), 'Europe/Lisbon');
    assert.deepEqual(elsewhere, { kind: 'mute', days: 2, snooze_message: 'Crew' });
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
