import type { KnownDevice } from '../../../devices/templates/known-device.ts';
import { knownDevices } from '../../../devices/templates/known-devices.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { withSeenTexts } from '../../../shared/units/unseen.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import { meaningOf } from '../../plants/server/missing-names.public.ts';
import { ownTemplateId, ownTemplateKey } from '../template.model.ts';
import { sayAll, TemplateMap } from '../template-fields.contract.ts';
import { findOwnTemplate, type OwnTemplate } from './templates.repository.ts';

/** A template with all that it gives a device; `device.template_key` and `_version` are its key and version. */
export interface TemplateContent extends TemplateMap {
  readonly key: string;
  readonly version: number;
  readonly name: string;
  readonly manufacturer: string;
  /** One model, or none where it is for several. */
  readonly model: string;
  readonly category: DeviceCategory;
}

function contentOfKnown(device: KnownDevice): TemplateContent {
  const { key, version, name, manufacturer, models, category } = device;
  const [model = ''] = models.length === 1 ? models : [];
  const variables = device.variables.map((one) => ({ ...one, of_name: meaningOf(one as Named) }));
  const map = TemplateMap.parse({ variables, attributes: device.attributes });
  return { key, version, name, manufacturer, model, category, ...map };
}

type Named = Parameters<typeof meaningOf>[0];

// Their texts are constants of the program: each is read once, when it is first asked for.
const known = new Map<string, TemplateContent>();

function findKnown(key: string): TemplateContent | undefined {
  const seen = known.get(key);
  if (seen) return seen;
  const device = knownDevices.find((one) => one.key === key);
  if (!device) return undefined;
  const content = contentOfKnown(device);
  known.set(key, content);
  return content;
}

export function contentOfOwn({ id, content, ...stored }: OwnTemplate): TemplateContent {
  const { version, name, manufacturer, model, category } = stored;
  return {
    key: ownTemplateKey(id),
    version,
    name,
    manufacturer,
    model,
    category,
    ...sayAll(TemplateMap.parse(withSeenTexts(content))),
  };
}

/**
 * The template of a key: one of the program's, or of the company's own (`own-<id>`). Undefined for an unknown one, for
 * another company's, and for `sunspec`, which the device itself says.
 */
export async function findTemplateContent(tx: Tx, key: string): Promise<TemplateContent | undefined> {
  const id = ownTemplateId(key);
  if (id === null) return findKnown(key);
  const stored = await findOwnTemplate(tx, id);
  return stored && contentOfOwn(stored);
}
