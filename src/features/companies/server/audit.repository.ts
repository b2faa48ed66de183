import type { PageQuery } from '../../../shared/server/http/pages.ts';
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
}

export type AuditRow = Omit<AuditEntry, 'at'> & { at: Date };
/** Where an entry stands among all, to the microsecond. */
export type Position = readonly [at: string, id: number];

const TARGET_ID = `case when a.target ~ '^[1-9][0-9]{0,17}$' then a.target::bigint end`;
const own = (table: string, name: string): string =>
  `(select ${name} from ${table} x where x.company_id = a.company_id and x.id = ${TARGET_ID})`;

// What the target is called now, by the kind of thing that was acted on; only what a reader asks for is looked up.
/** Deeds whose target is a person's number; any other number is somebody else's name. */
const ABOUT_PEOPLE = ['sign_in', 'sign_out', 'proof', 'password', 'email', 'second_factor', 'user'];

const TARGET_NAME = `case
    when split_part(a.action, '.', 1) in ('${ABOUT_PEOPLE.join("','")}') then ${nameOfPerson(TARGET_ID)}
    else case split_part(a.action, '.', 1)
    when 'key' then ${own('api_key', 'x.name')}
    when 'device' then ${own('device', 'x.short_name')}
    when 'port' then ${own('port', 'x.name')}
    when 'readings' then ${own('device', 'x.short_name')}
    when 'chart' then ${own('saved_chart', 'case when x.shared then x.name end')}
    when 'import' then ${own('device', 'x.short_name')}
    when 'variable_name' then ${own('variable_name', 'x.name')}
    when 'variable_group' then ${own('variable_group', 'x.name')}
    when 'category' then ${own('device_category', 'x.name')}
    when 'tag' then ${own('tag', 'x.name')}
    when 'section' then ${own('plant_section', 'x.name')}
    when 'calc_group' then ${own('calc_group', 'x.name')}
    when 'upload' then ${own('upload', "nullif(x.file_name, '')")}
    when 'invitation' then ${own('invitation', `coalesce(nullif(trim(x.first_name || ' ' || x.last_name), ''), nullif(x.email, 'removed-' || x.id || '@invalid'))`)}
    when 'alarm' then (select coalesce(e.short_name, p.name) from alarm x join plant p on p.company_id = x.company_id and p.id = x.plant_id
      left join device e on e.company_id = x.company_id and e.id = x.device_id where x.company_id = a.company_id and x.id = ${TARGET_ID})
    when 'snooze' then (select x.name from plant x where x.company_id = a.company_id and x.proj_code = a.target)
    when 'plant' then (select x.name from plant x where x.company_id = a.company_id and x.proj_code = a.target)
    when 'alarm_rule' then coalesce((select x.name from plant x where x.company_id = a.company_id and x.proj_code = a.target),
                                    (select x.name from company x where x.id_client = a.company_id and a.target = ''))
    when 'company' then (select x.name from company x where x.id_client = a.company_id)
    when 'webhook' then ${own('webhook', 'x.name')}
  end end`;

const NAMED = `cross join lateral (select ${nameOfPerson('a.actor_id')} as actor_name, ${TARGET_NAME} as target_name) n`;
const FROM = `from audit a ${NAMED}
  where a.company_id = $1
    and ($2::text is null or a.action = $2 or a.action like $3)
    and ($4::bigint is null or a.actor_id = $4) and ($9::boolean is null or (a.actor_id is not null) = $9)
    and ($5::timestamptz is null or a.at >= $5) and ($6::timestamptz is null or a.at < $6)
    and ($7::text is null or a.action ilike $7 or a.action = any($8::text[]) or a.target ilike $7
         or n.actor_name ilike $7 or n.target_name ilike $7)`;

const COLUMNS = `a.id, a.at, a.actor_id, n.actor_name, host(a.address) as address, a.action, a.target, n.target_name, a.detail`;

const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

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
  search ? `%${literally(search)}%` : null,
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
    `with found as materialized (select a.id, a.at ${FROM}),
          page as (select id from found order by at ${way}, id ${way} limit $10 offset $11)
     select c.count, e.* from (select count(*)::int as count from found) c
     left join lateral (select ${COLUMNS} from page join audit a on a.company_id = $1 and a.id = page.id ${NAMED}) e on true
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
    `select ${COLUMNS}, a.at::text as exactly ${FROM}
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
    'select id::text as id, proj_code from plant where company_id = $1',
    [tx.scope.company_id],
  );
  return new Map(rows.map(({ id, proj_code }) => [id, proj_code]));
}
