import type { Tx } from '../../../shared/server/tenancy.ts';

/**
 * Takes back what a clock that was ahead has stamped later than `until`. What waits is due now, and then waits anew by what
 * holds; what was dispatched, and what a digest covered, keep their order.
 */
export async function dropFutureNotifications(
  tx: Tx,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(
    'update alarm_notification set due_at = $2 where company_id = $1 and ended_at is null and due_at > $3',
    [company_id, now, until],
    'notifications_ahead',
  );
  // By their time they are found: what is dispatched later than a day after it happened is rare.
  await tx.query(
    `update alarm_event e set notified_at = case when e.notified_at > c.covered then $2::timestamptz
                                                  else $2::timestamptz - interval '1 millisecond' end
     from (select coalesce(max(digest_notified_at), '-infinity') as covered
           from alarm_notification_preference where company_id = $1) c
     where e.company_id = $1 and e.at > $2::timestamptz - interval '1 day' and e.notified_at > $3`,
    [company_id, now, until],
    'notifications_events_ahead',
  );
  await tx.query(
    `update alarm_notification_preference set digest_notified_at = $2::timestamptz - interval '1 millisecond'
     where company_id = $1 and digest_notified_at > $3`,
    [company_id, now, until],
    'notifications_digests_ahead',
  );
}
