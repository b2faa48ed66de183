import { z } from 'zod';
import { hidesSomething } from '../units/unseen.ts';

// Whatever its offset, it lies in years that both PostgreSQL and ISO 8601 write with four digits.
const [EARLIEST_MS, LATEST_MS] = [Date.parse('0001-01-02T00:00:00Z'), Date.parse('9999-12-30T00:00:00Z')];
const isStorable = (at: string): boolean => {
  const ms = Date.parse(at);
  return ms >= EARLIEST_MS && ms <= LATEST_MS;
};
const YEARS = 'must lie in the years 1 to 9999';

/** An instant: ISO 8601 with an offset; answers give it in UTC. */
export const Instant = z.iso.datetime({ offset: true }).refine(isStorable, YEARS);

/** A day without a time of day or a zone. */
export const Day = z.iso.date().refine(isStorable, YEARS);

/** The largest number of an `int` column; ids are larger (`bigint`), but never beyond what JSON carries exactly. */
export const INT_MAX = 2 ** 31 - 1;

/** The version of a record that the sender saw last: another one meanwhile is a conflict. */
export const Version = z.int().min(0).max(INT_MAX);

/** A database id in a body. */
export const IdNumber = z.int().min(1);

const Digits = z.string().regex(/^[1-9]\d{0,15}$/, 'must be a positive integer');
const upTo = (max: number) => Digits.transform(Number).refine((n) => n <= max, `at most ${max}`);

/** A database id in a path or query; digits only, so that `1e3`, ` 1` and `01` are refused. */
export const Id = upTo(Number.MAX_SAFE_INTEGER);

/** A small positive number in a path or query, such as a version or a page. */
export const Ordinal = upTo(INT_MAX);

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
export const lineOf = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !hidesSomething(text), UNSEEN);

/** The same, and not empty. */
export const nameOf = (max: number) => lineOf(max).min(1, 'required');

/** A text that may have several lines, such as a description. */
export const linesOf = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !TURNING.test(withoutLines(text)), 'must not hold control characters');

/** A list in a query: values joined by commas. Where only some words are taken, its example is one of them. */
export function commaList<T extends z.ZodType<unknown, string>>(item: T, max: number) {
  const text = z.string().min(1).max(8000);
  // What is sent has the example: of a schema that transforms, the document leaves it out.
  const shown = item instanceof z.ZodEnum ? text.meta({ examples: item.options.slice(0, 1) }) : text;
  return shown.transform((given) => given.split(',')).pipe(z.array(item).min(1).max(max));
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

let pageMembers: readonly string[] | undefined;
/** Whether an answer is one of these pages, whatever else it tells. */
export function isPaged(answer: unknown): boolean {
  // Once for all: a start asks it of every call.
  pageMembers ??= Object.keys(paged(z.any()).shape);
  return answer instanceof z.ZodObject && pageMembers.every((name) => name in answer.shape);
}

export const PageQuery = z.object({
  page: Ordinal.default(1),
  page_size: Ordinal.refine((n) => n <= 500, 'at most 500').default(100),
});

const Params = z.record(z.string(), z.union([z.string(), z.number()]));

/** What is wrong with one part of a request. */
export const FieldProblem = z.object({
  path: z
    .string()
    .describe('names and indexes from the top of the request, joined by dots; empty for all of it'),
  message: z.string().describe('a sentence in the language of Accept-Language (en, it)'),
  code: z.string().describe('what it is called, for programs'),
  params: Params.optional().describe('the figures of the sentence, such as least and most'),
});

/** A reading that could not be stored, in the problem document of a delivery. */
export const ProblemRow = z.object({
  row: z.int().optional().describe('index in `readings`, from 0'),
  line: z.int().optional().describe('line of the body, from 1'),
  device: z.string().nullable(),
  variable: z.string().nullable(),
  code: z.string(),
  reason: z.string(),
});

/** What can be refused, in short. */
export const ERROR_CODES = [
  'invalid',
  'unauthenticated',
  'second_factor',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'limit',
  'unavailable',
  'internal',
] as const;

/** RFC 9457 problem document: what every refusal looks like. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(ERROR_CODES),
  detail: z.string().describe('a sentence in the language of Accept-Language (en, it)'),
  errors: z.array(FieldProblem).optional(),
  stored: z
    .unknown()
    .optional()
    .describe(
      '409: the record as somebody else has saved it in the meantime, or null; deliveries: how many readings were stored',
    ),
  current: z.unknown().optional().describe('409 of choices and webhooks: the same as `stored`'),
  challenge: z.string().optional().describe("401 'second_factor': what the next step of the sign-in needs"),
  reason: z.string().optional().describe('403: second_factor_due where the company asks for a second factor'),
  companies: z
    .array(z.unknown())
    .optional()
    .describe('409 of an account that cannot go yet: the companies whose last owner it is'),
  message: z.string().optional().describe('the same as detail, where clients of InfluxDB look for it'),
  success: z
    .literal(false)
    .optional()
    .describe('calls of cameras: that they failed, as their answers say that they did not'),
  error: z.string().optional().describe('calls of cameras: the sentence that each has for its failure'),
  lines: z.int().optional().describe('deliveries: lines that were dealt with'),
  refused: z.int().optional().describe('deliveries: readings that were refused'),
  rows: z.array(ProblemRow).optional().describe('deliveries: the first hundred of them'),
});
