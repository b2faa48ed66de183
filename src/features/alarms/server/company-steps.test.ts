import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AlarmField, HOUR, MINUTE } from '../../../../tests/support/alarm-field.ts';
import { openTestPool } from '../../../../tests/support/field.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { CompanySteps } from './company-steps.ts';
import { listDeviceFacts } from './watched.repository.ts';

const START = Date.parse('2026-06-20T08:00:00Z');

describe('what devices made in the last quarters of an hour', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let field: AlarmField;
  before(async () => {
    base = await openTestPool();
    field = await AlarmField.make(base.pool, 'Steps', START);
  });
  after(async () => {
    await field.close();
    await base.close();
  });

  const refresh = (steps: CompanySteps) =>
    inScope(base.pool, field.scope, async (tx) =>
      steps.refresh(tx, await listDeviceFacts(tx), { now: field.now, count: 4 }),
    );

  it('is the mean of good readings, of a counter what it gained, and how much of it they stand for', async () => {
    const { ids } = await field.addPlant('PLANT', { INV1: ['ac_power_kw'], INV2: ['energy_total_kwh'] });
    for (let minute = 0; minute < 60; minute++, field.now += MINUTE) {
      // Nothing in the second quarter; a person declares the last one of the first inverter bad.
      if (minute >= 15 && minute < 30) continue;
      await field.say(ids[0], minute < 15 ? 10 : 20);
      await field.say(ids[1], minute / 2);
    }
    await field.query(
      `insert into reading_mark (company_id, device_id, start_at, end_at, reason) values ($1, $2, $3, $4, 'wrong')`,
      ids[0],
      new Date(START + 45 * MINUTE),
      new Date(START + HOUR),
    );
    const steps = new CompanySteps();
    await refresh(steps);
    // The last quarter is not whole until late readings had their time.
    assert.equal(steps.of(ids[0] ?? 0)?.end, START + 45 * MINUTE);
    field.now += 2 * MINUTE;
    await refresh(steps);
    assert.deepEqual(steps.of(ids[0] ?? 0), {
      end: START + HOUR,
      means: [10, null, 20, null],
      covered: [1, 0, 1, 0],
    });
    const counter = steps.of(ids[1] ?? 0);
    // Half a kilowatt-hour a minute; what went before a quarter is needed for it.
    assert.deepEqual(counter?.means, [null, null, null, 30]);
  });

  it('are read anew where people declare some bad, also by whoever goes on from what was kept', async () => {
    const { ids } = await field.addPlant('MARKED', { INV1: ['ac_power_kw'] });
    const from = Math.ceil(field.now / (15 * MINUTE)) * 15 * MINUTE;
    for (field.now = from; field.now < from + HOUR; field.now += MINUTE) await field.say(ids[0], 10);
    field.now += 2 * MINUTE;
    const steps = new CompanySteps();
    await refresh(steps);
    assert.deepEqual(steps.of(ids[0] ?? 0)?.means, [10, 10, 10, 10]);
    await field.query(
      `insert into reading_mark (company_id, device_id, start_at, end_at, reason) values ($1, $2, $3, $4, 'wrong')`,
      ids[0],
      new Date(from),
      new Date(from + 30 * MINUTE),
    );
    const begun = new CompanySteps();
    await refresh(begun);
    assert.deepEqual(begun.of(ids[0] ?? 0)?.means, [null, null, 10, 10]);
    field.now += 15 * MINUTE;
    await refresh(steps);
    assert.deepEqual(steps.of(ids[0] ?? 0)?.means, [null, 10, 10, null]);
  });

  it('reads late readings with the next quarter', async () => {
    const { ids } = await field.addPlant('LATE', { INV1: ['ac_power_kw'] });
    const steps = new CompanySteps();
    const from = Math.ceil(field.now / (15 * MINUTE)) * 15 * MINUTE;
    field.now = from + 17 * MINUTE;
    await refresh(steps);
    assert.equal(steps.of(ids[0] ?? 0)?.means.at(-1), null);
    const now = field.now;
    field.now = from + 5 * MINUTE;
    await field.say(ids[0], 40);
    field.now = now + 15 * MINUTE;
    await refresh(steps);
    assert.equal(steps.of(ids[0] ?? 0)?.means.at(-2), 40);
  });
});
