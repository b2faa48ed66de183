import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { closeAlarm, openAlarms, repeatAlarm } from '../../../../tests/support/alarms.ts';
import {
  createTestApp,
  join,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { mailOf as mailTo } from '../../../../tests/support/mail.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { createLog } from '../../../shared/server/log.ts';
import { createMailer } from '../../../shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../../shared/server/mail/sealed-links.ts';
import { createOutboundGuard } from '../../../shared/server/outbound.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { MAIL_STOP_KEY } from '../../notifications/server/mail-stop.public.ts';
import { NotificationScheduler } from '../../notifications/server/notification-scheduler.ts';
import { countFailingWebhooks } from '../../notifications/server/webhooks.repository.ts';
import { WEBHOOK_KEY } from '../../notifications/server/webhooks.service.ts';
import { followCauses, standAlone } from './alarm-events.repository.ts';
import { ALARM_KIND } from './alarm-kind.ts';
import { findEvaluationStatus } from './evaluation-state.repository.ts';
import { type NotificationPreferenceRow, savePreference } from './notification-preferences.repository.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-06-10T12:00:00Z');
const CHOICE: Omit<NotificationPreferenceRow, 'version' | 'tested_at' | 'digest_notified_at'> = {
  enabled: true,
  plant_ids: [],
  codes: [],
  types: ['E', 'W'],
  at_once: true,
  recovery: true,
  quiet_from: null,
  quiet_to: null,
  errors_break_quiet: true,
  digest_at: null,
  digest_on: null,
  time_zone: 'Europe/Rome',
};

describe('notifying people of alarms by mail', () => {
  let test: TestApp;
  let company: Scope;
  let plants: number[];
  let device_id: number;
  let now = NOON;
  let broken = false;
  let made = 0;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());
  beforeEach(async () => {
    now = NOON;
    broken = false;
    company = await makeCompany(test.pool, `Company ${++made}`);
    const named = ['North', 'South'].map((name) => makePlant(test.pool, company, `${name}-${made}`));
    plants = await Promise.all(named);
    device_id = await makeDevice(test.pool, company, plants[0] ?? 0, 'INV1', ['ac_power_kw']);
  });

  const jobs = {
    async send() {
      if (broken) throw new Error('killed');
    },
  };
  const makeScheduler = (clock = () => now) =>
    new NotificationScheduler({
      pool: test.pool,
      log: createLog('silent', 'test'),
      mailer: createMailer(jobs, { providerName: 'Meridiana', key: test.keyFor(MAIL_KEY) }),
      publicUrl: 'https://portal.example.test',
      stopKey: test.keyFor(MAIL_STOP_KEY),
      webhookKey: test.keyFor(WEBHOOK_KEY),
      kinds: [ALARM_KIND],
      guard: createOutboundGuard([]),
      clock,
    });

  async function reader(
    choice: Partial<NotificationPreferenceRow> = {},
    { roles = ['COMPANY_OWNER', 'APP_0'] as Role[], sees = [] as number[] } = {},
  ): Promise<TestUser> {
    const user = await makeUser(test, { company, roles, plants: sees });
    await setPreference(user, choice);
    return user;
  }
  const setPreference = (user: TestUser, choice: Partial<NotificationPreferenceRow>) =>
    inScope(test.pool, company, (tx) => savePreference(tx, user.id, { ...CHOICE, ...choice }, undefined));
  const open = (minutes = 0, more: { plant_id?: number; type?: 'E' | 'W'; code?: string } = {}) =>
    openAlarms(test, company, [
      { plant_id: plants[0] ?? 0, device_id, at: NOON + minutes * MINUTE, ...more },
    ]).then(([id = 0]) => id);
  const makeWebhook = () =>
    test.arrange(
      `insert into webhook (company_id, name, url, sealed_secret) values ($1, 'x', 'http://127.0.0.1:9/', '')`,
      [company.company_id],
    );
  /** The alarms that programs are sent, in order. */
  const queued = async () =>
    (
      await test.arrange<{ alarm_id: number }>(
        'select alarm_id::int from webhook_delivery where company_id = $1 order by id',
        [company.company_id],
      )
    ).map(({ alarm_id }) => alarm_id);
  const mailOf = (user: TestUser) => mailTo(test, user.email);
  const subjects = async (user: TestUser) => (await mailOf(user)).map(({ subject }) => subject);
  /** The clock goes on by so many minutes, in a few looks. */
  async function pass(minutes: number): Promise<void> {
    const [until, step] = [now + minutes * MINUTE, Math.max(MINUTE / 2, (minutes * MINUTE) / 8)];
    while (now < until) {
      now = Math.min(until, now + step);
      await look();
    }
  }
  const look = () => makeScheduler().processCompany(company.company_id);

  it('says once that an alarm opened and once that it is over, with how long it lasted', async () => {
    const rosa = await reader();
    const id = await open();
    await look();
    await pass(10);
    await closeAlarm(test, company, id, NOON + 10 * MINUTE);
    await pass(4);
    assert.equal((await mailOf(rosa)).length, 1);
    await pass(60);
    const [opened, closed, ...rest] = await mailOf(rosa);
    assert.deepEqual(rest, []);
    assert.match(opened?.subject ?? '', /^Avviso: North-\d+, INV1: .+/);
    assert.match(closed?.subject ?? '', /^Risolto dopo 10 min: North-\d+, INV1: /);
    const link = `https://portal.example.test/apps/asset/alarms?alarm=${id}&company=${company.company_id}`;
    assert.ok(opened?.body_text.includes(link));
    assert.ok(closed?.body_text.includes('10 giu'), closed?.body_text);
    assert.match(opened?.unsubscribe_url ?? '', /^https:\/\/portal\.example\.test\/unsubscribe\?token=/);
  });

  it('writes to each in their own language', async () => {
    const eve = await reader();
    await test.arrange(`update user_account set language = 'en' where id = $1`, [eve.id]);
    await open(0, { type: 'E' });
    await pass(1);
    assert.match((await subjects(eve))[0] ?? '', /^Alarm: North-\d+, INV1: Error reading/);
  });

  it('sends a handful of mails of a fault that flaps for hours, and counts how often it came', async () => {
    const rosa = await reader();
    const id = await open();
    await look();
    // Ten minutes there, ten minutes gone, for eight hours.
    for (let i = 0; i < 24; i++) {
      await pass(10);
      await closeAlarm(test, company, id, now);
      await pass(10);
      if (i < 23) await repeatAlarm(test, company, id, now);
    }
    await pass(9 * 60);
    const all = await subjects(rosa);
    assert.ok(all.length <= 6, all.join('\n'));
    assert.match(all[2] ?? '', /^Di nuovo, 2ª volta: /);
    assert.match(all.at(-1) ?? '', /^Risolto dopo /);
  });

  it('tells what opened and closed before anybody heard of it in one line', async () => {
    const rosa = await reader({ quiet_from: 1320, quiet_to: 420, errors_break_quiet: false });
    now = NOON + 10 * HOUR;
    const id = await open(600);
    const other = await open(601, { type: 'E', code: 'inverter_fault' });
    await pass(20);
    await closeAlarm(test, company, id, now);
    await pass(6 * 60);
    assert.deepEqual(await subjects(rosa), []);
    now = Date.parse('2026-06-11T05:00:00Z');
    await pass(2);
    const [mail, ...rest] = await mailOf(rosa);
    assert.deepEqual(rest, []);
    assert.match(mail?.subject ?? '', /: 2 nuovi allarmi$/);
    assert.match(mail?.body_text ?? '', /Aperti e già risolti \(1\)[\s\S]*risolto dopo 20 min/);
    assert.match(mail?.body_text ?? '', new RegExp(`alarm=${other}&`));
  });

  it('lets errors break the quiet where that is wished', async () => {
    const rosa = await reader({ quiet_from: 1320, quiet_to: 420 });
    now = NOON + 10 * HOUR;
    await open(600);
    await open(600, { type: 'E', code: 'inverter_fault' });
    await pass(2);
    assert.deepEqual(
      (await subjects(rosa)).map((subject) => subject.split(':')[0]),
      ['Allarme'],
    );
  });

  it('tells 300 alarms of one evaluation in one mail that names 20', async () => {
    const rosa = await reader();
    const devices = await test.arrange<{ id: number }>(
      `insert into device (company_id, plant_id, short_name, category, interval_s, next_slot)
       select $1, $2, 'D' || i, 'inverter', 60, 0 from generate_series(1, 300) i returning id::int`,
      [company.company_id, plants[1]],
    );
    await openAlarms(
      test,
      company,
      devices.map(({ id }) => ({ plant_id: plants[1] ?? 0, device_id: id, at: NOON })),
    );
    await pass(30);
    const [mail, ...rest] = await mailOf(rosa);
    assert.deepEqual(rest, []);
    assert.match(mail?.subject ?? '', /: 300 nuovi allarmi$/);
    assert.equal(mail?.body_text.match(/alarm=\d+/g)?.length, 20);
    assert.ok(mail?.body_text.includes('… e altri 280'));
  });

  it('heeds plants, kinds and severity', async () => {
    const [north = 0, south = 0] = plants;
    const only = await reader({ plant_ids: [south] });
    const errors = await reader({ types: ['E'] });
    const kind = await reader({ codes: ['string_weak'] });
    const off = await reader({ enabled: false });
    const digest = await reader({ at_once: false, digest_at: 1439 });
    await open(0, { plant_id: north });
    await pass(1);
    for (const user of [only, errors, kind, off, digest]) assert.deepEqual(await subjects(user), []);
    await openAlarms(test, company, [{ plant_id: south, type: 'E', code: 'string_weak', at: now }]);
    await pass(1);
    for (const user of [only, errors, kind]) assert.equal((await subjects(user)).length, 1);
    for (const user of [off, digest]) assert.deepEqual(await subjects(user), []);
  });

  it('mails nothing of plants that somebody may not see, not even when access was taken away meanwhile', async () => {
    const [north = 0] = plants;
    const roles: Role[] = ['VIEWER', 'APP_0'];
    const sees = await reader({}, { roles, sees: [north] });
    const not = await reader({}, { roles });
    const loses = await reader({ quiet_from: 0, quiet_to: 1439 }, { roles, sees: [north] });
    const hears = await reader({}, { roles, sees: [north] });
    const id = await open();
    await pass(1);
    assert.deepEqual(await subjects(not), []);
    assert.equal((await subjects(sees)).length, 1);
    await test.arrange('delete from company_user_plant where user_id = any($1)', [[loses.id, hears.id]]);
    await setPreference(loses, {});
    await closeAlarm(test, company, id, now);
    await pass(24 * 60);
    assert.deepEqual(await subjects(loses), []);
    assert.equal((await subjects(hears)).length, 1);
    assert.equal((await subjects(sees)).length, 2);
  });

  it('mails nothing to who left, whose address is unconfirmed, who lacks the application, or whose company is disabled', async () => {
    const left = await reader();
    const unconfirmed = await reader();
    const closed = await reader();
    const stays = await reader();
    await open();
    await look();
    await test.arrange('delete from company_user where user_id = $1', [left.id]);
    await test.arrange('update user_account set confirmed_at = null where id = $1', [unconfirmed.id]);
    await join(test, company, closed.id, { roles: ['COMPANY_OWNER'] });
    await pass(2);
    for (const user of [left, unconfirmed, closed]) assert.deepEqual(await subjects(user), []);
    assert.equal((await subjects(stays)).length, 1);
    await test.arrange('update company set enabled = false where id_client = $1', [company.company_id]);
    await openAlarms(test, company, [{ plant_id: plants[1] ?? 0, at: now }]);
    await pass(2);
    assert.equal((await subjects(stays)).length, 1);
  });

  it('says nothing of a snoozed plant, but that what was told is over', async () => {
    const rosa = await reader();
    const id = await open();
    await pass(1);
    await test.arrange('update plant set snooze_date = to_timestamp($2::float8 / 1000) where id = $1', [
      plants[0],
      now + 24 * HOUR,
    ]);
    await open(2, { code: 'string_weak' });
    await closeAlarm(test, company, id, now);
    await pass(60);
    assert.deepEqual(
      (await subjects(rosa)).map((subject) => subject.split(' ')[0]),
      ['Avviso:', 'Risolto'],
    );
    // It is ended early, and what stands is told.
    await test.arrange('update plant set snooze_date = null where id = $1', [plants[0]]);
    await pass(6);
    assert.equal((await subjects(rosa)).length, 3);
  });

  it('is told once by two instances at a time, and once where one was killed while it wrote', async () => {
    const rosa = await reader();
    await open();
    await look();
    now += MINUTE;
    broken = true;
    await look();
    assert.deepEqual(await subjects(rosa), []);
    broken = false;
    await Promise.all([look(), look(), look()]);
    await pass(5);
    assert.equal((await subjects(rosa)).length, 1);
  });

  it('sets aside what cannot be told, where it can be seen, and tells the rest', async () => {
    const rosa = await reader();
    const [late, broken, fine] = [
      await open(),
      await open(0, { code: 'string_weak' }),
      await open(0, { type: 'E', code: 'inverter_fault' }),
    ];
    const spoil = (id: number) => test.arrange(`update alarm set date = '-infinity' where id = $1`, [id]);
    await makeWebhook();
    await spoil(broken);
    await Promise.all([look(), look(), look()]);
    await spoil(late);
    await pass(2);
    const events = await test.arrange<{
      alarm_id: number;
      notified: boolean;
      failed: boolean;
      waits: boolean;
    }>(
      `select alarm_id::int, notified_at is not null as notified, detail ? 'unsent' as failed, unsent as waits from alarm_event where company_id = $1 order by id`,
      [company.company_id],
    );
    assert.deepEqual(events, [
      { alarm_id: late, notified: true, failed: false, waits: false },
      { alarm_id: broken, notified: true, failed: true, waits: false },
      { alarm_id: fine, notified: true, failed: false, waits: false },
    ]);
    // Several instances at a time: each was queued once, in order.
    assert.deepEqual(await queued(), [late, fine]);
    assert.deepEqual(
      await test.arrange(
        'select alarm_id::int, outcome from alarm_notification where company_id = $1 order by alarm_id',
        [company.company_id],
      ),
      [
        { alarm_id: late, outcome: 'failed' },
        { alarm_id: broken, outcome: 'failed' },
        { alarm_id: fine, outcome: null },
      ],
    );
    assert.match((await subjects(rosa)).join(), /^Allarme: North-\d+, INV1: /);
    // Whoever runs the installation sees it.
    const state = await inScope(test.pool, company, (tx) => findEvaluationStatus(tx, new Date(now)));
    assert.deepEqual([state?.unsent_events, state?.failed_notifications], [1, 2]);
    assert.equal(await inScope(test.pool, company, countFailingWebhooks), 1);
  });

  it('mails, and sets nothing aside, where a fault common to all keeps everything from programs', async () => {
    const rosa = await reader();
    await makeWebhook();
    const full = `webhook_full_${company.company_id}`;
    await test.arrange(
      `alter table webhook_delivery add constraint ${full} check (company_id <> ${company.company_id})`,
    );
    const ids = [await open(), await open(0, { code: 'string_weak' })];
    await pass(1);
    assert.equal((await subjects(rosa)).length, 1);
    const state = await inScope(test.pool, company, (tx) => findEvaluationStatus(tx, new Date(now)));
    assert.equal(state?.unsent_events, 0);
    await test.arrange(`alter table webhook_delivery drop constraint ${full}`);
    ids.push(await open(1, { type: 'E', code: 'inverter_fault' }));
    await look();
    assert.deepEqual(await queued(), ids);
    await pass(20);
    assert.equal((await subjects(rosa)).length, 2);
  });

  it('gives up after a day what cannot be queued, so that it holds up nothing for ever', async () => {
    await makeWebhook();
    const broken = await open();
    await test.arrange(`update alarm set date = '-infinity' where id = $1`, [broken]);
    const unsent = () =>
      test.arrange('select id from alarm_event where company_id = $1 and unsent', [company.company_id]);
    await look();
    assert.equal((await unsent()).length, 1);
    const young = await open(24 * 60, { code: 'string_weak' });
    await test.arrange(`update alarm set date = '-infinity' where id = $1`, [young]);
    now += 24 * HOUR;
    await look();
    assert.equal((await unsent()).length, 1);
  });

  it('sends the digest once a day, with what came, what went and what stands, and none of a calm day', async () => {
    const rosa = await reader({ at_once: false, digest_at: 450, digest_on: '2026-06-10' });
    const id = await open(0);
    await open(1, { code: 'string_weak' });
    await closeAlarm(test, company, id, NOON + HOUR);
    now = Date.parse('2026-06-11T05:28:00Z');
    await pass(1);
    assert.deepEqual(await subjects(rosa), []);
    await pass(20);
    const [mail, ...rest] = await mailOf(rosa);
    assert.deepEqual(rest, []);
    assert.match(mail?.subject ?? '', /^Riepilogo giornaliero di .*: 2 nuovi allarmi$/);
    assert.match(mail?.body_text ?? '', /Aperti e già risolti \(1\)/);
    now = Date.parse('2026-06-12T05:30:00Z');
    await pass(2);
    assert.match((await subjects(rosa))[1] ?? '', /: 1 ancora aperto$/);
    await test.arrange('update alarm set end_date = to_timestamp($2::float8 / 1000) where company_id = $1', [
      company.company_id,
      NOON + 2 * HOUR,
    ]);
    now = Date.parse('2026-06-13T05:30:00Z');
    await pass(2);
    assert.equal((await subjects(rosa)).length, 2);
  });

  it('counts what is new from the digest that was sent last, however long nobody could send one', async () => {
    const rosa = await reader({ at_once: false, digest_at: 450, digest_on: '2026-06-10' });
    now = Date.parse('2026-06-11T05:30:00Z');
    const old = await open(60);
    await pass(2);
    assert.match((await subjects(rosa))[0] ?? '', /: 1 nuovo allarme$/);
    // It opened after its delay, and its fault began before that digest.
    const late = await open(17 * 60 + 20, { code: 'string_weak' });
    now = Date.parse('2026-06-11T06:00:00Z');
    await look();
    await closeAlarm(test, company, late, now + HOUR);
    now = Date.parse('2026-06-11T08:00:00Z');
    await look();
    // Nobody sends anything for three days.
    now = Date.parse('2026-06-14T05:31:00Z');
    await pass(2);
    const [, mail, ...rest] = await mailOf(rosa);
    assert.deepEqual(rest, []);
    assert.match(mail?.subject ?? '', /: 1 nuovo allarme, 1 ancora aperto$/);
    assert.match(
      mail?.body_text ?? '',
      new RegExp(`Aperti e già risolti \\(1\\)[^]*alarm=${late}&[^]*alarm=${old}&`),
    );
    // Whoever had none for a while hears of today.
    await setPreference(rosa, { at_once: false });
    await setPreference(rosa, { at_once: false, digest_at: 450, digest_on: '2026-06-14' });
    await closeAlarm(test, company, old, now);
    await look();
    now = Date.parse('2026-06-16T05:31:00Z');
    await pass(2);
    assert.equal((await mailOf(rosa)).length, 2);
  });

  it('tells whoever waited of an alarm that followed from another meanwhile once it stands alone, and nobody twice', async () => {
    const night = { quiet_from: 1320, quiet_to: 420, errors_break_quiet: false };
    const [rosa, luca] = [await reader(night), await reader()];
    now = NOON + 10 * HOUR;
    const meter = await open(600);
    await pass(5);
    const router = await open(605, { type: 'E', code: 'connection_lost' });
    const work = <T>(todo: (tx: Tx) => Promise<T>) => inScope(test.pool, company, todo);
    await work((tx) => followCauses(tx, [{ id: meter, cause_id: router }], new Date(now)));
    now = Date.parse('2026-06-11T05:00:00Z');
    await pass(2);
    await closeAlarm(test, company, router, now);
    await work((tx) => standAlone(tx, [{ id: meter, was: router, snoozed: false }], new Date(now)));
    await pass(60);
    const mails = (await mailOf(rosa)).map(({ body_text }) =>
      [meter, router].filter((id) => body_text.includes(`alarm=${id}&`)),
    );
    assert.deepEqual(mails.toSorted(), [[meter, router], [router]]);
    const twice = (await mailOf(luca)).filter(({ body_text }) => body_text.includes(`alarm=${meter}&`));
    assert.equal(twice.length, 1);
  });

  it('tells in time what a clock that was a day ahead has stamped: what waits, a recovery, the digest', async () => {
    const rosa = await reader({ digest_at: 450, digest_on: '2026-06-10' });
    const told = await open();
    await look();
    await pass(1);
    now = NOON + 24 * HOUR;
    const waiting = await open(24 * 60 - 1, { code: 'string_weak' });
    await look();
    await closeAlarm(test, company, told, now);
    assert.equal((await mailOf(rosa)).length, 2, 'one that opened, and the digest of tomorrow');
    // Set right.
    now = NOON + 2 * MINUTE;
    await pass(3);
    // Whether today had its digest is not known any more: it comes once more rather than not at all.
    const later = (await mailOf(rosa)).slice(2);
    const digests = later.filter(({ subject }) => subject.startsWith('Riepilogo'));
    assert.deepEqual([later.length, digests.length], [2, 1]);
    const [mail] = later.filter((one) => !digests.includes(one));
    assert.match(mail?.body_text ?? '', new RegExp(`alarm=${waiting}&`));
    assert.match(mail?.body_text ?? '', new RegExp(`alarm=${told}&`));
    now = Date.parse('2026-06-11T05:30:00Z');
    await pass(2);
    assert.match((await subjects(rosa)).at(-1) ?? '', /: 1 ancora aperto/);
  });

  it('tells of everything once, though instances do not agree about the time', async () => {
    const rosa = await reader({ at_once: false, digest_at: 450, digest_on: '2026-06-10' });
    await open(60);
    now = Date.parse('2026-06-11T05:30:00Z');
    await pass(2);
    assert.match((await subjects(rosa))[0] ?? '', /: 1 nuovo allarme$/);
    // Handed out after that digest by one whose clock is slow, and by one whose clock is fast.
    for (const minutes of [-10, 10]) {
      await open(18 * 60, { code: minutes < 0 ? 'string_weak' : 'meter_mismatch' });
      await makeScheduler(() => now + minutes * MINUTE).processCompany(company.company_id);
    }
    now = Date.parse('2026-06-12T05:30:00Z');
    await pass(2);
    assert.match((await subjects(rosa))[1] ?? '', /: 2 nuovi allarmi, 1 ancora aperto$/);
    now = Date.parse('2026-06-13T05:30:00Z');
    await pass(2);
    assert.match((await subjects(rosa))[2] ?? '', /: 3 ancora aperti$/);
  });
});
