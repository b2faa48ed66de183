import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Column } from './describe.ts';

/** The columns of one text of a statement. */
export interface Variant {
  readonly columns: readonly Column[];
  /** It asks for all columns of a table. */
  readonly isWhole: boolean;
}

/** The rows of a statement as they are declared, with what PostgreSQL says of them in one of its variants. */
export interface Declared {
  readonly path: string;
  readonly line: number;
  readonly row: string;
  readonly variants: readonly Variant[];
}

// A declared row may be narrower than the column (a text that is one of some words), and never wider.
const RULES = `
type __Column<T, N extends 'null' | 'not null' | 'unknown'> = { readonly type: T; readonly null: N };
type __Null<Hand, N> = unknown extends Hand ? never : N extends 'null' ? (null extends Hand ? never : 'can be null')
  : N extends 'not null' ? (null extends Hand ? 'is never null' : never) : never;
type __Type<Hand, T> = unknown extends T ? never
  : [NonNullable<Hand>] extends [never] ? never
  : [NonNullable<Hand>] extends [T] ? never
  : T extends readonly (infer E)[] ? ([NonNullable<Hand>] extends [readonly (NonNullable<E> | null)[]] ? never : 'is another type') : 'is another type';
type __Fault<Hand, Db, Undeclared> = {
  [K in keyof Db | keyof Hand]: K extends keyof Db
    ? K extends keyof Hand
      ? Db[K] extends __Column<infer T, infer N> ? \`\${K & string} \${__Null<Hand[K], N> | __Type<Hand[K], T>}\` : never
      : Undeclared extends 'allowed' ? never : \`\${K & string} is not declared\`
    : {} extends Pick<Hand, K & keyof Hand> ? never : \`\${K & string} is not a column\`;
}[keyof Db | keyof Hand];
`;

const NULLS = { true: 'null', false: 'not null', undefined: 'unknown' } as const;

/** Whoever asks for all columns names those that matter. */
const shapeOf = ({ columns, isWhole }: Variant): string =>
  `{ ${columns.map(({ name, type, nullable }) => `${JSON.stringify(name)}: __Column<${type}, '${NULLS[`${nullable}`]}'>`).join('; ')} }, '${isWhole ? 'allowed' : 'none'}'`;

const checkOf = ({ line, row, variants }: Declared): string[] => {
  const shapes = [...new Set(variants.map(shapeOf))];
  const type = row.replaceAll(/\s+/g, ' ');
  return shapes.map(
    (shape, i) => `export const __L${line}_${i}: Record<__Fault<${type}, ${shape}>, 1> = {};`,
  );
};

const ERROR = /^(?:\.\.\/)*[^\n(]*?\/src\/([^\n(]+)\((\d+),\d+\): error TS(\d+): (.*)$/;

/**
 * Lets tsc judge declared rows against columns: each source is copied with one comparison a line behind it, the rest of the
 * program is seen where it is. Answers one sentence for each fault.
 */
export function compareRows(root: string, declared: readonly Declared[]): string[] {
  const home = join(root, 'node_modules/.cache/row-types');
  rmSync(home, { recursive: true, force: true });
  const lines = new Map<string, string[]>();
  for (const [path, rows] of Map.groupBy(declared, (one) => one.path)) {
    const text = `${readFileSync(join(root, path), 'utf8')}\n${RULES}${rows.flatMap(checkOf).join('\n')}\n`;
    lines.set(path, text.split('\n'));
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const config = {
    extends: '../../../tsconfig.server.json',
    compilerOptions: {
      rootDirs: [root, home],
      incremental: false,
      composite: false,
      tsBuildInfoFile: null,
      noEmit: true,
      noUnusedLocals: false,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: [...lines.keys()],
  };
  writeFileSync(join(home, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(
    process.execPath,
    [tsc, '-p', join(home, 'tsconfig.json'), '--pretty', 'false'],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  return stdout.split('\n').flatMap((said) => faultOf(said, lines));
}

function faultOf(said: string, lines: ReadonlyMap<string, readonly string[]>): string[] {
  const [, place, line, , message = ''] = ERROR.exec(said) ?? [];
  const source = lines.get(`src/${place}`)?.[Number(line) - 1] ?? '';
  // The copy of a source has faults of its own: it stands beside the one that the rest of the program imports.
  const of = /^export const __L(\d+)_/.exec(source)?.[1];
  if (of === undefined) return [];
  const fault = /Property '"?(.*?)"?' is missing|from type 'Record<.*>': (.*)$/.exec(message);
  return [`src/${place}:${of} ${(fault?.[1] ?? fault?.[2] ?? message).replaceAll('"', '')}`];
}
