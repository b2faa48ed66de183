import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityForNewCluster, makeFolder } from '../../src/apps/server/postgres/place.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';

const versionsFolder = '/usr/lib/postgresql';

/** A PostgreSQL of the machine's own, started apart from the program as an operator would. */
export interface DebianPostgres {
  readonly superuser: DatabaseTarget;
  /** A DATABASE_URL for a login of this server. */
  url(user: string, password: string, database: string): string;
  stop(): void;
}

/** Where the programs of Debian's PostgreSQL 15 or later lie, undefined where there is none. */
export function findDebianPostgres(): string | undefined {
  if (!existsSync(versionsFolder)) return undefined;
  const versions = readdirSync(versionsFolder).map(Number);
  const newest = Math.max(...versions.filter((version) => version >= 15));
  const bin = join(versionsFolder, String(newest), 'bin');
  return existsSync(join(bin, 'initdb')) ? bin : undefined;
}

/** Starts it in a temporary folder, on a socket only, asking for passwords. */
export function startDebianPostgres(bin: string): DebianPostgres {
  const home = mkdtempSync(join(tmpdir(), 'meridiana-debian-'));
  const identity = identityForNewCluster();
  makeFolder(home, 0o700, identity);
  const cluster = join(home, 'cluster');
  const password = 'superuser password';
  writeFileSync(join(home, 'password'), password, { mode: 0o644 });
  const run = (program: string, ...args: string[]) => {
    const options = { cwd: '/', env: { LC_ALL: 'C' }, stdio: 'ignore' as const, ...identity };
    const { status } = spawnSync(join(bin, program), args, options);
    if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}`);
  };
  run(
    'initdb',
    '-D',
    cluster,
    '-N',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '-A',
    'scram-sha-256',
    `--pwfile=${home}/password`,
  );
  const settings = `-k ${home} -c listen_addresses= -c max_wal_size=64MB`;
  run('pg_ctl', 'start', '-w', '-D', cluster, '-l', join(home, 'log'), '-o', settings);
  const superuser = { host: home, port: 5432, database: 'postgres', user: 'postgres', password };
  return {
    superuser,
    url: (user, word, database) =>
      `postgres://${user}:${encodeURIComponent(word)}@${encodeURIComponent(home)}/${database}`,
    stop: () => {
      run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', cluster);
      rmSync(home, { recursive: true });
    },
  };
}
