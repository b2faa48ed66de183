import type pg from 'pg';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { ITALY } from '../../../shared/units/zones.ts';
import { noteEnergy } from './energy.public.ts';
import { heldLines, WRITTEN, wordHolds } from './held-lines.ts';
import { forgetCounted, meterRoom } from './meter-readings.repository.ts';

/** What was read of a cabinet, or why nothing was. */
export type BoxState = {
  readonly box_id: number;
  readonly at_ms: number;
  /** '' when it answered. */
  readonly fault: string;
  /** Null where it did not answer. */
  readonly inputs: Readonly<Record<string, boolean>> | null;
  readonly power_kw: number | null;
  /** Its clock minus ours; null where it was not read. */
  readonly clock_offset_s: number | null;
  readonly lines: readonly LineState[];
};

export type LineState = {
  readonly line: number;
  readonly feedback: boolean | null;
  readonly tripped: boolean | null;
  readonly kw: number | null;
  /** What the schedule has said last, and when; null where it says nothing. */
  readonly said: boolean | null;
  readonly said_ms: number | null;
};

/** Keeps what was read of cabinets; each is named once. */
export async function saveBoxStates(pool: pg.Pool, scope: Scope, states: readonly BoxState[]): Promise<void> {
  if (states.length === 0) return;
  const lines = states.flatMap(({ box_id, at_ms, inputs, lines: own }) =>
    inputs === null ? [] : own.map((line) => ({ ...line, box_id, at_ms })),
  );
  const values = [scope.company_id, JSON.stringify(lines)];
  await inScope(pool, scope, async (tx) => {
    await countEnergy(tx, states);
    await tx.query(SAVE_BOXES, [scope.company_id, JSON.stringify(states)], 'lighting_save_boxes');
    await tx.query(SAVE_LIT, values, 'lighting_save_lit');
    await tx.query(SAVE_CHANGES, values, 'lighting_save_changes');
    await tx.query(SAVE_LINES, values, 'lighting_save_lines');
    await tx.query(SAVE_TARGETS, values, 'lighting_save_targets');
    await notifyTopics(tx, ['lighting']);
  });
}

/** What was used since the power that was read before; a meter of the box's own tells it better, as long as it says something. */
async function countEnergy(tx: Tx, states: readonly BoxState[]): Promise<void> {
  const measured = new Map(
    states.flatMap(({ box_id, at_ms, power_kw }) =>
      power_kw === null ? [] : [[box_id, { at_ms, power_kw }] as const],
    ),
  );
  if (measured.size === 0) return;
  const { rows } = await tx.query<{ box_id: number; at_ms: number; power_kw: number }>(
    `select box_id, extract(epoch from power_at)::float8 * 1000 as at_ms, power_kw
     from io_controller i where company_id = $1 and box_id = any($2::bigint[]) and power_at is not null and power_kw is not null
       and not exists (select from box_meter m where m.company_id = $1 and m.box_id = i.box_id
         and greatest(m.power_at, m.counter_at) >= i.power_at - ${meterRoom('m')})`,
    [tx.scope.company_id, [...measured.keys()]],
    'lighting_powers',
  );
  await noteEnergy(
    tx,
    rows.flatMap(({ box_id, ...previous }) => {
      const next = measured.get(box_id);
      return next ? [{ box_id, previous, next }] : [];
    }),
  );
  await forgetCounted(
    tx,
    rows.map(({ box_id }) => box_id),
  );
}

const SAVE_BOXES = `
  update io_controller i
  set heard_at = case when x.fault = '' then to_timestamp(x.at_ms / 1000) else i.heard_at end,
      fault = x.fault,
      fault_since = case when x.fault = '' then null when i.fault = '' then to_timestamp(x.at_ms / 1000) else i.fault_since end,
      inputs = coalesce(x.inputs, i.inputs),
      power_kw = coalesce(x.power_kw, i.power_kw),
      power_at = case when x.power_kw is null then i.power_at else to_timestamp(x.at_ms / 1000) end,
      clock_offset_s = coalesce(x.clock_offset_s, i.clock_offset_s),
      clock_read_at = case when x.clock_offset_s is null then i.clock_read_at else to_timestamp(x.at_ms / 1000) end,
      next_poll_at = to_timestamp(x.at_ms / 1000 + i.poll_s)
  from jsonb_to_recordset($2::jsonb)
    as x(box_id bigint, at_ms float8, fault text, inputs jsonb, power_kw float8, clock_offset_s float8)
  where i.company_id = $1 and i.box_id = x.box_id`;

const LINES = `jsonb_to_recordset($2::jsonb)
    as x(box_id bigint, at_ms float8, line int, feedback boolean, tripped boolean, kw float8, said boolean, said_ms float8)`;

// A stretch is counted once it has ended, by local days; where nobody read the line for long, until it was read as lit last.
const SAVE_LIT = `
  insert into line_day as d (company_id, box_id, line, day, lit_s)
  select $1, s.box_id, s.line, n.day::date,
    extract(epoch from least(s.till, (n.day + interval '1 day') at time zone '${ITALY}') - greatest(s.since, n.day at time zone '${ITALY}'))
  from (
    select x.box_id, x.line, l.changed_at as since,
      case when to_timestamp(x.at_ms / 1000) - l.feedback_at <= interval '30 minutes' then to_timestamp(x.at_ms / 1000)
        else l.feedback_at end as till
    from ${LINES} join power_line l on l.company_id = $1 and l.box_id = x.box_id and l.line = x.line
    where l.feedback and not x.feedback and l.changed_at is not null) s,
    generate_series(date_trunc('day', s.since at time zone '${ITALY}'), s.till at time zone '${ITALY}', interval '1 day') as n (day)
  where s.till > s.since order by 2, 3, 4
  on conflict (company_id, box_id, line, day) do update set lit_s = d.lit_s + excluded.lit_s`;

const SAVE_CHANGES = `
  insert into power_line_change (company_id, box_id, line, at, is_on)
  select $1, x.box_id, x.line, to_timestamp(x.at_ms / 1000), x.feedback
  from ${LINES} join power_line l on l.company_id = $1 and l.box_id = x.box_id and l.line = x.line
  where x.feedback is not null and l.feedback is distinct from x.feedback
  on conflict do nothing`;

const SAVE_LINES = `
  update power_line l
  set feedback = coalesce(x.feedback, l.feedback),
      feedback_at = case when x.feedback is null then l.feedback_at else to_timestamp(x.at_ms / 1000) end,
      changed_at = case when x.feedback is distinct from l.feedback and x.feedback is not null
                        then to_timestamp(x.at_ms / 1000) else l.changed_at end,
      breaker_tripped = coalesce(x.tripped, l.breaker_tripped),
      measured_kw = coalesce(x.kw, l.measured_kw),
      measured_at = case when x.kw is null then l.measured_at else to_timestamp(x.at_ms / 1000) end
  from ${LINES}
  where l.company_id = $1 and l.box_id = x.box_id and l.line = x.line`;

// What somebody asked for later, or until later, counts more than the schedule; a newer word that is over ended the older ones.
const SAVE_TARGETS = `
  update power_line l set target = x.said, target_at = to_timestamp(x.said_ms / 1000)
  from ${LINES}
  where l.company_id = $1 and l.box_id = x.box_id and l.line = x.line and x.said is not null
    and (l.target_at is null or l.target_at < to_timestamp(x.said_ms / 1000))
    and not exists (
      select from lighting_command o
      where o.company_id = $1 and o.box_id = x.box_id and o.override_until > now() and x.line = any(${heldLines('o')})
        and ${wordHolds('o', WRITTEN)}
        and not exists (
          select from lighting_command n
          where n.company_id = $1 and n.box_id = x.box_id and n.id > o.id and n.override_until is not null
            and x.line = any(${heldLines('n')}) and ${wordHolds('n', WRITTEN)}))`;
