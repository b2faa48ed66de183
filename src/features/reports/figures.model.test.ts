import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asRead, asWritten, writtenRow } from './figures.model.ts';

describe('figures of the reports', () => {
  it('are rounded half away from zero, without what binary fractions add', () => {
    const cases: [Parameters<typeof asWritten>, number | null][] = [
      [['revenue_eur', 1.005], 1.01],
      [['revenue_eur', -1.005], -1.01],
      [['revenue_eur', -0.004], 0],
      [['produced_kwh', 12.25], 12.3],
      [['produced_kwh', 1e-9], 0],
      [['pr', 0.84149999], 0.841],
      [['pr', 0.8415], 0.842],
      [['change', -0.0005], -0.001],
      [['lost_kwh', null], null],
    ];
    for (const [given, expected] of cases) assert.equal(asWritten(...given), expected, String(given));
  });

  it('are read as percentages where they are shares, with the same digits', () => {
    assert.equal(asRead('pr', 0.842), 84.2);
    assert.equal(asRead('availability', 0.577), 57.7);
    assert.equal(asRead('produced_kwh', 12.3), 12.3);
    assert.equal(asRead('pr', null), null);
  });

  it('a row keeps what is no figure, and rounds the rows in it', () => {
    const row = { period: '2026-06', pr: 0.84149, downtimes: [{ cause_id: 7, energy_kwh: 1.26 }] };
    assert.deepEqual(writtenRow(row), {
      period: '2026-06',
      pr: 0.841,
      downtimes: [{ cause_id: 7, energy_kwh: 1.3 }],
    });
  });
});
