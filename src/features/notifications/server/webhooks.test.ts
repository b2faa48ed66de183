import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { closeAlarm, openAlarms } from '../../../../tests/support/alarms.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { CERTIFICATE, KEY } from '../../../../tests/support/smtp-peer.ts';
import { createLog } from '../../../shared/server/log.ts';
import { createMailer } from '../../../shared/server/mail/outbox.ts';
import { MAIL_KEY, openLinks, type RestingMail } from '../../../shared/server/mail/sealed-links.ts';
import { readOutbound } from '../../../shared/server/network-settings.ts';
import { createOutboundGuard } from '../../../shared/server/outbound.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { ALARM_KIND } from '../../alarms/server/alarm-kind.ts';
import type { Webhook, WebhookDelivery } from '../webhooks.contract.ts';
import { MAIL_STOP_KEY } from './mail-stop.public.ts';
import { NotificationScheduler } from './notification-scheduler.ts';
import { giveUpBacklog, listDueWebhooks } from './webhook-deliveries.repository.ts';
import { WEBHOOK_KEY } from './webhooks.service.ts';

const MINUTE = 60_000;
const LOOPBACK = readOutbound('127.0.0.1', assert.fail);

/** What a receiver was sent. */
interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver that answers as it is told; one that is told nothing answers nothing until it hangs up. */
async function startReceiver(answer: () => number | undefined, secure = false) {
  const received: Received[] = [];
  const hanging: ServerResponse[] = [];
  const server: Server = secure
    ? createTlsServer({ key: KEY, cert: CERTIFICATE })
    : createServer({ keepAliveTimeout: 100 });
  server.on('request', (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      });
      const status = answer();
      if (status === undefined) hanging.push(response);
      else response.writeHead(status, { location: '/elsewhere' }).end('x'.repeat(100_000));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    received,
    port,
    hangUp: () => {
      for (const response of hanging.splice(0)) response.destroy();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** By the letter of the published convention (Standard Webhooks), and by nothing of ours. */
function isSigned(secret: string, { headers, body }: Received, now: number): boolean {
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
  if (Math.abs(Number(timestamp) - now / 1000) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${wanted}`);
}

describe('notifying programs of alarms by webhook', () => {
  let test: TestApp;
  let company: Scope;
  let headers: Headers;
  let plant_id: number;
  let device_id: number;
  let now = Date.parse('2026-06-10T12:00:00Z');
  let status: number | undefined = 204;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let made = 0;
  before(async () => {
    test = await createTestApp();
    receiver = await startReceiver(() => status);
  });
  after(async () => {
    await receiver?.close();
    await test?.close();
  });
  beforeEach(async () => {
    now = Date.now();
    status = 204;
    receiver.received.length = 0;
    company = await makeCompany(test.pool, `Company ${++made}`);
    plant_id = await makePlant(test.pool, company, `P-${made}`);
    device_id = await makeDevice(test.pool, company, plant_id, 'INV1', []);
    const owner = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    headers = await signIn(test, owner, company);
  });

  const makeScheduler = (rules = LOOPBACK, database?: TestApp['database'], within_ms = 600_000) =>
    new NotificationScheduler({
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
      guard: createOutboundGuard(rules),
      clock: () => now,
      random: () => 0.5,
      tls: { ca: CERTIFICATE },
      // Whoever hangs does so until they are made to hang up.
      within_ms,
      ...(database ? { database } : {}),
    });
  const look = (scheduler = makeScheduler()) => scheduler.processCompany(company.company_id);

  async function call<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<T> {
    const answer = await test.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    assert.ok(answer.statusCode < 300, answer.body);
    return answer.body === '' ? (undefined as T) : answer.json<T>();
  }
  const fieldsOf = (more: object = {}) => ({
    name: 'Tickets',
    url: `http://127.0.0.1:${receiver.port}/hook?a=1`,
    proj_codes: null,
    codes: null,
    types: ['E', 'W'],
    enabled: true,
    ...more,
  });
  const create = (more: object = {}) =>
    call<Webhook & { secret: string }>('POST', '/api/v1/webhooks/', fieldsOf(more));
  const listed = async () => (await call<Webhook[]>('GET', '/api/v1/webhooks/'))[0];
  const deliveries = async ({ id }: Pick<Webhook, 'id'>) =>
    (await call<{ results: WebhookDelivery[] }>('GET', `/api/v1/webhooks/${id}/deliveries/`)).results;
  const open = (more: object = {}) => openAlarms(test, company, [{ plant_id, device_id, at: now, ...more }]);

  it('signs what it sends, so that whoever has the secret knows it for ours', async () => {
    const webhook = await create();
    assert.match(webhook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.ok(!JSON.stringify(await listed()).includes(webhook.secret));
    const [id = 0] = await open();
    await look();
    await closeAlarm(test, company, id, now + MINUTE);
    now += MINUTE;
    await look();
    const [opened, closed, ...rest] = receiver.received;
    assert.deepEqual(rest, []);
    assert.ok(opened && closed);
    assert.ok(isSigned(webhook.secret, opened, now) && isSigned(webhook.secret, closed, now));
    assert.ok(!isSigned(`${webhook.secret.slice(0, -4)}AAA=`, opened, now));
    assert.ok(!isSigned(webhook.secret, { ...opened, body: `${opened.body} ` }, now));
    assert.notEqual(opened.headers['webhook-id'], closed.headers['webhook-id']);
    assert.equal(opened.url, '/hook?a=1');
    assert.equal(opened.headers['content-type'], 'application/json');
    const { type, data } = JSON.parse(opened.body);
    assert.equal(type, 'alarm.opened');
    assert.deepEqual(
      {
        id: data.id,
        code: data.code,
        message: data.message,
        plant: data.plant.proj_code,
        device: data.device,
        end: data.end_date,
      },
      {
        id,
        code: 'device_silent',
        message: 'Error reading all registers of at least one device',
        plant: `P-${made}`,
        device: { id: device_id, short_name: 'INV1' },
        end: null,
      },
    );
    assert.equal(
      data.link,
      `https://portal.example.test/apps/asset/alarms?alarm=${id}&company=${company.company_id}`,
    );
    assert.equal(JSON.parse(closed.body).data.end_date, new Date(now).toISOString());
    const [last] = await deliveries(webhook);
    assert.deepEqual(
      { state: last?.state, status: last?.status, attempts: last?.attempts, event: last?.event },
      { state: 'delivered', status: 204, attempts: 1, event: 'alarm.closed' },
    );
    assert.deepEqual(JSON.parse(last?.body ?? ''), JSON.parse(closed.body));
  });

  it('sends no closing to whom the opening was never sent', async () => {
    const [before = 0] = await open();
    await look();
    await create();
    await closeAlarm(test, company, before, now);
    const [after = 0] = await open({ type: 'E', code: 'string_weak' });
    await look();
    await closeAlarm(test, company, after, now);
    await look();
    const sent = receiver.received.map(({ body }) => JSON.parse(body));
    assert.deepEqual(
      sent.map(({ type, data }) => [type, data.id]),
      [
        ['alarm.opened', after],
        ['alarm.closed', after],
      ],
    );
  });

  it('sends only what it was made for', async () => {
    await create({ name: 'Errors', types: ['E'] });
    await create({ name: 'Strings', codes: ['string_weak'] });
    await create({ name: 'Off', enabled: false });
    await open();
    await look();
    assert.equal(receiver.received.length, 0);
    await open({ type: 'E', code: 'string_weak' });
    await look();
    assert.equal(receiver.received.length, 2);
  });

  it('tries again with growing waits under the same id, says what is wrong, and gives up after the last', async () => {
    const webhook = await create();
    status = 500;
    const [id = 0] = await open();
    const waits = [0, 10_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 300 * MINUTE, 600 * MINUTE];
    for (const [i, wait] of waits.entries()) {
      now += wait - 1;
      if (wait > 0) await look();
      assert.equal(receiver.received.length, i);
      now += 1;
      await look();
      const last = i === waits.length - 1;
      assert.equal(receiver.received.length, i + 1);
      // What comes of it waits for its turn: the order of an alarm is kept.
      if (i === 0) await closeAlarm(test, company, id, now);
      const state = last ? 'given_up' : 'waiting';
      const first = (await deliveries(webhook)).at(-1);
      assert.deepEqual(
        [first?.state, first?.status, first?.fault],
        [state, 500, { code: 'status', params: { status: 500 } }],
      );
    }
    assert.equal(new Set(receiver.received.map(({ headers: { 'webhook-id': of } }) => of)).size, 1);
    assert.ok((await listed())?.failing_since);
    const [closing] = await deliveries(webhook);
    assert.deepEqual(closing?.about, {
      code: 'device_silent',
      type: 'W',
      plant_name: closing?.about?.plant_name,
      short_name: 'INV1',
    });
    assert.deepEqual([closing?.behind, closing?.paced], [false, true], 'why it waits');
    status = 200;
    // Once it is given up, what waited behind it has its turn; what keeps failing is tried more rarely.
    now += 10 * MINUTE;
    await look();
    assert.equal(receiver.received.length, waits.length);
    now += MINUTE;
    await look();
    assert.equal(JSON.parse(receiver.received.at(-1)?.body ?? '{}').type, 'alarm.closed');
    assert.equal((await listed())?.failing_since, null);
    const [, given] = await deliveries(webhook);
    const again = await call<WebhookDelivery>('POST', `/api/v1/webhook-deliveries/${given?.id}/send-again/`);
    assert.equal(again.state, 'waiting');
    now = Date.now() + MINUTE;
    await look();
    assert.equal((await deliveries(webhook)).at(-1)?.state, 'delivered');
    assert.equal(receiver.received.at(-1)?.headers['webhook-id'], given?.message_id);
  });

  it('holds up nobody else where receivers hang, of another company or of the same', async () => {
    status = undefined;
    const hanging = company;
    for (let i = 0; i < 8; i++) await create({ name: `Hangs ${i}` });
    await open();
    const answering = await startReceiver(() => 204);
    await create({ name: 'Zeal', url: `http://127.0.0.1:${answering.port}/` });
    const other = await makeCompany(test.pool, `Other ${made}`);
    const owner = await makeUser(test, { company: other, roles: ['COMPANY_OWNER', 'APP_0'] });
    headers = await signIn(test, owner, other);
    await create({ url: `http://127.0.0.1:${answering.port}/other` });
    await openAlarms(test, other, [{ plant_id: await makePlant(test.pool, other, `O-${made}`), at: now }]);
    const scheduler = makeScheduler();
    const all = scheduler.processCompany(hanging.company_id);
    while (receiver.received.length < 4) await pause(5);
    await scheduler.processCompany(other.company_id);
    assert.deepEqual(
      answering.received.map(({ url }) => url),
      ['/other'],
    );
    // No more than four of a company hang at a time, and then the others have their turn.
    assert.equal(receiver.received.length, 4);
    status = 500;
    receiver.hangUp();
    await all;
    assert.equal(receiver.received.length, 8);
    assert.equal(answering.received.length, 2);
    await answering.close();
  });

  it('tries what keeps failing more rarely, and switches it off after days, which those who administer are told', async () => {
    const webhook = await create({ name: 'Desk' });
    await makeUser(test, { company, roles: ['VIEWER', 'APP_0'] });
    status = 500;
    for (let i = 0; i < 30; i++)
      await open({
        code: i % 2 ? 'string_weak' : 'device_silent',
        device_id: null,
        plant_id: await makePlant(test.pool, company, `F-${made}-${i}`),
      });
    const hour = async () => {
      const before = receiver.received.length;
      for (let i = 0; i < 60; i++, now += MINUTE) await look();
      return receiver.received.length - before;
    };
    // A failed attempt ends the turn: of thirty messages that are due one is tried at a time.
    await look();
    assert.equal(receiver.received.length, 1);
    assert.ok((await hour()) <= 12);
    // Whoever presses the button is not kept waiting by that.
    await call('POST', `/api/v1/webhooks/${webhook.id}/test/`);
    now += 1000;
    await look();
    for (let i = 0; i < 10; i++) {
      assert.equal((await listed())?.enabled, true);
      now += 12 * 60 * MINUTE;
      await look();
    }
    const after = await listed();
    assert.deepEqual([after?.enabled, after?.failing_since !== null], [false, true]);
    const mail = (
      await test.arrange<{ subject: string } & RestingMail>(
        `select * from mail_outbox where subject like $1`,
        [`Company ${made}: %`],
      )
    ).map((one) => openLinks(test.keyFor(MAIL_KEY), one));
    assert.deepEqual(
      mail.map(({ subject }) => subject),
      [`Company ${made}: il webhook “Desk” è stato disattivato`],
    );
    assert.ok(mail[0]?.body_text.includes(`/apps/asset/webhooks?company=${company.company_id}`));
    assert.ok(!mail[0]?.body_text.includes('/hook'));
    const published = await test.arrange<{ kind: string; params: object }>(
      'select kind, params from notification where company_id = $1',
      [company.company_id],
    );
    assert.deepEqual(published, [
      { kind: 'webhook.switched_off', params: { webhook: 'Desk', host: `127.0.0.1:${receiver.port}` } },
    ]);
    status = 204;
    await call('PUT', `/api/v1/webhooks/${webhook.id}/`, fieldsOf({ name: 'Desk' }));
    const sent = receiver.received.length;
    await look();
    assert.ok(receiver.received.length > sent + 10);
    assert.equal((await listed())?.failing_since, null);
  });

  it('counts no days in which nothing was tried: one message given up, and one failure a week later, switch nothing off', async () => {
    await create();
    status = 500;
    await open();
    const waits = [0, 1, 1, 5, 30, 120, 300, 600, 6 * 24 * 60];
    for (const wait of waits) {
      now += wait * MINUTE;
      if (wait === waits.at(-1)) await open({ type: 'E', code: 'inverter_fault' });
      await look();
    }
    assert.equal(receiver.received.length, waits.length);
    const { enabled, failing_since } = (await listed()) ?? {};
    assert.deepEqual([enabled, failing_since === null], [true, false]);
  });

  it('gives up the oldest where too much waits for one that fails, and looks for one message of each', async () => {
    const failing = await create({ name: 'Fails' });
    const off = await create({ name: 'Off' });
    status = 500;
    for (const code of ['device_silent', 'string_weak', 'no_production', 'meter_mismatch'])
      await open({ code });
    await look();
    await call('PUT', `/api/v1/webhooks/${off.id}/`, fieldsOf({ name: 'Off', enabled: false }));
    const within = <T>(work: (tx: Tx) => Promise<T>) =>
      inScope(test.pool, scopeOfWork(company.company_id), work);
    const fault = { code: 'backlog', params: { most: 3 } } as const;
    await within((tx) => giveUpBacklog(tx, [failing.id], { most: 3, fault }));
    const states = (await deliveries(failing)).map(({ state }) => state);
    assert.deepEqual(states, ['waiting', 'waiting', 'waiting', 'given_up']);
    assert.equal((await deliveries(failing)).at(-1)?.fault?.code, 'backlog');
    const due = (at: number) => within((tx) => listDueWebhooks(tx, new Date(at)));
    assert.deepEqual(await due(now), { due: [failing.id], next: null });
    await test.arrange('update webhook set paced_until = to_timestamp($2::float8 / 1000) where id = $1', [
      failing.id,
      now + MINUTE,
    ]);
    assert.deepEqual(await due(now), { due: [], next: now + MINUTE });
    // What answers is never cut, however much waits.
    await test.arrange('update webhook set failing_since = null where id = $1', [failing.id]);
    await within((tx) => giveUpBacklog(tx, [failing.id], { most: 1, fault }));
    assert.equal((await listed())?.waiting, 3);
  });

  it('sends in time what a clock that was a day ahead has stamped: messages, tries and pauses', async () => {
    const webhook = await create();
    const scheduler = makeScheduler();
    status = 500;
    now += 1440 * MINUTE;
    for (const code of ['device_silent', 'string_weak']) {
      await open({ code });
      await scheduler.processCompany(company.company_id);
      now += 60 * MINUTE;
    }
    now -= 1440 * MINUTE;
    status = 204;
    await scheduler.processCompany(company.company_id);
    assert.deepEqual(
      (await deliveries(webhook)).map(({ state }) => state),
      ['delivered', 'delivered'],
    );
  });

  it('follows no redirect, and takes 410 for the last word', async () => {
    const webhook = await create();
    status = 302;
    await open();
    await look();
    assert.deepEqual(
      receiver.received.map(({ url }) => url),
      ['/hook?a=1'],
    );
    assert.equal((await deliveries(webhook))[0]?.state, 'waiting');
    status = 410;
    now += MINUTE;
    await look();
    const [last] = await deliveries(webhook);
    assert.deepEqual([last?.state, last?.fault?.code], ['given_up', 'gone']);
  });

  it('sends nothing for a disabled company, and what waits when it is open again', async () => {
    await create();
    await open();
    const enable = (enabled: boolean) =>
      test.arrange('update company set enabled = $2 where id_client = $1', [company.company_id, enabled]);
    await enable(false);
    await look();
    await enable(true);
    await look(makeScheduler([]));
    await enable(false);
    now += MINUTE;
    await look();
    assert.equal(receiver.received.length, 0);
    await enable(true);
    await look();
    assert.equal(receiver.received.length, 1);
  });

  it('is woken for a company that was made a moment ago', async () => {
    const scheduler = makeScheduler(LOOPBACK, test.database);
    await scheduler.start();
    // The companies that there are were listed; the next time is in a minute.
    while (scheduler.companies === 0) await pause(20);
    const late = await makeCompany(test.pool, `Late ${made}`);
    const owner = await makeUser(test, { company: late, roles: ['COMPANY_OWNER', 'APP_0'] });
    headers = await signIn(test, owner, late);
    const webhook = await create();
    now = Date.now() + 1000;
    await call('POST', `/api/v1/webhooks/${webhook.id}/test/`);
    // It sees to every company: what waits of others is not meant.
    const tests = () => receiver.received.filter(({ body }) => JSON.parse(body).type === 'test');
    while (tests().length === 0) await pause(20);
    await scheduler.close();
    assert.equal(tests().length, 1);
  });

  it('is sent again after an instance that died on it, and by one of several at a time', async () => {
    const webhook = await create();
    await open();
    await look(makeScheduler([]));
    // As a killed instance leaves it: taken, and nothing written.
    await test.arrange(
      `update webhook_delivery set attempts = 1, next_at = to_timestamp($1::float8 / 1000), fault = null where webhook_id = $2`,
      [now + 30_000, webhook.id],
    );
    await look();
    assert.equal(receiver.received.length, 0);
    now += 30_000;
    await Promise.all([look(), look(), look()]);
    assert.equal(receiver.received.length, 1);
  });

  it('reaches nothing that OUTBOUND_ALLOW does not list, whatever the address is called', async () => {
    const webhook = await create();
    await create({ name: 'By name', url: `http://localhost:${receiver.port}/` });
    await create({ name: 'Mapped', url: `http://[::ffff:127.0.0.1]:${receiver.port}/` });
    await create({ name: 'Number', url: `http://2130706433:${receiver.port}/` });
    await open();
    await look(makeScheduler([]));
    assert.equal(receiver.received.length, 0);
    for (const { id } of await call<Webhook[]>('GET', '/api/v1/webhooks/')) {
      const [refused] = await deliveries({ id });
      assert.equal(refused?.fault?.code, 'not_allowed');
      assert.equal(refused?.fault?.params.port, receiver.port);
    }
    assert.equal((await deliveries(webhook))[0]?.fault?.params.address, '127.0.0.1');
  });

  it('says in words what else went wrong', async () => {
    const secure = await startReceiver(() => 204, true);
    const kinds = {
      tls: `https://127.0.0.1:${receiver.port}/`,
      no_connection: 'http://127.0.0.1:9/',
      not_encrypted: 'http://198.51.100.7/',
      name_unknown: 'https://no-such-host.invalid/',
    };
    for (const [name, url] of Object.entries(kinds)) await create({ name, url });
    const fine = await create({ name: 'fine', url: `https://localhost:${secure.port}/` });
    await open();
    await look(makeScheduler(readOutbound('127.0.0.1,198.51.100.0/24', assert.fail)));
    await secure.close();
    assert.equal((await deliveries(fine))[0]?.state, 'delivered');
    for (const webhook of await call<Webhook[]>('GET', '/api/v1/webhooks/'))
      if (webhook.name !== 'fine')
        assert.equal(webhook.last_fault?.code, webhook.name, JSON.stringify(webhook.last_fault));
  });

  it('waits for no answer for ever', async () => {
    const webhook = await create();
    status = undefined;
    await open();
    await look(makeScheduler(LOOPBACK, undefined, 50));
    assert.equal((await deliveries(webhook))[0]?.fault?.code, 'timeout');
  });

  it('refuses addresses that are none, or hold a password', async () => {
    for (const url of [
      'nothing',
      'ftp://example.org/',
      'https://user:secret@example.org/',
      'file:///etc/passwd',
    ]) {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/v1/webhooks/',
        headers,
        payload: fieldsOf({ url }),
      });
      assert.equal(answer.statusCode, 400, url);
      assert.match(answer.json().errors[0].path, /url/);
    }
  });

  it('is changed, tested, switched off and deleted', async () => {
    const webhook = await create();
    const changed = await call<Webhook>('PUT', `/api/v1/webhooks/${webhook.id}/`, {
      ...fieldsOf({ name: 'Desk' }),
      version: webhook.version,
    });
    assert.equal(changed.name, 'Desk');
    const test_message = await call<WebhookDelivery>('POST', `/api/v1/webhooks/${webhook.id}/test/`);
    assert.equal(test_message.event, 'test');
    now = Date.now() + 1000;
    await look();
    assert.equal(JSON.parse(receiver.received[0]?.body ?? '{}').type, 'test');
    const stale = await test.app.inject({
      method: 'PUT',
      url: `/api/v1/webhooks/${webhook.id}/`,
      headers,
      payload: { ...fieldsOf(), version: webhook.version },
    });
    assert.equal(stale.statusCode, 409);
    await call('PUT', `/api/v1/webhooks/${webhook.id}/`, fieldsOf({ enabled: false }));
    const off = await test.app.inject({
      method: 'POST',
      url: `/api/v1/webhooks/${webhook.id}/test/`,
      headers,
    });
    assert.equal(off.statusCode, 409);
    await call('DELETE', `/api/v1/webhooks/${webhook.id}/`);
    assert.deepEqual(await call('GET', '/api/v1/webhooks/'), []);
  });
});
