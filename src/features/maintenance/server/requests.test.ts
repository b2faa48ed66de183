import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { makeDevice, makePlant } from '../../../../tests/support/field.ts';
import { mailOf } from '../../../../tests/support/mail.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { createMailer } from '../../../shared/server/mail/outbox.ts';
import { MAIL_KEY } from '../../../shared/server/mail/sealed-links.ts';
import { openText } from '../../../shared/server/sms/sms-outbox.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { MadeLink, MaintenanceRequest, RequestChange } from '../maintenance-requests.contract.ts';
import type { OutsideRequest } from '../outside-requests.contract.ts';
import { settleMessages } from './request-outbox.ts';
import { remindOfDue } from './request-reminders.ts';
import { usualDays } from './request-sending.ts';
import { moveRequest } from './request-steps.ts';

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const PATH = '/api/v1/maintenance-requests/';
const FIRM = { name: 'Rossi Impianti', email: 'rossi@example.org', phone: '+390212345678' };

const codesOf = (answer: Answer): string[] =>
  answer
    .json<{ errors?: { path: string; code: string }[] }>()
    .errors?.map(({ path, code }) => `${path} ${code}`) ?? [];

describe('maintenance requests', () => {
  let test: TestApp;
  let company: Scope;
  let plant: number;
  let device: number;
  let worker: TestUser;
  let elsewhere: TestUser;
  let keeper: Headers;
  let hands: Headers;
  let firm: number;
  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Aurora');
    plant = await makePlant(test.pool, company, 'P1');
    const other = await makePlant(test.pool, company, 'P2');
    device = await makeDevice(test.pool, company, plant, 'INV-1', ['ac_power_kw']);
    const member = async (role: Role, plant_id: number) => {
      const user = await makeUser(test, { company, roles: [role, 'APP_0'] });
      await test.arrange(
        'insert into company_user_plant (company_id, user_id, plant_id) values ($1, $2, $3)',
        [company.company_id, user.id, plant_id],
      );
      return user;
    };
    keeper = await signIn(test, await member('ENGINEER_0', plant), company);
    worker = await member('WORKER', plant);
    hands = await signIn(test, worker, company);
    elsewhere = await member('WORKER', other);
    firm = (await ask('POST', '/api/v1/outside-firms/', { body: FIRM })).json<{ id: number }>().id;
  });
  after(() => test?.close());

  const ask = (
    method: Method,
    url: string,
    { as = keeper, body }: { as?: Headers; body?: object } = {},
  ): Promise<Answer> => test.app.inject({ method, url, headers: as, ...(body && { payload: body }) });
  const create = (more: object = {}, as = keeper) =>
    ask('POST', PATH, { as, body: { proj_code: 'P1', title: 'Inverter stands', ...more } });
  const made = async (more: object = {}): Promise<MaintenanceRequest> => {
    const answer = await create(more);
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  };
  const move = (id: number, to: string, { note = '', as = keeper }: { note?: string; as?: Headers } = {}) =>
    ask('POST', `${PATH}${id}/state/`, { as, body: { to, note } });
  const one = async (id: number) => (await ask('GET', `${PATH}${id}/`)).json<MaintenanceRequest>();

  /** The token of the link that was mailed last. */
  const mailedToken = async (): Promise<string> => {
    const text = (await mailOf(test, FIRM.email)).at(-1)?.body_text ?? '';
    return /\/r\/(\S+)/.exec(text)?.[1] ?? assert.fail(`no link in ${text}`);
  };
  const outside = (method: Method, token: string, rest = '', body?: object) =>
    ask(method, `/api/v1/outside-requests/${token}/${rest}`, { as: {}, ...(body && { body }) });

  it('are numbered by company, also past the bin, and begin with the list of their template', async () => {
    const template = await ask('POST', '/api/v1/checklist-templates/', {
      body: { name: 'Inverter', items: ['Look', 'Mend'] },
    });
    const first = await made({ template_id: template.json<{ id: number }>().id, device_ids: [device] });
    assert.deepEqual(
      first.checklist.map(({ text, done }) => [text, done]),
      [
        ['Look', false],
        ['Mend', false],
      ],
    );
    assert.deepEqual(first.devices, [{ id: device, name: 'INV-1' }]);
    // Who sends back what was answered while a device lies in the bin does not part it from its request.
    const inBin = (since: string | null) =>
      test.arrange('update device set deleted_at = $2 where id = $1', [device, since]);
    await inBin('2026-06-01T00:00:00Z');
    const answered = (await ask('GET', `${PATH}${first.id}/`)).json<MaintenanceRequest>();
    assert.deepEqual(answered.device_ids, []);
    const { title, device_ids } = answered;
    await ask('PUT', `${PATH}${first.id}/`, { body: { title: `${title}!`, device_ids } });
    await inBin(null);
    const restored = (await ask('GET', `${PATH}${first.id}/`)).json<MaintenanceRequest>();
    assert.deepEqual([restored.title, restored.device_ids], [`${title}!`, [device]]);
    // Somebody puts a line before the others: a tick by the old list does not hit another line.
    const checklist = ['Lock', 'Look', 'Mend'].map((text) => ({ text }));
    await ask('PUT', `${PATH}${first.id}/`, { body: { checklist } });
    const tick = (body: object) =>
      ask('POST', `${PATH}${first.id}/checklist/`, { body: { done: true, ...body } });
    assert.deepEqual(codesOf(await tick({ index: 0, text: 'Look' })), ['index no_such_line']);
    const ticked = (await tick({ index: 1, text: 'Look' })).json<MaintenanceRequest>();
    assert.deepEqual(
      ticked.checklist.map(({ done }) => done),
      [false, true, false],
    );
    assert.equal((await ask('DELETE', `${PATH}${first.id}/`)).statusCode, 204);
    assert.equal((await made()).number, first.number + 1);
  });

  it('say at its field what is wrong, and store nothing of it', async () => {
    const other = await makeDevice(test.pool, company, await makePlant(test.pool, company, 'P3'), 'X', []);
    const before = await ask('GET', PATH);
    const owner = await signIn(
      test,
      await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] }),
      company,
    );
    const faultsOf = async (more: object) => codesOf(await create(more, owner));
    assert.deepEqual(await faultsOf({ device_ids: [other] }), ['device_ids other_plant']);
    assert.deepEqual(await faultsOf({ assigned_user_id: elsewhere.id }), ['assigned_user_id does_not_see']);
    assert.deepEqual(await faultsOf({ assigned_user_id: worker.id, assigned_firm_id: firm }), [
      'assigned_firm_id one_assignee',
    ]);
    assert.deepEqual(await faultsOf({ assigned_user_id: worker.id, send_by_sms: true }), [
      'sms_number number_missing',
    ]);
    assert.deepEqual(await faultsOf({ send_by_email: true }), ['send_by_email nobody_assigned']);
    assert.equal((await create({ estimated_min: 45 }, owner)).statusCode, 400);
    assert.equal((await ask('GET', PATH)).json().count, before.json().count);
  });

  it('go from state to state by who may, with each step kept', async () => {
    const { id } = await made({ assigned_user_id: worker.id });
    for (const to of ['accepted', 'in_progress', 'solved'])
      assert.equal((await move(id, to, { as: hands })).statusCode, 200, to);
    const refused = await move(id, 'verified', { as: hands });
    assert.deepEqual([refused.statusCode, codesOf(refused)], [403, ['to not_yours']]);
    assert.equal((await move(id, 'verified')).statusCode, 200);
    assert.deepEqual(codesOf(await move(id, 'in_progress')), ['note reason_missing']);
    assert.equal((await move(id, 'in_progress', { note: 'It stands again' })).statusCode, 200);
    assert.equal((await move(id, 'closed')).statusCode, 409);
    const steps = (await ask('GET', `${PATH}${id}/changes/`)).json<{ to: string; note: string }[]>();
    assert.deepEqual(
      steps.map(({ to }) => to),
      ['in_progress', 'verified', 'solved', 'in_progress', 'accepted'],
    );
    const { state, solved_at, accepted_at } = await one(id);
    assert.deepEqual([state, solved_at, accepted_at !== null], ['in_progress', null, true]);
  });

  it('tell whoever they are assigned to', async () => {
    const { id } = await made({ assigned_user_id: worker.id });
    const told = await test.arrange('select kind from notification where company_id = $1 and subject = $2', [
      company.company_id,
      String(id),
    ]);
    assert.deepEqual(told, [{ kind: 'maintenance.assigned' }]);
  });

  it('tell the second editor what the first has saved', async () => {
    const { id, version } = await made();
    await ask('PUT', `${PATH}${id}/`, { body: { title: 'By the first', version } });
    const second = await ask('PUT', `${PATH}${id}/`, { body: { title: 'By the second', version } });
    assert.equal(second.statusCode, 409);
    assert.equal(second.json<{ stored: MaintenanceRequest }>().stored.title, 'By the first');
  });

  it('go to a firm by a link that opens them alone', async () => {
    const { id, messages, link_expires_at } = await made({ assigned_firm_id: firm, send_by_email: true });
    const secret = await made({ title: 'Of nobody else' });
    assert.deepEqual(
      [messages[0]?.channel, messages[0]?.state, link_expires_at !== null],
      ['mail', 'waiting', true],
    );
    const token = await mailedToken();
    const shown = (await outside('GET', token)).json<OutsideRequest>();
    assert.deepEqual(
      [shown.title, shown.company, shown.firm, shown.plant, shown.next_states],
      ['Inverter stands', 'Aurora', FIRM.name, 'P1', ['accepted', 'in_progress', 'declined']],
    );
    assert.equal((await outside('POST', token, 'state/', { to: 'accepted' })).statusCode, 200);
    const comment = await outside('POST', token, 'comments/', { text: 'Tomorrow at eight' });
    assert.deepEqual(
      [comment.statusCode, comment.json().author.name, comment.json().mine],
      [201, FIRM.name, true],
    );
    assert.equal((await outside('POST', token, 'state/', { to: 'verified' })).statusCode, 400);
    assert.equal(
      (await ask('GET', `${PATH}${secret.id}/`, { as: { authorization: `Bearer ${token}` } })).statusCode,
      401,
    );
    assert.equal((await one(id)).state, 'accepted');
    const [step] = (await ask('GET', `${PATH}${id}/changes/`)).json<{ by: string; is_firm: boolean }[]>();
    assert.deepEqual([step?.by, step?.is_firm], [FIRM.name, true]);
  });

  it('take photos of a firm, and no file of another record', async () => {
    const { id } = await made({ assigned_firm_id: firm, send_by_email: true });
    const token = await mailedToken();
    const photo = Buffer.from('a note of the firm\n');
    const sent = await test.app.inject({
      method: 'POST',
      url: `/api/v1/outside-requests/${token}/attachments/?file_name=note.txt&size=${photo.length}`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: photo,
    });
    assert.equal(sent.statusCode, 201, sent.body);
    const file = sent.json<{ id: number }>().id;
    assert.equal((await outside('GET', token, `attachments/${file}/`)).body, photo.toString());
    await made({ assigned_firm_id: firm, send_by_email: true });
    assert.equal((await outside('GET', await mailedToken(), `attachments/${file}/`)).statusCode, 404);
    const notes = (await ask('GET', `${PATH}${id}/notes/`)).json<{ attachments: { author: object }[] }>();
    assert.deepEqual(notes.attachments[0]?.author, { user_id: null, name: FIRM.name });
  });

  it('open to a firm no more once it is another one, withdrawn, in the bin or over', async () => {
    const closed = async (id: number, close: () => Promise<unknown>) => {
      const token = await mailedToken();
      assert.equal((await outside('GET', token)).statusCode, 200);
      await close();
      assert.equal((await outside('GET', token)).statusCode, 404);
      return id;
    };
    const sent = () => made({ assigned_firm_id: firm, send_by_email: true });
    const first = (await sent()).id;
    await closed(first, () =>
      ask('PUT', `${PATH}${first}/`, { body: { assigned_firm_id: null, send_by_email: false } }),
    );
    const second = (await sent()).id;
    await closed(second, () => ask('DELETE', `${PATH}${second}/links/`));
    const third = (await sent()).id;
    await closed(third, () => ask('DELETE', `${PATH}${third}/`));
    const fourth = (await sent()).id;
    await closed(fourth, () => ask('POST', `${PATH}${fourth}/sending/`, { body: { by: ['mail'], days: 1 } }));
    await closed(fourth, () =>
      test.arrange(`update signed_link set expires_at = now() where record_id = $1`, [fourth]),
    );
  });

  it('are handed to a firm by a link that is told once, and say that the portal moved them where it did', async () => {
    const { id } = await made({ assigned_firm_id: firm, send_by_email: true });
    const mailed = await mailedToken();
    const answer = await ask('POST', `${PATH}${id}/links/`, { body: { days: 3 } });
    assert.equal(answer.statusCode, 201, answer.body);
    const { url, firm: named } = answer.json<MadeLink>();
    assert.equal(named, FIRM.name);
    const token = /\/r\/(\S+)$/.exec(url)?.[1] ?? assert.fail(url);
    const opens = async (one: string) => (await outside('GET', one)).statusCode;
    assert.deepEqual([await opens(token), await opens(mailed)], [200, 404]);
    assert.equal((await one(id)).messages.length, 1, 'nothing was sent');
    await inScope(test.pool, company, (tx) =>
      moveRequest(tx, { id, to: 'accepted', note: '', now: new Date() }),
    );
    const [step] = (await ask('GET', `${PATH}${id}/changes/`)).json<RequestChange[]>();
    assert.deepEqual([step?.by, step?.is_firm, step?.is_portal], [null, false, true]);
    const alone = await made();
    const refused = await ask('POST', `${PATH}${alone.id}/links/`, { body: {} });
    assert.deepEqual([refused.statusCode, ...codesOf(refused)], [400, ' no_firm']);
  });

  it('go by text message as well, sealed while it waits, and say what became of it', async () => {
    const { id } = await made({ assigned_firm_id: firm, send_by_sms: true });
    const [sms] = await test.arrange<{ id: number; to_number: string; sealed_text: Buffer }>(
      'select id, to_number, sealed_text from sms_outbox order by id desc limit 1',
    );
    assert.equal(sms?.to_number, FIRM.phone);
    assert.match(
      sms ? openText(test.keyFor(MAIL_KEY), sms) : '',
      /^Aurora: R-\d{4} Inverter stands \(P1\)\nhttp\S+\/r\//,
    );
    await test.arrange(`update sms_outbox set state = 'failed' where id = $1`, [sms?.id]);
    assert.equal((await one(id)).messages[0]?.state, 'failed');
    await inScope(test.pool, company, settleMessages);
    await test.arrange('delete from sms_outbox where id = $1', [sms?.id]);
    assert.equal((await one(id)).messages[0]?.state, 'failed');
  });

  it('go by the ways that are chosen later, once each, and the link that the firm has goes on opening them', async () => {
    const { id } = await made({ assigned_firm_id: firm });
    const later = async (body: object) => {
      const answer = await ask('PUT', `${PATH}${id}/`, { body });
      return answer
        .json<MaintenanceRequest>()
        .messages.map(({ channel }) => channel)
        .sort();
    };
    assert.deepEqual(await later({ title: 'Inverter still stands' }), []);
    assert.deepEqual(await later({ send_by_email: true }), ['mail']);
    const token = await mailedToken();
    assert.deepEqual(await later({ priority: 'high' }), ['mail']);
    assert.deepEqual(await later({ send_by_sms: true }), ['mail', 'sms']);
    assert.equal((await outside('GET', token)).statusCode, 200);
  });

  it('open to a firm until some time after they are due, as long as any link may', async () => {
    const now = new Date('2031-05-01T12:00:00Z');
    const due = (days: number) => new Date(now.getTime() + days * 86_400_000);
    assert.deepEqual(
      [usualDays(null, now), usualDays(due(3), now), usualDays(due(60), now), usualDays(due(400), now)],
      [30, 30, 74, 180],
    );
    const due_at = new Date(Date.now() + 60 * 86_400_000).toISOString();
    const { link_expires_at } = await made({ assigned_firm_id: firm, send_by_email: true, due_at });
    assert.ok(Date.parse(link_expires_at ?? '') > Date.parse(due_at) + 13 * 86_400_000);
  });

  it('remind once before they are due, once when they are late, and not of work that is done', async () => {
    const due_at = '2031-05-05T09:00:00.000Z';
    const { id } = await made({ assigned_firm_id: firm, due_at, send_by_email: true });
    const given = await mailedToken();
    const done = await made({ assigned_user_id: worker.id, due_at });
    for (const to of ['in_progress', 'solved']) await move(done.id, to);
    const mailer = createMailer(
      { send: async () => undefined },
      { providerName: 'P', key: test.keyFor(MAIL_KEY) },
    );
    const deps = { pool: test.pool, log: test.work.log, mailer, publicUrl: 'https://portal.example.org' };
    const round = (now: string) => remindOfDue(deps, company, new Date(now));
    for (const now of ['2031-05-04T08:00:00Z', '2031-05-04T10:00:00Z', '2031-05-04T11:00:00Z'])
      await round(now);
    for (const now of ['2031-05-05T10:00:00Z', '2031-05-05T11:00:00Z']) await round(now);
    const told = await test.arrange<{ subject: string; when: string }>(
      `select subject, params ->> 'when' as when from notification where kind = 'maintenance.due' and company_id = $1 order by id`,
      [company.company_id],
    );
    assert.deepEqual(told, [
      { subject: String(id), when: 'before' },
      { subject: String(id), when: 'after' },
    ]);
    const reminders = (await mailOf(test, FIRM.email)).filter(({ subject }) =>
      subject.startsWith('Promemoria'),
    );
    assert.equal(reminders.length, 2);
    const reminded = await mailedToken();
    assert.notEqual(reminded, given);
    for (const token of [given, reminded]) assert.equal((await outside('GET', token)).statusCode, 200);
  });

  it('are sent until the day has as many messages as it may have, and what is typed is no link in them', async () => {
    const { id } = await made({
      assigned_firm_id: firm,
      send_by_email: true,
      send_by_sms: true,
      title: 'See https://evil.example/login',
      description: 'Go to www.evil.example\nnow',
    });
    const [last] = (await mailOf(test, FIRM.email)).slice(-1);
    assert.ok(last?.subject.endsWith('See https evil. example/login'), last?.subject);
    assert.doesNotMatch(last?.body_text ?? '', /evil\.example/);
    const token = await mailedToken();
    await test.arrange('update messages_of_day set count = 20 where length(address) > 0');
    for (const by of ['mail', 'sms']) {
      const refused = await ask('POST', `${PATH}${id}/sending/`, { body: { by: [by] } });
      assert.equal(refused.statusCode, 429, refused.body);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assert.match(refused.body, /after midnight, Italian time/);
    }
    assert.equal((await outside('GET', token)).statusCode, 200, 'nothing changed');
    // The firm's reminder waits until there is room, once; people in the portal are reminded all the same.
    const due_at = '2032-05-05T09:00:00.000Z';
    const late = await made({ assigned_firm_id: firm, due_at });
    const told = () =>
      test.arrange(`select 1 from notification where kind = 'maintenance.due' and subject = $1`, [
        String(late.id),
      ]);
    const deps = {
      pool: test.pool,
      log: test.work.log,
      mailer: test.work.mailer,
      publicUrl: 'https://portal.example.org',
    };
    const remind = async () => {
      await remindOfDue(deps, company, new Date('2032-05-04T10:00:00Z'));
      const mails = await mailOf(test, FIRM.email);
      return [(await told()).length, mails.filter(({ subject }) => subject.startsWith('Promemoria')).length];
    };
    const [, before = 0] = await remind();
    assert.deepEqual(await remind(), [1, before]);
    // One that cannot be written keeps no other back.
    const other = await made({ assigned_user_id: worker.id, due_at });
    await test.arrange(
      `alter table notification add constraint broken check (subject <> '${late.id}' or kind <> 'maintenance.due') not valid`,
    );
    await test.arrange(`delete from notification where kind = 'maintenance.due' and subject = $1`, [
      String(late.id),
    ]);
    assert.equal((await remind())[0], 0);
    const others = await test.arrange(
      `select 1 from notification where kind = 'maintenance.due' and subject = $1`,
      [String(other.id)],
    );
    assert.equal(others.length, 1);
    await test.arrange('alter table notification drop constraint broken');
    await test.arrange('update messages_of_day set count = 0');
    assert.deepEqual(await remind(), [1, before + 1]);
    assert.deepEqual(await remind(), [1, before + 1]);
  });

  it('keep their type: one in use is retired instead of deleted, also where its request lies in the bin', async () => {
    const TYPES = '/api/v1/maintenance-types/';
    const named = async (name: string) =>
      (await ask('POST', TYPES, { body: { name } })).json<{ id: number }>().id;
    const used = await named('Washing');
    const { id } = await made({ type_id: used });
    assert.equal((await ask('DELETE', `${PATH}${id}/`)).statusCode, 204);
    const refused = await ask('DELETE', `${TYPES}${used}/`);
    assert.deepEqual([refused.statusCode, codesOf(refused)], [409, [' type_in_use']]);
    assert.equal((await ask('PATCH', `${TYPES}${used}/`, { body: { retired: true } })).statusCode, 200);
    assert.deepEqual(codesOf(await create({ type_id: used })), ['type_id retired_type']);
    // Whoever came to be named in the bin is not deleted for ever either.
    await test.arrange('update maintenance_type set deleted_at = now() where id = $1', [used]);
    const kept = await ask('DELETE', `/api/v1/maintenance-types-bin/${used}/`);
    assert.deepEqual([kept.statusCode, codesOf(kept)], [409, [' type_in_use']]);
    await test.arrange('update maintenance_type set deleted_at = null where id = $1', [used]);
    // A request that has it keeps it, and may be changed otherwise.
    assert.equal((await ask('POST', `/api/v1/maintenance-requests-bin/${id}/restore/`)).statusCode, 204);
    const body = { title: 'Wash it', type_id: used };
    assert.equal((await ask('PUT', `${PATH}${id}/`, { body })).json<MaintenanceRequest>().type, 'Washing');
    const unused = await named('Mowing');
    assert.equal((await ask('DELETE', `${TYPES}${unused}/`)).statusCode, 204);
    assert.equal((await ask('DELETE', `/api/v1/maintenance-types-bin/${unused}/`)).statusCode, 204);
  });

  it('keep their firm from being deleted', async () => {
    await made({ assigned_firm_id: firm });
    assert.equal((await ask('DELETE', `/api/v1/outside-firms/${firm}/`)).statusCode, 409);
  });

  it('are found by their filters', async () => {
    const late = await made({ title: 'Late one', due_at: '2020-01-01T00:00:00Z', priority: 'urgent' });
    const found = async (query: string) => {
      const { results } = (await ask('GET', `${PATH}?${query}`)).json<{ results: { id: number }[] }>();
      return results.some(({ id }) => id === late.id);
    };
    for (const query of [
      'search=late',
      `search=R-${late.number}`,
      // As it is called in the list, and by words in any order.
      `search=r-${late.number}%20late%20one`,
      'search=one%20LATE',
      'overdue=true',
      'priority=urgent',
      'assigned=nobody',
    ])
      assert.equal(await found(query), true, query);
    for (const query of [
      'search=early',
      'search=late%20early',
      'state=closed',
      'assigned=me',
      'due_from=2021-01-01T00:00:00Z',
      'proj_code=P2',
    ])
      assert.equal(await found(query), false, query);
  });
});
