import { z } from 'zod';
import type { Given } from './ask.ts';
import { calls, type DeclaredCall } from './calls.ts';
import { type ExampleRequest, exampleOf } from './examples.ts';
import type { Things, World } from './world.ts';

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

/** The things of a plant, and the company that they belong to. */
export type Owned = Things & { readonly company_id: number };
export const owned = ({ scope, plant }: World): Owned => ({ ...plant, company_id: scope.company_id });

/** What an id of some kind is for the things of a plant, and one that nothing has. */
export interface SlotKind {
  readonly of: (things: Owned) => string | number;
  readonly missing: string | number;
  /** What a foreign and a missing one both come to; 404 unless said. */
  readonly status?: number;
  /** It hangs on no plant: everybody whom the call is open to knows those of their own company. */
  readonly plantless?: true;
}

const NOWHERE = 8_000_000_000_000;
const plant: SlotKind = { of: ({ proj_code }) => proj_code, missing: 'NO-SUCH-PLANT' };
const device: SlotKind = { of: ({ device_id }) => String(device_id), missing: String(NOWHERE) };
const deviceNumber: SlotKind = { of: ({ device_id }) => device_id, missing: NOWHERE };
const key: SlotKind = { of: ({ key_id }) => String(key_id), missing: String(NOWHERE) };
const company: SlotKind = {
  of: ({ company_id }) => String(company_id),
  missing: '2000000000',
  plantless: true,
};
/** A code that the call itself brings into the world: what another company calls its own is free here. */
const NEW = 'new';
/** A number or word that looks like an id and is none. */
const NONE = 'none';

/** `status`: what a foreign and a missing one both come to; 404 unless said. */
type Registered = SlotKind | typeof NEW | typeof NONE | { readonly made: true; readonly status?: number };

/** Kinds of ids by the name of their slot, or by call and name where the name alone does not say. */
const KINDS: Readonly<Record<string, Registered>> = {
  id_client: company,
  proj_code: plant,
  codes: plant,
  plants: plant,
  // Whether series stand under their device's number on its bus.
  by_unit_id: NONE,
  devices: device,
  device_id: device,
  master_id: device,
  // A device of a reading; a batch with an unknown one is refused as a whole, row by row in its answer.
  device: {
    of: ({ proj_code, short_name }) => `${proj_code}/${short_name}`,
    missing: 'NO-SUCH-PLANT/NO-SUCH-DEVICE',
    status: 422,
  },
  // The device's number on its bus, and the Modbus function that reads it.
  unit_id: NONE,
  function_code: NONE,
  // A text of the company's own choice.
  tag_key: NONE,
  'plants.create proj_code': NEW,
  'plants.getDevice id': device,
  'plants.addVariables device_id': deviceNumber,
  'mqttCredentials.create device_id': deviceNumber,
  'mqttCredentials.remove id': { made: true },
  'readingMarks.create device_id': deviceNumber,
  'readingMarks.undo id': { made: true },
  'companies.revokeKey id': key,
  // Whoever did something: a filter, by which the deeds of people of other companies are none.
  actor_id: { made: true, status: 200 },
  // The address proves by itself whose it is; a changed one is another test's affair.
  'files.putUpload key': NONE,
  plant_id: { of: ({ plant_id }) => String(plant_id), missing: String(NOWHERE) },
  related_plants: { of: ({ plant_id }) => String(plant_id), missing: String(NOWHERE) },
  'companies.getDevice id': device,
  // An account is its owner's: anybody else's number is none. Sessions and colleagues are made by the example itself.
  'identity.sendConfirmation id': { made: true },
  'identity.updateUser id': { made: true },
  'identity.putAvatar id': { made: true },
  'identity.removeAvatar id': { made: true },
  'identity.endSession id': { made: true },
  'identity.downloadData id': { made: true },
  'identity.removeUser id': { made: true },
  'identity.dismiss id': { made: true },
  // What an authenticator shows.
  code: NONE,
  // Users and invitations are made by the example itself, in the company that it is given.
  'companies.getUser id': { made: true },
  'companies.updateUser id': { made: true },
  'companies.renewInvitation id': { made: true },
  'companies.withdrawInvitation id': { made: true },
  'measurements.lastResults id': device,
  // Shared in the company: what of it is of hidden plants is left out of its answer.
  'charts.get id': { of: ({ chart_id }) => String(chart_id), missing: String(NOWHERE), plantless: true },
  // Charts that are changed or deleted are made by the example itself.
  'charts.update id': { made: true },
  'charts.remove id': { made: true },
  'charts.create device_id': deviceNumber,
  'charts.update device_id': deviceNumber,
  // Imports are made by the example itself, in the company that it is given.
  'measurements.previewImport id': { made: true },
  'measurements.runImport id': { made: true },
};

const LOOKS_LIKE_AN_ID =
  /(^|_)(ids?|codes?|devices?|plants?|keys?|users?|members?|boxes|box|line|port_id)(_|$)/;

/** How to fill a slot. @throws when its kind is not registered: who adds a slot says what stands in it */
export function kindOf({ declared, name }: Slot): Registered {
  const kind = KINDS[`${declared.key} ${name}`] ?? KINDS[name];
  if (kind) return kind;
  throw new Error(`${declared.key} has a slot ${name}: register its kind in tests/contract/support/slots.ts`);
}

type Json = Readonly<Record<string, unknown>>;

function* leaves(
  schema: Json,
  path: readonly string[],
): Generator<{ path: readonly string[]; schema: Json }> {
  const { properties, items, anyOf, oneOf, allOf } = schema as Record<string, Json & Json[]>;
  for (const branch of [anyOf, oneOf, allOf].flat()) if (branch) yield* leaves(branch, path);
  if (items) yield* leaves(items, [...path, '0']);
  for (const [name, of] of Object.entries(properties ?? {})) {
    const one = (of as { items?: Json }).items;
    // A list of ids is asked about by its first one.
    if (one?.type === 'string' || one?.type === 'integer') yield { path: [...path, name, '0'], schema: one };
    else yield { path: [...path, name], schema: of as Json };
    yield* leaves(of as Json, [...path, name]);
  }
}

function slotsIn(declared: DeclaredCall, where: Slot['where']): Slot[] {
  const schema = declared.call[where] as z.ZodType | undefined;
  if (!schema) return [];
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  const found = new Map<string, Slot>();
  for (const { path } of leaves(json, [])) {
    const name = path.findLast((part) => part !== '0') ?? '';
    if (!LOOKS_LIKE_AN_ID.test(name)) continue;
    const list = where === 'query' && (name === 'devices' || name.endsWith('s'));
    found.set(path.join('.'), { declared, where, path, name, list });
  }
  return [...found.values()];
}

/** Every slot of every declared call, found in the schemas. */
export const slots: readonly Slot[] = calls.flatMap((declared) =>
  (['params', 'query', 'body'] as const).flatMap((where) => slotsIn(declared, where)),
);

/** The request with another value in a slot; the slot is made where the request leaves it out. */
export function withValue(example: ExampleRequest, { where, path }: Slot, value: unknown): Given {
  const { handOver: _, ...given } = example;
  const copy = structuredClone({ ...given, [where]: given[where] ?? {} }) as Record<string, unknown>;
  let at = copy[where] as Record<string, unknown>;
  for (const [i, name] of path.slice(0, -1).entries()) {
    at[name] ??= path[i + 1] === '0' ? [] : {};
    at = at[name] as Record<string, unknown>;
  }
  at[path.at(-1) ?? ''] = value;
  return copy as Given;
}

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
): Promise<ForeignValue | typeof NONE | typeof NEW> {
  const kind = kindOf(slot);
  if (kind === NONE || kind === NEW) return kind;
  if ('made' in kind) {
    const given = await exampleOf(slot.declared, foreignWorld, foreign);
    const value = given[slot.where as 'params']?.[slot.name];
    return {
      foreign: value,
      missing: String(NOWHERE),
      status: kind.status ?? 404,
      plantless: false,
      among: () => undefined,
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
