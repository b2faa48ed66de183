import { createHash } from 'node:crypto';
import type { identityFeature } from '../../../src/features/identity/identity.feature.ts';
import { insertLink, type Purpose } from '../../../src/features/identity/server/links.repository.ts';
import { insertSession } from '../../../src/features/identity/server/sessions.repository.ts';
import { digestOf, newToken } from '../../../src/shared/server/tokens.ts';
import { codeAt } from '../../support/accounts.ts';
import { type Headers, makeUser, signIn, type TestUser, testPassword } from '../../support/app.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { ask, type Given, jsonOf } from '../support/ask.ts';
import { calls } from '../support/calls.ts';
import { NEVER, NOON } from '../support/canary-ground.ts';
import { fresh } from '../support/making.ts';
import type { Things, World } from '../support/world.ts';

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PASSWORD = 'tre parole per entrare';

async function make<T>(world: World, name: string, given: Given, headers: Headers): Promise<T> {
  const found = calls.find(({ key }) => key === `identity.${name}`);
  if (!found) throw new Error(`no call identity.${name}`);
  const answer = await ask(world.test, found.call, given, headers);
  return jsonOf(answer) as T;
}

async function aRefreshToken(world: World): Promise<string> {
  const { email, password } = world.owner;
  return (await make<{ refresh: string }>(world, 'login', { body: { email, password } }, {})).refresh;
}

/** An account of its own, signed in, that an example may change or end. */
async function somebody({ test }: World): Promise<{ user: TestUser; headers: Headers; id: string }> {
  const user = await makeUser(test);
  return { user, headers: await signIn(test, user), id: String(user.id) };
}

async function aLink(world: World, purpose: Purpose): Promise<string> {
  const { id, email } = await makeUser(world.test);
  const token = newToken();
  await insertLink(world.test.pool, { digest: digestOf(token), user_id: id, purpose, email, minutes: 30 });
  return token;
}

async function aBegunFactor(world: World): Promise<{ user: TestUser; headers: Headers; code: string }> {
  const { user, headers } = await somebody(world);
  const body = { current_password: testPassword };
  const { secret } = await make<{ secret: string }>(world, 'beginSecondFactor', { body }, headers);
  return { user, headers, code: codeAt(secret, new Date()) };
}

/** An account with a second factor, and a code that opens it once. */
async function aSecondFactor(world: World): Promise<{ user: TestUser; headers: Headers; code: string }> {
  const { user, headers, code } = await aBegunFactor(world);
  const answer = await make<{ recovery_codes: string[] }>(
    world,
    'enableSecondFactor',
    { body: { code } },
    headers,
  );
  return { user, headers, code: answer.recovery_codes[0] ?? '' };
}

async function aSession({ test, owner }: World): Promise<string> {
  const from = { user_agent: 'test', address: '127.0.0.1', digest: digestOf(newToken()), days: 1 };
  return String(await insertSession(test.pool, { user_id: owner.id, ...from }));
}

async function aColleague({ test, scope }: World, { plant_id }: Things): Promise<string> {
  return String((await makeUser(test, { company: scope, roles: ['WORKER'], plants: [plant_id] })).id);
}

const ownId = ({ owner }: World) => ({ id: String(owner.id) });

/** Examples for the loops: accounts. */
export const area: AreaExamples<typeof identityFeature.calls> = {
  examples: {
    identity: {
      login: ({ owner }) => ({ body: { email: owner.email, password: owner.password } }),
      loginSecondFactor: async (world) => {
        const { user, code } = await aSecondFactor(world);
        const body = { email: user.email, password: user.password };
        const { challenge } = await make<{ challenge: string }>(world, 'login', { body }, {});
        return { body: { challenge, code } };
      },
      refresh: async (world) => ({ body: { refresh: await aRefreshToken(world) } }),
      logout: async (world) => ({ body: { refresh: await aRefreshToken(world) } }),
      userInfo: () => ({}),
      register: (_, { mark }) => ({
        body: { name: mark, email: `${fresh()}@example.org`, password: PASSWORD, password_confirm: PASSWORD },
      }),
      recover: ({ owner }) => ({ body: { email: owner.email } }),
      findRecovery: async (world) => ({ body: { token: await aLink(world, 'recover') } }),
      confirmRecovery: async (world) => ({
        body: { token: await aLink(world, 'recover'), password: PASSWORD },
      }),
      confirmEmail: async (world) => ({ body: { token: await aLink(world, 'confirm_email') } }),
      sendConfirmation: async (world) => {
        const { headers, id } = await somebody(world);
        await world.test.arrange('update user_account set confirmed_at = null where id = $1', [id]);
        return { headers, params: { id } };
      },
      updateUser: (world) => ({ params: ownId(world), body: { color_scheme: 'dark', language: 'it' } }),
      putAvatar: (world) => ({ params: ownId(world), body: PNG }),
      removeAvatar: (world) => ({ params: ownId(world) }),
      getAvatar: async (world) => {
        const given = { params: ownId(world), body: PNG };
        const { avatar } = await make<{ avatar: string }>(world, 'putAvatar', given, world.headers);
        return { params: { digest: avatar } };
      },
      listSessions: () => ({}),
      endSession: async (world) => ({ params: { id: await aSession(world) } }),
      endSessions: async (world) => ({ headers: (await somebody(world)).headers }),
      downloadData: (world) => ({ params: ownId(world) }),
      removeUser: async (world) => {
        const { headers, id } = await somebody(world);
        return { headers, params: { id }, body: { current_password: testPassword } };
      },
      dismiss: async (world, things) => ({ params: { id: await aColleague(world, things) } }),
      beginSecondFactor: async (world) => ({
        headers: (await somebody(world)).headers,
        body: { current_password: testPassword },
      }),
      enableSecondFactor: async (world) => {
        const { headers, code } = await aBegunFactor(world);
        return { headers, body: { code } };
      },
      disableSecondFactor: async (world) => {
        const { headers, code } = await aSecondFactor(world);
        return { headers, body: { current_password: testPassword, code } };
      },
      renewRecoveryCodes: async (world) => {
        const { headers, code } = await aSecondFactor(world);
        return { headers, body: { code } };
      },
    },
  },
  slots: {
    // An account is its owner's: anybody else's number is none. Sessions and colleagues are made by the example itself.
    'identity.sendConfirmation id': { made: true },
    'identity.updateUser id': { made: true },
    'identity.putAvatar id': { made: true },
    'identity.removeAvatar id': { made: true },
    'identity.endSession id': { made: true },
    'identity.downloadData id': { made: true },
    'identity.removeUser id': { made: true },
    'identity.dismiss id': { made: true },
  },
  rows: {
    user_account: ({ user_id: id, mark }) => ({
      id,
      name: `Person ${mark}`,
      email: `${mark}@example.org`,
      password_hash: mark,
    }),
    user_session: ({ user_id, mark }) => ({
      user_id,
      user_agent: mark,
      address: '192.0.2.77',
      ended_reason: mark,
    }),
    sign_in_attempt: ({ mark }) => ({ subject: mark, tried_at: [NOON], taken_by: 1 }),
    mailed_link: ({ user_id, mark }) => ({
      digest: Buffer.from(mark),
      user_id,
      purpose: 'recover',
      email: `${mark}@example.org`,
      expires_at: NEVER,
    }),
    former_address: ({ user_id, mark }) => ({ user_id, email: `${mark}@example.org`, proved: true }),
    avatar: ({ user_id, world }) => ({
      user_id,
      digest: createHash('sha256').update(world.mark).digest('hex'),
      media_type: 'image/webp',
      bytes: Buffer.from(world.mark),
    }),
  },
};
