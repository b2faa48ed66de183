import type { Tx } from './tenancy.ts';

/**
 * Lets the transaction see deleted devices and variables as well, until `hideBin`: for the bin itself, and for upkeep of
 * readings, which are kept as long as their device may come back.
 */
export async function showBin(tx: Tx): Promise<void> {
  await tx.query(`set local app.with_deleted = 'on'`);
}

export async function hideBin(tx: Tx): Promise<void> {
  await tx.query(`set local app.with_deleted = 'off'`);
}

/** Runs `work` with the bin in sight, and hides it again. */
export async function withBin<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await showBin(tx);
  const done = await work();
  await hideBin(tx);
  return done;
}
