import type { z } from 'zod';
import type { FieldFault } from '../../contract/client.ts';
import { inputFaults } from '../../contract/input-faults.ts';

const DEEPEST = 50;
const TOO_DEEP = 'must not be nested so deeply';
const NOT_TEXT = 'must be text without NUL and half characters';
const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

interface Fault {
  path: string[];
  message: string;
}

/** What no schema looks at: text that PostgreSQL cannot keep (NUL, half a surrogate pair), and bottomless nesting. */
export function findFault(value: unknown, depth = 0): Fault | undefined {
  if (typeof value === 'string') return isKeepable(value) ? undefined : { path: [], message: NOT_TEXT };
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return undefined;
  if (depth === DEEPEST) return { path: [], message: TOO_DEEP };
  for (const name of Object.keys(value)) {
    if (!isKeepable(name)) return { path: [name.toWellFormed()], message: NOT_TEXT };
    const found = findFault((value as Record<string, unknown>)[name], depth + 1);
    if (found) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}

const MAX_FAULTS = 50;

/** What was sent, as the schema understands it, or what is wrong with it. */
export function checkInput(
  schema: z.ZodType,
  value: unknown,
  tolerant = false,
): { data?: unknown; faults?: readonly FieldFault[] } {
  const fault = tolerant ? undefined : findFault(value);
  if (fault) return { faults: [{ path: fault.path.join('.'), message: fault.message, code: 'invalid' }] };
  const result = schema.safeParse(value ?? {});
  if (result.success) return { data: result.data };
  return { faults: inputFaults(result.error.issues.slice(0, MAX_FAULTS), value ?? {}) };
}
