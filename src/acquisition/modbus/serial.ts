import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { open as openFile, realpath } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty, ReadStream } from 'node:tty';
import { promisify } from 'node:util';
import { ModbusLinkError } from './errors.ts';

export type SerialSettings = {
  /** `/dev/…`. */
  readonly tty: string;
  readonly baudrate: number;
  readonly bytesize: 7 | 8;
  readonly parity: 'none' | 'even' | 'odd';
  readonly stopbits: 1 | 2;
};

/** May the program open this serial device on a user's behalf? Asked with its name and with what its links lead to. */
export type AllowTty = (tty: string, line: string) => boolean | Promise<boolean>;

export type OpenSerialOptions = SerialSettings & {
  readonly allow: AllowTty;
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
};

const run = promisify(execFile);
const SETTLE_MS = 100;
/** By the line's own path: two links on one line, by whatever names, would take each other's answers. */
const opened = new Map<string, ReadStream | null>();

/** The arguments of `stty` that give a line these settings and leave every byte as it is. */
export function sttyArguments({ tty, baudrate, bytesize, parity, stopbits }: SerialSettings): string[] {
  const ways = { none: ['-parenb'], even: ['parenb', '-parodd'], odd: ['parenb', 'parodd'] };
  const stop = stopbits === 2 ? 'cstopb' : '-cstopb';
  return [
    '-F',
    tty,
    'raw',
    '-echo',
    `${baudrate}`,
    `cs${bytesize}`,
    ...ways[parity],
    stop,
    'clocal',
    '-crtscts',
  ];
}

/**
 * Opens a serial device with these settings, for one link at a time. A link to it, as those of `/dev/serial/by-id`, is
 * followed once, and the line itself is opened. It needs no package: the stream is Node's own for
 * terminals, the settings are made by `stty`.
 * @throws ModbusLinkError `refused_tty`, `tty_failed` (also for what is no serial device, and for one in use).
 */
export async function openSerial(options: OpenSerialOptions): Promise<Socket> {
  const { tty, signal } = options;
  const params = { tty };
  const line = await findLine(options);
  await reserve(line);
  try {
    const stream = await openStream({ ...options, tty: line });
    opened.set(line, stream);
    return await settle(stream, signal);
  } catch (cause) {
    opened.delete(line);
    if (signal.aborted) throw new ModbusLinkError('closed', 'the link was closed');
    if (cause instanceof ModbusLinkError) throw cause;
    throw new ModbusLinkError('tty_failed', describe(cause), { cause, params });
  }
}

/** The line that a path leads to. @throws ModbusLinkError `refused_tty`, `tty_failed` */
async function findLine({ tty, allow }: OpenSerialOptions): Promise<string> {
  const params = { tty };
  const refused = () =>
    new ModbusLinkError(
      'refused_tty',
      `${tty} may not be opened: it is not among what this company was given`,
      { params },
    );
  if (!isTtyPath(tty)) throw refused();
  const line = await realpath(tty).catch(async (cause: unknown) => {
    if (!(await allow(tty, tty))) throw refused();
    throw new ModbusLinkError('tty_failed', describe(cause), { cause, params });
  });
  if (!isTtyPath(line) || !(await allow(tty, line))) throw refused();
  return line;
}

/** Waits for a stream on the same line that is just being closed. @throws ModbusLinkError when the line is in use */
async function reserve(tty: string): Promise<void> {
  const before = opened.get(tty);
  if (before?.destroyed && !before.closed) await once(before, 'close');
  if (opened.has(tty) && !opened.get(tty)?.destroyed)
    throw new ModbusLinkError('tty_failed', 'another port uses it', { params: { tty } });
  opened.set(tty, null);
}

/** Is this the path of a device, without a way out of `/dev`? */
export function isTtyPath(tty: string): boolean {
  return /^\/dev\/[A-Za-z0-9_./-]{1,100}$/.test(tty) && !tty.includes('..');
}

async function openStream(options: OpenSerialOptions): Promise<ReadStream> {
  const { tty, timeout_ms, signal } = options;
  // Not as the controlling terminal, and without waiting for a carrier that a bus does not have.
  const file = await openFile(tty, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  try {
    if (!isatty(file.fd))
      throw new ModbusLinkError('tty_failed', 'it is no serial device', { params: { tty } });
    // First: the stream opens the device anew for itself, and would wait for a carrier without these settings.
    await run('stty', sttyArguments(options), { timeout: timeout_ms + 1000, signal });
    return new ReadStream(file.fd);
  } finally {
    await file.close();
  }
}

/** Waits until the line is quiet: what comes late to an earlier request is thrown away. */
async function settle(stream: ReadStream, signal: AbortSignal): Promise<Socket> {
  const drop = () => undefined;
  // Stays for the stream's life: an error that nobody hears would end the program.
  stream.on('error', drop);
  stream.on('data', drop);
  try {
    await sleep(SETTLE_MS, undefined, { signal });
    return stream;
  } catch (error) {
    stream.destroy();
    throw error;
  } finally {
    stream.off('data', drop);
  }
}

function describe(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  return (stderr?.trim() || message || String(error)).slice(0, 200);
}
