import type { z } from 'zod';
import { type AnyCall, type Area, type ConfirmedWhen, isOpenToKeys, isSigned } from './call.ts';
import { CAPABILITIES, type Capability } from './capabilities.ts';
import { Problem } from './fields.ts';
import { exampleOfSchema } from './openapi-examples.ts';
import { DocumentSchemas, type Json } from './openapi-schemas.ts';
import { PARAMETERS } from './parameter-words.ts';

const ALWAYS: Readonly<Record<number, string>> = {
  400: 'Data is not valid, or id-client does not name one company',
  401: 'Nobody is signed in, or the key is not valid',
  403: 'This company is not open to the caller, or the role does not allow it',
  404: 'No such thing in this company',
  414: 'The address is too long',
  429: 'Too many requests; Retry-After says when to come back',
  500: 'A failure of the server’s own',
  503: 'The database is away or too busy; Retry-After says when to come back',
};
/** Of calls that change something, and of what they are sent. */
const OF_WRITES: Readonly<Record<number, string>> = {
  409: 'Somebody else was first: what is there now stands in `stored`, or the sentence says what is in the way',
  413: 'The body is too long',
  415: 'The body is of a kind that this call does not take',
};
const OTHERS: Readonly<Record<number, string>> = {
  409: OF_WRITES[409] ?? '',
  422: 'Something of the delivery cannot be stored, so none of it was: `rows` says what and why',
};

const CONFIRMED: Readonly<Record<ConfirmedWhen, string>> = {
  always:
    'Whoever makes it must have confirmed their email address: 403 with the code `unconfirmed` otherwise.',
  beyond_first_company:
    'Whoever belongs to a company, or did, must have confirmed their email address: 403 with the code `unconfirmed` otherwise.',
};

/** The statuses with which a call may refuse, and what they mean. */
export function refusalsOf({ method, refuses = [] }: AnyCall): Readonly<Record<number, string>> {
  const own = refuses.map((status) => [status, OTHERS[status] ?? 'Refused']);
  return { ...ALWAYS, ...(method === 'GET' ? {} : OF_WRITES), ...Object.fromEntries(own) };
}

interface Writing {
  readonly schemas: DocumentSchemas;
}

function exampleIn({ schemas }: Writing, schema: Json): Json {
  const resolve = (ref: string): Json => schemas.components[ref.split('/').at(-1) ?? ''] ?? {};
  return { example: exampleOfSchema(schema, resolve) };
}

function parameters({ schemas }: Writing, where: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties, required } = schemas.properties(schema);
  return Object.entries(properties).map(([name, { description, ...of }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    description: description ?? PARAMETERS[name],
    schema: of,
  }));
}

function isCapability(access: string): access is Capability {
  return access in CAPABILITIES;
}

function security(call: AnyCall): Json[] {
  if (call.access === 'public' || isSigned(call)) return [];
  if (call.access.startsWith('key:')) return [{ key: [call.access.slice('key:'.length)] }];
  return [{ user: [] }, ...(isOpenToKeys(call) ? [{ key: ['read'] }] : [])];
}

const ID_CLIENT = {
  name: 'id-client',
  in: 'header',
  required: true,
  description: 'the active company',
  schema: { type: 'integer', minimum: 1 },
};

function contentOf(writing: Writing, types: readonly string[], schema: Json): Json {
  const example = types[0] === 'application/json' ? exampleIn(writing, schema) : {};
  return Object.fromEntries(types.map((type) => [type, { schema, ...example }]));
}

const PROBLEM = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};
const responseOf = (status: string): string => `Refused${status}`;

/** Every refusal once: calls refer to them by their status. */
function refusals(): Json {
  const all = { ...ALWAYS, ...OF_WRITES, ...OTHERS };
  return Object.fromEntries(
    Object.entries(all).map(([status, description]) => [
      responseOf(status),
      { description, content: PROBLEM },
    ]),
  );
}

/** The refusal of whoever comes second, with the record as it is stored. */
function conflictOf(stored: Json): Json {
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { stored } }] };
  return { description: OF_WRITES[409], content: { 'application/problem+json': { schema } } };
}

function answers(writing: Writing, call: AnyCall): Json {
  const types = [call.produces, ...(call.produces_also ?? [])];
  const isJson = call.produces === 'application/json';
  const schema = (): Json =>
    isJson ? writing.schemas.of(call.ok, 'output') : writing.schemas.ofFile(call.ok, 'output');
  const body = call.status === 204 ? {} : { content: contentOf(writing, types, schema()) };
  const refused = Object.keys(refusalsOf(call)).map((status) => [
    status,
    status === '409' && call.conflict
      ? conflictOf(writing.schemas.of(call.conflict, 'output'))
      : { $ref: `#/components/responses/${responseOf(status)}` },
  ]);
  return { [call.status]: { description: 'done', ...body }, ...Object.fromEntries(refused) };
}

function bodyOf(writing: Writing, call: AnyCall): Json {
  if (!call.body) return {};
  const types = [call.consumes, ...(call.consumes_also ?? [])];
  const isJson = call.consumes === 'application/json';
  const schema = isJson ? writing.schemas.of(call.body, 'input') : writing.schemas.ofFile(call.body, 'input');
  const required = !call.body.safeParse(undefined).success && !call.body.safeParse({}).success;
  return { requestBody: { required, content: contentOf(writing, types, schema) } };
}

interface Named {
  readonly area: string;
  readonly name: string;
  readonly call: AnyCall;
}

function operation(writing: Writing, { area, name, call }: Named): Json {
  return {
    operationId: `${area}_${name}`,
    tags: [area],
    summary: call.summary,
    ...(call.confirmed ? { description: CONFIRMED[call.confirmed] } : {}),
    'x-access': call.access,
    ...(isCapability(call.access) ? { 'x-roles': CAPABILITIES[call.access].roles } : {}),
    ...(call.timeout_s === null ? {} : { 'x-client-timeout-s': call.timeout_s }),
    security: security(call),
    parameters: [
      ...parameters(writing, 'path', call.params),
      ...parameters(writing, 'query', call.query),
      ...(isCapability(call.access) ? [ID_CLIENT] : []),
    ],
    ...bodyOf(writing, call),
    responses: answers(writing, call),
  };
}

const SECURITY = {
  user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'the access token of a sign-in',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mk_…',
    description:
      'the key of a device, gateway or program, with the use that it was made for: ingest or read. A key of one plant sees that plant only',
  },
};

export interface About {
  readonly title: string;
  readonly version: string;
  /** Where it is served. */
  readonly url: string;
  /** What schemas are called in the document. */
  readonly names: ReadonlyMap<z.ZodType, string>;
}

/** The OpenAPI 3.1 document of the declared calls. */
export function openapi(
  contract: Readonly<Record<string, Area>>,
  { title, version, url, names }: About,
): Json {
  const schemas = new DocumentSchemas(new Map([...names, [Problem, 'Problem']]));
  const writing = { schemas };
  schemas.of(Problem, 'output');
  const paths: Record<string, Json> = {};
  for (const [area, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = paths[call.path] ?? {};
      path[call.method.toLowerCase()] = operation(writing, { area, name, call });
      paths[call.path] = path;
    }
  }
  const document = {
    openapi: '3.1.1',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: { schemas: schemas.components, responses: refusals(), securitySchemes: SECURITY },
  };
  schemas.rename(document);
  return document;
}
