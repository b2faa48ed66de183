import { z } from 'zod';
import { hidesSomething } from '../units/unseen.ts';

/** An instant in answers: ISO 8601 in UTC. */
export const Instant = z.iso.datetime({ offset: true });

/** A database id in a path or query; digits only, so that `1e3`, ` 1` and `01` are refused. */
export const Id = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'must be a positive integer')
  .transform(Number);

export const ProjCode = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'must be 1 to 32 letters, digits, _ or -');

/** The code of a word that a company keeps for itself, such as a variable's name: programs send and ask for it. */
export const CodeName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'must begin with a letter and hold lower-case letters, digits and _');

/** A colour of the screen, or nothing: then the portal chooses one. */
export const Colour = z
  .string()
  .regex(/^(#[0-9A-Fa-f]{6})?$/, 'must be # and six hexadecimal digits, or nothing');

// A text of several lines is read as a text, and may hold what it was pasted with.
const TURNING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const withoutLines = (text: string): string => text.replace(/\r\n?|[\n\t]/g, '');

const UNSEEN = {
  error: 'must be one line without characters that nobody sees',
  params: { code: 'unseen_characters' },
};

/** A text of one line as people type it, such as a name; blanks around it are dropped. */
export const lineOf = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => !hidesSomething(text), UNSEEN);

/** The same, and not empty. */
export const nameOf = (most: number) => lineOf(most).min(1, 'required');

/** A text that may have several lines, such as a description. */
export const linesOf = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => !TURNING.test(withoutLines(text)), 'must not hold control characters');

/** A list in a query: values joined by commas. */
export function commaList<T extends z.ZodType<unknown, string>>(item: T, most: number) {
  return z
    .string()
    .min(1)
    .max(8000)
    .transform((text) => text.split(','))
    .pipe(z.array(item).min(1).max(most));
}

/** Pages of a list that grows: `next` and `previous` are addresses of the neighbouring pages, or null. */
export function paged<T extends z.ZodType>(item: T) {
  return z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

export const PageQuery = z.object({
  page: Id.default(1),
  page_size: Id.refine((n) => n <= 500, 'at most 500').default(100),
});

/** RFC 9457 problem document: what every refusal looks like. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
