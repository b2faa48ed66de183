import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Step } from '../alarm-life.model.ts';
import { ANOMALY_RULES } from '../anomalies.model.ts';
import { isAtWork } from './boxes.repository.ts';

type Doing<D extends Step['do']> = Extract<Step, { do: D }>;

const only = <D extends Step['do']>(steps: readonly Step[], what: D): Doing<D>[] =>
  steps.filter((step): step is Doing<D> => step.do === what);

async function begin(tx: Tx, steps: readonly Doing<'begin'>[], now: Date): Promise<void> {
  const rows = steps.map(({ box_id, found: { kind, line, params }, opened }) => ({
    box_id,
    line,
    kind,
    type: ANOMALY_RULES[kind].type,
    params,
    opened,
  }));
  await tx.query(
    `insert into lighting_alarm (company_id, box_id, line, kind, type, params, date, opened_at)
     select $1, x.box_id, x.line, x.kind, x.type, x.params, $3, case when x.opened then $3::timestamptz end
     from jsonb_to_recordset($2::jsonb) as x(box_id bigint, line int, kind text, type text, params jsonb, opened boolean)
     returning id`,
    [tx.scope.company_id, JSON.stringify(rows), now],
  );
}

async function open(tx: Tx, steps: readonly Doing<'open'>[], now: Date): Promise<void> {
  await tx.query(
    `update lighting_alarm a set opened_at = $3, params = x.params from jsonb_to_recordset($2::jsonb) as x(id bigint, params jsonb)
     where a.company_id = $1 and a.id = x.id`,
    [tx.scope.company_id, JSON.stringify(steps), now],
  );
}

async function recover(tx: Tx, steps: readonly Doing<'recover'>[]): Promise<void> {
  await tx.query(
    `update lighting_alarm a set recovering_since = to_timestamp(x.since / 1000)
     from jsonb_to_recordset($2::jsonb) as x(id bigint, since float8) where a.company_id = $1 and a.id = x.id`,
    [tx.scope.company_id, JSON.stringify(steps)],
  );
}

async function close(tx: Tx, steps: readonly Doing<'close'>[]): Promise<void> {
  await tx.query(
    `update lighting_alarm a set end_date = to_timestamp(x.at / 1000), recovering_since = null
     from jsonb_to_recordset($2::jsonb) as x(id bigint, at float8) where a.company_id = $1 and a.id = x.id`,
    [tx.scope.company_id, JSON.stringify(steps)],
  );
}

async function join(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(
    `update lighting_alarm set end_date = null, recovering_since = null, count = count + 1
     where company_id = $1 and id = any($2::bigint[])`,
    [tx.scope.company_id, ids],
  );
}

async function forget(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query('delete from lighting_alarm where company_id = $1 and id = any($2::bigint[])', [
    tx.scope.company_id,
    ids,
  ]);
}

/**
 * Warnings of a box are heard again once it has an error that is heard: what was muted was less. Planned work covers both.
 * // docs/adr/0046
 */
async function wakeWarnings(tx: Tx, steps: readonly Step[], now: Date): Promise<void> {
  const opened = only(steps, 'begin').filter((step) => step.opened);
  const boxes = opened
    .filter(({ found }) => ANOMALY_RULES[found.kind].type === 'E')
    .map(({ box_id }) => box_id);
  const alarms = [...only(steps, 'open'), ...only(steps, 'join')].map(({ id }) => id);
  await tx.query(
    `update lighting_alarm a set snooze_date = null
     where a.company_id = $1 and a.end_date is null and a.type = 'W' and a.snooze_date > $4
       and a.box_id in (select unnest($2::bigint[]) union all
         select e.box_id from lighting_alarm e where e.company_id = $1 and e.id = any($3::bigint[]) and e.type = 'E'
           and coalesce(e.snooze_date <= $4, true))
       and a.box_id not in (select b.id from lighting_box b where b.company_id = $1 and ${isAtWork('b', '$4')})`,
    [tx.scope.company_id, boxes, alarms, now],
    'lighting_wake_warnings',
  );
}

/** Does the steps of many boxes' alarms, a statement for each kind. One that goes on takes the place of the one that was waiting. */
export async function takeSteps(tx: Tx, steps: readonly Step[], now: Date): Promise<void> {
  const joined = only(steps, 'join');
  const waiting = joined.flatMap(({ waiting }) => (waiting === null ? [] : [waiting]));
  const gone = [...only(steps, 'forget').map(({ id }) => id), ...waiting];
  const does = <T>(some: readonly T[], how: (some: readonly T[]) => Promise<void>) =>
    some.length > 0 ? how(some) : undefined;
  await does(gone, (ids) => forget(tx, ids));
  await does(joined, (some) =>
    join(
      tx,
      some.map(({ id }) => id),
    ),
  );
  await does(only(steps, 'close'), (some) => close(tx, some));
  await does(only(steps, 'recover'), (some) => recover(tx, some));
  await does(only(steps, 'open'), (some) => open(tx, some, now));
  await does(only(steps, 'begin'), (some) => begin(tx, some, now));
  await does(
    steps.filter((step) => step.do === 'open' || step.do === 'join' || (step.do === 'begin' && step.opened)),
    (some) => wakeWarnings(tx, some, now),
  );
}
