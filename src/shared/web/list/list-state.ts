import { z } from 'zod';
import { daySpanFields } from './day-span.model.ts';

/**
 * What a part of a list's address does: a `filter` narrows the rows and is undone by "clear", a `view` says how they are
 * looked at, `beside` is what is open next to them and leaves the rows as they are.
 */
type Role = 'filter' | 'view' | 'beside';

export interface ListField<T extends z.ZodType = z.ZodType> {
  readonly type: T;
  readonly role: Role;
}
export type ListFields = Readonly<Record<string, ListField>>;

type Types<F extends ListFields> = { [K in keyof F]: F[K]['type'] };
/** What the address of a list holds, read. */
export type SearchOf<F extends ListFields> = z.infer<z.ZodObject<Types<F>>>;

const field = <T extends z.ZodType>(role: Role, type: T): ListField<T> => ({ role, type });
type OneOf<V extends string> = z.ZodCatch<z.ZodDefault<z.ZodType<V, V>>>;
const optional = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);

/** What is looked for. */
export const q = () => field('filter', z.string().max(200).default('').catch(''));
/** A text that narrows; '' for none. */
export const text = (max: number) => field('filter', z.string().max(max).default('').catch(''));
/** One of some values that narrows, with '' or whatever the default is for all. */
export const choice = <const V extends readonly string[], const D extends string>(
  values: V,
  all: D,
): ListField<OneOf<V[number] | D>> => {
  const type: z.ZodType<V[number] | D, V[number] | D> = z.enum([...values, all]) as never;
  return field('filter', type.default(all as never).catch(all));
};
/** One of some values that narrows; undefined for all. */
export const maybe = <const V extends readonly string[]>(values: V) =>
  field('filter', optional(z.enum(values)));
/** A text of a form that narrows; undefined for all. */
export const matching = (form: RegExp) => field('filter', optional(z.string().regex(form)));
/** The id of a row that narrows. */
export const id = () => matching(/^[1-9]\d{0,15}$/);
/** The code of a plant that narrows. */
export const code = () => matching(/^[A-Za-z0-9_-]{1,32}$/);
/** The codes of so many plants at most that narrow, with commas between them. */
export const MAX_CODES = 100;
export const codes = () =>
  matching(new RegExp(`^[A-Za-z0-9_-]{1,32}(,[A-Za-z0-9_-]{1,32}){0,${MAX_CODES - 1}}$`));
/** A stretch of days: spread it, `...days()`, for it is `span`, `from` and `to`. */
export const days = () => ({
  span: field('filter', daySpanFields.span),
  from: field('filter', daySpanFields.from),
  to: field('filter', daySpanFields.to),
});
/** A column, with a hyphen before it for descending. */
export const sort = () => field('view', z.string().max(40).default('').catch(''));
/** The server's page. */
export const page = () =>
  field(
    'view',
    z
      .string()
      .regex(/^[1-9]\d{0,6}$/)
      .default('1')
      .catch('1'),
  );
/** A tab, or a way to look at the rows. */
export const tab = <const V extends readonly [string, ...string[]]>(
  values: V,
  first: V[number] = values[0],
): ListField<OneOf<V[number]>> => {
  const type: z.ZodType<V[number], V[number]> = z.enum(values) as never;
  return field('view', type.default(first as never).catch(first));
};
/** A way to look at the rows that is usually not there. */
export const mode = <const V extends readonly string[]>(values: V) => field('view', optional(z.enum(values)));
/** What is open beside the rows. */
export const beside = (form: RegExp = /^[1-9]\d{0,15}$/) => field('beside', optional(z.string().regex(form)));

/** The form of a list's address. */
export interface ListState<F extends ListFields> {
  /** Names the list where its reader's columns and views are kept. */
  readonly name: string;
  /** For the route's `validateSearch`: what is not understood is left out. */
  readonly schema: z.ZodObject<Types<F>>;
  /** For the route's `stripSearchParams`: the address says only what differs. */
  readonly defaults: Partial<SearchOf<F>>;
  /** Every filter undone. */
  readonly cleared: Partial<SearchOf<F>>;
  /** How many filters, or of some filters, hide rows; what is looked for is one, a stretch of days is one. */
  readonly active: (search: SearchOf<F>, of?: readonly (keyof F)[]) => number;
  /** The whole of a change: another question begins at its first page; what opens beside it does not ask another. */
  readonly change: (next: Partial<SearchOf<F>>) => Partial<SearchOf<F>>;
  /** Whether it leaves no step in the browser's history: typing, ordering, closing what stands beside the list. */
  readonly passing: (next: Partial<SearchOf<F>>) => boolean;
  /** The same for the same rows, whatever is open beside them; `inBrowser` where it is the page that searches and sorts. */
  readonly question: (search: SearchOf<F>, inBrowser?: boolean) => string;
  /** What is kept of it under a name, as the address writes it; and the whole change that shows it again. */
  readonly saved: (search: SearchOf<F>) => Record<string, string>;
  readonly restored: (saved: Readonly<Record<string, string>>) => Partial<SearchOf<F>>;
  readonly has: (name: string) => boolean;
}

/** What a declared list holds in its address, read. */
export type SearchOfList<L> = L extends ListState<infer F> ? SearchOf<F> : never;

const blank = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Declares what a list holds in its address. @param name of the list, the same for good */
export function defineListState<const F extends ListFields>(name: string, fields: F): ListState<F> {
  type Search = SearchOf<F>;
  const entries = Object.entries(fields);
  const types = Object.fromEntries(entries.map(([key, { type }]) => [key, type])) as Types<F>;
  const schema = z.object(types);
  const initial: Readonly<Record<string, unknown>> = schema.parse({});
  const known = Object.entries(initial).filter(([, value]) => value !== undefined);
  const filters = entries.filter(([, { role }]) => role === 'filter').map(([key]) => key);
  const isBeside = (key: string) => fields[key]?.role === 'beside';
  // The ends of a stretch of days count with its kind.
  const counted = filters.filter((key) => !('span' in fields && (key === 'from' || key === 'to')));
  const kept = Object.keys(fields).filter((key) => !isBeside(key));
  return {
    name,
    schema,
    defaults: Object.fromEntries(known) as Partial<Search>,
    cleared: Object.fromEntries(filters.map((key) => [key, initial[key]])) as Partial<Search>,
    active: (search, of) => {
      const values: Readonly<Record<string, unknown>> = search;
      const some = of ? counted.filter((key) => of.includes(key)) : counted;
      return some.filter((key) => blank(values[key]) !== initial[key]).length;
    },
    change: (next) => {
      const asksAnew = 'page' in fields && !Object.keys(next).every(isBeside);
      return asksAnew ? { page: '1', ...next } : next;
    },
    passing: (next) =>
      Object.entries(next).every(
        ([key, value]) => key === 'q' || key === 'sort' || (isBeside(key) && value === undefined),
      ),
    question: (search, inBrowser = false) =>
      JSON.stringify(search, inBrowser ? kept.filter((key) => key !== 'q' && key !== 'sort') : kept),
    saved: (search) =>
      Object.fromEntries(
        Object.entries(search)
          .filter(([key, value]) => kept.includes(key) && key !== 'page' && value !== initial[key])
          .map(([key, value]) => [key, String(value)]),
      ),
    restored: (saved) => {
      const whole: Readonly<Record<string, unknown>> = schema.parse(saved);
      return Object.fromEntries(kept.map((key) => [key, whole[key]])) as Partial<Search>;
    },
    has: (key) => key in fields,
  };
}
