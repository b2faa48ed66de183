import { useState } from 'react';
import { z } from 'zod';
import { useBelonging } from '../company/context.tsx';

/** What was kept in this browser; what is not understood counts as nothing. */
function readKept<T>(key: string, schema: z.ZodType<readonly T[]>): readonly T[] {
  const text = localStorage.getItem(key);
  if (text === null) return [];
  try {
    return schema.catch([]).parse(JSON.parse(text));
  } catch (fault) {
    if (fault instanceof SyntaxError) return [];
    throw fault;
  }
}

/** Something that a person keeps of a list, in this browser. */
function useKept<T>(of: string, schema: z.ZodType<readonly T[]>) {
  const key = `list:${of}:${useBelonging().user_id}`;
  const [kept, setKept] = useState(() => readKept(key, schema));
  const keep = (next: readonly T[]) => {
    setKept(next);
    if (next.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
  };
  return [kept, keep] as const;
}

const Ids = z.array(z.string().max(60)).max(60);
const SavedView = z.object({ name: z.string().max(60), search: z.record(z.string(), z.string()) });
/** A list's address under a name. */
export type SavedView = z.infer<typeof SavedView>;

/** The columns that a person hides of a list. */
export const useHiddenColumns = (list: string) => useKept(`${list}:hidden`, Ids);
/** The views that a person saved of a list. */
export const useSavedViews = (list: string) => useKept(`${list}:views`, z.array(SavedView).max(50));
