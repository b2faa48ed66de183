import type { DocumentWords } from './document-words.ts';

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
}
type Content = Readonly<Record<string, { schema: Json; example?: unknown }>>;
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly 'x-access': string;
  readonly security: readonly Json[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { required: boolean; content: Content };
  readonly responses: Readonly<Record<string, { content?: Content; description?: string; $ref?: string }>>;
}
/** What is read of the document to show it. */
export interface ShownDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

export const plain = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
const code = (text: string): string => `<code>${plain(text)}</code>`;

/** A schema in a few words; one that has a name is led to. */
function typeOf(schema: Json): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#schema-${plain(name)}">${plain(name)}</a>`;
  }
  const either = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (either) return [...new Set(either.map(typeOf))].join(' or ');
  if ('const' in schema) return code(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => code(JSON.stringify(one))).join(', ');
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as Json)}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `object of ${typeOf(schema.additionalProperties as Json)} by name`;
  return plain([schema.type ?? 'anything'].flat().join(' or '));
}

const SAFE = Number.MAX_SAFE_INTEGER;

/** What bounds a value, as far as a person wants to know it. */
function boundsOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  maxItems,
  format,
  default: given,
}: Json): string {
  const has = (bound: unknown): boolean => typeof bound === 'number' && Math.abs(bound) < SAFE;
  return [
    typeof format === 'string' ? format : '',
    has(minimum) ? `at least ${minimum}` : '',
    has(maximum) ? `at most ${maximum}` : '',
    has(minLength) ? `at least ${minLength} characters` : '',
    has(maxLength) ? `at most ${maxLength} characters` : '',
    has(maxItems) ? `at most ${maxItems} entries` : '',
    given === undefined ? '' : `default ${plain(JSON.stringify(given))}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows
        .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('')}</tbody></table>`;

/** The members of an object, those of objects without a name beneath them. */
function rowsOf(schema: Json, yes: string, prefix = '', depth = 0): string[][] {
  const either = ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).flatMap((one) =>
    rowsOf(one, yes, prefix, depth),
  );
  const required = (schema.required ?? []) as string[];
  const own = Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, of]) => {
    const said = typeof of.description === 'string' ? plain(of.description) : '';
    const about = [boundsOf(of), said].filter(Boolean).join('; ');
    const row = [code(prefix + name), typeOf(of), required.includes(name) ? yes : '', about];
    const inner = of.type === 'array' ? (of.items as Json) : of;
    const deeper = depth < 3 && typeof inner?.$ref !== 'string';
    const mark = of.type === 'array' ? '[].' : '.';
    return [row, ...(deeper ? rowsOf(inner ?? {}, yes, `${prefix}${name}${mark}`, depth + 1) : [])];
  });
  return [...own, ...either];
}

const fields = (schema: Json, words: DocumentWords): string =>
  table([words.field, words.type, words.required, words.about], rowsOf(schema, words.yes));

interface Page {
  readonly schemas: ShownDocument['components']['schemas'];
  readonly words: DocumentWords;
}

/** The members of what is sent or answered, also where it has a name. */
function shownFields(schema: Json, { schemas, words }: Page): string {
  const name = typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? '') : undefined;
  return fields(name === undefined ? schema : (schemas[name] ?? {}), words);
}

function contents(title: string, content: Content, page: Page): string {
  return Object.entries(content)
    .map(([type, { schema, example }]) => {
      const shown =
        example === undefined ? '' : `<pre class="example">${plain(JSON.stringify(example, null, 1))}</pre>`;
      return `<h4>${title} – ${plain(type)}: ${typeOf(schema)}</h4>${shownFields(schema, page)}${shown}`;
    })
    .join('');
}

interface Shown {
  readonly method: string;
  readonly path: string;
  readonly of: Operation;
  readonly who: string;
}

function operation({ method, path, of, who }: Shown, page: Page): string {
  const { words } = page;
  const parameters = of.parameters.map(({ name, in: where, required, description = '', schema }) => [
    code(name),
    plain(where),
    typeOf(schema),
    required ? words.yes : '',
    [plain(description), boundsOf(schema)].filter(Boolean).join('; '),
  ]);
  const [[done = '', answer] = [], ...refusals] = Object.entries(of.responses).toSorted(([a], [b]) =>
    a.startsWith('2') === b.startsWith('2') ? a.localeCompare(b) : a.startsWith('2') ? -1 : 1,
  );
  const upper = method.toUpperCase();
  return `<details id="${plain(of.operationId)}"><summary>${`<code class="m ${upper}">${upper}</code> ${code(path)}`}
<span>${plain(of.summary)}</span></summary><p>${words.for}: ${plain(who)}. ${words.called} ${code(of.operationId)}.</p>
${table([words.parameter, words.in, words.type, words.required, words.about], parameters)}
${of.requestBody ? contents(words.body, of.requestBody.content, page) : ''}
${answer?.content ? contents(`${words.answer} ${done}`, answer.content, page) : `<h4>${words.answer} ${plain(done)}, ${words.withoutBody}</h4>`}
<p>${words.refusals}: ${refusals.map(([status]) => status).join(', ')}, ${words.each} <a href="#schema-Problem">Problem</a>.</p></details>`;
}

/** The calls by area, each with its parameters, fields and refusals, and below them the schemas that have a name. */
export function documentBody(
  { paths, components }: ShownDocument,
  whoOf: (operation: Operation) => string,
  words: DocumentWords,
): string {
  const page = { schemas: components.schemas, words };
  const areas = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, of] of Object.entries(methods)) {
      const [area = ''] = of.tags;
      areas.set(area, [...(areas.get(area) ?? []), operation({ method, path, of, who: whoOf(of) }, page)]);
    }
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${plain(name)}"><summary>${code(name)}</summary>${fields(schema, words) || `<p>${typeOf(schema)}</p>`}</details>`,
  );
  return `${[...areas].map(([area, list]) => `<h2>${plain(area)}</h2>${list.join('')}`).join('')}
<h2>${words.schemas}</h2>${schemas.join('')}`;
}
