import type { Tx } from './tenancy.ts';

/** PostgreSQL's channel for whatever acquisition, calculations and live figures work by, with the company's number. */
export const CONFIGURATION_CHANNEL = 'configuration';

/**
 * Tells those who poll, calculate and follow, once this transaction commits, that what they work by is another now: plants, devices,
 * variables, rules, credentials, what may be reached. Whoever makes the change, it is taken up within seconds.
 */
export async function notifyConfiguration(tx: Tx): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [CONFIGURATION_CHANNEL, String(tx.scope.company_id)]);
}
