import type { Given } from '../../../shared/server/changed-fields.ts';
import { assignments } from '../../../shared/server/columns.ts';
import { within } from '../../../shared/server/like.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { PodPrice } from '../prices.contract.ts';

const PRICE = `e.id, e.pod, to_char(e.from_day, 'YYYY-MM-DD') as from_day, e.eur_kwh, e.version,
  (select count(*)::int from lighting_box b where b.company_id = $1 and b.pod = e.pod) as boxes`;

/** Prices by supply point, the newest of each first, a page of them. */
export async function pageOfPrices(
  tx: Tx,
  search: string | null,
  { page, page_size }: { readonly page: number; readonly page_size: number },
): Promise<{ results: PodPrice[]; count: number }> {
  const { rows } = await tx.query<PodPrice & { count: number }>(
    `select ${PRICE}, (count(*) over ())::int as count from pod_price e
     where e.company_id = $1 and ($2::text is null or e.pod ilike $2)
     order by e.pod, e.from_day desc limit $3 offset $4`,
    [tx.scope.company_id, search === null ? null : within(search), page_size, (page - 1) * page_size],
  );
  return { results: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 };
}

export async function findPrice(tx: Tx, id: number): Promise<PodPrice | undefined> {
  const { rows } = await tx.query<PodPrice>(
    `select ${PRICE} from pod_price e where e.company_id = $1 and e.id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** Undefined where the supply point has a price from this day on already. */
export async function insertPrice(
  tx: Tx,
  { pod, from_day, eur_kwh }: Pick<PodPrice, 'pod' | 'from_day' | 'eur_kwh'>,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into pod_price (company_id, pod, from_day, eur_kwh) values ($1, $2, $3, $4)
     on conflict (company_id, pod, from_day) do nothing returning id`,
    [tx.scope.company_id, pod, from_day, eur_kwh],
  );
  return rows[0]?.id;
}

/** Whether the supply point has another price from the day on. */
export async function isDayTaken(
  tx: Tx,
  { id, pod, from_day }: Pick<PodPrice, 'id' | 'pod' | 'from_day'>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from pod_price where company_id = $1 and pod = $2 and from_day = $3 and id <> $4',
    [tx.scope.company_id, pod, from_day, id],
  );
  return rowCount > 0;
}

export async function updatePrice(
  tx: Tx,
  id: number,
  fields: Given<Pick<PodPrice, 'from_day' | 'eur_kwh'>>,
): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments(fields, values);
  await tx.query(
    `update pod_price set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

export async function deletePrice(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from pod_price where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}
