import { z } from 'zod';

/** What was typed into a form and not saved, kept in this browser. */
export interface Draft {
  /** When something was typed last, in ms. */
  readonly at: number;
  /** The version of the stored record that it was typed over; null of a new record. */
  readonly version: number | null;
  /** The fields that differ from what was stored. */
  readonly values: Readonly<Record<string, unknown>>;
}

const Stored = z.object({
  at: z.number(),
  version: z.number().nullable(),
  values: z.record(z.string(), z.unknown()),
});
/** What nobody has come back to for a month is not offered any more. */
const KEPT_MS = 30 * 86_400_000;
const KEYS = 'draft:';

/** Where a person's draft of a form is kept; another person, or another company, has drafts of its own. */
export const draftKey = (name: string, user_id: number, company: number): string =>
  `${KEYS}${user_id}:${company}:${name}`;

/** The draft that was kept, if it is one of the last month. */
export function readDraft(key: string, now: number): Draft | null {
  const draft = parsed(localStorage.getItem(key));
  if (draft && now - draft.at < KEPT_MS) return draft;
  localStorage.removeItem(key);
  return null;
}

function parsed(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    return Stored.nullable().catch(null).parse(JSON.parse(text));
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}

/** Keeps a draft; false where the browser keeps nothing: it is full, or does not let pages keep anything. */
export function keepDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch (fault) {
    if (fault instanceof DOMException) return false;
    throw fault;
  }
}

export const dropDraft = (key: string): void => localStorage.removeItem(key);
