import { useState } from 'react';
import { z } from 'zod';
import { useBelonging } from '../company/context.tsx';

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

const Ids = z.array(z.string().max(60)).max(60);

/**
 * The columns that a person hides of a list, in this browser.
 * @param usual those that are hidden from whoever has chosen none
 */
export function useHiddenColumns(list: string, usual: readonly string[] = []) {
  const key = keyOf(list, 'hidden', useBelonging().user_id);
  const [hidden, setHidden] = useState(() =>
    localStorage.getItem(key) === null ? usual : readKept(key, Ids),
  );
  const onHidden = (next: readonly string[]) => {
    setHidden(next);
    if (next.length === usual.length && usual.every((id) => next.includes(id))) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
  };
  return [hidden, onHidden] as const;
}
