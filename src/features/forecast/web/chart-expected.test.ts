import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expectedBeside } from './chart-expected.model.ts';

const TS = ['2026-06-18T10:00:00.000Z', '2026-06-18T11:00:00.000Z', '2026-06-18T12:00:00.000Z'];
const drawn = (
  actual_kwh: readonly (number | null)[],
  made: readonly (number | null)[] | null,
): (number | null)[] => [
  ...expectedBeside(
    { ts: TS, expected_kwh: [10, 10, 10], actual_kwh },
    made && { ts: TS, produced: { kwh: made } },
  ).values(),
];

describe('what is expected, beside what is drawn as made', () => {
  it('stands beside what the same hours made', () => {
    assert.deepEqual(drawn([9, 9, 9], [9, 9, 9]), [10, 10, 10]);
    assert.deepEqual(drawn([9, null, 9], null), [10, 10, 10]);
  });

  it('is not drawn beside a part of the plant, nor beside hours that are more than those compared', () => {
    assert.deepEqual(drawn([9, null, 5], [9, 4.5, 9]), [10, null, null]);
  });

  it('stands alone where nothing is drawn as made, as in hours to come', () => {
    assert.deepEqual(drawn([9, null, null], [9, null, null]), [10, 10, 10]);
  });
});
