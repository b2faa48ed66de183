import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AlarmField, INVERTER, MINUTE, RUNNING } from '../../../../tests/support/alarm-field.ts';
import { openTestPool } from '../../../../tests/support/field.ts';
import { createLog } from '../../../shared/server/log.ts';
import { EvaluationScheduler } from './evaluation-scheduler.ts';

const START = Date.parse('2026-06-20T07:00:00Z');
const FAULT_AT = START + 60 * MINUTE;
/** Two of the window's four quarters at half the power of siblings are enough. */
const SEEN_AT = FAULT_AT + 31 * MINUTE;

describe('a evaluation scheduler that another one takes the place of', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  before(async () => {
    base = await openTestPool();
  });
  after(() => base.close());

  /** One of three inverters makes half of what its siblings do; looked at each minute by a scheduler that reads little at a time. */
  async function live(name: string, isReplacedAt: (at: number) => boolean) {
    const field = await AlarmField.make(base.pool, name, START);
    const { plant_id, ids } = await field.addPlant(name, { INV1: INVERTER, INV2: INVERTER, INV3: INVERTER });
    await field.query(
      `with made as (insert into plant_section (company_id, plant_id, name) values ($1, $2, 'south') returning id)
       update device d set nominal_power = 100, section_id = made.id from made where d.company_id = $1 and d.plant_id = $2`,
      plant_id,
    );
    await field.query(
      `insert into alarm_rule (company_id, code, params) values ($1, 'under_expectation', '{"window_h": 1}')`,
    );
    // No sun stands still: what shows the same for an hour is not believed.
    const sun = (at: number) => 50 + ((at / MINUTE) % 7);
    const said = (at: number) =>
      ids.map((id, i) => ({ id, values: [sun(at) * (i === 2 && at >= FAULT_AT ? 0.5 : 1), RUNNING, 0] }));
    await field.tell(START, SEEN_AT - 5 * MINUTE, said);
    const schedulerOf = () =>
      new EvaluationScheduler({
        pool: base.pool,
        database: base.database,
        log: createLog('silent', 'test'),
        clock: () => field.now,
        // A device's twelve hours in each look: what is not kept is there again after three.
        maxQuarters: 48,
      });
    let scheduler = schedulerOf();
    for (field.now = SEEN_AT - 5 * MINUTE; field.now <= SEEN_AT + 3 * MINUTE; field.now += MINUTE) {
      await field.tell(field.now, field.now + MINUTE, said);
      if (isReplacedAt(field.now)) scheduler = schedulerOf();
      await scheduler.evaluateAll();
    }
    const alarms = await field.query<{ code: string; opened_at: Date }>(
      'select code, opened_at, evidence from alarm where company_id = $1',
    );
    await field.close();
    // The numbers of its devices are a company's own.
    return alarms.map((alarm) =>
      JSON.stringify(alarm).replaceAll(/"(device_id|short_name)":("[^"]*"|\d+)/g, ''),
    );
  }

  it('opens the same alarm at the same minute, however often it is replaced in the middle of a fault', async () => {
    const never = await live('Never', () => false);
    assert.equal(never.length, 1);
    assert.ok(never[0]?.includes('under_expectation'), never[0]);
    assert.ok(never[0]?.includes(new Date(SEEN_AT).toISOString()), never[0]);
    assert.deepEqual(await live('Once', (at) => at === SEEN_AT), never);
    assert.deepEqual(await live('Each', (at) => at >= SEEN_AT - 2 * MINUTE), never);
  });
});
