import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { addSnooze, advanceSnoozes, countMuted, endSnooze, endSnoozesOf } from './snooze-state.repository.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-06-20T08:00:00Z');
const hours = (n: number) => new Date(START + n * HOUR);

describe('snoozes of plants', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Snoozes');
  });
  after(() => base.close());

  const add = (plant_id: number, from: number, to: number, message = 'works', now = 0) =>
    inScope(base.pool, scope, (tx) =>
      addSnooze(
        tx,
        { plant_id, starts_at: hours(from), ends_at: hours(to), message, created_by: null },
        hours(now),
      ),
    );
  const turn = (now: number) => inScope(base.pool, scope, (tx) => advanceSnoozes(tx, hours(now)));
  const plantOf = (plant_id: number) =>
    inScope(base.pool, scope, async (tx) => {
      const { rows } = await tx.query<{ snooze_date: Date | null; snooze_message: string }>(
        'select snooze_date, snooze_message from plant where company_id = $1 and id = $2',
        [scope.company_id, plant_id],
      );
      const { snooze_date = null, snooze_message = '' } = rows[0] ?? {};
      return [snooze_date && (snooze_date.getTime() - START) / HOUR, snooze_message];
    });
  const rowsOf = (plant_id: number) =>
    inScope(base.pool, scope, async (tx) => {
      const { rows } = await tx.query<{ ended_at: Date | null; end_reason: string | null; muted: number }>(
        'select ended_at, end_reason, muted from alarm_snooze where company_id = $1 and plant_id = $2 order by id',
        [scope.company_id, plant_id],
      );
      return rows.map((row) => [
        row.ended_at && (row.ended_at.getTime() - START) / HOUR,
        row.end_reason,
        row.muted,
      ]);
    });

  it('puts a planned one in force at its start and ends it at its end', async () => {
    const plant = await makePlant(base.pool, scope, 'PLANNED');
    await add(plant, 2, 5);
    assert.deepEqual(await plantOf(plant), [null, '']);
    assert.deepEqual(await turn(1), []);
    assert.deepEqual(await turn(2), [plant]);
    assert.deepEqual(await plantOf(plant), [5, 'works']);
    assert.deepEqual(await turn(3), []);
    // Looked at late, it ended when its time was over.
    assert.deepEqual(await turn(7), [plant]);
    assert.deepEqual(await plantOf(plant), [null, '']);
    assert.deepEqual(await rowsOf(plant), [[5, 'expired', 0]]);
  });

  it('is snoozed until the last of two ends, and a new one from now takes the place of those in force', async () => {
    const plant = await makePlant(base.pool, scope, 'TWO');
    await add(plant, 0, 10, 'long');
    await add(plant, 1, 4, 'inside');
    await add(plant, 20, 24, 'later');
    await turn(2);
    assert.deepEqual(await plantOf(plant), [10, 'long']);
    await add(plant, 3, 6, 'new', 3);
    assert.deepEqual(await plantOf(plant), [6, 'new']);
    assert.deepEqual(await rowsOf(plant), [
      [3, 'replaced', 0],
      [3, 'replaced', 0],
      [null, null, 0],
      [null, null, 0],
    ]);
  });

  it('counts what it mutes, ends early or for the worse, and takes a planned one back', async () => {
    const plant = await makePlant(base.pool, scope, 'ENDS');
    const other = await makePlant(base.pool, scope, 'OTHER');
    const first = await add(plant, 0, 10);
    const planned = await add(plant, 20, 30);
    await add(other, 0, 10);
    await inScope(base.pool, scope, async (tx) => {
      await countMuted(tx, [plant, plant, other], hours(1));
      assert.equal(await endSnooze(tx, first, { by: null, now: hours(2) }), plant);
      assert.equal(await endSnooze(tx, first, { by: null, now: hours(2) }), undefined);
      assert.equal(await endSnooze(tx, planned, { by: null, now: hours(2) }), plant);
      const worse = { reason: 'worse', by: null, now: hours(3) } as const;
      assert.deepEqual(await endSnoozesOf(tx, [plant, other], worse), [other]);
    });
    assert.deepEqual(await rowsOf(plant), [
      [2, 'early', 2],
      [2, 'early', 0],
    ]);
    assert.deepEqual(await rowsOf(other), [[3, 'worse', 1]]);
    assert.deepEqual(await plantOf(other), [null, '']);
  });

  it('goes on whatever gets worse, where it is for planned work', async () => {
    const plant = await makePlant(base.pool, scope, 'WORK');
    await add(plant, 0, 10, 'known');
    await inScope(base.pool, scope, (tx) =>
      addSnooze(
        tx,
        {
          plant_id: plant,
          kind: 'planned_work',
          starts_at: hours(1),
          ends_at: hours(6),
          message: 'crew',
          created_by: null,
        },
        hours(0),
      ),
    );
    await turn(2);
    await inScope(base.pool, scope, (tx) =>
      endSnoozesOf(tx, [plant], { reason: 'worse', by: null, now: hours(3) }),
    );
    assert.deepEqual(await rowsOf(plant), [
      [3, 'worse', 0],
      [null, null, 0],
    ]);
    assert.deepEqual(await plantOf(plant), [6, 'crew']);
    await turn(6);
    assert.deepEqual(await plantOf(plant), [null, '']);
  });
});
