import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isOpenToKeys, isSigned } from '../../src/shared/contract/call.ts';
import { createTestApp, type Headers, makeKey, type TestApp } from '../support/app.ts';
import { type Answer, ask, bare } from './support/ask.ts';
import { calls } from './support/calls.ts';
import { plantCanaries } from './support/canaries.ts';
import { exampleOf } from './support/examples.ts';
import { malformed } from './support/id-clients.ts';
import { type Owned, owned } from './support/slot-kinds.ts';
import { foreignValueOf, slots, withValue } from './support/slots.ts';
import { callsOfToday, inThisTurn } from './support/turns.ts';
import { makeWorld, type World } from './support/world.ts';

describe('a key that may read', () => {
  let test: TestApp;
  let own: World;
  let other: World;
  /** Of the company, and of its first plant only. */
  let whole: Headers;
  let narrow: Headers;
  const refused = new Map<string, { headers: Headers; status: number }>();
  before(async () => {
    test = await createTestApp();
    [own, other] = [await makeWorld(test), await makeWorld(test, 'apart')];
    await plantCanaries(other);
    const closed = await makeWorld(test);
    const { scope, plant } = own;
    const company = { 'id-client': String(scope.company_id) };
    const scopes: 'read'[] = ['read'];
    const made = async (key: Parameters<typeof makeKey>[2]) => {
      const { id, headers } = await makeKey(test, scope, { scopes, ...key });
      return { id, headers: { ...headers, ...company } };
    };
    whole = (await made({})).headers;
    narrow = (await made({ proj_code: plant.proj_code })).headers;
    const [revoked, expired] = [await made({}), await made({})];
    await test.arrange('update api_key set revoked_at = now() where id = $1', [revoked.id]);
    await test.arrange('update api_key set expires_at = now() where id = $1', [expired.id]);
    const theirs = await makeKey(test, other.scope, { scopes });
    const elsewhere = await makeKey(test, closed.scope, { scopes });
    await test.arrange('update company set enabled = false where id_client = $1', [closed.scope.company_id]);
    refused.set('one that may only bring readings', { ...(await made({ scopes: ['ingest'] })), status: 403 });
    refused.set("another company's", { headers: { ...theirs.headers, ...company }, status: 403 });
    refused.set('one that was revoked', { headers: revoked.headers, status: 401 });
    refused.set('one that has expired', { headers: expired.headers, status: 401 });
    const shut = { 'id-client': String(closed.scope.company_id) };
    refused.set("a disabled company's", { headers: { ...elsewhere.headers, ...shut }, status: 401 });
  });
  after(() => test?.close());

  const reads = calls.filter(({ call }) => isOpenToKeys(call));

  function assertSilent(answer: Answer, mark: string, what: string): void {
    assert.ok(
      !(JSON.stringify(answer.headers) + answer.text).includes(mark),
      `${what}: ${answer.text.slice(0, 400)}`,
    );
  }

  it('is shown calls that read, and there are some', () => {
    assert.ok(reads.length >= 10);
    for (const { key, call } of reads) assert.equal(call.method, 'GET', key);
  });

  for (const [turn, declared] of callsOfToday(reads).entries()) {
    const { key, call } = declared;
    it(`is answered by ${key} about its own company and its own plant, and is let in nowhere else`, async () => {
      const given = await exampleOf(declared, own);
      const bareQuestion = given.params ? { params: given.params } : {};
      for (const [headers, unseen] of [
        [whole, other.mark],
        [narrow, own.otherPlant.mark],
      ] as const) {
        const answer = await ask(test, call, given, headers);
        assert.equal(answer.status, call.status, answer.text.slice(0, 300));
        assertSilent(answer, unseen, key);
        assertSilent(await ask(test, call, bareQuestion, headers), unseen, `${key} without a question`);
      }
      for (const [what, { headers, status }] of refused) {
        const answer = await ask(test, call, given, headers);
        assert.equal(answer.status, status, `${key} with ${what}: ${answer.text.slice(0, 200)}`);
        assertSilent(answer, own.mark, `${key} with ${what}`);
      }
      const { 'id-client': _, ...alone } = whole;
      assert.equal((await ask(test, call, given, alone)).status, 400, `${key} without id-client`);
      for (const [what, value] of inThisTurn(Object.entries(malformed(own.scope.company_id)), turn)) {
        const { status } = await ask(test, call, given, { ...whole, 'id-client': value });
        assert.equal(status, 400, `${key} with an id-client ${what}`);
      }
    });
  }

  for (const slot of callsOfToday(slots.filter(({ declared }) => isOpenToKeys(declared.call)))) {
    const what = `${slot.declared.key} ${slot.where}.${slot.path.join('.')}`;
    it(`learns nothing from ${what} of what is not its own`, async () => {
      const given = await exampleOf(slot.declared, own);
      const compare = async (headers: Headers, world: World, foreign: Owned) => {
        const value = await foreignValueOf(slot, world, foreign);
        if (typeof value === 'string') return;
        // What hangs on no plant is known to whoever may read in its company.
        if (value.plantless && world === own) return;
        const attempt = (of: unknown) => ask(test, slot.declared.call, withValue(given, slot, of), headers);
        const [theirs, missing] = [await attempt(value.foreign), await attempt(value.missing)];
        assert.equal(theirs.status, value.status, `${what}: ${theirs.text.slice(0, 300)}`);
        assert.equal(bare(theirs, value.foreign), bare(missing, value.missing), what);
      };
      await compare(whole, other, owned(other));
      await compare(narrow, own, { ...owned(own), ...own.otherPlant });
    });
  }

  it('makes no other call', async () => {
    const closed = calls.filter(({ call }) => !isOpenToKeys(call) && call.access !== 'public');
    for (const { key, call } of closed.filter(({ call }) => !isSigned(call))) {
      const params = Object.fromEntries(
        [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']),
      );
      const { status } = await ask(test, call, { params }, whole);
      assert.equal(status, call.access.startsWith('key:') ? 403 : 401, key);
    }
  });
});
