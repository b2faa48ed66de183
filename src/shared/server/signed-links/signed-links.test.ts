import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { AppError } from '../errors.ts';
import { inScope, type Scope } from '../tenancy.ts';
import { makeToken, opens, readToken } from './signed-link.ts';
import { listLinks, noteUse, withdrawLinks } from './signed-links.repository.ts';
import { makeLink, openLink, scopeOfLink } from './signed-links.ts';

const NOW = new Date('2026-05-04T10:00:00Z');
const from = { now: NOW, address: null };
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const gone = (error: unknown) => error instanceof AppError && error.code === 'not_found';

describe('the token of a link', () => {
  const { token, digest } = makeToken({ company_id: 3, id: 17 });
  const link = { digest, expires_at: later(30), withdrawn_at: null };

  it('names its company and its link, and nothing that was not made here', () => {
    assert.deepEqual(readToken(token), { company_id: 3, id: 17 });
    for (const other of ['', '3.17', `${token}x`, token.replace('3.', '03.'), `9999999999.${token.slice(2)}`])
      assert.equal(readToken(other), undefined, other);
  });

  it('opens its own link, until that is over or withdrawn', () => {
    assert.equal(opens(link, token, NOW), true);
    assert.equal(opens(link, token, later(30)), false);
    assert.equal(opens({ ...link, withdrawn_at: NOW }, token, NOW), false);
  });

  it('opens no other link, nor its own with one letter exchanged or a digest cut short', () => {
    const other = makeToken({ company_id: 3, id: 17 });
    assert.equal(opens(link, other.token, NOW), false);
    const last = token.endsWith('A') ? 'B' : 'A';
    assert.equal(opens(link, token.slice(0, -1) + last, NOW), false);
    assert.equal(opens({ ...link, digest: digest.subarray(0, 16) }, token, NOW), false);
  });
});

describe('links of records', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let company: Scope;
  let plant_id: number;
  before(async () => {
    base = await openTestPool();
    company = await makeCompany(base.pool, 'Linked');
    plant_id = await makePlant(base.pool, company, 'LINKED-1');
  });
  after(() => base?.close());

  const record = (record_id: number) => ({ kind: 'visit', record_id, plant_id, party: 'Rossi Impianti' });
  const make = (record_id: number) =>
    inScope(base.pool, company, (tx) => makeLink(tx, record(record_id), { now: NOW }));
  const open = (token: string, now = NOW, kind = 'visit') =>
    inScope(base.pool, company, (tx) => openLink(tx, kind, token, now));

  it('open their record and no other, and are kept without their token', async () => {
    const [one, other] = [await make(1), await make(2)];
    assert.equal((await open(one.token)).record_id, 1);
    assert.equal((await open(other.token)).record_id, 2);
    await assert.rejects(open(one.token, NOW, 'letter'), gone);
    const mixed = `${one.token.split('.').slice(0, 2).join('.')}.${other.token.split('.')[2]}`;
    await assert.rejects(open(mixed), gone);
    const rows = await inScope(base.pool, company, (tx) => tx.query('select l::text from signed_link l'));
    const kept = JSON.stringify(rows);
    for (const { token } of [one, other])
      assert.ok(!kept.includes(token.split('.')[2] ?? ''), 'a token is kept');
  });

  it('are over after their days, and when they were withdrawn', async () => {
    const { token, id, expires_at } = await make(3);
    assert.equal(expires_at.getTime(), later(30).getTime());
    await assert.rejects(open(token, later(30)), gone);
    const withdrawn = await inScope(base.pool, company, (tx) =>
      withdrawLinks(tx, { kind: 'visit', record_id: 3, id, now: NOW }),
    );
    assert.equal(withdrawn, 1);
    await assert.rejects(open(token), gone);
    await assert.rejects(scopeOfLink(base.pool, token, from), gone);
  });

  it('let their bearer touch their plant alone, as nobody, while their company is open', async () => {
    const { token } = await make(4);
    const scope = await scopeOfLink(base.pool, token, from);
    assert.deepEqual(
      [scope.plants, scope.user_id, scope.roles, scope.party?.name],
      [[plant_id], null, [], 'Rossi Impianti'],
    );
    await assert.rejects(scopeOfLink(base.pool, 'letter', from), gone);
    const enable = (enabled: boolean) =>
      inScope(base.pool, company, (tx) =>
        tx.query('update company set enabled = $2 where id_client = $1', [company.company_id, enabled]),
      );
    await enable(false);
    await assert.rejects(scopeOfLink(base.pool, token, from), gone);
    await enable(true);
  });

  it('say when they were used last, to the minute', async () => {
    const { id } = await make(5);
    const used = (now: Date) => inScope(base.pool, company, (tx) => noteUse(tx, id, now));
    await used(NOW);
    await used(new Date(NOW.getTime() + 5_000));
    const [link] = await inScope(base.pool, company, (tx) => listLinks(tx, { kind: 'visit', record_id: 5 }));
    assert.equal(link?.last_used_at?.getTime(), NOW.getTime());
  });
});
