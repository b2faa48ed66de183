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
import {
  type Inviting,
  type Mailed,
  makeInviting,
  type Sent,
  tokenIn,
} from '../../../../tests/support/companies.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { plainName } from '../../../shared/server/mail/plain-name.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { INVITED_IN_A_DAY, SENT_IN_A_DAY } from '../company-faults.model.ts';
import type { Invitation } from '../company-users.contract.ts';
import { RANKED_ROLES } from '../ranks.model.ts';
import { removeOldInvitations } from './invitations.repository.ts';

describe('invitations', () => {
  let test: TestApp;
  let from: Inviting;
  let owner: Headers;
  before(async () => {
    test = await createTestApp();
    from = await makeInviting(test, 'Aurora <b>Energia</b>');
    owner = from.owner;
  });
  after(() => test?.close());

  const aMinutePassed = (id: number) =>
    test.arrange(`update invitation set sent_at = sent_at - interval '61 seconds' where id = $1`, [id]);
  describe('when they are sent', () => {
    it('wait in the list, hold for seven days and rest as a digest only', async () => {
      const plant = await makePlant(test.pool, from.scope, 'P1');
      const sent = await from.invited({ roles: ['APP_0', 'ENGINEER_0'], related_plants: [String(plant)] });
      const { link, ...invitation } = sent;
      assert.deepEqual([sent.roles, sent.related_plants], [['ENGINEER_0', 'APP_0'], [String(plant)]]);
      const days = (Date.parse(sent.expires_at) - Date.parse(sent.sent_at)) / 86_400_000;
      assert.deepEqual([Math.round(days * 100) / 100, sent.expired], [7, false]);
      const listed = (await from.ask('listInvitations', {}, owner)).json as Invitation[];
      assert.deepEqual(listed[0], invitation);
      const stored = await test.arrange<object>('select * from invitation where id = $1', [sent.id]);
      for (const token of [tokenIn(link), await from.mailed(sent.email)]) {
        assert.match(token, /^[\w-]{43}$/);
        assert.ok(!JSON.stringify(stored).includes(token));
      }
    });

    it('tell the audit who invited whom to what by numbers, and never an address', async () => {
      const sent = await from.invited();
      const [action] = await test.arrange<{ action: string; target: string; detail: object }>(
        'select action, target, detail from audit where company_id = $1 order by id desc limit 1',
        [from.scope.company_id],
      );
      assert.deepEqual(action, {
        action: 'invitation.created',
        target: String(sent.id),
        detail: { roles: ['WORKER'], related_plants: [] },
      });
    });

    it("come by mail in the chosen language, else in the inviter's", async () => {
      const [italian, english] = [await from.invited(), await from.invited({ language: 'en' })];
      const [it] = await from.mailsTo(italian.email);
      const [en] = await from.mailsTo(english.email);
      const said = (mail: Mailed | undefined) => mail?.body_text.replaceAll('\n', ' ') ?? '';
      assert.deepEqual([it?.language, it?.subject], ['it', 'Invito in azienda: Aurora <b>Energia</b>']);
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

    it('carry what people typed short and without a link, in the portal’s own sentences', async () => {
      const names = {
        first_name: 'Your account was locked: http://evil.example.com/unlock-it',
        last_name: 'www.evil.com S.p.A. evil。com',
      };
      const { email } = await from.invited(names);
      const [mail] = await from.mailsTo(email);
      const said = mail?.body_text.replaceAll('\n', ' ') ?? '';
      assert.match(said, /Buongiorno Your account was locked: http evil\. example\. com\/unlock-it…,/);
      assert.equal(plainName('Aurora S.p.A.'), 'Aurora S.p.A.');
      assert.equal(plainName('www.evil.com \u200b evil。com'), 'www evil. com evil。 com');
    });

    it('cannot be made to look like another mail by a name of several lines', async () => {
      const first_name = 'Ada\r\n\r\nYour password is due';
      assert.equal((await from.invite(from.body({ first_name }))).status, 400);
      // One that stands there from elsewhere is folded.
      const { id, email } = await from.invited();
      await test.arrange('update invitation set first_name = $2 where id = $1', [id, first_name]);
      await aMinutePassed(id);
      assert.equal((await from.ask('renewInvitation', { params: { id } }, owner)).status, 200);
      const mail = (await from.mailsTo(email)).at(-1);
      assert.match(mail?.body_text.replaceAll('\n', ' ') ?? '', /Buongiorno Ada Your password is due Neri,/);
    });

    it('are not sent with what is no address, no role or a plant of elsewhere', async () => {
      const foreign = await makePlant(test.pool, await makeCompany(test.pool, 'Other', 'apart'), 'X1');
      assert.equal((await from.invite(from.body({ email: 'nobody' }))).status, 400);
      assert.equal((await from.invite(from.body({ roles: [] }))).status, 400);
      assert.equal((await from.invite(from.body({ roles: ['BOSS'] }))).status, 400);
      assert.equal((await from.invite(from.body({ related_plants: [String(foreign)] }))).status, 404);
    });

    it('are one for an address at a time, and none for who is here already', async () => {
      const { email } = await from.invited();
      const again = await from.invite(from.body({ email: email.toUpperCase() }));
      assert.deepEqual([again.status, again.code], [409, 'already_invited']);
      const here = await makeUser(test, { company: from.scope, roles: ['VIEWER'] });
      const known = await from.invite(from.body({ email: here.email }));
      assert.deepEqual([known.status, known.code], [409, 'already_member']);
      const both = from.body();
      const answer = await Promise.all([from.invite(both), from.invite(both), from.invite(both)]);
      assert.deepEqual(answer.map(({ status }) => status).sort(), [201, 409, 409]);
      assert.equal((await from.mailsTo(both.email)).length, 1);
    });

    it('need an inviter whose own address is confirmed', async () => {
      const headers = await from.member(from.scope, 'COMPANY_OWNER');
      await test.arrange(
        'update user_account set confirmed_at = null where id = (select max(id) from user_account)',
      );
      const answer = await from.invite(from.body(), headers);
      assert.deepEqual([answer.status, answer.code], [403, 'unconfirmed']);
    });

    for (const role of ['COMPANY_OWNER', 'MANAGEMENT_0', 'SUPER_ENGINEER_0'] as const) {
      it(`grant what ${role} may grant, and nothing above it`, async () => {
        const headers = await from.member(from.scope, role, 'APP_0');
        for (const granted of [...RANKED_ROLES, 'APP_0'] as const) {
          const above = RANKED_ROLES.indexOf(granted) < RANKED_ROLES.indexOf(role);
          const closed = granted === 'APP_0' ? role === 'SUPER_ENGINEER_0' : above;
          const answer = await from.invite(from.body({ roles: [granted] }), headers);
          assert.deepEqual(
            [answer.status, answer.code],
            closed ? [403, 'role_above'] : [201, undefined],
            granted,
          );
        }
      });
    }
  });

  describe('that are sent again or withdrawn', () => {
    const renew = (id: number, headers = owner) => from.ask('renewInvitation', { params: { id } }, headers);
    const withdraw = (id: number, headers = owner) =>
      from.ask('withdrawInvitation', { params: { id } }, headers);

    it('get another link and another mail, and the old links end', async () => {
      const first = await from.invited();
      const old = [tokenIn(first.link), await from.mailed(first.email)];
      await aMinutePassed(first.id);
      const answer = await renew(first.id);
      assert.equal(answer.status, 200, JSON.stringify(answer.json));
      const second = answer.json as Sent;
      assert.equal(second.version, first.version + 1);
      for (const token of old) assert.equal((await from.find(token)).status, 404);
      assert.equal((await from.find(tokenIn(second.link))).status, 200);
      assert.equal((await from.find(await from.mailed(first.email))).status, 200);
      assert.equal((await from.mailsTo(first.email)).length, 2);
    });

    it('are not sent again within a minute, nor after having been withdrawn', async () => {
      const { id, email } = await from.invited();
      assert.deepEqual(await codeOf(renew(id)), [429, 'invited_just_now']);
      assert.equal((await withdraw(id)).status, 204);
      assert.deepEqual(await codeOf(from.invite(from.body({ email }))), [429, 'invited_just_now']);
      await aMinutePassed(id);
      assert.equal((await from.invite(from.body({ email }))).status, 201);
    });

    it('are of no use once withdrawn', async () => {
      const sent = await from.invited();
      const token = await from.mailed(sent.email);
      assert.equal((await withdraw(sent.id)).status, 204);
      assert.equal((await withdraw(sent.id)).status, 404);
      assert.equal((await renew(sent.id)).status, 404);
      assert.equal((await from.find(token)).status, 404);
      assert.equal(
        (await from.accept(token, await signIn(test, await makeUser(test, { email: sent.email })))).status,
        404,
      );
      const listed = (await from.ask('listInvitations', {}, owner)).json as Invitation[];
      assert.ok(!listed.some(({ id }) => id === sent.id));
    });

    it('hold again for seven days when they had run out, and say so until then', async () => {
      const sent = await from.invited();
      await test.arrange(
        `update invitation set expires_at = now() - interval '1 second', sent_at = now() - interval '8 days' where id = $1`,
        [sent.id],
      );
      assert.equal((await from.find(tokenIn(sent.link))).status, 404);
      const listed = (await from.ask('listInvitations', {}, owner)).json as Invitation[];
      assert.equal(listed.find(({ id }) => id === sent.id)?.expired, true);
      const again = (await renew(sent.id)).json as Sent;
      assert.equal(again.expired, false);
      assert.equal((await from.find(tokenIn(again.link))).status, 200);
    });

    it('are out of reach of a lower rank and of another company', async () => {
      const engineer = await from.member(from.scope, 'SUPER_ENGINEER_0');
      const { id } = await from.invited({ roles: ['MANAGEMENT_0'] });
      await aMinutePassed(id);
      assert.deepEqual(await codeOf(renew(id, engineer)), [403, 'role_above']);
      assert.deepEqual(await codeOf(withdraw(id, engineer)), [403, 'higher_rank']);
      const other = await makeCompany(test.pool, 'Other');
      const stranger = await from.member(other, 'COMPANY_OWNER');
      assert.equal((await renew(id, stranger)).status, 404);
      assert.equal((await withdraw(id, stranger)).status, 404);
    });

    it('end with the rank of who made them: else they could come back by their own invitation', async () => {
      const manager = await makeUser(test, { company: from.scope, roles: ['MANAGEMENT_0', 'APP_0'] });
      const headers = await signIn(test, manager, from.scope);
      const [high, low] = [
        await from.invited({ roles: ['MANAGEMENT_0'] }, headers),
        await from.invited({}, headers),
      ];
      const change = (roles: Role[]) =>
        from.ask('updateUser', { params: { id: manager.id }, body: { roles } }, owner);
      assert.equal((await change(['SUPER_ENGINEER_0'])).status, 200);
      assert.equal((await from.find(tokenIn(high.link))).status, 404);
      assert.equal((await from.find(tokenIn(low.link))).status, 200);
      assert.equal((await from.ask('dismiss', { params: { id: manager.id } }, owner)).status, 204);
      assert.equal((await from.find(tokenIn(low.link))).status, 404);
    });
  });

  const codeOf = async (answer: ReturnType<Inviting['ask']>) => {
    const { status, code } = await answer;
    return [status, code];
  };

  describe('that are many', () => {
    it(`are ${INVITED_IN_A_DAY} a day for a company at most`, async () => {
      const busy = await makeCompany(test.pool, 'Busy');
      const headers = await from.member(busy, 'COMPANY_OWNER');
      await test.arrange(
        `insert into audit (company_id, action, at) select $1, 'invitation.' || (array['created', 'renewed'])[1 + i % 2], now() - interval '23 hours'
         from generate_series(1, $2::int) i`,
        [busy.company_id, INVITED_IN_A_DAY - 1],
      );
      await from.invited({}, headers);
      assert.deepEqual(await codeOf(from.invite(from.body(), headers)), [429, 'too_many_invitations']);
      await test.arrange(
        `insert into audit (company_id, action, at) select $1, 'invitation.created', now() - interval '25 hours' from generate_series(1, 9)`,
        [from.scope.company_id],
      );
      await from.invited();
    });

    it(`are ${SENT_IN_A_DAY} a day for one person at most, over all their companies, also at once`, async () => {
      const user = await makeUser(test);
      const companies = await Promise.all(
        ['One', 'Two', 'Three'].map((name) => makeCompany(test.pool, name)),
      );
      const [first, ...others] = await Promise.all(
        companies.map(async (company) => {
          await join(test, company, user.id, { roles: ['COMPANY_OWNER'] });
          return { company, headers: await signIn(test, user, company) };
        }),
      );
      assert.ok(first);
      await test.arrange(
        `insert into audit (company_id, actor_id, action, at) select $1, $2, 'invitation.created', now() - interval '23 hours'
         from generate_series(1, $3::int)`,
        [first.company.company_id, user.id, SENT_IN_A_DAY - 1],
      );
      const answer = await Promise.all(
        others.map(({ headers }) => codeOf(from.invite(from.body(), headers))),
      );
      assert.deepEqual(answer.sort(), [
        [201, undefined],
        [429, 'too_many_sent'],
      ]);
      const colleague = await from.member(first.company, 'COMPANY_OWNER');
      await from.invited({}, colleague);
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
