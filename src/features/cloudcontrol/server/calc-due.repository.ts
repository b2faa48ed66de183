import { notifyLive } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders, knownZone } from '../../../shared/units/zones.ts';

/** A day of a virtual device that is due. */
export interface DueMark {
  readonly device_id: number;
  /** YYYY-MM-DD of its plant. */
  readonly day: string;
  /** As text, to the microsecond: a mark that was renewed in the meantime is another one. */
  readonly marked_at: string;
  readonly past: boolean;
}

export interface DueWish {
  atMost: number;
  /** Devices whose groups the worker knows. */
  known: readonly number[];
  /** Days that wait; the hard ones also when a definition is new. */
  without: readonly { device_id: number; day: string; hard: boolean }[];
}

/**
 * Days that are due: those with new readings first, then the past of new definitions; newest first. Never those of a device
 * that has groups which the worker does not know: it would take the marks away and calculate nothing.
 */
export async function listDueDays(tx: Tx, { atMost, known, without }: DueWish): Promise<DueMark[]> {
  const { rows } = await tx.query<DueMark>(
    `select device_id, day, marked_at::text as marked_at, past from calc_due c
     where company_id = $1 and not exists (
       select from unnest($2::bigint[], $3::date[], $4::boolean[]) as w(d, y, hard)
       where w.d = c.device_id and w.y = c.day and (w.hard or not c.past))
       and (c.device_id = any($6::bigint[]) or not exists (
         select from calc_group g where g.company_id = $1 and g.device_id = c.device_id))
     order by past, day desc, device_id limit $5`,
    [
      tx.scope.company_id,
      without.map(({ device_id }) => device_id),
      without.map(({ day }) => day),
      without.map(({ hard }) => hard),
      atMost,
      known,
    ],
    'calc_due_days',
  );
  return rows;
}

/**
 * Takes marks away as they were seen; one that was renewed since stands, and one that somebody holds just now is about to
 * be. Waits for nobody. Nothing is to be written after it in the same transaction: whoever makes days anew holds marks of
 * readings while it waits for these, and the one writer waits for those.
 */
export async function removeDueMarks(tx: Tx, marks: readonly DueMark[]): Promise<void> {
  if (marks.length === 0) return;
  await tx.query(
    `delete from calc_due c using (
       select m.device_id, m.day from calc_due m
       join unnest($2::bigint[], $3::date[], $4::timestamptz[]) as u(d, y, at)
         on m.device_id = u.d and m.day = u.y and m.marked_at = u.at
       where m.company_id = $1 for update of m skip locked) as seen
     where c.company_id = $1 and c.device_id = seen.device_id and c.day = seen.day`,
    [
      tx.scope.company_id,
      marks.map(({ device_id }) => device_id),
      marks.map(({ day }) => day),
      marks.map(({ marked_at }) => marked_at),
    ],
    'calc_due_done',
  );
}

/** Marks all these days (YYYY-MM-DD, both ends) of a virtual device because its definition is new; answers how many. */
export async function markPast(tx: Tx, device_id: number, from: string, to: string): Promise<number> {
  const { rowCount } = await tx.query(
    `insert into calc_due (company_id, device_id, day, past)
     select $1, $2, day::date, true from generate_series($3::date, $4::date, interval '1 day') as day
     on conflict (company_id, device_id, day) do update set past = true, marked_at = excluded.marked_at`,
    [tx.scope.company_id, device_id, from, to],
  );
  return rowCount;
}

/** When the first day of any of these devices begins (epoch ms); undefined when none has readings. */
export async function findFirstReading(tx: Tx, device_ids: readonly number[]): Promise<number | undefined> {
  const { rows } = await tx.query<{ day: string | null; time_zone: string; last: Date | null }>(
    `select (select min(s.day) from measurements.stored_day s where s.company_id = $1 and s.device_id = d.id) as day,
            p.time_zone, (select l.ts from measurements.obs_last l where l.company_id = $1 and l.device_id = d.id) as last
     from plants.device d join plants.plant p on p.company_id = d.company_id and p.id = d.plant_id
     where d.company_id = $1 and d.id = any($2::bigint[])`,
    [tx.scope.company_id, device_ids],
  );
  const first = rows.flatMap(({ day, time_zone, last }) => [
    ...(day === null ? [] : [dayBorders(knownZone(time_zone), day).start]),
    ...(last === null ? [] : [last.getTime()]),
  ]);
  return first.length === 0 ? undefined : Math.min(...first);
}

/** Tells whoever watches that the past of a group moved on. */
export async function tellProgress(tx: Tx): Promise<void> {
  await notifyLive(
    { query: (text, values) => tx.query(text, values) },
    { company_id: tx.scope.company_id, kind: 'progress' },
  );
}
