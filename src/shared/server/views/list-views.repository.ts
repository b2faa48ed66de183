import { type Owned, withOwnerNames } from '../account-names.repository.ts';
import { assignments } from '../columns.ts';
import { wordsWithin } from '../like.ts';
import { withBin } from '../records/bin.ts';
import { type Tx, withEveryPlant } from '../tenancy.ts';

export interface ViewFields {
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
  readonly hidden: readonly string[] | null;
}

export interface ViewRow {
  id: number;
  list: string;
  name: string;
  search: Record<string, string>;
  hidden: string[] | null;
  shared: boolean;
  mine: boolean;
  owner_id: number;
  /** Null where the owner does not belong to the company any more. */
  owner_name: string | null;
  version: number;
}

const MINE = 'v.owner_id = $2';
const SELECT = `select v.id, v.list, v.name, v.search, v.hidden, v.shared, ${MINE} as mine, v.owner_id, v.version,
    u.user_id is not null as is_member, nullif(btrim(u.first_name || ' ' || u.last_name), '') as name_here
  from list_view v
  left join companies.company_user u on u.company_id = v.company_id and u.user_id = v.owner_id
  where v.company_id = $1 and (v.shared or ${MINE})`;
const LISTED = 500;

export interface ViewFilter {
  readonly list?: string | undefined;
  readonly search?: string | undefined;
}

type StoredView = Omit<ViewRow, 'owner_name'> & Owned;

/** One's own views first, then what others share; by name. */
export async function listViews(tx: Tx, { list, search }: ViewFilter): Promise<ViewRow[]> {
  const { rows } = await tx.query<StoredView>(
    `${SELECT} and ($3::text is null or v.list = $3) and ($4::text[] is null or v.name ilike all($4))
     order by ${MINE} desc, lower(v.name), v.id limit ${LISTED}`,
    [tx.scope.company_id, tx.scope.user_id, list ?? null, search === undefined ? null : wordsWithin(search)],
  );
  return withOwnerNames(tx, rows);
}

/** A view that the person of the scope may see, kept as it is until the transaction ends. */
export async function lockView(tx: Tx, id: number): Promise<ViewRow | undefined> {
  const { rows } = await tx.query<StoredView>(`${SELECT} and v.id = $3 for update of v`, [
    tx.scope.company_id,
    tx.scope.user_id,
    id,
  ]);
  return (await withOwnerNames(tx, rows))[0];
}

/** The person's own views, of every list; who saves several at once takes their turn. */
export async function lockOwnViews(tx: Tx): Promise<{ list: string; name: string }[]> {
  const { company_id, user_id } = tx.scope;
  await tx.query(`select pg_advisory_xact_lock(hashtext('list_view'), ($1::bigint % 2147483647)::int)`, [
    user_id,
  ]);
  const { rows } = await tx.query<{ list: string; name: string }>(
    'select list, name from list_view where company_id = $1 and owner_id = $2',
    [company_id, user_id],
  );
  return rows;
}

/** Saves a view of the person of the scope; answers its number. */
export async function insertView(tx: Tx, view: ViewFields & { readonly list: string }): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    'insert into list_view (company_id, owner_id, list, name, search, hidden) values ($1, $2, $3, $4, $5, $6) returning id',
    [tx.scope.company_id, tx.scope.user_id, view.list, view.name, JSON.stringify(view.search), view.hidden],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no view was saved');
  return id;
}

export async function updateView(
  tx: Tx,
  id: number,
  { search, ...fields }: Partial<ViewFields> & { readonly shared?: boolean },
): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const changes = assignments({ ...fields, ...(search && { search: JSON.stringify(search) }) }, values);
  await tx.query(
    `update list_view set version = version + 1${changes} where company_id = $1 and id = $2`,
    values,
  );
}

export async function deleteView(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from list_view where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}

/** Codes and names of the plants that the scope may not see, archived ones as well. */
export async function hiddenPlantNames(tx: Tx): Promise<string[]> {
  const { plants, company_id } = tx.scope;
  if (plants === 'all') return [];
  const { rows } = await withBin(tx, () =>
    withEveryPlant(tx, () =>
      tx.query<{ proj_code: string; name: string }>(
        'select proj_code, name from plants.plant where company_id = $1 and not id = any($2::bigint[])',
        [company_id, plants],
      ),
    ),
  );
  return rows.flatMap(({ proj_code, name }) => [proj_code, name]);
}
