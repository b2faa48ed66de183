import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AlarmField, HOUR, INVERTER } from '../../../../tests/support/alarm-field.ts';
import { openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import type { AlarmCode } from '../../notifications/alarm-codes.model.ts';
import {
  addOpenings,
  closeAlarms,
  followCauses,
  type Silence,
  standAlone,
} from './alarm-events.repository.ts';
import { openAlarms } from './alarm-rows.repository.ts';
import { addSnooze, endSnooze } from './snooze-state.repository.ts';

const START = Date.parse('2026-06-20T08:00:00Z');

describe('notifications of an alarm that follows from another, or is snoozed', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  const fields: AlarmField[] = [];
  before(async () => {
    base = await openTestPool();
  });
  after(async () => {
    for (const field of fields) await field.close();
    await base.close();
  });

  async function arrange(name: string) {
    const field = await AlarmField.make(base.pool, name, START);
    fields.push(field);
    const { plant_id, ids } = await field.addPlant('PLANT', { INV1: INVERTER });
    const at = (hours: number) => new Date(START + hours * HOUR);
    const work = <T>(todo: (tx: Tx) => Promise<T>) => inScope(base.pool, field.scope, todo);
    const open = (code: AlarmCode, silent: Silence | null, hours = 0) =>
      work(async (tx) => {
        const alarm = {
          plant_id,
          device_id: ids[0] ?? null,
          port_id: null,
          code,
          params: {},
          began_at: at(hours).getTime(),
          cause: null,
          evidence: null,
        };
        const [made] = await openAlarms(tx, [{ alarm, muted: silent === 'snoozed' }], at(hours));
        const id = made?.id ?? 0;
        await addOpenings(tx, [{ id, kind: made?.joined ? 'repeated' : 'opened', silent }], at(hours));
        return id;
      });
    const story = async (id: number) =>
      (
        await field.query<{ kind: string; notified: boolean; silent: string | null }>(
          `select kind, notified_at is not null as notified, detail->>'silent' as silent from alarm_event
           where company_id = $1 and alarm_id = $2 and kind in ('opened', 'repeated', 'closed') order by id`,
          id,
        )
      ).map(
        ({ kind, notified, silent }) =>
          `${kind} ${notified ? 'notified' : 'pending'}${silent ? ` (${silent})` : ''}`,
      );
    return { field, plant_id, at, work, open, story };
  }

  it('keeps a consequence to itself, and tells it once it stands alone', async () => {
    const { at, work, open, story } = await arrange('Alone');
    const cause = await open('connection_lost', null);
    const id = await open('device_silent', null);
    await work((tx) => followCauses(tx, [{ id, cause_id: cause }], at(1)));
    assert.deepEqual(await story(id), ['opened notified (consequence)']);
    await work((tx) => standAlone(tx, [{ id, was: cause, snoozed: false }], at(2)));
    assert.deepEqual(await story(id), ['opened pending']);
    await work((tx) => closeAlarms(tx, [{ id, reason: null }], at(3)));
    assert.deepEqual(await story(id), ['opened pending', 'closed pending']);
  });

  it('tells the end of what was told, even as a consequence, and of nothing else', async () => {
    const { field, at, work, open, story } = await arrange('Ends');
    const cause = await open('connection_lost', null);
    const notified = await open('device_silent', null);
    await field.query(
      'update alarm_event set notified_at = at where company_id = $1 and alarm_id = $2',
      notified,
    );
    await work((tx) => followCauses(tx, [{ id: notified, cause_id: cause }], at(1)));
    const never = await open('no_production', 'consequence');
    await work((tx) =>
      closeAlarms(
        tx,
        [notified, never].map((id) => ({ id, reason: null })),
        at(2),
      ),
    );
    assert.deepEqual(await story(notified), ['opened notified', 'closed pending']);
    assert.deepEqual(await story(never), ['opened notified (consequence)', 'closed notified (consequence)']);
  });

  it('stays silent when a consequence of a snoozed plant stands alone, until the snooze ends', async () => {
    const { plant_id, at, work, open, story } = await arrange('Both');
    const snooze = { plant_id, starts_at: at(0), ends_at: at(9), message: 'works', created_by: null };
    const snooze_id = await work((tx) => addSnooze(tx, snooze, at(0)));
    const cause = await open('connection_lost', 'snoozed');
    const id = await open('device_silent', 'consequence');
    await work((tx) => followCauses(tx, [{ id, cause_id: cause }], at(1)));
    await work((tx) => standAlone(tx, [{ id, was: cause, snoozed: true }], at(2)));
    assert.deepEqual(await story(id), ['opened notified (snoozed)']);
    await work((tx) => endSnooze(tx, snooze_id, { by: null, now: at(3) }));
    assert.deepEqual(await story(id), ['opened pending']);
    assert.deepEqual(await story(cause), ['opened pending']);
  });
});
