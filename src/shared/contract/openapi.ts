import { z } from 'zod';
import { type AnyCall, type Area, isOpenToKeys } from './call.ts';
import { CAPABILITIES, type Capability } from './capabilities.ts';
import { Problem } from './fields.ts';

type Json = Record<string, unknown>;

const PROBLEMS: readonly [number, string][] = [
  [400, 'Data is not valid, or id-client does not name one company'],
  [401, 'Nobody is signed in, or the key is not valid'],
  [403, 'This company is not open to the caller, or the role does not allow it'],
  [404, 'No such thing in this company'],
  [429, 'Too many requests; Retry-After says when to come back'],
  [503, 'The database is away; Retry-After says when to come back'],
];

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return json;
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }));
}

function isCapability(access: string): access is Capability {
  return access in CAPABILITIES;
}

function security(call: AnyCall): Json[] {
  if (call.access === 'public' || call.access === 'signed_url') return [];
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

function answers(call: AnyCall): Json {
  const body =
    call.status === 204 ? {} : { content: { [call.produces]: { schema: schemaOf(call.ok, 'output') } } };
  const problem = {
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  return {
    [call.status]: { description: 'done', ...body },
    ...Object.fromEntries(PROBLEMS.map(([status, description]) => [status, { description, ...problem }])),
  };
}

function operation(areaName: string, name: string, call: AnyCall): Json {
  return {
    operationId: `${areaName}_${name}`,
    tags: [areaName],
    summary: call.summary,
    'x-access': call.access,
    ...(isCapability(call.access) ? { 'x-roles': CAPABILITIES[call.access].roles } : {}),
    ...(call.timeout_s === null ? {} : { 'x-client-timeout-s': call.timeout_s }),
    security: security(call),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...(isCapability(call.access) ? [ID_CLIENT] : []),
    ],
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              [call.consumes, ...(call.consumes_also ?? [])].map((type) => [
                type,
                { schema: schemaOf(call.body, 'input') },
              ]),
            ),
          },
        }
      : {}),
    responses: answers(call),
  };
}

/** The OpenAPI 3.1 document of the declared calls. */
export function openapi(
  contract: Readonly<Record<string, Area>>,
  about: { title: string; version: string },
): Json {
  const paths: Record<string, Json> = {};
  for (const [areaName, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = paths[call.path] ?? {};
      path[call.method.toLowerCase()] = operation(areaName, name, call);
      paths[call.path] = path;
    }
  }
  return {
    openapi: '3.1.1',
    info: { ...about, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: {
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
      },
    },
  };
}
