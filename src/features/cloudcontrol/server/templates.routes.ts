import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { applyMap, findMapChanges, lockDevices } from '../../plants/server/maps.public.ts';
import { addMissingNames, judgeNames } from '../../plants/server/missing-names.public.ts';
import type { TemplatePreview, templatesCalls } from '../templates.contract.ts';
import { findTemplateContent, type TemplateContent } from './template-content.ts';
import { differencesOfMaps, previewOf } from './template-differences.ts';
import { readDevice } from './template-of-device.ts';
import {
  changeTemplate,
  createTemplate,
  getTemplate,
  listTemplates,
  removeTemplate,
} from './templates.service.ts';

async function take(tx: Tx, key: string): Promise<TemplateContent> {
  return (await findTemplateContent(tx, key)) ?? notFound();
}

interface ApplyRequest {
  key: string;
  device_ids: readonly number[];
  remove: boolean;
  details: boolean;
}

async function preview(tx: Tx, { key, device_ids, remove, details }: ApplyRequest): Promise<TemplatePreview> {
  const map = await take(tx, key);
  const { missing, unknown, clashes } = await judgeNames(tx, map.variables);
  const changes = await findMapChanges(tx, device_ids, { map, remove });
  return {
    key,
    version: map.version,
    names: missing.filter((name) => !unknown.includes(name)),
    unknown,
    clashes,
    devices: changes.map((one) => previewOf(one, details)),
  };
}

interface Applied {
  key: string;
  version: number;
  remove: boolean;
  devices: readonly { device_id: number; newest_version: number | null }[];
  now: Date;
}

function changedSince(what: string, errors: { path: string; short_name: string }[]): never {
  throw new AppError('conflict', `Somebody has changed ${what} since it was previewed: look at it again`, {
    errors: errors.map(({ path, short_name }) => ({
      path,
      message: `${short_name} was changed since`,
      code: 'changed_since',
      params: { short_name },
    })),
  });
}

/** Names first, then devices: whoever changes the catalogue holds it before devices. */
async function apply(tx: Tx, { key, version, remove, devices, now }: Applied) {
  const map = await take(tx, key);
  if (map.version !== version) changedSince('the template', [{ path: 'version', short_name: map.name }]);
  const names = await addMissingNames(tx, map.variables);
  const ids = devices.map(({ device_id }) => device_id);
  await lockDevices(tx, ids);
  const changes = await findMapChanges(tx, ids, { map, remove });
  const seen = new Map(devices.map((one) => [one.device_id, one.newest_version]));
  const moved = changes.filter(({ device }) => seen.get(device.id) !== device.newest_version);
  if (moved.length > 0)
    changedSince(
      'a device',
      moved.map(({ device: { id, short_name } }) => ({ path: `devices.${ids.indexOf(id)}`, short_name })),
    );
  const change = { action: 'template.applied', template: { key, version }, now } as const;
  const detail = { template: key, template_name: map.name, template_version: version };
  for (const one of changes) await applyMap(tx, one, { ...change, detail });
  return {
    names,
    devices: changes.map((one) => {
      const { device_id, added, changed, removed } = previewOf(one, false);
      return { device_id, added, changed, removed };
    }),
  };
}

export const templatesHandlers: Handlers<typeof templatesCalls> = {
  list: ({ tx }) => listTemplates(tx),
  get: ({ tx, params }) => getTemplate(tx, params.key),
  create: async ({ tx, body, now }) => getTemplate(tx, await createTemplate(tx, body, now)),
  async change({ tx, params: { key }, body, now }) {
    await changeTemplate(tx, key, body, now);
    return getTemplate(tx, key);
  },
  remove: ({ tx, params }) => removeTemplate(tx, params.key),
  async difference({ tx, params, query, now }) {
    const template = await take(tx, params.key);
    const { details, map } = await readDevice(tx, query.device_id, now);
    return { newest_version: details.newest_version, differences: differencesOfMaps(template, map) };
  },
  preview: ({ tx, params, body }) => preview(tx, { ...params, ...body }),
  apply: ({ tx, params, body, now }) => apply(tx, { ...params, ...body, now }),
};
