import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastingOf } from './snooze.model.ts';

const snooze = (id: number, proj_code: string, ends_at: string) => ({ id, proj_code, ends_at });

describe('the snooze in force of a plant', () => {
  it('is the one that ends last, not the one that began last; of two alike the newer one', () => {
    // As the list answers them: newest start first. The planned one of ALFA began beside one that lasts longer.
    const lasting = lastingOf([
      snooze(3, 'ALFA', '2026-06-21T08:00:00Z'),
      snooze(1, 'ALFA', '2026-06-27T08:00:00Z'),
      snooze(5, 'BETA', '2026-06-22T08:00:00Z'),
      snooze(4, 'BETA', '2026-06-22T08:00:00Z'),
    ]);
    assert.deepEqual(
      [...lasting].map(([plant, { id }]) => [plant, id]),
      [
        ['ALFA', 1],
        ['BETA', 5],
      ],
    );
  });
});
