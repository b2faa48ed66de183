import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { z } from 'zod';
import { refusalWords } from '../../src/apps/server/refusal-words.ts';
import type { FieldError } from '../../src/shared/contract/client.ts';
import { checkInput } from '../../src/shared/server/http/check-input.ts';
import { createTestApp, type Headers, makeKey, makeUser, signIn, type TestApp } from '../support/app.ts';
import { HOSTILE } from './support/arbitrary.ts';
import { ask } from './support/ask.ts';
import { baseOf, isJudged, passes } from './support/bases.ts';
import { calls, type DeclaredCall, isStream } from './support/calls.ts';
import { type ExampleRequest, exampleOf } from './support/examples.ts';
import { type BranchLeaf, branchLeavesOf, type Leaf, withLeaf } from './support/leaves.ts';
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

const EACH_ROW = 'the rows of a delivery are judged one by one where they are stored';
/** Places at which the contract takes whatever stands there, and why: every value is sent. */
const UNJUDGED: ReadonlyMap<string, string> = new Map(
  ['', '.device', '.ts', '.values', '.values.ac_power_kw', '.quality', '.quality.ac_power_kw'].map((at) => [
    `measurements.ingest body.readings.0${at}`,
    EACH_ROW,
  ]),
);

const placeOf = ({ declared, where, path }: Leaf): string => `${declared.key} ${[where, ...path].join('.')}`;

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
  const counted = { leaves: 0, values: 0, sent: 0, begun: 0 };
  const unjudged: string[] = [];
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
    test.arrange(
      `update company set enabled = true, second_factor_required = false
       where id_client = $1 and (not enabled or second_factor_required)`,
      [world.scope.company_id],
    );

  /**
   * A call with what it is about. It is made anew where a request may have used it up: what is refused after another one
   * was taken is asked once more about something new, and a call that then takes it gets something new each time.
   */
  class Tried {
    readonly #declared: DeclaredCall;
    #example: ExampleRequest = {};
    #headers: Headers = {};
    #base: { leaf: BranchLeaf; request: ExampleRequest } | undefined;
    #isNew = false;
    #usesUp = false;
    constructor(declared: DeclaredCall) {
      this.#declared = declared;
    }

    async begin(): Promise<void> {
      if (counted.begun++ > 0) await open();
      this.#example = await exampleOf(this.#declared, world);
      this.#headers = { ...(await headersFor(this.#declared)), ...this.#example.headers };
      this.#base = undefined;
      this.#isNew = true;
    }

    /** A request that passes and has the leaf, in which the contract looks at it: else its values would go unread. */
    baseOf(leaf: BranchLeaf): ExampleRequest {
      if (this.#base?.leaf === leaf) return this.#base.request;
      const place = placeOf(leaf);
      const request = baseOf(this.#example, leaf, world, UNJUDGED.has(place) ? passes : isJudged);
      assert.ok(request, `nothing at ${place} is taken: give support/bases.ts a word for it`);
      this.#base = { leaf, request };
      return request;
    }

    async send(leaf: BranchLeaf, value: unknown, what: string): Promise<void> {
      const wasNew = this.#isNew;
      const status = await this.#sendOnce(leaf, value, what);
      if (wasNew || status < 300) return;
      await this.begin();
      const anew = await this.#sendOnce(leaf, value, what);
      if (anew < 300) this.#usesUp = true;
    }

    async #sendOnce(leaf: BranchLeaf, value: unknown, what: string): Promise<number> {
      counted.sent++;
      const { call } = this.#declared;
      const { status, text } = await ask(test, call, withLeaf(this.baseOf(leaf), leaf, value), this.#headers);
      assert.ok(status < 500, `${what}: ${status} ${text.slice(0, 300)}`);
      if (status < 300 && call.method !== 'GET') this.#isNew = false;
      if (status === 401 || (this.#usesUp && !this.#isNew)) await this.begin();
      return status;
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

  async function tryAt(leaf: BranchLeaf, tried: Tried): Promise<void> {
    counted.leaves++;
    if (!isJudged(tried.baseOf(leaf), leaf)) unjudged.push(placeOf(leaf));
    for (const value of valuesFor(leaf)) {
      counted.values++;
      const what = `${placeOf(leaf)} = ${JSON.stringify(value)?.slice(0, 80)}`;
      const given = withLeaf(tried.baseOf(leaf), leaf, value);
      const faults = faultsOf(leaf.declared, leaf.where, given);
      assertSaid(faults, what, value === undefined ? leaf.path.join('.') : undefined);
      if (faults.length === 0) await tried.send(leaf, value, what);
    }
  }

  for (const declared of calls.filter(({ call }) => !isStream(call))) {
    const leaves = branchLeavesOf(declared);
    if (leaves.length === 0) continue;

    it(`${declared.key}: whatever stands at one of its ${leaves.length} places`, async () => {
      world = await makeWorld(test);
      const tried = new Tried(declared);
      await tried.begin();
      for (const leaf of leaves) await tryAt(leaf, tried);
    });
  }

  it('was tried often enough', (context) => {
    context.diagnostic(JSON.stringify(counted));
    assert.ok(counted.values > 50_000, `only ${counted.values} values at ${counted.leaves} places`);
    assert.ok(counted.sent > 8_000, `only ${counted.sent} were let in`);
    assert.deepEqual(unjudged, [...UNJUDGED.keys()], 'what the contract judges now is no exception any more');
  });
});
