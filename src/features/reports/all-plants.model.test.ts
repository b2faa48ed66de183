import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ExactK410Row, type ExactK451Row, k410Sums, k451Sums } from './all-plants.model.ts';

const RATIOS = {
  irradiation_kwh_m2: 5,
  pr: 0.8,
  pr_25: 0.8,
  pr_weather: 0.8,
  performance_index: 0.9,
  missing_share: 0,
  availability_raw: 1,
  availability: 1,
  completeness: 1,
};
const k451 = (proj_code: string, more: Partial<ExactK451Row>): ExactK451Row => ({
  lacks: { energy_kwh: false, earning_eur: false },
  proj_code,
  plant_name: proj_code,
  period: '2026-06',
  produced_kwh: null,
  exported_kwh: null,
  used_kwh: null,
  expected_kwh: null,
  ...RATIOS,
  downtimes: [],
  lost_kwh: null,
  lost_eur: null,
  revenue_eur: null,
  ...more,
});
const stop = (cause_id: number, energy_kwh: number | null, earning_eur: number | null) => ({
  cause_id,
  cause: `C${cause_id}`,
  counts: true,
  energy_kwh,
  earning_eur,
});

describe('what all plants of a report come to', () => {
  it('is the sum of what is known of each, with of how many plants it is, and no ratio', () => {
    const rows = [
      k451('A', { produced_kwh: 100.04, revenue_eur: 0.1, expected_kwh: 90 }),
      k451('B', {
        produced_kwh: 50.04,
        revenue_eur: 0.2,
        lost_kwh: 7,
        lost_eur: 1.5,
        downtimes: [stop(1, 7, 1.5)],
      }),
      // Of what its downtimes of a cause lost in euros some is known, and some is not.
      k451('C', {
        downtimes: [stop(1, 3, 0.5)],
        lost_kwh: 3,
        lost_eur: 0.5,
        lacks: { energy_kwh: false, earning_eur: true },
      }),
    ];
    const totals = rows.map((row) => ({ ...row, period: '' }));
    // A fourth plant knows nothing at all and has no row.
    const [june, all, ...more] = k451Sums({ rows, totals }, 4);
    assert.deepEqual([june?.period, all?.period, more], ['2026-06', '', []]);
    // 100.04 + 50.04 kWh is rounded once, later: 150.08 is 150.1, and not 100.0 + 50.0. 10 and 20 cents are 30.
    assert.ok(Math.abs((all?.produced_kwh ?? 0) - 150.08) < 1e-9);
    assert.deepEqual([all?.revenue_eur, all?.expected_kwh, all?.used_kwh], [0.3, 90, null]);
    // 7 + 3 kWh; of what C lost in euros not all is known, and A and the fourth lost nothing.
    assert.deepEqual([all?.lost_kwh, all?.lost_eur], [10, 2]);
    assert.deepEqual(all?.downtimes, [stop(1, 10, 2)]);
    assert.deepEqual(
      [all?.plants, all?.partial.map(({ field, plants }) => `${field} ${plants}`)],
      [4, ['produced_kwh 2', 'expected_kwh 1', 'revenue_eur 2', 'lost_eur 3']],
    );
    assert.deepEqual([all?.pr, all?.availability, all?.irradiation_kwh_m2], [null, null, null]);
    assert.deepEqual(k451Sums({ rows: rows.slice(0, 1), totals: totals.slice(0, 1) }, 1), []);
  });

  it('has a change of the plants and months that are over and both years know', () => {
    const k410 = (proj_code: string, month: string, produced_kwh: number, year_ago_kwh: number | null) =>
      ({
        proj_code,
        plant_name: '',
        month,
        produced_kwh,
        year_ago_kwh,
        expected_kwh: null,
        over: month !== '2026-07',
        budget_kwh: proj_code === 'A' && month === '2026-06' ? 80 : null,
      }) as ExactK410Row;
    const rows = [
      k410('A', '2026-05', 110, 100),
      k410('A', '2026-06', 90, 100),
      k410('B', '2026-05', 60, null),
      k410('B', '2026-06', 55, 50),
      // Ten days of July are not held against a whole one.
      k410('A', '2026-07', 30, 100),
    ];
    const totals = [k410('A', '', 230, 300), k410('B', '', 115, 50)];
    const told = k410Sums({ rows, totals }, 2);
    // May: A alone, 110 for 100. June: 145 for 150. Both: 255 for 250, without what B made in May.
    assert.deepEqual(
      told.map(({ month, produced_kwh, year_ago_kwh, change }) => [
        month,
        produced_kwh,
        year_ago_kwh,
        change,
      ]),
      [
        ['2026-05', 170, 100, 0.1],
        ['2026-06', 145, 150, -5 / 150],
        ['2026-07', 30, 100, null],
        ['', 345, 350, 0.02],
      ],
    );
    assert.deepEqual(
      told.map(({ partial }) => partial.map(({ field, plants }) => `${field} ${plants}`)),
      [
        ['year_ago_kwh 1', 'change 1'],
        ['budget_kwh 1', 'budget_change 1'],
        ['produced_kwh 1', 'year_ago_kwh 1'],
        ['budget_change 1'],
      ],
    );
    // Planned was A's June alone: 90 for 80.
    assert.deepEqual(
      told.map(({ budget_change }) => budget_change),
      [null, 0.125, null, 0.125],
    );
  });
});
