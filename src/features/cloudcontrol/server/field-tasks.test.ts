import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startWrongGateway } from '../../../../simulators/wrong-devices.ts';
import { makeUser, signIn } from '../../../../tests/support/app.ts';
import { type ConfiguredField, makeConfiguredField } from '../../../../tests/support/configured-field.ts';
import { answerAddresses, type ModbusPeer, startModbusPeer } from '../../../../tests/support/modbus-peer.ts';
import { type Acquisition, startAcquisition } from '../../../acquisition/acquisition.ts';
import { createLog } from '../../../shared/server/log.ts';
import { createOutboundGuard } from '../../../shared/server/outbound.ts';
import { scopeOfWork } from '../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { AskedQuestion, FieldTask } from '../field-tools.contract.ts';

const QUESTIONS = '/cloudcontrol/v1/field-questions/';
const READ = { kind: 'read', unit_id: 1, function_code: 3, address: 1, count: 2 } as const;
const WAIT_MS = 10_000;

describe('questions to the field', () => {
  let field: ConfiguredField;
  const running: { close(): Promise<void> }[] = [];
  before(async () => {
    field = await makeConfiguredField();
  });
  after(() => field.test.close());
  afterEach(async () => {
    for (const part of running.splice(0).reverse()) await part.close();
    await field.test.arrange('delete from field_task');
    await field.test.arrange('delete from field_asked');
    await field.test.arrange('update port set enabled = false');
  });

  async function peer(): Promise<ModbusPeer> {
    const made = await startModbusPeer('tcp', answerAddresses);
    running.push({ close: () => made.stop() });
    return made;
  }

  async function acquisition(holder = 'one'): Promise<Acquisition> {
    const { pool, database } = field.test;
    const writer = new ReadingWriter(pool);
    const guard = createOutboundGuard([], (address) => address === '127.0.0.1');
    const log = createLog('silent', 'test');
    const options = { pool, database, writer, guard, log, holder, lease_every_ms: 300 };
    const started = await startAcquisition(options);
    running.push({ close: () => started.close().then(() => writer.close()) });
    return started;
  }

  const post = (body: object, { wait_ms = 0, headers = field.headers } = {}) =>
    field.call('POST', `${QUESTIONS}?wait_ms=${wait_ms}`, body, headers);
  async function ask(body: object, wait_ms = WAIT_MS): Promise<AskedQuestion> {
    const answer = await post(body, { wait_ms });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  }
  /** As a screen does: the first answer, then whatever comes, to the end. */
  async function askWhole(body: object): Promise<FieldTask[]> {
    let seen = await ask(body);
    while (!seen.ended) {
      const ended = seen.tasks.filter(({ state }) => state === 'ended').length;
      const url = `${QUESTIONS}${seen.id}/?wait_ms=${WAIT_MS}&ended_tasks=${ended}`;
      seen = await field.must<AskedQuestion>('GET', url);
    }
    return seen.tasks;
  }
  const answers = (id: string, headers = field.headers, query = '') =>
    field.call('GET', `${QUESTIONS}${id}/${query}`, undefined, headers);
  /** A port of P1 that is polled, each second, with a device at unit 1. */
  async function polledPort(port: number): Promise<number> {
    const { id } = await field.addPort({ host: '127.0.0.1', port, timeout_ms: 300 });
    const register = { function_code: 3, address: 40, data_type: 'uint16' };
    const variables = [{ name: 'ac_power_kw', register }];
    await field.addDevice({ port_id: id, unit_id: 1, interval_s: 1, variables });
    return id;
  }
  const target = (port: number) => ({ host: '127.0.0.1', port, timeout_ms: 300 });

  it('reads registers of a gateway that no port leads to, and closes the connection afterwards', async () => {
    const { port, requests } = await peer();
    await acquisition();
    const { ended, tasks } = await ask({ ...READ, target: target(port) });
    assert.equal(ended, true);
    assert.deepEqual(tasks[0]?.read?.words, [1, 2]);
    assert.equal(tasks[0]?.reason, null);
    const socket = requests[0]?.socket ?? assert.fail('nothing was asked');
    for (let tries = 0; !socket.destroyed && tries < 200; tries += 1) await pause(20);
    assert.ok(socket.destroyed);
  });

  it('goes through the connection that polls, by the port and by its host, and never opens a second one', async () => {
    const gateway = await peer();
    const port_id = await polledPort(gateway.port);
    await acquisition();
    for (let tries = 0; gateway.requests.length === 0 && tries < 500; tries += 1) await pause(20);
    for (const named of [
      { port_id },
      { host: '127.0.0.1', port: gateway.port },
      { host: '127.0.0.1', port: gateway.port },
    ])
      assert.deepEqual((await ask({ ...READ, target: named })).tasks[0]?.read?.words, [1, 2]);
    assert.equal(gateway.connections, 1);
  });

  it('reads bits, and refuses what can be asked of nobody', async () => {
    const { port } = await peer();
    await acquisition();
    const bits = await ask({ ...READ, function_code: 1, count: 3, target: target(port) });
    assert.deepEqual(bits.tasks[0]?.read?.bits, [true, false, true]);
    for (const wrong of [{ address: 65_535, count: 2 }, { count: 126 }, { count: 0 }, { function_code: 6 }])
      assert.equal(
        (await post({ ...READ, ...wrong, target: target(port) })).statusCode,
        400,
        JSON.stringify(wrong),
      );
    const serial = await post({ ...READ, unit_id: 0, target: { ...target(port), framer: 'rtu' } });
    assert.equal(serial.statusCode, 400, 'unit 0 is a broadcast there');
  });

  it('says in words why nothing came: nobody polls, the setting does not list the address, no connection', async () => {
    const alone = await ask({ ...READ, target: target(1) });
    assert.deepEqual(alone.tasks[0]?.reason, { code: 'nobody_polls' });
    await acquisition();
    const refused = await ask({ ...READ, target: { host: '192.0.2.7', port: 502 } });
    assert.deepEqual(refused.tasks[0]?.reason, { code: 'refused_address', address: '192.0.2.7', port: 502 });
    const closed = await peer();
    await closed.stop();
    running.pop();
    assert.equal(
      (await ask({ ...READ, target: target(closed.port) })).tasks[0]?.reason?.code,
      'connect_failed',
    );
  });

  it('finds SunSpec devices among units that are not there, and names the device that stands there already', async () => {
    const gateway = await startWrongGateway();
    running.push({ close: () => gateway.stop() });
    await polledPort(gateway.port);
    await acquisition();
    const tasks = await askWhole({ kind: 'find', target: target(gateway.port), unit_ids: [1, 7, 99, 17, 1] });
    assert.deepEqual(
      tasks.map(({ unit_id, found, reason }) => [unit_id, found.length, reason?.code ?? null]),
      [
        [1, 1, null],
        [7, 0, 'exception'],
        [99, 0, 'gateway'],
        [17, 1, null],
      ],
    );
    assert.ok(tasks[0]?.found[0]?.device_id);
    assert.equal(tasks[3]?.found[0]?.device_id, null);
  });

  it('tries many devices, by a template, by what is configured, by a map and by what they say; a dead one holds up nobody', async () => {
    const gateway = await startWrongGateway();
    running.push({ close: () => gateway.stop() });
    await acquisition();
    const { device } = await field.addDevice();
    const register = { function_code: 3, address: 40_002, data_type: 'uint16' };
    const at = (unit_id: number, as: object) => ({ target: target(gateway.port), unit_id, as });
    const tasks = await askWhole({
      kind: 'test',
      tests: [
        at(5, { variables: [{ name: 'ac_power_kw', register }] }),
        at(1, { variables: [{ name: 'ac_power_kw', register }] }),
        at(1, { device_id: device.id }),
        at(1, { template_key: 'sunspec' }),
        at(1, { template_key: 'eastron-sdm630' }),
      ],
    });
    assert.equal(tasks[0]?.reason?.code, 'timeout');
    assert.deepEqual(tasks[1]?.test?.values, [{ name: 'ac_power_kw', value: 1, reason: null }]);
    assert.deepEqual(tasks[2]?.test?.values[0]?.reason, { code: 'no_register' });
    assert.ok((tasks[3]?.test?.values.length ?? 0) > 5);
    assert.ok(
      tasks[4]?.test?.values.every(({ value, reason }) => value === null && reason?.code === 'exception'),
    );
    const [row] = await field.test.arrange<{ kept: boolean }>(
      `select bool_or(asked ? 'variables') as kept from field_task where ended_at is not null`,
    );
    assert.equal(row?.kept, false, 'what is long is let go of once it is answered');
  });

  it('ends what is given up: nothing of it is asked any more', async () => {
    const silent = await startModbusPeer('tcp', () => undefined);
    running.push({ close: () => silent.stop() });
    await acquisition();
    const asked = {
      kind: 'find',
      target: { ...target(silent.port), timeout_ms: 1000 },
      unit_ids: [1, 2, 3, 4, 5],
    };
    const { id } = await ask(asked, 0);
    for (let tries = 0; silent.requests.length === 0 && tries < 500; tries += 1) await pause(20);
    await field.must('DELETE', `${QUESTIONS}${id}/`);
    const { ended, tasks } = (await answers(id)).json<AskedQuestion>();
    assert.ok(ended);
    for (const { reason } of tasks) assert.deepEqual(reason, { code: 'given_up' });
    const sent = silent.requests.length;
    await acquisition('another');
    await pause(700);
    assert.ok(silent.requests.length <= sent + 1, `${silent.requests.length - sent} requests more`);
  });

  it('is answered by another instance when the one that took it has died, and as lost where there is none', async () => {
    const { port } = await peer();
    const take = (id: string, ago: string) =>
      field.test.arrange(
        `update field_task set holder = 'dead', taken_at = now() - $2::interval, begun_at = now() where question_id = $1`,
        [id, ago],
      );
    const lost = await ask({ ...READ, target: target(port) }, 0);
    await take(lost.id, '61 seconds');
    assert.deepEqual((await answers(lost.id)).json<AskedQuestion>().tasks[0]?.reason, { code: 'lost_task' });
    const orphan = await ask({ ...READ, target: target(port) }, 0);
    await take(orphan.id, '16 seconds');
    await acquisition();
    const answered = await answers(orphan.id, field.headers, `?wait_ms=${WAIT_MS}`);
    assert.deepEqual(answered.json<AskedQuestion>().tasks[0]?.read?.words, [1, 2]);
  });

  it('is answered when whoever took it dies while another instance lives that has nothing in hand', async () => {
    const { port } = await peer();
    const { id } = await ask({ ...READ, target: target(port) }, 0);
    await field.test.arrange(
      `update field_task set holder = 'dead', taken_at = now() - interval '14 seconds', begun_at = now() where question_id = $1`,
      [id],
    );
    await acquisition();
    const answered = await answers(id, field.headers, `?wait_ms=${WAIT_MS}`);
    assert.deepEqual(answered.json<AskedQuestion>().tasks[0]?.read?.words, [1, 2]);
  });

  it('gives back what an instance has in hand when it ends', async () => {
    const silent = await startModbusPeer('tcp', () => undefined);
    running.push({ close: () => silent.stop() });
    const first = await acquisition('first');
    const { id } = await ask({ ...READ, target: { ...target(silent.port), timeout_ms: 20_000 } }, 0);
    for (let tries = 0; silent.requests.length === 0 && tries < 500; tries += 1) await pause(20);
    running.pop();
    await first.close();
    silent.handle(answerAddresses);
    await acquisition('second');
    const answered = await answers(id, field.headers, `?wait_ms=${WAIT_MS}`);
    assert.deepEqual(answered.json<AskedQuestion>().tasks[0]?.read?.words, [1, 2]);
  });

  it('is whose it is: nobody else sees it, gives it up, or asks through what is hidden from them', async () => {
    const { id } = await ask({ ...READ, target: target(1) }, 0);
    const company = scopeOfWork(field.company_id);
    const other = await signIn(
      field.test,
      await makeUser(field.test, { company, roles: ['MANAGEMENT_0', 'APP_0'] }),
      company,
    );
    assert.equal((await answers(id, other)).statusCode, 404);
    assert.equal((await field.call('DELETE', `${QUESTIONS}${id}/`, undefined, other)).statusCode, 404);
    assert.equal((await answers(randomUUID())).statusCode, 404);
    const hidden = await field.addPort({ proj_code: 'P2', host: '10.0.0.9' });
    const { device } = await field.addDevice({ proj_code: 'P2' });
    const as = { headers: field.engineer };
    assert.equal((await post({ ...READ, target: { port_id: hidden.id } }, as)).statusCode, 404);
    const tests = (one: object) => ({
      kind: 'test',
      tests: [{ target: target(1), unit_id: 1, as: { device_id: device.id }, ...one }],
    });
    assert.equal((await post(tests({}), as)).statusCode, 404);
    assert.equal((await post(tests({ as: { template_key: 'own-1' } }))).statusCode, 404);
    assert.equal(
      (await post(tests({ target: { port_id: hidden.id }, as: { template_key: 'sunspec' } }), as)).statusCode,
      404,
    );
    // Who asks its host learns nothing of the port, and still comes by its one connection.
    assert.equal((await post({ ...READ, target: { host: '10.0.0.9' } }, as)).statusCode, 201);
    const [task] = await field.test.arrange<{ port_id: number }>(
      'select port_id::int from field_task order by id desc limit 1',
    );
    assert.equal(task?.port_id, hidden.id);
  });

  it('does not ask through a port that is switched off', async () => {
    const { id } = await field.addPort({ enabled: false });
    const answer = await post({ ...READ, target: { port_id: id } });
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().errors[0].path, 'target.port_id');
  });

  it('stands in the audit with what was asked of whom, not with what came', async () => {
    const { id } = await field.addPort();
    await ask({ kind: 'find', target: { port_id: id }, unit_ids: [1, 2] }, 0);
    const [entry] = await field.test.arrange<{ target: string; detail: unknown }>(
      `select target, detail from audit where action = 'field.asked' order by id desc limit 1`,
    );
    assert.equal(entry?.target, `port ${id}`);
    assert.deepEqual(entry?.detail, {
      kind: 'find',
      tasks: 2,
      ways: [`port ${id}`],
      unit_ids: [1, 2],
      bases: [40_000, 0, 50_000],
    });
  });

  it('names in the audit every gateway of a long question, and as what each device was tried', async () => {
    const as = (i: number) =>
      i === 0
        ? {
            variables: [
              { name: 'ac_power_kw', register: { function_code: 3, address: 1, data_type: 'uint16' } },
            ],
          }
        : { template_key: 'sunspec' };
    const tests = Array.from({ length: 30 }, (_, i) => ({
      target: { host: `10.9.0.${i}` },
      unit_id: i + 1,
      as: as(i),
    }));
    await ask({ kind: 'test', tests }, 0);
    const [entry] = await field.test.arrange<{
      detail: { ways: string[]; unit_ids: number[]; tried_as: string[] };
    }>(`select detail from audit where action = 'field.asked' order by id desc limit 1`);
    assert.deepEqual(entry?.detail.ways.at(-1), '10.9.0.29 502');
    assert.equal(entry?.detail.ways.length, 30);
    assert.equal(entry?.detail.unit_ids.length, 30);
    assert.deepEqual(entry?.detail.tried_as, ['1 variables, 0 texts', 'template sunspec']);
  });

  it('lets go of what a device was tried as however the task ends', async () => {
    const register = { function_code: 3, address: 1, data_type: 'uint16' };
    const as = { variables: [{ name: 'ac_power_kw', register }] };
    const tried = { kind: 'test', tests: [{ target: target(1), unit_id: 1, as }] };
    const given_up = await ask(tried, 0);
    await field.must('DELETE', `${QUESTIONS}${given_up.id}/`);
    const nobody = await ask(tried, 0);
    await field.test.arrange(`update field_task set asked_at = now() - interval '6 seconds'`);
    assert.ok((await answers(nobody.id)).json<AskedQuestion>().ended);
    const left = await ask(tried, 0);
    await field.test.arrange(
      `update field_task set asked_at = now() - interval '11 minutes' where question_id = $1`,
      [left.id],
    );
    const last = await ask(tried, 0);
    const long = await field.test.arrange<{ question_id: string }>(
      `select question_id from field_task where asked ? 'variables'`,
    );
    assert.deepEqual(long, [{ question_id: last.id }]);
    await field.test.arrange(`update field_task set asked_at = now() - interval '61 minutes'`);
    const newest = await ask(tried, 0);
    const all = await field.test.arrange<{ question_id: string }>('select question_id from field_task');
    assert.deepEqual(all, [{ question_id: newest.id }], 'what is old goes with the next question');
  });

  it('answers only as long as the person may see the plant whose port or device they named', async () => {
    const { id: port_id } = await field.addPort();
    const { device } = await field.addDevice();
    const as = { headers: field.engineer };
    const test = { kind: 'test', tests: [{ target: target(1), unit_id: 1, as: { device_id: device.id } }] };
    const read = (await post({ ...READ, target: { port_id } }, as)).json<AskedQuestion>();
    const tried = (await post(test, as)).json<AskedQuestion>();
    const free = (await post({ ...READ, target: target(1) }, as)).json<AskedQuestion>();
    const seen = async () =>
      Promise.all([read, tried, free].map(async ({ id }) => (await answers(id, field.engineer)).statusCode));
    assert.deepEqual(await seen(), [200, 200, 200]);
    await field.test.arrange(
      `update company_user_plant set plant_id = (select id from plant where company_id = $1 and proj_code = 'P2') where company_id = $1`,
      [field.company_id],
    );
    assert.deepEqual(await seen(), [404, 404, 200]);
    await field.test.arrange(
      `update company_user_plant set plant_id = (select id from plant where company_id = $1 and proj_code = 'P1') where company_id = $1`,
      [field.company_id],
    );
  });
});
