import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { documentOf } from '../src/apps/server/documents.ts';
import { type Change, type Changes, compareOutlines } from './api-changes.ts';
import { type Outline, outlineOf } from './api-outline.ts';
import { readOutline } from './api-outline-text.ts';

/** What programs that were written for 0.6.0 find changed: `npm run openapi:changes` writes docs/openapi-changes.md. */

export const CHANGES_FILE = fileURLToPath(new URL('../docs/openapi-changes.md', import.meta.url));
const BEFORE = new URL('../tests/fixtures/0.6.0/openapi.tsv.zst', import.meta.url);

/** Differences that a program may notice and that are meant. A test fails where one of them is no more. */
export const DELIBERATE: readonly (readonly [change: RegExp, why: string])[] = [
  [
    /^\w+ \S+ (body (.+\.)?(version|newest|newest_version|revision|id)|query ended_tasks|body \w+\[\]\.id) (minimum [01]|maximum 2147483647) is new$/,
    'Negative numbers and those beyond the column name no record: they are refused as invalid, where the large ones ended in a failure of the server.',
  ],
  [
    /^GET \/api\/v1\/alarms(-bin|-export)?\/ query assigned no longer takes string$/,
    'Numbers of records in paths and queries are described as integers from 1, where they were texts of digits: what is sent is the same.',
  ],
  [
    /^POST \/api\/v1\/uploads\/ is no longer open to: company\.read$/,
    'A signed address for a file is given for a purpose, to those who may use such a file: simulations of communities, so far.',
  ],
];

export const before = (): Outline => readOutline(zstdDecompressSync(readFileSync(BEFORE)).toString('utf8'));

export const outlineNow = (): Outline =>
  outlineOf(JSON.parse(JSON.stringify(documentOf('http://portal.example'))));

export const changesSince = (): Changes => compareOutlines(before(), outlineNow());

export const sentenceOf = ({ operation, field, what }: Change): string =>
  [operation, field?.trim() === 'body' ? 'body' : field, what].filter(Boolean).join(' ');

export const reasonOf = (change: Change): string | undefined =>
  DELIBERATE.find(([pattern]) => pattern.test(sentenceOf(change)))?.[1];

const GROUPS: readonly (readonly [title: string, is: (change: Change) => boolean])[] = [
  ['Calls', ({ field }) => field === undefined],
  ['In requests', ({ field }) => field !== undefined && !/^\d/.test(field)],
  ['In answers', ({ field }) => field !== undefined && /^\d/.test(field)],
];

/** A line for each call, with the fields that it is about. */
function placesOf(changes: readonly Change[]): string[] {
  const fields = new Map<string, Set<string>>();
  for (const { operation, field } of changes) {
    const of = fields.get(operation) ?? new Set<string>();
    if (field) of.add(`\`${field.trim()}\``);
    fields.set(operation, of);
  }
  return [...fields].map(([name, of]) => `- \`${name}\`${of.size > 0 ? `: ${[...of].join(', ')}` : ''}`);
}

function section(title: string, changes: readonly Change[]): string[] {
  const lines = placesOf(changes);
  return lines.length === 0 ? [] : [`### ${title}`, '', ...lines, ''];
}

const deliberate = (broken: readonly Change[]): string[] =>
  DELIBERATE.flatMap(([pattern, why]) => [
    why,
    '',
    ...placesOf(broken.filter((change) => pattern.test(sentenceOf(change)))),
    '',
  ]);

/** The document for people: what came since 0.6.0, and what is refused that was taken. */
export function changesPaper({ broken, added }: Changes): string {
  return `${[
    '# Changes of the API since 0.6.0',
    '',
    'Written by `npm run openapi:changes` from what `/openapi.json` promised at 0.6.0 and promises now; `tests/contract/changes.test.ts`',
    'fails when they differ from this page, when something of 0.6.0 is gone, or when a request is taken less widely than it was.',
    'Further words in a list of words, such as a new code, are not listed.',
    '',
    '## Added',
    '',
    ...GROUPS.flatMap(([title, is]) => section(title, added.filter(is))),
    '## Different on purpose',
    '',
    ...deliberate(broken),
  ].join('\n')}`;
}

if (import.meta.main) {
  writeFileSync(CHANGES_FILE, changesPaper(changesSince()));
  console.log(`Written: ${CHANGES_FILE}`);
}
