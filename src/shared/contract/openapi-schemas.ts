import { z } from 'zod';
import { Id } from './fields.ts';

export type Json = Record<string, unknown>;
type Io = 'input' | 'output';

const FILE = { type: 'string', format: 'binary' };

/** What `format` says as well, in three hundred characters, at each of some hundred instants and days. */
const SAID_BY_FORMAT: ReadonlySet<unknown> = new Set(
  [z.iso.date(), z.iso.datetime({ offset: true })].map((schema) => z.toJSONSchema(schema).pattern),
);

function leaveToFormat({ jsonSchema }: { jsonSchema: { pattern?: string } }): void {
  if (SAID_BY_FORMAT.has(jsonSchema.pattern ?? null)) delete jsonSchema.pattern;
}

const DIGITS = z.toJSONSchema(Id, { io: 'input' }).pattern;

/** A number in an address is digits there, and an integer for whoever writes it. // spec §5: box_id and comune_id are integers */
function asIntegers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asIntegers);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, pattern, ...rest } = schema as Json;
  if (type === 'string' && pattern === DIGITS) return { type: 'integer', minimum: 1, ...rest };
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, asIntegers(part)]));
}

function* refsIn(value: unknown): Generator<Json & { $ref: string }> {
  if (typeof value !== 'object' || value === null) return;
  if ('$ref' in value && typeof value.$ref === 'string') yield value as Json & { $ref: string };
  for (const part of Object.values(value)) yield* refsIn(part);
}

/** The schemas of a document: named ones stand once among its components, wherever they are used. */
export class DocumentSchemas {
  readonly components: Record<string, Json> = {};
  readonly #names: ReadonlyMap<unknown, string>;
  readonly #registry = z.registry<Json>();

  constructor(names: ReadonlyMap<unknown, string>) {
    this.#names = names;
    this.#registry.get = (schema) => {
      const name = names.get(schema);
      return { ...z.globalRegistry.get(schema), ...(name === undefined ? {} : { id: name }) } as never;
    };
  }

  /** What is sent or answered: a reference where the schema has a name. */
  of(schema: z.ZodType, io: Io): Json {
    const name = this.#names.get(schema);
    // By itself a named schema would be written out: as a part of another it is referred to.
    const json = this.#write(name === undefined ? schema : z.object({ of: schema }), io);
    return name === undefined ? json : ((json.properties as Json).of as Json);
  }

  /** A file has no schema of its own. */
  ofFile(schema: z.ZodType, io: Io): Json {
    const json = this.of(schema, io);
    return Object.keys(json).length === 0 ? FILE : json;
  }

  /** The names and schemas of a query or a path, which are no part of the document by themselves, named or not. */
  properties(schema: z.ZodType): { properties: Record<string, Json>; required: readonly string[] } {
    const known = new Set(Object.keys(this.components));
    const written = this.#write(schema, 'input');
    const name = typeof written.$ref === 'string' ? written.$ref.slice(HERE.length) : undefined;
    const { properties = {}, required = [] } = ((name && this.components[name]) || written) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    if (name && !known.has(name)) delete this.components[name];
    return { properties: asIntegers(properties) as Record<string, Json>, required };
  }

  #write(schema: z.ZodType, io: Io): Json {
    const metadata = this.#registry as never;
    const options = { io, unrepresentable: 'any', metadata, override: leaveToFormat } as const;
    const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, options) as Json;
    for (const at of refsIn([json, $defs])) {
      const [name = ''] = at.$ref.split('/').slice(-1);
      if (at.$ref.startsWith('#/$defs/')) at.$ref = `${HERE}${io === 'input' ? sent(name) : name}`;
    }
    for (const [name, { id: __, ...part }] of Object.entries($defs as Record<string, Json>))
      this.components[io === 'input' ? sent(name) : name] ??= part;
    return json;
  }

  /** Calls what is only ever sent by its own name: a second one is for what is answered as well, and more strictly. */
  rename(document: Json): void {
    for (const at of refsIn(document)) {
      const plain = at.$ref.replace(/Sent$/, '');
      if (at.$ref !== plain && !(plain.slice(HERE.length) in this.components)) at.$ref = plain;
    }
    for (const [name, schema] of Object.entries(this.components)) {
      const plain = name.replace(/Sent$/, '');
      if (plain in this.components) continue;
      delete this.components[name];
      this.components[plain] = schema;
    }
  }
}

const HERE = '#/components/schemas/';
const sent = (name: string): string => `${name}Sent`;
