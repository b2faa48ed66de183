import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeUser,
  signIn,
  type TestApp,
  testPassword,
} from '../../../../tests/support/app.ts';
import { type Inviting, makeInviting, newAddress } from '../../../../tests/support/companies.ts';
import type { Invitation } from '../company-users.contract.ts';

describe('whoever removes their account', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  async function remove(user_id: number, headers: Headers): Promise<number> {
    const answer = await test.app.inject({
      method: 'DELETE',
      url: `/user/v1/user-info/${user_id}/`,
      headers,
      payload: { current_password: testPassword },
    });
    return answer.statusCode;
  }
  const invitationsOf = ({ scope }: Inviting) =>
    test.arrange<{ id: number; email: string; names: string; waits: boolean }>(
      `select id::int, email, first_name || last_name as names, accepted_at is null and withdrawn_at is null as waits
       from invitation where company_id = $1 order by id`,
      [scope.company_id],
    );
  const emptied = (id: number) => ({ id, email: `removed-${id}@invalid`, names: '', waits: false });

  it('stands in no invitation any more: accepted and left, run out or withdrawn, of a disabled company', async () => {
    const [left, ranOut, disabled] = [
      await makeInviting(test, 'Left'),
      await makeInviting(test, 'Ran out'),
      await makeInviting(test, 'Disabled'),
    ];
    const user = await makeUser(test);
    const headers = await signIn(test, user);
    const given = { email: user.email };
    const accepted = await left.invited(given);
    assert.equal((await left.accept(await left.mailed(user.email), headers)).status, 200);
    await left.ask('dismiss', { params: { id: user.id } }, left.owner);
    const withdrawn = await ranOut.invited(given);
    await ranOut.ask('withdrawInvitation', { params: { id: withdrawn.id } }, ranOut.owner);
    await test.arrange(`update invitation set sent_at = sent_at - interval '1 hour'`);
    const over = await ranOut.invited(given);
    await test.arrange('update invitation set expires_at = now() where company_id = $1 and id = $2', [
      ranOut.scope.company_id,
      over.id,
    ]);
    const other = await disabled.invited();
    const there = await disabled.invited(given);
    await test.arrange('update company set enabled = false where id_client = $1', [
      disabled.scope.company_id,
    ]);
    // An address that was theirs once: only that they accepted says whose it was.
    await test.arrange(
      `update invitation set email = 'former@example.org' where company_id = $1 and id = $2`,
      [left.scope.company_id, accepted.id],
    );
    assert.equal(await remove(user.id, headers), 204);
    assert.deepEqual(await invitationsOf(left), [emptied(accepted.id)]);
    assert.deepEqual(await invitationsOf(ranOut), [emptied(withdrawn.id), emptied(over.id)]);
    assert.deepEqual(await invitationsOf(disabled), [
      { id: other.id, email: other.email, names: 'AdaNeri', waits: true },
      emptied(there.id),
    ]);
  });

  it('is told to companies that they never joined neither by number nor by address', async () => {
    const from = await makeInviting(test, 'Never joined');
    const user = await makeUser(test);
    const sent = await from.invited({ email: user.email });
    const token = await from.mailed(user.email);
    assert.equal(await remove(user.id, await signIn(test, user)), 204);
    assert.equal((await from.find(token)).status, 404);
    assert.deepEqual((await from.ask('listInvitations', {}, from.owner)).json, []);
    const [action] = await test.arrange(
      `select action, target, actor_id, address, detail from audit where company_id = $1 order by id desc limit 1`,
      [from.scope.company_id],
    );
    assert.deepEqual(action, {
      action: 'invitation.withdrawn',
      target: String(sent.id),
      actor_id: null,
      address: null,
      detail: { roles: ['WORKER'] },
    });
    const listed = await from.ask('listAudit', { query: { action: 'invitation' } }, from.owner);
    const { results } = listed.json as { results: { target_name: string | null }[] };
    assert.deepEqual(
      results.map(({ target_name }) => target_name),
      [null, null],
      'its number is all that the audit tells',
    );
  });

  it('ends nothing of an address that they never proved to be theirs', async () => {
    const from = await makeInviting(test, 'Squatted');
    const sent = await from.invited({ email: newAddress() });
    const squatter = await makeUser(test, { email: sent.email });
    await test.arrange('update user_account set confirmed_at = null where id = $1', [squatter.id]);
    assert.equal(await remove(squatter.id, await signIn(test, squatter)), 204);
    const listed = (await from.ask('listInvitations', {}, from.owner)).json as Invitation[];
    assert.deepEqual(
      listed.map(({ id }) => id),
      [sent.id],
    );
  });

  it('leaves everything as it is where they stay, because a company would have no owner', async () => {
    const [kept, invites] = [await makeInviting(test, 'Kept'), await makeInviting(test, 'Invites')];
    const user = await makeUser(test, { company: kept.scope, roles: ['COMPANY_OWNER'] });
    await test.arrange('delete from company_user where company_id = $1 and user_id <> $2', [
      kept.scope.company_id,
      user.id,
    ]);
    const sent = await invites.invited({ email: user.email });
    assert.equal(await remove(user.id, await signIn(test, user)), 409);
    assert.equal((await invitationsOf(invites))[0]?.email, sent.email);
  });
});
