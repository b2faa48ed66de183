import { errorCode, errorText } from '../shared/server/start-fault.ts';

/** Is it the rows' own fault: a device that is gone, or data that cannot be (SQLSTATE classes 22 and 23)? */
export function isRefused(error: unknown): boolean {
  return isGone(error) || /^2[23]...$/.test(errorCode(error) ?? '');
}

/** Is the database not there: a broken connection, a server that starts, ends or has no room (classes 08, 53, 57)? */
export function isAway(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  if (/^(08|53|57)...$/.test(code) || /^E[A-Z]{4,}$/.test(code)) return true;
  return /connection terminated|connection timeout|timeout exceeded when trying to connect|database system is/i.test(
    errorText(error),
  );
}

/** Did somebody else's work stand in the way (classes 40 and 55)? That passes. */
export function isBusy(error: unknown): boolean {
  return /^(40|55)...$/.test(errorCode(error) ?? '');
}

/** The writer's refusal of an unknown device, or the table's of one that was deleted a moment ago. */
export function isGone(error: unknown): boolean {
  return ['not_found', '23503'].includes(errorCode(error) ?? '');
}
