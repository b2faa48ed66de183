import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { documentOf } from '../../../src/apps/server/documents.ts';
import { refusalWords } from '../../../src/apps/server/refusal-words.ts';
import type { AnyCall } from '../../../src/shared/contract/call.ts';

/** The document as `/openapi.json` serves it. */
export const served = JSON.parse(JSON.stringify(documentOf('http://portal.example.test'))) as {
  paths: Record<string, Record<string, { responses: Record<string, Response & { $ref?: string }> }>>;
  components: { responses: Record<string, Response> };
};
/** What came back of a call. */
interface Judged {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}
interface Response {
  content?: Record<string, { schema: unknown; example?: unknown }>;
}

// Each of the four hundred schemas judges a few answers: to compile it must cost little, and what it refers to is compiled once.
const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  allErrors: false,
  inlineRefs: false,
  code: { optimize: false },
});
(formats as unknown as { default: (of: Ajv2020) => void }).default(ajv);
ajv.addSchema(served, 'document');

const compiled = new Map<string, ValidateFunction>();
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The faults of a value by the schema at a place of the document. */
export function faultsAt(place: readonly string[], value: unknown): string | undefined {
  const $ref = `document#/${place.map((name) => encodeURIComponent(escaped(name))).join('/')}`;
  const validate = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** Where a response of a call is declared. */
export function declaredAt(
  call: AnyCall,
  status: number,
): { place: string[]; response: Response } | undefined {
  const method = call.method.toLowerCase();
  const response = served.paths[call.path]?.[method]?.responses[status];
  if (!response) return undefined;
  if (response.$ref === undefined)
    return { place: ['paths', call.path, method, 'responses', String(status)], response };
  const place = response.$ref.slice(2).split('/');
  return { place, response: served.components.responses[place.at(-1) ?? ''] ?? {} };
}

/** A refusal is said in English or in Italian, as its reader likes: each sentence of it stands in a refusals.it.json. */
function sayable(
  { detail, errors = [] }: { detail: string; errors?: { message: string }[] },
  what: string,
): void {
  for (const sentence of [detail, ...errors.map(({ message }) => message)])
    assert.ok(refusalWords.find(sentence), `no Italian for "${sentence}": ${what}`);
}

/** An answer that the document does not promise fails: its status, its kind, or a member too many or too few. */
export function judge(call: AnyCall, answer: Judged): void {
  const what = `${call.method} ${call.path}: ${answer.status} ${answer.text.slice(0, 300)}`;
  const declared = declaredAt(call, answer.status);
  assert.ok(declared, `the document does not declare the status: ${what}`);
  const { content } = declared.response;
  if (content === undefined) {
    assert.equal(answer.text, '', what);
    return;
  }
  const [type = ''] = String(answer.headers['content-type']).split(';');
  assert.ok(type in content, `the document does not declare ${type}: ${what}`);
  if (!type.endsWith('json')) return;
  if (answer.status >= 400) sayable(JSON.parse(answer.text), what);
  const faults = faultsAt([...declared.place, 'content', type, 'schema'], JSON.parse(answer.text));
  assert.equal(faults, undefined, `the document promises another answer: ${faults}: ${what}`);
}
