import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DatabaseTarget } from '../src/shared/server/database-target.ts';
import { createTestDatabase, stopTestPostgres } from '../tests/support/postgres.ts';

/** The types of the tables as the migrations leave them, for Kysely. */
export const typesFile = fileURLToPath(
  new URL('../src/shared/server/database.generated.ts', import.meta.url),
);

const generator = fileURLToPath(new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url));
const run = promisify(execFile);

// What the driver is told to hand over (shared/server/db.ts).
const MAPPING = { int8: 'number', date: 'string', timestamptz: 'Date', bytea: 'Buffer' };

function urlOf({ host, port, database, user, password }: DatabaseTarget): string {
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Generates the types from a freshly migrated database of its own; the file is not touched. */
export async function generateDatabaseTypes(): Promise<string> {
  const { superuser, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'meridiana-types-'));
  const out = join(folder, 'types.ts');
  try {
    const flags = ['--dialect', 'postgres', '--include-pattern', 'public.*', '--numeric-parser', 'number'];
    const mapping = ['--type-mapping', JSON.stringify(MAPPING)];
    await run(process.execPath, [generator, ...flags, ...mapping, '--out-file', out], {
      env: { ...process.env, DATABASE_URL: urlOf(superuser) },
    });
    return await readFile(out, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
    await drop();
  }
}

if (import.meta.main) {
  try {
    await writeFile(typesFile, await generateDatabaseTypes());
    console.log('src/shared/server/database.generated.ts is written');
  } finally {
    await stopTestPostgres();
  }
}
