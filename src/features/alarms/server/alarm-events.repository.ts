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
     from unnest($2::bigint[], $3::text[], $4::text[]) u (id, kind, silent) returning id`,
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
     select $1, u.id, $3, 'unacknowledged', '{"reason": "repeated"}' from unnest($2::bigint[]) u (id) returning id`,
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
  | 'record_removed'
  | 'company_disabled';

/** Closes open alarms, each with how long it lasted since it opened or last came again (s), and why if not by recovery. */
export async function closeAlarms(
  tx: Tx,
  closings: readonly { readonly id: number; readonly reason: CloseReason | null }[],
  now: Date,
): Promise<void> {
  if (closings.length === 0) return;
  const { company_id } = tx.scope;
  const { rows } = await tx.query<{ id: number; end_date: Date | null; since: Date }>(
    `update alarm a set end_date = greatest(a.date, a.last_at, $3::timestamptz)
     where a.company_id = $1 and a.id = any($2::bigint[]) and a.end_date is null
     returning a.id, a.end_date, coalesce(a.last_at, a.date) as since`,
    [company_id, closings.map((c) => c.id), now],
  );
  if (rows.length === 0) return;
  const openings = await tx.query<{ id: number; silent: string | null }>(
    `select u.id, e.detail->>'silent' as silent
     from unnest($2::bigint[]) u (id) join alarm_event e on e.company_id = $1 and e.id = ${LAST_OPENING('u.id')}`,
    [company_id, rows.map(({ id }) => id)],
  );
  const reasons = new Map(closings.map(({ id, reason }) => [id, reason]));
  const silences = new Map(openings.rows.map(({ id, silent }) => [id, silent]));
  await addEvents(
    tx,
    'closed',
    rows.map(({ id, end_date, since }) => {
      const [reason, silent] = [reasons.get(id), silences.get(id)];
      const duration_s = end_date && Math.round((end_date.getTime() - since.getTime()) / 1000);
      return {
        alarm_id: id,
        detail: { duration_s, reason, silent },
        isSilent: (silent ?? null) !== null || reason === 'company_disabled',
      };
    }),
    now,
  );
}

/** Writes events of alarms; what is empty of a detail is left out. */
async function addEvents(
  tx: Tx,
  kind: 'closed' | 'followed' | 'stood_alone',
  events: readonly {
    readonly alarm_id: number;
    readonly detail: Readonly<Record<string, unknown>>;
    readonly isSilent?: boolean;
  }[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `insert into alarm_event (company_id, alarm_id, at, kind, detail, notified_at)
     select $1, u.alarm_id, $3::timestamptz, $2, jsonb_strip_nulls(u.detail::jsonb), case when u.silent then $3::timestamptz end
     from unnest($4::bigint[], $5::text[], $6::bool[]) u (alarm_id, detail, silent) returning id`,
    [
      tx.scope.company_id,
      kind,
      now,
      events.map(({ alarm_id }) => alarm_id),
      events.map(({ detail }) => JSON.stringify(detail)),
      events.map(({ isSilent }) => isSilent ?? false),
    ],
  );
}

/** Makes alarms consequences of others. Openings that were not notified yet are not notified any more. */
export async function followCauses(
  tx: Tx,
  moves: readonly { readonly id: number; readonly cause_id: number }[],
  now: Date,
): Promise<void> {
  if (moves.length === 0) return;
  const { rows } = await tx.query<{ alarm_id: number; cause_id: number | null }>(
    `update alarm a set cause_id = u.cause_id from unnest($2::bigint[], $3::bigint[]) u (id, cause_id)
     where a.company_id = $1 and a.id = u.id returning a.id as alarm_id, a.cause_id`,
    [tx.scope.company_id, moves.map((m) => m.id), moves.map((m) => m.cause_id)],
  );
  const followed = rows.map(({ alarm_id, cause_id }) => ({ alarm_id, detail: { cause_id } }));
  await addEvents(tx, 'followed', followed, now);
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
  const { rows } = await tx.query<{ alarm_id: number; was: number | null }>(
    `update alarm a set cause_id = null, muted = a.muted or u.snoozed
     from unnest($2::bigint[], $3::bigint[], $4::bool[]) u (id, was, snoozed)
     where a.company_id = $1 and a.id = u.id returning a.id as alarm_id, u.was`,
    [tx.scope.company_id, ids, moves.map((m) => m.was), moves.map((m) => m.snoozed)],
  );
  const alone = rows.map(({ alarm_id, was }) => ({ alarm_id, detail: { cause_id: was } }));
  await addEvents(tx, 'stood_alone', alone, now);
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
