import type { HistoryEntry } from '../../contract/record-history.ts';
import { listAccountNames } from '../account-names.repository.ts';
import type { PageQuery } from '../http/pages.ts';
import type { Tx } from '../tenancy.ts';

type Row = Omit<HistoryEntry, 'at' | 'actor' | 'changes'> & {
  detail: Readonly<Record<string, unknown>>;
  at: Date;
  actor_id: number | null;
  name_here: string | null;
  of_all: number;
};

const BEFORE = '_before';
type Value = HistoryEntry['changes'][number]['before'];
const isValue = (held: unknown): held is Value => held === null || typeof held !== 'object';

/** What the audit holds of a field as it was and as it became: plain values, which stand there as `pod_before` and `pod`. */
function changesIn(detail: Row['detail']): HistoryEntry['changes'] {
  return Object.entries(detail).flatMap(([name, before]) => {
    const field = name.endsWith(BEFORE) ? name.slice(0, -BEFORE.length) : '';
    const after = detail[field];
    return after !== undefined && isValue(before) && isValue(after) ? [{ field, before, after }] : [];
  });
}

async function countHistory(tx: Tx, values: readonly unknown[]): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from audit where company_id = $1 and action like $2 and target = $3',
    values,
  );
  return rows[0]?.count ?? 0;
}

/**
 * A page of what the audit holds of a record, newest first: the actions of its kind (`downtime_cause.…`) whose target it is.
 * Whoever asks has found the record.
 */
export async function listHistory(
  tx: Tx,
  { kind, id }: { readonly kind: string; readonly id: number },
  { page, page_size }: PageQuery,
): Promise<{ count: number; results: HistoryEntry[] }> {
  const of = [tx.scope.company_id, `${kind.replaceAll('_', '\\_')}.%`, String(id)];
  const { rows } = await tx.query<Row>(
    `select a.id, a.at, split_part(a.action, '.', 2) as what, a.detail,
       a.actor_id, nullif(btrim(u.first_name || ' ' || u.last_name), '') as name_here,
       case when jsonb_typeof(a.detail -> 'fields') = 'array'
         then array(select jsonb_array_elements_text(a.detail -> 'fields')) else '{}' end as fields,
       count(*) over ()::int as of_all
     from audit a
     left join companies.company_user u on u.company_id = a.company_id and u.user_id = a.actor_id
     where a.company_id = $1 and a.action like $2 and a.target = $3
     order by a.at desc, a.id desc limit $4 offset $5`,
    [...of, page_size, (page - 1) * page_size],
  );
  const names = await listAccountNames(
    tx,
    rows.map(({ actor_id }) => actor_id),
  );
  const results = rows.map(({ id, what, fields, detail, at, actor_id, name_here }) => {
    const name = actor_id === null ? undefined : names.get(actor_id);
    const actor = actor_id === null || name === undefined ? null : { id: actor_id, name: name_here ?? name };
    return { id, what, fields, changes: changesIn(detail), at: at.toISOString(), actor };
  });
  // Behind the last page no row says how many there are.
  const count = rows[0]?.of_all ?? (page > 1 ? await countHistory(tx, of) : 0);
  return { count, results };
}
