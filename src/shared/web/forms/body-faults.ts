import { get } from 'react-hook-form';
import type { z } from 'zod';
import type { FieldError } from '../../contract/client.ts';
import { inputFaults } from '../../contract/input-faults.ts';
import { fieldRules } from './field-rules.ts';

const isNothing = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.trim() === '');

const LIMITED = ['too_small', 'too_large'];

/**
 * What the call would refuse of a body, with the codes that the server gives: the contract's schema judges on both sides.
 * Nothing typed is a missing value, and a number beyond its limits is told both of them.
 */
export function bodyFaults(schema: z.ZodType, body: object): FieldError[] {
  const judged = schema.safeParse(body);
  if (judged.success) return [];
  return inputFaults(judged.error.issues, body).map(({ path, code, params }) => {
    if (isNothing(get(body, path))) return { path, message: '', code: 'required' };
    const { min, max } = LIMITED.includes(code) ? fieldRules(schema, path) : {};
    if (min !== undefined && max !== undefined)
      return { path, message: '', code: 'out_of_range', params: { least: min, most: max } };
    return { path, message: '', code, ...(params ? { params } : {}) };
  });
}

/** The field that a fault belongs to: the longest part of its path that the form has; undefined where it has none. */
export function fieldOfPath(path: string, values: object): string | undefined {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.');
    if (name !== '' && get(values, name) !== undefined) return name;
  }
  const [first = ''] = parts;
  return first in values ? first : undefined;
}
