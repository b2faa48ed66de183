import { isDeepStrictEqual } from 'node:util';
import { knownDevices } from '../../../devices/templates/known-devices.ts';
import { recordAudit } from '../../../shared/server/audit.ts';
import { AppError, notFound } from '../../../shared/server/errors.ts';
import { tooMany } from '../../../shared/server/records/company-list.ts';
import { assertVersion } from '../../../shared/server/records/version.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { findPerson } from '../../identity/server/people.public.ts';
import { ownTemplateId, ownTemplateKey, TEMPLATES } from '../template.model.ts';
import { sayAll, type TemplateMap } from '../template-fields.contract.ts';
import type { Template, TemplateLine } from '../templates.contract.ts';
import { contentOfOwn, findTemplateContent } from './template-content.ts';
import { readDevice } from './template-of-device.ts';
import {
  countMade,
  countOwnTemplates,
  deleteOwnTemplate,
  findOwnTemplate,
  holdOwnTemplate,
  insertOwnTemplate,
  listMade,
  listOwnTemplates,
  type MadeCount,
  type OwnTemplate,
  type OwnTemplateLine,
  type TemplateTexts,
  updateOwnTemplate,
} from './templates.repository.ts';

function standingOf(made: readonly MadeCount[], { key, version }: { key: string; version: number }) {
  const own = made.filter((one) => one.key === key);
  const sum = (counted: readonly MadeCount[]) => counted.reduce((all, { devices }) => all + devices, 0);
  return { devices: sum(own), lagging: sum(own.filter((one) => one.version < version)) };
}

function ownLine(row: OwnTemplateLine, made: readonly MadeCount[]): TemplateLine {
  const { id, name, manufacturer, model, category, version, variables, attributes, changed_at } = row;
  const key = ownTemplateKey(id);
  return {
    key,
    own: true,
    name,
    manufacturer,
    models: model === '' ? [] : [model],
    category,
    version,
    variables,
    attributes,
    ...standingOf(made, { key, version }),
    changed_at: changed_at.toISOString(),
  };
}

function knownLine(device: (typeof knownDevices)[number], made: readonly MadeCount[]): TemplateLine {
  const { key, name, manufacturer, models, category, version, variables, attributes } = device;
  return {
    key,
    own: false,
    name,
    manufacturer,
    models: [...models],
    category,
    version,
    variables: variables.length,
    attributes: attributes.length,
    ...standingOf(made, { key, version }),
    changed_at: null,
  };
}

/** The company's own templates, then the program's. */
export async function listTemplates(tx: Tx): Promise<TemplateLine[]> {
  const made = await countMade(tx, null);
  const own = await listOwnTemplates(tx);
  return [...own.map((row) => ownLine(row, made)), ...knownDevices.map((one) => knownLine(one, made))];
}

async function ownTemplate(tx: Tx, stored: OwnTemplate, made: readonly MadeCount[]) {
  const { variables, attributes } = contentOfOwn(stored);
  const person = await findPerson(tx, stored.changed_by);
  return {
    ...ownLine({ ...stored, variables: variables.length, attributes: attributes.length }, made),
    revision: stored.revision,
    changed_by: person?.name ?? null,
    notes: { en: stored.notes, it: stored.notes },
    source: { title: stored.source, url: null },
    map: { variables, attributes },
  };
}

/** A template with all that is known of it. @throws AppError not_found */
export async function getTemplate(tx: Tx, key: string): Promise<Template> {
  const made = await countMade(tx, key);
  const devices = await listMade(tx, key);
  const id = ownTemplateId(key);
  if (id !== null) {
    const stored = (await findOwnTemplate(tx, id)) ?? notFound();
    return { ...(await ownTemplate(tx, stored, made)), made: devices };
  }
  const known = knownDevices.find((one) => one.key === key) ?? notFound();
  const { variables, attributes } = (await findTemplateContent(tx, key)) ?? notFound();
  const { notes, source } = known;
  const rest = { revision: null, changed_by: null, notes, source, map: { variables, attributes } };
  return { ...knownLine(known, made), ...rest, made: devices };
}

function nameTaken(): never {
  throw new AppError('conflict', 'Another template has this name', {
    errors: [{ path: 'name', message: 'already taken', code: 'name_taken' }],
  });
}

type Texts = { [K in keyof TemplateTexts]?: TemplateTexts[K] | undefined };
export type Origin = { device_id: number } | { template_key: string } | TemplateMap;

/** What a new template begins as. @throws AppError not_found for a device or template that is not there */
async function beginAs(tx: Tx, from: Origin, now: Date): Promise<{ map: TemplateMap; texts: Texts }> {
  if ('device_id' in from) {
    const { details, map } = await readDevice(tx, from.device_id, now);
    const { manufacturer, model, category } = details.device;
    return { map, texts: { manufacturer, model, category } };
  }
  if (!('template_key' in from)) return { map: from, texts: {} };
  const { map, manufacturer, models, category, notes, source } = await getTemplate(tx, from.template_key);
  // Notes of the program's are in two languages, the company's own in whichever it writes.
  const texts = { manufacturer, model: models.length === 1 ? models[0] : '', category };
  const said = [source.title, source.url].filter(Boolean).join(' – ');
  return { map, texts: { ...texts, notes: notes.en === notes.it ? notes.en : '', source: said } };
}

/** Makes a template of the company's own. @returns its key. @throws AppError not_found, conflict */
export async function createTemplate(
  tx: Tx,
  { name, from, ...said }: Texts & { name: string; from: Origin },
  now: Date,
): Promise<string> {
  const { texts, ...begun } = await beginAs(tx, from, now);
  const map = sayAll(begun.map);
  if ((await countOwnTemplates(tx)) >= TEMPLATES.own) throw tooMany(TEMPLATES.own);
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  const none: TemplateTexts = { name, manufacturer: '', model: '', category: 'other', notes: '', source: '' };
  const all = { ...none, ...texts, ...Object.fromEntries(given) } as TemplateTexts;
  const id = (await insertOwnTemplate(tx, all, map)) ?? nameTaken();
  await recordAudit(tx, 'template.created', ownTemplateKey(id), {
    name,
    variables: map.variables.length,
    ...('device_id' in from
      ? { from: from.device_id }
      : 'template_key' in from
        ? { from: from.template_key }
        : {}),
  });
  return ownTemplateKey(id);
}

/** A template that the company may change, held. @throws AppError not_found; conflict for one of the program */
async function lockOwn(tx: Tx, key: string): Promise<OwnTemplate> {
  const id = ownTemplateId(key);
  if (id !== null) return (await holdOwnTemplate(tx, id)) ?? notFound();
  if (!knownDevices.some((one) => one.key === key)) notFound();
  throw new AppError('conflict', 'This template comes with the program and stays as it is: copy it first', {
    errors: [{ path: '', message: 'of the program', code: 'of_the_program' }],
  });
}

export interface TemplateChange extends Texts {
  revision?: number | undefined;
  variables?: TemplateMap['variables'] | undefined;
  attributes?: TemplateMap['attributes'] | undefined;
  from_device?: { device_id: number; newest_version?: number | undefined } | undefined;
}

const TEXTS = ['name', 'manufacturer', 'model', 'category', 'notes', 'source'] as const;

async function mapAfter(
  tx: Tx,
  before: TemplateMap,
  change: TemplateChange,
  now: Date,
): Promise<TemplateMap> {
  const { from_device, variables = before.variables, attributes = before.attributes } = change;
  if (!from_device) return sayAll({ variables, attributes });
  const { details, map } = await readDevice(tx, from_device.device_id, now);
  await assertVersion({ version: details.newest_version }, from_device.newest_version, () => details);
  return map;
}

/** Changes a template of the company's own; what is left out stays. @throws AppError not_found, conflict */
export async function changeTemplate(tx: Tx, key: string, change: TemplateChange, now: Date): Promise<void> {
  const stored = await lockOwn(tx, key);
  const { revision } = change;
  await assertVersion({ version: stored.revision }, revision, () => getTemplate(tx, key));
  const { variables, attributes } = contentOfOwn(stored);
  const before = { variables, attributes };
  const map = await mapAfter(tx, before, change, now);
  const texts = Object.fromEntries(TEXTS.map((field) => [field, change[field] ?? stored[field]]));
  const fields: string[] = TEXTS.filter((field) => texts[field] !== stored[field]);
  const gives = !isDeepStrictEqual(map, before);
  if (fields.length === 0 && !gives) return;
  const version = stored.version + (gives ? 1 : 0);
  const { id } = stored;
  if (!(await updateOwnTemplate(tx, { id, version }, texts as unknown as TemplateTexts, map))) nameTaken();
  const detail = { name: texts.name, fields: gives ? [...fields, 'map'] : fields, version };
  await recordAudit(tx, 'template.changed', key, detail);
}

/** Deletes a template of the company's own; devices keep what they have. @throws AppError not_found, conflict */
export async function removeTemplate(tx: Tx, key: string): Promise<void> {
  const { id, name } = await lockOwn(tx, key);
  await deleteOwnTemplate(tx, id);
  await recordAudit(tx, 'template.removed', key, { name });
}
