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

interface Check {
  readonly check?: string;
  readonly value?: number | bigint | Date;
  readonly format?: string;
}

/**
 * The limits that the contract sets to a number, by its path in a body. They are read from its checks: what the library
 * gathers from them by itself belongs to its JSON schemas, which the browser's program leaves out.
 */
export function fieldRules(body: z.core.$ZodType | undefined, path: string): FieldRules {
  const schema = schemaAt(body, path.split('.'));
  if (!(schema instanceof z.ZodNumber)) return {};
  const checks = [schema, ...(schema._zod.def.checks ?? [])].map(({ _zod }) => _zod.def as Check);
  const limit = (kind: string) => checks.flatMap(({ check, value }) => (check === kind ? Number(value) : []));
  const [least, most] = [limit('greater_than'), limit('less_than')];
  return {
    ...(least.length > 0 ? { min: Math.max(...least) } : {}),
    ...(most.length > 0 ? { max: Math.min(...most) } : {}),
    integer: checks.some(({ format }) => format?.includes('int') === true),
  };
}
