import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { PlantDocument } from '../documents.contract.ts';

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n%'), randomBytes(700_000), Buffer.from('\n%%EOF\n')]);

// spec §7: file_bucket
describe('documents of a plant', () => {
  let test: TestApp;
  let company: Scope;
  let own: Headers;
  let viewer: Headers;
  let elsewhere: Headers;
  before(async () => {
    test = await createTestApp({ attachmentsPerCompanyMb: 8 });
    company = await makeCompany(test.pool, 'Documents');
    await makePlant(test.pool, company, 'P1');
    await makePlant(test.pool, company, 'P2');
    const as = async (of: Scope, role: string) =>
      signIn(test, await makeUser(test, { company: of, roles: [role, 'APP_0'] as never }), of);
    own = await as(company, 'COMPANY_OWNER');
    const looker = await makeUser(test, { company, roles: ['VIEWER', 'APP_0'] });
    await test.arrange(
      `insert into company_user_plant (company_id, user_id, plant_id)
       select $1, $2, id from plant where company_id = $1 and proj_code = 'P1'`,
      [company.company_id, looker.id],
    );
    viewer = await signIn(test, looker, company);
    elsewhere = await as(await makeCompany(test.pool, 'Documents apart'), 'COMPANY_OWNER');
  });
  after(() => test?.close());

  const ask = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    { as = own, payload }: { as?: Headers; payload?: object } = {},
  ) => test.app.inject({ method, url: `/api/v1/${url}`, headers: as, ...(payload && { payload }) });
  const add = (
    title: string,
    payload: Buffer = PDF,
    { as = own, plant = 'P1', kind = 'contract', file_name = 'contratto.pdf', key = randomUUID() } = {},
  ) => {
    const query = new URLSearchParams({
      proj_code: plant,
      title,
      kind,
      file_name,
      client_key: key,
      size: String(payload.length),
    });
    const headers = { ...as, 'content-type': 'application/octet-stream' };
    return test.app.inject({ method: 'POST', url: `/api/v1/plant-documents/?${query}`, headers, payload });
  };
  const titles = async (plant: string, as = own) =>
    (await ask('GET', `plant-documents/?proj_code=${plant}`, { as }))
      .json<PlantDocument[]>()
      .map(({ title }) => title);
  const fault = (answer: Awaited<ReturnType<typeof ask>>) => [
    answer.statusCode,
    ...(answer.json<{ errors?: { path: string; code?: string }[] }>().errors ?? []).flatMap(
      ({ path, code }) => [path, code],
    ),
  ];
  const files = async () =>
    (await test.arrange<{ n: number }>('select count(*)::int as n from record_attachment'))[0]?.n;

  it('are stored once, shown to who sees the plant, and read as they were sent without anything in them running', async () => {
    const key = randomUUID();
    const sent = await add('Contratto O&M', PDF, { key });
    assert.equal(sent.statusCode, 201, sent.body);
    const { id, author, size_bytes, kind } = sent.json<PlantDocument>();
    assert.deepEqual([author.name !== null, size_bytes, kind], [true, PDF.length, 'contract']);
    assert.equal((await add('Contratto O&M', PDF, { key })).json<PlantDocument>().id, id);
    assert.deepEqual(await titles('P1', viewer), ['Contratto O&M']);
    for (const query of [`proj_code=P1&id=${id}`, 'proj_code=P1']) {
      const file = await ask('GET', `file_bucket/?${query}`, { as: viewer });
      assert.ok(file.rawPayload.equals(PDF), query);
      assert.equal(file.headers['content-type'], 'application/pdf');
      assert.match(String(file.headers['content-disposition']), /^inline; filename="contratto.pdf"/);
      assert.equal(file.headers['x-content-type-options'], 'nosniff');
      assert.equal(file.headers['content-security-policy'], "default-src 'none'; sandbox");
    }
  });

  it('are PDFs by what they hold: anything else leaves nothing behind', async () => {
    const before = await files();
    for (const bytes of [
      Buffer.from('<html><script>alert(1)</script>'),
      Buffer.from('89504e470d0a1a0a00000000', 'hex'),
      Buffer.from('text that says %PDF-1.7 later on'),
      Buffer.from('%PD'),
    ])
      assert.deepEqual(fault(await add('Not one', bytes)), [400, 'file', 'no_pdf']);
    const named = (await add('Named', PDF, { file_name: 'a.exe' })).json<PlantDocument>();
    assert.equal(named.file_name, 'a.exe.pdf');
    await ask('DELETE', `plant-documents/${named.id}/`);
    await ask('DELETE', `plant-documents-bin/${named.id}/`);
    assert.equal(await files(), before);
  });

  it('are no such file where there is none, of another plant, or of somebody else', async () => {
    const { id } = (await add('Schema', PDF, { kind: 'scheme' })).json<PlantDocument>();
    const none = async (query: string, as = own) =>
      assert.deepEqual(
        fault(await ask('GET', `file_bucket/?${query}`, { as })),
        [404, 'id', 'no_such_file'],
        query,
      );
    await none('proj_code=P2');
    await none(`proj_code=P2&id=${id}`);
    await none('proj_code=NOWHERE');
    await none('proj_code=P2', viewer);
    await none(`proj_code=P1&id=${id}`, elsewhere);
    const said = await ask('GET', 'file_bucket/?proj_code=P2');
    assert.equal(said.json<{ detail: string }>().detail, 'No such file');
  });

  it('are changed by who may write plants, and a second editor is told', async () => {
    const { id, version } = (await add('Scheda', PDF)).json<PlantDocument>();
    const change = (title: string, as = own) =>
      ask('PATCH', `plant-documents/${id}/`, { as, payload: { title, kind: 'data_sheet', version } });
    assert.equal((await change('Mine', viewer)).statusCode, 403);
    assert.equal((await add('Mine', PDF, { as: viewer })).statusCode, 403);
    assert.equal((await change('Elsewhere', elsewhere)).statusCode, 404);
    const changed = (await change('Scheda moduli')).json<PlantDocument>();
    assert.deepEqual([changed.title, changed.kind], ['Scheda moduli', 'data_sheet']);
    const late = await change('Late');
    assert.deepEqual(
      [late.statusCode, late.json<{ stored: PlantDocument }>().stored.title],
      [409, 'Scheda moduli'],
    );
  });

  it('come back from the bin with their file, or go for ever with it; the audit tells', async () => {
    const { id } = (await add('Polizza', PDF, { plant: 'P2', kind: 'insurance' })).json<PlantDocument>();
    const binned = async () =>
      (await ask('GET', 'plant-documents-bin/?proj_code=P2')).json<{ results: PlantDocument[] }>().results;
    assert.equal((await ask('DELETE', `plant-documents/${id}/`, { as: viewer })).statusCode, 403);
    assert.equal((await ask('DELETE', `plant-documents/${id}/`)).statusCode, 204);
    assert.deepEqual(await titles('P2'), []);
    assert.equal((await ask('GET', `file_bucket/?proj_code=P2&id=${id}`)).statusCode, 404);
    assert.deepEqual(
      (await binned()).map(({ title, size_bytes }) => [title, size_bytes]),
      [['Polizza', PDF.length]],
    );
    assert.equal((await ask('POST', `plant-documents-bin/${id}/restore/`)).statusCode, 204);
    assert.deepEqual(await titles('P2'), ['Polizza']);
    assert.equal((await ask('DELETE', `plant-documents-bin/${id}/`)).statusCode, 404);
    await ask('DELETE', `plant-documents/${id}/`);
    const before = (await files()) ?? 0;
    assert.equal((await ask('DELETE', `plant-documents-bin/${id}/`)).statusCode, 204);
    assert.deepEqual([await binned(), await files()], [[], before - 1]);
    const told = await test.arrange<{ action: string }>(
      `select action from audit where target = $1 and action like 'document.%' order by id`,
      [String(id)],
    );
    assert.deepEqual(
      told.map(({ action }) => action.slice('document.'.length)),
      ['added', 'binned', 'restored', 'binned', 'purged'],
    );
  });

  it('have no more room than the files of the company', async () => {
    await test.arrange(
      `insert into record_attachment (company_id, kind, record_id, plant_id, author_id, file_name, size_bytes)
       select $1, 'device', 1, null, u.user_id, 'large', 8 * 1024 * 1024 from company_user u where u.company_id = $1 limit 1`,
      [company.company_id],
    );
    assert.deepEqual(fault(await add('More')), [400, 'file', 'files_full']);
  });
});
