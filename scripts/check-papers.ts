import { existsSync, globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders at the root, and rooms of src that documents name without it. */
const AT_ROOT = /^(src|tests|scripts|database|simulators|bench|docs)\//;
const IN_SRC = /^(apps|features|energy|acquisition|shared)\//;

async function papersIn(root: string): Promise<string[]> {
  const top = (await readdir(root)).filter((name) => name.endsWith('.md'));
  const below = await Promise.all(
    ['docs', 'src', 'tests'].map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true });
      return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
    }),
  );
  return [...top, ...below.flat()].sort();
}

/** Paths of the repository that a document cites, in backticks or as links, each as it may be found from the root. */
export function pathsIn(paper: string, text: string): { cited: string; path: string }[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, cited = '']) => cited);
  const inRepository = quoted
    .map((cited) => ({ cited, path: cited.replace(/[:#].*$/, '') }))
    .filter(({ path }) => !/[<>*{}…]/.test(path) && (AT_ROOT.test(path) || IN_SRC.test(path)))
    .map(({ cited, path }) => ({ cited, path: AT_ROOT.test(path) ? path : `src/${path}` }));
  const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, cited = '']) => cited)
    .filter((cited) => !/^[a-z]+:/.test(cited))
    .map((cited) => ({ cited, path: join(dirname(paper), cited) }));
  return [...inRepository, ...links];
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;
const CITED = /(?<![\w.<>*@:{}$/-])(?:[\w-]+\/)+[\w.-]+\.(?:md|tsx?|json|tsv|sql|mjs|css)\b/g;

/** What comments of a source cite: paths, decisions by their number, and sections of docs/domain.md. */
export function citedIn(source: string): { paths: string[]; decisions: string[]; sections: string[] } {
  const comments = [...source.matchAll(COMMENT)].map(([comment]) => comment).join('\n');
  const sections = [...comments.matchAll(/domain\.md ((?:§[\d.]*\d(?:, )?)+)/g)].flatMap(([, all = '']) =>
    all.split(', '),
  );
  return {
    paths: [...comments.matchAll(CITED)].map(([path]) => path),
    decisions: [...comments.matchAll(/\b(?:ADR |adr\/)(\d{4})\b/g)].map(([, number = '']) => number),
    sections: sections.filter((section) => section !== ''),
  };
}

/** What comments cite and is not there: paths from the root, from src or beside the file, decisions, and sections. */
async function commentFaults(root: string): Promise<string[]> {
  const sources = globSync('{src,tests,scripts,bench,simulators}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
  }).sort();
  const numbers = new Set(
    globSync('docs/adr/*.md', { cwd: root }).map((path) => path.replace(/^.*\/(\d{4})-.*$/, '$1')),
  );
  const domain = join(root, 'docs/domain.md');
  const headings = existsSync(domain) ? await readFile(domain, 'utf8') : '';
  const known = new Set([...headings.matchAll(/^#+ (§[\d.]*\d)/gm)].map(([, section]) => section));
  const faults: string[] = [];
  for (const file of sources) {
    const { paths, decisions, sections } = citedIn(await readFile(join(root, file), 'utf8'));
    const isThere = (path: string) =>
      ['', 'src', dirname(file)].some((from) => existsSync(join(root, from, path)));
    for (const path of paths) if (!isThere(path)) faults.push(`${file} cites ${path}, which is not there`);
    for (const number of decisions)
      if (!numbers.has(number)) faults.push(`${file} cites ADR ${number}, which is not there`);
    for (const section of sections)
      if (!known.has(section)) faults.push(`${file} cites docs/domain.md ${section}, which has no heading`);
  }
  return faults;
}

/** The `npm run` commands that a document tells people to type. */
export function scriptsIn(text: string): string[] {
  return [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
}

/** TypeScript that a document has somebody start by the machine's own Node: that may be 20, which reads none. */
export function bareNodesIn(text: string): string[] {
  return [...text.matchAll(/\bnode +(?!scripts\/launch\.mjs)(?:--\S+ +)*[\w./-]+\.ts\b/g)].map(
    ([command]) => command,
  );
}

/**
 * Checks that whatever README, docs, their neighbours and comments point at is there.
 * @returns one sentence for each fault
 */
export async function checkPapers(root: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const faults: string[] = [];
  for (const paper of await papersIn(root)) {
    const text = await readFile(join(root, paper), 'utf8');
    for (const { cited, path } of pathsIn(paper, text)) {
      if (!existsSync(join(root, path))) faults.push(`${paper} cites ${cited}, and there is no ${path}`);
    }
    for (const command of bareNodesIn(text))
      faults.push(`${paper} says ${command}: say npm run, or node scripts/launch.mjs and the file`);
    for (const name of scriptsIn(text)) {
      if (!(name in scripts))
        faults.push(`${paper} says npm run ${name}, and package.json has no such script`);
    }
  }
  return [...faults, ...(await commentFaults(root)), ...(await specMapFaults(root))];
}

/** Each row of docs/spec-map.md must name a file of the product and, unless it says why not, a test. */
async function specMapFaults(root: string): Promise<string[]> {
  const file = join(root, 'docs/spec-map.md');
  if (!existsSync(file)) return [];
  const rows = (await readFile(file, 'utf8')).split('\n').filter((line) => /^\|\s*§/.test(line));
  const faults = rows
    .filter((row) => !/not (yet )?built/i.test(row))
    .filter((row) => !/`(src|database|docs)\//.test(row) || !/\.test\.ts`|`tests\//.test(row))
    .map((row) => `${relative(root, file)}: a row names no file or no test: ${row.slice(0, 100)}`);
  return rows.length === 0 ? ['docs/spec-map.md has no rows that begin with §'] : faults;
}

if (import.meta.main) {
  const faults = await checkPapers(fileURLToPath(new URL('..', import.meta.url)));
  for (const fault of faults) console.error(fault);
  console.log(`papers: ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
