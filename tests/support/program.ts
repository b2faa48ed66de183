import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/apps/server/main.ts', import.meta.url));

/** The whole program as `npm start` runs it. */
export interface Program {
  readonly child: ChildProcess;
  readonly address: string;
  /** What it has logged and complained of. */
  said(): string;
  /** Its exit code once it has ended. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

/** So long a program may take to end when it is told to, and what it has started to let go of its output after it. */
const ENDING_MS = 180_000;
const LETTING_GO_MS = 30_000;

/** The exit code, once all that the program had started has ended as well; what stays behind is not waited for. */
async function endOf(child: ChildProcess): Promise<number | null> {
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  await Promise.race([closed, pause(LETTING_GO_MS, undefined, { ref: false })]);
  return typeof code === 'number' ? code : null;
}

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks again and again until it holds, for four minutes at most unless told otherwise. @param what was waited for; asked when it never came */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string),
  within_ms = 240_000,
): Promise<void> {
  const end = performance.now() + within_ms;
  while (performance.now() < end) {
    if (await holds()) return;
    await pause(50);
  }
  assert.fail(`never: ${typeof what === 'string' ? what : what()}`);
}

/** Whether it can serve. */
export async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(3_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** Starts the program with these settings alone and waits until it serves, or polls and works without the role `api`. PORT must be set. */
export async function startProgram(env: Record<string, string>): Promise<Program> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', MQTT_LISTEN: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      // The end is what tells of a fault.
      said = `${said}${chunk}`.slice(-200_000);
    });
  }
  const ended = endOf(child);
  const address = `http://127.0.0.1:${env.PORT}`;
  const serves = env.ROLES === undefined || env.ROLES.split(',').includes('api');
  await until(async () => {
    if (child.exitCode !== null) assert.fail(`the program ended: ${said}`);
    return serves ? isReady(address) : / is ready: /.test(said);
  }, `ready\n${said}`).catch((fault: unknown) => {
    // Nobody else knows of it, and whoever started it would wait for its end.
    child.kill('SIGKILL');
    throw fault;
  });
  const stop = async () => {
    child.kill('SIGTERM');
    // A test that failed may have left it in a state in which it hears nothing.
    const force = setTimeout(() => child.kill('SIGKILL'), ENDING_MS);
    await ended;
    clearTimeout(force);
  };
  return { child, address, said: () => said, ended, stop };
}
