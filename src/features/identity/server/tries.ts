import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/server/errors.ts';
import { forgetAttempts, returnAttempt, takeAttempt } from './attempts.repository.ts';
import type { Db } from './identity.repository.ts';

const BUDGET = { most: 10, minutes: 15 };

/**
 * Whose guesses count together, as a digest: what was typed as an address is not kept. Strangers of an account have one
 * budget between them all; a browser that its owner has signed in with has another, so that they cannot lock it out.
 */
export function subjectOf(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** A try that was taken. */
export interface Try {
  readonly subject: string;
  readonly at: string;
}

/**
 * Takes one try of a subject's budget, before anything is computed for it.
 * @param onLimit told once a window, with the first try that is one too many
 * @throws AppError limit once the budget is used up
 */
export async function takeTry(db: Db, subject: string, onLimit: () => Promise<void>): Promise<Try> {
  const { allowed, at, first_refused, left_s } = await takeAttempt(db, subject, BUDGET);
  if (allowed) return { subject, at };
  if (first_refused) await onLimit();
  const minutes = Math.ceil(left_s / 60);
  throw new AppError('limit', `Too many attempts. Try again in ${minutes} min`, { retryAfter_s: left_s });
}

/** Gives back a try that was right, and so no guess. */
export async function returnTry(db: Db, { subject, at }: Try): Promise<void> {
  await returnAttempt(db, subject, at);
}

/** Gives the whole budget back that a try was taken from. */
export async function freeTries(db: Db, { subject }: Try): Promise<void> {
  await forgetAttempts(db, subject);
}
