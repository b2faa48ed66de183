import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, processStartTime } from '../../../src/apps/server/process-state.ts';
import { type Program, until } from '../../support/program.ts';

/** What is ended: a program with its data folder. */
interface Running {
  readonly dataDir: string;
  program(): Program;
  restart(): Promise<unknown>;
}

interface Process {
  readonly pid: number;
  readonly command: string;
}

/** What can be killed: a part of the program (the broker is the worker's), PostgreSQL whole or a session of it, all at once. */
export const VICTIMS = ['api', 'worker', 'postmaster', 'session', 'program'] as const;
export type Victim = (typeof VICTIMS)[number];

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended between two looks.
    return '';
  }
}

function childrenOf(pid: number): Process[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all
    .filter((name) => {
      const stat = read(`/proc/${name}/stat`);
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(pid);
    })
    .map((name) => ({
      pid: Number(name),
      command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim(),
    }));
}

/** The postmaster of an installation, undefined while there is none. */
export function findPostmaster({ dataDir }: Pick<Running, 'dataDir'>): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  const pid = existsSync(file) ? Number(read(file).split('\n')[0]) : 0;
  return pid > 0 && processStartTime(pid) !== undefined ? pid : undefined;
}

/** The postmaster and all that it has started. */
export function listServerProcesses(installation: Pick<Running, 'dataDir'>): number[] {
  const postmaster = findPostmaster(installation);
  return postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster).map(({ pid }) => pid)];
}

/** Ends a server that is still there, with all its sessions, and waits until it is gone. */
export async function endServer(installation: Pick<Running, 'dataDir'>): Promise<void> {
  const processes = listServerProcesses(installation);
  for (const pid of processes) endProcess(pid);
  await until(() => processes.every((pid) => processStartTime(pid) === undefined), 'the server is gone');
}

/** The processes of the program's parts, by name. */
export function findParts(installation: Running): Map<string, number> {
  const parts = childrenOf(installation.program().child.pid ?? 0);
  return new Map(parts.map(({ pid, command }) => [command.split(' ').at(-1) ?? '', pid]));
}

function findVictim(installation: Running, victim: Victim, random: () => number): number | undefined {
  if (victim === 'program') return installation.program().child.pid;
  const postmaster = findPostmaster(installation);
  if (victim === 'postmaster') return postmaster;
  if (victim !== 'session') return findParts(installation).get(victim);
  const sessions = childrenOf(postmaster ?? -1).filter(({ command }) => command.includes('meridiana_app'));
  return sessions[Math.floor(random() * sessions.length)]?.pid;
}

/** Kills with SIGKILL. False where there is no such process just now. */
export async function kill(installation: Running, victim: Victim, random: () => number): Promise<boolean> {
  const pid = findVictim(installation, victim, random);
  if (pid === undefined) return false;
  endProcess(pid);
  if (victim === 'program') await installation.restart();
  return true;
}
