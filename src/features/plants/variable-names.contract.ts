import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { CodeName, Colour, Id, lineOf, nameOf, Version } from '../../shared/contract/fields.ts';
import { QUANTITIES, VARIABLE_KINDS } from './plants.model.ts';

export const VariableName = z.object({
  id: z.int(),
  name: z.string(),
  label_en: z.string(),
  label_it: z.string(),
  unit: z.string(),
  decimals: z.int(),
  colour: z.string(),
  /** Code of a group of variables, or nothing. */
  group_name: z.string(),
  kind: z.enum(VARIABLE_KINDS),
  quantity: z.enum(QUANTITIES),
  version: z.int(),
});
export type VariableName = z.infer<typeof VariableName>;

/** A group of variables in words, for whoever shows them; lists of these stand in the groups' order. */
export const GroupWords = z.object({ name: z.string(), label_en: z.string(), label_it: z.string() });
export type GroupWords = z.infer<typeof GroupWords>;

const fields = {
  name: CodeName,
  label_en: nameOf(120),
  label_it: nameOf(120),
  unit: lineOf(20),
  decimals: z.int().min(0).max(6),
  colour: Colour,
  group_name: lineOf(80),
  kind: z.enum(VARIABLE_KINDS),
  quantity: z.enum(QUANTITIES),
};
export const NewVariableName = z.object({
  ...fields,
  unit: fields.unit.default(''),
  decimals: fields.decimals.default(2),
  colour: Colour.default(''),
  group_name: fields.group_name.default(''),
});
export const VariableNameChange = z.object(fields).partial().extend({ version: Version.optional() });

export const Tag = z.object({
  id: z.int(),
  name: z.string(),
  colour: z.string(),
  description: z.string(),
  version: z.int(),
});
export type Tag = z.infer<typeof Tag>;

const byId = z.object({ id: Id });

/** The company's own words: names of variables, and tags as everybody sees them. */
export const variableNamesCalls = area({
  variablesName: call({
    method: 'GET',
    path: '/api/v1/variables-name/',
    summary:
      'The catalogue of variable names with units, decimals, colours, quantities and the words of their groups',
    topics: ['configuration'],
    access: 'asset.read',
    // Without words where no group has that code.
    ok: z.array(
      VariableName.extend({ group_label_en: z.string().nullable(), group_label_it: z.string().nullable() }),
    ),
  }),
  createVariableName: call({
    method: 'POST',
    path: '/api/v1/variables-name/',
    summary: "Adds a name to the company's catalogue",
    topics: ['configuration'],
    access: 'cloudcontrol',
    body: NewVariableName,
    ok: VariableName,
    status: 201,
  }),
  updateVariableName: call({
    method: 'PUT',
    path: '/api/v1/variables-name/{id}/',
    summary:
      'Changes a name of the catalogue; omitted fields stay, a stale version is a conflict. While variables use it, its name, unit, kind and quantity stay',
    topics: ['configuration'],
    access: 'cloudcontrol',
    params: byId,
    body: VariableNameChange,
    ok: VariableName,
    conflict: VariableName,
  }),
  removeVariableName: call({
    method: 'DELETE',
    path: '/api/v1/variables-name/{id}/',
    summary: 'Deletes a name that no variable uses',
    topics: ['configuration'],
    access: 'cloudcontrol',
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
  tags: call({
    method: 'GET',
    path: '/api/v1/tags/',
    summary: 'The tags that the company gives its devices',
    topics: ['configuration'],
    access: 'asset.read',
    ok: z.array(Tag),
  }),
  tag: call({
    method: 'GET',
    path: '/api/v1/tags/{id}/',
    summary: 'A tag with the devices that have it, of those that the reader may see',
    topics: ['configuration'],
    access: 'asset.read',
    params: byId,
    ok: Tag.extend({
      devices: z.array(z.object({ device_id: z.int(), proj_code: z.string(), short_name: z.string() })),
      /** Devices beyond the bound of one answer. */
      left_out: z.int(),
    }),
  }),
});
