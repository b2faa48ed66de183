import { z } from 'zod';
import type { DeclaredCall } from './calls.ts';

export type Json = Readonly<Record<string, unknown>>;

/** One place of a request that somebody fills in. */
export interface Leaf {
  readonly declared: DeclaredCall;
  readonly where: 'params' | 'query' | 'body';
  /** From the part of the request down to the value; '0' is the first of a list. */
  readonly path: readonly string[];
  readonly schema: Json;
}

/** The name under which a free-named member is tried: that of a variable. */
const ANY_NAME = 'ac_power_kw';

/** A leaf as one branch of each union on the way to it has it. */
export interface BranchLeaf extends Leaf {
  /** The schema of what holds each part of the path, outermost first; of a union the branch. */
  readonly holders: readonly Json[];
}

type Found = Pick<BranchLeaf, 'path' | 'schema' | 'holders'>;

function* within(schema: Json, path: readonly string[] = [], outer: readonly Json[] = []): Generator<Found> {
  const { properties, items, anyOf, oneOf, additionalProperties } = schema as Record<string, Json & Json[]>;
  for (const branch of [anyOf, oneOf].flat()) if (branch) yield* within(branch, path, outer);
  const members: (readonly [string, Json])[] = Object.entries((properties ?? {}) as Record<string, Json>);
  if (items) members.push(['0', items]);
  if (typeof additionalProperties === 'object') members.push([ANY_NAME, additionalProperties]);
  for (const [name, of] of members) {
    const found = { path: [...path, name], schema: of, holders: [...outer, schema] };
    yield found;
    yield* within(of, found.path, found.holders);
  }
}

/** Every place of a call's request, once for each branch of a union that has it. */
export function branchLeavesOf(declared: DeclaredCall): readonly BranchLeaf[] {
  return (['params', 'query', 'body'] as const).flatMap((where) => {
    const schema = declared.call[where] as z.ZodType | undefined;
    if (!schema) return [];
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
    return [...within(json)].map((found) => ({ declared, where, ...found }));
  });
}

/** Every place of a call's request, each once, with whatever may stand in it. */
export function leavesOf(declared: DeclaredCall): readonly Leaf[] {
  const found = new Map<string, Leaf>();
  for (const { where, path, schema } of branchLeavesOf(declared)) {
    const place = [where, ...path].join('.');
    const known = found.get(place);
    const merged = known ? { anyOf: [known.schema, schema] } : schema;
    found.set(place, { declared, where, path, schema: merged });
  }
  return [...found.values()];
}

/** The request with another value in a leaf; what leads there is made where the request leaves it out. */
export function withLeaf<T extends object>(
  given: T,
  { where, path }: Pick<Leaf, 'where' | 'path'>,
  value: unknown,
): T {
  const part = (given as Record<string, unknown>)[where] ?? {};
  const copy = { ...given, [where]: structuredClone(part) } as Record<string, unknown>;
  let at = copy[where] as Record<string, unknown>;
  for (const [i, name] of path.slice(0, -1).entries()) {
    const next = at[name];
    if (typeof next !== 'object' || next === null) at[name] = path[i + 1] === '0' ? [] : {};
    at = at[name] as Record<string, unknown>;
  }
  const last = path.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy as T;
}
