import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Instant, Version } from '../../shared/contract/fields.ts';
import { AttributeFields, MappedVariable } from '../plants/device-fields.contract.ts';
import { DEVICE_CATEGORIES } from '../plants/plants.model.ts';
import { TIMEOUT_S } from './configuration.model.ts';
import { DeviceDetails } from './configured.contract.ts';
import { TemplateKey } from './field-tools.contract.ts';
import { TEMPLATE_FAULTS, TEMPLATES } from './template.model.ts';
import { TemplateMap, templateFields } from './template-fields.contract.ts';
import { VersionDifference } from './versions.contract.ts';

const common = { access: 'cloudcontrol', timeout_s: TIMEOUT_S, topics: ['templates'] } as const;
const byKey = z.object({ key: TemplateKey });
const number = z.int().positive();

export const TemplateLine = z.object({
  key: z.string(),
  /** The company's own; the others come with the program and are not changed. */
  own: z.boolean(),
  name: z.string(),
  manufacturer: z.string(),
  models: z.array(z.string()),
  category: z.enum(DEVICE_CATEGORIES),
  /** Rises with what it gives devices. */
  version: z.int(),
  variables: z.int(),
  attributes: z.int(),
  /** Devices that were made from it or brought to it, among the plants that one sees. */
  devices: z.int(),
  /** Those of them that have an older version. */
  lagging: z.int(),
  changed_at: Instant.nullable(),
});
export type TemplateLine = z.infer<typeof TemplateLine>;

export const Template = TemplateLine.extend({
  /** Rises with every change; null for one of the program. */
  revision: z.int().nullable(),
  /** Who changed it last; null for the program and for people who are gone. */
  changed_by: z.string().nullable(),
  notes: z.object({ en: z.string(), it: z.string() }),
  source: z.object({ title: z.string(), url: z.string().nullable() }),
  map: z.object({ variables: z.array(MappedVariable), attributes: z.array(AttributeFields) }),
  /** The first of its devices: those that lag behind before the others. */
  made: z.array(
    z.object({
      device_id: z.int(),
      short_name: z.string(),
      proj_code: z.string(),
      plant_name: z.string(),
      version: z.int(),
    }),
  ),
});
export type Template = z.infer<typeof Template>;

const texts = z.object(templateFields);

/** What a template begins as. */
const TemplateOrigin = z.union([
  z.object({ device_id: number }),
  z.object({ template_key: TemplateKey }),
  TemplateMap,
]);

/** What is in the way of bringing a device to a template. */
const Fault = z.object({
  code: z.enum(TEMPLATE_FAULTS),
  free: z.int().optional(),
  needed: z.int().optional(),
});

/** What bringing a device to a template would change. */
export const PreviewedDevice = z.object({
  device_id: z.int(),
  short_name: z.string(),
  proj_code: z.string(),
  plant_name: z.string(),
  /** To be named when it is applied: a conflict where somebody has changed the device since. */
  newest_version: z.int().nullable(),
  /** What it was brought to before. */
  template_key: z.string().nullable(),
  template_version: z.int().nullable(),
  /** Variables and attributes together; `back`: those of the added ones that come back with their history. */
  added: z.int(),
  back: z.int(),
  changed: z.int(),
  removed: z.int(),
  /** Variables beside the template's, which stay. */
  left: z.int(),
  /** Names of variables that were asked to go and stay, because calculations count on them. */
  kept: z.array(z.string()),
  fault: Fault.nullable(),
  /** Devices with the same word change in the same way. */
  likeness: z.string(),
  /** Field by field, where `details` was asked. */
  differences: VersionDifference.shape.differences.nullable(),
});
export type PreviewedDevice = z.infer<typeof PreviewedDevice>;

export const TemplatePreview = z.object({
  key: z.string(),
  version: z.int(),
  devices: z.array(PreviewedDevice),
  /** Names that will be added to the catalogue. */
  names: z.array(z.string()),
  /** Names that neither the catalogue has nor the template explains: it cannot be applied before they are added. */
  unknown: z.array(z.string()),
  /** Names that the catalogue has with another meaning: the template cannot be applied before they are resolved. */
  clashes: z.array(
    z.object({
      name: z.string(),
      field: z.enum(['unit', 'quantity', 'kind']),
      has: z.string(),
      wants: z.string(),
    }),
  ),
});
export type TemplatePreview = z.infer<typeof TemplatePreview>;

/** Devices as data: makers' that come with the program, and the company's own. */
export const templatesCalls = area(
  {
    list: call({
      ...common,
      topics: ['templates', 'devices'],
      method: 'GET',
      path: '/cloudcontrol/v1/templates/',
      list: 'templates',
      summary:
        "The templates of the program and the company's own, with how many devices were made from each",
      ok: z.array(TemplateLine),
    }),
    get: call({
      ...common,
      topics: ['templates', 'devices'],
      method: 'GET',
      path: '/cloudcontrol/v1/templates/{key}/',
      summary: 'A template with its variables, its source and the devices that were made from it',
      params: byKey,
      ok: Template,
    }),
    create: call({
      ...common,
      method: 'POST',
      path: '/cloudcontrol/v1/templates/',
      summary: "Makes a template of the company's own: from a device, from another template, or from a map",
      body: texts.partial().extend({ name: templateFields.name, from: TemplateOrigin }),
      ok: Template,
      status: 201,
      max_body_bytes: TEMPLATES.content_bytes,
    }),
    change: call({
      ...common,
      method: 'PATCH',
      path: '/cloudcontrol/v1/templates/{key}/',
      summary:
        "Changes a template of the company's own: its texts, and what it gives devices, as sent or as a device has it now",
      params: byKey,
      body: texts.partial().extend({
        /** A conflict where somebody saved it in between, with what is stored in `stored`. */
        revision: Version.optional(),
        variables: TemplateMap.shape.variables.optional(),
        attributes: TemplateMap.shape.attributes.optional(),
        /** In place of both; with the device's newest version as it was looked at. */
        from_device: z.object({ device_id: number, newest_version: Version.optional() }).optional(),
      }),
      ok: Template,
      conflict: z.union([Template, DeviceDetails]),
      max_body_bytes: TEMPLATES.content_bytes,
    }),
    remove: call({
      ...common,
      method: 'DELETE',
      path: '/cloudcontrol/v1/templates/{key}/',
      summary: "Deletes a template of the company's own; the devices made from it keep what they have",
      params: byKey,
      ok: z.undefined(),
      status: 204,
    }),
    difference: call({
      ...common,
      topics: ['templates', 'devices'],
      method: 'GET',
      path: '/cloudcontrol/v1/templates/{key}/device-difference/',
      summary: 'What of a template would be others if it became as a device is now',
      params: byKey,
      query: z.object({ device_id: z.coerce.number().int().positive() }),
      ok: z.object({
        newest_version: z.int().nullable(),
        differences: VersionDifference.shape.differences,
      }),
    }),
    preview: call({
      ...common,
      topics: [],
      method: 'POST',
      path: '/cloudcontrol/v1/templates/{key}/preview/',
      // It compares and changes nothing.
      tx: 'read',
      summary: 'What bringing devices to a template would change of each; nothing is changed',
      params: byKey,
      body: z
        .object({
          device_ids: z.array(number).min(1).max(TEMPLATES.devices),
          /** What the template does not name goes to the bin. */
          remove: z.boolean().default(false),
          /** Field by field, of a few devices at once. */
          details: z.boolean().default(false),
        })
        .refine(({ details, device_ids }) => !details || device_ids.length <= TEMPLATES.detailed, {
          path: ['device_ids'],
          message: `at most ${TEMPLATES.detailed} with details`,
        }),
      ok: TemplatePreview,
    }),
    apply: call({
      ...common,
      topics: ['templates', 'devices'],
      method: 'POST',
      path: '/cloudcontrol/v1/templates/{key}/apply/',
      summary:
        'Brings devices to a template as it was previewed: all of them or none. Names that the catalogue lacks are added to it; what is removed goes to the bin with its history',
      params: byKey,
      body: z.object({
        /** Of the template that was previewed. */
        version: Version,
        remove: z.boolean().default(false),
        devices: z
          .array(z.object({ device_id: number, newest_version: Version.nullable() }))
          .min(1)
          .max(TEMPLATES.devices),
      }),
      ok: z.object({
        devices: z.array(
          z.object({ device_id: z.int(), added: z.int(), changed: z.int(), removed: z.int() }),
        ),
        names: z.array(z.string()),
      }),
    }),
  },
  { host: 'cloud_control' },
);
