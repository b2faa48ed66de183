import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { chartOf, type SeriesQuery } from '../../../../tests/support/series.ts';
import type { AppError } from '../../../shared/server/errors.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { createMark, pageOfMarks, removeMark } from './reading-marks.service.ts';
import { ReadingWriter } from './reading-writer.ts';
import { listSeriesMarks } from './series.repository.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const MINUTE = 60_000;

describe('readings that people declare bad', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let writer: ReadingWriter;
  let device_id: number;
  let plant: number;
  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Marks');
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    plant = await makePlant(base.pool, scope, 'MARKS');
    device_id = await makeDevice(base.pool, scope, plant, 'I1', ['ac_power_kw', 'frequency_hz'], {
      interval_s: 300,
    });
    const rows = [];
    // 8 October in Rome: 10 kW all day, but 1,000 kW between 12:00 and 13:00 UTC.
    for (let ts = Date.parse('2026-10-07T22:00Z'); ts < Date.parse('2026-10-08T22:00Z'); ts += 5 * MINUTE) {
      const wrong = ts >= Date.parse('2026-10-08T12:00Z') && ts < Date.parse('2026-10-08T13:00Z');
      rows.push({ device_id, ts, values: Float64Array.of(wrong ? 1000 : 10, 50), quality: null });
    }
    await writer.write(scope, rows);
    await settle();
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const settle = () => recomputeDirty(base.pool, scope, { clock: () => NOW.getTime() });
  const ask = async (resolution: string, variables: string) => {
    const [series] = await chartOf({ pool: base.pool, scope, now: NOW }, {
      devices: String(device_id),
      variables,
      resolution,
      aggregate: 'max',
      start: '2026-10-07T22:00:00Z',
      end: '2026-10-08T22:00:00Z',
    } as SeriesQuery);
    return series;
  };
  const mark = {
    start: '2026-10-08T12:00:00Z',
    end: '2026-10-08T13:00:00Z',
    reason: 'The transformer was being calibrated',
  };

  it('counts them nowhere, names why, and counts them again when it is undone', async () => {
    assert.deepEqual((await ask('day', 'ac_power_kw'))?.values, [1000]);
    const made = await inScope(base.pool, scope, (tx) =>
      createMark(tx, { device_id, variables: ['ac_power_kw'], ...mark }),
    );
    assert.deepEqual(
      [made.variables, made.start, made.reason],
      [['ac_power_kw'], '2026-10-08T12:00:00.000Z', mark.reason],
    );
    await settle();
    assert.deepEqual((await ask('day', 'ac_power_kw'))?.values, [10], 'the day is counted without them');
    const hours = await ask('hour', 'ac_power_kw');
    assert.deepEqual(hours?.values.slice(13, 16), [10, null, 10], 'the hour of the mark is a gap');
    assert.equal(hours?.quality?.[14], 'failed');
    assert.deepEqual(
      (await ask('hour', 'frequency_hz'))?.values.slice(13, 16),
      [50, 50, 50],
      'the other variable counts',
    );

    await inScope(base.pool, scope, (tx) => removeMark(tx, made.id));
    await settle();
    assert.deepEqual((await ask('day', 'ac_power_kw'))?.values, [1000], 'they stayed as they came');
    const all = await inScope(base.pool, scope, (tx) =>
      pageOfMarks(tx, { undone: true, page: 1, page_size: 10 }),
    );
    assert.equal(all.count, 1);
    assert.notEqual(all.results[0]?.undone_at, null);
    const standing = await inScope(base.pool, scope, (tx) =>
      pageOfMarks(tx, { undone: false, page: 1, page_size: 10 }),
    );
    assert.equal(standing.count, 0);
    await assert.rejects(
      inScope(base.pool, scope, (tx) => removeMark(tx, made.id)),
      { code: 'conflict' },
    );
  });

  it('refuses what makes no sense, and knows no plant that its scope does not see', async () => {
    const attempt = (given: object, who = scope) =>
      inScope(base.pool, who, (tx) => createMark(tx, { device_id, ...mark, ...given }));
    const path = async (given: object) =>
      attempt(given).then(
        () => 'made',
        (refusal: AppError) => refusal.options.errors?.[0]?.path,
      );
    assert.equal(await path({ end: mark.start }), 'end');
    assert.equal(await path({ end: '2028-01-01T00:00:00Z' }), 'end');
    assert.equal(await path({ variables: ['ac_power_kw', 'no_such'] }), 'variables.1');
    const blind = scopeOfWork(scope.company_id, []);
    await assert.rejects(attempt({}, blind), { code: 'not_found' });
    const made = await attempt({});
    await assert.rejects(
      inScope(base.pool, blind, (tx) => removeMark(tx, made.id)),
      { code: 'not_found' },
    );
    await inScope(base.pool, scope, (tx) => removeMark(tx, made.id));
    await settle();
  });

  it('are told to charts newest first where there are too many, and stand in order of time', async () => {
    const window = { start: Date.parse('2026-09-01T00:00Z'), end: Date.parse('2026-10-01T00:00Z') };
    await inScope(base.pool, scope, (tx) =>
      tx.query(
        `insert into reading_mark (company_id, device_id, start_at, end_at, reason)
         select $1, $2, $3::timestamptz + i * interval '1 minute', $3::timestamptz + (i + 1) * interval '1 minute', 'wrong'
         from generate_series(1, 1001) i`,
        [scope.company_id, device_id, new Date(window.start)],
      ),
    );
    const answer = await inScope(base.pool, scope, (tx) => listSeriesMarks(tx, [device_id], window));
    const minutes = answer.map(({ start }) => (start - window.start) / MINUTE);
    assert.deepEqual([minutes.length, minutes[0], minutes.at(-1)], [1000, 2, 1001]);
  });
});
