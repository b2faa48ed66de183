import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { AnyCall } from '../../src/shared/contract/call.ts';
import { createTestApp, type Headers, join, signIn, type TestApp } from '../support/app.ts';
import { ask, originOf } from './support/ask.ts';
import { calls, companyCalls, isStream } from './support/calls.ts';
import { malformed } from './support/id-clients.ts';
import { forLoops } from './support/loops.ts';
import { callsOfToday, inThisTurn } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

describe('the header id-client', () => {
  let test: TestApp;
  let world: World;
  let foreign: World;
  let disabled: World;
  let bearer: Headers;
  before(async () => {
    test = await createTestApp(forLoops);
    [world, foreign, disabled] = [await makeWorld(test), await makeWorld(test), await makeWorld(test)];
    await join(test, disabled.scope, world.owner.id, { roles: ['COMPANY_OWNER', 'APP_0'] });
    await test.arrange('update company set enabled = false where id_client = $1', [
      disabled.scope.company_id,
    ]);
    bearer = await signIn(test, world.owner);
  });
  after(() => test?.close());

  for (const [turn, { key, call }] of callsOfToday(companyCalls).entries()) {
    it(`${key} takes one company of the caller's and nothing else`, async () => {
      const id = world.scope.company_id;
      const params = Object.fromEntries(
        [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']),
      );
      const attempt = (value: string | undefined) =>
        ask(test, call, { params }, { ...bearer, ...(value === undefined ? {} : { 'id-client': value }) });
      const absent = await attempt(undefined);
      assert.equal(absent.status, 400, `${key} without it`);
      for (const [what, value] of inThisTurn(Object.entries(malformed(id)), turn)) {
        if (isStream(call) && /space|tab|digits/.test(what)) {
          // A stream is asked over a socket, where blanks around a value are no part of it, and fetch sends no digits of
          // another script.
          if (/digits/.test(what))
            assert.equal(await statusOf(headOf(call, [value])), 400, `${key} with ${what}`);
          continue;
        }
        const answer = await attempt(value);
        assert.equal(
          answer.status,
          400,
          `${key} with ${what}: ${answer.status} ${answer.text.slice(0, 200)}`,
        );
        assert.equal(answer.text, absent.text, `${key} with ${what}`);
      }
      const closed = {
        unknown: '2147483647',
        'beyond the column by little': '4294967297',
        foreign: String(foreign.scope.company_id),
        disabled: String(disabled.scope.company_id),
      };
      const bodies = new Set<string>();
      for (const [what, value] of Object.entries(closed)) {
        const answer = await attempt(value);
        assert.equal(answer.status, 403, `${key} with ${what}: ${answer.status}`);
        bodies.add(answer.text);
      }
      assert.equal(bodies.size, 1, `${key} tells foreign, disabled and unknown apart`);
    });
  }

  /** A request without a body, written by hand; `id-client` as often as there are values. */
  function headOf({ method, path }: AnyCall, values: readonly (string | number)[]): string {
    return [
      `${method} ${path.replace(/\{\w+\}/g, '1')} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      `Authorization: ${bearer.authorization}`,
      ...values.map((value, i) => `${i === 0 ? 'id-client' : 'ID-Client'}: ${value}`),
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n');
  }

  /** The status line of a request written by hand, with headers that no client library would send. */
  async function statusOf(head: string): Promise<number> {
    const { hostname, port } = new URL(await originOf(test));
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(head, 'utf8')));
      socket.once('data', (data) => {
        socket.destroy();
        resolve(Number(data.toString('latin1').split(' ')[1]));
      });
      socket.once('error', reject);
    });
  }

  it('is refused when it stands there twice, whichever comes first', async () => {
    const [mine, other] = [world.scope.company_id, foreign.scope.company_id];
    const pairs = [
      [mine, mine],
      [mine, other],
      [other, mine],
    ];
    for (const [turn, { key, call }] of callsOfToday(companyCalls).entries()) {
      for (const pair of inThisTurn(pairs, turn))
        assert.equal(await statusOf(headOf(call, pair)), 400, `${key} with ${pair.join(' and ')}`);
    }
  });

  it('of a user-info call that is not theirs falls back to the first company', async () => {
    const info = calls.find(({ key }) => key === 'identity.userInfo');
    assert.ok(info);
    for (const value of [String(foreign.scope.company_id), '0', 'x', String(disabled.scope.company_id)]) {
      const answer = await ask(test, info.call, {}, { ...bearer, 'id-client': value });
      const user = JSON.parse(answer.text) as { companies: object[]; currentCompany: { id_client: number } };
      assert.equal(user.currentCompany.id_client, world.scope.company_id, value);
      assert.equal(user.companies.length, 1, 'disabled companies are not listed');
    }
  });

  it('must be the company that the path names, else there is no such company', async () => {
    const get = calls.find(({ key }) => key === 'companies.get');
    assert.ok(get);
    const headers = { ...bearer, 'id-client': String(world.scope.company_id) };
    for (const id_client of [foreign.scope.company_id, disabled.scope.company_id, 2_000_000_000]) {
      const answer = await ask(test, get.call, { params: { id_client } }, headers);
      assert.equal(answer.status, 404, String(id_client));
    }
  });
});
