import assert from 'node:assert/strict';
import type { z } from 'zod';
import type { FieldError } from '../../../src/shared/contract/client.ts';
import { checkInput } from '../../../src/shared/server/http/check-input.ts';
import { type Headers, makeKey, makeUser, signIn } from '../../support/app.ts';
import { ask, assertJudged } from './ask.ts';
import { baseOf, isJudged, passes } from './bases.ts';
import type { DeclaredCall } from './calls.ts';
import { type ExampleRequest, exampleOf } from './examples.ts';
import { type BranchLeaf, type Leaf, withLeaf } from './leaves.ts';
import type { World } from './world.ts';

/** A value at a place of a request. */
export interface Placed {
  readonly leaf: BranchLeaf;
  readonly value: unknown;
}

export const placeOf = ({ declared, where, path }: Leaf): string =>
  `${declared.key} ${[where, ...path].join('.')}`;

export const told = (placed: readonly Placed[]): string =>
  placed.map(({ leaf, value }) => `${placeOf(leaf)} = ${JSON.stringify(value)?.slice(0, 80)}`).join(' and ');

/** What the contract finds wrong in a part of a request. */
export function faultsOf(
  { call }: DeclaredCall,
  where: Leaf['where'],
  given: ExampleRequest,
): readonly FieldError[] {
  const { faults = [] } = checkInput(call[where] as z.ZodType, given[where], call.tolerant);
  return faults;
}

const holds = (declared: DeclaredCall, given: ExampleRequest): boolean =>
  (['params', 'query', 'body'] as const).every(
    (where) => !declared.call[where] || faultsOf(declared, where, given).length === 0,
  );

const isWithin = (a: Leaf, b: Leaf): boolean =>
  a.where === b.where && b.path.every((name, i) => a.path[i] === name);

async function headersFor({ key, call }: DeclaredCall, world: World): Promise<Headers> {
  const { test } = world;
  if (call.access.startsWith('key:')) return (await makeKey(test, world.scope)).headers;
  if (key === 'identity.endSession' || key === 'identity.endSessions')
    return signIn(test, await makeUser(test));
  return key === 'identity.logout' ? signIn(test, world.owner, world.scope) : world.headers;
}

/** What was tried may have closed the company, or asked its people for more than they have. */
const open = ({ test, scope }: World) =>
  test.arrange(
    `update company set enabled = true, second_factor_required = false
     where id_client = $1 and (not enabled or second_factor_required)`,
    [scope.company_id],
  );

/**
 * A call with what it is about. It is made anew where a request may have used it up: what is refused after another one
 * was taken is asked once more about something new, and a call that then takes it gets something new each time.
 */
export class Tried {
  readonly #declared: DeclaredCall;
  readonly #world: World;
  /** Places at which the contract takes whatever stands there. */
  readonly #unjudged: ReadonlyMap<string, string>;
  #example: ExampleRequest = {};
  #headers: Headers = {};
  readonly #bases = new Map<BranchLeaf, ExampleRequest>();
  #begun = false;
  #isNew = false;
  #usesUp = false;
  requests = 0;
  constructor(declared: DeclaredCall, world: World, unjudged: ReadonlyMap<string, string>) {
    this.#declared = declared;
    this.#world = world;
    this.#unjudged = unjudged;
  }

  async begin(): Promise<void> {
    if (this.#begun) await open(this.#world);
    this.#begun = true;
    this.#example = await exampleOf(this.#declared, this.#world);
    this.#headers = { ...(await headersFor(this.#declared, this.#world)), ...this.#example.headers };
    this.#bases.clear();
    this.#isNew = true;
  }

  /** A request that passes and has the leaf, in which the contract looks at it: else its values would go unread. */
  baseOf(leaf: BranchLeaf): ExampleRequest {
    const place = placeOf(leaf);
    const request =
      this.#bases.get(leaf) ??
      baseOf(this.#example, leaf, this.#world, this.#unjudged.has(place) ? passes : isJudged);
    assert.ok(request, `nothing at ${place} is taken: give support/bases.ts a word for it`);
    this.#bases.set(leaf, request);
    return request;
  }

  /** Whether the leaf stands, or could stand, in the call's example as it is, where the contract looks at it. */
  isInExample(leaf: BranchLeaf): boolean {
    const { where, path } = leaf;
    const holder = path.slice(0, -1).reduce(memberOf, this.#example[where] as unknown);
    if (path.length > 1 && (typeof holder !== 'object' || holder === null)) return false;
    const value = path.reduce(memberOf, this.baseOf(leaf)[where] as unknown);
    return isJudged(withLeaf(this.#example, leaf, value), leaf);
  }

  /** The most of the values that the contract takes in one request beside each other. */
  together(placed: readonly Placed[]): readonly Placed[] {
    const chosen: Placed[] = [];
    let request = this.#example;
    for (const one of placed) {
      if (chosen.some(({ leaf }) => isWithin(leaf, one.leaf) || isWithin(one.leaf, leaf))) continue;
      const next = withLeaf(request, one.leaf, one.value);
      if (!holds(this.#declared, next)) continue;
      request = next;
      chosen.push(one);
    }
    return chosen;
  }

  #requestWith(placed: readonly Placed[]): ExampleRequest {
    const [first, ...others] = placed;
    if (first && others.length === 0) return withLeaf(this.baseOf(first.leaf), first.leaf, first.value);
    return placed.reduce((request, { leaf, value }) => withLeaf(request, leaf, value), this.#example);
  }

  /** Whether it was taken with these values in it. */
  async takes(placed: readonly Placed[]): Promise<boolean> {
    const wasNew = this.#isNew;
    const status = await this.#sendOnce(placed);
    if (wasNew || status < 300) return status < 300;
    await this.begin();
    const anew = await this.#sendOnce(placed);
    if (anew < 300) this.#usesUp = true;
    return anew < 300;
  }

  async #sendOnce(placed: readonly Placed[]): Promise<number> {
    this.requests++;
    const { call } = this.#declared;
    const { status, text } = await ask(this.#world.test, call, this.#requestWith(placed), this.#headers);
    assert.ok(status < 500, `${told(placed)}: ${status} ${text.slice(0, 300)}`);
    assertJudged(text, told(placed));
    if (status < 300 && call.method !== 'GET') this.#isNew = false;
    if (status === 401 || (this.#usesUp && !this.#isNew)) await this.begin();
    return status;
  }
}

const memberOf = (held: unknown, name: string): unknown =>
  (held as Record<string, unknown> | null | undefined)?.[name];
