import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  join,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';
import { FILE_BYTES } from '../../contract/files.contract.ts';
import { inScope, type Scope, scopeOfPerson, scopeOfWork } from '../tenancy.ts';
import { removeOldUploads } from './uploads.repository.ts';
import { takeUpload } from './uploads.ts';

interface Opened {
  id: number;
  url: string;
  content_type: string;
  max_bytes: number;
  expires_at: string;
}

describe('files by a signed address', () => {
  let test: TestApp;
  let company: Scope;
  let user: TestUser;
  let headers: Headers;
  let now = new Date();
  before(async () => {
    test = await createTestApp({ now: () => now });
    company = await makeCompany(test.pool, 'Files');
    user = await makeUser(test, { company, roles: ['ENGINEER_0', 'APP_0'] });
    headers = await signIn(test, user, company);
  });
  after(() => test?.close());

  const tryOpen = (as: Headers = headers, payload: object = {}) =>
    test.app.inject({ method: 'POST', url: '/api/v1/uploads/', headers: as, payload });

  async function open(as: Headers = headers, payload: object = {}): Promise<Opened> {
    const answer = await tryOpen(as, payload);
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  }

  const put = (url: string, payload: string | Buffer, more: Headers = { 'content-type': 'text/csv' }) =>
    test.app.inject({ method: 'PUT', url, headers: more, payload });

  const codeOf = (answer: Awaited<ReturnType<typeof put>>) => [
    answer.statusCode,
    answer.json<{ errors?: { code?: string }[] }>().errors?.[0]?.code,
  ];

  it('take one file each, kept as it was sent', async () => {
    const opened = await open(headers, { file_name: 'letture.csv' });
    assert.match(opened.url, /^\/api\/v1\/uploads\/[\w.-]+\/$/);
    assert.deepEqual([opened.content_type, opened.max_bytes], ['text/csv', 26_214_400]);
    assert.ok(Math.abs(Date.parse(opened.expires_at) - now.getTime() - 15 * 60_000) < 1000);
    const file = Buffer.from('\uFEFFora;kW\r\n"10:00";1,5\r\nè;☀\t\n');
    const answer = await put(opened.url, file);
    const sha256 = createHash('sha256').update(file).digest('hex');
    assert.deepEqual(
      [answer.statusCode, answer.json()],
      [200, { id: opened.id, size_bytes: file.length, sha256 }],
    );
    const taken = await inScope(test.pool, company, (tx) => takeUpload(tx, opened.id, 'simulation'));
    assert.deepEqual(taken, { content_type: 'text/csv', file_name: 'letture.csv', sha256, bytes: file });
    const [entry] = await test.arrange<{ actor_id: string; target: string; detail: unknown }>(
      `select actor_id, target, detail from audit where company_id = $1 and action = 'upload.received'`,
      [company.company_id],
    );
    assert.deepEqual(entry, {
      actor_id: String(user.id),
      target: String(opened.id),
      detail: { size_bytes: file.length },
    });
  });

  it('take a file once: of ten at the same moment one is kept, and a second one is a conflict', async () => {
    const { id, url } = await open();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => put(url, `file;${i}\n`)));
    const kept = answers.filter(({ statusCode }) => statusCode === 200);
    assert.equal(kept.length, 1);
    for (const { statusCode } of answers)
      assert.ok(statusCode === 200 || statusCode === 409, String(statusCode));
    const late = await put(url, 'another;file\n');
    assert.equal(late.statusCode, 409);
    const taken = await inScope(test.pool, company, (tx) => takeUpload(tx, id, 'simulation'));
    assert.equal(taken.sha256, kept[0]?.json<{ sha256: string }>().sha256);
    assert.equal((await put(url, 'a;b\n')).statusCode, 404, 'what was taken is gone');
  });

  it('are no addresses when they are over, changed, or made by somebody else: the same 404 for all', async () => {
    const { url } = await open();
    const key = url.split('/').at(-2) ?? '';
    const [companyPart = '', id = '', expires = '', seal = ''] = key.split('.');
    const wrong: Record<string, string> = {
      "another company's": [Number(companyPart) + 1, id, expires, seal].join('.'),
      "another file's": [companyPart, Number(id) + 1, expires, seal].join('.'),
      'a longer one': [companyPart, id, Number(expires) + 3600, seal].join('.'),
      'another seal': [companyPart, id, expires, seal.replace(/./, (c) => (c === 'A' ? 'B' : 'A'))].join('.'),
      'a cut seal': key.slice(0, -1),
      'no seal': [companyPart, id, expires, ''].join('.'),
      'padded numbers': [`0${companyPart}`, id, expires, seal].join('.'),
      nothing: 'x',
      'a long nothing': 'x'.repeat(99),
    };
    const bodies = new Set<string>();
    for (const [what, each] of Object.entries(wrong)) {
      const answer = await put(`/api/v1/uploads/${each}/`, 'a;b\n');
      assert.equal(answer.statusCode, 404, what);
      bodies.add(answer.body);
    }
    const before = now;
    now = new Date(now.getTime() + 15 * 60_000 + 1000);
    const over = await put(url, 'a;b\n');
    now = before;
    assert.equal(over.statusCode, 404);
    assert.equal(bodies.add(over.body).size, 1);
  });

  it('end with their company, and with their person', async () => {
    const other = await makeCompany(test.pool, 'Files elsewhere');
    const guest = await makeUser(test, { company: other, roles: ['ENGINEER_0', 'APP_0'] });
    const { url } = await open(await signIn(test, guest, other));
    await test.arrange('update company set enabled = false where id_client = $1', [other.company_id]);
    assert.equal((await put(url, 'a;b\n')).statusCode, 404);
    await test.arrange('update company set enabled = true where id_client = $1', [other.company_id]);
    await test.arrange('delete from company_user where user_id = $1', [guest.id]);
    assert.equal((await put(url, 'a;b\n')).statusCode, 404);
    await join(test, other, guest.id, { roles: ['ENGINEER_0', 'APP_0'] });
    assert.equal((await put(url, 'a;b\n')).statusCode, 200);
  });

  it('are for those who may use such a file, for as long as they may', async () => {
    const other = await makeCompany(test.pool, 'Files for a purpose');
    const viewer = await makeUser(test, { company: other, roles: ['VIEWER', 'APP_0'] });
    assert.equal((await tryOpen(await signIn(test, viewer, other))).statusCode, 403);
    const engineer = await makeUser(test, { company: other, roles: ['ENGINEER_0', 'APP_0'] });
    const { url } = await open(await signIn(test, engineer, other), { purpose: 'simulation' });
    await join(test, other, engineer.id, { roles: ['VIEWER', 'APP_0'] });
    assert.equal((await put(url, 'a;b\n')).statusCode, 404);
    await join(test, other, engineer.id, { roles: ['ENGINEER_0', 'APP_0'] });
    assert.equal((await put(url, 'a;b\n')).statusCode, 200);
  });

  it('rest while the company keeps their person out until they have a second factor', async () => {
    const other = await makeCompany(test.pool, 'Files with a second factor');
    const engineer = await makeUser(test, { company: other, roles: ['ENGINEER_0', 'APP_0'] });
    const { url } = await open(await signIn(test, engineer, other));
    await test.arrange('update company set second_factor_required = true where id_client = $1', [
      other.company_id,
    ]);
    const refused = await put(url, 'a;b\n');
    assert.deepEqual(
      [refused.statusCode, refused.body],
      [404, (await put('/api/v1/uploads/x/', 'a;b\n')).body],
    );
    await test.arrange(
      `insert into second_factor (user_id, sealed_secret, enabled_at) values ($1, '\\x00', now())`,
      [engineer.id],
    );
    assert.equal((await put(url, 'a;b\n')).statusCode, 200);
  });

  it('take CSV in UTF-8 and nothing that only says so', async () => {
    const { url } = await open();
    const refused: [what: string, file: string | Buffer, code: string][] = [
      ['nothing', '', 'empty_file'],
      ['a mark and lines', '\uFEFF \r\n\t\n', 'empty_file'],
      ['letters of Windows', Buffer.from('citt\xe0;1\n', 'latin1'), 'not_utf8'],
      ['UTF-16', Buffer.from('\uFEFFora;kW\n', 'utf16le'), 'not_utf8'],
      ['half a letter', Buffer.from([0x61, 0x3b, 0xc3]), 'not_utf8'],
      ['a NUL', 'a;b\u0000\n', 'not_text'],
      ['a NUL at the end of much', `${'a;b\n'.repeat(1_000_000)}\u0000`, 'not_text'],
      ['an escape', 'a;\u001b[31mb\n', 'not_text'],
      ['a spreadsheet', Buffer.from('PK\x03\x04rest', 'latin1'), 'not_text'],
      ['a document', '%PDF-1.7\n1 0 obj\n', 'not_text'],
      ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'not_text'],
      ['an archive', Buffer.from('\x1f\x8b\x08\x00', 'latin1'), 'not_text'],
    ];
    for (const [what, file, code] of refused) {
      const answer = await put(url, file);
      assert.deepEqual(codeOf(answer), [400, code], what);
      const { detail } = answer.json<{ detail: string }>();
      assert.match(detail, /^[A-Z].{10,}/, `${what} is refused with a sentence`);
    }
    assert.equal((await put(url, 'a;b\n')).statusCode, 200, 'a refused file does not use the address up');
  });

  it('take the type that they were made for', async () => {
    const { url } = await open();
    for (const type of [
      'application/json',
      'text/plain',
      'image/png',
      'application/octet-stream',
      'multipart/form-data; boundary=x',
      'text/csv; charset=windows-1252',
      'text/csvx',
    ]) {
      const answer = await put(url, 'a;b\n', { 'content-type': type });
      assert.equal(answer.statusCode, 415, type);
    }
    for (const type of ['text/csv; charset=UTF-8', 'Text/CSV;header=present']) {
      const { url: fresh } = await open();
      assert.equal((await put(fresh, 'a;b\n', { 'content-type': type })).statusCode, 200, type);
    }
    const wanted = await tryOpen(headers, { content_type: 'text/html' });
    assert.equal(wanted.statusCode, 400);
  });

  it('take 25 MB and not a byte more', async () => {
    const { url } = await open();
    const line = Buffer.alloc(FILE_BYTES + 1, 'a;b\n');
    assert.equal((await put(url, line)).statusCode, 413);
    assert.equal((await put(url, line.subarray(0, FILE_BYTES))).statusCode, 200);
  });

  it('are fifty for a person at the most, and 500 MB for a company', async () => {
    const busy = await makeCompany(test.pool, 'Files busy');
    const eager = await makeUser(test, { company: busy, roles: ['ENGINEER_0', 'APP_0'] });
    const colleague = await makeUser(test, { company: busy, roles: ['ENGINEER_0', 'APP_0'] });
    const as = await signIn(test, eager, busy);
    const answers = await Promise.all(Array.from({ length: 60 }, () => tryOpen(as)));
    assert.equal(answers.filter(({ statusCode }) => statusCode === 201).length, 50);
    assert.ok(
      answers.every((answer) => answer.statusCode === 201 || codeOf(answer)[1] === 'too_many_uploads'),
    );
    const theirs = await signIn(test, colleague, busy);
    const { url } = await open(theirs);
    await test.arrange(
      `update upload set received_at = now(), size_bytes = $2 where company_id = $1 and id = (select min(id) from upload where company_id = $1)`,
      [busy.company_id, 500 * 1024 * 1024 - 3],
    );
    assert.deepEqual(codeOf(await put(url, 'a;b\n')), [429, 'uploads_full']);
    assert.equal((await put(url, 'a;b')).statusCode, 200);
    assert.deepEqual(codeOf(await tryOpen(theirs)), [201, undefined], 'a full company may still ask');
  });

  it('are taken with the work that uses them, by who sent them or by the program', async () => {
    const { id, url } = await open();
    const person = scopeOfPerson(company.company_id, { user_id: user.id, address: null });
    const stranger = scopeOfPerson(company.company_id, { user_id: user.id + 1, address: null });
    const elsewhere = scopeOfWork((await makeCompany(test.pool, 'Files third')).company_id);
    const take = (scope: Scope) => inScope(test.pool, scope, (tx) => takeUpload(tx, id, 'simulation'));
    await assert.rejects(take(person), { code: 'not_found' }, 'it has not come');
    await put(url, 'a;b\n');
    await assert.rejects(take(stranger), { code: 'not_found' });
    await assert.rejects(take(elsewhere), { code: 'not_found' });
    const undone = inScope(test.pool, person, async (tx) => {
      await takeUpload(tx, id, 'simulation');
      throw new Error('thought better of it');
    });
    await assert.rejects(undone, /thought better/);
    assert.equal((await take(person)).bytes.toString(), 'a;b\n');
    await assert.rejects(take(person), { code: 'not_found' });
  });

  it('are removed after an hour when nobody used them, after a month when nothing took their file', async () => {
    const old = await makeCompany(test.pool, 'Files old');
    await test.arrange(
      `insert into upload (company_id, content_type, file_name, expires_at, received_at, created_at) values
         ($1, 'text/csv', 'waits', now(), null, now() - interval '59 minutes'),
         ($1, 'text/csv', 'waited', now(), null, now() - interval '61 minutes'),
         ($1, 'text/csv', 'lies', now(), now() - interval '29 days', now() - interval '29 days'),
         ($1, 'text/csv', 'lay', now(), now() - interval '31 days', now() - interval '31 days')`,
      [old.company_id],
    );
    await inScope(test.pool, old, removeOldUploads);
    const left = await test.arrange('select file_name from upload where company_id = $1 order by id', [
      old.company_id,
    ]);
    assert.deepEqual(left, [{ file_name: 'waits' }, { file_name: 'lies' }]);
  });
});
