import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import { errorText, StartFault } from '../../../shared/server/start-fault.ts';
import { listSpread } from './distribute.ts';
import { applyToSpread } from './migrate-spread.ts';

/** database/migrations: the one linear history of the tables. */
export const migrationFolder = fileURLToPath(new URL('../../../../database/migrations', import.meta.url));

/** One numbered file. `sha256` is of its bytes, in hexadecimal. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sha256: string;
  readonly sql: string;
}

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly sha256: string;
}

/** The migrations of a folder in their order. @throws StartFault on a doubled number or a name of another form */
export function listMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const migrations = files.sort().map((file) => {
    const parts = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file);
    if (parts === null) throw new StartFault(`Migration ${file} must be named NNNN_words.sql.`);
    const sql = readFileSync(join(folder, file), 'utf8');
    const sha256 = createHash('sha256').update(sql).digest('hex');
    return { version: Number(parts[1]), name: String(parts[2]), sha256, sql };
  });
  const twice = migrations.find((migration, i) => migrations[i - 1]?.version === migration.version);
  if (twice !== undefined) throw new StartFault(`Two migrations carry the number ${twice.version}.`);
  return migrations;
}

/**
 * The migrations of a folder that the database lacks.
 * @throws StartFault when an applied file has changed since, or the database knows one that the folder does not
 */
export async function listPendingMigrations(client: ClientBase, folder: string): Promise<Migration[]> {
  const known = await client.query<{ known: boolean }>(
    `select to_regclass('public.schema_migration') is not null as known`,
  );
  if (known.rows[0]?.known !== true) return listMigrations(folder);
  const applied = await client.query<AppliedMigration>(
    'select version, name, sha256 from public.schema_migration',
  );
  const files = new Map(listMigrations(folder).map((migration) => [migration.version, migration]));
  for (const row of applied.rows) {
    const file = files.get(row.version);
    if (file === undefined) {
      throw new StartFault(
        `The database has migration ${row.version} (${row.name}), which this version of the program does not know: start the version that made it.`,
      );
    }
    if (file.sha256 !== row.sha256) {
      throw new StartFault(
        `Migration ${row.version} (${file.name}) was changed after it had been applied: restore its file and put the change into a new one.`,
      );
    }
    files.delete(row.version);
  }
  return [...files.values()];
}

/** Applies what is pending as the session's present role, each file in a transaction of its own; answers how many. */
export async function applyMigrations(client: ClientBase, folder: string): Promise<number> {
  await ensureHistory(client);
  const pending = await listPendingMigrations(client, folder);
  for (const migration of pending) await applyOne(client, migration);
  return pending.length;
}

/** Applies migrations inside the transaction that the session has open. */
export async function applyWithin(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) await applySql(client, migration);
}

/** Makes the table that tells which migrations the database has had. */
export async function ensureHistory(client: ClientBase): Promise<void> {
  await client.query(
    `create table if not exists public.schema_migration (
       version    int primary key,
       name       text not null,
       sha256     text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  await client.query('grant select on public.schema_migration to meridiana_app');
}

async function applyOne(client: ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await applySql(client, migration);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    const number = String(migration.version).padStart(4, '0');
    throw new StartFault(`Migration ${number}_${migration.name} failed: ${errorText(cause)}.`, { cause });
  }
}

async function applySql(client: ClientBase, { version, name, sha256, sql }: Migration): Promise<void> {
  const spread = await listSpread(client);
  if (spread.size === 0) await client.query(sql);
  else await applyToSpread(client, sql, spread);
  await client.query('insert into public.schema_migration (version, name, sha256) values ($1, $2, $3)', [
    version,
    name,
    sha256,
  ]);
}
