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

function* within(schema: Json, path: readonly string[]): Generator<Pick<Leaf, 'path' | 'schema'>> {
  const { properties, items, anyOf, oneOf, allOf, additionalProperties } = schema as Record<
    string,
    Json & Json[]
  >;
  for (const branch of [anyOf, oneOf, allOf].flat()) if (branch) yield* within(branch, path);
  if (items) {
    yield { path: [...path, '0'], schema: items };
    yield* within(items, [...path, '0']);
  }
  if (typeof additionalProperties === 'object') {
    yield { path: [...path, ANY_NAME], schema: additionalProperties };
    yield* within(additionalProperties, [...path, ANY_NAME]);
  }
  for (const [name, of] of Object.entries(properties ?? {})) {
    yield { path: [...path, name], schema: of as Json };
    yield* within(of as Json, [...path, name]);
  }
}

/** Every place of a call's request, each once, with whatever may stand in it. */
export function leavesOf(declared: DeclaredCall): readonly Leaf[] {
  return (['params', 'query', 'body'] as const).flatMap((where) => {
    const schema = declared.call[where] as z.ZodType | undefined;
    if (!schema) return [];
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
    const found = new Map<string, Leaf>();
    for (const { path, schema: of } of within(json, [])) {
      const known = found.get(path.join('.'));
      const merged = known ? { anyOf: [known.schema, of] } : of;
      found.set(path.join('.'), { declared, where, path, schema: merged });
    }
    return [...found.values()];
  });
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
