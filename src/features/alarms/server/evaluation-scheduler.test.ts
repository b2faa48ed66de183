import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { createLog } from '../../../shared/server/log.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { listAlarms } from './alarms.repository.ts';
import { EvaluationScheduler } from './evaluation-scheduler.ts';
import { addSnooze } from './snooze-state.repository.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-06-20T08:00:00Z');
const INVERTER = ['ac_power_kw', 'inverter_state', 'event_code'];
const RUNNING = 4;
const FAULT = 7;

describe('the evaluation scheduler', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let writer: ReadingWriter;
  let now = START;
  before(async () => {
    base = await openTestPool();
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const makeScheduler = () =>
    new EvaluationScheduler({
      pool: base.pool,
      database: base.database,
      log: createLog('silent', 'test'),
      clock: () => now,
    });

  /** Time in which the scheduler looks and hears nothing. */
  async function pass(scheduler: EvaluationScheduler, minutes: number) {
    for (const end = now + minutes * MINUTE; now < end; now += MINUTE) await scheduler.evaluateAll();
  }

  /** A plant with devices that are polled every minute. */
  async function arrange(name: string, devices: Record<string, string[]>) {
    const scope = await makeCompany(base.pool, name);
    const plant_id = await makePlant(base.pool, scope, name);
    const ids: number[] = [];
    for (const [short_name, variables] of Object.entries(devices)) {
      ids.push(await makeDevice(base.pool, scope, plant_id, short_name, variables, { interval_s: 60 }));
    }
    await inScope(base.pool, scope, async (tx) => {
      await tx.query('insert into plant_live (company_id, plant_id) values ($1, $2)', [
        scope.company_id,
        plant_id,
      ]);
      await tx.query(
        `with made as (insert into port (company_id, plant_id, name, host, port)
           values ($1, $2, 'gateway', '127.0.0.1', 1502) returning id)
         update device set port_id = made.id, unit_id = 1 from made where plant_id = $2`,
        [scope.company_id, plant_id],
      );
      await tx.query(
        `update variable set function_code = 3, address = slot, data_type = 'uint16' where company_id = $1`,
        [scope.company_id],
      );
      await tx.query('update plant set created_at = $2 where company_id = $1', [
        scope.company_id,
        new Date(START - HOUR),
      ]);
    });
    return { scope, plant_id, ids };
  }

  const say = (scope: Scope, device_id: number | undefined, ...values: number[]) =>
    writer.write(scope, [
      { device_id: device_id ?? 0, ts: now, values: Float64Array.from(values), quality: null },
    ]);
  const alarmsOf = async (scope: Scope) => {
    const { rows } = await inScope(base.pool, scope, (tx) =>
      listAlarms(tx, { filter: { consequences: true, matching_codes: [] } }, { page: 1, page_size: 10 }),
    );
    return rows.map(({ code, type, short_name, count, date, end_date }) => ({
      alarm: `${type} ${code} ${short_name ?? '-'}`,
      count,
      date: (date.getTime() - START) / MINUTE,
      end: end_date && (end_date.getTime() - START) / MINUTE,
    }));
  };
  /** How the newest alarm closes (s), since when its fault is gone and when it closes (minutes). */
  const closingOf = async (scope: Scope) => {
    const { rows } = await inScope(base.pool, scope, (tx) =>
      listAlarms(tx, { filter: { consequences: true, matching_codes: [] } }, { page: 1, page_size: 1 }),
    );
    const minutes = (at: Date | null | undefined) => at && (at.getTime() - START) / MINUTE;
    return rows.flatMap((row) => [row.closes_after_s, minutes(row.back_since), minutes(row.closes_at)]);
  };
  const flagsOf = async (scope: Scope) =>
    inScope(base.pool, scope, async (tx) => {
      const { rows } = await tx.query(
        `select l.error, l.warning, l.string_w, p.snooze_date is not null as snoozed
         from plant_live l join plant p on p.company_id = l.company_id and p.id = l.plant_id
         where l.company_id = $1`,
        [scope.company_id],
      );
      return rows[0];
    });

  it('opens a fault after its delay, closes it, and joins the same fault within eight hours', async () => {
    now = START;
    const { scope, ids } = await arrange('Faults', { INV1: INVERTER, INV2: INVERTER });
    const scheduler = makeScheduler();
    const live = async (minutes: number, state: number) => {
      for (let i = 0; i < minutes; i++) {
        await say(scope, ids[0], 10, state, 16);
        await say(scope, ids[1], 10, RUNNING, 0);
        await scheduler.evaluateAll();
        now += MINUTE;
      }
    };
    await live(1, FAULT);
    assert.deepEqual(await alarmsOf(scope), []);
    await live(1, FAULT);
    assert.deepEqual(await alarmsOf(scope), [
      { alarm: 'E inverter_fault INV1', count: 1, date: 0, end: null },
    ]);
    assert.deepEqual(await flagsOf(scope), { error: true, warning: false, string_w: false, snoozed: false });
    await live(6, RUNNING);
    assert.deepEqual(await alarmsOf(scope), [{ alarm: 'E inverter_fault INV1', count: 1, date: 0, end: 7 }]);
    assert.deepEqual(await flagsOf(scope), { error: false, warning: false, string_w: false, snoozed: false });
    now = START + 8 * HOUR;
    await live(2, FAULT);
    assert.deepEqual(await alarmsOf(scope), [
      { alarm: 'E inverter_fault INV1', count: 2, date: 0, end: null },
    ]);
    // It came back: it must be gone for longer now, and says so.
    await live(2, RUNNING);
    assert.deepEqual(await closingOf(scope), [600, 482, 492]);
    await live(1, FAULT);
    assert.deepEqual(await closingOf(scope), [1800, null, null]);
    await live(32, RUNNING);
    assert.deepEqual(await closingOf(scope), [null, null, null]);
    now = START + 17 * HOUR;
    await live(2, FAULT);
    assert.deepEqual(
      (await alarmsOf(scope)).map(({ count, end }) => [count, end === null]),
      [
        [1, true],
        [2, false],
      ],
    );
  });

  it('judges silence by the plan by which a device is read, and not that of one without variables', async () => {
    now = START;
    const { scope, ids } = await arrange('Rhythms', {
      INV1: INVERTER,
      SLOW: INVERTER,
      DAILY: INVERTER,
      TEXTS: INVERTER,
    });
    const plan = (id: number | undefined, poll: string) =>
      inScope(base.pool, scope, (tx) =>
        tx.query('update variable set poll = $3 where company_id = $1 and device_id = $2', [
          scope.company_id,
          id,
          poll,
        ]),
      );
    await plan(ids[1], 'slow');
    await plan(ids[2], 'daily');
    await inScope(base.pool, scope, (tx) =>
      tx.query('update variable set enabled = false where company_id = $1 and device_id = $2', [
        scope.company_id,
        ids[3],
      ]),
    );
    const scheduler = makeScheduler();
    for (const id of ids.slice(0, 3)) await say(scope, id, 10, RUNNING, 0);
    const speak = async (minutes: number) => {
      for (let i = 0; i < minutes; i += 2) {
        await pass(scheduler, 2);
        await say(scope, ids[0], 10, RUNNING, 0);
      }
      await scheduler.evaluateAll();
    };
    await speak(70);
    assert.deepEqual(await alarmsOf(scope), []);
    await speak(10);
    await say(scope, ids[0], 10, RUNNING, 0);
    await scheduler.evaluateAll();
    // The slow one has missed five of its quarters of an hour.
    assert.deepEqual(
      (await alarmsOf(scope)).map(({ alarm }) => alarm),
      ['W device_silent SLOW'],
    );
  });

  it('warns of one silent device and takes the silence of all for an error, which ends a snooze', async () => {
    now = START;
    const { scope, plant_id, ids } = await arrange('Silence', { INV1: INVERTER, INV2: INVERTER });
    const scheduler = makeScheduler();
    await say(scope, ids[0], 10, RUNNING, 0);
    await say(scope, ids[1], 10, RUNNING, 0);
    await pass(scheduler, 6);
    await say(scope, ids[1], 10, RUNNING, 0);
    await scheduler.evaluateAll();
    assert.deepEqual(await alarmsOf(scope), [
      { alarm: 'W device_silent INV1', count: 1, date: 0, end: null },
    ]);
    await inScope(base.pool, scope, (tx) =>
      addSnooze(
        tx,
        {
          plant_id,
          starts_at: new Date(now),
          ends_at: new Date(now + 24 * HOUR),
          message: 'x',
          created_by: null,
        },
        new Date(now),
      ),
    );
    await scheduler.evaluateAll();
    assert.deepEqual(await flagsOf(scope), { error: false, warning: true, string_w: false, snoozed: true });
    // The scheduler starts anew in between: open alarms are taken up from what is stored.
    const successor = makeScheduler();
    await successor.evaluateAll();
    await pass(successor, 62);
    assert.deepEqual(
      (await alarmsOf(scope)).map(({ alarm, date }) => [alarm, date]),
      [
        ['E no_data -', 6],
        ['E connection_lost -', 6],
        ['W device_silent INV1', 0],
      ],
    );
    // What follows from a lost connection does not warn beside it.
    assert.deepEqual(await flagsOf(scope), { error: true, warning: false, string_w: false, snoozed: false });
  });

  it('keeps errors to itself while work is planned, and leaves what was planned in force', async () => {
    now = START;
    const { scope, plant_id, ids } = await arrange('Work', { INV1: INVERTER, INV2: INVERTER });
    const scheduler = makeScheduler();
    await say(scope, ids[0], 10, RUNNING, 0);
    await say(scope, ids[1], 10, RUNNING, 0);
    await scheduler.evaluateAll();
    const [starts_at, ends_at] = [new Date(now), new Date(now + 24 * HOUR)];
    const work = {
      plant_id,
      kind: 'planned_work',
      starts_at,
      ends_at,
      message: 'x',
      created_by: null,
    } as const;
    await inScope(base.pool, scope, (tx) => addSnooze(tx, work, new Date(now)));
    await pass(scheduler, 62);
    assert.deepEqual(await flagsOf(scope), { error: true, warning: false, string_w: false, snoozed: true });
    const muted = await inScope(base.pool, scope, async (tx) => {
      const { rows } = await tx.query<{ muted: boolean }>(
        'select muted from alarm where company_id = $1 and end_date is null and cause_id is null',
        [scope.company_id],
      );
      return rows.map((row) => row.muted);
    });
    assert.ok(muted.length > 0 && muted.every((one) => one));
  });

  it('misses the readings of a plant whose virtual device speaks of others', async () => {
    now = START;
    const { scope, ids } = await arrange('Elsewhere', { INV1: INVERTER, SUM: INVERTER });
    await inScope(base.pool, scope, (tx) =>
      tx.query('update device set virtual = true, port_id = null where company_id = $1 and id = $2', [
        scope.company_id,
        ids[1],
      ]),
    );
    await say(scope, ids[0], 10, RUNNING, 0);
    const scheduler = makeScheduler();
    await pass(scheduler, 62);
    await say(scope, ids[1], 10, RUNNING, 0);
    await scheduler.evaluateAll();
    assert.deepEqual(
      (await alarmsOf(scope)).map(({ alarm }) => alarm),
      ['E no_data -'],
    );
  });

  it('closes alarms of a device that is switched off', async () => {
    now = START;
    const { scope, ids } = await arrange('Disabled', { INV1: INVERTER, INV2: INVERTER });
    const scheduler = makeScheduler();
    for (let i = 0; i < 3; i++, now += MINUTE) {
      await say(scope, ids[0], 10, FAULT, 0);
      await say(scope, ids[1], 10, RUNNING, 0);
      await scheduler.evaluateAll();
    }
    assert.equal((await alarmsOf(scope))[0]?.end, null);
    await inScope(base.pool, scope, (tx) =>
      tx.query('update device set enabled = false where company_id = $1 and id = $2', [
        scope.company_id,
        ids[0],
      ]),
    );
    await scheduler.evaluateAll();
    assert.equal((await alarmsOf(scope))[0]?.end, 3);
  });

  it('raises the string warning of a box, and only of plants in their own company', async () => {
    now = START;
    const strings = ['string_current_01_a', 'string_current_02_a', 'string_current_03_a'];
    const { scope, ids } = await arrange('Strings', { SB1: strings });
    const scheduler = makeScheduler();
    for (let i = 0; i < 17; i++, now += MINUTE) {
      await say(scope, ids[0], 8, 8, 4);
      await scheduler.evaluateAll();
    }
    assert.deepEqual(
      (await alarmsOf(scope)).map((a) => a.alarm),
      ['W string_weak SB1'],
    );
    assert.deepEqual(await flagsOf(scope), { error: false, warning: false, string_w: true, snoozed: false });
    const stranger = await makeCompany(base.pool, 'Stranger');
    assert.deepEqual(await alarmsOf(stranger), []);
    assert.deepEqual(await alarmsOf(scopeOfWork(scope.company_id, [])), []);
  });
});
