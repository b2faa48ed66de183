import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openAlarms } from '../../../../tests/support/alarms.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { mailOf } from '../../../../tests/support/mail.ts';
import { VISIT_ASSIGNED, VISIT_OVERDUE } from '../../../../tests/support/visit-notifications.ts';
import { createLog } from '../../../shared/server/log.ts';
import { createMailer } from '../../../shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../../shared/server/mail/sealed-links.ts';
import { saveChosenChannels } from '../../../shared/server/notifications/preferences.repository.ts';
import { type Publication, publish } from '../../../shared/server/notifications/publish.ts';
import { createOutboundGuard } from '../../../shared/server/outbound.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { ALARM_KIND } from '../../alarms/server/alarm-kind.ts';
import { savePreference } from '../../alarms/server/notification-preferences.repository.ts';
import type { Webhook, WebhookDelivery } from '../webhooks.contract.ts';
import { MAIL_STOP_KEY } from './mail-stop.public.ts';
import { NotificationScheduler } from './notification-scheduler.ts';
import { WEBHOOK_KEY } from './webhooks.service.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-06-10T12:00:00Z');
const KINDS = [ALARM_KIND, VISIT_ASSIGNED, VISIT_OVERDUE];
const PREFERENCE = {
  enabled: true,
  plant_ids: [],
  codes: [],
  types: ['E' as const, 'W' as const],
  at_once: true,
  recovery: true,
  quiet_from: null,
  quiet_to: null,
  errors_break_quiet: true,
  digest_at: null,
  digest_on: null,
  time_zone: 'Europe/Rome',
};

describe('sending what other areas publish', () => {
  let test: TestApp;
  let company: Scope;
  let plant_id: number;
  let device_id: number;
  let rosa: TestUser;
  let headers: Headers;
  let now = NOON;
  let made = 0;
  before(async () => {
    test = await createTestApp({ notificationKinds: KINDS });
  });
  after(() => test?.close());
  beforeEach(async () => {
    now = NOON;
    company = await makeCompany(test.pool, `Company ${++made}`);
    plant_id = await makePlant(test.pool, company, `P-${made}`);
    device_id = await makeDevice(test.pool, company, plant_id, 'INV1', []);
    rosa = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    headers = await signIn(test, rosa, company);
  });

  async function look(minutes = 0): Promise<void> {
    now += minutes * MINUTE;
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
      guard: createOutboundGuard([]),
      kinds: KINDS,
      clock: () => now,
    });
    await scheduler.processCompany(company.company_id);
    await scheduler.close();
  }
  const assign = (title: string, more: Partial<Publication<{ title: string }>> = {}) =>
    inScope(test.pool, company, (tx) =>
      publish(tx, VISIT_ASSIGNED, { subject: 7, plant_id, params: { title }, at: new Date(now), ...more }),
    );
  const prefer = (more: object) =>
    inScope(test.pool, company, (tx) => savePreference(tx, rosa.id, { ...PREFERENCE, ...more }, undefined));
  const mail = () => mailOf(test, rosa.email);
  const openAlarm = () => openAlarms(test, company, [{ plant_id, device_id, at: now }]);
  const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    test.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });

  it('mails in time what a clock that was a day ahead has made due', async () => {
    await assign('Roof');
    await look(24 * 60);
    assert.deepEqual(await mail(), []);
    await look(-24 * 60 + 1);
    await look(1);
    assert.equal((await mail()).length, 1);
  });

  it('mails once, to whoever never chose anything as well', async () => {
    await assign('Roof');
    await look();
    await look(1);
    await look(60);
    const [first, ...rest] = await mail();
    assert.deepEqual(rest, []);
    assert.match(first?.subject ?? '', /Roof/);
    const path = `/apps/asset/visits?open=7&company=${company.company_id}`;
    assert.ok(first?.body_text.includes(`https://portal.example.test${path}`), first?.body_text);
  });

  it('mails several of a kind as one, each kind and alarms by themselves', async () => {
    await prefer({});
    await assign('Roof');
    await assign('Cabin', { subject: 8 });
    await openAlarm();
    await look();
    await look(1);
    const mails = await mail();
    assert.equal(mails.length, 2, mails.map(({ subject }) => subject).join());
    const [visits] = mails.filter(({ body_text }) => body_text.includes('Cabin'));
    assert.ok(visits?.body_text.includes('Roof'));
  });

  it('mails nothing that was read meanwhile, that is not wanted, or whose plant is hidden by then', async () => {
    const ada = await makeUser(test, { company, roles: ['VIEWER', 'APP_0'], plants: [plant_id] });
    const ivo = await makeUser(test, { company, roles: ['VIEWER', 'APP_0'], plants: [plant_id] });
    await inScope(test.pool, company, (tx) =>
      saveChosenChannels(tx, {
        user_id: ivo.id,
        kind: 'visits.assigned',
        bell: true,
        mail: false,
        digest: true,
      }),
    );
    await assign('Roof');
    await look();
    await test.arrange('update notification_recipient set read_at = now() where user_id = $1', [rosa.id]);
    await test.arrange('delete from company_user_plant where user_id = $1', [ada.id]);
    await look(1);
    for (const { email } of [rosa, ada, ivo]) assert.deepEqual(await mailOf(test, email), []);
    const outcomes = await test.arrange<{ outcome: string | null }>(
      'select outcome from notification_recipient where company_id = $1 order by user_id',
      [company.company_id],
    );
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['read', 'hidden', null],
    );
  });

  it('waits until quiet hours end', async () => {
    await prefer({ quiet_from: 13 * 60, quiet_to: 15 * 60 });
    await assign('Roof');
    await look();
    await look(1);
    assert.equal((await mail()).length, 0);
    // 15:00 in Rome is 13:00 UTC.
    await look(60);
    assert.equal((await mail()).length, 1);
  });

  it('lists what is unread in the daily digest, each in one', async () => {
    await prefer({ at_once: false, digest_at: 15 * 60, digest_on: '2026-06-09' });
    await inScope(test.pool, company, (tx) =>
      saveChosenChannels(tx, {
        user_id: rosa.id,
        kind: 'visits.assigned',
        bell: true,
        mail: false,
        digest: true,
      }),
    );
    await assign('Roof');
    await look();
    await look(61);
    const [digest, ...rest] = await mail();
    assert.deepEqual(rest, []);
    assert.ok(digest?.body_text.includes('Roof'), digest?.body_text);
    await look(24 * 60);
    assert.equal((await mail()).length, 1);
  });

  it('stops the mail of a kind by its own link, and nothing else', async () => {
    await prefer({});
    await assign('Roof');
    await look();
    await look(1);
    const token = new URL((await mail())[0]?.unsubscribe_url ?? '').searchParams.get('token');
    const found = await ask('POST', '/user/v1/alarm-mail/find/', { token });
    assert.equal(found.statusCode, 200, found.body);
    assert.deepEqual([found.json().kind, found.json().enabled], ['visits.assigned', true]);
    const stopped = await test.app.inject({
      method: 'POST',
      url: `/unsubscribe?token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    assert.equal(stopped.statusCode, 204, stopped.body);
    await assign('Cabin', { subject: 8 });
    await openAlarm();
    await look(1);
    await look(1);
    const bodies = (await mail()).map(({ body_text }) => body_text).join();
    assert.ok(!bodies.includes('Cabin'));
    assert.equal((await mail()).length, 2);
    assert.equal((await ask('GET', '/api/v1/notifications/')).json().count, 2);
    const forged = `${company.company_id}.${rosa.id}.visits.overdue.${String(token).split('.').at(-1)}`;
    assert.equal((await ask('POST', '/user/v1/alarm-mail/find/', { token: forged })).statusCode, 400);
  });

  it('goes to webhooks that chose the kind, and to no other', async () => {
    const wishes = {
      name: 'Tickets',
      url: 'http://127.0.0.1:9/',
      proj_codes: null,
      codes: null,
      types: ['E', 'W'],
      enabled: true,
    };
    const alarms = (await ask('POST', '/api/v1/webhooks/', wishes)).json<Webhook>();
    assert.deepEqual(alarms.kinds, ['alarm']);
    const kinds = ['visits.assigned'];
    const visits = (
      await ask('POST', '/api/v1/webhooks/', { ...wishes, name: 'Visits', kinds })
    ).json<Webhook>();
    assert.equal((await ask('POST', '/api/v1/webhooks/', { ...wishes, kinds: ['no.such'] })).statusCode, 400);
    await assign('Roof');
    await openAlarm();
    await look();
    await look(1);
    const sent = async ({ id }: Webhook) =>
      (await ask('GET', `/api/v1/webhooks/${id}/deliveries/`)).json<{ results: WebhookDelivery[] }>().results;
    assert.deepEqual(
      (await sent(alarms)).map(({ event, kind }) => [event, kind]),
      [['alarm.opened', null]],
    );
    const [delivery, ...rest] = await sent(visits);
    assert.deepEqual(rest, []);
    assert.deepEqual([delivery?.event, delivery?.kind], ['notification', 'visits.assigned']);
    const body = JSON.parse(delivery?.body ?? '{}');
    assert.equal(body.type, 'visits.assigned');
    assert.equal(body.data.message, 'The visit “Roof” was assigned to you');
    const kept = await ask('PUT', `/api/v1/webhooks/${visits.id}/`, { ...wishes, name: 'Visits' });
    assert.deepEqual(kept.json<Webhook>().kinds, kinds);
  });
});
