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
import { asking } from '../../../../tests/support/companies.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { INVITED_IN_A_DAY } from '../company-faults.model.ts';
import type { CompanyUser, Invitation } from '../company-users.contract.ts';
import { RANKED_ROLES } from '../ranks.model.ts';
import { removeOldInvitations } from './invitations.repository.ts';

type Sent = Invitation & { link: string };
interface Mailed {
  to_address: string;
  language: string;
  subject: string;
  body_text: string;
  body_html: string;
}

const tokenIn = (text: string): string => /\/register\?invitation=([\w-]+)/.exec(text)?.[1] ?? '';
let counter = 0;
const address = (): string => `somebody-${++counter}@example.org`;

describe('invitations', () => {
  let test: TestApp;
  let ask: ReturnType<typeof asking>;
  let scope: Scope;
  let owner: Headers;
  before(async () => {
    test = await createTestApp();
    ask = asking(test);
    scope = await makeCompany(test.pool, 'Aurora <b>Energia</b>');
    owner = await member(scope, 'COMPANY_OWNER', 'APP_0');
  });
  after(() => test?.close());

  async function member(of: Scope, ...roles: Role[]): Promise<Headers> {
    return signIn(test, await makeUser(test, { company: of, roles }), of);
  }
  const body = (more: object = {}) => ({
    email: address(),
    first_name: 'Ada',
    last_name: 'Neri',
    roles: ['WORKER'],
    ...more,
  });
  const invite = (given: object, headers: Headers = owner) => ask('inviteUser', { body: given }, headers);
  async function invited(more: object = {}, headers: Headers = owner): Promise<Sent> {
    const told = await invite(body(more), headers);
    assert.equal(told.status, 201, JSON.stringify(told.json));
    return told.json as Sent;
  }
  const mailsTo = (email: string) =>
    test.arrange<Mailed>(
      'select to_address, language, subject, body_text, body_html from mail_outbox where to_address = $1 order by id',
      [email],
    );
  /** The token that was mailed last to an address. */
  const mailed = async (email: string): Promise<string> =>
    tokenIn((await mailsTo(email)).at(-1)?.body_text ?? '');
  const accept = (token: string, headers: Headers) => ask('acceptInvitation', { body: { token } }, headers);
  const find = (token: string) => ask('findInvitation', { body: { token } }, {});
  const aMinutePassed = (id: number) =>
    test.arrange(`update invitation set sent_at = sent_at - interval '61 seconds' where id = $1`, [id]);
  /** An account of an address, its address unconfirmed unless told otherwise. */
  async function account(email: string, confirmed = false): Promise<Headers & { user_id: number }> {
    const { id } = await makeUser(test, { email });
    if (!confirmed) await test.arrange('update user_account set confirmed_at = null where id = $1', [id]);
    return { ...(await signIn(test, { id })), user_id: id } as never;
  }
  const userIn = async (of: Headers, email: string): Promise<CompanyUser | undefined> =>
    ((await ask('listUsers', { query: { search: email } }, of)).json as CompanyUser[])[0];

  describe('when they are sent', () => {
    it('wait in the list, hold for seven days and rest as a digest only', async () => {
      const plant = await makePlant(test.pool, scope, 'P1');
      const sent = await invited({ roles: ['APP_0', 'ENGINEER_0'], related_plants: [String(plant)] });
      const { link, ...invitation } = sent;
      assert.deepEqual([sent.roles, sent.related_plants], [['ENGINEER_0', 'APP_0'], [String(plant)]]);
      const days = (Date.parse(sent.expires_at) - Date.parse(sent.sent_at)) / 86_400_000;
      assert.deepEqual([Math.round(days * 100) / 100, sent.expired], [7, false]);
      const listed = (await ask('listInvitations', {}, owner)).json as Invitation[];
      assert.deepEqual(listed[0], invitation);
      const stored = await test.arrange<object>('select * from invitation where id = $1', [sent.id]);
      for (const token of [tokenIn(link), await mailed(sent.email)]) {
        assert.match(token, /^[\w-]{43}$/);
        assert.ok(!JSON.stringify(stored).includes(token));
      }
    });

    it('tell the audit who invited whom to what by numbers, and never an address', async () => {
      const sent = await invited();
      const [deed] = await test.arrange<{ action: string; target: string; detail: object }>(
        'select action, target, detail from audit where company_id = $1 order by id desc limit 1',
        [scope.company_id],
      );
      assert.deepEqual(deed, {
        action: 'invitation.created',
        target: String(sent.id),
        detail: { roles: ['WORKER'], related_plants: [] },
      });
    });

    it("come by mail in the chosen language, else in the inviter's", async () => {
      const [italian, english] = [await invited(), await invited({ language: 'en' })];
      const [it] = await mailsTo(italian.email);
      const [en] = await mailsTo(english.email);
      const said = (mail: Mailed | undefined) => mail?.body_text.replaceAll('\n', ' ') ?? '';
      assert.deepEqual([it?.language, it?.subject], ['it', 'Invito a Aurora <b>Energia</b>']);
      assert.match(said(it), /Buongiorno Ada Neri,/);
      assert.match(said(it), /ti invita a entrare nell’azienda/);
      assert.match(said(it), /una volta sola, per sette giorni/);
      assert.deepEqual([en?.language, en?.subject], ['en', 'Invitation to Aurora <b>Energia</b>']);
      assert.match(said(en), /Hello Ada Neri,/);
      assert.match(said(en), /works once, for seven days/);
      for (const one of [it, en]) {
        assert.ok(!one?.body_html.includes('<b>Energia</b>'), 'what people type stays text');
        assert.ok(tokenIn(said(one)), 'the link is there');
      }
    });

    it('cannot be made to look like another mail by a name of several lines', async () => {
      const told = await invite(body({ first_name: 'Ada\r\n\r\nYour password is due' }));
      const [mail] = await mailsTo((told.json as Sent).email);
      assert.match(mail?.body_text.replaceAll('\n', ' ') ?? '', /Buongiorno Ada Your password is due Neri,/);
    });

    it('are not sent with what is no address, no role or a plant of elsewhere', async () => {
      const foreign = await makePlant(test.pool, await makeCompany(test.pool, 'Other'), 'X1');
      assert.equal((await invite(body({ email: 'nobody' }))).status, 400);
      assert.equal((await invite(body({ roles: [] }))).status, 400);
      assert.equal((await invite(body({ roles: ['BOSS'] }))).status, 400);
      assert.equal((await invite(body({ related_plants: [String(foreign)] }))).status, 404);
    });

    it('are one for an address at a time, and none for who is here already', async () => {
      const { email } = await invited();
      const again = await invite(body({ email: email.toUpperCase() }));
      assert.deepEqual([again.status, again.code], [409, 'already_invited']);
      const here = await makeUser(test, { company: scope, roles: ['VIEWER'] });
      const known = await invite(body({ email: here.email }));
      assert.deepEqual([known.status, known.code], [409, 'already_member']);
      const both = body();
      const told = await Promise.all([invite(both), invite(both), invite(both)]);
      assert.deepEqual(told.map(({ status }) => status).sort(), [201, 409, 409]);
      assert.equal((await mailsTo(both.email)).length, 1);
    });

    it('need an inviter whose own address is confirmed', async () => {
      const headers = await member(scope, 'COMPANY_OWNER');
      await test.arrange(
        'update user_account set confirmed_at = null where id = (select max(id) from user_account)',
      );
      const told = await invite(body(), headers);
      assert.deepEqual([told.status, told.code], [403, 'unconfirmed']);
    });

    for (const role of ['COMPANY_OWNER', 'MANAGEMENT_0', 'SUPER_ENGINEER_0'] as const) {
      it(`grant what ${role} may grant, and nothing above it`, async () => {
        const headers = await member(scope, role, 'APP_0');
        for (const granted of [...RANKED_ROLES, 'APP_0'] as const) {
          const above = RANKED_ROLES.indexOf(granted) < RANKED_ROLES.indexOf(role);
          const closed = granted === 'APP_0' ? role === 'SUPER_ENGINEER_0' : above;
          const told = await invite(body({ roles: [granted] }), headers);
          assert.deepEqual(
            [told.status, told.code],
            closed ? [403, 'role_above'] : [201, undefined],
            granted,
          );
        }
      });
    }
  });

  describe('that are sent again or withdrawn', () => {
    const renew = (id: number, headers = owner) => ask('renewInvitation', { params: { id } }, headers);
    const withdraw = (id: number, headers = owner) => ask('withdrawInvitation', { params: { id } }, headers);

    it('get another link and another mail, and the old links end', async () => {
      const first = await invited();
      const old = [tokenIn(first.link), await mailed(first.email)];
      await aMinutePassed(first.id);
      const told = await renew(first.id);
      assert.equal(told.status, 200, JSON.stringify(told.json));
      const second = told.json as Sent;
      assert.equal(second.version, first.version + 1);
      for (const token of old) assert.equal((await find(token)).status, 404);
      assert.equal((await find(tokenIn(second.link))).status, 200);
      assert.equal((await find(await mailed(first.email))).status, 200);
      assert.equal((await mailsTo(first.email)).length, 2);
    });

    it('are not sent again within a minute, nor after having been withdrawn', async () => {
      const { id, email } = await invited();
      assert.deepEqual(await codeOf(renew(id)), [429, 'invited_just_now']);
      assert.equal((await withdraw(id)).status, 204);
      assert.deepEqual(await codeOf(invite(body({ email }))), [429, 'invited_just_now']);
      await aMinutePassed(id);
      assert.equal((await invite(body({ email }))).status, 201);
    });

    it('are of no use once withdrawn', async () => {
      const sent = await invited();
      const token = await mailed(sent.email);
      assert.equal((await withdraw(sent.id)).status, 204);
      assert.equal((await withdraw(sent.id)).status, 404);
      assert.equal((await renew(sent.id)).status, 404);
      assert.equal((await find(token)).status, 404);
      assert.equal((await accept(token, await account(sent.email))).status, 404);
      const listed = (await ask('listInvitations', {}, owner)).json as Invitation[];
      assert.ok(!listed.some(({ id }) => id === sent.id));
    });

    it('hold again for seven days when they had run out, and say so until then', async () => {
      const sent = await invited();
      await test.arrange(
        `update invitation set expires_at = now() - interval '1 second', sent_at = now() - interval '8 days' where id = $1`,
        [sent.id],
      );
      assert.equal((await find(tokenIn(sent.link))).status, 404);
      const listed = (await ask('listInvitations', {}, owner)).json as Invitation[];
      assert.equal(listed.find(({ id }) => id === sent.id)?.expired, true);
      const again = (await renew(sent.id)).json as Sent;
      assert.equal(again.expired, false);
      assert.equal((await find(tokenIn(again.link))).status, 200);
    });

    it('are out of reach of a lower rank and of another company', async () => {
      const engineer = await member(scope, 'SUPER_ENGINEER_0');
      const { id } = await invited({ roles: ['MANAGEMENT_0'] });
      await aMinutePassed(id);
      assert.deepEqual(await codeOf(renew(id, engineer)), [403, 'role_above']);
      assert.deepEqual(await codeOf(withdraw(id, engineer)), [403, 'higher_rank']);
      const other = await makeCompany(test.pool, 'Other');
      const stranger = await member(other, 'COMPANY_OWNER');
      assert.equal((await renew(id, stranger)).status, 404);
      assert.equal((await withdraw(id, stranger)).status, 404);
    });

    it('end with the rank of who made them: else they could come back by their own invitation', async () => {
      const manager = await makeUser(test, { company: scope, roles: ['MANAGEMENT_0', 'APP_0'] });
      const headers = await signIn(test, manager, scope);
      const [high, low] = [await invited({ roles: ['MANAGEMENT_0'] }, headers), await invited({}, headers)];
      const change = (roles: Role[]) =>
        ask('updateUser', { params: { id: manager.id }, body: { roles } }, owner);
      assert.equal((await change(['SUPER_ENGINEER_0'])).status, 200);
      assert.equal((await find(tokenIn(high.link))).status, 404);
      assert.equal((await find(tokenIn(low.link))).status, 200);
      assert.equal((await ask('dismiss', { params: { id: manager.id } }, owner)).status, 204);
      assert.equal((await find(tokenIn(low.link))).status, 404);
    });
  });

  const codeOf = async (told: ReturnType<typeof ask>) => {
    const { status, code } = await told;
    return [status, code];
  };

  describe('that are looked up', () => {
    it('say what they are about to whoever holds the link, and whether the address has an account', async () => {
      const sent = await invited();
      const told = await find(await mailed(sent.email));
      const { invited_by, ...about } = told.json as Record<string, unknown>;
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
      assert.equal(((await find(tokenIn(sent.link))).json as { registered: boolean }).registered, true);
    });

    it('answer alike when they never were, ran out, were withdrawn, were accepted, or their company is disabled', async () => {
      const over = await Promise.all([invited(), invited(), invited()]);
      const [ranOut, withdrawn, accepted] = over;
      assert.ok(ranOut && withdrawn && accepted);
      await test.arrange('update invitation set expires_at = now() where id = $1', [ranOut.id]);
      await ask('withdrawInvitation', { params: { id: withdrawn.id } }, owner);
      await accept(await mailed(accepted.email), await account(accepted.email));
      const ended = await makeCompany(test.pool, 'Ended');
      const there = await invited({}, await member(ended, 'COMPANY_OWNER'));
      await test.arrange('update company set enabled = false where id_client = $1', [ended.company_id]);
      const nobody = await account(address(), true);
      const answers = new Set<string>();
      for (const token of ['nonsense', ...[...over, there].map(({ link }) => tokenIn(link))]) {
        answers.add(JSON.stringify(await find(token)));
        answers.add(JSON.stringify(await accept(token, nobody)));
      }
      assert.equal(answers.size, 1, [...answers].join('\n'));
      assert.match([...answers][0] ?? '', /"status":404/);
    });
  });

  describe('that are accepted', () => {
    it('make a member with the roles, names and plants that were promised, once', async () => {
      const plant = await makePlant(test.pool, scope, 'P2');
      const sent = await invited({ roles: ['ENGINEER_0', 'APP_0'], related_plants: [String(plant)] });
      const token = await mailed(sent.email);
      const bearer = await account(sent.email);
      const joined = await accept(token, bearer);
      assert.deepEqual([joined.status, joined.json], [200, { id_client: scope.company_id }]);
      const user = await userIn(owner, sent.email);
      assert.deepEqual(
        [user?.first_name, user?.last_name, user?.roles, user?.related_plants],
        ['Ada', 'Neri', ['ENGINEER_0', 'APP_0'], [String(plant)]],
      );
      assert.deepEqual(await accept(token, bearer), joined, 'a second click answers the same');
      assert.equal((await accept(token, await account(address(), true))).status, 404);
      const listed = (await ask('listInvitations', {}, owner)).json as Invitation[];
      assert.ok(!listed.some(({ id }) => id === sent.id));
      const [deed] = await test.arrange<{ action: string; actor_id: number; target: string }>(
        'select action, actor_id::int, target from audit where company_id = $1 order by id desc limit 1',
        [scope.company_id],
      );
      assert.deepEqual(deed, { action: 'user.joined', actor_id: user?.id, target: String(user?.id) });
    });

    it('are accepted once, however often at once, and the dismissed do not come back by them', async () => {
      const sent = await invited();
      const token = await mailed(sent.email);
      const bearer = await account(sent.email);
      const told = await Promise.all(Array.from({ length: 6 }, () => accept(token, bearer)));
      for (const { status } of told) assert.equal(status, 200);
      const rows = await test.arrange(
        `select from audit where company_id = $1 and action = 'user.joined' and target = $2`,
        [scope.company_id, String(bearer.user_id)],
      );
      assert.equal(rows.length, 1);
      await ask('dismiss', { params: { id: bearer.user_id } }, owner);
      assert.equal((await accept(token, bearer)).status, 404);
    });

    it('confirm an address by the mailed link, and not by the link that was handed over', async () => {
      const confirmed = async (id: number) => {
        const [row] = await test.arrange<{ yes: boolean }>(
          'select confirmed_at is not null as yes from user_account where id = $1',
          [id],
        );
        return row?.yes;
      };
      const [byMail, byHand] = [await invited(), await invited()];
      const [one, other] = [await account(byMail.email), await account(byHand.email)];
      assert.equal((await accept(await mailed(byMail.email), one)).status, 200);
      assert.equal(await confirmed(one.user_id), true);
      assert.equal((await accept(tokenIn(byHand.link), other)).status, 200, 'it joins all the same');
      assert.equal(await confirmed(other.user_id), false);
    });

    it('are for the invited address only, which nobody else is told', async () => {
      const sent = await invited();
      for (const confirmed of [true, false]) {
        const told = await accept(await mailed(sent.email), await account(address(), confirmed));
        assert.deepEqual([told.status, told.code], [403, 'other_address']);
        assert.ok(!JSON.stringify(told.json).includes(sent.email));
      }
      assert.equal((await find(tokenIn(sent.link))).status, 200, 'it waits on');
    });

    it('leave who is a member already as they are', async () => {
      const sent = await invited({ roles: ['MANAGEMENT_0'] });
      const bearer = await account(sent.email);
      await join(test, scope, bearer.user_id, { roles: ['VIEWER'] });
      const told = await accept(await mailed(sent.email), bearer);
      assert.deepEqual(told.json, { id_client: scope.company_id });
      assert.deepEqual((await userIn(owner, sent.email))?.roles, ['VIEWER']);
    });

    it('leave out a plant that is gone since', async () => {
      const [stays, goes] = [
        await makePlant(test.pool, scope, 'P3'),
        await makePlant(test.pool, scope, 'P4'),
      ];
      const sent = await invited({ related_plants: [String(stays), String(goes)] });
      await removePlant(goes);
      assert.equal((await accept(await mailed(sent.email), await account(sent.email))).status, 200);
      assert.deepEqual((await userIn(owner, sent.email))?.related_plants, [String(stays)]);
    });

    it('take the names of the account where the invitation has none', async () => {
      const sent = await invited({ first_name: '', last_name: '' });
      const bearer = await account(sent.email);
      await test.arrange(`update user_account set name = 'Rosa  Della Valle' where id = $1`, [
        bearer.user_id,
      ]);
      await accept(await mailed(sent.email), bearer);
      const user = await userIn(owner, sent.email);
      assert.deepEqual([user?.first_name, user?.last_name], ['Rosa', 'Della Valle']);
    });
  });

  // Plants are not removed by any call yet; when one is, its rows go with it.
  async function removePlant(id: number): Promise<void> {
    await test.arrange('delete from invitation_plant where plant_id = $1', [id]);
    await test.arrange('delete from plant where id = $1', [id]);
  }

  describe('that are many', () => {
    it(`are ${INVITED_IN_A_DAY} a day for a company at most`, async () => {
      const busy = await makeCompany(test.pool, 'Busy');
      const headers = await member(busy, 'COMPANY_OWNER');
      await test.arrange(
        `insert into audit (company_id, action, at) select $1, 'invitation.' || (array['created', 'renewed'])[1 + i % 2], now() - interval '23 hours'
         from generate_series(1, $2::int) i`,
        [busy.company_id, INVITED_IN_A_DAY - 1],
      );
      await invited({}, headers);
      assert.deepEqual(await codeOf(invite(body(), headers)), [429, 'too_many_invitations']);
      await test.arrange(
        `insert into audit (company_id, action, at) select $1, 'invitation.created', now() - interval '25 hours' from generate_series(1, 9)`,
        [scope.company_id],
      );
      await invited();
    });
  });

  it('are forgotten a while after they ended, and those that wait are not', async () => {
    const quiet = await makeCompany(test.pool, 'Quiet');
    // What they ended by, when, and when they ran out: in days before now.
    const ended: Record<string, [column: string, days: number, expired: number]> = {
      'old-accepted': ['accepted_at', 31, 0],
      accepted: ['accepted_at', 29, 0],
      'old-withdrawn': ['withdrawn_at', 31, 0],
      withdrawn: ['withdrawn_at', 29, 0],
      'old-expired': ['created_at', 98, 91],
      expired: ['created_at', 96, 89],
      waiting: ['created_at', 300, -1],
    };
    for (const [name, [column, days, expired]] of Object.entries(ended)) {
      await test.arrange(
        `insert into invitation (company_id, email, roles, digest, ${column}, expires_at)
         values ($1, $2 || '@example.org', '{VIEWER}', '\\x00', now() - make_interval(days => $3), now() - make_interval(days => $4))`,
        [quiet.company_id, name, days, expired],
      );
    }
    await inScope(test.pool, quiet, removeOldInvitations);
    const left = await test.arrange<{ email: string }>(
      'select email from invitation where company_id = $1 order by email',
      [quiet.company_id],
    );
    assert.deepEqual(
      left.map(({ email }) => email.split('@')[0]),
      ['accepted', 'expired', 'waiting', 'withdrawn'],
    );
  });
});
