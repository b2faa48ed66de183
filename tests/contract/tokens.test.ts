import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isSigned } from '../../src/shared/contract/call.ts';
import { signAccess, signChallenge } from '../../src/shared/server/tokens.ts';
import { createTestApp, type Headers, makeKey, makeUser, signIn, type TestApp } from '../support/app.ts';
import { ask } from './support/ask.ts';
import { calls, type DeclaredCall } from './support/calls.ts';
import { type ExampleRequest, exampleOf } from './support/examples.ts';
import { makeWorld, type World } from './support/world.ts';

const named = (key: string): DeclaredCall =>
  calls.find((one) => one.key === key) ?? assert.fail(`no call ${key}`);

/** A kind of token: the call whose example holds a good one, and where. */
interface Kind {
  readonly call: string;
  readonly where: 'body' | 'params';
  readonly field: string;
}
const KINDS: Readonly<Record<string, Kind>> = {
  'a refresh token': { call: 'identity.refresh', where: 'body', field: 'refresh' },
  'the token of a recovery': { call: 'identity.confirmRecovery', where: 'body', field: 'token' },
  'the token of a confirmation': { call: 'identity.confirmEmail', where: 'body', field: 'token' },
  'a challenge for a code': { call: 'identity.loginSecondFactor', where: 'body', field: 'challenge' },
  'the token of an invitation': { call: 'companies.findInvitation', where: 'body', field: 'token' },
  'a signed address': { call: 'files.putUpload', where: 'params', field: 'key' },
};
/** Takes the same kind as another call. */
const ALSO: Readonly<Record<string, Kind>> = {
  'the token of an invitation': { call: 'companies.acceptInvitation', where: 'body', field: 'token' },
  'the token of a recovery': { call: 'identity.findRecovery', where: 'body', field: 'token' },
};

describe('a token', () => {
  let test: TestApp;
  let world: World;
  const tokens = new Map<string, string>();
  before(async () => {
    test = await createTestApp();
    world = await makeWorld(test);
    await makeTokens();
  });
  after(() => test?.close());

  const partOf = (given: ExampleRequest, { where, field }: Kind): string =>
    String((given[where] as Record<string, unknown> | undefined)?.[field]);

  /** Makes a good token of each kind; whoever takes none of another kind leaves them good. */
  async function makeTokens(): Promise<void> {
    for (const [what, kind] of Object.entries(KINDS))
      tokens.set(what, partOf(await exampleOf(named(kind.call), world), kind));
    const bearer = async (headers: Promise<Headers>) => (await headers).authorization?.split(' ')[1] ?? '';
    tokens.set('an access token', await bearer(signIn(test, world.owner)));
    tokens.set('a key', await bearer(makeKey(test, world.scope).then(({ headers }) => headers)));
  }

  const guarded = calls.filter(({ call }) => call.access !== 'public' && !isSigned(call));
  for (const { key, call } of guarded) {
    it(`of another kind opens ${key} to nobody`, async () => {
      const params = Object.fromEntries(
        [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']),
      );
      for (const [what, token] of tokens) {
        if (what === 'an access token' || what === 'a key') continue;
        const headers = { authorization: `Bearer ${token}`, 'id-client': String(world.scope.company_id) };
        assert.equal((await ask(test, call, { params }, headers)).status, 401, `${key} by ${what}`);
      }
    });
  }

  for (const [wanted, kind] of [...Object.entries(KINDS), ...Object.entries(ALSO)]) {
    it(`of another kind is not taken by ${kind.call}, which takes ${wanted}`, async () => {
      const given = await exampleOf(named(kind.call), world);
      for (const [what, token] of tokens) {
        if (what === wanted) continue;
        const part = { ...(given[kind.where] as object), [kind.field]: token };
        const headers = { ...given.headers };
        const answer = await ask(test, named(kind.call).call, { ...given, [kind.where]: part }, headers);
        assert.ok(
          [400, 401, 404, 414].includes(answer.status),
          `${what}: ${answer.status} ${answer.text.slice(0, 200)}`,
        );
      }
      const good = await ask(test, named(kind.call).call, given, { ...given.headers });
      assert.equal(good.status, named(kind.call).call.status, `the good one is spent: ${good.text}`);
    });
  }

  it('that two purposes sign with one key is told apart by what it says it is for', async () => {
    const [info, second] = [named('identity.userInfo').call, named('identity.loginSecondFactor').call];
    const { id } = await makeUser(test);
    const now = new Date();
    const challenge = await signChallenge(test.keys, { user_id: id, stamp: 'x' }, now);
    const byChallenge = await ask(test, info, {}, { authorization: `Bearer ${challenge}` });
    assert.equal(byChallenge.status, 401);
    const access = await signAccess(test.keys, { user_id: id, session_id: 1 }, now);
    const byAccess = await ask(test, second, { body: { challenge: access, code: '123456' } }, {});
    assert.equal(byAccess.status, 401);
  });

  it('that nothing is known of leaves everybody signed in', async () => {
    const logout = named('identity.logout').call;
    const info = named('identity.userInfo').call;
    const before = await signIn(test, world.owner);
    for (const [what, token] of tokens) {
      if (what === 'a refresh token') continue;
      await ask(test, logout, { body: { refresh: token } }, {});
      assert.equal((await ask(test, info, {}, before)).status, 200, what);
    }
  });
});
