import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  join,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { type Inviting, makeInviting, newAddress, tokenIn } from '../../../../tests/support/companies.ts';
import type { CompanyUser, Invitation } from '../company-users.contract.ts';

describe('invitations in the hands of the invited', () => {
  let test: TestApp;
  let from: Inviting;
  let owner: Headers;
  before(async () => {
    test = await createTestApp();
    from = await makeInviting(test, 'Aurora <b>Energia</b>');
    owner = from.owner;
  });
  after(() => test?.close());

  /** An account of an address, its address unconfirmed unless told otherwise. */
  async function account(email: string, confirmed = false): Promise<Headers & { user_id: number }> {
    const { id } = await makeUser(test, { email });
    if (!confirmed) await test.arrange('update user_account set confirmed_at = null where id = $1', [id]);
    return { ...(await signIn(test, { id })), user_id: id } as never;
  }
  const userIn = async (of: Headers, email: string): Promise<CompanyUser | undefined> =>
    ((await from.ask('listUsers', { query: { search: email } }, of)).json as CompanyUser[])[0];

  describe('that are looked up', () => {
    it('say what they are about to whoever holds the link, and whether the address has an account', async () => {
      const sent = await from.invited();
      const answer = await from.find(await from.mailed(sent.email));
      const { invited_by, ...about } = answer.json as Record<string, unknown>;
      assert.deepEqual(about, {
        company: 'Aurora <b>Energia</b>',
        email: sent.email,
        first_name: 'Ada',
        last_name: 'Neri',
        roles: ['WORKER'],
        expires_at: sent.expires_at,
        registered: false,
      });
      assert.ok(invited_by);
      await account(sent.email);
      const registered = async (token: string) =>
        ((await from.find(token)).json as { registered: boolean }).registered;
      assert.equal(await registered(await from.mailed(sent.email)), true);
      assert.equal(
        await registered(tokenIn(sent.link)),
        false,
        'who invites does not learn who has an account',
      );
    });

    it('answer alike when they never were, ran out, were withdrawn, were accepted, or their company is disabled', async () => {
      const over = await Promise.all([from.invited(), from.invited(), from.invited()]);
      const [ranOut, withdrawn, accepted] = over;
      assert.ok(ranOut && withdrawn && accepted);
      await test.arrange('update invitation set expires_at = now() where id = $1', [ranOut.id]);
      await from.ask('withdrawInvitation', { params: { id: withdrawn.id } }, owner);
      await from.accept(await from.mailed(accepted.email), await account(accepted.email));
      const ended = await makeCompany(test.pool, 'Ended');
      const there = await from.invited({}, await from.member(ended, 'COMPANY_OWNER'));
      await test.arrange('update company set enabled = false where id_client = $1', [ended.company_id]);
      const nobody = await account(newAddress(), true);
      const answers = new Set<string>();
      for (const token of ['nonsense', ...[...over, there].map(({ link }) => tokenIn(link))]) {
        answers.add(JSON.stringify(await from.find(token)));
        answers.add(JSON.stringify(await from.accept(token, nobody)));
      }
      assert.equal(answers.size, 1, [...answers].join('\n'));
      assert.match([...answers][0] ?? '', /"status":404/);
    });
  });

  describe('that are accepted', () => {
    it('make a member with the roles, names and plants that were promised, once', async () => {
      const plant = await makePlant(test.pool, from.scope, 'P2');
      const sent = await from.invited({ roles: ['ENGINEER_0', 'APP_0'], related_plants: [String(plant)] });
      const token = await from.mailed(sent.email);
      const bearer = await account(sent.email);
      const joined = await from.accept(token, bearer);
      assert.deepEqual([joined.status, joined.json], [200, { id_client: from.scope.company_id }]);
      const user = await userIn(owner, sent.email);
      assert.deepEqual(
        [user?.first_name, user?.last_name, user?.roles, user?.related_plants],
        ['Ada', 'Neri', ['ENGINEER_0', 'APP_0'], [String(plant)]],
      );
      assert.deepEqual(await from.accept(token, bearer), joined, 'a second click answers the same');
      assert.equal((await from.accept(token, await account(newAddress(), true))).status, 404);
      const listed = (await from.ask('listInvitations', {}, owner)).json as Invitation[];
      assert.ok(!listed.some(({ id }) => id === sent.id));
      const [action] = await test.arrange<{
        action: string;
        actor_id: number;
        target: string;
        address: string;
      }>(
        `select action, actor_id::int, target, host(address) as address from audit where company_id = $1 and action = 'user.joined' order by id desc limit 1`,
        [from.scope.company_id],
      );
      assert.deepEqual(action, {
        action: 'user.joined',
        actor_id: user?.id,
        target: String(user?.id),
        address: '127.0.0.1',
      });
    });

    it('are accepted once, however often at once, and the dismissed do not come back by them', async () => {
      const sent = await from.invited();
      const token = await from.mailed(sent.email);
      const bearer = await account(sent.email);
      const answer = await Promise.all(Array.from({ length: 6 }, () => from.accept(token, bearer)));
      for (const { status } of answer) assert.equal(status, 200);
      const rows = await test.arrange(
        `select from audit where company_id = $1 and action = 'user.joined' and target = $2`,
        [from.scope.company_id, String(bearer.user_id)],
      );
      assert.equal(rows.length, 1);
      await from.ask('dismiss', { params: { id: bearer.user_id } }, owner);
      assert.equal((await from.accept(token, bearer)).status, 404);
    });

    it('confirm an address by the mailed link, and not by the link that was handed over', async () => {
      const confirmed = async (id: number) => {
        const [row] = await test.arrange<{ yes: boolean }>(
          'select confirmed_at is not null as yes from user_account where id = $1',
          [id],
        );
        return row?.yes;
      };
      const [byMail, byHand] = [await from.invited(), await from.invited()];
      const [one, other] = [await account(byMail.email), await account(byHand.email)];
      assert.equal((await from.accept(await from.mailed(byMail.email), one)).status, 200);
      assert.equal(await confirmed(one.user_id), true);
      assert.equal((await from.accept(tokenIn(byHand.link), other)).status, 200, 'it joins all the same');
      assert.equal(await confirmed(other.user_id), false);
    });

    it('are for the invited address only, which nobody else is told', async () => {
      const sent = await from.invited();
      for (const confirmed of [true, false]) {
        const answer = await from.accept(
          await from.mailed(sent.email),
          await account(newAddress(), confirmed),
        );
        assert.deepEqual([answer.status, answer.code], [403, 'other_address']);
        assert.ok(!JSON.stringify(answer.json).includes(sent.email));
      }
      assert.equal((await from.find(tokenIn(sent.link))).status, 200, 'it waits on');
    });

    it('leave who is a member already as they are', async () => {
      const sent = await from.invited({ roles: ['MANAGEMENT_0'] });
      const bearer = await account(sent.email);
      await join(test, from.scope, bearer.user_id, { roles: ['VIEWER'] });
      const answer = await from.accept(await from.mailed(sent.email), bearer);
      assert.deepEqual(answer.json, { id_client: from.scope.company_id });
      assert.deepEqual((await userIn(owner, sent.email))?.roles, ['VIEWER']);
    });

    it('leave out a plant that is gone since', async () => {
      const [stays, goes] = [
        await makePlant(test.pool, from.scope, 'P3'),
        await makePlant(test.pool, from.scope, 'P4'),
      ];
      const sent = await from.invited({ related_plants: [String(stays), String(goes)] });
      await removePlant(goes);
      assert.equal((await from.accept(await from.mailed(sent.email), await account(sent.email))).status, 200);
      assert.deepEqual((await userIn(owner, sent.email))?.related_plants, [String(stays)]);
    });

    it('take the names of the account where the invitation has none', async () => {
      const sent = await from.invited({ first_name: '', last_name: '' });
      const bearer = await account(sent.email);
      await test.arrange(`update user_account set name = 'Rosa  Della Valle' where id = $1`, [
        bearer.user_id,
      ]);
      await from.accept(await from.mailed(sent.email), bearer);
      const user = await userIn(owner, sent.email);
      assert.deepEqual([user?.first_name, user?.last_name], ['Rosa', 'Della Valle']);
    });
  });

  // Plants are not removed by any call yet; when one is, its rows go with it.
  async function removePlant(id: number): Promise<void> {
    await test.arrange('delete from invitation_plant where plant_id = $1', [id]);
    await test.arrange('delete from plant where id = $1', [id]);
  }
});
