import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ClientBase } from 'pg';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { StartFault } from '../../../shared/server/start-fault.ts';
import { withClient } from '../postgres/connect.ts';
import { ownerRole } from '../postgres/roles.ts';
import { type BackupHeader, markOfKey, type TableSums } from './backup-file.ts';
import { type Records, words, writeRecords } from './record-writer.ts';
import {
  copyOut,
  listApplied,
  listMonths,
  listTables,
  lockTables,
  readCompanyNumbers,
  readPostgresVersion,
  readSequences,
} from './tables.repository.ts';

export interface BackupOrder {
  /** A way in for a member of meridiana_owner. */
  readonly owner: DatabaseTarget;
  readonly path: string;
  readonly secretKey: string;
  readonly now: Date;
  /** Breaks it off. */
  readonly stop?: AbortSignal;
}

export interface BackupReport {
  readonly tables: number;
  readonly rows: number;
  /** Size of the file. */
  readonly bytes: number;
}

type Table = BackupHeader['tables'][number];

/**
 * Writes one consistent backup of all tables while the program may run: one snapshot, in bounded memory.
 * @throws StartFault when there is nothing to back up
 */
export async function takeBackup(order: BackupOrder): Promise<BackupReport> {
  return withClient(order.owner, async (client) => {
    await client.query(`set role ${ownerRole}`);
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '30s'`,
    );
    const header = await openSnapshot(client, order);
    const report = { tables: header.tables.length, rows: 0 };
    const counted = (sums: TableSums) => {
      report.rows += sums.rows;
    };
    const bytes = await writeRecords(order.path, records(client, header, counted), order.stop);
    await client.query('commit');
    return { ...report, bytes };
  });
}

// The tables are held before the first look takes the snapshot: no partition that it shows can be dropped any more.
async function openSnapshot(client: ClientBase, order: BackupOrder): Promise<BackupHeader> {
  if ((await listApplied(client)).length === 0) {
    throw new StartFault('The database has no tables of the program: there is nothing to back up.');
  }
  const before = await listTables(client);
  await client.query('begin isolation level repeatable read read only');
  await lockTables(client, before);
  const tables = await listTables(client);
  if (JSON.stringify(tables) !== JSON.stringify(before)) {
    throw new StartFault('The tables are just being changed by a new version: try again in a moment.');
  }
  return {
    program_version: readProgramVersion(),
    made_at: order.now.toISOString(),
    postgres: await readPostgresVersion(client),
    key_mark: markOfKey(order.secretKey),
    migrations: await listApplied(client),
    months: await listMonths(client),
    tables,
  };
}

async function* records(
  client: ClientBase,
  header: BackupHeader,
  counted: (sums: TableSums) => void,
): Records {
  yield words('H', header);
  let rows = 0;
  for (const table of header.tables) {
    yield words('T', { name: table.name });
    const sums = yield* rowsOf(client, table);
    counted(sums);
    rows += sums.rows;
    yield words('E', sums);
  }
  return {
    tables: header.tables.length,
    rows,
    sequences: await readSequences(client),
    companies: await readCompanyNumbers(client),
  };
}

async function* rowsOf(client: ClientBase, table: Table): AsyncGenerator<['D', Buffer], TableSums> {
  const sum = createHash('sha256');
  let bytes = 0;
  const stream = copyOut(client, table);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sum.update(chunk);
    bytes += chunk.length;
    yield ['D', chunk];
  }
  // The count comes with the end of the command, which the next answer of the session is sure to follow.
  await client.query('select 1');
  return { rows: stream.rowCount, bytes, sha256: sum.digest('hex') };
}

function readProgramVersion(): string {
  const path = new URL('../../../../package.json', import.meta.url);
  return String((JSON.parse(readFileSync(path, 'utf8')) as { version?: unknown }).version);
}
