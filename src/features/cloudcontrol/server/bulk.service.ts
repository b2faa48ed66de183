import type { Tx } from '../../../shared/server/tenancy.ts';
import type { ManyFault } from '../../plants/bulk-devices.model.ts';
import type { DeviceFields } from '../../plants/device-fields.contract.ts';
import {
  type AddedDevice,
  addDevicesInBulk,
  type DeviceRequest,
  refuseBulk,
} from '../../plants/server/bulk-devices.public.ts';
import { addMissingNames } from '../../plants/server/missing-names.public.ts';
import { getPattern, type Pattern } from '../../plants/server/pattern.public.ts';
import type { BulkDevice, UnitShared } from '../bulk.contract.ts';
import { listSharedUnits } from './bulk.repository.ts';
import { findTemplateContent, type TemplateContent } from './template-content.ts';

/** Devices that say of themselves what they are: their variables come with them, not from a list. */
const OF_ITSELF = 'sunspec';

interface Sources {
  readonly templates: ReadonlyMap<string, TemplateContent | undefined>;
  readonly patterns: ReadonlyMap<number, Pattern>;
}

/** Each template and each pattern is looked up once, however many devices are made of it. */
async function sourcesOf(tx: Tx, devices: readonly BulkDevice[]): Promise<Sources> {
  const templates = new Map<string, TemplateContent | undefined>();
  const patterns = new Map<number, Pattern>();
  for (const { template_key: key, like_device_id: id } of devices) {
    if (key !== undefined && key !== OF_ITSELF && !templates.has(key))
      templates.set(key, await findTemplateContent(tx, key));
    if (id !== undefined && !patterns.has(id)) patterns.set(id, await getPattern(tx, id));
  }
  return { templates, patterns };
}

function faultsIn(devices: readonly BulkDevice[], { templates, patterns }: Sources): ManyFault[] {
  return devices.flatMap(({ template_key, like_device_id, variables }, index): ManyFault[] => {
    if (like_device_id !== undefined && patterns.get(like_device_id)?.virtual)
      return [{ index, field: 'like_device_id', code: 'virtual' }];
    if (template_key === undefined) return [];
    if (template_key === OF_ITSELF)
      return variables ? [] : [{ index, field: 'variables', code: 'variables_needed' }];
    return templates.get(template_key) ? [] : [{ index, field: 'template_key', code: 'unknown_template' }];
  });
}

const whatItIs = ({ category, manufacturer, model }: TemplateContent): DeviceFields => ({
  category,
  manufacturer,
  model,
});

const NOTHING: readonly never[] = [];

/** A device with what it is made of: what is said of it, over what its pattern says, over what its template says. */
function requestOf(device: BulkDevice, { templates, patterns }: Sources): DeviceRequest {
  const { template_key, like_device_id, variables, attributes, ...said } = device;
  const described = template_key === undefined ? undefined : templates.get(template_key);
  const pattern = like_device_id === undefined ? undefined : patterns.get(like_device_id);
  const known = Object.entries(said).filter(([, value]) => value !== undefined);
  const made_from =
    template_key === undefined
      ? { template_key: pattern?.template_key, template_version: pattern?.template_version }
      : { template_key, template_version: described?.version };
  return {
    ...(described && whatItIs(described)),
    ...pattern?.fields,
    ...Object.fromEntries(known),
    short_name: device.short_name,
    ...made_from,
    variables: variables ?? pattern?.variables ?? described?.variables ?? NOTHING,
    attributes: attributes ?? pattern?.attributes ?? described?.attributes ?? NOTHING,
  };
}

/**
 * Adds several devices to a plant, each as a template, another device or the request describes it: all of them or none.
 * @returns what was added, and which of it stands where another device stands already.
 * @throws AppError not_found, invalid, conflict
 */
export async function addDevices(
  tx: Tx,
  { proj_code, devices }: { proj_code: string; devices: readonly BulkDevice[] },
): Promise<{ devices: AddedDevice[]; warnings: UnitShared[] }> {
  const sources = await sourcesOf(tx, devices);
  refuseBulk(faultsIn(devices, sources));
  const requests = devices.map((device) => requestOf(device, sources));
  await addNamesOf(tx, requests, new Set([...sources.patterns.values()].map(({ variables }) => variables)));
  const added = await addDevicesInBulk(tx, proj_code, requests);
  const ids = added.map(({ id }) => id);
  return { devices: added, warnings: await listSharedUnits(tx, ids) };
}

/**
 * Adds the names that the catalogue lacks; a list that devices share is looked at once.
 * @param stored lists of devices of the company: their names mean what the catalogue says
 */
async function addNamesOf(
  tx: Tx,
  requests: readonly DeviceRequest[],
  stored: ReadonlySet<DeviceRequest['variables']>,
): Promise<void> {
  const lists = new Map(requests.map(({ variables }, index) => [variables, index] as const).reverse());
  const said = [...lists].flatMap(([variables, index]) =>
    (stored.has(variables) ? NOTHING : variables).map((variable, i) => ({
      variable,
      path: `devices.${index}.variables.${i}.name`,
    })),
  );
  await addMissingNames(
    tx,
    said.map(({ variable }) => variable),
    (i) => said[i]?.path ?? 'devices',
  );
}
