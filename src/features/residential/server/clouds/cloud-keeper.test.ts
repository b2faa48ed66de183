import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../../tests/support/app.ts';
import { publicReach } from '../../../../shared/server/endpoints/public-reach.ts';
import { createLog } from '../../../../shared/server/log.ts';
import { readOutbound } from '../../../../shared/server/network-settings.ts';
import type { Scope } from '../../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../../measurements/server/reading-writer.ts';
import { invertersAnswer, metersAnswer, storageAnswer } from './answers.fixture.ts';
import { type CloudKeeperDeps, keepClouds } from './cloud-keeper.ts';
import { solarEdge } from './solaredge.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-06-19T10:00:00Z');
const AT = '/api/v1/residenziale/plants/';
const KEY = 'the-installation-key';

interface Query {
  readonly path: string;
  /** Of how many hours. */
  readonly hours: number;
  readonly key: unknown;
}

/** The cloud as it is documented, on this machine; `refuse` is answered instead of the next question, 400 to longer ones than `longest`. */
class StandIn {
  readonly asked: Query[] = [];
  refuse: { status: number; headers: Record<string, string> } | undefined;
  /** Hours. */
  longest = Number.POSITIVE_INFINITY;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, answer) => {
      const url = new URL(request.url ?? '', 'http://cloud');
      // The site stands in Rome, in summer.
      const told = (name: string) => Date.parse(`${url.searchParams.get(name)}+02:00`);
      const window = { from: told('from'), to: told('to') };
      const hours = (window.to - window.from) / HOUR;
      this.asked.push({ path: url.pathname, key: request.headers['x-api-key'], hours });
      const refuse = hours > this.longest ? { status: 400, headers: {} } : this.refuse;
      if (refuse) {
        this.refuse = undefined;
        answer.writeHead(refuse.status, refuse.headers).end('{}');
        return;
      }
      const family = url.pathname.split('/').at(-2);
      const say =
        family === 'inverters' ? invertersAnswer : family === 'meters' ? metersAnswer : storageAnswer;
      answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(say(window)));
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('homes that are read from the cloud of a manufacturer', () => {
  const cloud = new StandIn();
  let test: TestApp;
  let writer: ReadingWriter;
  let url: string;
  let now = NOON;
  const companies: { scope: Scope; headers: Headers }[] = [];

  const every = () => companies.map(({ scope }) => scope.company_id);
  const keep = (
    perDay = 300,
    into: CloudKeeperDeps['writer'] = writer,
    {
      log = createLog('silent', 'test'),
      named = every(),
    }: { log?: CloudKeeperDeps['log']; named?: readonly number[] | null } = {},
  ) =>
    keepClouds({
      pool: test.pool,
      log,
      writer: into,
      now: () => new Date(now),
      settings: { solaredge: { key: KEY, url, perDay, companies: named ?? undefined } },
      reach: publicReach(readOutbound('127.0.0.1', assert.fail)),
    });
  const send = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { body, of = 0 }: { body?: object; of?: number } = {},
  ) => {
    const answer = await test.app.inject({
      method,
      url: `${AT}${path}`,
      headers: companies[of]?.headers ?? {},
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, json: answer.json() };
  };
  const add = async (proj_code: string, given: object = {}, of = 0) => {
    const made = await send('POST', '', { body: { proj_code, ...home, ...given }, of });
    assert.equal(made.status, 201, JSON.stringify(made.json));
  };
  const counted = () =>
    test.arrange<{ n: number; highest: number }>(
      `select count(*)::int as n, max(o.vals[2]) as highest from obs o join device d on d.company_id = $1 and d.id = o.device_id
       where o.company_id = $1 and d.category = 'inverter'`,
      [companies[0]?.scope.company_id],
    );
  const home = {
    name: 'Casa',
    gateway: true,
    storage_kwh: 10,
    provider: 'solaredge',
    cloud_site_id: '1148616',
  };

  before(async () => {
    test = await createTestApp({ now: () => new Date(NOON) });
    writer = new ReadingWriter(test.pool, { announce: async () => undefined, clock: () => now });
    url = await cloud.open();
    for (const name of ['First', 'Second']) {
      const scope = await makeCompany(test.pool, name);
      const user = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
      companies.push({ scope, headers: await signIn(test, user, scope, new Date(NOON)) });
    }
    await add('C1');
    await add('C0', { cloud_site_id: 'archived' });
    await test.arrange("update plant set time_zone = 'Europe/Rome' where proj_code = 'C1'");
    await test.arrange(
      `update home_cloud_site set next_at = case when site_id = 'archived' then $2::timestamptz else $1::timestamptz end`,
      [new Date(NOON), new Date(NOON - 3_600_000)],
    );
    await test.arrange("update plant set archived_at = now() where proj_code = 'C0'");
    // As those of a home that another gateway sent for.
    await test.arrange('update device set interval_s = 60');
  });
  after(async () => {
    cloud.close();
    await writer?.close();
    await test?.close();
  });

  it("have a site that no other home has; that it is another company's is said to nobody", async () => {
    const own = await send('POST', '', { body: { proj_code: 'C2', ...home } });
    const others = await send('POST', '', { body: { proj_code: 'C2', ...home }, of: 1 });
    assert.deepEqual([own.status, others.status], [409, 201]);
    const without = await send('POST', '', { body: { proj_code: 'C3', ...home, provider: 'mqtt' } });
    assert.equal(without.status, 400, JSON.stringify(without.json));
  });

  it('are read into the store, once however often they are asked for', async () => {
    await keep();
    assert.deepEqual(
      cloud.asked.map(({ path }) => path.split('/').at(-2)),
      ['inverters', 'meters', 'storage'],
    );
    assert.deepEqual(new Set(cloud.asked.map(({ key }) => key)), new Set([KEY]));
    const { json: theirs } = await send('GET', 'C2/', { of: 1 });
    assert.equal(theirs.cloud_fault, 'site_refused', 'as a site that the key does not see');
    await send('PUT', 'C2/', { body: { provider: 'mqtt' }, of: 1 });
    const rhythms = await test.arrange<{ interval_s: number }>(
      `select distinct d.interval_s from device d join plant p on p.company_id = d.company_id and p.id = d.plant_id where p.proj_code = 'C1'`,
    );
    // Half of the day's requests are the other company's.
    assert.deepEqual(rhythms, [{ interval_s: 1800 }]);
    const [first] = await counted();
    // Twelve hours of quarters; the counter also stands at the end of the last.
    assert.deepEqual([first?.n, first?.highest], [49, 48]);
    now += HOUR;
    await keep();
    const [second] = await counted();
    assert.deepEqual([second?.n, second?.highest], [53, 52]);
    const { json } = await send('GET', 'C1/');
    assert.deepEqual(
      [json.cloud_fault, json.cloud_read_until],
      [null, new Date(now - 2 * HOUR).toISOString()],
    );
  });

  it('wait as the cloud asks, and ask no more than the day allows', async () => {
    const asked = () => cloud.asked.length;
    now += HOUR;
    cloud.refuse = { status: 429, headers: { 'retry-after': '7200' } };
    const before429 = asked();
    await keep();
    assert.equal(asked(), before429 + 1);
    assert.equal((await send('GET', 'C1/')).json.cloud_fault, 'too_many');
    // Also where another home is due meanwhile.
    await add('C8', { cloud_site_id: 'other' }, 1);
    now += HOUR;
    await keep();
    assert.equal(asked(), before429 + 1, 'it was asked while it wanted to be left alone');
    assert.equal((await send('GET', 'C8/', { of: 1 })).json.cloud_fault, null);
    await test.arrange(
      "update home_cloud_site set next_at = next_at + interval '1 day' where site_id = 'other'",
    );
    now += HOUR + 1000;
    // Of the day seven requests are gone.
    await keep(7);
    assert.equal(asked(), before429 + 1);
    assert.equal((await send('GET', 'C1/')).json.cloud_fault, 'quota');
    now += HOUR;
    await keep();
    assert.equal((await send('GET', 'C1/')).json.cloud_fault, null);
  });

  it('are read for the companies that are named, or for the first; whoever names one has confirmed their address', async () => {
    now += HOUR;
    await test.arrange("update home_cloud_site set next_at = $1 where site_id = 'other'", [new Date(now)]);
    await test.arrange("update home_cloud_site set next_at = $1 where site_id = '1148616'", [
      new Date(now + HOUR),
    ]);
    const before = cloud.asked.length;
    await keep(300, writer, { named: null });
    assert.equal(cloud.asked.length, before, 'the second company was asked for');
    await keep();
    assert.equal(cloud.asked.length, before + 3);
    await test.arrange('update user_account set confirmed_at = null');
    const body = { proj_code: 'C7', ...home, cloud_site_id: 'unseen' };
    const made = await send('POST', '', { body });
    const plain = await send('POST', '', { body: { proj_code: 'C7', name: 'Casa' } });
    const changed = await send('PUT', 'C7/', { body: { provider: 'solaredge', cloud_site_id: 'unseen' } });
    const same = await send('PUT', 'C1/', { body: { name: 'Casa mia' } });
    await test.arrange('update user_account set confirmed_at = now()');
    assert.deepEqual(
      [made, plain, changed, same].map(({ status }) => status),
      [403, 201, 403, 200],
    );
  });

  it('have a share of the day by company, whatever homes another one names', async () => {
    now = Math.ceil(now / (24 * HOUR)) * 24 * HOUR + HOUR;
    for (const n of [20, 21, 22, 23]) await add(`D${n}`, { cloud_site_id: `invented-${n}` }, 1);
    await test.arrange('update home_cloud_site set next_at = $1', [new Date(now + 24 * HOUR)]);
    await test.arrange("update home_cloud_site set next_at = $1 where site_id like 'invented-%'", [
      new Date(now),
    ]);
    // Of twelve requests six are each one's: the second company has used up its own with two homes.
    for (let turn = 0; turn < 4; turn += 1) await keep(12);
    const invented = await test.arrange<{ fault: string | null; read: boolean }>(
      `select fault, read_until is not null as read from home_cloud_site where site_id like 'invented-%'`,
    );
    assert.equal(invented.filter(({ read }) => read).length, 2, JSON.stringify(invented));
    await test.arrange("update home_cloud_site set next_at = $1 where site_id = '1148616'", [new Date(now)]);
    await keep(12);
    assert.equal((await send('GET', 'C1/')).json.cloud_fault, null);
    assert.equal((await send('GET', 'C1/')).json.cloud_read_until, new Date(now - 2 * HOUR).toISOString());
    await test.arrange("delete from home_cloud_site where site_id like 'invented-%'");
    await test.arrange('delete from cloud_company');
    await test.arrange('delete from cloud_vendor');
  });

  it('take turns with those of other companies', async () => {
    now += HOUR;
    for (const n of [3, 4, 5]) await add(`C${n}`, { cloud_site_id: `site-${n}` });
    await test.arrange("update home_cloud_site set next_at = $1 where site_id <> 'archived'", [
      new Date(now),
    ]);
    await keep();
    assert.notEqual((await send('GET', 'C8/', { of: 1 })).json.cloud_read_until, null);
  });

  it('are unreadable where the cloud answers something else, and not by a fault of the program; the log tells both', async () => {
    const entries: { fault?: string; err?: { type: string } }[] = [];
    const log = createLog('warn', 'test', { write: (line) => void entries.push(JSON.parse(line)) });
    const read = async () => {
      await test.arrange(
        "update home_cloud_site set next_at = case when site_id = '1148616' then $1::timestamptz else $2::timestamptz end",
        [new Date(now), new Date(now + 24 * HOUR)],
      );
      await keep(300, writer, { log });
      return (await send('GET', 'C1/')).json.cloud_fault;
    };
    now += HOUR;
    const reads = mock.method(solarEdge, 'read', () => assert.fail('its own fault'), { times: 1 });
    assert.equal(await read(), 'broken');
    reads.mock.restore();
    cloud.refuse = { status: 200, headers: {} };
    assert.equal(await read(), 'unreadable');
    assert.deepEqual(
      entries.map(({ fault, err }) => [fault, err?.type]),
      [
        ['broken', 'AssertionError'],
        ['unreadable', 'ZodError'],
      ],
    );
    assert.equal(await read(), null);
  });

  it('keep nothing that the site told which they had before', async () => {
    now += HOUR;
    await test.arrange(
      "update home_cloud_site set next_at = case when site_id = '1148616' then $1::timestamptz else $2::timestamptz end",
      [new Date(now), new Date(now + 24 * HOUR)],
    );
    const { json } = await send('GET', 'C1/');
    let changed = false;
    await keep(300, {
      write: async (scope, rows) => {
        changed = true;
        await test.arrange("update home_cloud_site set site_id = 'corrected' where site_id = '1148616'");
        return writer.write(scope, rows);
      },
    });
    assert.ok(changed);
    assert.equal((await send('GET', 'C1/')).json.cloud_read_until, json.cloud_read_until);
  });

  it('are asked for days at once, and for what is documented where the cloud refuses that', async () => {
    const until = async () => Date.parse((await send('GET', 'C1/')).json.cloud_read_until);
    await test.arrange(
      "update home_cloud_site set next_at = case when site_id = 'corrected' then $1::timestamptz else $2::timestamptz end",
      [new Date(now), new Date(now + 90 * 24 * HOUR)],
    );
    now += 72 * HOUR;
    const [first, behind] = [cloud.asked.length, (now - (await until())) / HOUR];
    const hours = () => cloud.asked.slice(first).map((asked) => asked.hours);
    cloud.longest = 12;
    // Three turns of a home each time, and three questions each: one refused, and then as many pieces of twelve hours as it takes.
    const pieces = Math.ceil(behind / 12);
    for (let turns = 0; turns < 1 + pieces; turns += 3) await keep();
    const asked = hours();
    assert.deepEqual([asked[0], asked.length], [behind, 1 + 3 * pieces]);
    assert.deepEqual(new Set(asked.slice(1, -3)), new Set([12]));
    assert.equal((await send('GET', 'C1/')).json.cloud_fault, null);
    // What is two hours old is settled.
    assert.equal(await until(), Math.floor((now - 2 * HOUR) / (HOUR / 4)) * (HOUR / 4));
    // It has caught up: of a short question the same answer means something else.
    cloud.longest = 0;
    now += 2 * HOUR;
    await keep();
    assert.equal(hours().length, asked.length + 1);
    assert.equal((await send('GET', 'C1/')).json.cloud_fault, 'not_reached');
  });

  it('leave their site with the cloud, and it is free for another', async () => {
    const left = await send('PUT', 'C1/', { body: { provider: 'mqtt' } });
    assert.deepEqual([left.status, left.json.cloud_site_id], [200, '']);
    const taken = await send('POST', '', { body: { proj_code: 'C9', ...home }, of: 1 });
    assert.equal(taken.status, 201, JSON.stringify(taken.json));
  });
});
