import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, openTestPool } from '../../../../tests/support/field.ts';
import { explained, type TableRead } from '../../../../tests/support/plans.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { type DueDaysQuery, lockDueDays } from './day-rows.repository.ts';

const PLANTS = 300;
const ZONES = ['Europe/Rome', 'Asia/Tokyo'];
/** In Rome it is the 20th still, in Tokyo the 21st. */
const NOW = new Date('2026-06-20T18:00:00Z');
const QUERY: DueDaysQuery = { now: NOW, atMost: 10_000, device_id: null, today: false, without: [] };

describe('days that are due', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Due');
    await inScope(base.pool, scope, async (tx) => {
      await tx.query(
        `insert into plant (company_id, proj_code, name, time_zone)
         select $1, 'P' || i, 'P' || i, ($3::text[])[1 + i % 2] from generate_series(1, $2) i`,
        [scope.company_id, PLANTS, ZONES],
      );
      await tx.query(
        `insert into device (company_id, plant_id, short_name, category, interval_s)
         select company_id, id, 'INV', 'inverter', 10 from plant`,
      );
      await tx.query(
        `insert into obs_dirty (company_id, device_id, day, marked_at)
         select company_id, id, day, $1 from device cross join unnest('{2026-06-20,2026-06-21}'::date[]) day`,
        [NOW],
      );
    });
  });
  after(() => base.close());

  const due = (query: Partial<DueDaysQuery>, reads: TableRead[] = []) =>
    inScope(base.pool, scope, (tx) => lockDueDays(explained(tx, reads), { ...QUERY, ...query }));
  const daysBy = (rows: readonly { time_zone: string; day: string }[]) =>
    Object.entries(Object.groupBy(rows, ({ time_zone, day }) => `${time_zone} ${day}`))
      .map(([what, found]) => [what, found?.length])
      .sort();

  it('are those that are over in their zone, however fresh their marks', async () => {
    assert.deepEqual(daysBy(await due({})), [['Asia/Tokyo 2026-06-20', PLANTS / 2]]);
    const nextDay = await due({ now: new Date('2026-06-21T14:50:00Z') });
    assert.equal(nextDay.length, 2 * PLANTS, 'and those whose marks are old');
    assert.equal((await due({ today: true })).length, 2 * PLANTS);
  });

  it('are found by reading each table once, though nothing is known of tables so new', async () => {
    const reads: TableRead[] = [];
    await due({ today: true }, reads);
    await due({}, reads);
    const marks = reads.filter(({ statement }) => statement === 'day_take_due');
    assert.ok(marks.some(({ table, loops }) => table === 'obs_dirty' && loops === 1));
    assert.deepEqual(
      marks.filter(({ loops }) => loops > 1),
      [],
    );
  });
});
