import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  makeCompany,
  makeDevice,
  makePlant,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { SIX_LINES } from '../io-profile.model.ts';
import { followSchedules } from './clock.ts';
import { listOverrides } from './field.repository.ts';
import { claimCommands, expireCommands } from './field-commands.repository.ts';
import { judgeBoxes } from './judge.ts';
import { doEach } from './lighting-keeper.ts';

const ROME_EVENING = Date.parse('2026-11-01T16:00:00Z');

it('judges even where something before it fails, and says what did', async () => {
  const done: string[] = [];
  const fault = new Error('cannot be counted');
  const works = { meters: true, judging: false };
  await doEach(
    works,
    async (fails) => (fails ? Promise.reject(fault) : done.push('judged')),
    (err, step) => done.push(`${step}: ${(err as Error).message}`),
  );
  assert.deepEqual(done, ['meters: cannot be counted', 'judged']);
});

describe('the clock of lighting in the database', () => {
  let test: TestApp;
  let scope: Scope;
  const boxes: number[] = [];
  before(async () => {
    test = await createTestApp();
    scope = await makeCompany(test.pool, 'Clocked');
    const plant = await makePlant(test.pool, scope, 'LIGHTS');
    const [town] = await test.arrange<{ id: number }>(
      `insert into municipality (company_id, istat_code, name) values ($1, '000001', 'Town') returning id`,
      [scope.company_id],
    );
    await test.arrange('insert into municipality_settings (company_id, municipality_id) values ($1, $2)', [
      scope.company_id,
      town?.id,
    ]);
    for (const [name, profile] of [
      ['PLAIN', { ...SIX_LINES, timetable: null }],
      ['OWN', SIX_LINES],
    ] as const) {
      const device = await makeDevice(test.pool, scope, plant, name, []);
      const [row] = await test.arrange<{ id: number }>(
        `insert into lighting_box (company_id, municipality_id, serial, reg_number) values ($1, $2, $3, $3) returning id`,
        [scope.company_id, town?.id, name],
      );
      await test.arrange(
        `insert into power_line (company_id, box_id, line)
         values ($1, $2, 1), ($1, $2, 2), ($1, $2, 3), ($1, $2, 4), ($1, $2, 5), ($1, $2, 6)`,
        [scope.company_id, row?.id],
      );
      await test.arrange(
        'insert into io_controller (company_id, box_id, device_id, profile) values ($1, $2, $3, $4)',
        [scope.company_id, row?.id, device, JSON.stringify(profile)],
      );
      boxes.push(Number(row?.id));
    }
  });
  after(() => test?.close());

  const look = (at: number) =>
    inScope(test.pool, scopeOfWork(scope.company_id), (tx) => followSchedules(tx, new Date(at)));
  const commands = () =>
    test.arrange<{ box_id: number; turn_on: boolean; state: string; lines: number[] }>(
      'select box_id::int, turn_on, state, lines from lighting_command where company_id = $1 order by id',
      [scope.company_id],
    );

  /** What was read of the first box. */
  const hears = async (at: number, is_on: boolean, inputs: object = {}) => {
    const values = [boxes[0], new Date(at)];
    await test.arrange('update io_controller set heard_at = $2, inputs = $3 where box_id = $1', [
      ...values,
      JSON.stringify(inputs),
    ]);
    await test.arrange('update power_line set feedback = $3, feedback_at = $2 where box_id = $1', [
      ...values,
      is_on,
    ]);
  };
  /** Queued commands were marked as sent and have ended, a second later. @param is_on as it was read; null: nothing was */
  const becomes = async (state: string, { at, is_on }: { at: number; is_on: boolean | null }) => {
    await test.arrange(
      `with k as (update lighting_command set state = $1, sent_at = $2, ended_at = $3 where state = 'queued'
         returning box_id, lines, turn_on, sent_at)
       update power_line l set target = k.turn_on, target_at = k.sent_at from k
       where l.box_id = k.box_id and l.line = any(k.lines)`,
      [state, new Date(at), new Date(at + 1000)],
    );
    if (is_on !== null) await hears(at + 1000, is_on);
  };

  it('records each switch once, whoever looks at the same time, and the times that a controller should hold', async () => {
    // Without coordinates the stored 17:00 acts, which is 16:00 in UTC.
    await Promise.all([look(ROME_EVENING), look(ROME_EVENING), look(ROME_EVENING + 1000)]);
    assert.deepEqual(await commands(), [
      { box_id: boxes[0], turn_on: true, state: 'queued', lines: [1, 2, 3, 4, 5, 6] },
    ]);
    const times = await test.arrange<{ box_id: number; state: string; nights: number }>(
      'select box_id::int, state, jsonb_array_length(wanted) / 6 as nights from box_timetable where company_id = $1',
      [scope.company_id],
    );
    assert.deepEqual(times, [{ box_id: boxes[1], state: 'pending', nights: 7 }]);
    await test.arrange(`update box_timetable set state = 'verified'`);
    assert.equal(await look(ROME_EVENING + 60_000), 0, 'nothing new');
    assert.equal(
      (await test.arrange<{ state: string }>('select state from box_timetable'))[0]?.state,
      'verified',
    );
  });

  it('tries a moment again that failed, once the box is heard again', async () => {
    const at = ROME_EVENING + 120_000;
    // It was marked as sent, and lost: what was asked for is the lines' target.
    await becomes('failed', { at, is_on: null });
    await look(at + 60_000);
    assert.equal((await commands()).length, 1, 'it is still silent');
    await hears(at + 61_000, false);
    await look(at + 120_000);
    assert.deepEqual(
      (await commands()).map(({ state }) => state),
      ['failed', 'queued'],
    );
    await becomes('confirmed', { at: at + 121_000, is_on: true });
    await look(at + 180_000);
    assert.equal((await commands()).length, 2);
  });

  it('returns the lines that switched of a word of which others failed, and leaves the others to the schedule', async () => {
    const until = ROME_EVENING + 900_000;
    await test.arrange(
      `insert into lighting_command (company_id, box_id, lines, turn_on, key, origin, user_id, state, results, override_until,
         expires_at, sent_at) values ($1, $2, '{1,2}', false, 'word', 'person', 1, 'failed',
         '{"1": "confirmed", "2": "feedback"}', $3, $3, now())`,
      [scope.company_id, boxes[0], new Date(until)],
    );
    await test.arrange('update power_line set target = line > 2 where box_id = $1', [boxes[0]]);
    await look(until - 120_000);
    const asked = async () =>
      (await commands())
        .filter(({ state }) => state !== 'failed')
        .map(({ state, lines, turn_on }) => `${state} ${lines} ${turn_on}`)
        .slice(1);
    assert.deepEqual(await asked(), ['queued 2 true']);
    await test.arrange(`update lighting_command set state = 'confirmed' where state = 'queued'`);
    await test.arrange('update power_line set target = true where box_id = $1 and line = 2', [boxes[0]]);
    await look(until);
    assert.deepEqual(await asked(), ['confirmed 2 true', 'queued 1 true']);
  });

  it('lets a newer word end the older ones on its lines, also once it is over itself', async () => {
    const say = (key: string, lines: string, until: string) =>
      test.arrange(
        `insert into lighting_command (company_id, box_id, lines, turn_on, key, origin, user_id, state, override_until, expires_at, sent_at)
         values ($1, $2, $3, true, $4, 'person', 1, 'confirmed', now() + $5::interval, now(), now() - interval '1 hour')`,
        [scope.company_id, boxes[1], lines, key, until],
      );
    await say('older', '{1,2,3}', '3 hours');
    await say('newer', '{2}', '2 hours');
    await say('over', '{3}', '-1 minute');
    const standing = await listOverrides(test.pool, scopeOfWork(scope.company_id), [Number(boxes[1])]);
    assert.deepEqual(
      standing.map(({ lines }) => lines),
      [[1], [2]],
    );
    await test.arrange(`delete from lighting_command where key in ('older', 'newer', 'over')`);
  });

  it('switches again what the box has lost, five times at most, and what the schedule wants after another word', async () => {
    await test.arrange('delete from lighting_command where company_id = $1', [scope.company_id]);
    await test.arrange('update power_line set target = null, feedback = null where box_id = $1', [boxes[0]]);
    const dusk = ROME_EVENING + 24 * 3_600_000;
    const said = async () => (await commands()).map(({ state, turn_on }) => `${state} ${turn_on}`);
    await look(dusk);
    await becomes('confirmed', { at: dusk + 1000, is_on: true });
    const lost = dusk + 3_600_000;
    await hears(lost, false, { manual: true });
    await look(lost + 1000);
    assert.deepEqual(await said(), ['confirmed true'], 'somebody stands at the cabinet');
    for (let n = 1; n <= 6; n++) {
      await hears(lost + n * 60_000, false);
      await Promise.all([look(lost + n * 60_000 + 1000), look(lost + n * 60_000 + 1000)]);
      await becomes(n === 1 ? 'confirmed' : 'failed', { at: lost + n * 60_000 + 2000, is_on: n === 1 });
    }
    assert.deepEqual(await said(), ['confirmed true', 'confirmed true', ...Array(3).fill('failed true')]);
    // Out of automatic, by hand and without an end; then automatic again.
    const word = lost + 3_600_000;
    await test.arrange('update power_line set target = false, target_at = $2 where box_id = $1', [
      boxes[0],
      new Date(word),
    ]);
    await Promise.all([look(word + 60_000), look(word + 60_000)]);
    await becomes('confirmed', { at: word + 61_000, is_on: true });
    await look(word + 120_000);
    assert.deepEqual((await said()).slice(5), ['confirmed true']);
    // A clock that ran ahead has switched off, is set back, and then the morning comes.
    const morning = dusk + 14 * 3_600_000;
    await look(morning);
    await becomes('confirmed', { at: morning + 1000, is_on: false });
    await look(morning - 7_200_000);
    await becomes('confirmed', { at: morning - 7_199_000, is_on: true });
    await look(morning);
    await hears(morning + 30_000, true);
    await look(morning + 60_000);
    assert.deepEqual((await said()).slice(6), ['confirmed false', 'confirmed true', 'queued false']);
  });

  it('tells a controller once what lay before its own times came into force', async () => {
    const written = ROME_EVENING + 4 * 3_600_000;
    await test.arrange('update box_timetable set written_at = $1', [new Date(written)]);
    await test.arrange('update power_line set feedback = false, feedback_at = $2 where box_id = $1', [
      boxes[1],
      new Date(written + 60_000),
    ]);
    await Promise.all([look(written + 120_000), look(written + 120_000)]);
    const told = (await commands()).filter(({ box_id }) => box_id === boxes[1]);
    assert.deepEqual(told, [{ box_id: boxes[1], turn_on: true, state: 'queued', lines: [1, 2, 3, 4, 5, 6] }]);
    await test.arrange('delete from lighting_command where box_id = $1', [boxes[1]]);
    await test.arrange('update box_timetable set written_at = null');
  });

  it('hands out what people ask for before what a schedule does, be it of ten thousand boxes', async () => {
    await test.arrange(`update lighting_command set state = 'superseded' where state = 'queued'`);
    await test.arrange(
      `with p as (insert into port (company_id, plant_id, name, host, port) select $1, id, 'Q', '127.0.0.1', 502 from plant
           where company_id = $1 returning id)
       update device set port_id = p.id, unit_id = 1 from p where company_id = $1 and short_name = 'PLAIN'`,
      [scope.company_id],
    );
    const [port] = await test.arrange<{ id: number }>('select id from port where company_id = $1', [
      scope.company_id,
    ]);
    for (const [origin, user_id] of [
      ['schedule', null],
      ['person', 1],
    ])
      await test.arrange(
        `insert into lighting_command (company_id, box_id, lines, turn_on, key, origin, user_id, expires_at)
         values ($1, $2, '{1}', true, 'turn of ' || $3, $3, $4, now() + interval '1 hour')`,
        [scope.company_id, boxes[0], origin, user_id],
      );
    const take = () =>
      claimCommands(test.pool, scopeOfWork(scope.company_id), {
        port_ids: [Number(port?.id)],
        at_most: 1,
      });
    // Also where nobody takes them what is past its time is over.
    await test.arrange(
      `insert into lighting_command (company_id, box_id, lines, turn_on, key, origin, user_id, expires_at)
       values ($1, $2, '{1}', true, 'late', 'person', 1, now() - interval '1 minute')`,
      [scope.company_id, boxes[0]],
    );
    await inScope(test.pool, scopeOfWork(scope.company_id), expireCommands);
    assert.equal((await commands()).at(-1)?.state, 'expired');
    const taken = [...(await take()), ...(await take())];
    assert.deepEqual(
      taken.map(({ origin }) => origin),
      ['person', 'schedule'],
    );
  });

  it('judges what was read of boxes, and shows an alarm once it has lasted', async () => {
    const at = ROME_EVENING + 600_000;
    const judge = (ms: number) =>
      inScope(test.pool, scopeOfWork(scope.company_id), (tx) => judgeBoxes(tx, new Date(ms), 1));
    const hear = (ms: number, inputs: object) =>
      test.arrange('update io_controller set heard_at = $1, power_at = $1, inputs = $2', [
        new Date(ms),
        JSON.stringify(inputs),
      ]);
    const alarms = () =>
      test.arrange<{ kind: string; opened: boolean; ended: boolean; count: number }>(
        `select kind, opened_at is not null as opened, end_date is not null as ended, count from lighting_alarm
         where company_id = $1 and box_id = $2 order by id`,
        [scope.company_id, boxes[1]],
      );
    await test.arrange(`update box_timetable set state = 'verified'`);
    await hear(at, { leakage: true });
    await judge(at);
    assert.deepEqual(await alarms(), [{ kind: 'leakage', opened: false, ended: false, count: 1 }]);
    await hear(at + 60_000, { leakage: true });
    await judge(at + 60_000);
    for (const minutes of [2, 8]) {
      await hear(at + minutes * 60_000, { leakage: false });
      await judge(at + minutes * 60_000);
    }
    assert.deepEqual(await alarms(), [{ kind: 'leakage', opened: true, ended: true, count: 1 }]);
    for (const minutes of [20, 22]) {
      await hear(at + minutes * 60_000, { leakage: true });
      await judge(at + minutes * 60_000);
    }
    assert.deepEqual(await alarms(), [{ kind: 'leakage', opened: true, ended: false, count: 2 }]);
    // What a line drew before it went on, or before its meter fell silent, says nothing of its lamps.
    const draws = async (measured: number, changed: number) => {
      await test.arrange(
        `update power_line set feedback = true, target = true, load_nominal_kw = 1, measured_kw = 0.2, measured_at = $2, changed_at = $3
         where box_id = $1 and line = 1`,
        [boxes[1], new Date(measured), new Date(changed)],
      );
      await judge(at + 22 * 60_000);
      return (await alarms()).some(({ kind }) => kind === 'missing_load');
    };
    const [then, before] = [at + 22 * 60_000, at + 12 * 60_000];
    assert.equal(await draws(before, before - 60_000), false, 'older than five minutes');
    assert.equal(await draws(then - 60_000, then), false, 'from before it went on');
    assert.equal(await draws(then, then - 60_000), true);
    // Its own times are not in force: an alarm once that has lasted for an hour.
    await test.arrange(`update box_timetable set state = 'failed', fault = 'refused'`);
    await judge(at + 22 * 60_000);
    assert.equal((await alarms()).find(({ kind }) => kind === 'times_not_held')?.opened, false);
    // Nobody judges what is out of use.
    await test.arrange('update lighting_box set enabled = false where id = $1', [boxes[1]]);
    await judge(at + 23 * 60_000);
    assert.deepEqual(await alarms(), [{ kind: 'leakage', opened: true, ended: true, count: 2 }]);
  });
});
