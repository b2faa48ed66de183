import { z } from 'zod';
import { Id, INT_MAX, ProjCode } from '../../../src/shared/contract/fields.ts';
import { areas } from './area-examples.ts';
import type { Given } from './ask.ts';
import { calls, type DeclaredCall } from './calls.ts';
import { type ExampleRequest, exampleOf } from './examples.ts';
import { type Json, leavesOf, withLeaf } from './leaves.ts';
import { ANY, COMMON_SLOTS, NEW, NONE, NOWHERE, type Owned, type Registered } from './slot-kinds.ts';
import type { World } from './world.ts';

/** A place in a request where an id of something stands. */
export interface Slot {
  readonly declared: DeclaredCall;
  readonly where: 'params' | 'query' | 'body';
  /** From the part of the request down to the value; '0' is the first of a list. */
  readonly path: readonly string[];
  readonly name: string;
  /** Values joined by commas. */
  readonly list: boolean;
}

/** Kinds of ids by the name of their slot, by call and name where the name alone does not say, or by call and path. */
const KINDS: Readonly<Record<string, Registered>> = Object.assign(
  {},
  COMMON_SLOTS,
  ...areas.map(({ slots }) => slots),
);

const LOOKS_LIKE_AN_ID =
  /(^|_)(ids?|codes?|devices?|plants?|keys?|users?|members?|boxes|box|line|port_id)(_|$)/;

/** How to fill a slot; one of which nobody has said what stands there is tried with every id that the others have. */
export function kindOf({ declared, name, path }: Slot): Registered | typeof ANY {
  return KINDS[`${declared.key} ${path.join('.')}`] ?? KINDS[`${declared.key} ${name}`] ?? KINDS[name] ?? ANY;
}

/** How ids look whatever they are called: numbers without a bound below a bigint's, digits, plants' codes, UUIDs. */
function looksLikeAnId({ anyOf = [], type, maximum, pattern, format }: Json): boolean {
  if ((anyOf as Json[]).some(looksLikeAnId)) return true;
  if (type === 'integer') return maximum === undefined || Number(maximum) > INT_MAX;
  if (type !== 'string') return false;
  return format === 'uuid' || (typeof pattern === 'string' && ID_PATTERNS.has(pattern));
}
const ID_PATTERNS = new Set(
  [Id, ProjCode].map((schema) => String((z.toJSONSchema(schema, { io: 'input' }) as Json).pattern)),
);

const isScalar = ({ type }: Json): boolean => type === 'string' || type === 'integer';

function slotsIn(declared: DeclaredCall): Slot[] {
  const leaves = leavesOf(declared);
  const placeOf = (where: string, path: readonly string[]) => [where, ...path].join('.');
  // A list of ids is asked about by its first one.
  const lists = new Set(
    leaves
      .filter(({ path, schema }) => path.at(-1) === '0' && isScalar(schema))
      .map(({ where, path }) => placeOf(where, path.slice(0, -1))),
  );
  return leaves.flatMap(({ where, path, schema }): Slot[] => {
    const name = path.findLast((part) => part !== '0') ?? '';
    if (lists.has(placeOf(where, path)) || (path.at(-1) === '0' && !isScalar(schema))) return [];
    if (!LOOKS_LIKE_AN_ID.test(name) && !looksLikeAnId(schema)) return [];
    const list = where === 'query' && (name === 'devices' || name.endsWith('s'));
    return [{ declared, where, path, name, list }];
  });
}

/** Every slot of every declared call, found in the schemas. */
export const slots: readonly Slot[] = calls.flatMap(slotsIn);

/** The request with another value in a slot; the slot is made where the request leaves it out. */
export function withValue(example: ExampleRequest, slot: Slot, value: unknown): Given {
  const { handOver: _, ...given } = example;
  return withLeaf(given, slot, value);
}

/** What stands in a slot of a request. */
function valueIn(given: ExampleRequest, { where, path }: Slot): unknown {
  return path.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | undefined)?.[name],
    given[where],
  );
}

/** The request with what stands first in a list once more behind it, there with another value in the slot. */
function amongOwn(given: ExampleRequest, slot: Slot, value: unknown): Given | undefined {
  const at = slot.path.lastIndexOf('0');
  if (at < 0 || slot.where !== 'body') return undefined;
  const list = valueIn(given, { ...slot, path: slot.path.slice(0, at) });
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const both = withValue(given, { ...slot, path: slot.path.slice(0, at) }, [list[0], list[0]]);
  return withValue(both, { ...slot, path: slot.path.with(at, '1') }, value);
}

/** Every number and code by which the others' things are known, as it is written in such a slot. */
export function foreignIds({ where, path }: Slot, of: Owned, user_id: number): readonly unknown[] {
  const numbers = [
    of.plant_id,
    of.device_id,
    of.port_id,
    of.section_id,
    of.category_id,
    of.key_id,
    of.chart_id,
    user_id,
  ];
  const asText = where !== 'body' || path.at(-1) === 'after';
  return asText ? [...numbers.map(String), of.proj_code] : [...numbers, of.proj_code];
}
export const MISSING_IDS = { number: NOWHERE, code: 'NO-SUCH-PLANT' } as const;

/** What stands in a slot to ask for what is not the caller's, and for what nobody has. */
export interface ForeignValue {
  readonly foreign: unknown;
  readonly missing: unknown;
  /** What both come to. */
  readonly status: number;
  readonly plantless: boolean;
  /** The request with the foreign one behind one's own, where the slot takes several. */
  readonly among: (given: ExampleRequest, own: Owned) => Given | undefined;
}

/** The foreign and the missing value of a slot; `made` ones are made by the call's example. @throws as kindOf */
export async function foreignValueOf(
  slot: Slot,
  foreignWorld: World,
  foreign: Owned,
): Promise<ForeignValue | typeof NONE | typeof NEW | typeof ANY> {
  const kind = kindOf(slot);
  if (kind === NONE || kind === NEW || kind === ANY) return kind;
  if ('made' in kind) {
    const given = await exampleOf(slot.declared, foreignWorld, foreign);
    const value = valueIn(given, slot);
    return {
      foreign: value,
      missing: kind.missing ?? (typeof value === 'number' ? NOWHERE : String(NOWHERE)),
      status: kind.status ?? 404,
      plantless: kind.plantless ?? false,
      among: (request) => amongOwn(request, slot, value),
    };
  }
  const value = kind.of(foreign);
  const among = (given: ExampleRequest, own: Owned): Given | undefined => {
    if (slot.list) return withValue(given, slot, `${kind.of(own)},${value}`);
    if (slot.path.at(-1) !== '0') return undefined;
    return withValue(given, { ...slot, path: slot.path.slice(0, -1) }, [kind.of(own), value]);
  };
  const { missing, status = 404, plantless = false } = kind;
  return { foreign: value, missing, status, plantless, among };
}
