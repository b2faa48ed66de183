import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const inBackground = promisify(execFile);

/** A Node and an npm as many people have them: both are packages of the registry. */
export interface Versions {
  readonly node: string;
  readonly npm: string;
}

/** The files to run. */
export interface Toolchain {
  readonly node: string;
  readonly npm: string;
  /** Whether it tells a script of the signals that reach itself, which npm does from its tenth version on. */
  readonly passesSignals: boolean;
}

/** What the npm that runs the tests says of itself would lead the other one astray. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(npm_(lifecycle|package|execpath|node_execpath|command)|INIT_CWD|NODE_COMPILE_CACHE)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

/** Whether npm said that the registry could not be asked, rather than that something is wrong. */
export function isOutOfReach(fault: unknown): boolean {
  return /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/.test(
    String((fault as { stderr?: string }).stderr),
  );
}

/**
 * Brings Nodes and npms into a folder, all at once: under names of their own, because several are of one package.
 * @throws what npm said, where the registry cannot be asked
 */
export async function bringToolchains(folder: string, wanted: readonly Versions[]): Promise<Toolchain[]> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const bundle = `node-${process.platform}-${process.arch}`;
  const packages = wanted.flatMap(({ node, npm }) => [
    `node-${node}@npm:${bundle}@${node}`,
    `npm-${npm}@npm:npm@${npm}`,
  ]);
  await inBackground(
    'npm',
    ['install', '--no-save', '--no-audit', '--prefer-offline', '--ignore-scripts', ...new Set(packages)],
    { cwd: folder, env: plainEnvironment() },
  );
  return wanted.map(({ node, npm }) => ({
    node: join(folder, `node_modules/node-${node}/bin/node`),
    npm: join(folder, `node_modules/npm-${npm}/bin/npm-cli.js`),
    passesSignals: Number(npm.split('.')[0]) >= 10,
  }));
}

/** Starts that npm under that Node, which is also the only `node` that its scripts find. */
export function startNpm(
  { node, npm }: Toolchain,
  words: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): ChildProcess {
  const plain = plainEnvironment();
  return spawn(node, [npm, ...words], {
    cwd,
    env: { ...plain, PATH: `${dirname(node)}:${plain.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that all of it can be ended where npm does not.
    detached: true,
  });
}
