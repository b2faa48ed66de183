import { z } from 'zod';
import { Id, INT_MAX, ProjCode } from '../../../src/shared/contract/fields.ts';
import type { Given } from './ask.ts';
import { calls, type DeclaredCall } from './calls.ts';
import { type ExampleRequest, exampleOf } from './examples.ts';
import { type Json, leavesOf, withLeaf } from './leaves.ts';
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
export type Owned = Things & { readonly company_id: number; readonly owner_id: number };
export const owned = ({ scope, plant, owner }: World): Owned => ({
  ...plant,
  company_id: scope.company_id,
  owner_id: owner.id,
});

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
const port: SlotKind = { of: ({ port_id }) => String(port_id), missing: String(NOWHERE) };
const portNumber: SlotKind = { of: ({ port_id }) => port_id, missing: NOWHERE };
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
/** Whatever the others have an id of. */
const ANY = 'any';

/** `status`: what a foreign and a missing one both come to; 404 unless said. */
type Registered =
  | SlotKind
  | typeof NEW
  | typeof NONE
  | {
      readonly made: true;
      readonly status?: number;
      readonly plantless?: true;
      /** Where ids are no numbers. */
      readonly missing?: string;
    };

/** A word of the company's own, made by the example itself: it hangs on no plant. */
const word = { made: true, plantless: true } as const;

/** A question to the field, made by the example itself. */
const question = { made: true, plantless: true, missing: '00000000-0000-4000-8000-00000000000f' } as const;

/** Kinds of ids by the name of their slot, by call and name where the name alone does not say, or by call and path. */
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
  port_id: port,
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
  // A plant that is archived or restored is made by the example itself.
  'plants.archive proj_code': { made: true, missing: 'NO-SUCH-PLANT' },
  'plants.restore proj_code': { made: true, missing: 'NO-SUCH-PLANT' },
  'plants.getDevice id': device,
  // Numbers in a body, where a query has digits.
  'plants.createDevice port_id': portNumber,
  'fieldTools.ask port_id': portNumber,
  // Of a device that is tried, which the example does not: field-questions.test.ts asks for what is hidden.
  'fieldTools.ask tests.0.target.port_id': NONE,
  'fieldTools.ask device_id': NONE,
  unit_ids: NONE,
  // A question is its asker's alone.
  'fieldTools.answers id': question,
  'fieldTools.giveUp id': question,
  section_id: { of: ({ section_id }) => section_id, missing: NOWHERE },
  category_id: { of: ({ category_id }) => category_id, missing: NOWHERE, plantless: true },
  'configuration.deviceDetails id': device,
  'newest.deviceNewest id': device,
  'newest.deviceHours id': device,
  // Devices that are changed or deleted are made by the example itself.
  'devices.remove id': { made: true },
  'configuring.copyPort id': { made: true },
  'configuring.changePort id': { made: true },
  'configuring.removePort id': { made: true },
  'configuring.changeDevice id': { made: true },
  'configuring.copyDevice id': { made: true },
  'configuring.traceDevice id': { made: true },
  'configuring.changeVariable id': { made: true },
  'configuring.changeVariables id': { made: true },
  'configuring.copyVariable id': { made: true },
  'configuring.removeVariable id': { made: true },
  'configuring.changeAttribute id': { made: true },
  'configuring.removeAttribute id': { made: true },
  'versions.goBack id': { made: true },
  'maps.exportMap id': device,
  'maps.importMap id': { made: true },
  'maps.exportTemplateMap key': word,
  'maps.importTemplateMap key': word,
  'deviceBin.restore id': { made: true },
  'deviceBin.remove id': { made: true },
  'configuring.deviceLog id': device,
  'versions.list id': device,
  'versions.difference id': device,
  'configuring.addVariables device_id': deviceNumber,
  'configuring.addAttribute device_id': deviceNumber,
  'configuring.changePort master_id': deviceNumber,
  'configuring.changeDevice port_id': portNumber,
  'configuring.copyDevice port_id': portNumber,
  'bulk.addDevices port_id': portNumber,
  like_device_id: deviceNumber,
  // The list of them; and a key that is not found is refused at its field: bulk.test.ts.
  'bulk.addDevices devices': NONE,
  'bulk.addDevices template_key': NONE,
  'plants.addVariables device_id': deviceNumber,
  'plants.updateVariableName id': word,
  'plants.removeVariableName id': word,
  'plants.tag id': word,
  'catalogue.updateCategory id': word,
  'catalogue.removeCategory id': word,
  'catalogue.updateGroup id': word,
  'catalogue.removeGroup id': word,
  'catalogue.orderGroups id': word,
  'catalogue.updateTag id': word,
  'catalogue.removeTag id': word,
  'catalogue.setDeviceTags id': device,
  tag_ids: word,
  'calculations.get id': { made: true },
  'calculations.past id': { made: true },
  'calculations.update id': { made: true },
  'calculations.remove id': { made: true },
  'calculations.create device_id': deviceNumber,
  'calculations.update device_id': deviceNumber,
  'calculations.preview device_id': deviceNumber,
  'templates.get key': word,
  'templates.change key': word,
  'templates.remove key': word,
  'templates.difference key': word,
  'templates.preview key': word,
  'templates.apply key': word,
  'templates.create device_id': deviceNumber,
  'templates.change device_id': deviceNumber,
  'templates.difference device_id': device,
  'templates.preview device_ids': deviceNumber,
  'templates.apply device_id': deviceNumber,
  // Lists of devices with what was seen of them; their numbers are slots of their own.
  'templates.change from_device': NONE,
  'templates.apply devices': NONE,
  template_key: NONE,
  // What a virtual device that is to be made is like; its plant has a slot of its own.
  'calculations.create device': NONE,
  'calculations.update device': NONE,
  'calculations.preview device': NONE,
  'mqttCredentials.create device_id': deviceNumber,
  'mqttCredentials.remove id': { made: true },
  'alarmRules.setRule device_id': deviceNumber,
  'alarmRules.preview device_id': deviceNumber,
  'readingMarks.create device_id': deviceNumber,
  'readingMarks.undo id': { made: true },
  // Kinds of alarms.
  'choices.saveChoice codes': NONE,
  'webhooks.createWebhook codes': NONE,
  'webhooks.changeWebhook codes': NONE,
  proj_codes: plant,
  'webhooks.changeWebhook id': word,
  'webhooks.removeWebhook id': word,
  'webhooks.testWebhook id': word,
  'webhooks.deliveries id': word,
  'webhooks.sendAgain id': word,
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
  'companies.listMade id': { made: true },
  'companies.renewInvitation id': { made: true },
  'companies.withdrawInvitation id': { made: true },
  // Alarms and snoozes are made by the examples themselves.
  'alarms.one id': { made: true },
  'alarms.change id': { made: true },
  'alarms.changeMany id': { made: true },
  'alarms.comment id': { made: true },
  'snoozes.endSnooze id': { made: true },
  'measurements.lastResults id': device,
  // Shared in the company: what of it is of hidden plants is left out of its answer.
  'charts.get id': { of: ({ chart_id }) => String(chart_id), missing: String(NOWHERE), plantless: true },
  // Charts that are changed or deleted are made by the example itself.
  'charts.update id': { made: true },
  'charts.remove id': { made: true },
  'charts.create device_id': deviceNumber,
  'charts.update device_id': deviceNumber,
  // Colleagues: whoever belongs to another company only is nobody here.
  'alarms.change assigned_to': {
    of: ({ owner_id }) => owner_id,
    missing: NOWHERE,
    status: 400,
    plantless: true,
  },
  'alarms.changeMany assigned_to': {
    of: ({ owner_id }) => owner_id,
    missing: NOWHERE,
    status: 400,
    plantless: true,
  },
  assigned: {
    of: ({ owner_id }) => String(owner_id),
    missing: String(NOWHERE),
    status: 200,
    plantless: true,
  },
  // Compared with the snooze in force, and never looked up.
  'snoozes.snooze replaces': NONE,
  // Numbers of the pages of a list, and of the versions of the thing that another slot names.
  page: NONE,
  page_size: NONE,
  points: NONE,
  'versions.difference from': NONE,
  'versions.difference to': NONE,
  'versions.goBack number': NONE,
  'maps.importMap version': NONE,
  'maps.importTemplateMap version': NONE,
  // Columns of the file that is imported.
  time_column: NONE,
  column: NONE,
  // Imports are made by the example itself, in the company that it is given.
  'measurements.previewImport id': { made: true },
  'measurements.runImport id': { made: true },
};

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
