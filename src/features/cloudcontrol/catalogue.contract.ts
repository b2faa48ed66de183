import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  CodeName,
  Colour,
  Id,
  IdNumber,
  linesOf,
  nameOf,
  ProjCode,
  Version,
} from '../../shared/contract/fields.ts';
import { MAX_GROUPS, TAGS_OF_DEVICE } from '../plants/catalogue.model.ts';
import { DEVICE_CATEGORIES } from '../plants/plants.model.ts';
import { Tag, VariableName } from '../plants/variable-names.contract.ts';

const Optional = Version.optional();

export const Category = z.object({
  id: z.int(),
  name: z.string(),
  label_en: z.string(),
  label_it: z.string(),
  /** What the portal takes its devices for: cards, energy and alarms go by it. */
  kind: z.enum(DEVICE_CATEGORIES),
  version: z.int(),
});
export type Category = z.infer<typeof Category>;
const categoryFields = {
  name: CodeName,
  label_en: nameOf(120),
  label_it: nameOf(120),
  kind: z.enum(DEVICE_CATEGORIES),
};
export const NewCategory = z.object(categoryFields);
/** A category with what hangs on it; `binned` devices were deleted, and can be brought back. */
export const UsedCategory = Category.extend({ devices: z.int(), binned: z.int() });
export type UsedCategory = z.infer<typeof UsedCategory>;

export const VariableGroup = z.object({
  id: z.int(),
  name: z.string(),
  label_en: z.string(),
  label_it: z.string(),
  colour: z.string(),
  position: z.int(),
  version: z.int(),
});
export type VariableGroup = z.infer<typeof VariableGroup>;
const groupFields = { name: CodeName, label_en: nameOf(120), label_it: nameOf(120), colour: Colour };
export const NewVariableGroup = z.object({ ...groupFields, colour: Colour.default('') });
/** A group with the names in it, the devices' variables that say so themselves, and those of them that were deleted. */
export const UsedGroup = VariableGroup.extend({ names: z.int(), variables: z.int(), binned: z.int() });
export type UsedGroup = z.infer<typeof UsedGroup>;

const tagFields = { name: nameOf(60), colour: Colour, description: linesOf(500) };
export const NewTag = z.object({
  ...tagFields,
  colour: Colour.default(''),
  description: tagFields.description.default(''),
});
export const UsedTag = Tag.extend({ devices: z.int() });
export type UsedTag = z.infer<typeof UsedTag>;

export const UsedName = VariableName.extend({ variables: z.int(), devices: z.int(), binned: z.int() });
export type UsedName = z.infer<typeof UsedName>;

const byId = z.object({ id: Id });
const access = 'cloudcontrol';

/** The company's own words, as those who configure keep them: categories, groups, tags, sections, and what uses them. */
/** What a device is tagged with. */
export const DeviceTags = z.object({ device_id: z.int(), version: z.int(), tags: z.array(Tag) });
export type DeviceTags = z.infer<typeof DeviceTags>;

export const catalogueCalls = area(
  {
    listNames: call({
      method: 'GET',
      path: '/cloudcontrol/v1/variable-names/',
      list: 'variable-names',
      summary: 'The catalogue of variable names, each with how many variables on how many devices use it',
      topics: ['configuration'],
      access,
      ok: z.array(UsedName),
    }),
    listCategories: call({
      method: 'GET',
      path: '/cloudcontrol/v1/categories/',
      list: 'categories',
      summary: 'Device categories, each with how many devices are of it',
      topics: ['configuration'],
      access,
      ok: z.array(UsedCategory),
    }),
    createCategory: call({
      method: 'POST',
      path: '/cloudcontrol/v1/categories/',
      summary: 'Adds a device category',
      topics: ['configuration'],
      access,
      body: NewCategory,
      ok: Category,
      status: 201,
    }),
    updateCategory: call({
      method: 'PUT',
      path: '/cloudcontrol/v1/categories/{id}/',
      summary:
        'Changes a device category; omitted fields stay, a stale version is a conflict. Its kind stays while devices are of it',
      topics: ['configuration'],
      access,
      params: byId,
      body: z.object(categoryFields).partial().extend({ version: Optional }),
      ok: Category,
      conflict: Category,
    }),
    removeCategory: call({
      method: 'DELETE',
      path: '/cloudcontrol/v1/categories/{id}/',
      summary: 'Deletes a category that no device is of',
      topics: ['configuration'],
      access,
      params: byId,
      ok: z.undefined(),
      status: 204,
    }),
    listGroups: call({
      method: 'GET',
      path: '/cloudcontrol/v1/variable-groups/',
      list: 'variable-groups',
      summary: 'Groups of variables in their order, each with how many names and variables are in it',
      topics: ['configuration'],
      access,
      ok: z.array(UsedGroup),
    }),
    createGroup: call({
      method: 'POST',
      path: '/cloudcontrol/v1/variable-groups/',
      summary: 'Adds a group of variables behind the others',
      topics: ['configuration'],
      access,
      body: NewVariableGroup,
      ok: VariableGroup,
      status: 201,
    }),
    orderGroups: call({
      method: 'PUT',
      path: '/cloudcontrol/v1/variable-groups-order/',
      summary:
        'Puts groups of variables into the order given, the others behind them; a stale version is a conflict',
      topics: ['configuration'],
      access,
      body: z.object({
        groups: z
          .array(z.object({ id: IdNumber, version: Version }))
          .min(1)
          .max(MAX_GROUPS),
      }),
      ok: z.array(UsedGroup),
      conflict: z.array(UsedGroup),
    }),
    updateGroup: call({
      method: 'PUT',
      path: '/cloudcontrol/v1/variable-groups/{id}/',
      summary:
        'Changes a group of variables; omitted fields stay, a stale version is a conflict. Names and variables in it follow its code',
      topics: ['configuration'],
      access,
      params: byId,
      body: z.object(groupFields).partial().extend({ version: Optional }),
      ok: VariableGroup,
      conflict: VariableGroup,
    }),
    removeGroup: call({
      method: 'DELETE',
      path: '/cloudcontrol/v1/variable-groups/{id}/',
      summary: 'Deletes a group that no name and no variable is in',
      topics: ['configuration'],
      access,
      params: byId,
      ok: z.undefined(),
      status: 204,
    }),
    listTags: call({
      method: 'GET',
      path: '/cloudcontrol/v1/tags/',
      list: 'tags',
      summary: 'Tags, each with how many devices have it',
      topics: ['configuration'],
      access,
      ok: z.array(UsedTag),
    }),
    createTag: call({
      method: 'POST',
      path: '/cloudcontrol/v1/tags/',
      summary: 'Adds a tag',
      topics: ['configuration'],
      access,
      body: NewTag,
      ok: Tag,
      status: 201,
    }),
    updateTag: call({
      method: 'PUT',
      path: '/cloudcontrol/v1/tags/{id}/',
      summary: 'Changes a tag; omitted fields stay, a stale version is a conflict',
      topics: ['configuration'],
      access,
      params: byId,
      body: z.object(tagFields).partial().extend({ version: Optional }),
      ok: Tag,
      conflict: Tag,
    }),
    removeTag: call({
      method: 'DELETE',
      path: '/cloudcontrol/v1/tags/{id}/',
      summary: 'Deletes a tag and takes it off the devices that have it; the devices stay as they are',
      topics: ['configuration'],
      access,
      params: byId,
      ok: z.undefined(),
      status: 204,
    }),
    setDeviceTags: call({
      method: 'PUT',
      path: '/cloudcontrol/v1/device-tags/{id}/',
      summary: 'Gives a device exactly these tags; a stale version of the device is a conflict',
      topics: ['devices'],
      access,
      params: byId,
      body: z.object({
        tag_ids: z.array(z.int().positive()).max(TAGS_OF_DEVICE),
        version: Optional,
      }),
      ok: DeviceTags,
      conflict: DeviceTags,
    }),
    createSection: call({
      method: 'POST',
      path: '/cloudcontrol/v1/plant-sections/',
      summary: 'Adds a section to a plant, for its devices to stand in',
      topics: ['configuration'],
      access,
      body: z.object({ proj_code: ProjCode, name: nameOf(80) }),
      ok: z.object({ id: z.int(), proj_code: z.string(), name: z.string(), version: z.int() }),
      status: 201,
    }),
  },
  { host: 'cloud_control' },
);
