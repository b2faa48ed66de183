import type { Tx } from '../tenancy.ts';

/** One address that a host stands for, at a port. */
export interface AddressQuery {
  /** As it is configured or typed: a name or an address. */
  readonly host: string;
  readonly port: number;
  readonly address: string;
  /** Whether the company's own part must list it, or only no other company may have it. */
  readonly of_part: boolean;
}

/** A name as entries hold it; an address stays what it is. */
export const entryHost = (host: string): string => host.toLowerCase().replace(/\.$/, '');

/**
 * What of the scope's company part speaks for a name at a port: an entry with that name or with every network, an entry with
 * a network, or none.
 */
export async function findNameRight(
  tx: Tx,
  { host, port }: { host: string; port: number },
): Promise<'named' | 'network' | 'none'> {
  const { rows } = await tx.query<{ is_named: boolean | null }>(
    `select bool_or(host is not null or masklen(network) = 0) as is_named from allowed_endpoint
     where company_id = $1 and $3 between from_port and to_port and (host = $2 or network is not null)`,
    [tx.scope.company_id, entryHost(host), port],
    'name_right',
  );
  const named = rows[0]?.is_named ?? null;
  if (named === null) return 'none';
  return named ? 'named' : 'network';
}

/** Which of these may be connected to: one answer for each, in their order. */
export async function judgeAddresses(tx: Tx, asked: readonly AddressQuery[]): Promise<boolean[]> {
  const { rows } = await tx.query<{ open: boolean; endpoint: string | null }>(
    `select host(a.address) || ' ' || u.port as endpoint, a.address is not null
         and (not u.of_part or exists (
           select from allowed_endpoint e where e.company_id = $1 and u.port between e.from_port and e.to_port
             and (a.address <<= e.network or e.host = u.host))) as open
     from unnest($2::text[], $3::int[], $4::text[], $5::boolean[]) with ordinality u (host, port, given, of_part, nth)
       cross join lateral (select plain_address(u.given) as address) a
     order by u.nth`,
    [
      tx.scope.company_id,
      asked.map(({ host }) => entryHost(host)),
      asked.map(({ port }) => port),
      asked.map(({ address }) => address),
      asked.map(({ of_part }) => of_part),
    ],
    'judge_addresses',
  );
  const taken = await listTaken(
    tx,
    rows.flatMap(({ open, endpoint }) => (open && endpoint !== null ? [endpoint] : [])),
  );
  return rows.map(({ open, endpoint }) => open && !taken.has(endpoint ?? ''));
}

/** Those of these endpoints that are another company's. A query of its own: the function asks all companies. */
async function listTaken(tx: Tx, endpoints: readonly string[]): Promise<ReadonlySet<string>> {
  if (endpoints.length === 0) return new Set();
  const { rows } = await tx.query<{ endpoint: string }>(
    'select u as endpoint from unnest($2::text[]) u where cross_tenant_endpoint_taken($1, u)',
    [tx.scope.company_id, endpoints],
    'taken_endpoints',
  );
  return new Set(rows.map(({ endpoint }) => endpoint));
}

/** Whether a serial device may be opened. @param line what the links of `tty` lead to */
export async function judgeLine(tx: Tx, tty: string, line: string): Promise<boolean> {
  const { rows } = await tx.query<{ open: boolean }>(
    `select exists (
         select from allowed_endpoint e where e.company_id = $1
           and (e.tty in ($2, $3) or right(e.tty, 1) = '*'
             and (starts_with($2, rtrim(e.tty, '*')) or starts_with($3, rtrim(e.tty, '*'))))) as open`,
    [tx.scope.company_id, tty, line],
  );
  return rows[0]?.open === true && !(await listTaken(tx, [line])).has(line);
}

/** Those of these endpoints that no other company has had since, asked like `listTaken`. */
async function listLeft(tx: Tx, endpoints: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ endpoint: string }>(
    'select u as endpoint from unnest($2::text[]) u where cross_tenant_endpoint_left($1, u)',
    [tx.scope.company_id, endpoints],
  );
  return rows.map(({ endpoint }) => endpoint);
}

/**
 * What a name that stood in a port at the upgrade leads to is given with it, the first time that this is known, as far as no
 * other company has it since. In a transaction of its own: after it has written, no question about all companies is answered
 * where these lie on several machines.
 */
export async function giveResolved(
  tx: Tx,
  { host, port, addresses }: { host: string; port: number; addresses: readonly string[] },
): Promise<void> {
  const { company_id } = tx.scope;
  const waiting = await tx.query(
    'select from allowed_endpoint where company_id = $1 and not resolved and host = $2 and $3 between from_port and to_port',
    [company_id, entryHost(host), port],
    'unresolved_entry',
  );
  if (waiting.rowCount === 0) return;
  const plain = await tx.query<{ address: string; entry: string }>(
    `select host(a.address) as address, case family(a.address) when 6 then '[' || host(a.address) || ']' else host(a.address) end as entry
     from (select distinct plain_address(u) as address from unnest($1::text[]) u) a where a.address is not null`,
    [addresses],
  );
  const endpointOf = (address: string) => `${address} ${port}`;
  const left = await listLeft(
    tx,
    plain.rows.map(({ address }) => endpointOf(address)),
  );
  const free = plain.rows.filter(({ address }) => left.includes(endpointOf(address)));
  const given = await tx.query<{ given_at: Date }>(
    `update allowed_endpoint set resolved = true
     where company_id = $1 and not resolved and host = $2 and $3 between from_port and to_port returning given_at`,
    [company_id, entryHost(host), port],
  );
  for (const { given_at } of given.rows)
    await tx.query(
      `insert into allowed_endpoint (company_id, entry, network, from_port, to_port, given_by, given_at)
       select $1, u.entry || ':' || $2::int, u.address::inet, $2::int, $2::int, 'upgrade', $5
       from unnest($3::text[], $4::text[]) u (entry, address)
       on conflict do nothing`,
      [company_id, port, free.map(({ entry }) => entry), free.map(({ address }) => address), given_at],
    );
}

/** The same of a serial device whose links lead elsewhere. */
export async function giveFollowed(tx: Tx, tty: string, line: string): Promise<void> {
  const { company_id } = tx.scope;
  const waiting = await tx.query(
    'select from allowed_endpoint where company_id = $1 and not resolved and tty = $2',
    [company_id, tty],
  );
  if (waiting.rowCount === 0) return;
  const [free] = await listLeft(tx, [line]);
  const given = await tx.query<{ given_at: Date }>(
    'update allowed_endpoint set resolved = true where company_id = $1 and not resolved and tty = $2 returning given_at',
    [company_id, tty],
  );
  if (free === undefined) return;
  for (const { given_at } of given.rows)
    await tx.query(
      `insert into allowed_endpoint (company_id, entry, tty, given_by, given_at)
       values ($1, $2, $2, 'upgrade', $3) on conflict do nothing`,
      [company_id, line, given_at],
    );
}

/** Keeps what the name of a port leads to now, so that it is closed to others. @param endpoints addresses, or a line */
export async function noteResolved(
  tx: Tx,
  port_id: number,
  led: { port: number; addresses: readonly string[] } | { line: string },
): Promise<void> {
  const endpoints = `select host(plain_address(u)) || ' ' || $3::int as endpoint from unnest($4::text[]) u`;
  const values =
    'line' in led
      ? [tx.scope.company_id, port_id, null, [led.line]]
      : [tx.scope.company_id, port_id, led.port, led.addresses];
  const there = `select distinct endpoint from (
     select u as endpoint from unnest($4::text[]) u where $3::int is null union all ${endpoints} where $3::int is not null) x`;
  await tx.query(
    `delete from resolved_endpoint r where r.company_id = $1 and r.port_id = $2 and r.endpoint not in (${there})`,
    values,
    'forget_resolved',
  );
  await tx.query(
    `insert into resolved_endpoint (company_id, port_id, endpoint)
     select p.company_id, p.id, t.endpoint from plants.port p, (${there}) t
     where p.company_id = $1 and p.id = $2 on conflict do nothing`,
    values,
    'note_resolved',
  );
}

const SOLE_LOCK = 7314;

/**
 * Gives the scope's company everything when it is the only one there is, disabled ones counted, and nobody was given so
 * before. @returns whether it was given now
 */
export async function giveToSole(tx: Tx): Promise<boolean> {
  await tx.query('select pg_advisory_xact_lock($1)', [SOLE_LOCK]);
  const { rowCount } = await tx.query(
    `insert into installation (key, value)
     select 'sole_company', jsonb_build_object('company_id', $1::int)
     where (select array_agg(company_id) from cross_tenant_all_companies()) = array[$1::int]
     on conflict (key) do nothing`,
    [tx.scope.company_id],
  );
  if (rowCount === 0) return false;
  await tx.query(
    `insert into allowed_endpoint (company_id, entry, network, from_port, to_port, tty, given_by)
     select $1, u.entry, u.network, case when u.tty is null then 1 end, case when u.tty is null then 65535 end, u.tty, 'setting'
     from (values ('0.0.0.0/0', '0.0.0.0/0'::inet, null), ('[::/0]', '::/0'::inet, null), ('/dev/*', null, '/dev/*'))
       as u (entry, network, tty) on conflict do nothing`,
    [tx.scope.company_id],
  );
  return true;
}

/** Forgets what a port's name was resolved to. */
export async function forgetResolved(tx: Tx, port_id: number): Promise<void> {
  await tx.query('delete from resolved_endpoint where company_id = $1 and port_id = $2', [
    tx.scope.company_id,
    port_id,
  ]);
}
