import type { Tx } from './tenancy.ts';

/**
 * Runs a part of a transaction: where it fails, only what it wrote is undone and the transaction goes on.
 * @throws what the part threw, once it is undone
 */
export async function inSavepoint<T>(tx: Tx, part: () => Promise<T>): Promise<T> {
  await tx.query('savepoint part');
  try {
    const value = await part();
    await tx.query('release savepoint part');
    return value;
  } catch (error) {
    await tx.query('rollback to savepoint part');
    await tx.query('release savepoint part');
    throw error;
  }
}
