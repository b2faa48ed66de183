import type { z } from 'zod';

/** Where something of a list is kept in this browser. */
export const keyOf = (list: string, what: 'hidden' | 'views', user_id: number) =>
  `list:${list}:${what}:${user_id}`;

/** What was kept in this browser; what is not understood counts as nothing. */
export function readKept<T>(key: string, schema: z.ZodType<readonly T[]>): readonly T[] {
  const text = localStorage.getItem(key);
  if (text === null) return [];
  try {
    return schema.catch([]).parse(JSON.parse(text));
  } catch (fault) {
    if (fault instanceof SyntaxError) return [];
    throw fault;
  }
}
