import { allows } from '../../contract/capabilities.ts';
import { AppError } from '../errors.ts';
import type { Tx } from '../tenancy.ts';

/** Refuses a change of what somebody else wrote. */
export function notYours(): AppError {
  const message = 'Only who wrote it may change it; who manages the company may remove it';
  return new AppError('forbidden', message, { errors: [{ path: '', message, code: 'not_the_author' }] });
}

/** @throws AppError forbidden unless they wrote it, or manage the company */
export function assertMayRemove(tx: Tx, author_id: number | null): void {
  const mine = author_id !== null && author_id === tx.scope.user_id;
  if (!mine && !allows('company.manage', tx.scope.roles)) throw notYours();
}
