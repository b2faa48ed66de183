import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import { asking } from '../../../../tests/support/companies.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { inScope, type Scope, scopeOfPerson } from '../../../shared/server/tenancy.ts';
import type { CompanyUser } from '../company-users.contract.ts';
import { RANKED_ROLES } from '../ranks.model.ts';
import { membersApi } from './members.public.ts';
import { deleteMember, lockCompany } from './members.repository.ts';

interface Somebody {
  id: number;
  email: string;
  headers: Headers;
}

describe("a company's users", () => {
  let test: TestApp;
  let ask: ReturnType<typeof asking>;
  before(async () => {
    test = await createTestApp();
    ask = asking(test);
  });
  after(() => test?.close());

  async function company(numbers?: 'apart'): Promise<Scope> {
    return makeCompany(test.pool, 'Members', numbers);
  }

  async function somebody(scope: Scope, roles: readonly Role[], plants: number[] = []): Promise<Somebody> {
    const { id, email } = await makeUser(test, { company: scope, roles, plants });
    return { id, email, headers: await signIn(test, { id }, scope) };
  }

  const update = (who: Somebody, id: number, body: object) =>
    ask('updateUser', { params: { id }, body }, who.headers);
  const dismiss = (who: Somebody, id: number) => ask('dismiss', { params: { id } }, who.headers);
  const rolesOf = async (scope: Scope, id: number): Promise<Role[] | undefined> => {
    const rows = await test.arrange<{ roles: Role[] }>(
      'select roles from company_user where company_id = $1 and user_id = $2',
      [scope.company_id, id],
    );
    return rows[0]?.roles;
  };
  const lastAction = async (scope: Scope) => {
    const [action] = await test.arrange<{ action: string; target: string; detail: object; actor_id: number }>(
      'select action, target, detail, actor_id::int from audit where company_id = $1 order by id desc limit 1',
      [scope.company_id],
    );
    return action;
  };

  describe('as a list', () => {
    let scope: Scope;
    let owner: Somebody;
    let engineer: Somebody;
    let plant: number;
    before(async () => {
      scope = await company();
      plant = await makePlant(test.pool, scope, 'P1');
      owner = await somebody(scope, ['COMPANY_OWNER', 'APP_0']);
      engineer = await somebody(scope, ['ENGINEER_0', 'APP_0'], [plant]);
      const viewer = await somebody(scope, ['VIEWER']);
      await update(owner, owner.id, { first_name: 'Marta', last_name: 'Zorzi' });
      await update(owner, engineer.id, { first_name: 'Èlio', last_name: 'Bianchi' });
      await update(owner, viewer.id, { first_name: 'Ugo', last_name: 'bassi' });
    });

    const names = async (query: object): Promise<string[]> => {
      const answer = await ask('listUsers', { query: { ...query } }, owner.headers);
      assert.equal(answer.status, 200);
      return (answer.json as CompanyUser[]).map(({ last_name }) => last_name);
    };

    it('stand by last name, with what the company and the account say of them', async () => {
      assert.deepEqual(await names({}), ['bassi', 'Bianchi', 'Zorzi']);
      const answer = await ask('getUser', { params: { id: engineer.id } }, owner.headers);
      const { last_used_at, created_at, ...user } = answer.json as CompanyUser;
      assert.deepEqual(user, {
        id: engineer.id,
        first_name: 'Èlio',
        last_name: 'Bianchi',
        related_plants: [String(plant)],
        roles: ['ENGINEER_0', 'APP_0'],
        email: engineer.email,
        avatar: null,
        second_factor: false,
        version: 2,
      });
      assert.ok(last_used_at !== null && created_at !== null);
    });

    it('are found by words of name and address, by role and by the plant that they see', async () => {
      assert.deepEqual(await names({ search: 'MARTA zor' }), ['Zorzi']);
      assert.deepEqual(await names({ search: engineer.email.slice(3, 20).toUpperCase() }), ['Bianchi']);
      assert.deepEqual(await names({ search: 'nobody' }), []);
      assert.deepEqual(await names({ role: 'VIEWER' }), ['bassi']);
      assert.deepEqual(await names({ plant_id: plant }), ['Bianchi', 'Zorzi']);
      assert.deepEqual(await names({ plant_id: plant, role: 'ENGINEER_0', search: 'bianchi' }), ['Bianchi']);
    });

    it('are not there for who asks about a plant or a user of elsewhere', async () => {
      const elsewhere = await company('apart');
      const foreign = await makePlant(test.pool, elsewhere, 'X1');
      const stranger = await somebody(elsewhere, ['VIEWER']);
      for (const plant_id of [foreign, 8_000_000_000]) {
        assert.equal((await ask('listUsers', { query: { plant_id } }, owner.headers)).status, 404);
      }
      for (const id of [stranger.id, 8_000_000_000]) {
        assert.equal((await ask('getUser', { params: { id } }, owner.headers)).status, 404);
        assert.equal((await update(owner, id, { first_name: 'X' })).status, 404);
        assert.equal((await dismiss(owner, id)).status, 404);
      }
    });

    it('are colleagues by name and picture to everybody in the company', async () => {
      const answer = await ask('listColleagues', {}, engineer.headers);
      assert.deepEqual(
        (answer.json as { name: string }[]).map(({ name }) => name),
        ['Èlio Bianchi', 'Marta Zorzi', 'Ugo bassi'],
      );
    });
  });

  describe('that are edited', () => {
    let scope: Scope;
    let owner: Somebody;
    let worker: Somebody;
    before(async () => {
      scope = await company();
      owner = await somebody(scope, ['COMPANY_OWNER', 'APP_0']);
      worker = await somebody(scope, ['WORKER', 'APP_0']);
    });

    it('keep what is left out, and the audit names roles and plants of before and after, and nobody', async () => {
      const plant = await makePlant(test.pool, scope, 'P1');
      const answer = await update(owner, worker.id, {
        roles: ['APP_0', 'ENGINEER_0', 'ENGINEER_0'],
        related_plants: [String(plant), String(plant)],
      });
      const user = answer.json as CompanyUser;
      assert.deepEqual(
        [user.roles, user.related_plants, user.first_name],
        [['ENGINEER_0', 'APP_0'], [String(plant)], 'Test'],
      );
      const action = await lastAction(scope);
      assert.deepEqual(
        [action?.action, action?.target, action?.actor_id],
        ['user.changed', String(worker.id), owner.id],
      );
      assert.deepEqual(action?.detail, {
        roles_before: ['WORKER', 'APP_0'],
        roles: ['ENGINEER_0', 'APP_0'],
        related_plants_before: [],
        related_plants: [String(plant)],
      });
      assert.equal((await update(owner, worker.id, { related_plants: [] })).status, 200);
      assert.deepEqual(
        ((await ask('getUser', { params: { id: worker.id } }, owner.headers)).json as CompanyUser).roles,
        ['ENGINEER_0', 'APP_0'],
      );
    });

    it('are changed while a plant that they are named for lies in the archive, and are named for it when it is back', async () => {
      const [stays, rests] = [
        await makePlant(test.pool, scope, 'P5'),
        await makePlant(test.pool, scope, 'P6'),
      ];
      const both = [String(stays), String(rests)];
      assert.equal((await update(owner, worker.id, { related_plants: both })).status, 200);
      const archive = (at: string | null) =>
        test.arrange('update plant set archived_at = $2 where id = $1', [rests, at]);
      await archive('2026-06-20T00:00:00Z');
      const seen = (await ask('getUser', { params: { id: worker.id } }, owner.headers)).json as CompanyUser;
      assert.deepEqual(seen.related_plants, [String(stays)]);
      const saved = await update(owner, worker.id, {
        first_name: 'Test',
        last_name: 'Renamed',
        related_plants: seen.related_plants,
      });
      assert.equal(saved.status, 200);
      await archive(null);
      const back = (await ask('getUser', { params: { id: worker.id } }, owner.headers)).json as CompanyUser;
      assert.deepEqual([back.last_name, back.related_plants], ['Renamed', both]);
      assert.equal(
        (await update(owner, worker.id, { last_name: seen.last_name, related_plants: [] })).status,
        200,
      );
    });

    it('are left as they are when one of the plants is not of this company', async () => {
      const own = await makePlant(test.pool, scope, 'P2');
      const foreign = await makePlant(test.pool, await company('apart'), 'X1');
      for (const stray of [String(foreign), '8000000000000000']) {
        const answer = await update(owner, worker.id, {
          first_name: 'X',
          related_plants: [String(own), stray],
        });
        assert.equal(answer.status, 404);
      }
      const { json } = await ask('getUser', { params: { id: worker.id } }, owner.headers);
      const { first_name, related_plants } = json as CompanyUser;
      assert.deepEqual([first_name, related_plants], ['Test', []]);
    });

    it('are not overwritten by who saw them before somebody else saved: they get both', async () => {
      const { json } = await ask('getUser', { params: { id: worker.id } }, owner.headers);
      const { version } = json as CompanyUser;
      assert.equal((await update(owner, worker.id, { first_name: 'First', version })).status, 200);
      const late = await update(owner, worker.id, { first_name: 'Second', version });
      const { stored } = late.json as { stored: CompanyUser };
      assert.deepEqual([late.status, stored.first_name, stored.version], [409, 'First', version + 1]);
    });

    it('have no role that is none, and at least one', async () => {
      for (const roles of [[], ['OWNER'], ['company_owner'], 'COMPANY_OWNER']) {
        assert.equal((await update(owner, worker.id, { roles })).status, 400);
      }
    });
  });

  // Each pair of who acts and whom it is done to, with what the specification's order of roles says.
  describe('of every rank', () => {
    let scope: Scope;
    const actors = new Map<Role, Somebody>();
    before(async () => {
      scope = await company();
      for (const role of RANKED_ROLES) actors.set(role, await somebody(scope, [role, 'APP_0']));
    });
    const MANAGERS: readonly Role[] = ['COMPANY_OWNER', 'MANAGEMENT_0', 'SUPER_ENGINEER_0'];
    const rank = (role: Role) => RANKED_ROLES.indexOf(role);

    for (const actor of MANAGERS) {
      it(`meet ${actor}, who edits and dismisses those up to their own rank`, async () => {
        const who = actors.get(actor);
        assert.ok(who);
        for (const role of RANKED_ROLES) {
          const above = rank(role) < rank(actor);
          const target = await somebody(scope, [role]);
          const edited = await update(who, target.id, { first_name: 'New' });
          const wanted = above ? [403, 'higher_rank'] : [200, undefined];
          assert.deepEqual([edited.status, edited.code], wanted, `${actor} edits ${role}`);
          const gone = await dismiss(who, target.id);
          assert.deepEqual(
            [gone.status, gone.code],
            above ? wanted : [204, undefined],
            `${actor} dismisses ${role}`,
          );
          assert.deepEqual(await rolesOf(scope, target.id), above ? [role] : undefined);
        }
      });

      it(`are given and lose what ${actor} may grant and take`, async () => {
        const who = actors.get(actor);
        assert.ok(who);
        for (const role of RANKED_ROLES) {
          const above = rank(role) < rank(actor);
          const target = await somebody(scope, ['VIEWER', 'APP_0']);
          const granted = await update(who, target.id, { roles: [role, 'VIEWER', 'APP_0'] });
          const wanted = above ? [403, 'role_above'] : [200, undefined];
          assert.deepEqual([granted.status, granted.code], wanted, `${actor} grants ${role}`);
          if (above) assert.deepEqual(await rolesOf(scope, target.id), ['VIEWER', 'APP_0']);
          const taken = await update(who, target.id, { roles: ['VIEWER', 'APP_0'] });
          assert.equal(taken.status, 200, `${actor} takes ${role}`);
        }
        const target = await somebody(scope, ['VIEWER']);
        const app = actor === 'SUPER_ENGINEER_0' ? [403, 'role_above'] : [200, undefined];
        const opened = await update(who, target.id, { roles: ['VIEWER', 'APP_0'] });
        assert.deepEqual([opened.status, opened.code], app, `${actor} grants APP_0`);
        const user = await somebody(scope, ['VIEWER', 'APP_0']);
        const shut = await update(who, user.id, { roles: ['VIEWER'] });
        assert.deepEqual([shut.status, shut.code], app, `${actor} takes APP_0`);
      });

      it(`cannot be climbed by ${actor}`, async () => {
        const own = await somebody(scope, [actor, 'APP_0']);
        for (const role of RANKED_ROLES.slice(0, rank(actor))) {
          const answer = await update(own, own.id, { roles: [role, actor, 'APP_0'] });
          assert.deepEqual([answer.status, answer.code], [403, 'role_above'], role);
        }
      });
    }

    it('are out of reach of those who manage nobody', async () => {
      const target = await somebody(scope, ['VIEWER']);
      for (const role of RANKED_ROLES.filter((one) => !MANAGERS.includes(one))) {
        const who = actors.get(role);
        assert.ok(who);
        assert.equal((await update(who, target.id, { first_name: 'X' })).status, 403, role);
        assert.equal((await dismiss(who, target.id)).status, 403, role);
        assert.equal((await ask('listUsers', {}, who.headers)).status, 403, role);
      }
    });
  });

  describe('that own it', () => {
    it('are never none: the last one is neither dismissed nor demoted, also not by themselves', async () => {
      const scope = await company();
      const owner = await somebody(scope, ['COMPANY_OWNER', 'APP_0']);
      const last = [409, 'last_owner'];
      const demoted = await update(owner, owner.id, { roles: ['MANAGEMENT_0', 'APP_0'] });
      const gone = await dismiss(owner, owner.id);
      assert.deepEqual([demoted.status, demoted.code, gone.status, gone.code], [...last, ...last]);
      const second = await somebody(scope, ['COMPANY_OWNER']);
      assert.equal((await dismiss(owner, owner.id)).status, 204, 'who is not the last may go');
      assert.equal((await ask('listUsers', {}, owner.headers)).status, 403, 'and is out at once');
      assert.deepEqual(await rolesOf(scope, second.id), ['COMPANY_OWNER']);
    });

    it('are never none when they dismiss or demote one another at once', async () => {
      for (let round = 0; round < 5; round++) {
        const scope = await company();
        const owners = [
          await somebody(scope, ['COMPANY_OWNER', 'APP_0']),
          await somebody(scope, ['COMPANY_OWNER', 'APP_0']),
          await somebody(scope, ['COMPANY_OWNER', 'APP_0']),
        ];
        const answer = await Promise.all(
          owners.map((who, i) => {
            const target = owners[(i + 1) % owners.length];
            assert.ok(target);
            return i === 0 ? update(who, target.id, { roles: ['VIEWER'] }) : dismiss(who, target.id);
          }),
        );
        for (const { status } of answer) assert.ok([200, 204, 403, 409].includes(status), String(status));
        const [row] = await test.arrange<{ n: number }>(
          `select count(*)::int as n from company_user where company_id = $1 and 'COMPANY_OWNER' = any(roles)`,
          [scope.company_id],
        );
        assert.ok((row?.n ?? 0) >= 1, `round ${round}: nobody owns the company`);
      }
    });

    it('have no say any more once they are dismissed, also in a request that was let in before', async () => {
      const scope = await company();
      await somebody(scope, ['COMPANY_OWNER', 'APP_0']);
      const gone = await somebody(scope, ['COMPANY_OWNER', 'APP_0']);
      const worker = await somebody(scope, ['WORKER']);
      const late = await inScope(test.pool, scope, async (tx) => {
        await lockCompany(tx);
        const asked = dismiss(gone, worker.id);
        await waits();
        await deleteMember(tx, gone.id);
        return { asked };
      });
      assert.equal((await late.asked).status, 403);
      assert.deepEqual(await rolesOf(scope, worker.id), ['WORKER']);
    });

    /** Until some transaction waits for another's lock. */
    async function waits(): Promise<void> {
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      for (let i = 0; (await test.arrange(blocked)).length === 0; i++) {
        assert.ok(i < 200, 'the request never came to the lock');
        await sleep(25);
      }
    }
  });

  describe('that are dismissed', () => {
    it('lose access at the next request, and what is written of it names ids and roles', async () => {
      const scope = await company();
      const owner = await somebody(scope, ['COMPANY_OWNER', 'APP_0']);
      const plant = await makePlant(test.pool, scope, 'P1');
      const worker = await somebody(scope, ['WORKER', 'APP_0'], [plant]);
      const asks = () => ask('listColleagues', {}, worker.headers);
      assert.equal((await asks()).status, 200);
      assert.equal((await dismiss(owner, worker.id)).status, 204);
      assert.equal((await asks()).status, 403);
      assert.deepEqual((await ask('list', {}, worker.headers)).json, []);
      const action = await lastAction(scope);
      assert.deepEqual([action?.action, action?.target], ['user.dismissed', String(worker.id)]);
      assert.deepEqual(action?.detail, { roles: ['WORKER', 'APP_0'], related_plants: [String(plant)] });
      assert.equal((await dismiss(owner, worker.id)).status, 404, 'once is enough');
    });
  });

  describe('that remove their account', () => {
    const leave = (scope: Scope, user_id: number) =>
      inScope(test.pool, scopeOfPerson(scope.company_id, { user_id, address: null }), (tx) =>
        membersApi(test.pool, []).leave(tx, user_id),
      );
    const invitationsOf = (scope: Scope) =>
      test.arrange<{ email: string }>('select email from invitation where company_id = $1', [
        scope.company_id,
      ]);

    it('leave no invitations behind that they made', async () => {
      const scope = await company();
      const owner = await somebody(scope, ['COMPANY_OWNER', 'APP_0']);
      const gone = await somebody(scope, ['MANAGEMENT_0', 'APP_0']);
      const body = { email: 'guest@example.org', first_name: '', last_name: '', roles: ['VIEWER'] };
      const invited = await ask('inviteUser', { body }, gone.headers);
      const token = (invited.json as { link: string }).link.split('=').at(-1) ?? '';
      await leave(scope, gone.id);
      assert.equal(await rolesOf(scope, gone.id), undefined);
      assert.deepEqual(await invitationsOf(scope), [{ email: body.email }]);
      assert.equal((await ask('findInvitation', { body: { token } }, {})).status, 404);
      const action = await lastAction(scope);
      assert.deepEqual(
        [action?.action, action?.target, action?.actor_id],
        ['user.left', String(gone.id), gone.id],
      );
      assert.equal((await ask('getUser', { params: { id: owner.id } }, owner.headers)).status, 200);
    });

    it('are kept as the last owner of a company, until it is disabled', async () => {
      const scope = await company();
      const { id } = await somebody(scope, ['COMPANY_OWNER', 'APP_0']);
      await assert.rejects(leave(scope, id), { code: 'conflict', message: /at least one owner/ });
      await test.arrange('update company set enabled = false where id_client = $1', [scope.company_id]);
      await leave(scope, id);
      assert.equal(await rolesOf(scope, id), undefined);
    });
  });
});
