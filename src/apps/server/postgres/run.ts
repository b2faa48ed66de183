import { spawn } from 'node:child_process';
import type { ClusterPlace } from './place.ts';

/** How a program ended: its exit code (null when a signal ended it) and all that it said. */
export interface RunResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs one of PostgreSQL's programs as the cluster's user, in a session of its own so that Ctrl-C passes it by. */
export function runPostgresProgram(
  place: ClusterPlace,
  program: string,
  args: readonly string[],
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      // Nothing of our environment (SECRET_KEY, PG*) reaches PostgreSQL.
      env: {
        PATH: process.env.PATH ?? '/usr/bin:/bin',
        LD_LIBRARY_PATH: place.binaries.libraryPath,
        LC_ALL: 'C',
        TZ: 'UTC',
      },
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...place.identity,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
