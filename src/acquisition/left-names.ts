import { lookup } from 'node:dns/promises';
import { realpath } from 'node:fs/promises';
import type pg from 'pg';
import { listAllCompanies } from '../shared/server/callers.ts';
import type { CompanyEndpoints } from '../shared/server/endpoints/company-endpoints.ts';
import { inScope, scopeOfWork } from '../shared/server/tenancy.ts';
import { type LeftName, listLeftNames } from './left-names.repository.ts';

export type LeftNamesParts = {
  readonly pool: pg.Pool;
  readonly endpoints: CompanyEndpoints;
  readonly signal: AbortSignal;
  /** All addresses of a name. @throws where it has none just now */
  readonly addressesOf?: (host: string) => Promise<string[]>;
};

const systemAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Looks up the names and links that stood in ports at the upgrade, those of ports that are switched off too, so that what
 * they lead to is closed to other companies now and not at some first connection.
 * @returns how many are not known yet
 */
export async function resolveLeftNames(parts: LeftNamesParts): Promise<number> {
  const { pool, signal } = parts;
  let left = 0;
  for (const company_id of await listAllCompanies(pool)) {
    if (signal.aborted) return left;
    for (const name of await inScope(pool, scopeOfWork(company_id), listLeftNames, 'read only'))
      if (!(await resolveOne(parts, company_id, name))) left += 1;
  }
  return left;
}

async function resolveOne(parts: LeftNamesParts, company_id: number, name: LeftName): Promise<boolean> {
  const { endpoints, signal, addressesOf = systemAddresses } = parts;
  const { port_id, host, port, tty } = name;
  const led = tty === null ? addressesOf(host) : realpath(tty).then((line) => [line]);
  // A resolver that hangs holds nobody up who wants to end.
  const found = await Promise.race([led.catch(() => undefined), aborted(signal)]);
  if (found === undefined) return false;
  const reach = endpoints.port(company_id, port_id);
  if (tty === null) await reach.open(host, port, found);
  else for (const line of found) await reach.line(tty, line);
  return true;
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
