import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedInputs, changesOf, tellsTheSame } from './report-issue.model.ts';
import type { IssueContent } from './report-issues.contract.ts';
import type { K451Report, K451Row } from './reports.contract.ts';

const row = (period: string, more: Partial<K451Row> = {}): K451Row => ({
  proj_code: 'P',
  plant_name: 'Plant',
  period,
  produced_kwh: 10,
  exported_kwh: 10,
  used_kwh: 0,
  irradiation_kwh_m2: null,
  expected_kwh: null,
  pr: null,
  pr_25: null,
  pr_weather: null,
  performance_index: null,
  missing_share: null,
  availability_raw: 1,
  availability: 1,
  completeness: 1,
  downtimes: [],
  lost_kwh: null,
  lost_eur: null,
  revenue_eur: 1,
  ...more,
});
const report = (rows: K451Row[]): K451Report => ({
  from: '2026-06-01',
  to: '2026-06-30',
  by: 'day',
  with_availability: true,
  rows,
  totals: [],
});
const cause = (name: string) => ({ cause_id: 1, cause: name, counts: true, energy_kwh: 2, earning_eur: 3 });

describe('what a later issue says has changed', () => {
  it('is each figure that is another, row by row; a row that came or went is all of its figures', () => {
    const before = report([row('2026-06-01'), row('2026-06-02', { used_kwh: null })]);
    const after = report([row('2026-06-01', { revenue_eur: 2, lost_kwh: 5 })]);
    const of = (period: string, field: string, was: number | null, is: number | null) => ({
      proj_code: 'P',
      period,
      field,
      before: was,
      after: is,
    });
    assert.deepEqual(changesOf(before, after), [
      of('2026-06-01', 'lost_kwh', null, 5),
      of('2026-06-01', 'revenue_eur', 1, 2),
      of('2026-06-02', 'produced_kwh', 10, null),
      of('2026-06-02', 'exported_kwh', 10, null),
      of('2026-06-02', 'availability_raw', 1, null),
      of('2026-06-02', 'availability', 1, null),
      of('2026-06-02', 'completeness', 1, null),
      of('2026-06-02', 'revenue_eur', 1, null),
    ]);
    assert.deepEqual(changesOf(before, before), []);
  });

  it('is told of downtimes whose causes are others while their sums stand', () => {
    const of = (name: string) => report([row('2026-06-01', { downtimes: [cause(name)], lost_kwh: 2 })]);
    assert.deepEqual(
      changesOf(of('Grid'), of('Theft')).map(({ field }) => field),
      ['downtimes'],
    );
  });

  it('is no figure that reports did not tell yet when the one before was issued', () => {
    const content = (rows: K451Row[], notes = '') =>
      ({ kind: 'k451', notes, report: report(rows) }) as unknown as IssueContent;
    const before = [row('2026-06-01')];
    const after = [row('2026-06-01', { imported_kwh: 7 })];
    assert.deepEqual(changesOf(report(before), report(after)), []);
    assert.equal(tellsTheSame(content(before), content(after)), true);
    // What both tell counts, and so does what is noted.
    const other = [row('2026-06-01', { imported_kwh: 7, revenue_eur: 2 })];
    assert.equal(tellsTheSame(content(before), content(other)), false);
    assert.equal(tellsTheSame(content(before), content(after, 'noted')), false);
    assert.equal(tellsTheSame(content(after), content([row('2026-06-01', { imported_kwh: 8 })])), false);
  });

  it('is told of inputs by their versions', () => {
    const tariff = (id: number, version: number) => ({ kind: 'tariff' as const, id, version });
    assert.deepEqual(
      changedInputs([tariff(1, 1), tariff(2, 1), tariff(3, 1)], [tariff(1, 2), tariff(3, 1), tariff(4, 1)]),
      [
        { kind: 'tariff', id: 1, before: 1, after: 2 },
        { kind: 'tariff', id: 2, before: 1, after: null },
        { kind: 'tariff', id: 4, before: null, after: 1 },
      ],
    );
  });
});
