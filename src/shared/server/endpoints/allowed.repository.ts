import { notifyConfiguration } from '../configuration-notice.ts';
import type { Tx } from '../tenancy.ts';
import type { AllowedEntry } from './entry.ts';

export interface AllowedRow {
  readonly entry: string;
  readonly given_by: 'administrator' | 'setting' | 'upgrade' | 'demonstration';
  readonly given_at: Date;
  readonly resolved: boolean;
  /** The one endpoint that it names; null for all others. */
  readonly endpoint: string | null;
}

/** The name of the scope's company; undefined where there is none. */
export async function findCompanyName(tx: Tx): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    'select name from companies.company where id_client = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.name;
}

/** What the scope's company was given. */
export async function listAllowed(tx: Tx): Promise<AllowedRow[]> {
  const { rows } = await tx.query<AllowedRow>(
    `select entry, given_by, given_at, resolved, endpoint from allowed_endpoint where company_id = $1
     order by tty is not null, network, host, from_port, entry`,
    [tx.scope.company_id],
  );
  return rows;
}

/** Gives the scope's company an entry. @returns the one endpoint that it names; null for all others */
export async function insertAllowed(tx: Tx, entry: AllowedEntry): Promise<string | null> {
  const { kind } = entry;
  const ports = kind === 'line' ? [null, null] : [entry.from_port, entry.to_port];
  const { rows } = await tx.query<{ endpoint: string | null }>(
    `insert into allowed_endpoint (company_id, entry, network, host, from_port, to_port, tty, given_by)
     values ($1, $2, case when $3 like '%/32' or $3 like '%/128' then plain_address(host($3::inet)) else $3::inet end,
             $4, $5, $6, $7, 'administrator')
     on conflict (company_id, entry) do update set given_by = excluded.given_by returning endpoint`,
    [
      tx.scope.company_id,
      entry.entry,
      kind === 'network' ? entry.network : null,
      kind === 'name' ? entry.host : null,
      ...ports,
      kind === 'line' ? entry.tty : null,
    ],
  );
  await notifyConfiguration(tx);
  return rows[0]?.endpoint ?? null;
}

/** Takes entries back. @returns those that stood there */
export async function deleteAllowed(
  tx: Tx,
  { entry, endpoint }: { entry?: string; endpoint?: string },
): Promise<string[]> {
  const { rows } = await tx.query<{ entry: string }>(
    `delete from allowed_endpoint where company_id = $1 and (entry = $2 or endpoint = $3) returning entry`,
    [tx.scope.company_id, entry ?? null, endpoint ?? null],
  );
  if (rows.length > 0) await notifyConfiguration(tx);
  return rows.map((row) => row.entry);
}

/**
 * Does the scope's company have an endpoint: by an entry that names it, or by a port that leads to it, may, and was first?
 * Who configured what is another's has nothing of it.
 */
export async function hasEndpoint(tx: Tx, endpoint: string): Promise<boolean> {
  const { rows } = await tx.query<{ has: boolean }>(
    `with asked as (select case when $2 like '/%' then null else split_part($2, ' ', 1)::inet end as address,
                           case when $2 like '/%' then null else split_part($2, ' ', 2)::int end as port),
       led as (select o.host, o.tty from plants.port o where o.company_id = $1 and (o.endpoint = $2 or exists (
                 select from resolved_endpoint r where r.company_id = $1 and r.port_id = o.id and r.endpoint = $2)))
     select (exists (
       select from allowed_endpoint where company_id = $1 and endpoint = $2) or exists (
       select from asked a, led l, allowed_endpoint e where e.company_id = $1 and (
         (a.address <<= e.network or e.host = lower(rtrim(l.host, '.'))) and a.port between e.from_port and e.to_port
         or e.tty in (l.tty, $2)
         or right(e.tty, 1) = '*' and (starts_with(l.tty, rtrim(e.tty, '*')) or starts_with($2, rtrim(e.tty, '*')))))) as has`,
    [tx.scope.company_id, endpoint],
  );
  return rows[0]?.has === true && !(await isTaken(tx, endpoint));
}

/** Is an endpoint another company's, as far as the scope's is concerned? */
export async function isTaken(tx: Tx, endpoint: string): Promise<boolean> {
  const { rows } = await tx.query<{ taken: boolean }>('select cross_tenant_endpoint_taken($1, $2) as taken', [
    tx.scope.company_id,
    endpoint,
  ]);
  return rows[0]?.taken ?? false;
}
