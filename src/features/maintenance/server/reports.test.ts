import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { makeDevice, makePlant } from '../../../../tests/support/field.ts';
import { mailOf } from '../../../../tests/support/mail.ts';
import { linesOfPdf } from '../../../../tests/support/pdf-text.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { Downtime } from '../../downtimes/downtimes.contract.ts';
import type { MaintenanceReport } from '../maintenance-reports.contract.ts';
import type { MaintenanceRequest } from '../maintenance-requests.contract.ts';
import type { OutsideReport } from '../outside-requests.contract.ts';

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const PATH = '/api/v1/maintenance-reports/';
const START = '2026-03-01T08:00:00.000Z';
const WORK = { started_at: '2026-03-01T10:00:00.000Z', ended_at: '2026-03-01T13:30:00.000Z' };
const DONE = { ...WORK, solved_problem: 'Fuse replaced', people_count: 2, hours: 7 };
const KEY = '7f0c1f5e-3a54-4b0e-9a5a-0d8a1c9f4e11';
const EMAIL = 'bianchi@example.org';

const codesOf = (answer: Answer): string[] =>
  answer
    .json<{ errors?: { path: string; code: string }[] }>()
    .errors?.map(({ path, code }) => `${path} ${code}`) ?? [];

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 20, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

describe('maintenance reports', () => {
  let test: TestApp;
  let company: Scope;
  let plant: number;
  let device: number;
  let elsewhere: number;
  let cause: number;
  let owner: Headers;
  let keeper: Headers;
  let hands: Headers;
  before(async () => {
    test = await createTestApp();
    company = await makeCompany(test.pool, 'Aurora');
    plant = await makePlant(test.pool, company, 'P1');
    const other = await makePlant(test.pool, company, 'P2');
    device = await makeDevice(test.pool, company, plant, 'INV-1', ['ac_power_kw']);
    elsewhere = await makeDevice(test.pool, company, other, 'X', []);
    const member = async (role: Role) => {
      const user = await makeUser(test, { company, roles: [role, 'APP_0'] });
      await test.arrange(
        'insert into company_user_plant (company_id, user_id, plant_id) values ($1, $2, $3)',
        [company.company_id, user.id, plant],
      );
      return signIn(test, user, company);
    };
    keeper = await member('ENGINEER_0');
    hands = await member('WORKER');
    owner = await signIn(test, await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] }), company);
    const made = await test.arrange<{ id: number }>(
      `insert into downtime_cause (company_id, name) values ($1, 'Inverter') returning id`,
      [company.company_id],
    );
    cause = Number(made[0]?.id);
  });
  after(() => test?.close());

  const ask = (
    method: Method,
    url: string,
    { as = keeper, body }: { as?: Headers; body?: object } = {},
  ): Promise<Answer> => test.app.inject({ method, url, headers: as, ...(body && { payload: body }) });
  const answered = async <T>(asked: Promise<Answer>, status: number): Promise<T> => {
    const answer = await asked;
    assert.equal(answer.statusCode, status, answer.body);
    return answer.json<T>();
  };
  const create = (more: object = {}, as = keeper) =>
    ask('POST', PATH, { as, body: { proj_code: 'P1', ...more } });
  const made = (more: object = {}, as = keeper) => answered<MaintenanceReport>(create(more, as), 201);
  const close = (id: number, body: object = {}, as = keeper) =>
    ask('POST', `${PATH}${id}/close/`, { as, body });
  const attach = (id: number, bytes: Buffer, query: Record<string, string> = {}) => {
    const asked = new URLSearchParams({ file_name: 'photo.png', size: String(bytes.length), ...query });
    const headers = { ...keeper, 'content-type': 'application/octet-stream' };
    const url = `${PATH}${id}/attachments/?${asked}`;
    return test.app.inject({ method: 'POST', url, headers, payload: bytes });
  };
  const one = (id: number) => answered<MaintenanceReport>(ask('GET', `${PATH}${id}/`), 200);
  const aDowntime = (more: object = {}, as = keeper) => {
    const body = { proj_code: 'P1', start: START, cause_id: cause, percentage: 40, ...more };
    return answered<Downtime>(ask('POST', '/api/v1/downtimes/', { as, body }), 201);
  };
  const downtime = (id: number) => answered<Downtime>(ask('GET', `/api/v1/downtimes/${id}/`), 200);
  const aRequest = (more: object = {}, as = keeper) => {
    const body = { proj_code: 'P1', title: 'Inverter stands', ...more };
    return answered<MaintenanceRequest>(ask('POST', '/api/v1/maintenance-requests/', { as, body }), 201);
  };
  const request = (id: number) =>
    answered<MaintenanceRequest>(ask('GET', `/api/v1/maintenance-requests/${id}/`), 200);

  it('are written from a request and its downtime, and keep both links', async () => {
    const [row] = await test.arrange<{ id: number }>(
      `insert into alarm (company_id, plant_id, device_id, type, code, params, date)
       values ($1, $2, $3, 'E', 'inverter_fault', '{}', $4) returning id`,
      [company.company_id, plant, device, START],
    );
    const alarm_id = Number(row?.id);
    const { id: downtime_id } = await aDowntime({ alarm_ids: [alarm_id] });
    const { id: request_id } = await aRequest({ alarm_id });
    // Which downtime it is for may be said later.
    const asked = await answered<MaintenanceRequest>(
      ask('PUT', `/api/v1/maintenance-requests/${request_id}/`, { body: { downtime_id } }),
      200,
    );
    assert.deepEqual([asked.downtime_id, asked.downtime_start], [downtime_id, START]);
    const report = await made({
      ...DONE,
      request_id: asked.id,
      downtime_id,
      device_ids: [device],
      materials: [{ name: 'Fuse 15 A', quantity: 2, unit: 'pcs' }],
      measurements: [{ what: 'Insulation', value: 1.5, unit: 'MΩ' }],
    });
    assert.deepEqual(
      [report.request?.title, report.downtime?.start, report.devices, report.state, report.people_count],
      ['Inverter stands', START, [{ id: device, name: 'INV-1' }], 'draft', 2],
    );
    const ofAlarm = async () =>
      (await answered<{ count: number }>(ask('GET', `${PATH}?alarm_id=${alarm_id}`), 200)).count;
    assert.deepEqual([report.alarm_id, await ofAlarm()], [alarm_id, 1]);
    // A link stays while the other lies in the bin, says so, and opens it again once it is back.
    const restored = (kind: string, id: number) => ask('POST', `/api/v1/${kind}-bin/${id}/restore/`);
    assert.equal((await ask('DELETE', `/api/v1/downtimes/${downtime_id}/`)).statusCode, 204);
    const binned = await request(asked.id);
    assert.deepEqual([binned.downtime_id, binned.downtime_start], [downtime_id, null]);
    assert.equal((await ask('DELETE', `/api/v1/maintenance-requests/${asked.id}/`)).statusCode, 204);
    const later = await one(report.id);
    assert.deepEqual([later.request_id, later.request, later.downtime], [asked.id, null, null]);
    assert.deepEqual([later.alarm_id, await ofAlarm()], [null, 1]);
    assert.equal((await restored('downtimes', downtime_id)).statusCode, 204);
    assert.equal((await restored('maintenance-requests', asked.id)).statusCode, 204);
    const back = await one(report.id);
    assert.deepEqual([back.request?.title, back.downtime?.start], ['Inverter stands', START]);
    assert.equal((await request(asked.id)).downtime_start, START);
    assert.equal((await made()).number, report.number + 1);
    const { count } = await answered<{ count: number }>(
      ask('GET', `${PATH}?downtime_id=${downtime_id}`),
      200,
    );
    assert.equal(count, 1);
  });

  it('say at its field what is wrong, and store nothing of it', async () => {
    const { count } = await answered<{ count: number }>(ask('GET', PATH), 200);
    const gone = await aRequest();
    await ask('DELETE', `/api/v1/maintenance-requests/${gone.id}/`);
    const foreign = await aRequest({ proj_code: 'P2' }, owner);
    const other = await aDowntime({ proj_code: 'P2' }, owner);
    const faultsOf = async (more: object) => codesOf(await create(more, owner));
    assert.deepEqual(await faultsOf({ device_ids: [elsewhere] }), ['device_ids other_plant']);
    assert.deepEqual(await faultsOf({ request_id: gone.id }), ['request_id unknown_request']);
    assert.deepEqual(await faultsOf({ request_id: foreign.id }), ['request_id other_plant']);
    assert.deepEqual(await faultsOf({ downtime_id: other.id }), ['downtime_id other_plant']);
    assert.deepEqual(await faultsOf({ started_at: '2099-01-01T00:00:00Z' }), ['started_at in_future']);
    assert.deepEqual(await faultsOf({ started_at: WORK.ended_at, ended_at: WORK.started_at }), [
      'ended_at before_start',
    ]);
    assert.deepEqual(await faultsOf({ signature: 'aGVsbG8=', signed_by: 'Bianchi' }), ['signature no_png']);
    for (const more of [{ people_count: 0 }, { people_count: 1000 }, { hours: 10_001 }, { hours: -1 }]) {
      const [field] = Object.keys(more);
      const answer = await create(more, owner);
      assert.equal(answer.statusCode, 400);
      assert.match(codesOf(answer)[0] ?? '', new RegExp(`^${field} `));
    }
    const italian = await ask('POST', PATH, {
      as: { ...owner, 'accept-language': 'it' },
      body: { proj_code: 'P1', request_id: gone.id },
    });
    assert.match(italian.body, /Questa richiesta è nel cestino/);
    assert.equal((await answered<{ count: number }>(ask('GET', PATH), 200)).count, count);
  });

  it('are closed only whole, and stand then until they are reopened', async () => {
    const { id } = await made();
    assert.deepEqual(codesOf(await close(id)), ['solved_problem required']);
    await ask('PUT', `${PATH}${id}/`, { body: DONE });
    const photo = (await attach(id, await picture(), { client_key: KEY })).json<{ id: number }>();
    await answered(close(id), 200);
    const refused = await ask('PUT', `${PATH}${id}/`, { body: { hours: 8 } });
    assert.deepEqual([refused.statusCode, codesOf(refused)], [409, [' report_closed']]);
    // What was signed, its photos with it, stays; what had come before is answered once more.
    const more = await attach(id, await picture());
    assert.deepEqual([more.statusCode, codesOf(more)], [409, ['file record_fixed']]);
    assert.equal((await ask('DELETE', `${PATH}${id}/attachments/${photo.id}/`)).statusCode, 409);
    const again = await attach(id, await picture(), { client_key: KEY });
    assert.deepEqual([again.statusCode, again.json<{ id: number }>().id], [201, photo.id]);
    assert.equal((await ask('POST', `${PATH}${id}/reopen/`, { as: hands, body: {} })).statusCode, 403);
    const open = await answered<MaintenanceReport>(ask('POST', `${PATH}${id}/reopen/`, { body: {} }), 200);
    assert.deepEqual([open.state, open.closed_at], ['draft', null]);
    assert.equal((await ask('PUT', `${PATH}${id}/`, { body: { hours: 8 } })).statusCode, 200);
    assert.equal((await ask('DELETE', `${PATH}${id}/attachments/${photo.id}/`)).statusCode, 204);
  });

  it('closed fill what is empty in their downtime, once for all, and solve their request', async () => {
    const { id: downtime_id, version } = await aDowntime();
    const asked = await aRequest({ downtime_id });
    const { id } = await made({ ...DONE, request_id: asked.id, downtime_id, repair_cost_eur: 120 });
    const closed = await answered<MaintenanceReport>(close(id), 200);
    assert.deepEqual([closed.state, closed.request?.state, closed.proposal], ['closed', 'solved', null]);
    const { intervention, stop, repair_cost, ...now } = await downtime(downtime_id);
    assert.deepEqual([intervention, stop, repair_cost], [WORK.started_at, WORK.ended_at, 120]);
    assert.equal(now.version, version + 1);
    const history = await ask('GET', `/api/v1/downtimes/${downtime_id}/history/`);
    assert.match(history.body, /"what":"changed","fields":\["repair_cost","stop","intervention"\]/);
    assert.equal((await request(asked.id)).state, 'solved');
    assert.deepEqual(codesOf(await close(id)), [' report_closed']);
  });

  it('ask which counts where their downtime says otherwise', async () => {
    const stop = '2026-03-01T20:00:00.000Z';
    const { id: downtime_id } = await aDowntime({ stop, repair_cost: 50 });
    const report = await made({ ...DONE, downtime_id, repair_cost_eur: 120 });
    const asked = await close(report.id);
    assert.equal(asked.statusCode, 409);
    assert.deepEqual(codesOf(asked), [
      'downtime.stop downtime_differs',
      'downtime.repair_cost downtime_differs',
    ]);
    assert.deepEqual(asked.json<{ errors: { params: object }[] }>().errors[1]?.params, {
      of_downtime: 50,
      of_report: 120,
    });
    assert.equal((await one(report.id)).state, 'draft');
    assert.equal((await downtime(downtime_id)).intervention, null, 'nothing is written before it is settled');
    await answered(close(report.id, { downtime: 'fill' }), 200);
    const filled = await downtime(downtime_id);
    assert.deepEqual([filled.intervention, filled.stop, filled.repair_cost], [WORK.started_at, stop, 50]);
    await ask('POST', `${PATH}${report.id}/reopen/`, { body: {} });
    await answered(close(report.id, { downtime: 'overwrite' }), 200);
    const written = await downtime(downtime_id);
    assert.deepEqual([written.stop, written.repair_cost], [WORK.ended_at, 120]);
  });

  it('never end a downtime before it began', async () => {
    const { id: downtime_id } = await aDowntime({ start: '2026-03-02T08:00:00Z' });
    const { id } = await made({ ...DONE, downtime_id });
    assert.deepEqual(codesOf(await close(id)), ['ended_at before_downtime']);
    await answered(close(id, { downtime: 'keep' }), 200);
    assert.equal((await downtime(downtime_id)).stop, null);
  });

  it('of who may not write downtimes propose what changes, to be accepted or dismissed', async () => {
    const { id: downtime_id } = await aDowntime({ repair_cost: 50 });
    const report = await made({ ...DONE, downtime_id, repair_cost_eur: 120 }, hands);
    const closed = await answered<MaintenanceReport>(close(report.id, {}, hands), 200);
    assert.deepEqual(
      [closed.proposal?.state, closed.proposal?.stop, closed.proposal?.repair_cost],
      ['open', WORK.ended_at, 120],
    );
    assert.equal((await downtime(downtime_id)).stop, null);
    const told = await test.arrange(
      `select kind from notification where company_id = $1 and subject = $2 and kind like 'maintenance.%'`,
      [company.company_id, String(report.id)],
    );
    assert.deepEqual(told, [{ kind: 'maintenance.proposed' }]);
    const open = await answered<{ results: { id: number }[] }>(ask('GET', `${PATH}?proposal=open`), 200);
    assert.deepEqual(
      open.results.map(({ id }) => id),
      [report.id],
    );
    const decide = (decision: string, as = keeper) =>
      ask('POST', `${PATH}${report.id}/proposal/`, { as, body: { decision } });
    assert.equal((await decide('accept', hands)).statusCode, 403);
    const accepted = await answered<MaintenanceReport>(decide('accept'), 200);
    assert.equal(accepted.proposal?.state, 'accepted');
    const now = await downtime(downtime_id);
    assert.deepEqual([now.stop, now.repair_cost, now.intervention], [WORK.ended_at, 120, WORK.started_at]);
    assert.deepEqual(codesOf(await decide('dismiss')), ['decision decided']);
    // Dismissed it leaves the downtime as it is.
    const second = await made({ ...DONE, downtime_id, repair_cost_eur: 90 }, hands);
    await close(second.id, {}, hands);
    await ask('POST', `${PATH}${second.id}/proposal/`, { body: { decision: 'dismiss' } });
    assert.equal((await downtime(downtime_id)).repair_cost, 120);
  });

  it('carry a signature, which a later change takes away', async () => {
    const signature = (await picture()).toString('base64');
    assert.deepEqual(codesOf(await create({ signature })), ['signed_by required']);
    const report = await made({ ...DONE, signature, signed_by: 'Luigi Bianchi' });
    assert.deepEqual(
      [report.signed_by, report.is_drawn, report.signed_at !== null],
      ['Luigi Bianchi', true, true],
    );
    const shown = await answered<{ signature: string }>(ask('GET', `${PATH}${report.id}/signature/`), 200);
    assert.equal((await sharp(Buffer.from(shown.signature, 'base64')).metadata()).format, 'png');
    const same = { hours: report.hours, device_ids: [device] };
    assert.equal(
      (await answered<MaintenanceReport>(ask('PUT', `${PATH}${report.id}/`, { body: same }), 200)).is_drawn,
      true,
    );
    const altered = { hours: 9 };
    const after = await answered<MaintenanceReport>(
      ask('PUT', `${PATH}${report.id}/`, { body: altered }),
      200,
    );
    assert.deepEqual([after.signed_by, after.is_drawn, after.signed_at], ['', false, null]);
    // Under another name nobody has drawn yet, and nothing is no drawing.
    const drawn = await made({ ...DONE, signature, signed_by: 'Luigi Bianchi' });
    const renamed = { signed_by: 'Anna Neri' };
    assert.equal(
      (await answered<MaintenanceReport>(ask('PUT', `${PATH}${drawn.id}/`, { body: renamed }), 200)).is_drawn,
      false,
    );
    assert.equal((await made({ signature: '' })).is_drawn, false);
    // Whoever has no glass types their name.
    const typed = await made({ ...DONE, signed_by: 'Anna Neri' });
    assert.deepEqual([typed.is_drawn, typed.signed_at !== null], [false, true]);
  });

  it('are printed with logo, photos and signature, in either language', async () => {
    const report = await made({
      ...DONE,
      signature: (await picture()).toString('base64'),
      signed_by: 'Luigi Bianchi',
      materials: [{ name: 'Fuse', quantity: 2, unit: '' }],
      measurements: [{ what: 'Voltage', value: 612.5, unit: 'V' }],
    });
    const taken_at = '2026-06-11T12:30:00.000Z';
    const damaged = Buffer.concat([(await picture()).subarray(0, 60), Buffer.alloc(40)]);
    for (const [bytes, query] of [
      [await picture(), { taken_at }],
      [damaged, {}],
      [await picture(), { taken_at: '2999-01-01T00:00:00Z', file_name: 'unknown.png' }],
    ] as const)
      assert.equal((await attach(report.id, bytes, query)).statusCode, 201);
    const { attachments } = (await ask('GET', `${PATH}${report.id}/notes/`)).json<{
      attachments: { taken_at: string | null }[];
    }>();
    assert.deepEqual(
      attachments.map((one) => one.taken_at),
      [null, null, taken_at],
      'a clock that stands in the future says nothing',
    );
    await test.arrange(
      "insert into company_logo (company_id, digest, bytes) values ($1, encode(sha256($2), 'hex'), $2)",
      [company.company_id, await picture()],
    );
    const sizes: number[] = [];
    for (const language of ['it', 'en']) {
      const answer = await ask('GET', `${PATH}${report.id}/document/?language=${language}`);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.headers['content-type'], 'application/pdf');
      assert.equal(answer.rawPayload.subarray(0, 5).toString(), '%PDF-');
      const name = language === 'it' ? 'rapporto-di-intervento' : 'maintenance-report';
      assert.match(String(answer.headers['content-disposition']), new RegExp(`${name}-M-\\d{4}\\.pdf`));
      const text = linesOfPdf(answer.rawPayload).join(' ');
      for (const said of [
        'Fuse replaced',
        'Luigi Bianchi',
        'Voltage',
        language === 'it' ? 'Firma' : 'Signature',
      ])
        assert.ok(text.includes(said), `${said} is missing in ${text}`);
      // A photo bears the time at which it was taken, by the plant's clock, else that at which it came.
      assert.match(text, /photo\.png, [^,]*14:30/);
      assert.match(text, language === 'it' ? /unknown\.png, ricevuta il/ : /unknown\.png, received/);
      // The logo, two photos, a signature: four pictures; the damaged photo is not among them.
      sizes.push(answer.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0);
    }
    assert.deepEqual(sizes, [4, 4]);
    assert.equal((await ask('GET', `${PATH}999999/document/`)).statusCode, 404);
  });

  it('go into the bin and come back, or go for ever with what hangs on them', async () => {
    const { id } = await made(DONE);
    assert.equal((await ask('DELETE', `${PATH}${id}/`)).statusCode, 204);
    assert.equal((await ask('GET', `${PATH}${id}/`)).statusCode, 404);
    const bin = '/api/v1/maintenance-reports-bin/';
    assert.equal((await ask('POST', `${bin}${id}/restore/`)).statusCode, 204);
    assert.equal((await one(id)).solved_problem, 'Fuse replaced');
    await ask('DELETE', `${PATH}${id}/`);
    assert.equal((await ask('DELETE', `${bin}${id}/`)).statusCode, 403);
    assert.equal((await ask('DELETE', `${bin}${id}/`, { as: owner })).statusCode, 204);
    assert.equal((await ask('POST', `${bin}${id}/restore/`)).statusCode, 404);
  });

  it('sent again with the same key are stored once', async () => {
    const client_key = '3d6c7f0a-8b51-4a0e-9a4e-2f1f6a7f3b10';
    const first = await made({ client_key });
    assert.equal((await made({ client_key })).id, first.id);
  });

  it('are found by any part of what they say, and so are downtimes, also deep in a long text', async () => {
    const deep = `C:\\log, città. ${'Verified. '.repeat(80)}Hail DAMAGE`;
    const { id } = await made({ solved_problem: deep });
    const { id: downtime_id } = await aDowntime({ notes: deep, claim_number: 'SIN-77' });
    const found = async (path: string, search: string) => {
      const url = `${path}?search=${encodeURIComponent(search)}`;
      const { count, results } = await answered<{ count: number; results: { id: number }[] }>(
        ask('GET', url),
        200,
      );
      return [count, ...results.map((one) => one.id)];
    };
    for (const search of ['hail damage', 'c:\\LOG', 'damage CITTÀ'])
      assert.deepEqual(await found(PATH, search), [1, id], search);
    assert.deepEqual(await found(PATH, 'no such words'), [0]);
    for (const search of ['hail Damage', 'sin-77 verified', 'CITTÀ c:\\'])
      assert.deepEqual(await found('/api/v1/downtimes/', search), [1, downtime_id]);
    assert.deepEqual(await found('/api/v1/downtimes/', 'hail storm'), [0]);
  });

  it('are files as well, in the words of the reader', async () => {
    await made({ ...DONE, materials: [{ name: 'Fuse', quantity: 2.5, unit: 'm' }] });
    const csv = await ask('GET', '/api/v1/maintenance-reports-export/?language=it');
    assert.match(csv.body, /Problema risolto/);
    assert.match(csv.body, /Fuse: 2,5 m/);
  });

  it('are filled in by a firm through the link of its request, and propose what changes', async () => {
    const firm = await answered<{ id: number }>(
      ask('POST', '/api/v1/outside-firms/', { body: { name: 'Bianchi Srl', email: EMAIL } }),
      201,
    );
    const { id: downtime_id } = await aDowntime();
    const asked = await aRequest({
      downtime_id,
      device_ids: [device],
      assigned_firm_id: firm.id,
      send_by_email: true,
    });
    const text = (await mailOf(test, EMAIL)).at(-1)?.body_text ?? '';
    const token = /\/r\/(\S+)/.exec(text)?.[1] ?? assert.fail(`no link in ${text}`);
    const path = `/api/v1/outside-requests/${token}/report/`;
    const put = (body: object) => ask('PUT', path, { as: {}, body });
    assert.equal((await answered<OutsideReport>(ask('GET', path, { as: {} }), 200)).version, 0);
    const bytes = await picture();
    const photo = () =>
      test.app.inject({
        method: 'POST',
        url: `${path}attachments/?file_name=after.png&size=${bytes.length}`,
        headers: { 'content-type': 'application/octet-stream' },
        payload: bytes,
      });
    assert.equal((await photo()).statusCode, 404, 'there is no report yet that it could hang on');
    const draft = await answered<OutsideReport>(put({ solved_problem: 'Fan changed', people_count: 1 }), 200);
    assert.equal(draft.state, 'draft');
    assert.equal((await photo()).statusCode, 201);
    const file = (await answered<OutsideReport>(ask('GET', path, { as: {} }), 200)).attachments[0];
    assert.equal(file?.media_type, 'image/png');
    assert.equal((await ask('GET', `${path}attachments/${file?.id}/`, { as: {} })).statusCode, 200);
    assert.equal((await put({ hours: 2, version: draft.version + 5 })).statusCode, 409);
    const signature = bytes.toString('base64');
    const signed = await put({ ...WORK, hours: 3, signature, signed_by: 'Mario Bianchi', close: true });
    const closed = await answered<OutsideReport>(Promise.resolve(signed), 200);
    assert.deepEqual([closed.state, closed.is_drawn], ['closed', true]);
    assert.equal((await put({ hours: 4 })).statusCode, 409);
    assert.equal((await photo()).statusCode, 409, 'a closed report takes no more photos');
    // Called otherwise the firm keeps its report.
    const renamed = await ask('PATCH', `/api/v1/outside-firms/${firm.id}/`, {
      body: { name: 'Bianchi & C.' },
    });
    assert.equal(renamed.statusCode, 200, renamed.body);
    const resent = await ask('POST', `/api/v1/maintenance-requests/${asked.id}/sending/`, {
      body: { by: ['mail'] },
    });
    assert.equal(resent.statusCode, 200, resent.body);
    const now = /\/r\/(\S+)/.exec((await mailOf(test, EMAIL)).at(-1)?.body_text ?? '')?.[1] ?? '';
    const kept = await ask('GET', `/api/v1/outside-requests/${now}/report/`, { as: {} });
    assert.equal((await answered<OutsideReport>(Promise.resolve(kept), 200)).number, closed.number);
    const page = await answered<{ results: MaintenanceReport[] }>(
      ask('GET', `${PATH}?request_id=${asked.id}`),
      200,
    );
    const [report] = page.results;
    assert.deepEqual(
      [page.results.length, report?.author, report?.is_firm, report?.proposal?.state, report?.device_ids],
      [1, 'Bianchi Srl', true, 'open', [device]],
    );
    assert.equal((await downtime(downtime_id)).stop, null);
    assert.equal((await request(asked.id)).state, 'solved');
  });
});
