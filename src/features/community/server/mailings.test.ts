import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { mailOf } from '../../../../tests/support/mail.ts';
import type { DayLimits } from '../../../shared/server/mail/day-limits.ts';
import { mailQueue } from '../../../shared/server/mail/mail-queue.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { Mailed, MemberMailing, MemberStatement } from '../member-statements.contract.ts';
import type { Statement } from '../statements.contract.ts';
import { mailingQueue } from './mailing-queue.ts';
import { queueMailings } from './mailings.repository.ts';
import { settleMails } from './mailings.ts';
import { performMailing } from './perform-mailing.ts';

const [ANNA, BRUNO] = ['anna@example.org', 'bruno@example.org'];

describe('statements on their way to members', () => {
  let test: TestApp;
  let company: Scope;
  let owner: Headers;
  let engineer: Headers;
  let community: number;
  let path: string;
  let statement_id: number;

  before(async () => {
    // The outbox moves only where a test moves it.
    test = await createTestApp({ resting: [mailingQueue, mailQueue] });
    company = await makeCompany(test.pool, 'Sun together');
    const person = async (role: 'COMPANY_OWNER' | 'ENGINEER_0') =>
      signIn(test, await makeUser(test, { company, roles: [role, 'APP_0'] }), company);
    [owner, engineer] = [await person('COMPANY_OWNER'), await person('ENGINEER_0')];
    const member = (name: string, email: string, until_on: string | null = null) => ({
      name,
      email,
      role: 'consumer',
      pods: [{ pod: `IT001E0000${name}`.toUpperCase().padEnd(14, '0'), from_on: '2025-02-01', until_on }],
    });
    // Who left before the month is in no statement of it, and is sent none.
    const left = member('Dora', 'dora@example.org', '2025-03-01');
    const members = [member('Anna', ANNA), member('Bruno', BRUNO), member('Carla', ''), left];
    const founded = await ask<{ id: number }>('POST', '/cer/v1/communities/', { name: 'Valley', members });
    community = founded.id;
    const body = { community, month: '2025-03', replaces: null, missing_hours: 3 * 743 };
    statement_id = (await ask<Statement>('POST', '/cer/v1/community-statements/', body)).id;
    path = `/cer/v1/community-statements/${statement_id}/`;
  });
  after(() => test?.close());

  const inject = (method: string, url: string, payload?: object, headers = owner) =>
    test.app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) });
  async function ask<T>(method: string, url: string, body?: object): Promise<T> {
    const answer = await inject(method, url, body);
    assert.ok(answer.statusCode < 300, `${method} ${url}: ${answer.body.slice(0, 500)}`);
    return (answer.body === '' ? undefined : answer.json()) as T;
  }
  const mail = (body: object = {}) => ask<Mailed>('POST', `${path}mailings/`, { language: 'it', ...body });
  const mailings = () => ask<MemberMailing[]>('GET', `${path}mailings/`);
  const member = async (name: string) =>
    (await mailings()).find((one) => one.name === name) ?? assert.fail(`nobody is called ${name}`);
  const job = () => ({ company_id: company.company_id, statement_id });
  /** What a worker does; `kills`: it is killed while it makes that mail. */
  async function work(kills = 0): Promise<void> {
    let left = kills;
    const mailer: typeof test.work.mailer = {
      ...test.work.mailer,
      async send(...given) {
        left--;
        if (left === 0) throw new Error('killed');
        await test.work.mailer.send(...given);
      },
    };
    const { pool, config, now, ending } = test.work;
    await performMailing({ pool, mailer, publicUrl: config.publicUrl, now, ending }, job());
  }
  const sentTo = (email: string) => mailOf(test, email);
  const tokenOf = async (email: string): Promise<string> =>
    /\/rendiconto\/(\S+)/.exec((await sentTo(email)).at(-1)?.body_text ?? '')?.[1] ?? assert.fail('no link');

  it('are mailed by those who close months, once to everybody with an address', async () => {
    const refused = await inject('POST', `${path}mailings/`, { language: 'it' }, engineer);
    assert.equal(refused.statusCode, 403);
    assert.deepEqual(await mail(), { queued: 2, without_address: 1 });
    assert.deepEqual(
      (await mailings()).map(({ name, state }) => [name, state]),
      [
        ['Anna', 'queued'],
        ['Bruno', 'queued'],
        ['Carla', 'no_address'],
      ],
    );
    assert.deepEqual(await mail(), { queued: 0, without_address: 1 });
  });

  it('are made once each, also when a worker is killed at the second of them', async () => {
    await assert.rejects(work(2), /killed/);
    assert.deepEqual([(await sentTo(ANNA)).length, (await sentTo(BRUNO)).length], [0, 0]);
    assert.equal((await member('Anna')).link_until, null);
    await Promise.all([work(), work()]);
    await work();
    assert.deepEqual([(await sentTo(ANNA)).length, (await sentTo(BRUNO)).length], [1, 1]);
    const [first] = await sentTo(ANNA);
    assert.match(first?.subject ?? '', /marzo 2025.*Valley/);
    assert.doesNotMatch(first?.body_text ?? '', /€/);
    // Whoever asked for everybody at the same time as another asks for nobody, also when the mails are made by then.
    const { member_id } = await member('Anna');
    const members = [{ member_id, name: 'Anna', email: ANNA }];
    const late = { statement_id, members, language: 'it', days: 7, now: new Date(), again: false } as const;
    assert.equal(await inScope(test.pool, company, (tx) => queueMailings(tx, late)), 0);
    assert.equal((await member('Anna')).state, 'waiting');
  });

  it('open the page of that member alone, without an account, and as a PDF', async () => {
    const token = await tokenOf(ANNA);
    const answer = await inject('GET', `/cer/v1/member-statements/${token}/`, undefined, {});
    assert.equal(answer.statusCode, 200, answer.body);
    const { name, month, community: of, is_last, why } = answer.json<MemberStatement>();
    assert.deepEqual([name, month, of, is_last], ['Anna', '2025-03', 'Valley', true]);
    // What no official text settles is told to the member as well.
    assert.deepEqual(why.assumptions[0], { code: 'attribution', choice: 'oldest_first', source: null });
    assert.ok(!answer.body.includes('Bruno'));
    const pdf = await inject('GET', `/cer/v1/member-statements/${token}/document/`, undefined, {});
    assert.deepEqual([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()], [200, '%PDF-']);
    const wrong = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    assert.equal((await inject('GET', `/cer/v1/member-statements/${wrong}/`, undefined, {})).statusCode, 404);
  });

  it('open nothing once they were taken back, or sent anew', async () => {
    const [anna, bruno] = [await tokenOf(ANNA), await tokenOf(BRUNO)];
    const status = async (token: string) =>
      (await inject('GET', `/cer/v1/member-statements/${token}/`, undefined, {})).statusCode;
    const { member_id } = await member('Anna');
    await ask('DELETE', `${path}members/${member_id}/link/`);
    assert.deepEqual([await status(anna), await status(bruno)], [404, 200]);
    assert.equal((await member('Anna')).link_until, null);
    const again = (await member('Bruno')).member_id;
    assert.deepEqual(await mail({ members: [again], days: 7 }), { queued: 1, without_address: 0 });
    await work();
    assert.deepEqual([await status(bruno), await status(await tokenOf(BRUNO))], [404, 200]);
    assert.equal(
      (await inject('POST', `${path}mailings/`, { language: 'it', members: [1] })).statusCode,
      404,
    );
  });

  it('wait for the next day where as many mails went out as a day may have, and it is said', async () => {
    const mailer = (limits: Partial<DayLimits>, sent: unknown[] = []): typeof test.work.mailer => ({
      ...test.work.mailer,
      limits: { mail: 100, sms: 100, to_address: 100, ...limits },
      send: async (_tx, queue, data, whose, at) => void sent.push({ queue: queue.name, data, whose, at }),
    });
    const { pool, config, now, ending } = test.work;
    const perform = async (limits: Partial<DayLimits>, sent: unknown[] = [], at = now) =>
      performMailing(
        { pool, mailer: mailer(limits, sent), publicUrl: config.publicUrl, now: at, ending },
        job(),
      );
    const states = async () => (await mailings()).map(({ state }) => state);
    const [anna, bruno] = [(await member('Anna')).member_id, (await member('Bruno')).member_id];
    const link = (await member('Bruno')).link_until;
    await mail({ members: [anna, bruno] });
    const sent: { queue: string; whose: unknown; at?: Date }[] = [];
    // Three were sent today by the tests before.
    await perform({ mail: 4 }, sent);
    assert.deepEqual(await states(), ['waiting', 'put_off', 'no_address']);
    assert.equal(
      (await member('Bruno')).link_until,
      link,
      'the link that he has opens until there is another',
    );
    const [first, second, ...more] = sent;
    assert.deepEqual([first?.queue, second?.queue, more], ['mail', 'community-mailing', []]);
    assert.equal((first?.whose as Scope | undefined)?.company_id, company.company_id);
    const midnight = second?.at ?? assert.fail('it is not asked for again');
    assert.ok(midnight > now() && midnight.getTime() <= now().getTime() + 25 * 3_600_000);
    // Whoever works before makes none; the next day does.
    await perform({});
    assert.deepEqual(await states(), ['waiting', 'put_off', 'no_address']);
    await perform({}, [], () => midnight);
    assert.deepEqual(await states(), ['waiting', 'waiting', 'no_address']);
    // One address is nobody else's limit: Bruno was sent three, Anna two.
    await mail({ members: [anna, bruno] });
    await perform({ to_address: 3 });
    assert.deepEqual(await states(), ['waiting', 'put_off', 'no_address']);
    await perform({}, [], () => midnight);
    assert.deepEqual(await states(), ['waiting', 'waiting', 'no_address']);
  });

  it('keep what became of their mail when the outbox has forgotten it', async () => {
    await test.arrange(`update mail_outbox set state = 'sent', sent_at = now()`);
    assert.equal((await member('Bruno')).state, 'sent');
    await inScope(test.pool, company, settleMails);
    await test.arrange('delete from mail_outbox');
    assert.equal((await member('Bruno')).state, 'sent');
  });
});
