import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Thing } from './things.ts';

/** There is no one place where shortcuts are declared: files that hear keys are searched for keys. */
const HEARS_KEYS = /KeyboardEvent|onKeyDown|'keydown'|aria-keyshortcuts|<kbd|useHotkeys/;
const KEYS =
  /(?<=['"`\s])(Arrow(?:Up|Down|Left|Right)|Home|End|PageUp|PageDown|Enter|Escape|Delete|mod\+\w+)(?=['"`\s])|(?<=(?:key\w* [!=]== |\[|shortcuts=)['"])([^'"\s\w]|0)(?=['"])/g;

export function keysIn(source: string): string[] {
  if (!HEARS_KEYS.test(source)) return [];
  return [...new Set([...source.matchAll(KEYS)].map(([key]) => key))].sort();
}

/** The keys that each area of the browser's code hears. */
export async function readShortcuts(root: string): Promise<Thing[]> {
  const entries = await readdir(join(root, 'src'), { withFileTypes: true, recursive: true });
  const files = entries.filter(({ name }) => /(?<!\.test)\.tsx?$/.test(name));
  const found = files.map(async ({ parentPath, name }) => {
    const [area] = /features\/\w+|shared|apps/.exec(relative(root, join(parentPath, name))) ?? [];
    const keys = keysIn(await readFile(join(parentPath, name), 'utf8'));
    return keys.map((key) => ({ place: `keys of ${area}`, kind: 'key', name: key }));
  });
  return (await Promise.all(found)).flat();
}
