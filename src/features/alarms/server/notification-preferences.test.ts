import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { mailOf } from '../../../../tests/support/mail.ts';
import { headerOf, startSmtpPeer } from '../../../../tests/support/smtp-peer.ts';
import { createPost } from '../../../shared/server/mail/post.ts';
import { readSmtpUrl } from '../../../shared/server/mail/smtp-server.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import { MAIL_STOP_KEY, stopToken } from '../../notifications/server/mail-stop.public.ts';

const WISHES = {
  enabled: true,
  proj_codes: null,
  codes: null,
  types: ['E'],
  at_once: true,
  recovery: false,
  quiet_from: 1320,
  quiet_to: 420,
  errors_break_quiet: true,
  digest_at: 450,
  time_zone: 'Europe/Rome',
};
const CHOICE = '/api/v1/alarm-choice/';

describe('notification preferences', () => {
  let test: TestApp;
  let company: Scope;
  let rosa: TestUser;
  let headers: Headers;
  let now = new Date('2026-06-10T12:00:00Z');
  before(async () => {
    test = await createTestApp({ now: () => now });
    company = await makeCompany(test.pool, 'Aurora');
    const [seen] = await Promise.all(['SEEN', 'HIDDEN'].map((code) => makePlant(test.pool, company, code)));
    rosa = await makeUser(test, { company, roles: ['VIEWER', 'APP_0'], plants: [seen ?? 0] });
    headers = await signIn(test, rosa, company, now);
  });
  after(() => test?.close());

  const ask = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
    test.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  const digestOn = async () => {
    const rows = await test.arrange<{ on: string }>(
      'select digest_on::text as on from alarm_notification_preference where user_id = $1',
      [rosa.id],
    );
    return rows[0]?.on;
  };

  it('is offered, and off until somebody chooses', async () => {
    const answer = await ask('GET', CHOICE);
    const { enabled, email, proj_codes, time_zone } = answer.json();
    assert.deepEqual([enabled, email, proj_codes, time_zone], [false, rosa.email, null, 'Europe/Rome']);
  });

  it('takes what was filled in before a test mail by somebody who never chose', async () => {
    const { version } = (await ask('GET', CHOICE)).json();
    assert.equal((await ask('POST', `${CHOICE}test/`)).statusCode, 200);
    const saved = await ask('PUT', CHOICE, { ...WISHES, version });
    assert.equal(saved.statusCode, 200, saved.body);
    assert.equal((await ask('PUT', CHOICE, { ...WISHES, version })).statusCode, 409);
    await test.arrange('delete from alarm_notification_preference where user_id = $1', [rosa.id]);
  });

  it('keeps what was chosen, and refuses what makes no sense at its field', async () => {
    const saved = await ask('PUT', CHOICE, { ...WISHES, proj_codes: ['SEEN'] });
    assert.equal(saved.statusCode, 200, saved.body);
    assert.deepEqual(saved.json().proj_codes, ['SEEN']);
    const wrong = {
      quiet_to: { quiet_to: null },
      at_once: { at_once: false, digest_at: null },
      types: { types: [] },
      proj_codes: { proj_codes: [] },
      time_zone: { time_zone: 'Europe/Atlantis' },
    };
    for (const [field, part] of Object.entries(wrong)) {
      const refused = await ask('PUT', CHOICE, { ...WISHES, ...part });
      assert.equal(refused.statusCode, 400, field);
      assert.match(refused.json().errors[0].path, new RegExp(`^${field}`));
    }
    assert.equal((await ask('PUT', CHOICE, { ...WISHES, quiet_to: 1320 })).statusCode, 400);
    assert.equal((await ask('PUT', CHOICE, { ...WISHES, version: 77 })).statusCode, 409);
    assert.equal((await ask('PUT', CHOICE, { ...WISHES, version: 0 })).statusCode, 409);
  });

  it('takes no plant that one may not see, and leaves out one that was taken away', async () => {
    assert.equal((await ask('PUT', CHOICE, { ...WISHES, proj_codes: ['SEEN', 'HIDDEN'] })).statusCode, 404);
    await test.arrange('delete from company_user_plant where user_id = $1', [rosa.id]);
    assert.deepEqual((await ask('GET', CHOICE)).json().proj_codes, []);
  });

  it('of no plant is none, and is never saved as one of all plants', async () => {
    const stored = async () =>
      (await test.arrange<{ plant_ids: number[] }>('select plant_ids from alarm_notification_preference'))[0]
        ?.plant_ids.length;
    assert.equal(await stored(), 1, 'the plant that was taken away is kept');
    const { version, proj_codes } = (await ask('GET', CHOICE)).json();
    assert.deepEqual(proj_codes, []);
    const refused = await ask('PUT', CHOICE, { ...WISHES, proj_codes, version });
    assert.deepEqual([refused.statusCode, refused.json().errors[0].path], [400, 'proj_codes']);
    assert.deepEqual((await ask('GET', CHOICE)).json().proj_codes, []);
    assert.equal(await stored(), 1);
  });

  it('begins the digest at its next minute, never with one that is past', async () => {
    await ask('PUT', CHOICE, WISHES);
    assert.equal(await digestOn(), '2026-06-10');
    now = new Date('2026-06-11T05:00:00Z');
    headers = await signIn(test, rosa, company, now);
    await ask('PUT', CHOICE, WISHES);
    assert.equal(await digestOn(), '2026-06-10');
    // Sent today, and set to later on the same day: one a day.
    await test.arrange(
      `update alarm_notification_preference set digest_on = '2026-06-11' where user_id = $1`,
      [rosa.id],
    );
    await ask('PUT', CHOICE, { ...WISHES, digest_at: 1200 });
    assert.equal(await digestOn(), '2026-06-11');
  });

  it('sends a test mail a minute, and a mail program can stop it with one click', async () => {
    const sent = await ask('POST', `${CHOICE}test/`);
    assert.deepEqual(sent.json(), { sent_to: rosa.email });
    assert.equal((await ask('POST', `${CHOICE}test/`)).statusCode, 429);
    const peer = await startSmtpPeer();
    const server = readSmtpUrl(`smtp://127.0.0.1:${peer.port}`);
    assert.ok(server);
    const mail = (await mailOf(test, rosa.email)).at(-1);
    assert.ok(mail);
    await createPost({ server, from: 'Portal <portal@example.test>' })(mail);
    await peer.close();
    const [delivered] = peer.mail;
    assert.ok(delivered);
    assert.match(headerOf(delivered, 'Subject') ?? '', /^Prova: un’email di allarme di Aurora$/);
    assert.equal(headerOf(delivered, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
    const [, path = ''] =
      /^<https:\/\/portal\.example\.test(\/unsubscribe\?token=.*)>$/.exec(
        headerOf(delivered, 'List-Unsubscribe') ?? '',
      ) ?? [];
    // What a mail scanner does changes nothing.
    await test.app.inject({ method: 'GET', url: path });
    assert.equal((await ask('GET', CHOICE)).json().enabled, true);
    const click = await test.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    assert.equal(click.statusCode, 204, click.body);
    assert.equal((await ask('GET', CHOICE)).json().enabled, false);
  });

  it('is stopped, and taken up again, by the page that the link opens, without signing in', async () => {
    await ask('PUT', CHOICE, WISHES);
    const reader = { company_id: company.company_id, user_id: rosa.id };
    const token = stopToken(test.keyFor(MAIL_STOP_KEY), reader);
    const stop = (url: string, payload: object) =>
      test.app.inject({ method: 'POST', url: `/user/v1/alarm-mail/${url}/`, payload });
    const found = await stop('find', { token });
    assert.deepEqual(found.json(), {
      company: 'Aurora',
      email: `${rosa.email.slice(0, 1)}…@example.org`,
      enabled: true,
      kind: 'alarm',
      label: 'Alarms',
    });
    assert.equal((await stop('stop', { token })).json().enabled, false);
    assert.equal((await ask('GET', CHOICE)).json().enabled, false);
    assert.equal((await stop('stop', { token, enabled: true })).json().enabled, true);
    for (const wrong of [`${token}A`, token.replace(/^\d+/, '999'), `1.${rosa.id}.${'A'.repeat(32)}`, 'x'])
      assert.equal((await stop('find', { token: wrong })).statusCode, 400, wrong);
    await test.arrange('delete from company_user where user_id = $1', [rosa.id]);
    assert.equal((await stop('stop', { token })).statusCode, 404);
  });

  it('is for people: a key has none', async () => {
    const answer = await test.app.inject({ method: 'GET', url: CHOICE, headers: {} });
    assert.equal(answer.statusCode, 401);
  });
});
