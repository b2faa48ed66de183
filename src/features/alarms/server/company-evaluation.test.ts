import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AlarmField, FAULT, HOUR, INVERTER, MINUTE, RUNNING } from '../../../../tests/support/alarm-field.ts';
import { openTestPool } from '../../../../tests/support/field.ts';
import { untilWaiting } from '../../../../tests/support/waiting.ts';
import { createLog } from '../../../shared/server/log.ts';
import { inScope, type Tx } from '../../../shared/server/tenancy.ts';
import { binDevice } from '../../plants/server/bin.public.ts';
import { followCauses, standAlone } from './alarm-events.repository.ts';
import { changeParams } from './alarm-rows.repository.ts';
import { CompanyEvaluation } from './company-evaluation.ts';
import { EvaluationScheduler } from './evaluation-scheduler.ts';
import { addSnooze, endSnooze, lockSnoozes } from './snooze-state.repository.ts';
import { WatchedCompany } from './watched-company.ts';

const START = Date.parse('2026-06-20T08:00:00Z');

describe('what the evaluation scheduler leaves behind', () => {
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
  const log = createLog('silent', 'test');
  const schedulerOf = (field: AlarmField) =>
    new EvaluationScheduler({ pool: base.pool, database: base.database, log, clock: () => field.now });
  const evaluateOnce = (field: AlarmField, alarms: CompanyEvaluation) =>
    inScope(base.pool, field.scope, (tx) => alarms.evaluate(tx, field.now, true));

  /** A company with one plant and two inverters; `live` lets minutes pass, the first inverter in a state. */
  async function twoInverters(name: string) {
    const field = await makeField(name);
    const { plant_id, ids } = await field.addPlant('PLANT', { INV1: INVERTER, INV2: INVERTER });
    let alarms = new CompanyEvaluation();
    const live = async (
      minutes: number,
      state: number,
      evaluate: () => Promise<unknown> = () => evaluateOnce(field, alarms),
    ) => {
      for (let i = 0; i < minutes; i++, field.now += MINUTE) {
        await field.say(ids[0], 10, state, 16);
        await field.say(ids[1], 10, RUNNING, 0);
        await evaluate();
      }
    };
    const restart = () => {
      alarms = new CompanyEvaluation();
    };
    const snooze = (from: number, hours: number) =>
      inScope(base.pool, field.scope, (tx) =>
        addSnooze(
          tx,
          {
            plant_id,
            starts_at: new Date(from),
            ends_at: new Date(from + hours * HOUR),
            message: 'works',
            created_by: null,
          },
          new Date(field.now),
        ),
      );
    return { field, plant_id, ids, live, restart, snooze };
  }

  it('writes what happened: opened, repeated, closed with how long it lasted', async () => {
    const { field, live } = await twoInverters('History');
    await live(3, FAULT);
    await live(7, RUNNING);
    await live(3, FAULT);
    const events = await field.events();
    assert.deepEqual(
      events.map(({ kind, notified: outcomes }) => [kind, outcomes]),
      [
        ['opened', false],
        ['closed', false],
        ['repeated', false],
      ],
    );
    assert.equal(Number(events[1]?.detail.duration_s) >= 180, true);
    const [alarm] = await field.query<{ late: boolean; again: boolean }>(
      'select opened_at > date as late, last_at > date as again from alarm where company_id = $1',
    );
    assert.deepEqual(alarm, { late: true, again: true });
  });

  it('asks for attention again when an acknowledged alarm comes again; whoever has it keeps it', async () => {
    const { field, live } = await twoInverters('Again');
    await live(3, FAULT);
    await live(7, RUNNING);
    await field.query('update alarm set acknowledged_at = date, assigned_to = 7 where company_id = $1');
    await live(3, FAULT);
    const [alarm] = await field.query(
      'select acknowledged_at, assigned_to, version, count from alarm where company_id = $1',
    );
    assert.deepEqual(alarm, { acknowledged_at: null, assigned_to: 7, version: 2, count: 2 });
    const [repeated, last] = (await field.events()).slice(2);
    assert.deepEqual([repeated?.kind, last?.kind], ['repeated', 'unacknowledged']);
    assert.deepEqual(last?.detail, { reason: 'repeated' });
  });

  it('is one scheduler at a time, of any number, and loses and doubles nothing', async () => {
    const { field, live } = await twoInverters('Many schedulers');
    const schedulers = [schedulerOf(field), schedulerOf(field), schedulerOf(field)];
    const all = async () => {
      await Promise.all(schedulers.map((scheduler) => scheduler.evaluateAll()));
    };
    await live(4, FAULT, all);
    await live(7, RUNNING, all);
    assert.deepEqual(await field.alarms(), ['inverter_fault 1 closed']);
    assert.deepEqual(
      (await field.events()).map(({ kind }) => kind),
      ['opened', 'closed'],
    );
    await inScope(base.pool, field.scope, async (tx) => {
      await tx.query('select from alarm_evaluation_state where company_id = $1 for update', [
        field.scope.company_id,
      ]);
      assert.equal(await evaluateOnce(field, new CompanyEvaluation()), false);
    });
  });

  it('keeps nothing of an evaluation whose connection dies in the middle, and makes it good with the next', async () => {
    const { field, live } = await twoInverters('Torn');
    const scheduler = schedulerOf(field);
    await live(1, FAULT, () => scheduler.evaluateAll());
    const company_id = field.scope.company_id;
    // The look waits for the lock of live figures, with its alarms written and not committed.
    const holder = await base.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock(7302, $1)', [company_id]);
      const torn = live(1, FAULT, () => scheduler.evaluateAll());
      await base.pool.query('select pg_terminate_backend($1)', [await untilWaiting(base.pool)]);
      await torn;
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    assert.deepEqual(await field.alarms(), []);
    await live(1, FAULT, () => scheduler.evaluateAll());
    assert.deepEqual(await field.alarms(), ['inverter_fault 1 open']);
    assert.deepEqual(
      (await field.events()).map(({ kind }) => kind),
      ['opened'],
    );
  });

  it('opens the alarms of a whole fleet in a few statements', async () => {
    const field = await makeField('Fleet');
    const devices: (number | undefined)[] = [];
    for (let i = 0; i < 120; i++) devices.push((await field.addPlant(`P${i}`, { INV1: INVERTER })).ids[0]);
    for (const device of devices) await field.say(device, 10, RUNNING, 0);
    const alarms = new CompanyEvaluation();
    const evaluate = async () => {
      let statements = 0;
      await inScope(base.pool, field.scope, (tx) => {
        const query: Tx['query'] = (...asked) => {
          statements += 1;
          return tx.query(...asked);
        };
        return alarms.evaluate({ ...tx, query }, field.now, false);
      });
      return statements;
    };
    const asked: number[] = [];
    for (let i = 0; i < 66; i++, field.now += MINUTE) asked.push(await evaluate());
    const open = (await field.alarms()).filter((alarm) => alarm === 'no_data 1 open');
    assert.equal(open.length, devices.length);
    assert.equal(Math.max(...asked) < 40, true, `${Math.max(...asked)} statements`);
    const [flags] = await field.query(
      'select count(*)::int as n from plant_live where company_id = $1 and error',
    );
    assert.deepEqual(flags, { n: devices.length });
  });

  it('links what follows from a lost connection to it, untold, and tells what stays when that is over', async () => {
    const { field, plant_id, ids, live } = await twoInverters('Causes');
    const [port] = await field.query<{ id: number }>(
      `insert into port (company_id, plant_id, name, host, port) values ($1, $2, 'second', '127.0.0.1', 1503) returning id`,
      plant_id,
    );
    await field.query('update device set port_id = $2 where company_id = $1 and id = $3', port?.id, ids[0]);
    const alarms = new CompanyEvaluation();
    const alone = async (minutes: number) => {
      for (let i = 0; i < minutes; i++, field.now += MINUTE) {
        await field.say(ids[1], 10, RUNNING, 0);
        await evaluateOnce(field, alarms);
      }
    };
    const loseConnection = () =>
      field.query(
        `insert into port_health (company_id, port_id, connected, reason, holder, since, seen_at)
         values ($1, $2, false, '{"code": "refused"}', 'test', $3, $3)`,
        port?.id,
        new Date(field.now),
      );
    await live(2, RUNNING, () => evaluateOnce(field, alarms));
    await loseConnection();
    await alone(15);
    const rows = `select a.code, c.code as cause from alarm a left join alarm c on c.company_id = a.company_id and c.id = a.cause_id
      where a.company_id = $1 and a.end_date is null order by a.code`;
    assert.deepEqual(await field.query(rows), [
      { code: 'connection_lost', cause: null },
      { code: 'device_silent', cause: 'connection_lost' },
    ]);
    const flags = 'select error, warning from plant_live where company_id = $1';
    assert.deepEqual(await field.query(flags), [{ error: true, warning: false }]);
    assert.deepEqual(
      (await field.events()).map(({ kind, notified: outcomes, detail }) => [kind, outcomes, detail.silent]),
      [
        ['opened', false, undefined],
        ['opened', true, 'consequence'],
      ],
    );
    await field.query(
      `insert into alarm_rule (company_id, code, enabled) values ($1, 'connection_lost', false)`,
    );
    await alone(15);
    // Nobody is to be told of the connection any more, and of its device nobody was: it is said now.
    assert.deepEqual(await field.query(rows), [{ code: 'device_silent', cause: null }]);
    assert.deepEqual(
      (await field.events())
        .slice(2)
        .map(({ kind, notified: outcomes, detail }) => [kind, outcomes, detail.reason ?? detail.silent]),
      [
        ['closed', false, 'rule_off'],
        ['stood_alone', false, undefined],
      ],
    );
    assert.equal((await field.events())[1]?.notified, false);
    assert.deepEqual(await field.query(flags), [{ error: false, warning: true }]);
    const [evidence] = await field.query<{ n: number }>(
      `select count(*)::int as n from alarm where company_id = $1 and jsonb_array_length(evidence->'readings') > 0`,
    );
    assert.equal(evidence?.n, 2);
  });

  it('comes to the same alarms whether it is restarted at each evaluation or never', async () => {
    const story = [...Array(20).keys()].map((i) => (i % 7 < 4 ? FAULT : RUNNING));
    const outcomes: unknown[] = [];
    for (const restarts of [false, true]) {
      const { field, live, restart } = await twoInverters(`Restarts ${restarts}`);
      for (const state of story) {
        await live(1, state);
        if (restarts) restart();
      }
      outcomes.push([
        await field.alarms(),
        await field.query('select at, kind, detail from alarm_event where company_id = $1 order by id'),
        await field.query(
          'select date, opened_at, last_at, end_date, evidence::text <> $2 from alarm where company_id = $1',
          '{}',
        ),
      ]);
    }
    assert.deepEqual(outcomes[1], outcomes[0]);
    assert.match(JSON.stringify(outcomes[0]), /inverter_fault/);
  });

  it('mutes what opens while its plant is snoozed, counts it, and tells it when the snooze is over', async () => {
    const { field, live, snooze } = await twoInverters('Muted');
    await live(1, RUNNING);
    await snooze(field.now + 5 * MINUTE, 1);
    await live(8, RUNNING);
    const [plant] = await field.query('select snooze_message from plant where company_id = $1');
    assert.deepEqual(plant, { snooze_message: 'works' });
    await live(4, FAULT);
    assert.deepEqual(await field.events(), [
      { kind: 'opened', notified: true, detail: { silent: 'snoozed' } },
    ]);
    const counts = 'select ended_at, muted from alarm_snooze where company_id = $1';
    assert.deepEqual(await field.query(counts), [{ ended_at: null, muted: 1 }]);
    await live(60, FAULT);
    assert.deepEqual(await field.events(), [{ kind: 'opened', notified: false, detail: {} }]);
    const [after] = await field.query('select snooze_date, snooze_message from plant where company_id = $1');
    assert.deepEqual(after, { snooze_date: null, snooze_message: '' });
  });

  it('says nothing of what opened and ended while snoozed', async () => {
    const { field, live, snooze } = await twoInverters('Unsaid');
    const id = await snooze(field.now, 5);
    await live(4, FAULT);
    await live(7, RUNNING);
    await inScope(base.pool, field.scope, (tx) => endSnooze(tx, id, { by: null, now: new Date(field.now) }));
    assert.deepEqual(
      (await field.events()).map(({ kind, notified: outcomes, detail }) => [kind, outcomes, detail.silent]),
      [
        ['opened', true, 'snoozed'],
        ['closed', true, 'snoozed'],
      ],
    );
  });

  it('tells what opens while somebody ends the snooze of its plant, whoever of the two is first', async () => {
    for (const first of ['person', 'scheduler'] as const) {
      const { field, plant_id, live, snooze } = await twoInverters(`Race ${first}`);
      const id = await snooze(field.now, 5);
      await live(1, FAULT);
      const now = new Date(field.now);
      const end = (tx: Tx) => lockSnoozes(tx, [plant_id]).then(() => endSnooze(tx, id, { by: null, now }));
      const alarms = new CompanyEvaluation();
      await live(1, FAULT, () =>
        first === 'scheduler'
          ? meanwhile(field, (tx) => alarms.evaluate(tx, field.now, true), end)
          : meanwhile(field, end, (tx) => alarms.evaluate(tx, field.now, true)),
      );
      assert.deepEqual(await field.events(), [{ kind: 'opened', notified: false, detail: {} }], first);
    }
  });

  /** The first does its work, the second begins with its own and waits, and then the first commits. */
  async function meanwhile(
    { scope }: AlarmField,
    first: (tx: Tx) => Promise<unknown>,
    second: (tx: Tx) => Promise<unknown>,
  ) {
    const { after } = await inScope(base.pool, scope, async (tx) => {
      await first(tx);
      const after = inScope(base.pool, scope, second);
      await untilWaiting(base.pool);
      return { after };
    });
    await after;
  }

  it('moves no version that guards what people write: only what people do moves it', async () => {
    const { field, live } = await twoInverters('Versions');
    await live(3, FAULT);
    await live(7, RUNNING);
    await live(3, FAULT);
    const [alarm] = await field.query<{ id: number }>('select id from alarm where company_id = $1');
    const renamed = [{ id: alarm?.id ?? 0, params: { strings: '1, 2' } }];
    await inScope(base.pool, field.scope, async (tx) => {
      await changeParams(tx, renamed);
      await followCauses(tx, [{ id: alarm?.id ?? 0, cause_id: alarm?.id ?? 0 }], new Date(field.now));
      await standAlone(tx, [{ id: alarm?.id ?? 0, was: null, snoozed: false }], new Date(field.now));
    });
    assert.deepEqual(await field.query('select version, count, params from alarm where company_id = $1'), [
      { version: 1, count: 2, params: { strings: '1, 2' } },
    ]);
  });

  it('looks after the other plants where one cannot be evaluated, whose alarms stand, and says so once', async () => {
    const { field, plant_id, ids, live } = await twoInverters('Broken');
    const other = await field.addPlant('OTHER', { INV1: INVERTER, INV2: INVERTER });
    const said: unknown[][] = [];
    const note = (...all: unknown[]) => said.push(all);
    const alarms = new CompanyEvaluation({ log: { warn: note, info: note } as never });
    const both = (state: number) => async () => {
      await field.say(other.ids[0], 10, state, 16);
      await field.say(other.ids[1], 10, RUNNING, 0);
      await evaluateOnce(field, alarms);
    };
    await live(3, FAULT, both(RUNNING));
    // A fault that was read at the end of all time: no evidence can be made of it.
    await field.query(
      `update obs_last set ts = 'infinity', vals[2] = $3, slot_ts = array_fill('infinity'::timestamptz, array[cardinality(slot_ts)])
       where company_id = $1 and device_id = $2`,
      ids[1],
      FAULT,
    );
    await live(3, RUNNING, both(FAULT));
    const stands = ['inverter_fault 1 open', 'inverter_fault 1 open'];
    assert.deepEqual(await field.alarms(), stands);
    const failed_plant_ids =
      'select failed_plant_ids::int[] from alarm_evaluation_state where company_id = $1';
    assert.deepEqual(await field.query(failed_plant_ids), [{ failed_plant_ids: [plant_id] }]);
    assert.deepEqual(
      said.map(([what]) => (what as { plant_id: number }).plant_id),
      [plant_id],
    );
    const [flags] = await field.query(
      'select count(*)::int as n from plant_live where company_id = $1 and error',
    );
    assert.deepEqual(flags, { n: 2 });
    await field.query('delete from obs_last where company_id = $1 and device_id = $2', ids[1]);
    await live(7, RUNNING, both(FAULT));
    assert.deepEqual(await field.alarms(), ['inverter_fault 1 closed', 'inverter_fault 1 open']);
    assert.deepEqual(await field.query(failed_plant_ids), [{ failed_plant_ids: [] }]);
    assert.equal(said.length, 2);
  });

  it('closes what is not watched any more, and says why', async () => {
    const { field, ids, live } = await twoInverters('Unwatched');
    await live(4, FAULT);
    await field.query('update device set enabled = false where company_id = $1 and id = $2', ids[0]);
    await live(1, FAULT);
    await field.query('update device set enabled = true where company_id = $1 and id = $2', ids[0]);
    await live(4, FAULT);
    await inScope(base.pool, field.scope, (tx) => binDevice(tx, ids[0] ?? 0, new Date(field.now)));
    await live(1, FAULT);
    const reasons = (await field.events()).filter(({ kind }) => kind === 'closed');
    assert.deepEqual(
      reasons.map(({ detail }) => detail.reason),
      ['device_disabled', 'device_removed'],
    );
    assert.deepEqual(await field.alarms(), ['inverter_fault 2 closed']);
  });

  it('closes the alarms of a company that is disabled, untold', async () => {
    const { field, live } = await twoInverters('Shut');
    await live(4, FAULT);
    await field.query('update company set enabled = false where id_client = $1');
    await schedulerOf(field).evaluateAll();
    assert.deepEqual(await field.alarms(), ['inverter_fault 1 closed']);
    const closed = (await field.events()).find(({ kind }) => kind === 'closed');
    assert.deepEqual([closed?.notified, closed?.detail.reason], [true, 'company_disabled']);
    const [flags] = await field.query('select error from plant_live where company_id = $1');
    assert.deepEqual(flags, { error: false });
    await field.query('update company set enabled = true where id_client = $1');
    await live(1, RUNNING);
    await schedulerOf(field).evaluateAll();
    assert.deepEqual(await field.alarms(), ['inverter_fault 1 closed']);
  });

  it('says that a port was switched off, of whatever was read through it', async () => {
    const { field, live } = await twoInverters('Off');
    await live(4, FAULT);
    await field.query('update port set enabled = false where company_id = $1');
    await live(1, FAULT);
    const [closed] = (await field.events()).filter(({ kind }) => kind === 'closed');
    assert.equal(closed?.detail.reason, 'port_disabled');
  });

  it('says that nothing is watched of a fault whose variables are switched off', async () => {
    const { field, live, ids } = await twoInverters('Unread');
    await live(4, FAULT);
    await field.query(
      `update variable v set enabled = false from variable_name n
       where v.company_id = $1 and v.device_id = $2 and n.id = v.variable_name_id and n.quantity = 'device_state'`,
      ids[0],
    );
    await live(1, FAULT);
    const [closed] = (await field.events()).filter(({ kind }) => kind === 'closed');
    assert.equal(closed?.detail.reason, 'nothing_watched');
  });

  it('reads rules once for many evaluations: what inverters are compared by is kept by them', async () => {
    const { field, live } = await twoInverters('Rules');
    const watched = new WatchedCompany();
    const load = () =>
      inScope(base.pool, field.scope, (tx) => watched.load(tx, { now: field.now, changed: false }));
    const first = await load();
    await live(1, RUNNING);
    assert.equal((await load()).rules, first.rules);
  });
});
