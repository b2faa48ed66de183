import { insertRows } from '../../../shared/server/columns.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { wholeList } from '../../../shared/server/whole-list.ts';
import { MAX_SHOWN, type Period } from '../rgi.model.ts';

export interface RgiRow {
  id: number;
  plant_id: number;
  proj_code: string;
  plant_name: string;
  time_zone: string;
  name: string;
  start_at: Date;
  end_at: Date;
  working: boolean | null;
  count: number;
  version: number;
}

export interface WantedRgi {
  readonly id?: number | undefined;
  readonly proj_code?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Entries by their start. @throws AppError as `wholeList` */
export async function listRgi(tx: Tx, { id, proj_code, start, end }: WantedRgi): Promise<RgiRow[]> {
  const { rows } = await tx.query<RgiRow>(
    `select r.id, r.plant_id, p.proj_code, p.name as plant_name, p.time_zone, r.name, i.start_at, i.end_at, i.working, i.count,
       r.version
     from rgi r join plants.plant p on p.company_id = $1 and p.id = r.plant_id
     join lateral (
       select min(x.start_at) as start_at, max(x.end_at) as end_at, count(*)::int as count,
         case when bool_and(x.working) then true when not bool_or(x.working) then false end as working,
         bool_or(($4::timestamptz is null or x.end_at > $4) and ($5::timestamptz is null or x.start_at < $5)) as within
       from rgi_item x where x.company_id = $1 and x.rgi_id = r.id) i on i.within
     where r.company_id = $1 and ($2::bigint is null or r.id = $2) and ($3::text is null or p.proj_code = $3)
     order by i.start_at, r.id limit ${MAX_SHOWN + 1}`,
    [tx.scope.company_id, id ?? null, proj_code ?? null, start ?? null, end ?? null],
  );
  return wholeList(rows, 'time', MAX_SHOWN);
}

/** An entry, kept as it is until the transaction ends. */
export async function holdRgi(
  tx: Tx,
  id: number,
): Promise<{ version: number; plant_id: number } | undefined> {
  const { rows } = await tx.query<{ version: number; plant_id: number }>(
    'select version, plant_id from rgi where company_id = $1 and id = $2 for update',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

export interface ItemRow {
  rgi_id: number;
  plant_id: number;
  start_at: Date;
  end_at: Date;
  working: boolean;
}

/** The periods of an entry, by time. */
export async function listItems(tx: Tx, rgi_id: number): Promise<ItemRow[]> {
  const { rows } = await tx.query<ItemRow>(
    `select rgi_id, plant_id, start_at, end_at, working from rgi_item where company_id = $1 and rgi_id = $2 order by start_at`,
    [tx.scope.company_id, rgi_id],
  );
  return rows;
}

/** Waits for others who change the calendar of a plant: two that overlap would be seen by neither. */
export async function holdCalendar(tx: Tx, plant_id: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtext('rgi'), hashtext($1))", [
    `${tx.scope.company_id}/${plant_id}`,
  ]);
}

export interface NamedItem extends ItemRow {
  name: string;
}

/** Periods of a plant's other entries from an instant to another. */
export async function listOthers(
  tx: Tx,
  {
    plant_id,
    start,
    end,
    but = [],
  }: { plant_id: number; start: number; end: number; but?: readonly number[] },
): Promise<NamedItem[]> {
  const { rows } = await tx.query<NamedItem>(
    `select i.rgi_id, i.plant_id, i.start_at, i.end_at, i.working, r.name
     from rgi_item i join rgi r on r.company_id = $1 and r.id = i.rgi_id
     where i.company_id = $1 and i.plant_id = $2 and i.start_at < $4 and i.end_at > $3 and i.rgi_id <> all($5::bigint[])
     order by i.start_at`,
    [tx.scope.company_id, plant_id, new Date(start), new Date(end), but],
  );
  return rows;
}

export interface PeriodRow extends NamedItem {
  proj_code: string;
  plant_name: string;
}

/** Periods of the plants that the scope sees; the first `MAX_SHOWN`. */
export async function listPeriods(
  tx: Tx,
  { proj_code, start, end }: { proj_code?: string | undefined; start: string; end: string },
): Promise<PeriodRow[]> {
  const { rows } = await tx.query<PeriodRow>(
    `select i.rgi_id, i.plant_id, p.proj_code, p.name as plant_name, r.name, i.start_at, i.end_at, i.working
     from rgi_item i join rgi r on r.company_id = $1 and r.id = i.rgi_id
     join plants.plant p on p.company_id = $1 and p.id = i.plant_id
     where i.company_id = $1 and i.start_at < $4 and i.end_at > $3 and ($2::text is null or p.proj_code = $2)
     order by i.start_at, p.proj_code limit ${MAX_SHOWN}`,
    [tx.scope.company_id, proj_code ?? null, start, end],
  );
  return rows;
}

export async function insertRgi(
  tx: Tx,
  { plant_id, name }: { plant_id: number; name: string },
): Promise<number> {
  const { company_id, user_id } = tx.scope;
  const row = { company_id, plant_id, name, created_by: user_id };
  const [made] = await insertRows<{ id: number }>(tx, 'rgi', [row], 'returning id');
  if (!made) throw new Error('nothing was stored in rgi');
  return made.id;
}

/** Gives an entry its periods, in place of those that it has. */
export async function replaceItems(
  tx: Tx,
  { id, plant_id }: { id: number; plant_id: number },
  items: readonly Period[],
): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query('delete from rgi_item where company_id = $1 and rgi_id = $2', [company_id, id]);
  await tx.query(
    `insert into rgi_item (company_id, rgi_id, plant_id, start_at, end_at, working)
     select $1, $2, $3, * from unnest($4::timestamptz[], $5::timestamptz[], $6::boolean[]) returning rgi_id`,
    [
      company_id,
      id,
      plant_id,
      items.map(({ start }) => new Date(start)),
      items.map(({ end }) => new Date(end)),
      items.map(({ working }) => working),
    ],
  );
}

export async function renameRgi(tx: Tx, id: number, name: string): Promise<void> {
  await tx.query('update rgi set version = version + 1, name = $3 where company_id = $1 and id = $2', [
    tx.scope.company_id,
    id,
    name,
  ]);
}

/** From the first period of entries to their last. */
export async function listStretches(
  tx: Tx,
  ids: readonly number[],
): Promise<{ plant_id: number; start: Date; end: Date }[]> {
  const { rows } = await tx.query<{ plant_id: number; start: Date; end: Date }>(
    `select plant_id, min(start_at) as start, max(end_at) as "end" from rgi_item
     where company_id = $1 and rgi_id = any($2::bigint[]) group by rgi_id, plant_id`,
    [tx.scope.company_id, ids],
  );
  return rows;
}

/** Deletes entries; answers those that were there. */
export async function deleteRgi(tx: Tx, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await tx.query<{ id: number; name: string }>(
    'delete from rgi where company_id = $1 and id = any($2::bigint[]) returning id, name',
    [tx.scope.company_id, ids],
  );
  return rows;
}

/** Versions of the entries that say when plants are to work, of those that begin before the end of a day. */
export async function listVersions(
  tx: Tx,
  { plant_ids, to }: { plant_ids: readonly number[]; to: string },
): Promise<{ id: number; version: number }[]> {
  const { rows } = await tx.query<{ id: number; version: number }>(
    `select r.id, r.version from rgi r
     where r.company_id = $1 and r.plant_id = any($2::bigint[]) and exists (
       select from rgi_item i where i.company_id = $1 and i.rgi_id = r.id and i.start_at < $3::date + interval '2 days')
     order by r.id`,
    [tx.scope.company_id, plant_ids, to],
  );
  return rows;
}
