import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { Visitor } from '../../../../tests/support/accounts.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { findPrintedLogo } from '../../../shared/server/export/company-logo.repository.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';

const drawn = (width: number, height: number, background = '#0a7d3c') =>
  sharp({ create: { width, height, channels: 4, background } });

describe("a company's logo", () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  let path: string;
  before(async () => {
    test = await createTestApp();
    scope = await makeCompany(test.pool, 'Acme');
    owner = await member('COMPANY_OWNER');
    path = `/api/v1/company/${scope.company_id}/logo/`;
  });
  after(() => test?.close());

  const member = async (role: Role, of = scope): Promise<Headers> =>
    signIn(test, await makeUser(test, { company: of, roles: [role, 'APP_0'] }), of);
  const put = (bytes: Buffer, headers = owner, type = 'image/png') =>
    new Visitor(test).ask('PUT', path, bytes, { ...headers, 'content-type': type });
  const get = (headers: Headers) => test.app.inject({ url: path, headers });
  const remove = (headers: Headers) => test.app.inject({ method: 'DELETE', url: path, headers });

  it('is kept as a small png on white, shown, replaced and removed, each change with who made it', async () => {
    assert.equal((await get(owner)).statusCode, 404);
    const kept = await put(await drawn(2000, 500, '#00000000').png().toBuffer());
    assert.equal(kept.status, 200, kept.text);
    const worker = await member('WORKER');
    const shown = await get(worker);
    assert.deepEqual([shown.statusCode, shown.headers['content-type']], [200, 'image/png']);
    const { format, width, height, hasAlpha } = await sharp(shown.rawPayload).metadata();
    assert.deepEqual([format, width, height, hasAlpha], ['png', 800, 200, false]);
    const etag = String(shown.headers.etag);
    assert.equal((await get({ ...worker, 'if-none-match': etag })).statusCode, 304);

    const second = await put(await drawn(90, 30).flatten().jpeg().toBuffer(), owner, 'image/jpeg');
    assert.notEqual(second.json.logo, kept.json.logo);
    const printed = await inScope(test.pool, scope, findPrintedLogo);
    assert.equal(printed, (await get(worker)).rawPayload.toString('base64'));
    assert.equal((await remove(owner)).statusCode, 204);
    assert.equal((await get(owner)).statusCode, 404);
    const audited = await test.arrange(
      "select detail from audit where company_id = $1 and action = 'company.changed'",
      [scope.company_id],
    );
    assert.deepEqual(audited, Array(3).fill({ detail: { fields: ['logo'] } }));
  });

  it('is nothing but a whole png or jpeg, and another one stays as it was', async () => {
    const whole = await drawn(300, 100).png().toBuffer();
    assert.equal((await put(whole)).status, 200);
    for (const [bytes, code] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo_type'],
      [await drawn(30, 10).webp().toBuffer(), 'logo_type'],
      [whole.subarray(0, 60), 'logo_broken'],
    ] as const) {
      const answer = await put(bytes);
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual([answer.json.errors[0].path, answer.json.errors[0].code], ['logo', code]);
    }
    assert.equal((await get(owner)).statusCode, 200);
  });

  it('is changed by who may change the company, and seen by nobody else', async () => {
    const bytes = await drawn(30, 10).png().toBuffer();
    const engineer = await member('ENGINEER_0');
    assert.equal((await put(bytes, engineer)).status, 403);
    assert.equal((await remove(engineer)).statusCode, 403);
    const stranger = await member('COMPANY_OWNER', await makeCompany(test.pool, 'Elsewhere'));
    assert.equal((await get(stranger)).statusCode, 404);
    assert.equal((await put(bytes, stranger)).status, 404);
  });
});
