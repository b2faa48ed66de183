import { type Owned, withOwnerNames } from '../../../shared/server/account-names.repository.ts';
import { plantFilter, type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { int8Array } from './binary-arrays.ts';

export interface ChartRow {
  id: number;
  name: string;
  shared: boolean;
  mine: boolean;
  owner_id: number;
  /** Null where the owner does not belong to the company any more. */
  owner_name: string | null;
  definition: unknown;
  version: number;
  updated_at: Date;
}

export type ListedChart = Omit<ChartRow, 'definition'>;

const LISTED = 1000;

// Whoever asks with a key is nobody: theirs are none, and they see what is shared.
const MINE = 'coalesce(c.owner_id = $2, false)';
const COLUMNS = `c.id, c.name, c.shared, ${MINE} as mine, c.owner_id, c.version, c.updated_at,
  u.user_id is not null as is_member, nullif(btrim(u.first_name || ' ' || u.last_name), '') as name_here`;
const FROM = `saved_chart c
  left join companies.company_user u on u.company_id = c.company_id and u.user_id = c.owner_id`;

/** One's own charts first, then what others share; by name. */
export async function listCharts(tx: Tx): Promise<ListedChart[]> {
  const { rows } = await tx.query<Omit<ListedChart, 'owner_name'> & Owned>(
    `select ${COLUMNS} from ${FROM} where c.company_id = $1 and (c.shared or ${MINE})
     order by ${MINE} desc, lower(c.name), c.id limit ${LISTED}`,
    [tx.scope.company_id, tx.scope.user_id],
    'charts',
  );
  return withOwnerNames(tx, rows);
}

/** A chart that the scope may open. */
export async function findChart(tx: Tx, id: number): Promise<ChartRow | undefined> {
  const { rows } = await tx.query<Omit<ChartRow, 'owner_name'> & Owned>(
    `select ${COLUMNS}, c.definition from ${FROM} where c.company_id = $1 and (c.shared or ${MINE}) and c.id = $3`,
    [tx.scope.company_id, tx.scope.user_id, id],
    'chart',
  );
  return (await withOwnerNames(tx, rows))[0];
}

/** Takes a chart until the transaction ends, so that of two who save it one sees the other. */
export async function lockChart(tx: Tx, id: number): Promise<void> {
  await tx.query('select 1 from saved_chart where company_id = $1 and id = $2 for update', [
    tx.scope.company_id,
    id,
  ]);
}

const CHARTS_LOCK = 'saved_chart';

/** How many charts the person of the scope keeps here; who saves several at once takes their turn. */
export async function countOwnCharts({ scope, query }: Tx): Promise<number> {
  await query(`select pg_advisory_xact_lock(hashtext($1), ($2::bigint % 2147483647)::int)`, [
    CHARTS_LOCK,
    scope.user_id,
  ]);
  const { rows } = await query<{ count: number }>(
    'select count(*)::int as count from saved_chart where company_id = $1 and owner_id = $2',
    [scope.company_id, scope.user_id],
  );
  return rows[0]?.count ?? 0;
}

export interface ChartFields {
  name: string;
  shared: boolean;
  definition: unknown;
}

/** Saves a chart of the person of the scope; answers its number. */
export async function insertChart(tx: Tx, chart: ChartFields): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into saved_chart (company_id, owner_id, name, shared, definition) values ($1, $2, $3, $4, $5) returning id`,
    [tx.scope.company_id, tx.scope.user_id, chart.name, chart.shared, JSON.stringify(chart.definition)],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no chart was saved');
  return id;
}

export async function updateChart(tx: Tx, id: number, chart: ChartFields): Promise<void> {
  await tx.query(
    `update saved_chart set name = $3, shared = $4, definition = $5, version = version + 1, updated_at = now()
     where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, chart.name, chart.shared, JSON.stringify(chart.definition)],
  );
}

export async function deleteChart(tx: Tx, id: number): Promise<void> {
  await tx.query('delete from saved_chart where company_id = $1 and id = $2', [tx.scope.company_id, id]);
}

/** Charts that a person shares with the company. */
export async function listSharedBy(
  tx: Tx,
  user_id: number,
): Promise<{ id: number; name: string; created_at: Date }[]> {
  const { rows } = await tx.query<{ id: number; name: string; created_at: Date }>(
    `select id, name, created_at from saved_chart where company_id = $1 and owner_id = $2 and shared
     order by lower(name), id`,
    [tx.scope.company_id, user_id],
  );
  return rows;
}

/** Which of these devices and plants the scope may see: each device with its plant's code. */
export async function findPlaces(
  tx: Tx,
  query: { device_ids: readonly number[]; codes: readonly string[] },
): Promise<{ devices: Map<number, string>; codes: Set<string> }> {
  const { company_id } = tx.scope;
  const { rows } = await tx.query<{ device_id: number | null; proj_code: string }>(
    `select d.id as device_id, p.proj_code from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = any($2::bigint[]) and ($4::bigint[] is null or p.id = any($4))
     union all
     select null, p.proj_code from plants.plant p
     where p.company_id = $1 and p.proj_code = any($3::text[]) and ($4::bigint[] is null or p.id = any($4))`,
    [company_id, int8Array(query.device_ids), query.codes, plantFilter(tx.scope)],
    'chart_places',
  );
  const devices = rows.flatMap(({ device_id, proj_code }) =>
    device_id === null ? [] : [[device_id, proj_code] as const],
  );
  const codes = rows.filter((row) => row.device_id === null).map((row) => row.proj_code);
  return { devices: new Map(devices), codes: new Set(codes) };
}

/** The units of measure of series: of a device's variable its own or its name's, of a plant's quantity that of its first name. */
export async function listUnits(
  tx: Tx,
  series: readonly { device_id: number | null; name: string }[],
): Promise<string[]> {
  return withEveryPlant(tx, async () => {
    const { rows } = await tx.query<{ unit: string | null }>(
      `select distinct case when s.device_id is null then
         (select n.unit from plants.variable_name n where n.company_id = $1 and n.quantity = s.name order by n.id limit 1)
       else (select coalesce(v.unit, n.unit) from plants.variable v
             join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
             where v.company_id = $1 and v.device_id = s.device_id and n.name = s.name and v.deleted_at is null) end as unit
     from unnest($2::bigint[], $3::text[]) s (device_id, name)`,
      [tx.scope.company_id, series.map(({ device_id }) => device_id), series.map(({ name }) => name)],
      'chart_units',
    );
    return rows.flatMap(({ unit }) => unit ?? []);
  });
}
