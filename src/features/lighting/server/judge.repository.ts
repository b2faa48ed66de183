import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Standing } from '../alarm-life.model.ts';
import type { StoredInputs } from './controllers.repository.ts';
import { heardOf } from './meter-readings.repository.ts';

export interface JudgedRow {
  id: number;
  comune_id: number | null;
  auto_mode: boolean;
  enabled: boolean;
  turn_on_auto: boolean | null;
  turn_on_date: string | null;
  turn_off_auto: boolean | null;
  turn_off_date: string | null;
  heard_at: Date | null;
  poll_s: number;
  has_meter: boolean;
  power_at: Date | null;
  /** Meters of its own that have said nothing for too long. */
  silent_meters: number;
  pod: string;
  /** Another supply point, of the plant that its meter stands in. */
  meter_pod: string | null;
  clock_offset_s: number | null;
  /** How its own times stand where they are not in force; null where they are, where it holds none or nobody writes them. */
  times: { state: string; fault: string } | null;
  inputs: StoredInputs;
  lines: {
    line: number;
    enabled: boolean;
    target: boolean | null;
    feedback: boolean | null;
    breaker_tripped: boolean | null;
    /** Null where it is older than a silent box's, or than what the line does now. */
    measured_kw: number | null;
    expected_kw: number | null;
    changes: number;
  }[];
}

/** A stretch of a company's boxes, in the order of their numbers. */
export interface Portion {
  /** The last box of the portion before; 0 at the beginning. */
  readonly after: number;
  readonly most: number;
}

/** Boxes in use that have a controller, with what was read of them last: what belongs to them is read once for all of the portion. */
export async function listJudged(tx: Tx, now: Date, { after, most }: Portion): Promise<JudgedRow[]> {
  const { rows } = await tx.query<JudgedRow>(
    `with box as (
       select b.id, b.municipality_id as comune_id, b.auto_mode, b.enabled, b.turn_on_auto, b.turn_on_date, b.turn_off_auto,
         b.turn_off_date, c.heard_at, c.poll_s, coalesce(c.profile -> 'power' <> 'null', false) as has_meter, c.power_at,
         c.clock_offset_s, c.inputs, b.pod,
         coalesce(c.profile -> 'timetable' <> 'null' and c.profile -> 'clock' <> 'null', false) and b.municipality_id is not null as has_times
       from io_controller c join lighting_box b on b.company_id = $1 and b.id = c.box_id
       where c.company_id = $1 and c.box_id > $3 and b.enabled order by c.box_id limit $4
     ), load as (
       select o.box_id, o.line, sum(o.power_w) / 1000 as kw from light_point o
       where o.company_id = $1 and o.box_id in (select id from box) group by 1, 2
     ), change as (
       select h.box_id, h.line, count(*) as n from power_line_change h
       where h.company_id = $1 and h.at > $2::timestamptz - interval '1 hour' and h.box_id in (select id from box) group by 1, 2
     ), wired as (
       select p.box_id, jsonb_agg(jsonb_build_object('line', p.line, 'enabled', p.enabled, 'target', p.target,
         'feedback', p.feedback, 'breaker_tripped', p.breaker_tripped,
         'measured_kw', case when p.measured_at > coalesce(p.changed_at, '-infinity')
           and p.measured_at >= $2::timestamptz - greatest(3 * b.poll_s, 300) * interval '1 second' then p.measured_kw end,
         'expected_kw', coalesce(l.kw, p.load_nominal_kw), 'changes', coalesce(h.n, 0)) order by p.line) as lines
       from power_line p join box b on b.id = p.box_id left join load l using (box_id, line) left join change h using (box_id, line)
       where p.company_id = $1 group by 1
     ), metered as (
       select m.box_id, count(*) filter (where coalesce(${heardOf('m.device_id')}, '-infinity')
           < $2::timestamptz - greatest(3 * coalesce(${deviceRhythm('d')}, 60), 300) * interval '1 second')::int as silent,
         min(x.pod) filter (where x.pod <> '' and b.pod <> '' and left(upper(x.pod), 14) <> left(upper(b.pod), 14)) as pod
       from box b join box_meter m on m.company_id = $1 and m.box_id = b.id
       left join plants.device d on d.company_id = $1 and d.id = m.device_id
       left join plants.plant_master_data x on x.company_id = $1 and x.plant_id = d.plant_id group by 1
     )
     select b.*, coalesce(w.lines, '[]') as lines, coalesce(m.silent, 0) as silent_meters, m.pod as meter_pod,
       case when b.has_times and t.state <> 'verified' then jsonb_build_object('state', t.state, 'fault', t.fault) end as times
     from box b left join box_timetable t on t.company_id = $1 and t.box_id = b.id left join wired w on w.box_id = b.id left join metered m on m.box_id = b.id order by b.id`,
    [tx.scope.company_id, now, after, most],
    'lighting_list_judged',
  );
  return rows;
}

/** Faults of boxes that stand, and alarms that ended since. */
export async function listStanding(tx: Tx, box_ids: readonly number[], since: Date): Promise<Standing[]> {
  const { rows } = await tx.query<Standing>(
    `select id, box_id, line, kind, (extract(epoch from date) * 1000)::float8 as date,
       (extract(epoch from opened_at) * 1000)::float8 as opened_at,
       (extract(epoch from recovering_since) * 1000)::float8 as recovering_since,
       (extract(epoch from end_date) * 1000)::float8 as end_date
     from lighting_alarm where company_id = $1 and box_id = any($2::bigint[]) and (end_date is null or end_date > $3)
     order by end_date nulls last, id`,
    [tx.scope.company_id, box_ids, since],
  );
  return rows;
}

/** Ends alarms of boxes that nobody judges any more, out of use or without a controller. Answers how many. */
export async function endUnjudged(tx: Tx, now: Date): Promise<number> {
  const UNJUDGED = `company_id = $1 and end_date is null and box_id in (
    select box_id from lighting_alarm where company_id = $1 and end_date is null
    except select c.box_id from io_controller c join lighting_box b on b.company_id = $1 and b.id = c.box_id
    where c.company_id = $1 and b.enabled)`;
  const { company_id } = tx.scope;
  const forgotten = await tx.query(`delete from lighting_alarm where opened_at is null and ${UNJUDGED}`, [
    company_id,
  ]);
  const closed = await tx.query(
    `update lighting_alarm set end_date = $2, recovering_since = null where ${UNJUDGED}`,
    [company_id, now],
  );
  return forgotten.rowCount + closed.rowCount;
}

/** Whether nobody else judges the company's boxes just now; until the transaction ends it is this one's turn. */
export async function takesTurn(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('lighting_alarm'), $1) as mine`,
    [tx.scope.company_id],
  );
  return rows[0]?.mine === true;
}
