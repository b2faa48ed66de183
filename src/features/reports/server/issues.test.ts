import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { makePlant } from '../../../../tests/support/app.ts';
import { linesOfPdf } from '../../../../tests/support/pdf-text.ts';
import { StoppedPlant } from '../../../../tests/support/stopped-plant.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { canonicalJson } from '../../../shared/units/canonical-json.ts';
import type { Tariff } from '../../revenues/tariffs.contract.ts';
import type { ReportIssue, ReportIssueRow } from '../report-issues.contract.ts';

const DAYS = { from: '2026-06-18', to: '2026-06-19' };

describe('reports that are issued', () => {
  let world: StoppedPlant;
  let tariff: Tariff;
  let first: ReportIssue;
  before(async () => {
    world = await StoppedPlant.make([]);
    tariff = await world.ask('POST', 'tariffs/', {
      body: { proj_code: 'SUNNY', kind: 'fixed', name: 'Sale', ...step(0.1) },
      status: 201,
    });
  });
  after(() => world?.test.close());

  const step = (rate: number) => ({ steps: [{ from_on: '2026-01-01', to_on: null, rate }] });
  const issue = <T = ReportIssue>(body: object, status = 201): Promise<T> =>
    world.ask('POST', 'report-issues/', { body: { kind: 'k451', by: 'day', ...DAYS, ...body }, status });
  const listed = async (page = '', as: object = {}) =>
    (
      await world.ask<{ results: ReportIssueRow[]; count: number }>(
        'GET',
        `report-issues/?kind=k451${page}`,
        as,
      )
    ).results;
  const refused = async (body: object) => {
    const { errors } = await issue<{ errors: { code: string }[] }>(body, 400);
    return errors[0]?.code;
  };
  const rated = (rate: number) => world.ask('PATCH', `tariffs/${tariff.id}/`, { body: step(rate) });

  it('stay as they were, whatever is corrected afterwards, and a new issue says what changed', async () => {
    first = await issue({ notes: 'For the bank' });
    const { content } = first.sealed;
    assert.deepEqual([first.number, first.revision, first.corrects, first.is_last], [1, 0, null, true]);
    assert.deepEqual(content.inputs, [
      { kind: 'plant', id: world.plant_id, version: 1 },
      { kind: 'tariff', id: tariff.id, version: 1 },
    ]);
    assert.equal(await refused({ notes: 'For the bank' }), 'nothing_changed');

    await rated(0.2);
    assert.deepEqual(
      (await world.ask<ReportIssue>('GET', `report-issues/${first.id}/`)).sealed,
      first.sealed,
    );
    const second = await issue({ notes: 'The price was wrong' });
    assert.deepEqual([second.number, second.revision, second.corrects], [2, 1, first.id]);
    const { changes, changed_inputs } = second.sealed.content;
    // Two days and their total: of each the revenue, twice what it was to a cent.
    assert.deepEqual(
      changes.map(({ period, field }) => [period, field]),
      [
        ['2026-06-18', 'revenue_eur'],
        ['2026-06-19', 'revenue_eur'],
        ['', 'revenue_eur'],
      ],
    );
    for (const { before, after } of changes) assert.ok(Math.abs((after ?? 0) - 2 * (before ?? 0)) < 0.025);
    assert.deepEqual(changed_inputs, [{ kind: 'tariff', id: tariff.id, before: 1, after: 2 }]);
    const rows = await listed();
    assert.deepEqual(
      rows.map(({ number, changes: count }) => [number, count]),
      [
        [2, 3],
        [1, 0],
      ],
    );
    // They come in pages, the newest first.
    const second_page = await world.ask<{ count: number; results: ReportIssueRow[] }>(
      'GET',
      'report-issues/?kind=k451&page=2&page_size=1',
    );
    assert.deepEqual([second_page.count, second_page.results.map(({ id }) => id)], [2, [first.id]]);
    assert.equal((await world.ask<ReportIssue>('GET', `report-issues/${first.id}/`)).is_last, false);
  });

  it('are not made while days of theirs are still being counted', async () => {
    // A plant's year is worked out from readings; of more days kept ones are added up, and none is kept yet.
    const longer = { from: '2025-11-26', to: '2026-12-31', by: 'month' };
    assert.equal(await refused(longer), 'being_counted');
  });

  it('are sealed by a chain that whoever is given them can follow, and no row can be changed', async () => {
    const other = await issue({ kind: 'k410', from: '2026-01-01', to: '2026-12-31' });
    const rows = await listed();
    let previous: string | null = null;
    for (const { id } of [...rows.toReversed(), other]) {
      const { sealed, hash, is_whole } = await world.ask<ReportIssue>('GET', `report-issues/${id}/`);
      assert.equal(createHash('sha256').update(canonicalJson(sealed)).digest('hex'), hash);
      assert.deepEqual([sealed.previous_hash, is_whole], [previous, true]);
      previous = hash;
    }
    for (const change of ["update report_issue set hash = repeat('0', 64)", 'delete from report_issue'])
      await assert.rejects(
        inScope(world.test.pool, world.company, (tx) =>
          tx.query(`${change} where company_id = $1`, [world.company.company_id]),
        ),
        /permission denied/,
      );
    // Whoever reaches the database past the program is seen.
    await world.test.arrange(
      `update report_issue set content = jsonb_set(content, '{notes}', '"x"') where id = $1`,
      [first.id],
    );
    assert.equal((await world.ask<ReportIssue>('GET', `report-issues/${first.id}/`)).is_whole, false);
  });

  it('print what they are known by, with the figures of then', async () => {
    await rated(0.3);
    const url = `/api/v1/report-issues/${first.id}/file/?language=en&format=`;
    const file = (format: string) => world.test.app.inject({ url: `${url}${format}`, headers: world.owner });
    const eur = first.sealed.content.report.rows[0] as { revenue_eur: number };
    const [, line = ''] = (await file('csv')).body.split('\r\n');
    assert.ok(line.endsWith(String(eur.revenue_eur)), line);
    const text = linesOfPdf((await file('pdf')).rawPayload).join('\n');
    for (const said of ['Issue 1/2026', first.hash.slice(0, 16)]) assert.ok(text.includes(said), said);
  });

  it('are refused of nothing, and of a K410 that is no year; who may not write issues none', async () => {
    assert.equal(await refused({ from: '2025-01-01', to: '2025-01-02' }), 'no_data');
    assert.equal(await refused({ kind: 'k410' }), 'whole_year');
    const body = { kind: 'k451', by: 'month', ...DAYS };
    const viewer = await world.enter(['VIEWER', 'APP_0'], [world.plant_id]);
    await world.ask('POST', 'report-issues/', { body, as: viewer, status: 403 });
  });

  it('are seen by whoever may see all of their plants, and numbered over those that others do not see', async () => {
    await makePlant(world.test.pool, world.company, 'OTHER', {});
    await rated(0.4);
    const all = await issue({ notes: 'All plants' });
    const engineer = await world.enter(['ENGINEER_0', 'APP_0'], [world.plant_id]);
    await world.ask('GET', `report-issues/${all.id}/`, { as: engineer, status: 404 });
    const seen = await listed('', { as: engineer });
    assert.ok(seen.length === 2 && seen.every(({ codes }) => codes.join() === 'SUNNY'));
    const body = { kind: 'k451', by: 'month', ...DAYS };
    const own = await world.ask<ReportIssue>('POST', 'report-issues/', { body, as: engineer, status: 201 });
    assert.deepEqual([own.number, own.sealed.previous_hash], [all.number + 1, all.hash]);
  });
});
