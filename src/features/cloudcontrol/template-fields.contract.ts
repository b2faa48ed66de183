import { z } from 'zod';
import { lineOf, linesOf, nameOf } from '../../shared/contract/fields.ts';
import { AttributeFields, MappedVariable } from '../plants/device-fields.contract.ts';
import { DEVICE_CATEGORIES, MAX_VARIABLES } from '../plants/plants.model.ts';

/** Attributes of one device at most. */
const MAX_ATTRIBUTES = 50;

/** A name that stands twice would be one variable of the device. */
function assertOnce(field: string) {
  return (list: readonly { name: string }[], context: z.RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [i, { name }] of list.entries()) {
      if (seen.has(name))
        context.addIssue({ code: 'custom', path: [i, 'name'], message: `this ${field} stands twice` });
      seen.add(name);
    }
  };
}

/** What a template gives a device. */
export const TemplateMap = z.object({
  variables: z.array(MappedVariable).max(MAX_VARIABLES).superRefine(assertOnce('variable')),
  attributes: z.array(AttributeFields).max(MAX_ATTRIBUTES).superRefine(assertOnce('attribute')),
});
export type TemplateMap = z.output<typeof TemplateMap>;

const UNSAID = {
  register: null,
  unit: null,
  decimals: null,
  colour: null,
  group_name: null,
  value_table: null,
  poll: 'fast',
  enabled: true,
} as const;

/**
 * A company's own template says every field: null is as the name says, or not read. So a later version takes back what an
 * earlier one gave, and no device counts as brought to it that still has the earlier unit, register or switch.
 */
export function sayAll({ variables, attributes }: TemplateMap): TemplateMap {
  return { variables: variables.map((one) => ({ ...UNSAID, ...withoutGaps(one) })), attributes };
}

/** A field that is there without a value would hide the one that it stands for. */
function withoutGaps<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** What a person writes of a template of the company's own. */
export const templateFields = {
  name: nameOf(120),
  manufacturer: lineOf(80),
  model: lineOf(80),
  category: z.enum(DEVICE_CATEGORIES),
  notes: linesOf(2000),
  /** Where its registers were published. */
  source: lineOf(500),
};
