import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AlarmField, FAULT, HOUR, INVERTER, MINUTE } from '../../../../tests/support/alarm-field.ts';
import { openTestPool } from '../../../../tests/support/field.ts';
import { untilWaiting } from '../../../../tests/support/waiting.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { followCauses } from './alarm-events.repository.ts';
import { lockAlarm } from './alarm-work.repository.ts';
import { CompanyEvaluation } from './company-evaluation.ts';
import { dispatchEvents } from './company-notifications.ts';

const START = Date.parse('2026-06-20T08:00:00Z');

describe('whoever writes several alarms', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  const fields: AlarmField[] = [];
  before(async () => {
    base = await openTestPool(8);
  });
  after(async () => {
    for (const field of fields) await field.close();
    await base.close();
  });

  const makeField = async (name: string) => {
    const field = await AlarmField.make(base.pool, name, START);
    fields.push(field);
    return field;
  };

  /** An inverter's alarm, with its opening. */
  async function addAlarm(
    field: AlarmField,
    device: number | undefined,
    end: number | null,
  ): Promise<number> {
    const [made] = await field.query<{ id: number }>(
      `insert into alarm (company_id, plant_id, device_id, type, code, date, end_date)
       select $1, plant_id, id, 'E', 'inverter_fault', $3, $4 from device where company_id = $1 and id = $2 returning id`,
      device,
      new Date(field.now - 2 * HOUR),
      end === null ? null : new Date(end),
    );
    const id = made?.id ?? 0;
    await field.query(
      `insert into alarm_event (company_id, alarm_id, at, kind) values ($1, $2, now(), 'opened')`,
      id,
    );
    return id;
  }

  it('takes them in the order of their ids, the scheduler as a person: neither waits in a circle', async () => {
    const field = await makeField('Order');
    const { ids } = await field.addPlant('PLANT', { INV1: INVERTER, INV2: INVERTER });
    const first = await addAlarm(field, ids[0], field.now - HOUR);
    const second = await addAlarm(field, ids[1], null);
    const alarms = new CompanyEvaluation();
    const look = () => inScope(base.pool, field.scope, (tx) => alarms.evaluate(tx, field.now, true));
    const fault = async () => {
      for (const id of ids) await field.say(id, 10, FAULT, 16);
    };
    await fault();
    await look();
    field.now += MINUTE;
    await fault();
    // In one look the first comes again and the second, which is written before it, is closed.
    await field.query('update device set enabled = false where company_id = $1 and id = $2', ids[1]);
    const { looking } = await inScope(base.pool, field.scope, async (tx) => {
      await lockAlarm(tx, first);
      const looking = look();
      looking.catch(() => undefined);
      await untilWaiting(base.pool);
      await lockAlarm(tx, second);
      return { looking };
    });
    assert.equal(await looking, true);
    assert.deepEqual(await field.alarms(), ['inverter_fault 2 open', 'inverter_fault 1 closed']);
  });

  it('is not waited for by telling, which passes over what is just being silenced', async () => {
    const field = await makeField('Silenced');
    const { ids } = await field.addPlant('PLANT', { INV1: INVERTER, INV2: INVERTER });
    const cause = await addAlarm(field, ids[0], null);
    const id = await addAlarm(field, ids[1], null);
    await inScope(base.pool, field.scope, async (tx) => {
      await followCauses(tx, [{ id, cause_id: cause }], new Date(field.now));
      await inScope(base.pool, field.scope, async (telling) => {
        await telling.query(`set local lock_timeout = '1s'`);
        await dispatchEvents(telling, field.now);
      });
    });
    assert.deepEqual(
      (await field.events()).map(({ kind, notified, detail }) => [kind, notified, detail.silent]),
      [
        ['opened', true, undefined],
        ['opened', true, 'consequence'],
        ['followed', false, undefined],
      ],
    );
  });
});
