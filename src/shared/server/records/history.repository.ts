import type { HistoryEntry } from '../../contract/record-history.ts';
import type { PageQuery } from '../http/pages.ts';
import type { Tx } from '../tenancy.ts';

type Row = Omit<HistoryEntry, 'at'> & { at: Date; of_all: number };

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
    `select a.id, a.at, split_part(a.action, '.', 2) as what,
       case when p.id is not null then json_build_object('id', p.id,
         'name', coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), p.name, '')) end as actor,
       case when jsonb_typeof(a.detail -> 'fields') = 'array'
         then array(select jsonb_array_elements_text(a.detail -> 'fields')) else '{}' end as fields,
       count(*) over ()::int as of_all
     from audit a
     left join identity.user_account p on p.id = a.actor_id and p.deleted_at is null
     left join companies.company_user u on u.company_id = a.company_id and u.user_id = a.actor_id
     where a.company_id = $1 and a.action like $2 and a.target = $3
     order by a.at desc, a.id desc limit $4 offset $5`,
    [...of, page_size, (page - 1) * page_size],
  );
  const results = rows.map(({ of_all: _, at, ...row }) => ({ ...row, at: at.toISOString() }));
  // Behind the last page no row says how many there are.
  const count = rows[0]?.of_all ?? (page > 1 ? await countHistory(tx, of) : 0);
  return { count, results };
}
