import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { StartFault } from '../../../shared/server/start-fault.ts';
import { withClient } from '../postgres/connect.ts';
import { installLock } from '../postgres/install.ts';
import { applyWithin, ensureHistory, listMigrations, type Migration } from '../postgres/migrate.ts';
import { ownerRole } from '../postgres/roles.ts';
import type { BackupEnd, BackupHeader, TableSums } from './backup-file.ts';
import type { Piece } from './backup-judge.ts';
import { readPieces } from './record-reader.ts';
import {
  analyzeTables,
  copyIn,
  countPeople,
  countProgramSessions,
  disableTenantRls,
  dropEverything,
  dropSealed,
  listTables,
  makeMonths,
  setCompanyNumbers,
  setSequence,
} from './tables.repository.ts';

export interface RestoreOrder {
  /** A way in for a member of meridiana_owner. */
  readonly owner: DatabaseTarget;
  readonly path: string;
  /** What verifying it has told. */
  readonly header: BackupHeader;
  readonly migrations: string;
  /** The key that second factors were sealed with is lost: they go. */
  readonly forgetSealed: boolean;
}

export interface RestoreReport {
  readonly rows: number;
  /** Migrations applied after the data, because the backup came from an earlier version. */
  readonly migrated: number;
  /** Accounts that lost their second factor. */
  readonly unsealed: number;
}

/**
 * The migrations that the backup's tables were made by, and those that are newer.
 * @throws StartFault when the backup knows one that this version does not have, or has in another form
 */
export function splitMigrations(
  header: BackupHeader,
  folder: string,
): { upTo: Migration[]; since: Migration[] } {
  const files = listMigrations(folder);
  for (const [i, { version, name, sha256 }] of header.migrations.entries()) {
    const file = files[i];
    if (file?.version === version && file.sha256 === sha256) continue;
    const number = String(version).padStart(4, '0');
    throw new StartFault(
      file?.version === version
        ? `The backup was made with another migration ${number} than this version of the program has: restore it with the version that made it (${header.program_version}).`
        : `The backup was made by a newer version of the program (${header.program_version}, migration ${number}_${name}), which this one does not know: restore it with that version.`,
    );
  }
  const { length } = header.migrations;
  return { upTo: files.slice(0, length), since: files.slice(length) };
}

/**
 * Puts a verified backup into an empty installation, in one transaction: it is there whole or nothing has changed.
 * @throws StartFault when the installation is not empty, or the program runs on it
 */
export async function restoreTables(order: RestoreOrder): Promise<RestoreReport> {
  const { upTo, since } = splitMigrations(order.header, order.migrations);
  return withClient(order.owner, async (client) => {
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '30s'`,
    );
    await assertEmpty(client);
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [installLock]);
    await client.query(`set local role ${ownerRole}`);
    await assertEmpty(client);
    await dropEverything(client);
    await ensureHistory(client);
    await applyWithin(client, upTo);
    const { rows } = await fill(client, order);
    const unsealed = order.forgetSealed ? await dropSealed(client) : 0;
    await applyWithin(client, since);
    await client.query('commit');
    await client.query(`set role ${ownerRole}`);
    await analyzeTables(client, await listTables(client));
    return { rows, migrated: since.length, unsealed };
  });
}

async function assertEmpty(client: ClientBase): Promise<void> {
  const { companies, accounts } = await countPeople(client);
  if (companies > 0 || accounts > 0) {
    throw new StartFault(
      `The installation is not empty (companies: ${companies}, accounts: ${accounts}): a backup is restored only into an empty one, with a DATA_DIR or a database of its own.`,
    );
  }
}

async function fill(client: ClientBase, { path, header }: RestoreOrder): Promise<BackupEnd> {
  await assertTables(client, header);
  await makeMonths(client, header.months);
  const enableTenantRls = await disableTenantRls(client);
  const pieces = readPieces(path);
  let end: BackupEnd | undefined;
  for (let piece = await next(pieces); piece; piece = await next(pieces)) {
    if (piece.kind === 'table') await fillTable(client, header, piece.name, pieces);
    if (piece.kind === 'end') end = piece.end;
  }
  if (!end) throw new Error('the backup has no end although it was verified');
  for (const state of end.sequences) await setSequence(client, state);
  for (const numbers of end.companies) await setCompanyNumbers(client, numbers);
  await enableTenantRls();
  return end;
}

/** The next piece; unlike for await, asking does not close what is read further by somebody else. */
async function next(pieces: AsyncGenerator<Piece>): Promise<Piece | undefined> {
  const { done, value } = await pieces.next();
  return done ? undefined : value;
}

async function fillTable(
  client: ClientBase,
  header: BackupHeader,
  name: string,
  pieces: AsyncGenerator<Piece>,
): Promise<void> {
  const table = header.tables.find((one) => one.name === name);
  if (!table) throw new Error(`the backup lacks the columns of ${name}`);
  const read: { sums?: TableSums } = {};
  async function* rows(): AsyncGenerator<Buffer> {
    for (let piece = await next(pieces); piece; piece = await next(pieces)) {
      if (piece.kind === 'table end') read.sums = piece.sums;
      if (piece.kind !== 'data') return;
      yield piece.bytes;
    }
  }
  const copy = copyIn(client, table);
  await pipeline(Readable.from(rows(), { objectMode: false }), copy);
  if (read.sums?.rows !== copy.rowCount) {
    throw new Error(`${copy.rowCount} rows came into ${name}, and the backup has ${read.sums?.rows}`);
  }
}

async function assertTables(client: ClientBase, header: BackupHeader): Promise<void> {
  const own = new Map(
    (await listTables(client)).map((table) => [table.name, [...table.columns].sort().join()]),
  );
  const other = header.tables.find((table) => own.get(table.name) !== [...table.columns].sort().join());
  if (!other && own.size === header.tables.length) return;
  throw new StartFault(
    `The backup has other tables${other ? ` (${other.name})` : ''} than its own version of the program makes: it cannot be restored. Nothing was changed.`,
  );
}

/** Refuses where the program, or anything else, is signed in with the program's role. @throws StartFault */
export async function assertStillness(owner: DatabaseTarget, patience_ms = 5_000): Promise<void> {
  await withClient(owner, async (client) => {
    const until = Date.now() + patience_ms;
    while ((await countProgramSessions(client)) > 0) {
      if (Date.now() > until) {
        throw new StartFault(
          'The program runs on this database (somebody is signed in as meridiana_app): end it first.',
        );
      }
      await client.query('select pg_sleep(0.1)');
    }
  });
}
