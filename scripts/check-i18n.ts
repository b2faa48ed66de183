import { glob, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

type Words = { [key: string]: string | Words };

const PLURAL = /_(zero|one|two|few|many|other)$/;

function flatten(words: Words, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

const placeholders = (text: string) => (text.match(/\{\{\s*\w+\s*\}\}/g) ?? []).sort().join(' ');

/** What differs between the two languages of one namespace, one sentence each. */
export function compareLanguages(namespace: string, en: Words, it: Words): string[] {
  const english = flatten(en);
  const italian = flatten(it);
  const faults: string[] = [];
  for (const [key, text] of english) {
    const other = italian.get(key);
    if (other === undefined) faults.push(`${namespace}: '${key}' is missing in Italian`);
    else if (placeholders(text) !== placeholders(other) && !PLURAL.test(key)) {
      faults.push(`${namespace}: '${key}' fills in other values in Italian`);
    }
    if (!text.trim() || other?.trim() === '') faults.push(`${namespace}: '${key}' is empty`);
  }
  for (const key of italian.keys()) {
    if (!english.has(key)) faults.push(`${namespace}: '${key}' is missing in English`);
  }
  return faults;
}

const OPENED = /(?:const|let) \{[^}]*?\bt(?:: (\w+))?\b[^}]*\} = useTranslation\((?:'(\w+)')?/g;
const ASKED = /\b(\w+)\(\s*'([\w.:-]+)'/g;

/** Keys that a source file asks for literally, `t('key')`, in the namespace that the function around it opened. */
export function keysAsked(source: string): { namespace: string; key: string }[] {
  const opened = [...source.matchAll(OPENED)].map((match) => ({
    at: match.index,
    name: match[1] ?? 't',
    namespace: match[2] ?? 'common',
  }));
  return [...source.matchAll(ASKED)].flatMap(({ index, 1: name, 2: key = '' }) => {
    const nearest = opened.findLast((one) => one.name === name && one.at < index);
    return nearest ? [{ namespace: nearest.namespace, key }] : [];
  });
}

/** Where each namespace's words lie: `x/i18n` holds those of x, the shared ones are called common. */
async function wordFolders(root: string): Promise<Map<string, string>> {
  const folders = new Map<string, string>();
  for (const entry of await readdir(join(root, 'src'), { withFileTypes: true, recursive: true })) {
    if (entry.name !== 'en.json' || basename(entry.parentPath) !== 'i18n') continue;
    const owner = relative(root, dirname(entry.parentPath));
    folders.set(owner === 'src/shared/web' ? 'common' : basename(owner), entry.parentPath);
  }
  return folders;
}

async function readWords(folder: string, language: string): Promise<Words> {
  return JSON.parse(await readFile(join(folder, `${language}.json`), 'utf8')) as Words;
}

/** Areas' words for the audit, `i18n/audit.<language>.json`, which are asked for as a whole. */
async function compareAuditWords(root: string): Promise<string[]> {
  const faults: string[] = [];
  for await (const path of glob('src/**/i18n/audit.en.json', { cwd: root })) {
    const [en, it] = await Promise.all(
      [path, path.replace('.en.', '.it.')].map(
        async (file) => JSON.parse(await readFile(join(root, file), 'utf8')) as Words,
      ),
    );
    faults.push(...compareLanguages(path, en ?? {}, it ?? {}));
  }
  return faults;
}

/**
 * Checks that both languages say the same things and that every literal key exists.
 * @returns one sentence for each fault; an empty list when all is well
 */
export async function checkI18n(root: string): Promise<string[]> {
  const faults: string[] = [];
  const known = new Map([['audit', new Set(['groups', 'spoken'])]]);
  faults.push(...(await compareAuditWords(root)));
  for (const [namespace, folder] of await wordFolders(root)) {
    const [en, it] = await Promise.all([readWords(folder, 'en'), readWords(folder, 'it')]);
    faults.push(...compareLanguages(namespace, en, it));
    const keys = [...flatten(en).keys()];
    known.set(namespace, new Set([...keys, ...keys.map((key) => key.replace(PLURAL, ''))]));
  }
  const entries = await readdir(join(root, 'src'), { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    for (const { namespace, key } of keysAsked(await readFile(path, 'utf8'))) {
      if (!known.get(namespace)?.has(key))
        faults.push(`${relative(root, path)}: no words for ${namespace}:${key}`);
    }
  }
  return faults;
}

if (import.meta.main) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const faults = await checkI18n(root);
  for (const fault of faults) console.error(fault);
  console.log(
    `${basename(import.meta.filename)}: ${faults.length === 0 ? 'both languages agree' : `${faults.length} faults`}`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
