import type { Json } from './openapi-schemas.ts';

/** What stands in an example under a name that says what it holds. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  id: 7,
  id_client: 1,
  proj_code: 'ROVIGO-1',
  code: 'ROVIGO-1',
  plant_name: 'Rovigo Est',
  short_name: 'INV1',
  device: 'INV1',
  email: 'anna@example.org',
  password: 'a-long-sentence-of-yours',
  current_password: 'a-long-sentence-of-yours',
  password_confirm: 'a-long-sentence-of-yours',
  time_zone: 'Europe/Rome',
  host: '192.0.2.10',
  url: 'https://example.org/hook',
  telephone: '+39 0425 123456',
  language: 'it',
  colour: '#1A4ACB',
  latitude: 45.07,
  longitude: 11.79,
  potenza_nominale: 998.4,
  title: 'Bad Request',
  status: 400,
  type: 'about:blank',
  detail: 'Data is not valid',
  next: null,
  previous: null,
  count: 1,
  label_en: 'Power',
  label_it: 'Potenza',
  unit: 'kW',
};

const FORMATS: Readonly<Record<string, unknown>> = {
  'date-time': '2026-06-01T10:00:00Z',
  date: '2026-06-01',
  time: '10:00:00',
  email: 'anna@example.org',
  uri: 'https://example.org/',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
};

/** Texts for patterns that no name tells. */
const WORDS = [
  'ac_power_kw',
  'ROVIGO-1',
  'INV1',
  '#1A4ACB',
  '1',
  '08:00',
  'en',
  '0'.repeat(64),
  '/dev/ttyUSB0',
  'api_key:7',
  '000000',
];

function textOf({ pattern, format, minLength = 0, maxLength = 40 }: Json, name: string): unknown {
  if (typeof format === 'string' && format in FORMATS) return FORMATS[format];
  const fits = (text: unknown): boolean =>
    typeof text === 'string' &&
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text));
  return [BY_NAME[name], 'Text', ...WORDS].find(fits) ?? 'x'.repeat(Number(minLength));
}

function numberOf({ type, minimum, maximum, exclusiveMinimum }: Json, name: string): number {
  const named = BY_NAME[name];
  const min = Number(minimum ?? (exclusiveMinimum === undefined ? 0 : Number(exclusiveMinimum) + 1));
  const max = Number(maximum ?? Number.POSITIVE_INFINITY);
  const wished = typeof named === 'number' ? named : type === 'integer' ? 1 : 12.5;
  const fits = wished >= min && wished <= max && (type !== 'integer' || Number.isInteger(wished));
  return fits ? wished : Math.min(min, max);
}

type Inside = (of: Json, as?: string) => unknown;

/** What the schema itself says stands there; undefined where it says nothing. */
function given(schema: Json): unknown {
  const [known] = (schema.examples as unknown[] | undefined) ?? [];
  if (known !== undefined) return known;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  return Array.isArray(schema.enum) ? schema.enum[0] : undefined;
}

function anObject({ properties = {}, required = [] }: Json, inside: Inside, all: boolean): unknown {
  // What may be left out is shown at the top only: an example within an example is short.
  const shown = Object.entries(properties as Record<string, Json>).filter(
    ([name]) => all || (required as string[]).includes(name),
  );
  return Object.fromEntries(shown.map(([name, part]) => [name, inside(part, name)]));
}

/** An example of what a schema of the document describes; `resolve` finds what a reference names. */
export function exampleOfSchema(schema: Json, resolve: (ref: string) => Json, name = '', depth = 0): unknown {
  const inside: Inside = (of, as = name) => exampleOfSchema(of, resolve, as, depth + 1);
  if (typeof schema.$ref === 'string') return exampleOfSchema(resolve(schema.$ref), resolve, name, depth);
  const known = given(schema);
  if (known !== undefined) return known;
  const either = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (either) return inside(either.find(({ type }) => type !== 'null') ?? {});
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...(schema.allOf as Json[]).map((part) => inside(part)));
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (type === 'object') return depth > 12 ? {} : anObject(schema, inside, depth === 0);
  if (type === 'array') return schema.maxItems === 0 ? [] : [inside((schema.items ?? {}) as Json)];
  if (type === 'string') return textOf(schema, name);
  if (type === 'integer' || type === 'number') return numberOf({ ...schema, type }, name);
  return type === 'boolean' ? false : null;
}
