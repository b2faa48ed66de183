import type pg from 'pg';
import { recordAudit } from '../../shared/server/audit.ts';
import { listAllCompanies } from '../../shared/server/callers.ts';
import {
  type AllowedRow,
  deleteAllowed,
  findCompanyName,
  hasEndpoint,
  insertAllowed,
  isTaken,
  listAllowed,
} from '../../shared/server/endpoints/allowed.repository.ts';
import { type AllowedEntry, isListed, readEntry } from '../../shared/server/endpoints/entry.ts';
import { readOutbound } from '../../shared/server/network-settings.ts';
import { createSerialGuard, readSerialDevices } from '../../shared/server/serial-settings.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { inScope, scopeOfWork, type Tx } from '../../shared/server/tenancy.ts';
import { type Command, companyOf, text, type Values } from './admin-values.ts';

const FORMS = '10.1.0.0/16:502, [fd00::/8]:502, gateway.example:502 or /dev/ttyUSB0';

function entriesOf(positionals: readonly string[]): AllowedEntry[] {
  if (positionals.length === 0) throw new StartFault(`Say what: ${FORMS}.`);
  return positionals.map((given) => {
    const entry = readEntry(given);
    if (entry === undefined) throw new StartFault(`${given} is no entry: write ${FORMS}.`);
    return entry;
  });
}

/** Runs work in every company but one, each in a transaction of its own. */
async function inOthers<T>(
  pool: pg.Pool,
  but: number,
  work: (tx: Tx, company_id: number) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (const company_id of await listAllCompanies(pool))
    if (company_id !== but)
      found.push(await inScope(pool, scopeOfWork(company_id), (tx) => work(tx, company_id)));
  return found;
}

interface Holder {
  readonly company_id: number;
  readonly name: string;
}

async function holdersOf(pool: pg.Pool, endpoint: string, but: number): Promise<Holder[]> {
  const found = await inOthers(pool, but, async (tx, company_id) =>
    (await hasEndpoint(tx, endpoint)) ? [{ company_id, name: (await findCompanyName(tx)) ?? '' }] : [],
  );
  return found.flat();
}

type NewAllowance = {
  pool: pg.Pool;
  company_id: number;
  entry: AllowedEntry;
  how: 'alone' | 'shared' | 'instead';
};

async function give(tx: Tx, entry: AllowedEntry): Promise<string | null> {
  const endpoint = await insertAllowed(tx, entry);
  await recordAudit(tx, 'endpoint.allowed', entry.entry, { given_by: 'administrator' });
  return endpoint;
}

class Taken extends Error {
  readonly endpoint: string;
  constructor(endpoint: string) {
    super('taken');
    this.endpoint = endpoint;
  }
}

async function allowOne(asked: NewAllowance): Promise<void> {
  const { pool, company_id, entry, how } = asked;
  try {
    await inScope(pool, scopeOfWork(company_id), async (tx) => {
      const name = (await findCompanyName(tx)) ?? '';
      // Whether it is another's is asked before the entry stands, because such an entry goes before everything.
      const endpoint = oneEndpoint(entry);
      if (how === 'alone' && endpoint !== null && (await isTaken(tx, endpoint))) throw new Taken(endpoint);
      await give(tx, entry);
      console.log(`Company ${company_id} ${name} may reach ${entry.entry}.`);
    });
  } catch (error) {
    if (!(error instanceof Taken)) throw error;
    throw new StartFault(await sayTaken(asked, error.endpoint));
  }
}

async function sayTaken({ pool, company_id, entry }: NewAllowance, endpoint: string): Promise<string> {
  const holders = await holdersOf(pool, endpoint, company_id);
  const named = holders.map((holder) => `company ${holder.company_id} ${holder.name}`).join(', ');
  const line = `npm run admin -- allow --company ${company_id} ${entry.entry}`;
  return [
    `${entry.entry} belongs to ${named}. Run one of these:`,
    `  ${line} --shared    # each of them reaches it`,
    `  ${line} --instead   # closes it to all others`,
  ].join('\n');
}

/** The endpoint that an entry names when it names just one. */
function oneEndpoint(entry: AllowedEntry): string | null {
  if (entry.kind === 'line') return entry.tty.endsWith('*') ? null : entry.tty;
  if (entry.kind !== 'network' || entry.from_port !== entry.to_port) return null;
  return /\/32$|:.*\/128$/.test(entry.network)
    ? `${entry.network.replace(/\/\d+$/, '')} ${entry.from_port}`
    : null;
}

/** Those who had it keep it by an entry of their own, or lose the one that they had. */
async function settleOthers({ pool, company_id, entry, how }: NewAllowance): Promise<void> {
  const endpoint = oneEndpoint(entry);
  if (how === 'alone') return;
  if (endpoint === null)
    throw new StartFault('--shared and --instead are for one address with its port, or one line.');
  for (const holder of await holdersOf(pool, endpoint, company_id)) {
    await inScope(pool, scopeOfWork(holder.company_id), async (tx) => {
      if (how === 'shared') return give(tx, entry);
      for (const gone of await deleteAllowed(tx, { endpoint }))
        await recordAudit(tx, 'endpoint.disallowed', gone, {});
      return null;
    });
    const kept = how === 'shared' ? 'reaches it, too' : 'does not reach it any more';
    console.log(`Company ${holder.company_id} ${holder.name} ${kept}.`);
  }
}

function sayOuterLimit(entry: AllowedEntry): void {
  const { OUTBOUND_ALLOW = '', SERIAL_ALLOW = '' } = process.env;
  const outbound = readOutbound(OUTBOUND_ALLOW, () => undefined);
  const serial = createSerialGuard(readSerialDevices(SERIAL_ALLOW, () => undefined));
  if (isListed(entry, { outbound, serial }) !== false) return;
  const setting = entry.kind === 'line' ? 'SERIAL_ALLOW' : 'OUTBOUND_ALLOW';
  console.log(
    `${setting}, as it is set here, does not list ${entry.entry}: unless it does where the program runs, add it there and start the program anew.`,
  );
}

async function allow(pool: pg.Pool, values: Values, positionals: readonly string[]): Promise<void> {
  const company_id = companyOf(values);
  const entries = entriesOf(positionals);
  if ((await inScope(pool, scopeOfWork(company_id), findCompanyName)) === undefined)
    throw new StartFault('There is no company with this number.');
  const how = values.instead ? 'instead' : values.shared ? 'shared' : 'alone';
  for (const entry of entries) {
    const asked: NewAllowance = { pool, company_id, entry, how };
    await settleOthers(asked);
    await allowOne(asked);
    sayOuterLimit(entry);
  }
}

async function disallow(pool: pg.Pool, values: Values, positionals: readonly string[]): Promise<void> {
  const company_id = companyOf(values);
  for (const { entry } of entriesOf(positionals)) {
    const gone = await inScope(pool, scopeOfWork(company_id), async (tx) => {
      const deleted = await deleteAllowed(tx, { entry });
      for (const one of deleted) await recordAudit(tx, 'endpoint.disallowed', one, {});
      return deleted;
    });
    if (gone.length === 0)
      throw new StartFault(
        `Company ${company_id} has no entry ${entry}: npm run admin -- allowed --company ${company_id} lists those that it has.`,
      );
    console.log(`Company ${company_id} may not reach ${entry} any more.`);
  }
}

const GIVEN: Readonly<Record<AllowedRow['given_by'], string>> = {
  administrator: 'given by an administrator',
  setting: 'given by SOLE_COMPANY_ALLOW',
  upgrade: 'configured before the upgrade',
  demonstration: "the demonstration's own",
};

interface Listed extends Holder {
  readonly rows: readonly AllowedRow[];
}

function said({ company_id, name, rows }: Listed): string {
  const lines = rows.map(({ entry, given_by, given_at, resolved }) => {
    const open = resolved ? '' : '; what it leads to is not known yet';
    return `  ${entry.padEnd(30)} ${GIVEN[given_by]}, ${given_at.toISOString().slice(0, 10)}${open}`;
  });
  return [`Company ${company_id} ${name}`, ...(lines.length > 0 ? lines : ['  nothing'])].join('\n');
}

/** Endpoints that several companies had configured when they were shared out: polled for each, until somebody decides. */
export function conflictsOf(companies: readonly Listed[]): string[] {
  const having = companies.flatMap(({ company_id, rows }) =>
    rows.flatMap(({ endpoint, entry, given_by }) =>
      endpoint === null ? [] : [{ endpoint, entry, given_by, company_id }],
    ),
  );
  return [...Map.groupBy(having, ({ endpoint }) => endpoint).values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined || all.length < 2 || all.every(({ given_by }) => given_by !== 'upgrade'))
      return [];
    const line = `npm run admin -- allow --company ${first.company_id} ${first.entry}`;
    return [
      `  ${first.entry}: companies ${all.map(({ company_id }) => company_id).join(', ')}. Decide: ${line} --shared, or --instead`,
    ];
  });
}

async function list(pool: pg.Pool, values: Values): Promise<void> {
  const only = values.company === undefined ? undefined : companyOf(values);
  const companies: Listed[] = [];
  for (const company_id of await listAllCompanies(pool))
    companies.push(
      await inScope(pool, scopeOfWork(company_id), async (tx) => ({
        company_id,
        name: (await findCompanyName(tx)) ?? '',
        rows: await listAllowed(tx),
      })),
    );
  for (const one of companies) if (only === undefined || one.company_id === only) console.log(said(one));
  const conflicts = only === undefined ? conflictsOf(companies) : [];
  if (conflicts.length > 0)
    console.log(
      ['Configured by several companies before the upgrade, and polled for each:', ...conflicts].join('\n'),
    );
}

/** What an administrator gives companies of the field from the command line. */
export const endpointCommands: Readonly<Record<string, Command>> = {
  allow: {
    usage: 'allow --company ID 10.1.0.0/16:502 … [--shared | --instead]',
    options: { company: text, shared: { type: 'boolean' }, instead: { type: 'boolean' } },
    run: allow,
  },
  disallow: { usage: 'disallow --company ID 10.1.0.0/16:502 …', options: { company: text }, run: disallow },
  allowed: { usage: 'allowed [--company ID]', options: { company: text }, run: list },
};
