import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { companiesCalls } from '../../src/features/companies/companies.contract.ts';
import type { AnyCall } from '../../src/shared/contract/call.ts';

import { createTestApp, type Headers, join, makeUser, signIn, type TestApp } from '../support/app.ts';
import { ask, jsonOf } from './support/ask.ts';
import { calls, isCapability } from './support/calls.ts';
import { makeWorld, OWNER_ROLES, type World } from './support/world.ts';

/** Fields by which a caller names an address or a line that the server will connect to. */
const NAMES_AN_ADDRESS = ['host', 'tty', 'url', 'url_plant'];
/** Fields called so that name nothing to connect to, each with what it is. */
const OTHERWISE: Readonly<Record<string, string>> = {};

const byPerson = ({ access }: AnyCall): boolean => access === 'signed_in' || isCapability(access);

/** Fields by which a caller says where mail or text messages go, or that they go there. */
const LEADS_TO_MAIL = ['send_by_email', 'send_by_sms', 'sms_number', 'addresses', 'assigned_firm_id'];
/** Calls that lead there and have none of these. */
const MAILS = ['memberStatements.mail', 'maintenanceRequests.send'];

/** The names of all fields anywhere in a schema. */
function fieldsOf(schema: z.ZodType | undefined): Set<string> {
  const found = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('properties' in part) for (const name of Object.keys(part.properties as object)) found.add(name);
    for (const inner of Object.values(part)) walk(inner);
  };
  if (schema) walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return found;
}

describe('a confirmed address', () => {
  const all = calls.filter(({ call }) => byPerson(call));

  it('is demanded by every call by which the server comes to connect somewhere', () => {
    for (const { key: name, call } of all) {
      const named = NAMES_AN_ADDRESS.filter((field) => fieldsOf(call.body).has(field));
      if (named.length > 0 && !(name in OTHERWISE))
        assert.ok(call.reaches, `${name} takes ${named.join(', ')}: declare what it reaches`);
      if (call.reaches) assert.equal(call.confirmed, 'always', `${name} reaches the ${call.reaches}`);
    }
    assert.ok(all.filter(({ call }) => call.reaches).length >= 10);
  });

  it('is demanded by every call that leads to mail or text messages to where people say', () => {
    const mailing = all.filter(
      ({ key, call }) =>
        MAILS.includes(key) ||
        (call.method !== 'GET' && LEADS_TO_MAIL.some((field) => fieldsOf(call.body).has(field))),
    );
    assert.ok(mailing.length >= 8, mailing.map(({ key }) => key).join(', '));
    for (const { key, call } of mailing) assert.equal(call.confirmed, 'always', key);
  });

  it('is demanded by every call that takes a file', () => {
    const files = all.filter(({ call }) => call.consumes !== 'application/json');
    assert.ok(files.length >= 3);
    for (const { key: name, call } of files) assert.equal(call.confirmed, 'always', name);
  });

  it('is demanded by every call that makes a secret by which a program comes in', () => {
    const resultOf = (call: AnyCall) => Object.keys((call.ok as { shape?: object }).shape ?? {});
    // The key of a template is its name.
    const secrets = all.filter(
      ({ area, call }) =>
        isCapability(call.access) &&
        call.method === 'POST' &&
        resultOf(call).some(
          (field) => ['password', 'secret'].includes(field) || (area === 'companies' && field === 'key'),
        ),
    );
    assert.ok(secrets.length >= 3, secrets.map(({ key }) => key).join(', '));
    for (const { key, call } of secrets) assert.equal(call.confirmed, 'always', key);
  });
});

describe('without a confirmed address', () => {
  let test: TestApp;
  let world: World;
  let headers: Headers;
  before(async () => {
    test = await createTestApp();
    world = await makeWorld(test);
    const user = await makeUser(test);
    await join(test, world.scope, user.id, { roles: OWNER_ROLES });
    await test.arrange('update user_account set confirmed_at = null where id = $1', [user.id]);
    headers = await signIn(test, user, world.scope);
  });
  after(() => test?.close());

  for (const { key: name, call } of calls.filter((one) => one.call.confirmed === 'always')) {
    it(`${name} is refused, before anything is read of what was sent`, async () => {
      const params = Object.fromEntries(
        [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => [String(parameter), '1']),
      );
      const answer = await ask(test, call, { params }, headers);
      assert.equal(answer.status, 403, answer.text);
      const { errors } = jsonOf(answer) as { errors?: { code?: string }[] };
      assert.equal(errors?.[0]?.code, 'unconfirmed', answer.text);
    });
  }

  it('one company is founded, and no second one, also not after the first was closed', async () => {
    const user = await makeUser(test);
    await test.arrange('update user_account set confirmed_at = null where id = $1', [user.id]);
    const signed = await signIn(test, user);
    const found = (company: string) =>
      ask(test, companiesCalls.create as AnyCall, { body: { name: company } }, signed);
    const first = await found('The first');
    assert.equal(first.status, 201, first.text);
    assert.equal((await found('The second')).status, 403);
    const { id_client } = jsonOf(first) as { id_client: number };
    await test.arrange('update company set enabled = false where id_client = $1', [id_client]);
    assert.equal((await found('The third')).status, 403);
    await test.arrange('update user_account set confirmed_at = now() where id = $1', [user.id]);
    assert.equal((await found('The fourth')).status, 201);
  });
});
