import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from '../../../shared/server/start-fault.ts';

const NAME = 'meridiana';

/** What makes a system user without a home and without a way to sign in: most Linuxes, then those of Busybox. */
const WAYS: readonly (readonly [command: string, words: readonly string[]])[] = [
  ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME]],
  ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', NAME]],
];

/** The machine as this file needs it; tests bring another. */
export interface Machine {
  /** The text of /etc/passwd, empty where there is none. */
  users(): string;
  /** Runs a command; answers whether it was there and did its work. */
  run(command: string, words: readonly string[]): boolean;
}

const thisMachine: Machine = {
  users() {
    try {
      return readFileSync('/etc/passwd', 'utf8');
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      return '';
    }
  },
  run: (command, words) => spawnSync(command, words, { stdio: 'ignore', timeout: 10_000 }).status === 0,
};

function find(users: string): { uid: number; gid: number } | undefined {
  const [, , uid, gid] =
    users
      .split('\n')
      .find((line) => line.startsWith(`${NAME}:`))
      ?.split(':') ?? [];
  // Root by another name would not do.
  return Number(uid) > 0 && Number(gid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/**
 * The system user `meridiana`, made where it is missing: what belongs to it is reached by no other service of the machine,
 * as the files of `nobody` are. Undefined where none can be made.
 */
export function ownSystemUser(machine: Machine = thisMachine): { uid: number; gid: number } | undefined {
  const standing = find(machine.users());
  if (standing) return standing;
  for (const [command, words] of WAYS) {
    // Whoever starts beside us may have made it meanwhile.
    machine.run(command, words);
    const made = find(machine.users());
    if (made) return made;
  }
  return undefined;
}
