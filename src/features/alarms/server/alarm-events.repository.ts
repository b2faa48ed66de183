import type { Tx } from '../../../shared/server/tenancy.ts';
import type { UnobservedEnd } from '../evaluation/active-alarm.model.ts';

/**
 * The events of alarms. One of opening, repeating or closing with notified_at null waits for its notifications. One
 * that nobody is notified of is inserted with notified_at set and says why in detail.silent: 'consequence' (its cause
 * is notified) or 'snoozed'. When that reason ends while the alarm is open, its last opening waits for notifications
 * after all; a closing is silent exactly when the opening before it was.
 */
export type Silence = 'consequence' | 'snoozed';

/** SQL: the id of the last opening (or repeat) of an alarm. */
const LAST_OPENING = (alarm: string): string =>
  `(select max(o.id) from alarm_event o
    where o.company_id = $1 and o.alarm_id = ${alarm} and o.kind in ('opened', 'repeated'))`;

export interface Opening {
  readonly id: number;
  readonly kind: 'opened' | 'repeated';
  readonly silent: Silence | null;
}

/** Writes that alarms opened or repeated. */
export async function addOpenings(tx: Tx, openings: readonly Opening[], now: Date): Promise<void> {
  if (openings.length === 0) return;
  await tx.query(
    `insert into alarm_event (company_id, alarm_id, at, kind, detail, notified_at)
     select $1, u.id, $5::timestamptz, u.kind,
            case when u.silent is null then '{}' else jsonb_build_object('silent', u.silent) end,
            case when u.silent is null then null else $5::timestamptz end
     from unnest($2::bigint[], $3::text[], $4::text[]) u (id, kind, silent)`,
    [
      tx.scope.company_id,
      openings.map((o) => o.id),
      openings.map((o) => o.kind),
      openings.map((o) => o.silent),
      now,
    ],
  );
}

/** Writes that the acknowledgements of repeated alarms do not count any more: no person revoked them. */
export async function revokeAcknowledgements(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `insert into alarm_event (company_id, alarm_id, at, kind, detail)
     select $1, u.id, $3, 'unacknowledged', '{"reason": "repeated"}' from unnest($2::bigint[]) u (id)`,
    [tx.scope.company_id, ids, now],
  );
}

/** Why an alarm closed that was not observed to be over: its subject is not watched any more, or the fault was not observed again. */
export type CloseReason =
  | 'device_removed'
  | 'device_disabled'
  | 'port_removed'
  | 'port_disabled'
  | UnobservedEnd
  | 'rule_off'
  | 'company_disabled';

/** Closes open alarms, each with how long it lasted since it opened or last came again (s), and why if not by recovery. */
export async function closeAlarms(
  tx: Tx,
  closings: readonly { readonly id: number; readonly reason: CloseReason | null }[],
  now: Date,
): Promise<void> {
  if (closings.length === 0) return;
  await tx.query(
    `with closed as (
       update alarm a set end_date = greatest(a.date, a.last_at, $4::timestamptz)
       from unnest($2::bigint[], $3::text[]) u (id, reason)
       where a.company_id = $1 and a.id = u.id and a.end_date is null
       returning a.id, a.end_date - coalesce(a.last_at, a.date) as lasted, u.reason
     )
     insert into alarm_event (company_id, alarm_id, at, kind, detail, notified_at)
     select $1, c.id, $4::timestamptz, 'closed',
            jsonb_strip_nulls(jsonb_build_object(
              'duration_s', round(extract(epoch from c.lasted)), 'reason', c.reason, 'silent', e.detail->>'silent')),
            case when e.detail ? 'silent' or c.reason = 'company_disabled' then $4::timestamptz end
     from closed c left join alarm_event e on e.company_id = $1 and e.id = ${LAST_OPENING('c.id')}`,
    [tx.scope.company_id, closings.map((c) => c.id), closings.map((c) => c.reason), now],
  );
}

/** Makes alarms consequences of others. Openings that were not notified yet are not notified any more. */
export async function followCauses(
  tx: Tx,
  moves: readonly { readonly id: number; readonly cause_id: number }[],
  now: Date,
): Promise<void> {
  if (moves.length === 0) return;
  const values = [tx.scope.company_id, moves.map((m) => m.id), moves.map((m) => m.cause_id), now];
  await tx.query(
    `with moved as (
       update alarm a set cause_id = u.cause_id
       from unnest($2::bigint[], $3::bigint[]) u (id, cause_id)
       where a.company_id = $1 and a.id = u.id returning a.id, a.cause_id
     )
     insert into alarm_event (company_id, alarm_id, at, kind, detail)
     select $1, m.id, $4, 'followed', jsonb_build_object('cause_id', m.cause_id) from moved m`,
    values,
  );
  await tx.query(
    `update alarm_event e set notified_at = coalesce(e.notified_at, $3), detail = e.detail || '{"silent": "consequence"}'
     from unnest($2::bigint[]) u (id)
     where e.company_id = $1 and e.id = ${LAST_OPENING('u.id')} and (e.notified_at is null or e.detail ? 'silent')`,
    [tx.scope.company_id, moves.map((m) => m.id), now],
  );
}

/** Makes consequences alarms of their own again. They are notified as opened from now on, except where the plant is snoozed. */
export async function standAlone(
  tx: Tx,
  moves: readonly { readonly id: number; readonly was: number | null; readonly snoozed: boolean }[],
  now: Date,
): Promise<void> {
  if (moves.length === 0) return;
  const ids = moves.map((m) => m.id);
  await tx.query(
    `with moved as (
       update alarm a set cause_id = null, muted = a.muted or u.snoozed
       from unnest($2::bigint[], $3::bigint[], $4::bool[]) u (id, was, snoozed)
       where a.company_id = $1 and a.id = u.id returning a.id, u.was
     )
     insert into alarm_event (company_id, alarm_id, at, kind, detail)
     select $1, m.id, $5, 'stood_alone', jsonb_strip_nulls(jsonb_build_object('cause_id', m.was)) from moved m`,
    [tx.scope.company_id, ids, moves.map((m) => m.was), moves.map((m) => m.snoozed), now],
  );
  await tx.query(
    `update alarm_event e set notified_at = case when u.snoozed then e.notified_at end,
            detail = case when u.snoozed then e.detail || '{"silent": "snoozed"}' else e.detail - 'silent' end
     from unnest($2::bigint[], $3::bool[]) u (id, snoozed)
     where e.company_id = $1 and e.id = ${LAST_OPENING('u.id')} and e.detail ? 'silent'`,
    [tx.scope.company_id, ids, moves.map((m) => m.snoozed)],
  );
}

/** Alarms of these plants that opened while it was snoozed, and are still open, are notified now. */
export async function notifySnoozed(tx: Tx, plant_ids: readonly number[]): Promise<void> {
  await tx.query(
    `update alarm_event e set notified_at = null, detail = e.detail - 'silent'
     from alarm a
     where a.company_id = $1 and a.plant_id = any($2::bigint[]) and a.end_date is null and a.cause_id is null and a.muted
       and e.company_id = $1 and e.id = ${LAST_OPENING('a.id')} and e.detail->>'silent' = 'snoozed'`,
    [tx.scope.company_id, plant_ids],
  );
}
