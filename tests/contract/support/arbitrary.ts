import fc from 'fast-check';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** Values that have broken something somewhere. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202egnp.exe',
  '\ufeff',
  '💥'.repeat(60),
  'x'.repeat(5000),
  `'; drop table plant; --`,
  `' or pg_sleep(5) is null or '1'='1`,
  '<img src=x onerror=alert(1)>',
  '#{7*7}{{7*7}}',
  '../../../../etc/passwd',
  '%00%2e%2e',
  '__proto__',
  'constructor',
  '=1+1',
  '1,2,3',
  ',',
  '-1',
  '0',
  '01',
  '1e3',
  '١',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
  '9999999999999999',
  '9223372036854775808',
  '99999999999999999999999',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0000-01-01',
  '0001-01-01T00:00:00+14:00',
  '0001-01-02T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '9999-12-29',
  '2026-02-30T00:00:00Z',
  '2026-10-25T02:30:00',
  0,
  -0,
  -1,
  0.1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e308,
  -1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { constructor: { prototype: { x: 1 } } },
];
const hostile = fc.constantFrom(...HOSTILE);

/** Mostly what the schema allows, now and then something that it does not. */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return ofJson(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
}

function ofJson(schema: Json): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: allowed(schema) },
    { weight: 1, arbitrary: hostile },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

function allowed(schema: Json): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, allOf } = schema as Record<string, Json[] | undefined>;
  const branches = anyOf ?? oneOf ?? allOf;
  if (branches) return fc.oneof(...branches.map(ofJson));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.type === 'object') return anObject(schema);
  if (schema.type === 'array') return fc.array(ofJson((schema.items ?? {}) as Json), { maxLength: 4 });
  if (schema.type === 'string') return aText(schema);
  if (schema.type === 'integer' || schema.type === 'number') return aNumber(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  return fc.jsonValue({ maxDepth: 2 });
}

function anObject(schema: Json): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const required = (schema.required ?? []) as string[];
  const record = fc.record(Object.fromEntries(properties.map(([name, of]) => [name, ofJson(of)])), {
    requiredKeys: required,
  });
  const free = (schema.additionalProperties ?? undefined) as Json | boolean | undefined;
  if (typeof free === 'object')
    return fc.dictionary(fc.oneof(fc.string({ maxLength: 12 }), fc.constant('ac_power_kw')), ofJson(free), {
      maxKeys: 4,
    });
  return fc.oneof(
    { weight: 5, arbitrary: record },
    { weight: 1, arbitrary: fc.tuple(record, fc.object({ maxDepth: 1 })).map(([a, b]) => ({ ...b, ...a })) },
  );
}

function aText(schema: Json): fc.Arbitrary<string> {
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date('1990-01-01Z'), max: new Date('2100-01-01Z'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (typeof schema.pattern === 'string') return fc.stringMatching(new RegExp(schema.pattern));
  const minLength = Number(schema.minLength ?? 0);
  const maxLength = Math.min(Number(schema.maxLength ?? 40), 40);
  return fc.string({ minLength, maxLength, unit: 'binary' });
}

function aNumber(schema: Json): fc.Arbitrary<number> {
  const min = Number(schema.minimum ?? -1e9);
  const max = Number(schema.maximum ?? 1e9);
  if (schema.type === 'integer')
    return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) });
  return fc.double({ min, max, noNaN: true });
}
