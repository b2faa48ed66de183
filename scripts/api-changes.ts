import type { Field, Operation, Outline } from './api-outline.ts';

export interface Change {
  /** `GET /api/v1/plants/`. */
  readonly operation: string;
  /** `query q`, `200 items[].name`; undefined when it is about the operation. */
  readonly field?: string;
  readonly what: string;
}

export interface Changes {
  /** What a program that was written for the older document would run into. */
  readonly broken: Change[];
  readonly added: Change[];
}

const lacking = <T>(before: Iterable<T>, now: ReadonlySet<T> | ReadonlyMap<T, unknown>): T[] =>
  [...before].filter((one) => !now.has(one));

/** Types that `known` does not allow: a value is a string, a whole number is a number, and `any` is anything. */
function beyond(types: ReadonlySet<string>, known: ReadonlySet<string>): string[] {
  if (known.has('any')) return [];
  const isKnown = (type: string) =>
    known.has(type) ||
    (type.startsWith("'") && known.has('string')) ||
    (type === 'integer' && known.has('number'));
  return [...types].filter((type) => !isKnown(type));
}

const IS_LOWER = /^(min|exclusiveMin)/;
const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

/** A limit that refuses what was taken before. */
function stricterLimit(name: string, now: string, before: string | undefined): string | undefined {
  if (now === before) return undefined;
  if (before === undefined) return `${name} ${now} is new`;
  const wider = IS_LOWER.test(name) ? Number(now) < Number(before) : Number(now) > Number(before);
  return isNumber(now) && isNumber(before) && wider ? undefined : `${name} ${before} became ${now}`;
}

function stricterRequest(before: Field, now: Field): string[] {
  const refused = beyond(before.types, now.types);
  const limits = [...now.limits].flatMap(
    ([name, value]) => stricterLimit(name, value, before.limits.get(name)) ?? [],
  );
  return [
    ...(now.required && !before.required ? ['became required'] : []),
    ...(refused.length > 0 ? [`no longer takes ${refused.join(', ')}`] : []),
    ...limits,
  ];
}

/** Further words of a list are no surprise: a program shows those that it does not know as they are. */
function looserAnswer(before: Field, now: Field): string[] {
  const listed = [...before.types].some((type) => type.startsWith("'"));
  const strange = beyond(now.types, before.types).filter((type) => !(listed && type.startsWith("'")));
  return [
    ...(before.required && !now.required ? ['is no longer always answered'] : []),
    ...(strange.length > 0 ? [`may also be ${strange.join(', ')}`] : []),
  ];
}

/** How the document of 0.6.0 wrote a number in an address: the same digits that an integer from 1 is sent as. */
const DIGITS = '^[1-9]\\d{0,15}$';
const asInteger = (field: Field): Field =>
  field.limits.get('pattern') === DIGITS
    ? { ...field, types: new Set(['integer']), limits: new Map([['minimum', '1']]) }
    : field;

function changesOf(operation: string, before: Operation, now: Operation): Changes {
  const lost = (fields: Iterable<string>, what: string): Change[] =>
    [...fields].map((field) => ({ operation, field, what }));
  const both = (side: 'request' | 'answers', judge: (before: Field, now: Field) => string[]): Change[] =>
    [...before[side]].flatMap(([field, of]) => {
      const present = now[side].get(field);
      const was = /^(path|query) /.test(field) ? asInteger(of) : of;
      return present ? judge(was, present).map((what) => ({ operation, field, what })) : [];
    });
  const fresh = [...now.request].filter(([field]) => !before.request.has(field));
  // What a new member needs is asked only of who sends it.
  const demanded = fresh.filter(([field, { required }]) => required && !isWithinNew(field, before.request));
  return {
    broken: [
      ...lacking(before.access, now.access).map((who) => ({
        operation,
        what: `is no longer open to: ${who}`,
      })),
      ...lost(lacking(before.request.keys(), now.request), 'is no longer taken'),
      ...lost(
        demanded.map(([field]) => field),
        'is demanded, and was unknown',
      ),
      ...both('request', stricterRequest),
      ...lost(lacking(before.answers.keys(), now.answers), 'is no longer answered'),
      ...both('answers', looserAnswer),
    ],
    added: [
      ...lost(
        fresh.filter(([field]) => !isWithinNew(field, before.request)).map(([field]) => field),
        'is taken',
      ),
      ...lost(
        lacking(now.answers.keys(), before.answers).filter((field) => !isWithinNew(field, before.answers)),
        'is answered',
      ),
    ],
  };
}

/** Whether a field stands within one that is new, too. */
function isWithinNew(field: string, before: ReadonlyMap<string, unknown>): boolean {
  const outer = field.replace(/(\.[^.[\]{}]+|\[\]|\{\})$/, '');
  return outer !== field && !before.has(outer);
}

/** What became of an older document: what a program would miss or be refused, and what came. */
export function compareOutlines(before: Outline, now: Outline): Changes {
  const all = [...before].flatMap(([operation, of]) => {
    const present = now.get(operation);
    return present ? [changesOf(operation, of, present)] : [];
  });
  const gone = lacking(before.keys(), now).map((operation) => ({ operation, what: 'is gone' }));
  const fresh = lacking(now.keys(), before).map((operation) => ({ operation, what: 'is new' }));
  return {
    broken: [...gone, ...all.flatMap(({ broken }) => broken)],
    added: [...fresh, ...all.flatMap(({ added }) => added)],
  };
}
