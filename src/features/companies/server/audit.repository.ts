import type { AuditTargets } from '../../../shared/server/audit-register.ts';
import type { PageQuery } from '../../../shared/server/http/pages.ts';
import { literally, within } from '../../../shared/server/like.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { nameOfPerson } from '../../identity/server/people.public.ts';
import type { AuditEntry } from '../audit.contract.ts';

export interface AuditFilter {
  /** A part of the action's code, of the target, or of the name of either. */
  search?: string | undefined;
  /** Actions whose words hold the search. */
  worded: readonly string[];
  action?: string | undefined;
  actor_id?: number | undefined;
  by?: 'people' | 'program' | undefined;
  start?: string | undefined;
  end?: string | undefined;
  order: 'newest' | 'oldest';
  /** What targets are called. */
  targets: AuditTargets;
}

export type AuditRow = Omit<AuditEntry, 'at' | 'names'> & { at: Date };
/** Where an entry stands among all, to the microsecond. */
export type Position = readonly [at: string, id: number];

/** The name of the target, by the kind of thing that the action is about. */
const nameOfTarget = (targets: AuditTargets): string =>
  `case split_part(a.action, '.', 1) ${Object.entries(targets)
    .map(([kind, name]) => `when '${kind}' then ${name}`)
    .join(' ')} end`;

const named = (targets: AuditTargets): string =>
  `cross join lateral (select ${nameOfPerson('a.actor_id')} as actor_name, ${nameOfTarget(targets)} as target_name) n`;
const from = (targets: AuditTargets): string => `from shared.audit a ${named(targets)}
  where a.company_id = $1
    and ($2::text is null or a.action = $2 or a.action like $3)
    and ($4::bigint is null or a.actor_id = $4) and ($9::boolean is null or (a.actor_id is not null) = $9)
    and ($5::timestamptz is null or a.at >= $5) and ($6::timestamptz is null or a.at < $6)
    and ($7::text is null or a.action ilike $7 or a.action = any($8::text[]) or a.target ilike $7
         or n.actor_name ilike $7 or n.target_name ilike $7)`;

const COLUMNS = `a.id, a.at, a.actor_id, n.actor_name, host(a.address) as address, a.action, a.target, n.target_name, a.detail`;

const valuesOf = (
  { scope }: Tx,
  { search, worded, action, actor_id, by, start, end }: AuditFilter,
): unknown[] => [
  scope.company_id,
  action ?? null,
  action === undefined ? null : `${literally(action)}.%`,
  actor_id ?? null,
  start ?? null,
  end ?? null,
  search ? within(search) : null,
  worded,
  by === undefined ? null : by === 'people',
];

const DIRECTION = { newest: 'desc', oldest: 'asc' } as const;

/** One page of what was done in the company, and how much there is in all. */
export async function listAudit(
  tx: Tx,
  filter: AuditFilter,
  { page, page_size }: PageQuery,
): Promise<{ count: number; rows: AuditRow[] }> {
  const way = DIRECTION[filter.order];
  const { rows } = await tx.query<{ count: number } & { [K in keyof AuditRow]: AuditRow[K] | null }>(
    `with found as materialized (select a.id, a.at ${from(filter.targets)}),
          page as (select id from found order by at ${way}, id ${way} limit $10 offset $11)
     select c.count, e.* from (select count(*)::int as count from found) c
     left join lateral (select ${COLUMNS} from page join shared.audit a on a.company_id = $1 and a.id = page.id ${named(filter.targets)}) e on true
     order by e.at ${way}, e.id ${way}`,
    [...valuesOf(tx, filter), page_size, (page - 1) * page_size],
  );
  const entries = rows.filter((row): row is { count: number } & AuditRow => row.id !== null);
  return { count: rows[0]?.count ?? 0, rows: entries.map(({ count: _count, ...entry }) => entry) };
}

/** The next entries after a position: a page of any depth costs the same. */
export async function listAuditAfter(
  tx: Tx,
  filter: AuditFilter,
  after: Position | undefined,
  limit: number,
): Promise<{ rows: AuditRow[]; last: Position | undefined }> {
  const way = DIRECTION[filter.order];
  const { rows } = await tx.query<AuditRow & { exactly: string }>(
    `select ${COLUMNS}, a.at::text as exactly ${from(filter.targets)}
       and ($10::timestamptz is null or (a.at, a.id) ${way === 'desc' ? '<' : '>'} ($10, $11::bigint))
     order by a.at ${way}, a.id ${way} limit $12`,
    [...valuesOf(tx, filter), after?.[0] ?? null, after?.[1] ?? null, limit],
  );
  const end = rows.at(-1);
  return {
    rows: rows.map(({ exactly: _exactly, ...row }) => row),
    last: end && rows.length === limit ? [end.exactly, end.id] : undefined,
  };
}

/** The codes of the company's plants by their numbers: entries note numbers, readers know codes. */
export async function codesOfPlants(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; proj_code: string }>(
    'select id::text as id, proj_code from plants.plant where company_id = $1',
    [tx.scope.company_id],
  );
  return new Map(rows.map(({ id, proj_code }) => [id, proj_code]));
}
