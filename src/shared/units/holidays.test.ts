import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { easterOf, holidayOf, isHoliday } from './holidays.ts';
import { addDays } from './zones.ts';

describe('public holidays of Italy', () => {
  it('are twelve fixed and moving days, and Saint Francis from 2026 on', () => {
    assert.deepEqual([2024, 2025, 2026, 2027].map(easterOf), [
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
    ]);
    assert.ok(isHoliday('2026-04-06') && isHoliday('2026-06-02') && isHoliday('2026-10-04'));
    assert.ok(!isHoliday('2025-10-04') && !isHoliday('2026-04-07'));
    assert.deepEqual(['2027-03-28', '2027-03-29', '2027-12-26', '2027-12-27'].map(holidayOf), [
      'easter',
      'easter_monday',
      'stephen',
      null,
    ]);
    const of = (year: number) =>
      Array.from({ length: 365 }, (_, i) => addDays(`${year}-01-01`, i)).filter(isHoliday).length;
    assert.deepEqual([of(2025), of(2026)], [12, 13]);
  });
});
