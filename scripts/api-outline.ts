/** What a document of OpenAPI promises, as a table that can be compared: one line for each parameter, field and answer. */

type Json = Readonly<Record<string, unknown>>;

export interface Field {
  /** Whether a request must bring it, or an answer always has it. */
  readonly required: boolean;
  /** `string`, `null`, and single values such as `'open'`. */
  readonly types: ReadonlySet<string>;
  /** Limits such as `maxLength`, of what a request brings. */
  readonly limits: ReadonlyMap<string, string>;
}

export interface Operation {
  /** Who may call it: `public`, `signed_in`, `key:read`, …, and `key` beside where programs may. */
  readonly access: ReadonlySet<string>;
  /** `query q`, `path id`, `body name`, `body tags[].code`. */
  readonly request: ReadonlyMap<string, Field>;
  /** `200 application/json`, and `200 items[].name`: what is answered when all went well. */
  readonly answers: ReadonlyMap<string, Field>;
}

/** By method and path: `GET /api/v1/plants/`. */
export type Outline = ReadonlyMap<string, Operation>;

const LIMITS = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'pattern',
  'format',
];
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

class OutlineWriter {
  readonly #document: Json;
  readonly #fields = new Map<string, Field>();

  constructor(document: Json) {
    this.#document = document;
  }

  get fields(): ReadonlyMap<string, Field> {
    return this.#fields;
  }

  resolve(of: unknown): Json {
    const $ref = objectOf(of).$ref;
    if (typeof $ref !== 'string') return objectOf(of);
    const place = $ref.replace(/^#\//, '').split('/');
    return this.resolve(place.reduce((at: unknown, name) => objectOf(at)[name], this.#document));
  }

  /** What a value may be: each branch of a choice, with what stands beside the choice in it. */
  #branches(of: unknown): Json[] {
    const { anyOf, oneOf, allOf, ...rest } = this.resolve(of);
    const choice = [...listOf(anyOf), ...listOf(oneOf)].flatMap((one) => this.#branches(one));
    const own = choice.length > 0 ? choice.map((one) => ({ ...rest, ...one })) : [rest];
    return own.map((one) => listOf(allOf).reduce((sum, part) => this.#both(sum, this.resolve(part)), one));
  }

  #both(a: Json, b: Json): Json {
    return {
      ...a,
      ...b,
      properties: { ...objectOf(a.properties), ...objectOf(b.properties) },
      required: [...listOf(a.required), ...listOf(b.required)],
    };
  }

  write(name: string, of: unknown, required: boolean, within: readonly unknown[] = []): void {
    const schema = this.resolve(of);
    const branches = this.#branches(of);
    const types = new Set(branches.flatMap((branch) => [...typesOf(branch)]));
    const single = branches.filter(({ type }) => type !== 'null');
    const isAnswer = /^\d/.test(name);
    const limits = single.length === 1 && !isAnswer ? limitsOf(single[0] ?? {}) : new Map<string, string>();
    this.#fields.set(name, { required, types, limits });
    // What holds things of its own kind is told once.
    if (within.includes(schema)) return;
    this.#writeMembers(name, branches, [...within, schema]);
  }

  #writeMembers(name: string, branches: readonly Json[], within: readonly unknown[]): void {
    const objects = branches.filter(({ properties }) => properties !== undefined);
    const names = new Set(objects.flatMap(({ properties }) => Object.keys(objectOf(properties))));
    for (const member of names) {
      const having = objects.filter(({ properties }) => member in objectOf(properties));
      const always = objects.every(({ required }) => (listOf(required) as unknown[]).includes(member));
      const schemas = having.map(({ properties }) => objectOf(properties)[member]);
      const of = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
      this.write(name.endsWith(' ') ? name + member : `${name}.${member}`, of, always, within);
    }
    const items = branches.flatMap((one) => [...listOf(one.prefixItems), ...(one.items ? [one.items] : [])]);
    if (items.length > 0)
      this.write(`${name}[]`, items.length === 1 ? items[0] : { anyOf: items }, false, within);
    const values = branches.flatMap(({ additionalProperties: of }) => (typeof of === 'object' ? [of] : []));
    if (values.length > 0) this.write(`${name}{}`, { anyOf: values }, false, within);
  }
}

function typesOf(schema: Json): ReadonlySet<string> {
  if ('const' in schema) return new Set([`'${String(schema.const)}'`]);
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map((one) => `'${String(one)}'`));
  const { type } = schema;
  if (type === undefined) return new Set(['any']);
  return new Set(Array.isArray(type) ? (type as string[]) : [String(type)]);
}

// Every whole number is one that a program can count with.
const limitsOf = (schema: Json): ReadonlyMap<string, string> =>
  new Map(
    LIMITS.filter((name) => name in schema && Math.abs(Number(schema[name])) !== Number.MAX_SAFE_INTEGER).map(
      (name) => [name, String(schema[name])],
    ),
  );

function requestOf(operation: Json, document: Json): ReadonlyMap<string, Field> {
  const writer = new OutlineWriter(document);
  for (const one of listOf(operation.parameters)) {
    const { name, in: where, required, schema } = writer.resolve(one);
    writer.write(`${where} ${name}`, schema, required === true);
  }
  const { content, required } = writer.resolve(operation.requestBody);
  // A file or a form is judged by its kind.
  for (const [type, { schema }] of Object.entries(objectOf(content) as Record<string, Json>))
    if (type === 'application/json') writer.write('body ', schema, required === true);
    else writer.write(`body as ${type}`, {}, required === true);
  return writer.fields;
}

function answersOf(operation: Json, document: Json): ReadonlyMap<string, Field> {
  const writer = new OutlineWriter(document);
  for (const [status, response] of Object.entries(objectOf(operation.responses))) {
    if (!status.startsWith('2')) continue;
    const content = objectOf(writer.resolve(response).content) as Record<string, Json>;
    if (Object.keys(content).length === 0) writer.write(`${status} nothing`, {}, true);
    for (const [type, { schema }] of Object.entries(content)) {
      writer.write(`${status} as ${type}`, {}, true);
      if (type === 'application/json') writer.write(`${status} `, schema, true);
    }
  }
  return writer.fields;
}

function accessOf(operation: Json): ReadonlySet<string> {
  const schemes = listOf(operation.security).flatMap((one) => Object.keys(one));
  return new Set([String(operation['x-access']), ...schemes]);
}

export function outlineOf(document: Json): Outline {
  const outline = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(objectOf(document.paths))) {
    for (const [method, of] of Object.entries(objectOf(methods))) {
      const operation = objectOf(of);
      outline.set(`${method.toUpperCase()} ${path}`, {
        access: accessOf(operation),
        request: requestOf(operation, document),
        answers: answersOf(operation, document),
      });
    }
  }
  return outline;
}
