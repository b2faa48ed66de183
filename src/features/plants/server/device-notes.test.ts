import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
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
import { until } from '../../../../tests/support/program.ts';
import type { RecordAttachment, RecordComment } from '../../../shared/contract/record-notes.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import { performRemoval } from './bin.public.ts';

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>;

const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), randomBytes(1_300_000)]);

describe('notes of a device', () => {
  let test: TestApp;
  let company: Scope;
  let engineer: TestUser;
  let worker: TestUser;
  let manager: Headers;
  let own: Headers;
  let colleague: Headers;
  let stranger: Headers;
  let elsewhere: Headers;
  let device: number;
  before(async () => {
    test = await createTestApp({ attachmentsPerCompanyMb: 8 });
    company = await makeCompany(test.pool, 'Notes');
    await makePlant(test.pool, company, 'P1');
    await makePlant(test.pool, company, 'P2');
    const member = async (of: Scope, role: string, plant: string) => {
      const user = await makeUser(test, { company: of, roles: [role, 'APP_0'] as never });
      await test.arrange(
        `insert into company_user_plant (company_id, user_id, plant_id)
         select $1, $2, id from plant where company_id = $1 and proj_code = $3`,
        [of.company_id, user.id, plant],
      );
      return user;
    };
    engineer = await member(company, 'ENGINEER_0', 'P1');
    worker = await member(company, 'WORKER', 'P1');
    own = await signIn(test, engineer, company);
    colleague = await signIn(test, worker, company);
    stranger = await signIn(test, await member(company, 'ENGINEER_0', 'P2'), company);
    const boss = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    manager = await signIn(test, boss, company);
    const other = await makeCompany(test.pool, 'Notes apart');
    elsewhere = await signIn(
      test,
      await makeUser(test, { company: other, roles: ['COMPANY_OWNER', 'APP_0'] }),
      other,
    );
    device = await makeDevice('D1');
  });
  after(() => test?.close());

  async function makeDevice(short_name: string): Promise<number> {
    const payload = { proj_code: 'P1', short_name };
    const answer = await test.app.inject({ method: 'POST', url: '/api/v1/device/', headers: own, payload });
    return answer.json<{ id: number }>().id;
  }
  const at = (path: string, id = device) => `/api/v1/devices/${id}/${path}`;
  const ask = (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    { as = own, payload }: { as?: Headers; payload?: object } = {},
  ): Promise<Answer> => test.app.inject({ method, url, headers: as, ...(payload && { payload }) });
  const write = (text: string, more: object = {}, as = own) =>
    ask('POST', at('comments/'), { as, payload: { text, ...more } });
  const attach = (
    file_name: string,
    payload: Buffer,
    {
      id = device,
      size = payload.length,
      key,
      as = own,
    }: { id?: number; size?: number; key?: string; as?: Headers } = {},
  ): Promise<Answer> => {
    const query = new URLSearchParams({ file_name, size: String(size), ...(key && { client_key: key }) });
    const headers = { ...as, 'content-type': 'application/octet-stream' };
    return test.app.inject({ method: 'POST', url: `${at('attachments/', id)}?${query}`, headers, payload });
  };
  const codeOf = (answer: Answer) => [
    answer.statusCode,
    answer.json<{ errors?: { code?: string }[] }>().errors?.[0]?.code,
  ];
  const count = async (table: string, where = 'true'): Promise<number> =>
    Number(
      (await test.arrange<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`))[0]?.n,
    );

  it('are written, listed newest first, and stored once however often they are sent', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => write('Fuse replaced', { client_key: key })));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [201, 201, 201],
    );
    assert.equal(new Set(answers.map((one) => one.json<RecordComment>().id)).size, 1);
    await write('Second\nline', {}, colleague);
    const { count: of, results } = (await ask('GET', at('comments/'))).json<{
      count: number;
      results: RecordComment[];
    }>();
    assert.deepEqual(
      [of, results.map(({ text, mine }) => [text, mine])],
      [
        2,
        [
          ['Second\nline', false],
          ['Fuse replaced', true],
        ],
      ],
    );
    assert.deepEqual(codeOf(await write('Another', { client_key: key }, colleague)), [409, 'key_used']);
    assert.deepEqual(codeOf(await write('   ')), [400, 'too_short']);
  });

  it('are changed by who wrote them alone, and a second editor sees what was saved', async () => {
    const note = (await write('First')).json<RecordComment>();
    const change = (text: string, version: number, as = own) =>
      ask('PATCH', at(`comments/${note.id}/`), { as, payload: { text, version } });
    assert.equal((await change('Mine', note.version, colleague)).statusCode, 403);
    assert.equal((await change('Mine', note.version, manager)).statusCode, 403);
    const changed = (await change('Better', note.version)).json<RecordComment>();
    assert.deepEqual([changed.text, changed.edited_at !== null], ['Better', true]);
    const late = await change('Late', note.version);
    assert.equal(late.statusCode, 409);
    assert.equal(late.json<{ stored: RecordComment }>().stored.text, 'Better');
    assert.equal((await ask('DELETE', at(`comments/${note.id}/`), { as: colleague })).statusCode, 403);
    assert.equal((await ask('DELETE', at(`comments/${note.id}/`), { as: manager })).statusCode, 204);
    assert.equal((await ask('DELETE', at(`comments/${note.id}/`))).statusCode, 204, 'once more is no harm');
    const { results } = (await ask('GET', at('comments/'))).json<{ results: RecordComment[] }>();
    const gone = results.find(({ id }) => id === note.id);
    assert.deepEqual([gone?.removed, gone?.text], [true, '']);
    assert.equal((await change('Again', changed.version + 1)).statusCode, 404);
  });

  it('do not exist for another company, nor for who does not see the plant', async () => {
    const note = (await write('Hidden')).json<RecordComment>();
    const file = (await attach('a.txt', Buffer.from('hidden'))).json<RecordAttachment>();
    for (const as of [stranger, elsewhere]) {
      for (const path of ['notes/', 'comments/', 'assignees/', `attachments/${file.id}/`])
        assert.equal((await ask('GET', at(path), { as })).statusCode, 404, path);
      assert.equal((await write('x', {}, as)).statusCode, 404);
      assert.equal((await attach('b.txt', Buffer.from('x'), { as })).statusCode, 404);
      assert.equal((await ask('DELETE', at(`comments/${note.id}/`), { as })).statusCode, 404);
      assert.equal((await ask('DELETE', at(`attachments/${file.id}/`), { as })).statusCode, 404);
    }
    const second = await makeDevice('D-second');
    assert.equal(
      (await ask('GET', at(`attachments/${file.id}/`, second))).statusCode,
      404,
      'of another record',
    );
  });

  it('say who looks after it: someone who may, told once, and a second editor sees a conflict', async () => {
    const people = (await ask('GET', at('assignees/'))).json<{ user_id: number }[]>();
    assert.ok(people.some(({ user_id }) => user_id === worker.id));
    const assign = (user_id: number | null, version: number) =>
      ask('PUT', at('assignment/'), { payload: { user_id, version } });
    const first = await assign(worker.id, 0);
    assert.deepEqual(
      [first.statusCode, first.json().version, first.json().assignee.user_id],
      [200, 1, worker.id],
    );
    const late = await assign(engineer.id, 0);
    assert.deepEqual([late.statusCode, late.json().stored.assignee.user_id], [409, worker.id]);
    assert.deepEqual(codeOf(await assign(999_999, 1)), [400, 'does_not_see']);
    const nobody = (await assign(null, 1)).json();
    assert.deepEqual([nobody.assignee, nobody.version], [null, 2]);
    assert.equal((await assign(worker.id, 1)).statusCode, 409, 'versions go on where nobody looks after it');
    const published = await test.arrange<{ user_ids: string[] }>(
      `select user_ids from notification where kind = 'device.assigned' and subject = $1`,
      [String(device)],
    );
    assert.deepEqual(
      published.map(({ user_ids }) => user_ids.map(Number)),
      [[worker.id]],
    );
  });

  it('notify who takes part', async () => {
    const fresh = await makeDevice('D-told');
    const post = (text: string, as: Headers) =>
      ask('POST', at('comments/', fresh), { as, payload: { text } });
    await post('One', own);
    await post('Two', colleague);
    const rows = await test.arrange<{ user_ids: string[] }>(
      `select user_ids from notification where kind = 'device.commented' and subject = $1 order by id`,
      [String(fresh)],
    );
    assert.deepEqual(rows.at(-1)?.user_ids.map(Number).sort(), [engineer.id, worker.id].sort());
  });

  it('keep files as they were sent, once, to be saved under a name that fits', async () => {
    const key = randomUUID();
    const sent = await attach('photo.exe', JPEG, { key });
    assert.equal(sent.statusCode, 201, sent.body);
    const file = sent.json<RecordAttachment>();
    assert.deepEqual(
      [file.file_name, file.media_type, file.size_bytes],
      ['photo.exe.jpg', 'image/jpeg', JPEG.length],
    );
    assert.equal((await attach('photo.exe', JPEG, { key })).json<RecordAttachment>().id, file.id);
    assert.equal(await count('record_attachment_part', `attachment_id = ${file.id}`), 3);
    const saved = await ask('GET', at(`attachments/${file.id}/`), { as: colleague });
    assert.ok(saved.rawPayload.equals(JPEG));
    assert.match(String(saved.headers['content-disposition']), /^attachment; filename="photo.exe.jpg"/);
    assert.deepEqual(
      [saved.headers['x-content-type-options'], saved.headers['content-security-policy']],
      ['nosniff', "default-src 'none'; sandbox"],
    );
    assert.equal((await ask('DELETE', at(`attachments/${file.id}/`), { as: colleague })).statusCode, 403);
    assert.equal((await ask('DELETE', at(`attachments/${file.id}/`))).statusCode, 204);
    assert.equal(await count('record_attachment_part', `attachment_id = ${file.id}`), 0);
  });

  it('take what the bytes say, whatever the name says', async () => {
    const zip = (name: string) => Buffer.from(`PK\x03\x04${'\0'.repeat(26)}${name}`, 'latin1');
    const taken: [string, Buffer, string][] = [
      ['a.png', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'],
      ['a.webp', Buffer.from('RIFF....WEBPVP8 '), 'image/webp'],
      ['a.pdf', Buffer.from('%PDF-1.7\n\xe2', 'latin1'), 'application/pdf'],
      ['è.csv', Buffer.from('ora;kW\r\n10:00;1,5 è'), 'text/csv'],
      ['n', Buffer.from('short'), 'text/plain'],
      [
        't.xlsx',
        zip(`[Content_Types].xml${'x'.repeat(70_000)}xl/workbook.xml`),
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
    ];
    for (const [name, bytes, media_type] of taken) {
      const answer = await attach(name, bytes);
      assert.equal(answer.json<RecordAttachment>().media_type, media_type, `${name}: ${answer.body}`);
    }
    const before = await count('record_attachment');
    const refused: [string, Buffer][] = [
      ['photo.jpg', Buffer.from('MZ\x90\x00\x03\x00\x00\x00 not a photo')],
      ['photo.jpg', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00')],
      ['notes.txt', Buffer.from('caff\xe8 e latte', 'latin1')],
      ['notes.txt', Buffer.concat([Buffer.alloc(600_000, 'a'), Buffer.from([0])])],
      ['letter.doc', Buffer.from('{\\rtf1 hello everybody}')],
      ['archive.xlsx', zip('payload.js')],
    ];
    for (const [name, bytes] of refused)
      assert.deepEqual(codeOf(await attach(name, bytes)), [400, 'unsupported_file'], name);
    assert.deepEqual(codeOf(await attach('photo.JPG', Buffer.from('no photo'))), [400, 'no_image']);
    assert.deepEqual(codeOf(await attach('a.txt', Buffer.from('short'), { size: 99 })), [400, 'incomplete']);
    assert.deepEqual(codeOf(await attach('a.txt', Buffer.from('too long'), { size: 3 })), [
      413,
      'longer_than_announced',
    ]);
    assert.deepEqual(codeOf(await attach('a.txt', Buffer.alloc(0), { size: 3 })), [400, 'incomplete']);
    const large = await attach('a.txt', Buffer.from('x'), { size: 25_000_001 });
    assert.deepEqual(
      [large.statusCode, large.json().errors?.[0]?.path],
      [400, 'size'],
      'one byte over 25 MB',
    );
    assert.equal(await count('record_attachment'), before, 'nothing is left');
  });

  it('leave nothing of a file that was broken off, and take it when it is sent again', async () => {
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const address = test.app.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const key = randomUUID();
    const query = new URLSearchParams({ file_name: 'cut.jpg', size: String(JPEG.length), client_key: key });
    const headers = { ...own, 'content-type': 'application/octet-stream', 'content-length': JPEG.length };
    const path = `${at('attachments/')}?${query}`;
    const sending = httpRequest({ host: '127.0.0.1', port, method: 'POST', path, headers });
    sending.on('error', () => undefined);
    sending.write(JPEG.subarray(0, 700_000));
    const parts = () =>
      count(
        'record_attachment_part p join record_attachment a on a.id = p.attachment_id',
        `a.file_name = 'cut.jpg'`,
      );
    await until(async () => (await parts()) === 1, 'a part is stored');
    const listed = (await ask('GET', at('notes/'))).json<{ attachments: RecordAttachment[] }>();
    assert.ok(
      listed.attachments.every(({ file_name }) => file_name !== 'cut.jpg'),
      'half of it is not shown',
    );
    sending.destroy();
    await until(
      async () => (await count('record_attachment', `file_name = 'cut.jpg'`)) === 0,
      'nothing is left',
    );
    assert.equal((await attach('cut.jpg', JPEG, { key })).statusCode, 201);
  });

  it('begin anew where the program ended in the middle of a file', async () => {
    const key = randomUUID();
    await test.arrange(
      `insert into record_attachment (company_id, kind, record_id, plant_id, author_id, file_name, size_bytes, client_key)
       select $1, 'device', $2, plant_id, $3, 'killed.txt', 5, $4 from device where id = $2`,
      [company.company_id, device, engineer.id, key],
    );
    assert.equal((await attach('killed.txt', Buffer.from('again'), { key })).statusCode, 201);
    assert.equal(await count('record_attachment', `file_name = 'killed.txt'`), 1);
  });

  it('have no more files than the company may keep', async () => {
    await test.arrange(
      `insert into record_attachment (company_id, kind, record_id, plant_id, author_id, file_name, size_bytes)
       select $1, 'device', $2, plant_id, $3, 'large', 8 * 1024 * 1024 from device where id = $2`,
      [company.company_id, device, engineer.id],
    );
    assert.deepEqual(codeOf(await attach('more.txt', Buffer.from('more'))), [400, 'files_full']);
    await test.arrange(`delete from record_attachment where file_name = 'large'`);
  });

  it('stay in the bin and go with the device', async () => {
    const leaving = await makeDevice('D-leaving');
    await ask('POST', at('comments/', leaving), { payload: { text: 'Kept' } });
    await attach('kept.txt', Buffer.from('kept'), { id: leaving });
    await ask('PUT', at('assignment/', leaving), { payload: { user_id: worker.id } });
    const left = async () =>
      (await count('record_comment', `record_id = ${leaving}`)) +
      (await count('record_attachment', `record_id = ${leaving}`)) +
      (await count('record_assignment', `record_id = ${leaving}`));
    await test.arrange('update device set deleted_at = now() where id = $1', [leaving]);
    assert.equal((await ask('GET', at('notes/', leaving))).statusCode, 404);
    assert.equal(await left(), 3);
    await test.arrange('update device set purged_at = now() where id = $1', [leaving]);
    await performRemoval(test.pool, { company_id: company.company_id, device_id: leaving });
    assert.equal(await left(), 0);
  });
});
