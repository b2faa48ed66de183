import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  join,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';

describe("the audit's file in the hands of a slow reader", () => {
  let test: TestApp;
  let origin: string;
  before(async () => {
    test = await createTestApp();
    origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(() => test?.close());

  /** Begins to read a file that is larger than whatever lies between server and reader. */
  async function begin() {
    const company = await makeCompany(test.pool, 'Long');
    const owner = await makeUser(test, { company, roles: ['COMPANY_OWNER'] });
    await test.arrange(
      `insert into audit (company_id, action, target, detail)
       select $1, 'user.changed', i::text, jsonb_build_object('what', repeat(md5(i::text), 40)) from generate_series(1, 25000) i`,
      [company.company_id],
    );
    const answer = await fetch(`${origin}/api/v1/audit/export/?action=user`, {
      headers: { ...(await signIn(test, owner, company)), 'accept-encoding': 'identity' },
    });
    assert.equal(answer.status, 200);
    const reader = answer.body?.getReader();
    assert.ok(reader);
    let lines = 0;
    const read = async (): Promise<boolean> => {
      const { done, value } = await reader.read();
      lines += value?.filter((byte: number) => byte === 10).length ?? 0;
      return !done;
    };
    await read();
    const readOn = async () => {
      while (await read());
      return lines;
    };
    return { company, owner, readOn };
  }

  it('is whole for whoever still may', async () => {
    const { readOn } = await begin();
    assert.equal(await readOn(), 25_001);
  });

  for (const [what, happens] of [
    ['are dismissed', 'delete from company_user where company_id = $1 and user_id = $2'],
    [
      'are signed out',
      'update user_session set ended_at = now() where user_id = $2 and exists (select from company where id_client = $1)',
    ],
    [
      'belong to a company that is disabled',
      'update company set enabled = false where id_client = $1 and $2::bigint > 0',
    ],
  ] as const) {
    it(`breaks off when they ${what}`, async () => {
      const { company, owner, readOn } = await begin();
      await test.arrange(happens, [company.company_id, owner.id]);
      await assert.rejects(readOn(), TypeError);
    });
  }

  it('breaks off when they may not administer any more', async () => {
    const { company, owner, readOn } = await begin();
    await join(test, company, owner.id, { roles: ['VIEWER'] });
    await assert.rejects(readOn(), TypeError);
  });
});
