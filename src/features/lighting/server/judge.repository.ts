import { deviceRhythm } from '../../../shared/server/rhythm.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Standing, Step } from '../alarm-life.model.ts';
import { ANOMALY_RULES } from '../anomalies.model.ts';
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
  inputs: StoredInputs;
  lines: {
    line: number;
    enabled: boolean;
    target: boolean | null;
    feedback: boolean | null;
    breaker_tripped: boolean | null;
    measured_kw: number | null;
    expected_kw: number | null;
    changes: number;
  }[];
}

/** Boxes in use that have a controller, with what was read of them last. */
export async function listJudged(tx: Tx, now: Date): Promise<JudgedRow[]> {
  const { rows } = await tx.query<JudgedRow>(
    `select b.id, b.municipality_id as comune_id, b.auto_mode, b.enabled, b.turn_on_auto, b.turn_on_date, b.turn_off_auto,
       b.turn_off_date, c.heard_at, c.poll_s, coalesce(c.profile -> 'power' <> 'null', false) as has_meter, c.power_at,
       c.clock_offset_s, c.inputs, l.lines, b.pod,
       (select count(*)::int from box_meter m left join plants.device d on d.company_id = $1 and d.id = m.device_id
        where m.company_id = $1 and m.box_id = b.id and coalesce(${heardOf('m.device_id')}, '-infinity')
          < $2::timestamptz - greatest(3 * coalesce(${deviceRhythm('d')}, 60), 300) * interval '1 second') as silent_meters,
       (select x.pod from box_meter m join plants.device d on d.company_id = $1 and d.id = m.device_id
        join plants.plant_master_data x on x.company_id = $1 and x.plant_id = d.plant_id
        where m.company_id = $1 and m.box_id = b.id and x.pod <> '' and b.pod <> ''
          and left(upper(x.pod), 14) <> left(upper(b.pod), 14) order by x.pod limit 1) as meter_pod
     from io_controller c
     join lighting_box b on b.company_id = $1 and b.id = c.box_id
     join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('line', p.line, 'enabled', p.enabled, 'target', p.target,
         'feedback', p.feedback, 'breaker_tripped', p.breaker_tripped, 'measured_kw', p.measured_kw,
         'expected_kw', coalesce((select sum(o.power_w) / 1000 from light_point o
           where o.company_id = $1 and o.box_id = b.id and o.line = p.line), p.load_nominal_kw),
         'changes', (select count(*) from power_line_change h where h.company_id = $1 and h.box_id = b.id
           and h.line = p.line and h.at > $2::timestamptz - interval '1 hour')) order by p.line), '[]') as lines
       from power_line p where p.company_id = $1 and p.box_id = b.id) l on true
     where c.company_id = $1 and b.enabled order by b.id`,
    [tx.scope.company_id, now],
  );
  return rows;
}

/** Faults that stand, and alarms that ended since. */
export async function listStanding(tx: Tx, since: Date): Promise<Standing[]> {
  const { rows } = await tx.query<Standing>(
    `select id, box_id, line, kind, (extract(epoch from date) * 1000)::float8 as date,
       (extract(epoch from opened_at) * 1000)::float8 as opened_at,
       (extract(epoch from recovering_since) * 1000)::float8 as recovering_since,
       (extract(epoch from end_date) * 1000)::float8 as end_date
     from lighting_alarm where company_id = $1 and (end_date is null or end_date > $2) order by end_date nulls last, id`,
    [tx.scope.company_id, since],
  );
  return rows;
}

/** Ends alarms of boxes that nobody judges any more, out of use or without a controller. Answers how many. */
export async function endUnjudged(tx: Tx, now: Date): Promise<number> {
  const UNJUDGED = `company_id = $1 and end_date is null and not exists (
    select from io_controller c join lighting_box b on b.company_id = $1 and b.id = c.box_id
    where c.company_id = $1 and c.box_id = lighting_alarm.box_id and b.enabled)`;
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

/** Does one step of an alarm. */
export async function takeStep(tx: Tx, step: Step, now: Date): Promise<void> {
  const of = [tx.scope.company_id, 'id' in step ? step.id : null];
  if (step.do === 'begin') {
    const { kind, line, params } = step.found;
    await tx.query(
      `insert into lighting_alarm (company_id, box_id, line, kind, type, params, date, opened_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        tx.scope.company_id,
        step.box_id,
        line,
        kind,
        ANOMALY_RULES[kind].type,
        JSON.stringify(params),
        now,
        step.opened ? now : null,
      ],
    );
  } else if (step.do === 'open')
    await tx.query(
      'update lighting_alarm set opened_at = $3, params = $4 where company_id = $1 and id = $2',
      [...of, now, JSON.stringify(step.params)],
    );
  else if (step.do === 'join') {
    await tx.query('delete from lighting_alarm where company_id = $1 and id = $2', [
      tx.scope.company_id,
      step.waiting,
    ]);
    await tx.query(
      `update lighting_alarm set end_date = null, recovering_since = null, count = count + 1 where company_id = $1 and id = $2`,
      of,
    );
  } else if (step.do === 'forget')
    await tx.query('delete from lighting_alarm where company_id = $1 and id = $2', of);
  else if (step.do === 'recover')
    await tx.query('update lighting_alarm set recovering_since = $3 where company_id = $1 and id = $2', [
      ...of,
      step.since === null ? null : new Date(step.since),
    ]);
  else
    await tx.query(
      'update lighting_alarm set end_date = $3, recovering_since = null where company_id = $1 and id = $2',
      [...of, new Date(step.at)],
    );
}

/** Whether nobody else judges the company's boxes just now; until the transaction ends it is this one's turn. */
export async function takesTurn(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('lighting_alarm'), $1) as mine`,
    [tx.scope.company_id],
  );
  return rows[0]?.mine === true;
}
