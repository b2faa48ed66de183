import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));
const DUCKDB = '@duckdb/node-api@1.5.6-r.1';

/** Why a peer cannot be measured here. */
export class NotToBeHad extends Error {}

/** A program of a Debian package, fetched into the cache and unpacked there; nothing is installed. */
export async function debianProgram(name: string, program: string): Promise<string> {
  const place = join(CACHE, name);
  const file = join(place, program);
  if (existsSync(file)) return file;
  mkdirSync(CACHE, { recursive: true });
  try {
    await run('apt-get', ['download', name], { cwd: CACHE, timeout: 300_000 });
    const archive = readdirSync(CACHE).find(
      (entry) => entry.startsWith(`${name}_`) && entry.endsWith('.deb'),
    );
    if (!archive) throw new Error('apt-get left no archive');
    await run('dpkg', ['-x', join(CACHE, archive), place]);
  } catch (error) {
    throw new NotToBeHad(`the Debian package ${name} cannot be fetched: ${firstLine(error)}`);
  }
  if (!existsSync(file)) throw new NotToBeHad(`the Debian package ${name} holds no ${program}`);
  return file;
}

/** The folder of DuckDB's package, fetched by npm into the cache; it is no dependency of the project. */
export function duckdbPackage(): Promise<string> {
  return npmPackage('@duckdb/node-api', { version: DUCKDB, place: 'duckdb' });
}

/** The folder of an npm package, fetched into a place of the cache; `version` is what npm is asked for. */
export async function npmPackage(
  name: string,
  wanted: { version: string; place: string; options?: readonly string[] },
): Promise<string> {
  const { version, options = [] } = wanted;
  const place = join(CACHE, wanted.place);
  const folder = join(place, 'node_modules', name);
  if (existsSync(folder)) return folder;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--no-audit', '--no-fund', ...options, version];
  try {
    await run('npm', args, { cwd: place, timeout: 300_000 });
  } catch (error) {
    throw new NotToBeHad(`the npm package ${version} cannot be fetched: ${firstLine(error)}`);
  }
  return folder;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').slice(0, 2).join(' ');
}
