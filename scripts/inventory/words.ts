import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readMenuLabels } from '../portal-pages.ts';

type Texts = { [key: string]: string | Texts };

interface Template {
  readonly shape: RegExp;
  readonly name: string;
  /** How much of it are words: the more, the closer a name fits. */
  readonly letters: number;
}

/** What the portal says, as it is recognised in names of controls. */
export interface Words {
  readonly phrases: ReadonlyMap<string, string>;
  readonly templates: readonly Template[];
  /** Names that the staged company gave its things: where they hold words, these are no words of the portal. */
  readonly values: RegExp;
}

/** What stands for a value: a plant's name, a date, a number. */
export const VALUE = '…';
const PLURAL = /_(zero|one|two|few|many|other)$/;
const FILLED_IN = /\{\{[^}]*\}\}/g;
const MIN_LETTERS = 3;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
/** A text as a regular expression looks for it. */
export const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Texts with what they are called here: the forms of a plural are one text. */
function* flatten(texts: Texts): Generator<[text: string, called: string]> {
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== 'string') yield* flatten(text);
    else {
      const other = PLURAL.test(key) && text.includes('{{') ? texts[key.replace(PLURAL, '_other')] : text;
      yield [plain(text), plain(typeof other === 'string' ? other : text)];
    }
  }
}

function templateOf(text: string, called: string): Template {
  const parts = text.split(FILLED_IN).map(escaped);
  return {
    shape: new RegExp(`^${parts.join('(?:.+?)')}$`, 'u'),
    name: plain(called.replaceAll(FILLED_IN, VALUE)),
    letters: lettersOf(text.replaceAll(FILLED_IN, '')),
  };
}

/** What is said in texts of i18n files. */
export function wordsOf(files: readonly Texts[], values: readonly string[]): Words {
  const phrases = new Map<string, string>();
  const templates: Template[] = [];
  for (const [text, called] of files.flatMap((texts) => [...flatten(texts)])) {
    if (text.search(FILLED_IN) < 0) phrases.set(text, called.replaceAll(FILLED_IN, VALUE));
    else templates.push(templateOf(text, called));
  }
  const telling = templates.filter(({ letters }) => letters >= MIN_LETTERS);
  const longestFirst = values.filter(Boolean).sort((a, b) => b.length - a.length);
  return {
    phrases,
    values: new RegExp(
      `(?<![\\p{L}\\d])(?:${longestFirst.map(escaped).join('|') || '(?!)'})(?![\\p{L}\\d])`,
      'gu',
    ),
    templates: telling.sort((a, b) => b.letters - a.letters || (a.name < b.name ? -1 : 1)),
  };
}

/** All that the portal says in English. */
export async function readWords(root: string, values: readonly string[]): Promise<Words> {
  const entries = await readdir(join(root, 'src'), { withFileTypes: true, recursive: true });
  const found = entries.filter(
    // An area's words of the audit lie beside its others, in `audit.en.json`.
    ({ name, parentPath }) => /^(\w+\.)?en\.json$/.test(name) && basename(parentPath) === 'i18n',
  );
  const paths = found.map(({ name, parentPath }) => join(parentPath, name)).sort();
  const files = await Promise.all(paths.map(async (path) => JSON.parse(await readFile(path, 'utf8'))));
  return wordsOf([...files, { ...readMenuLabels(root).map(({ en }) => en) }], values);
}

/** The known phrases that stand in a text which is made of several, in their order; what lies between them is left out. */
function phrasesIn(text: string, { phrases }: Words, max: number): string {
  const tokens = text
    .replaceAll(/(\p{L})(\d)|(\d)(\p{L})/gu, '$1$3 $2$4')
    .split(/[\s,·:;–—]+/u)
    .filter(Boolean);
  const found: string[] = [];
  for (let from = 0; from < tokens.length; from++) {
    for (let to = tokens.length; to > from; to--) {
      const phrase = phrases.get(tokens.slice(from, to).join(' '));
      if (phrase === undefined || lettersOf(phrase) < MIN_LETTERS) continue;
      if (!found.includes(phrase)) found.push(phrase);
      from = to - 1;
      break;
    }
  }
  return found.length > max ? VALUE : found.join(' ') || VALUE;
}

/** A name without its values: the text as the portal says it, or its known parts. With none, or with more than `parts`, it is a value. */
export function withoutValues(name: string, words: Words, parts = Number.POSITIVE_INFINITY): string {
  const text = plain(name);
  const known = words.phrases.get(text);
  if (known !== undefined) return lettersOf(known) > 0 ? known : VALUE;
  const bare = text.replaceAll(words.values, VALUE);
  return words.templates.find(({ shape }) => shape.test(bare))?.name ?? phrasesIn(bare, words, parts);
}
