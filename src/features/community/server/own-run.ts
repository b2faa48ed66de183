import { notFound } from '../../../shared/server/errors.ts';
import type { Scope, Tx } from '../../../shared/server/tenancy.ts';
import { findRun, type RunRow } from './runs.repository.ts';

export const personOf = ({ user_id }: Scope): number => user_id ?? notFound();

/** The person's own run. @throws AppError not_found */
export async function ownRun(tx: Tx, id: number): Promise<RunRow> {
  return (await findRun(tx, id, personOf(tx.scope))) ?? notFound();
}
