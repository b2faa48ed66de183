import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import { startAcquisition } from '../../src/acquisition/acquisition.ts';
import { commands } from '../../src/apps/server/admin-commands.ts';
import { ALARM_KIND } from '../../src/features/alarms/server/alarm-kind.ts';
import type { AskedQuestion } from '../../src/features/cloudcontrol/field-tools.contract.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { MAIL_STOP_KEY } from '../../src/features/notifications/server/mail-stop.public.ts';
import { NotificationScheduler } from '../../src/features/notifications/server/notification-scheduler.ts';
import { WEBHOOK_KEY } from '../../src/features/notifications/server/webhooks.service.ts';
import { createLog } from '../../src/shared/server/log.ts';
import { createMailer } from '../../src/shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../src/shared/server/mail/sealed-links.ts';
import { createOutboundGuard } from '../../src/shared/server/outbound.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../support/app.ts';
import { answerAddresses, type ModbusPeer, startModbusPeer } from '../support/modbus-peer.ts';
import { calls } from './support/calls.ts';

const REGISTER = { function_code: 3, address: 40, data_type: 'uint16' };
const VARIABLES = [{ name: 'ac_power_kw', register: REGISTER }];
/** One endpoint, however it is written. */
const SPELLINGS = ['127.0.0.1', '::ffff:7f00:1', '127.0.0.2', '64:ff9b::7f00:1', 'localhost', 'LOCALHOST.'];

interface Company {
  readonly id: number;
  call<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object): Promise<T>;
}

/** Does what a call can do to reach the gateway. @returns the ports that lead there now */
type Probe = (company: Company, way: { host: string; port: number }) => Promise<number[]>;

describe('the field of a company', () => {
  let test: TestApp;
  let gateway: ModbusPeer;
  let mine: Company;
  let theirs: Company;
  let made = 0;
  const running: { close(): Promise<void> }[] = [];
  const name = (): string => {
    made += 1;
    return `D${made}`;
  };

  const companyOf = (headers: Headers): Company => ({
    id: Number(headers['id-client']),
    async call<T>(method: string, url: string, payload?: object): Promise<T> {
      const answer = await test.app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(payload ? { payload } : {}),
      });
      assert.ok(answer.statusCode < 300, `${method} ${url}: ${answer.statusCode} ${answer.body}`);
      return (answer.body === '' ? undefined : answer.json()) as T;
    },
  });

  /** Somebody who registers, confirms and founds a company, as anybody may. */
  async function newcomer(): Promise<Company> {
    const user = await makeUser(test);
    const signed = await signIn(test, user);
    const { id_client } = await companyOf(signed).call<{ id_client: number }>('POST', '/api/v1/company/', {
      name: 'A newcomer',
    });
    const company = companyOf({ ...signed, 'id-client': String(id_client) });
    await company.call('POST', '/api/v1/plants/', { proj_code: 'P1', name: 'P1' });
    return company;
  }

  before(async () => {
    mock.method(console, 'log', () => undefined);
    test = await createTestApp();
    gateway = await startModbusPeer('tcp', answerAddresses);
    const { pool, database } = test;
    const log = createLog('silent', 'test');
    const guard = createOutboundGuard([
      { network: '127.0.0.0/8', from_port: gateway.port, to_port: gateway.port },
      { network: '192.0.2.0/24', from_port: 502, to_port: 502 },
      { network: '::1/128', from_port: gateway.port, to_port: gateway.port },
    ]);
    const writer = new ReadingWriter(pool);
    const acquisition = await startAcquisition({ pool, database, writer, guard, log, lease_every_ms: 200 });
    running.push(acquisition, writer);
    const scope = await makeCompany(pool, 'Mine', undefined, { reaches: 'nothing' });
    await makePlant(pool, scope, 'P1');
    const owner = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    mine = companyOf(await signIn(test, owner, scope));
    await admin('allow', mine, `127.0.0.1:${gateway.port}`);
    theirs = await newcomer();
    await mine.call('POST', '/api/v1/device/', {
      ...device(),
      port: { host: '127.0.0.1', port: gateway.port },
    });
    await reads(mine, { host: '127.0.0.1', port: gateway.port });
  });
  after(async () => {
    mock.restoreAll();
    for (const part of running) await part.close();
    await gateway?.stop();
    await test?.close();
  });

  const admin = (
    command: string,
    { id }: Pick<Company, 'id'>,
    entry: string,
    flags: Record<string, string> = {},
  ) =>
    commands[command]?.run(test.pool, { company: String(id), ...flags }, [entry], { secretKey: 'no matter' });
  const device = () => ({
    proj_code: 'P1',
    short_name: name(),
    unit_id: 1,
    interval_s: 1,
    variables: VARIABLES,
  });

  async function question(company: Company, asked: object): Promise<AskedQuestion> {
    const url = '/cloudcontrol/v1/field-questions/';
    let seen = await company.call<AskedQuestion>('POST', `${url}?wait_ms=10000`, asked);
    while (!seen.ended) {
      const ended = seen.tasks.filter(({ state }) => state === 'ended').length;
      seen = await company.call('GET', `${url}${seen.id}/?wait_ms=10000&ended_tasks=${ended}`);
    }
    return seen;
  }
  const read = async (company: Company, target: object) =>
    (await question(company, { kind: 'read', target, unit_id: 1, function_code: 3, address: 1, count: 2 }))
      .tasks[0];
  const find = async (company: Company, target: object) =>
    (await question(company, { kind: 'find', target, unit_ids: [1], bases: [40_000] })).tasks[0];
  const tryOut = async (company: Company, target: object) =>
    (await question(company, { kind: 'test', tests: [{ target, unit_id: 1, as: { variables: VARIABLES } }] }))
      .tasks[0];

  async function reads(company: Company, target: object): Promise<void> {
    const task = await read(company, target);
    assert.deepEqual(task?.read?.words, [1, 2], JSON.stringify(task));
  }

  /** Nothing came, and nothing was told but what was asked for. */
  async function refused(company: Company, target: { host: string; port: number } | { port_id: number }) {
    for (const asking of [read, find, tryOut]) {
      const task = await asking(company, target);
      assert.deepEqual(
        [task?.reason?.code, task?.read, task?.found, task?.test],
        ['refused_address', null, [], null],
      );
      if ('host' in target && isIP(target.host) === 0)
        assert.equal(task?.reason?.address, target.host.toLowerCase().replace(/\.$/, ''));
    }
  }

  const portsOf = async ({ id }: Company) =>
    (await test.arrange<{ id: string }>('select id from port where company_id = $1 order by id', [id])).map(
      (row) => Number(row.id),
    );
  const newPorts = async (company: Company, work: () => Promise<unknown>): Promise<number[]> => {
    const before = await portsOf(company);
    await work();
    return (await portsOf(company)).filter((id) => !before.includes(id));
  };
  const port = (company: Company, way: object) =>
    company.call<{ id: number }>('POST', '/cloudcontrol/v1/ports/', { proj_code: 'P1', ...way });

  const PROBES: Readonly<Record<string, Probe>> = {
    'plants.createDevice': (company, way) =>
      newPorts(company, () => company.call('POST', '/api/v1/device/', { ...device(), port: way })),
    'configuring.createPort': async (company, way) => [(await port(company, way)).id],
    'configuring.copyPort': async (company, way) => {
      const { id } = await port(company, way);
      return [
        (await company.call<{ id: number }>('POST', `/cloudcontrol/v1/ports/${id}/copy/`, { name: name() }))
          .id,
      ];
    },
    'configuring.changePort': async (company, way) => {
      const { id } = await port(company, { host: '192.0.2.1' });
      await company.call('PATCH', `/cloudcontrol/v1/ports/${id}/`, way);
      return [id];
    },
    'bulk.addDevices': (company, way) =>
      newPorts(company, () =>
        company.call('POST', '/cloudcontrol/v1/devices/bulk/', {
          proj_code: 'P1',
          devices: [
            {
              short_name: name(),
              unit_id: 1,
              // A port of its own: there is one already that is framed otherwise.
              port: { ...way, framer: 'rtu', timeout_ms: 1000 },
              variables: VARIABLES,
            },
          ],
        }),
      ),
    'versions.goBack': async (company, way) => {
      const { id } = await port(company, way);
      const made = await company.call<{ id: number }>('POST', '/api/v1/device/', {
        ...device(),
        port_id: id,
      });
      await company.call('PATCH', `/cloudcontrol/v1/ports/${id}/`, { host: '192.0.2.1', port: 502 });
      await company.call('POST', `/cloudcontrol/v1/devices/${made.id}/versions/1/restore/`, {});
      return [id];
    },
    // Asked at each spelling below, with and without these ports.
    'fieldTools.ask': async () => [],
  };

  it('is tried by each call that declares to reach it', () => {
    const declared = calls.filter(({ call }) => call.reaches === 'field').map(({ key }) => key);
    assert.deepEqual(declared.toSorted(), Object.keys(PROBES).toSorted());
  });

  for (const host of SPELLINGS)
    it(`is closed to a newcomer who asks for ${host}`, async () => {
      const before = gateway.connections;
      await refused(theirs, { host, port: gateway.port });
      assert.equal(gateway.connections, before);
    });

  it('is closed to a newcomer by each of these calls, also to who was given its whole network', async () => {
    const before = gateway.connections;
    const led: { key: string; port_id: number }[] = [];
    for (const [key, probe] of Object.entries(PROBES))
      for (const port_id of await probe(theirs, { host: '127.0.0.1', port: gateway.port }))
        led.push({ key, port_id });
    assert.deepEqual(new Set(led.map(({ key }) => key)).size, Object.keys(PROBES).length - 1);
    const refusedAll = async (part: string) => {
      const tests = led.map(({ port_id }) => ({
        target: { port_id },
        unit_id: 1,
        as: { variables: VARIABLES },
      }));
      const { tasks } = await question(theirs, { kind: 'test', tests });
      for (const [i, { key }] of led.entries())
        assert.deepEqual(
          [tasks[i]?.reason?.code, tasks[i]?.test],
          ['refused_address', null],
          `${key}, ${part}`,
        );
      await refused(theirs, { host: '127.0.0.1', port: gateway.port });
    };
    await refusedAll('given nothing');
    await admin('allow', theirs, '127.0.0.0/8');
    await refusedAll('given its network');
    await admin('disallow', theirs, '127.0.0.0/8');
    assert.equal(gateway.connections, before);
  });

  it('is closed to a camera, however its address is written', async () => {
    const declared = calls.filter(({ call }) => call.reaches === 'camera').map(({ key }) => key);
    assert.deepEqual(declared.toSorted(), ['cameras.changeServer', 'cameras.createServer']);
    const before = gateway.connections;
    const server = (host: string) => ({
      url_plant: `http://${isIP(host) === 6 ? `[${host}]` : host}`,
      port: gateway.port,
      is_https: false,
    });
    const url = '/api/v1/security_camera_plant/';
    await theirs.call('POST', url, { proj_code: 'P1', ...server('192.0.2.1') });
    const { camera } = await theirs.call<{ camera: { id: number } }>('POST', '/api/v1/security_camera/', {
      proj_code: 'P1',
      name: 'Probe',
      stream: 1,
    });
    const isRefused = async (what: string) => {
      const picture = theirs.call('GET', `/api/v1/proxy_img/?id=${camera.id}`);
      await assert.rejects(picture, /502 .*"not_allowed","params":\{\}/, what);
    };
    for (const part of ['given nothing', 'given its network']) {
      if (part === 'given its network') await admin('allow', theirs, '127.0.0.0/8');
      for (const host of SPELLINGS) {
        await theirs.call('PUT', `${url}P1/`, server(host));
        await isRefused(`${host}, ${part}`);
      }
    }
    await admin('disallow', theirs, '127.0.0.0/8');
    assert.equal(gateway.connections, before);
  });

  it('was polled for nobody but whom it belongs to', async () => {
    const stored = await test.arrange<{ company_id: number }>(
      `select distinct company_id from obs_last o where exists (select from unnest(slot_ts) at where at is not null)`,
    );
    assert.deepEqual(stored, [{ company_id: mine.id }]);
  });

  it('is closed to a webhook, whatever it is told', async () => {
    const RECEIVERS: Record<string, (id: number) => Promise<unknown>> = {
      'webhooks.createWebhook': async () => undefined,
      'webhooks.changeWebhook': (id) => theirs.call('PUT', `/api/v1/webhooks/${id}/`, hook('localhost')),
      'webhooks.testWebhook': (id) => theirs.call('POST', `/api/v1/webhooks/${id}/test/`),
      'webhooks.sendAgain': async () => undefined,
    };
    const declared = calls.filter(({ call }) => call.reaches === 'receiver').map(({ key }) => key);
    assert.deepEqual(declared.toSorted(), Object.keys(RECEIVERS).toSorted());
    const before = gateway.connections;
    const { id } = await theirs.call<{ id: number }>('POST', '/api/v1/webhooks/', hook('127.0.0.1'));
    for (const act of Object.values(RECEIVERS)) {
      await act(id);
      const delivery = await theirs
        .call<{ id: number }>('POST', `/api/v1/webhooks/${id}/test/`)
        .catch(() => undefined);
      await tell(theirs);
      const faults = await faultsOf(id);
      assert.ok(faults.length > 0);
      for (const fault of faults) assert.equal(fault.code, 'not_allowed');
      if (delivery) await theirs.call('POST', `/api/v1/webhook-deliveries/${delivery.id}/send-again/`);
    }
    assert.doesNotMatch(
      JSON.stringify((await faultsOf(id))[0]),
      /127\.0\.0\.1/,
      'what localhost stands for is not told',
    );
    assert.equal(gateway.connections, before);
  });

  const hook = (host: string) => ({
    name: 'Probe',
    url: `http://${host}:${gateway.port}/`,
    proj_codes: null,
    codes: null,
    types: ['E', 'W'],
    enabled: true,
  });
  const faultsOf = async (id: number) =>
    (
      await theirs.call<{ results: { fault: { code: string } | null }[] }>(
        'GET',
        `/api/v1/webhooks/${id}/deliveries/`,
      )
    ).results.flatMap(({ fault }) => fault ?? []);
  const tell = async ({ id }: Company) => {
    const scheduler = new NotificationScheduler({
      pool: test.pool,
      log: createLog('silent', 'test'),
      mailer: createMailer(
        { send: async () => undefined },
        { providerName: 'Meridiana', key: test.keyFor(MAIL_KEY) },
      ),
      publicUrl: 'https://portal.example.test',
      stopKey: test.keyFor(MAIL_STOP_KEY),
      webhookKey: test.keyFor(WEBHOOK_KEY),
      kinds: [ALARM_KIND],
      guard: createOutboundGuard([{ network: '127.0.0.0/8', from_port: 1, to_port: 65_535 }]),
      within_ms: 2_000,
    });
    await scheduler.processCompany(id);
    await scheduler.close();
  };

  it('is shared by the administrator, by name only, and taken back', async () => {
    const entry = `127.0.0.1:${gateway.port}`;
    await assert.rejects(
      async () => admin('allow', theirs, entry),
      /belongs to company \d+ Mine.*--shared.*--instead/s,
    );
    await refused(theirs, { host: 'localhost', port: gateway.port });
    await admin('allow', theirs, entry, { shared: 'true' });
    await reads(theirs, { host: 'localhost', port: gateway.port });
    for (const port_id of (await PROBES['configuring.createPort']?.(theirs, {
      host: '127.0.0.1',
      port: gateway.port,
    })) ?? [])
      await reads(theirs, { port_id });
    await reads(mine, { host: '127.0.0.1', port: gateway.port });
    await admin('disallow', theirs, entry);
    await refused(theirs, { host: 'localhost', port: gateway.port });
    const audited = await test.arrange<{ action: string; target: string }>(
      `select action, target from audit where company_id = $1 and action like 'endpoint.%' and target = $2 order by id`,
      [theirs.id, entry],
    );
    assert.deepEqual(
      audited.map(({ action }) => action),
      ['endpoint.allowed', 'endpoint.disallowed'],
    );
  });

  it('goes to whom the administrator gives it instead, and whoever had it is cut off at once', async () => {
    const entry = `127.0.0.1:${gateway.port}`;
    await admin('allow', theirs, entry, { instead: 'true' });
    await reads(theirs, { host: '127.0.0.1', port: gateway.port });
    const port_id = (await portsOf(mine))[0] ?? 0;
    const lost = async () => (await read(mine, { port_id }))?.reason?.code === 'refused_address';
    for (let tries = 0; !(await lost()); tries += 1) assert.ok(tries < 100, 'it is connected still');
    await admin('allow', mine, entry, { instead: 'true' });
    await reads(mine, { port_id });
  });
});
