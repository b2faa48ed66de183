import { errorCode, errorText } from './start-fault.ts';

/** A connection that was cut because the server accepts and never answers (database-pulse.ts). */
export const SILENT = 'ESILENT';

// SQLSTATE classes: connection lost, server going down or starting, out of resources (disk, memory, connections),
// the system's own failures; and a server that only reads, which is about to be another one's copy.
const AWAY = /^(08|57P|53|58|25006)/;
// A statement, a lock or a transaction that took longer than it may, or lost to another one again and again.
const BUSY = new Set(['57014', '55P03', '25P03', '25P04', '40001', '40P01']);
const SOCKET = new Set([
  SILENT,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOSPC',
  'EMFILE',
  'ENFILE',
]);
// What the driver says without a code.
const LOST =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|the database system is|is not queryable|after calling end on the pool/i;
// What Citus says, as an error of its own (XX000), where a worker is lost while it changes rows or commits.
const WORKER_LOST =
  /^(could not commit transaction (for shard \d+ on at least one|on any) active node|failure on connection marked as essential|could not find any healthy placement)/;

/** Is the database not there: a broken connection, a server that starts, ends, only reads or has no room? */
export function databaseIsAway(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  if (code === 'XX000' && WORKER_LOST.test(errorText(error))) return true;
  return AWAY.test(code) || SOCKET.has(code) || isMissingSocket(error) || LOST.test(errorText(error));
}

/** Did the work take too long, or lose to somebody else's? The same may well succeed in a moment. */
export function databaseIsBusy(error: unknown): boolean {
  return BUSY.has(errorCode(error) ?? '');
}

// A missing socket; a missing file is no database.
function isMissingSocket(error: unknown): boolean {
  return (
    error instanceof Error &&
    errorCode(error) === 'ENOENT' &&
    'syscall' in error &&
    error.syscall === 'connect'
  );
}
