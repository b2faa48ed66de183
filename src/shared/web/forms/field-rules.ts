import { z } from 'zod';

/** What a schema says of one field, as far as a form needs to know before anything is typed. */
export interface FieldRules {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
}

/** The schema inside what only says whether something may be left out or be null. */
function insideOf(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return insideOf(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return insideOf(schema.unwrap());
  return schema;
}

function schemaAt(schema: z.core.$ZodType | undefined, path: readonly string[]): z.core.$ZodType | undefined {
  const inside = insideOf(schema);
  const [name, ...rest] = path;
  if (name === undefined) return inside;
  if (inside instanceof z.ZodObject) return schemaAt(inside.shape[name], rest);
  return inside instanceof z.ZodArray ? schemaAt(inside.element, rest) : undefined;
}

/** The least and the most of a whole number that nobody limited are no limits to tell of. */
const told = (limit: number | null): limit is number =>
  limit !== null && Number.isFinite(limit) && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

/** The limits that the contract sets to a number, by its path in a body. */
export function fieldRules(body: z.core.$ZodType | undefined, path: string): FieldRules {
  const schema = schemaAt(body, path.split('.'));
  if (!(schema instanceof z.ZodNumber)) return {};
  const { minValue, maxValue } = schema;
  return {
    ...(told(minValue) ? { min: minValue } : {}),
    ...(told(maxValue) ? { max: maxValue } : {}),
    integer: schema.isInt,
  };
}
