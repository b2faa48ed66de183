import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, openTestPool } from '../../../tests/support/field.ts';
import { CompanyOwners } from './company-owners.repository.ts';
import { inScope, type Scope } from './tenancy.ts';

describe('the account that a company counts as the company of', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  before(async () => {
    base = await openTestPool();
  });
  after(() => base?.close());

  const account = async (name: string): Promise<number> => {
    const { rows } = await base.pool.query<{ id: number }>(
      `insert into user_account (name, email, password_hash) values ($1, $1 || '@example.org', 'none') returning id`,
      [name],
    );
    return rows[0]?.id ?? 0;
  };
  const join = (scope: Scope, user_id: number, roles: readonly string[], days: number) =>
    inScope(base.pool, scope, (tx) =>
      tx.query(
        `insert into company_user (company_id, user_id, roles, created_at)
         values ($1, $2, $3, now() - $4 * interval '1 day')`,
        [scope.company_id, user_id, roles, days],
      ),
    );

  it('is who has owned it for longest, the same for all that they own, and nobody where nobody owns it', async () => {
    const [founder, partner, colleague] = [
      await account('founder'),
      await account('partner'),
      await account('colleague'),
    ];
    const [first, second, orphan] = [
      await makeCompany(base.pool, 'First'),
      await makeCompany(base.pool, 'Second'),
      await makeCompany(base.pool, 'Orphan'),
    ];
    for (const scope of [first, second]) {
      await join(scope, partner, ['COMPANY_OWNER'], 1);
      await join(scope, founder, ['COMPANY_OWNER', 'APP_0'], 2);
      await join(scope, colleague, ['MANAGEMENT_0'], 3);
    }
    await join(orphan, colleague, ['MANAGEMENT_0'], 3);
    const owners = new CompanyOwners(base.pool);
    const found = await Promise.all([first, second, orphan].map((scope) => owners.into(scope)));
    assert.deepEqual(
      found.map(({ company_id, owner_id }) => [company_id, owner_id]),
      [
        [first.company_id, founder],
        [second.company_id, founder],
        [orphan.company_id, null],
      ],
    );
  });

  it('is looked up anew after a minute: a company that was handed over is its new owner’s', async () => {
    let now = 0;
    const owners = new CompanyOwners(base.pool, () => now);
    const [from, to] = [await account('from'), await account('to')];
    const scope = await makeCompany(base.pool, 'Handed over');
    await join(scope, from, ['COMPANY_OWNER'], 2);
    await join(scope, to, ['COMPANY_OWNER'], 1);
    assert.equal(await owners.of(scope.company_id), from);
    await inScope(base.pool, scope, (tx) =>
      tx.query('delete from company_user where company_id = $1 and user_id = $2', [scope.company_id, from]),
    );
    assert.equal(await owners.of(scope.company_id), from);
    now += 60_000;
    assert.equal(await owners.of(scope.company_id), to);
  });
});
