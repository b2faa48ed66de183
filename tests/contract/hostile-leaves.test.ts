import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { z } from 'zod';
import { refusalWords } from '../../src/apps/server/refusal-words.ts';
import type { FieldError } from '../../src/shared/contract/client.ts';
import { checkInput } from '../../src/shared/server/http/check-input.ts';
import { createTestApp, type Headers, makeKey, makeUser, signIn, type TestApp } from '../support/app.ts';
import { HOSTILE } from './support/arbitrary.ts';
import { ask } from './support/ask.ts';
import { calls, type DeclaredCall, isStream } from './support/calls.ts';
import { type ExampleRequest, exampleOf } from './support/examples.ts';
import { type Leaf, leavesOf, withLeaf } from './support/leaves.ts';
import { makeWorld, type World } from './support/world.ts';

/** As it stands in an address; undefined for what has no place there. */
function written(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = String(value);
  return text !== '' && text !== '.' && text !== '..' && text.isWellFormed() ? text : undefined;
}

const valuesFor = ({ where }: Leaf): readonly unknown[] =>
  where === 'body'
    ? [undefined, ...HOSTILE]
    : [...new Set(HOSTILE.map(written).filter((text) => text !== undefined))];

function faultsOf(
  { call }: DeclaredCall,
  where: Leaf['where'],
  given: ExampleRequest,
): readonly FieldError[] {
  const { faults = [] } = checkInput(call[where] as z.ZodType, given[where], call.tolerant);
  return faults;
}

describe('no input ends in a failure of the server', () => {
  let test: TestApp;
  /** A company of its own for each call: what is tried at one uses up what a company may have. */
  let world: World;
  const counted = { leaves: 0, values: 0, sent: 0 };
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  async function headersFor({ key, call }: DeclaredCall): Promise<Headers> {
    if (call.access.startsWith('key:')) return (await makeKey(test, world.scope)).headers;
    if (key === 'identity.endSession' || key === 'identity.endSessions')
      return signIn(test, await makeUser(test));
    return key === 'identity.logout' ? signIn(test, world.owner, world.scope) : world.headers;
  }

  /** What was tried may have closed the company, or asked its people for more than they have. */
  const open = () =>
    test.arrange('update company set enabled = true, second_factor_required = false where id_client = $1', [
      world.scope.company_id,
    ]);

  /** A call with what it is about, made anew where a request has used it up. */
  class Tried {
    readonly #declared: DeclaredCall;
    #example: ExampleRequest = {};
    #headers: Headers = {};
    constructor(declared: DeclaredCall) {
      this.#declared = declared;
    }

    async begin(): Promise<void> {
      this.#example = await exampleOf(this.#declared, world);
      this.#headers = { ...(await headersFor(this.#declared)), ...this.#example.headers };
    }

    with(leaf: Leaf, value: unknown): ExampleRequest {
      return withLeaf(this.#example, leaf, value);
    }

    async send(given: ExampleRequest, what: string): Promise<void> {
      counted.sent++;
      const { call } = this.#declared;
      const answer = await ask(test, call, given, this.#headers);
      assert.ok(answer.status < 500, `${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
      const done = answer.status < 300 && call.method !== 'GET';
      if (done) await open();
      if (done || answer.status === 401) await this.begin();
    }
  }

  /** What is refused here is refused there: it need not be sent, but it must be said, in both languages. */
  function assertSaid(faults: readonly FieldError[], what: string, absent: string | undefined): void {
    for (const { path, code, message } of faults) {
      assert.ok(code, `${what} is refused without a code: ${message}`);
      assert.ok(refusalWords.find(message), `no Italian for "${message}": add it to a refusals.it.json`);
      if (path === absent) assert.equal(code, 'required', what);
    }
  }

  for (const declared of calls.filter(({ call }) => !isStream(call))) {
    const leaves = leavesOf(declared);
    if (leaves.length === 0) continue;

    it(`${declared.key}: whatever stands at one of its ${leaves.length} places`, async () => {
      world = await makeWorld(test);
      const tried = new Tried(declared);
      await tried.begin();
      for (const leaf of leaves) {
        counted.leaves++;
        for (const value of valuesFor(leaf)) {
          counted.values++;
          const at = leaf.path.join('.');
          const what = `${declared.key} ${leaf.where}.${at} = ${JSON.stringify(value)?.slice(0, 80)}`;
          const given = tried.with(leaf, value);
          const faults = faultsOf(declared, leaf.where, given);
          assertSaid(faults, what, value === undefined ? at : undefined);
          if (faults.length === 0) await tried.send(given, what);
        }
      }
    });
  }

  it('was tried often enough', (context) => {
    context.diagnostic(JSON.stringify(counted));
    assert.ok(counted.values > 50_000, `only ${counted.values} values at ${counted.leaves} places`);
    assert.ok(counted.sent > 2_000, `only ${counted.sent} were let in`);
  });
});

/** How a thing that is missing is asked for. // spec §5 */
function sentencesFor(name: string): readonly string[] {
  if (name === 'email') return ['Insert email address'];
  if (name.endsWith('password')) return ['Insert password'];
  return ['required', 'Alarm not saved. Insert infos'];
}

describe('whatever is left out', () => {
  it('is asked for by the specified sentence, or by "required", with a code', () => {
    const asked = calls.flatMap((declared) =>
      (['query', 'body'] as const).flatMap((where) => {
        const schema = declared.call[where] as z.ZodType | undefined;
        if (!schema || declared.call.consumes !== 'application/json') return [];
        const { faults = [] } = checkInput(schema, {}, declared.call.tolerant);
        const names = new Set(leavesOf(declared).flatMap(({ path }) => (path.length === 1 ? path : [])));
        return faults.filter(({ path }) => names.has(path)).map((fault) => ({ ...fault, key: declared.key }));
      }),
    );
    assert.ok(asked.length > 80, `only ${asked.length}`);
    for (const { key, path, code, message } of asked) {
      assert.equal(code, 'required', `${key} without ${path}: ${message}`);
      assert.ok(sentencesFor(path).includes(message), `${key} without ${path}: ${message}`);
      assert.ok(refusalWords.find(message), `no Italian for "${message}"`);
    }
  });
});
