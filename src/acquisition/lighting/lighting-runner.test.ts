import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type LightingFleet, startLightingFleet } from '../../../simulators/lighting-fleet.ts';
import { LIGHTING_PROFILE } from '../../../simulators/lighting-registers.ts';
import { makeCompany, makePlant, openTestPool } from '../../../tests/support/field.ts';
import { command, commandsOf, type GivenCommand, makeCabinets } from '../../../tests/support/lit-field.ts';
import { until } from '../../../tests/support/program.ts';
import { inScope, type Scope } from '../../shared/server/tenancy.ts';
import { ModbusLink } from '../modbus/link.ts';
import { FieldLine } from './field-line.ts';
import { LightingRunner } from './lighting-runner.ts';

const TIMES = { waits_ms: [0, 20, 40, 80, 160, 320], tick_ms: 20, tend_ms: 50, forsaken_s: 0 };
const ALL = [1, 2, 3, 4, 5, 6];
const definition = (n: number) => ({
  serial: `Q-${n}`,
  pairing_code: 1000 + n,
  loads_kw: [1, 0.5, 0, 0, 0, 0],
});

describe('lighting in the field', () => {
  let db: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let plant_id: number;
  let fleet: LightingFleet;
  let boxes: number[];
  const running: { close(): unknown }[] = [];

  before(async () => {
    db = await openTestPool(6);
    scope = await makeCompany(db.pool, 'Lit');
    plant_id = await makePlant(db.pool, scope, 'P1');
    fleet = await startLightingFleet([0, 1, 2].map(definition));
    boxes = await makeCabinets(db.pool, scope, { plant_id, cabinets: fleet.cabinets, timeout_ms: 150 });
  });
  after(async () => {
    await fleet.stop();
    await db.close();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.close();
    for (const { controller } of fleet.cabinets) controller.fail();
  });

  const run = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    inScope(db.pool, scope, async (tx) => (await tx.query<T>(text, [scope.company_id, ...values])).rows);
  const boxOf = (n: number): number => boxes[n] ?? 0;
  function controllerOf(n: number) {
    const cabinet = fleet.cabinets[n];
    if (cabinet === undefined) throw new Error(`no cabinet ${n}`);
    return cabinet.controller;
  }

  /** Whoever executes, over a connection to each port. */
  async function start(times: Partial<typeof TIMES> = {}): Promise<LightingRunner> {
    const ports = await run<{ id: number; port: number }>('select id, port from port where company_id = $1');
    const lines = new Map(
      ports.map(({ id, port }) => {
        const link = new ModbusLink({ host: '127.0.0.1', port, framer: 'tcp', timeout_ms: 150 });
        running.push(link);
        const line = new FieldLine({ link: () => link, heard: () => undefined });
        return [id, { line, leads: { host: '127.0.0.1', port } }];
      }),
    );
    const log = { warn: () => undefined, error: (fields: object) => assert.fail(JSON.stringify(fields)) };
    const runner = new LightingRunner({
      pool: db.pool,
      log,
      companies: () => new Set([scope.company_id]),
      portIds: () => [...lines.keys()],
      port: (_company_id, port_id) => lines.get(port_id),
      times: { ...TIMES, ...times },
    });
    running.unshift(runner);
    return runner;
  }

  /** Points the device of a cabinet to another unit. */
  const move = async (n: number, by: number): Promise<void> =>
    void (await run(
      `update device set unit_id = unit_id + $3 where company_id = $1
         and id = (select device_id from io_controller where company_id = $1 and box_id = $2)`,
      [boxOf(n), by],
    ));
  const give = async (...given: GivenCommand[]): Promise<number[]> => await command(db.pool, scope, given);
  /** Waits until commands are in one of these states; as text. */
  async function outcome(ids: readonly number[], open = ['queued', 'sent', 'unknown']): Promise<string[]> {
    let said: string[] = [];
    await until(
      async () => {
        const rows = await commandsOf(db.pool, scope, ids);
        said = rows.map(({ state, fault }) => (fault === '' ? state : `${state}: ${fault}`));
        return rows.every(({ state }) => !open.includes(state));
      },
      () => `commands ended, ${said.join(', ')}`,
    );
    return said;
  }
  async function linesOf(n: number): Promise<string> {
    const rows = await run<{ target: boolean | null; feedback: boolean | null; kw: number | null }>(
      'select target, feedback, measured_kw as kw from power_line where company_id = $1 and box_id = $2 order by line',
      [boxOf(n)],
    );
    return rows.map(({ target, feedback }) => `${sign(target)}${sign(feedback)}`).join(' ');
  }
  const sign = (value: boolean | null): string => (value === null ? '?' : value ? '1' : '0');

  it('switches, reads back and only then says so; target, feedback and what is measured stay apart', async () => {
    const runner = await start();
    const ids = await give(
      { box_id: boxOf(0), lines: ALL, turn_on: true },
      { box_id: boxOf(1), lines: [2], turn_on: true },
    );
    runner.heard(scope.company_id);
    assert.deepEqual(await outcome(ids), ['confirmed', 'confirmed']);
    assert.equal(await linesOf(0), '11 11 11 11 11 11');
    assert.equal(await linesOf(1), '?0 11 ?0 ?0 ?0 ?0');
    const [row] = await commandsOf(db.pool, scope, ids);
    assert.deepEqual(row?.results, {
      1: 'confirmed',
      2: 'confirmed',
      3: 'confirmed',
      4: 'confirmed',
      5: 'confirmed',
      6: 'confirmed',
    });
    assert.equal(controllerOf(0).coil_writes, 1, 'one request for all six');
    await until(
      async () =>
        (
          await run<{ kw: number }>(
            'select power_kw as kw from io_controller where company_id = $1 and box_id = $2',
            [boxOf(0)],
          )
        )[0]?.kw === 1.5,
      () => 'what it draws is measured',
    );
    const changes = await run<{ n: number }>(
      'select count(*)::int as n from power_line_change where company_id = $1 and is_on',
    );
    assert.equal(changes[0]?.n, 7);
  });

  it('says of each fault what it is, and switches nothing that it should not', async () => {
    const runner = await start();
    const cases: [string, () => Promise<void> | void, string][] = [
      ['lying', () => controllerOf(0).fail({ lying: [1] }), 'confirmed'],
      ['stuck', () => controllerOf(0).fail({ stuck: { 2: true } }), 'failed: feedback'],
      ['late', () => controllerOf(0).fail({ late_ms: 60 }), 'confirmed'],
      ['refuses', () => controllerOf(0).fail({ refuses: true }), 'failed: refused'],
      ['manual', () => controllerOf(0).fail({ manual: true }), 'failed: manual'],
      ['no supply', () => controllerOf(0).fail({ no_supply: true }), 'failed: supply'],
      ['silent', () => controllerOf(0).fail({ silent: true }), 'failed: silent'],
      ['deaf', () => controllerOf(0).fail({ deaf_after_write: true }), 'confirmed'],
      ['moved', () => move(0, 1), 'failed: moved'],
      [
        'line out of use',
        async () =>
          void (await run(
            'update power_line set enabled = false where company_id = $1 and box_id = $2 and line = 2',
            [boxOf(0)],
          )),
        'failed: line_off',
      ],
      [
        'disabled',
        async () =>
          void (await run('update lighting_box set enabled = false where company_id = $1 and id = $2', [
            boxOf(0),
          ])),
        'failed: disabled',
      ],
      [
        'unpaired',
        async () =>
          void (await run(
            'update lighting_box set enabled = true, municipality_id = null where company_id = $1 and id = $2',
            [boxOf(0)],
          )),
        'failed: unpaired',
      ],
    ];
    const found: string[] = [];
    const written: string[] = [];
    for (const [name, breaks] of cases) {
      controllerOf(0).fail();
      await breaks();
      const before = controllerOf(0).coil_writes;
      if (['moved', 'disabled', 'unpaired'].includes(name)) await listed(runner);
      const ids = await give({ box_id: boxOf(0), lines: [1, 2], turn_on: false });
      runner.heard(scope.company_id);
      found.push(`${name}: ${(await outcome(ids))[0]}`);
      if (controllerOf(0).coil_writes > before) written.push(name);
      if (name === 'moved') {
        await move(0, -1);
        await listed(runner);
      }
    }
    await run(
      'update lighting_box set municipality_id = (select min(id) from municipality where company_id = $1) where company_id = $1',
    );
    await run('update power_line set enabled = true where company_id = $1');
    assert.deepEqual(
      found,
      cases.map(([name, , said]) => `${name}: ${said}`),
    );
    assert.deepEqual(written, ['lying', 'stuck', 'late', 'deaf']);
  });

  /** Waits until changed settings are known to the runner. */
  async function listed(runner: LightingRunner): Promise<void> {
    runner.heard(scope.company_id);
    const asked = await run<{ id: number }>(
      'update io_controller set asked_at = clock_timestamp() where company_id = $1 and box_id = $2 returning id',
      [boxOf(2)],
    );
    runner.heard(scope.company_id);
    await until(
      async () =>
        (
          await run('select from io_controller where company_id = $1 and id = $2 and heard_at > asked_at', [
            asked[0]?.id,
          ])
        ).length > 0,
      () => 'the cabinets are listed anew',
    );
  }

  it('executes a command once, however often and by however many it is looked for, and none past its time', async () => {
    const before = controllerOf(1).switchings.length;
    // Neither takes what the other has just sent for forsaken, however slow it is: it would read it back too early.
    const lasting = { forsaken_s: 600 };
    const runners = [await start(lasting), await start(lasting)];
    const late = await give({ box_id: boxOf(1), lines: [1], turn_on: true, expires_s: -1 });
    const ids = await give(
      { box_id: boxOf(1), lines: [1, 3], turn_on: true },
      // Of another line: what one of them switches is not read back by the other meanwhile.
      { box_id: boxOf(1), lines: [2], turn_on: false },
    );
    for (let i = 0; i < 5; i += 1) for (const runner of runners) runner.heard(scope.company_id);
    assert.deepEqual(await outcome([...late, ...ids]), ['expired', 'confirmed', 'confirmed']);
    const own = controllerOf(1)
      .switchings.slice(before)
      .map(({ line, on }) => `${line}${on ? '+' : '-'}`);
    assert.deepEqual(own.sort(), ['1+', '2-', '3+']);
  });

  it('reads the code of a cabinet that somebody claims, and lets whoever typed it have an unpaired box', async () => {
    const device = async (n: number) =>
      (
        await run<{ id: number }>(
          `insert into device (company_id, plant_id, short_name, category, port_id, unit_id)
           select company_id, plant_id, 'C' || $3, 'other', port_id, unit_id from device
           where company_id = $1 and id = (select device_id from io_controller where company_id = $1 and box_id = $2)
           returning id`,
          [boxOf(n), n],
        )
      )[0]?.id ?? 0;
    const claim = async (n: number, code: number) =>
      (
        await run<{ id: number }>(
          `insert into box_claim (company_id, device_id, user_id, serial, reg_number, code, profile)
           values ($1, $2, 1, $3, 'R', $4, $5) returning id`,
          [await device(n), `C-${n}`, String(code), JSON.stringify(LIGHTING_PROFILE)],
        )
      )[0]?.id ?? 0;
    const ids = [await claim(0, 1000), await claim(1, 4321), await claim(2, 1002)];
    controllerOf(2).fail({ silent: true });
    // The box that stood there so far was claimed elsewhere, long ago.
    await run('update io_controller set place = null where company_id = $1 and box_id = $2', [boxOf(0)]);
    (await start()).heard(scope.company_id);
    let states: string[] = [];
    await until(
      async () => {
        const rows = await run<{ state: string; serial: string | null; town: number | null }>(
          `select c.state, b.serial, b.municipality_id as town from box_claim c
           left join lighting_box b on b.company_id = $1 and b.id = c.box_id
           where c.company_id = $1 and c.id = any($2) order by c.id`,
          [ids],
        );
        states = rows.map(({ state, serial, town }) => `${state} ${serial} ${town}`);
        return rows.every(({ state }) => state !== 'waiting');
      },
      () => `claims are read: ${states.join(', ')}`,
    );
    assert.deepEqual(states, ['matched C-0 null', 'wrong null null', 'silent null null']);
  });

  it('leaves what nobody knows unknown until it is read back, and does not write it again', async () => {
    const controller = controllerOf(1);
    const runner = await start();
    const ids = await give({ box_id: boxOf(1), lines: [2], turn_on: false });
    // It is read, then falls silent in the middle of the write.
    controller.fail({ silent_after_switching: true });
    runner.heard(scope.company_id);
    assert.deepEqual(await outcome(ids, ['queued', 'sent']), ['unknown: silent']);
    const writes = controller.coil_writes;
    controller.fail();
    await run('update io_controller set asked_at = clock_timestamp() where company_id = $1', []);
    runner.heard(scope.company_id);
    assert.deepEqual(await outcome(ids), ['confirmed']);
    assert.equal(controller.coil_writes, writes);
  });

  it('takes over what somebody sent who is gone, and lets the inputs say what came of it', async () => {
    const writes = controllerOf(2).coil_writes;
    const ids = await give(
      { box_id: boxOf(2), lines: [1], turn_on: true },
      { box_id: boxOf(2), lines: [2], turn_on: false },
      { box_id: boxOf(2), lines: [1], turn_on: false },
    );
    await run(
      `update lighting_command set state = 'sent', sent_at = now() where company_id = $1 and id = any($2)`,
      [ids],
    );
    await start();
    assert.deepEqual(await outcome(ids), ['superseded: overtaken', 'confirmed', 'confirmed']);
    assert.equal(controllerOf(2).coil_writes, writes);
  });

  it("brings the controller its own times and its clock, with a person's word laid over them", async () => {
    const controller = controllerOf(2);
    controller.clock.set(Date.now() - 90_000);
    // Two nights from noon to noon: lit now, and in an hour, whatever the hour is.
    const rows = [0, 1].map((step) => ({
      day: new Date(Date.now() - 11 * 3_600_000 + step * 86_400_000).toISOString().slice(0, 10),
      line: 1,
      on_min: 660,
      off_min: 660 + 1440,
      pause_from_min: null,
      pause_to_min: null,
    }));
    await run(
      `insert into box_timetable (company_id, box_id, wanted, wanted_at) values ($1, $2, $3, now())`,
      [boxOf(2), JSON.stringify(rows)],
    );
    const runner = await start();
    const table = async () =>
      (
        await run<{ state: string; read_back: object[] | null; offset: number | null }>(
          `select t.state, t.read_back, i.clock_offset_s as offset from box_timetable t
         join io_controller i on i.company_id = $1 and i.box_id = t.box_id where t.company_id = $1 and t.box_id = $2`,
          [boxOf(2)],
        )
      )[0];
    await until(
      async () => (await table())?.state === 'verified',
      () => 'the times are verified',
    );
    assert.deepEqual((await table())?.read_back, rows);
    controller.live();
    assert.equal(controller.timetable.heldAt(Date.now())[0], true);
    await until(
      async () => Math.abs(controller.clock.now() - Date.now()) < 2000,
      () => 'the clock is set',
    );
    await run('update io_controller set asked_at = clock_timestamp() where company_id = $1');
    runner.heard(scope.company_id);
    await until(
      async () => Math.abs((await table())?.offset ?? 90) < 3,
      () => 'and compared again',
    );

    const ids = await give({ box_id: boxOf(2), lines: [1], turn_on: false, override_s: 3600 });
    runner.heard(scope.company_id);
    assert.deepEqual(await outcome(ids), ['confirmed']);
    await until(
      async () =>
        controller.timetable.heldAt(Date.now() + 3_700_000)[0] === true &&
        (await table())?.state === 'verified',
      () => 'the controller returns by itself',
    );
    const lit = controller.timetable.between(Date.now(), Date.now() + 3_700_000);
    assert.deepEqual(
      lit.map(({ line, on }) => [line, on]),
      [[1, true]],
    );
    assert.equal((await linesOf(2)).split(' ')[0], '00', 'the schedule does not count while the word holds');

    // Registers are as they should be, and the write is lost by which they come into force.
    const taken = controller.timetable.taken;
    await run(`update box_timetable set state = 'failed', next_try_at = now() where company_id = $1`);
    await until(
      async () => (await table())?.state === 'verified',
      () => 'the times are verified again',
    );
    assert.equal(controller.timetable.taken, taken + 1, 'the first day was written once more');

    // Out of use and of no municipality any more: it would light its street for ever by the times that it holds.
    await run(
      'update lighting_box set enabled = false, municipality_id = null where company_id = $1 and id = $2',
      [boxOf(2)],
    );
    await run(`update lighting_command set override_until = now() where company_id = $1 and box_id = $2`, [
      boxOf(2),
    ]);
    await run(
      `update box_timetable set wanted = '[]', wanted_at = clock_timestamp(), state = 'pending', next_try_at = now() where company_id = $1`,
    );
    await run('update io_controller set asked_at = clock_timestamp() where company_id = $1');
    runner.heard(scope.company_id);
    await until(
      async () => (await table())?.state === 'verified',
      () => 'it holds no times any more',
    );
    assert.deepEqual((await table())?.read_back, []);
  });
});
