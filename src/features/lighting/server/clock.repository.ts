import type { Tx } from '../../../shared/server/tenancy.ts';
import type { TimetableRow } from '../controllers.contract.ts';
import type { ClockLine } from '../due.model.ts';
import { heldLines, WANTED, wordHolds } from './held-lines.ts';

export interface ClockRow {
  id: number;
  comune_id: number | null;
  auto_mode: boolean;
  enabled: boolean;
  turn_on_auto: boolean | null;
  turn_on_date: string | null;
  turn_off_auto: boolean | null;
  turn_off_date: string | null;
  own_timetable: boolean;
  timetable_days: number | null;
  heard_at: Date | null;
  written_at: number | null;
  manual: boolean;
  lines: ClockLine[];
}

const ms = (at: string): string => `floor(extract(epoch from ${at}) * 1000)::float8`;

/** Boxes of the company that have a controller, with what was asked of their lines and what they are. */
export async function listClockBoxes(tx: Tx): Promise<ClockRow[]> {
  const { rows } = await tx.query<ClockRow>(
    `with hand as (
       select k.box_id, array_agg(n) as lines from lighting_command k, unnest(k.lines) n
       where k.company_id = $1 and k.state in ('queued', 'sent', 'unknown') group by 1
     )
     select b.id, b.municipality_id as comune_id, b.auto_mode, b.enabled, b.turn_on_auto, b.turn_on_date, b.turn_off_auto,
       b.turn_off_date, coalesce(c.profile -> 'timetable' <> 'null' and c.profile -> 'clock' <> 'null', false) as own_timetable,
       (c.profile #>> '{timetable,days}')::int as timetable_days, c.heard_at, ${ms('t.written_at')} as written_at,
       coalesce(c.inputs ->> 'manual' = 'true', false) as manual, l.lines
     from io_controller c
     join lighting_box b on b.company_id = $1 and b.id = c.box_id
     left join box_timetable t on t.company_id = $1 and t.box_id = c.box_id
     left join hand h on h.box_id = b.id
     join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('line', p.line, 'target', p.target, 'target_at', ${ms('p.target_at')},
         'feedback', p.feedback, 'feedback_at', ${ms('p.feedback_at')}, 'enabled', p.enabled,
         'in_hand', coalesce(p.line = any(h.lines), false)) order by p.line), '[]') as lines
       from power_line p where p.company_id = $1 and p.box_id = b.id) l on true
     where c.company_id = $1 order by b.id`,
    [tx.scope.company_id],
  );
  return rows;
}

/** A person's words of the last days that have an end, ended or not, the oldest first. */
export async function listEnds(
  tx: Tx,
  since: Date,
): Promise<{ box_id: number; lines: number[]; until_ms: number }[]> {
  const { rows } = await tx.query<{ box_id: number; lines: number[]; until_ms: number }>(
    `select k.box_id, ${heldLines('k')} as lines, (extract(epoch from k.override_until) * 1000)::float8 as until_ms
     from lighting_command k
     where k.company_id = $1 and k.override_until > $2 and ${wordHolds('k', WANTED)} order by k.id`,
    [tx.scope.company_id, since],
  );
  return rows;
}

export interface AttemptRow {
  key: string;
  attempts: number;
  /** Whether one of them may still switch. */
  stands: boolean;
  last_end: Date | null;
}

/** How often the moments of the schedule were tried, by the key without its number. */
export async function listAttempts(tx: Tx, keys: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await tx.query<AttemptRow>(
    `select split_part(key, '#', 1) as key, count(*)::int as attempts,
       bool_or(state in ('proposed', 'queued', 'sent', 'unknown')) as stands, max(ended_at) as last_end
     from lighting_command where company_id = $1 and key = any(
       select k || n from unnest($2::text[]) k, unnest('{"","#2","#3","#4","#5"}'::text[]) n)
     group by 1`,
    [tx.scope.company_id, keys],
  );
  return rows.map((row) => ({ ...row, stands: row.stands === true }));
}

/** Times that some boxes should hold. */
export interface WantedTimes {
  readonly box_ids: readonly number[];
  readonly wanted: readonly TimetableRow[];
}

/** Says which times boxes should hold; what differs from before is to be written. Answers how many differ. */
export async function saveTimetables(tx: Tx, times: readonly WantedTimes[], now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `insert into box_timetable (company_id, box_id, wanted, wanted_at)
     select $1, u.box_id, w.wanted, $5
     from unnest($2::bigint[], $3::bigint[]) u (box_id, nth) join unnest($4::jsonb[]) with ordinality w (wanted, nth) using (nth)
     left join box_timetable t on t.company_id = $1 and t.box_id = u.box_id
     where t.wanted is distinct from w.wanted
     on conflict (company_id, box_id) do update set wanted = excluded.wanted, wanted_at = excluded.wanted_at,
       state = 'pending', fault = '', next_try_at = excluded.wanted_at`,
    [
      tx.scope.company_id,
      times.flatMap(({ box_ids }) => box_ids),
      times.flatMap(({ box_ids }, i) => box_ids.map(() => i + 1)),
      times.map(({ wanted }) => JSON.stringify(wanted)),
      now,
    ],
  );
  return rowCount;
}
