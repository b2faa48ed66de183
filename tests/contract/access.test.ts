import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { isOpenToKeys, isSigned } from '../../src/shared/contract/call.ts';
import { allows, CAPABILITIES, type Capability, ROLES } from '../../src/shared/contract/capabilities.ts';
import { Problem } from '../../src/shared/contract/fields.ts';
import { KEY_PREFIX } from '../../src/shared/server/callers.ts';
import { signAccess } from '../../src/shared/server/tokens.ts';
import { createTestApp, type Headers, makeKey, makeUser, signIn, type TestApp } from '../support/app.ts';
import { type Answer, ask, jsonOf } from './support/ask.ts';
import { calls } from './support/calls.ts';
import { forLoops } from './support/loops.ts';
import { listed, mayByTable, ROLE_SETS } from './support/permission-matrix.ts';
import { inThisTurn } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

function assertRefused(answer: Answer, status: number, code: string, what: string): void {
  assert.equal(answer.status, status, `${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/, what);
  const problem = Problem.parse(jsonOf(answer));
  assert.deepEqual([problem.status, problem.code], [status, code], what);
}

describe('the permission table', () => {
  it('says what was written out by hand, for every set of roles', () => {
    assert.deepEqual(Object.keys(CAPABILITIES).sort(), [...listed].sort());
    for (const capability of Object.keys(CAPABILITIES) as Capability[]) {
      for (const roles of ROLE_SETS) {
        assert.equal(
          allows(capability, roles),
          mayByTable(capability, roles),
          `${capability} for [${roles}]`,
        );
      }
    }
  });

  it('opens nothing to a role that it does not know', () => {
    for (const capability of Object.keys(CAPABILITIES) as Capability[]) {
      assert.equal(allows(capability, ['APP_0x', 'company_owner', 'toString']), false, capability);
    }
    assert.equal(ROLES.length, 8);
  });
});

describe('who may call', () => {
  let test: TestApp;
  let world: World;
  before(async () => {
    test = await createTestApp(forLoops);
    world = await makeWorld(test);
  });
  after(() => test?.close());

  /** Credentials of which none is good, each with the company that it would like to enter. */
  async function badCredentials(wanted: 'user' | 'reader' | 'key'): Promise<Record<string, Headers>> {
    const { keys } = test;
    const session = await signIn(test, world.owner);
    const claims = { user_id: world.owner.id, session_id: await sessionOf(session) };
    const now = Date.now();
    const minutes = (n: number) => new Date(now + n * 60_000);
    const at = { alg: 'HS256', typ: 'at+jwt' };
    const sign = (header: { alg: string; typ?: string }, audience: string, subject: string) =>
      new SignJWT({ sid: claims.session_id })
        .setProtectedHeader(header)
        .setSubject(subject)
        .setAudience(audience)
        .setExpirationTime(Math.floor(now / 1000) + 600)
        .sign(keys.access);
    const unsigned = new UnsecuredJWT({ sid: claims.session_id })
      .setSubject(String(claims.user_id))
      .setAudience('meridiana')
      .setExpirationTime('10m')
      .encode();
    const good = await signAccess(keys, claims, new Date());
    const [head, , tail] = good.split('.');
    const forgedPayload = Buffer.from(
      JSON.stringify({ sub: '1', sid: 1, aud: 'meridiana', exp: 9_999_999_999 }),
    ).toString('base64url');
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const somebody = await makeUser(test);
    const others: Record<typeof wanted, Record<string, Headers>> = {
      user: { "a device's key": world.key },
      reader: { 'a key that never was': bearer(`${KEY_PREFIX}${'x'.repeat(43)}`) },
      key: { "a person's access token": bearer(good) },
    };
    return {
      nothing: {},
      'an empty header': { authorization: '' },
      'no token': { authorization: 'Bearer' },
      nonsense: bearer('nonsense'),
      'another scheme': { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` },
      'two tokens': { authorization: `Bearer ${good} ${good}` },
      'a token in a cookie': { cookie: `access=${good}; meridiana_refresh=${good}` },
      'an expired token': bearer(await signAccess(keys, claims, minutes(-11))),
      "a foreign key's signature": bearer(
        await signAccess({ ...keys, access: Buffer.alloc(32, 7) }, claims, new Date()),
      ),
      "the refresh key's signature": bearer(
        await signAccess({ ...keys, access: keys.refresh }, claims, new Date()),
      ),
      'no signature': bearer(unsigned),
      'a changed payload': bearer(`${head}.${forgedPayload}.${tail}`),
      'another audience': bearer(await sign(at, 'elsewhere', String(claims.user_id))),
      'another kind of token': bearer(await sign({ alg: 'HS256' }, 'meridiana', String(claims.user_id))),
      'another algorithm': bearer(
        await new SignJWT({ sid: claims.session_id })
          .setProtectedHeader({ ...at, alg: 'HS512' })
          .setSubject(String(claims.user_id))
          .setAudience('meridiana')
          .setExpirationTime('10m')
          .sign(Buffer.concat([keys.access, keys.access])),
      ),
      "somebody else's session": bearer(
        await signAccess(keys, { ...claims, user_id: somebody.id }, new Date()),
      ),
      'a session that never was': bearer(
        await signAccess(keys, { ...claims, session_id: 999_999 }, new Date()),
      ),
      'no session': bearer(await signAccess(keys, { ...claims, session_id: Number.NaN }, new Date())),
      ...others[wanted],
    };
  }

  async function sessionOf(headers: Headers): Promise<number> {
    const payload = headers.authorization?.split('.')[1] ?? '';
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: number }).sid;
  }

  const made = new Map<string, ReturnType<typeof badCredentials>>();
  /** Made once: what is refused stays as it is. */
  function badOf(wanted: 'user' | 'reader' | 'key'): ReturnType<typeof badCredentials> {
    const known = made.get(wanted) ?? badCredentials(wanted);
    made.set(wanted, known);
    return known;
  }

  /** What some calls say besides, always the same. */
  const OF_OLD = /,"success":false,"error":"[^"]*"(?=\}$)/;
  /** What was answered to all that is no good, at whichever call: by who would be let in there. */
  const refusals = new Map<string, Set<string>>();
  const guarded = calls.filter(({ call }) => call.access !== 'public' && !isSigned(call));
  for (const [turn, { key, call }] of guarded.entries()) {
    it(`${key} answers 401 to whoever does not prove who they are`, async () => {
      const people = isOpenToKeys(call) ? 'reader' : 'user';
      const wanted = call.access.startsWith('key:') ? 'key' : people;
      const bad = await badOf(wanted);
      const company = { 'id-client': String(world.scope.company_id) };
      const bodies = refusals.get(wanted) ?? new Set();
      refusals.set(wanted, bodies);
      for (const [what, headers] of inThisTurn(Object.entries(bad), turn)) {
        const answer = await ask(test, call, { params: nowhere(call.path) }, { ...headers, ...company });
        assertRefused(answer, 401, 'unauthenticated', `${key} with ${what}`);
        bodies.add(answer.text.replace(OF_OLD, ''));
      }
    });
  }

  it('learns there no more than that nothing was sent, that it is no good, or that a session or a key has ended', () => {
    assert.deepEqual([...refusals.keys()].sort(), ['key', 'reader', 'user']);
    const most = { user: 3, reader: 4, key: 2 };
    for (const [wanted, count] of Object.entries(most)) {
      const bodies = [...(refusals.get(wanted) ?? [])];
      assert.ok(
        bodies.length > 1 && bodies.length <= count,
        `the refusals tell too much: ${bodies.join('\n')}`,
      );
    }
  });

  /** Path parameters that name nothing: who asks is settled before what is asked for. */
  function nowhere(path: string): Record<string, string> {
    return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '!']));
  }

  it('calls without an access do not exist', () => {
    for (const { key, call } of calls) assert.ok(call.access, key);
  });

  it("a key may do what it is for and nothing else, until it is revoked, expired or its company's no more", async () => {
    const { scope, plant } = world;
    const ingest = calls.find(({ call }) => call.access === 'key:ingest');
    assert.ok(ingest);
    const body = { readings: [{ device: plant.short_name, ts: 'never', values: {} }] };
    const attempt = (headers: Headers) => ask(test, ingest.call, { body }, headers);
    const proj_code = plant.proj_code;
    const reader = await makeKey(test, scope, { scopes: ['read'], proj_code });
    assertRefused(await attempt(reader.headers), 403, 'forbidden', 'a key for reading');
    const dated = await makeKey(test, scope, {
      proj_code,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    assert.notEqual((await attempt(dated.headers)).status, 401);
    await test.arrange('update api_key set expires_at = now() where id = $1', [dated.id]);
    assertRefused(await attempt(dated.headers), 401, 'unauthenticated', 'an expired key');
    const revoked = await makeKey(test, scope, { proj_code });
    await test.arrange('update api_key set revoked_at = now() where id = $1', [revoked.id]);
    assertRefused(await attempt(revoked.headers), 401, 'unauthenticated', 'a revoked key');
    const elsewhere = await makeWorld(test);
    await test.arrange('update company set enabled = false where id_client = $1', [
      elsewhere.scope.company_id,
    ]);
    assertRefused(await attempt(elsewhere.key), 401, 'unauthenticated', "a disabled company's key");
  });
});
