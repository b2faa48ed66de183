import { CONFIGURATION_CHANNEL } from '../../../shared/server/configuration-notice.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';

/** A device as a mark needs it, with the slots of its variables by name. */
export interface MarkedDevice {
  device_id: number;
  slots: { name: string; slot: number }[];
}

/** The device, when the scope may see it. */
export async function findMarkedDevice(tx: Tx, device_id: number): Promise<MarkedDevice | undefined> {
  const { rows } = await tx.query<MarkedDevice>(
    `select d.id as device_id,
            coalesce((select jsonb_agg(jsonb_build_object('name', n.name, 'slot', v.slot))
                      from plants.variable v join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
                      where v.company_id = $1 and v.device_id = d.id), '[]') as slots
     from plants.device d where d.company_id = $1 and d.id = $2 and ($3::bigint[] is null or d.plant_id = any($3))`,
    [tx.scope.company_id, device_id, plantFilter(tx.scope)],
  );
  return rows[0];
}

export interface NewMark {
  device_id: number;
  slots: readonly number[] | null;
  start: string;
  end: string;
  reason: string;
}

/** Keeps a mark; answers its id. */
export async function insertMark(tx: Tx, mark: NewMark): Promise<number> {
  const { company_id, user_id } = tx.scope;
  const { rows } = await tx.query<{ id: number }>(
    `insert into reading_mark (company_id, device_id, slots, start_at, end_at, reason, created_by)
     values ($1, $2, $3::int[], $4, $5, $6, $7) returning id`,
    [company_id, mark.device_id, mark.slots, mark.start, mark.end, mark.reason, user_id],
  );
  if (!rows[0]) throw new Error('the mark was not kept');
  return rows[0].id;
}

export interface Span {
  device_id: number;
  start: Date;
  end: Date;
}

/** Undoes a mark that the scope may see and that stands; answers what it covered. */
export async function undoMark(tx: Tx, id: number): Promise<Span | undefined> {
  const { company_id, user_id } = tx.scope;
  const { rows } = await tx.query<Span>(
    `update reading_mark m set undone_at = now(), undone_by = $3
     from plants.device d
     where m.company_id = $1 and m.id = $2 and m.undone_at is null and d.company_id = m.company_id and d.id = m.device_id
       and ($4::bigint[] is null or d.plant_id = any($4))
     returning m.device_id, m.start_at as start, m.end_at as end`,
    [company_id, id, user_id, plantFilter(tx.scope)],
  );
  return rows[0];
}

/** Whether somebody undid it already. */
export async function isUndone(tx: Tx, id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from reading_mark m join plants.device d on d.company_id = m.company_id and d.id = m.device_id
     where m.company_id = $1 and m.id = $2 and m.undone_at is not null
       and ($3::bigint[] is null or d.plant_id = any($3))`,
    [tx.scope.company_id, id, plantFilter(tx.scope)],
  );
  return rowCount > 0;
}

// An hour, and as far as a zone may lie from UTC.
const AROUND = '15 hours';

/**
 * Marks the days of a device that a range touches to be counted anew. A reading near midnight also ends the time that
 * the last one of the day before stands for, hence the hour on either side.
 */
export async function markSpanDirty(tx: Tx, { device_id, start, end }: Span): Promise<void> {
  await tx.query(
    `insert into obs_dirty as m (company_id, device_id, day)
     select company_id, device_id, day from measurements.stored_day
     where company_id = $1 and device_id = $2 and not expired
       and day >= ($3::timestamptz at time zone 'UTC' - interval '${AROUND}')::date
       and day <= ($4::timestamptz at time zone 'UTC' + interval '${AROUND}')::date
     on conflict (company_id, device_id, day) do update set marked_at = m.marked_at where false`,
    [tx.scope.company_id, device_id, start, end],
  );
}

/** Tells the live figures that something other than readings has changed what counts. */
export async function tellChange(tx: Tx): Promise<void> {
  await tx.query(`select pg_notify('${CONFIGURATION_CHANNEL}', $1), pg_notify('readings', $1)`, [
    String(tx.scope.company_id),
  ]);
}

export interface MarkRow {
  id: number;
  device_id: number;
  proj_code: string;
  short_name: string;
  variables: string[] | null;
  start: Date;
  end: Date;
  reason: string;
  created_at: Date;
  created_by: string | null;
  undone_at: Date | null;
  undone_by: string | null;
}

export interface MarkFilter {
  id?: number;
  proj_code?: string | undefined;
  device_id?: number | undefined;
  start?: string | undefined;
  end?: string | undefined;
  undone: boolean;
  page: number;
  page_size: number;
}

const PERSON = (
  column: string,
) => `(select nullif(trim(u.first_name || ' ' || u.last_name), '') from companies.company_user u
  where u.company_id = $1 and u.user_id = m.${column})`;

/** A page of the marks that the scope may see, the latest range first, and how many there are in all. */
export async function listMarks(tx: Tx, filter: MarkFilter): Promise<{ count: number; rows: MarkRow[] }> {
  const { rows } = await tx.query<MarkRow & { total: number }>(
    `select m.id, m.device_id, p.proj_code, d.short_name, m.start_at as start, m.end_at as end, m.reason,
            m.created_at, ${PERSON('created_by')} as created_by, m.undone_at, ${PERSON('undone_by')} as undone_by,
            case when m.slots is not null then array(
              select n.name from plants.variable v join plants.variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
              where v.company_id = $1 and v.device_id = m.device_id and v.slot = any(m.slots) order by v.slot)
            end as variables,
            (count(*) over ())::int as total
     from reading_mark m
     join plants.device d on d.company_id = m.company_id and d.id = m.device_id
     join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where m.company_id = $1 and ($2::bigint[] is null or d.plant_id = any($2))
       and ($3::text is null or p.proj_code = $3) and ($4::bigint is null or m.device_id = $4)
       and ($5::timestamptz is null or m.end_at > $5) and ($6::timestamptz is null or m.start_at < $6)
       and ($7 or m.undone_at is null) and ($8::bigint is null or m.id = $8)
     order by m.start_at desc, m.id desc limit $9 offset $10`,
    [
      tx.scope.company_id,
      plantFilter(tx.scope),
      filter.proj_code ?? null,
      filter.device_id ?? null,
      filter.start ?? null,
      filter.end ?? null,
      filter.undone,
      filter.id ?? null,
      filter.page_size,
      (filter.page - 1) * filter.page_size,
    ],
  );
  return { count: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
}
