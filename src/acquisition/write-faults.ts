import { databaseIsAway, databaseIsBusy } from '../shared/server/database-faults.ts';
import { errorCode } from '../shared/server/start-fault.ts';

/** Is it the rows' own fault: a device that is gone, or data that cannot be (SQLSTATE classes 22 and 23)? */
export function isRefused(error: unknown): boolean {
  return isGone(error) || /^2[23]...$/.test(errorCode(error) ?? '');
}

/**
 * Is it a fault of the moment, of which the rows know nothing: the database is away, too busy, or somebody else's work
 * stood in the way? Writing rows touches no file, so that every error of the system is one of the connection.
 */
export function isPassing(error: unknown): boolean {
  // Class 57 is an operator's doing, 40 a transaction undone, 55 an object that is not ready or in use.
  const passes = /^((40|55|57)...|E[A-Z]{4,})$/.test(errorCode(error) ?? '');
  return passes || databaseIsAway(error) || databaseIsBusy(error);
}

/** The writer's refusal of an unknown device, or the table's of one that was deleted a moment ago. */
export function isGone(error: unknown): boolean {
  return ['not_found', '23503'].includes(errorCode(error) ?? '');
}
