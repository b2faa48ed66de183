import type pg from 'pg';

/**
 * Removes what signing in leaves behind: attempts older than a day; tokens that ended or expired, and those whose
 * successor was used more than a day ago; sessions that have been over for 30 days, until when their owner may ask where
 * they came from; second factors that were begun more than a day ago and never switched on; wishes for a new password
 * that were seen to. Mailed links stay a day longer than mail is kept, which they show to be the account's; former
 * addresses longer than an invitation that was sent there.
 */
export async function removeOldSignIns(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from sign_in_attempt where coalesce(tried_at[cardinality(tried_at)], '-infinity') < now() - interval '1 day'`,
  );
  // What came into being at a token's use or later in its session is its successor, or its successor's.
  await pool.query(
    `delete from refresh_token t using user_session s
     where s.id = t.session_id and (s.ended_at is not null or t.expires_at < now() or exists (
       select from refresh_token n where n.session_id = t.session_id and n.digest <> t.digest
         and n.created_at >= t.used_at and n.used_at < now() - interval '1 day'))`,
  );
  await pool.query(
    `delete from user_session s where coalesce(s.ended_at, s.last_used_at) < now() - interval '30 days'
     and not exists (select from refresh_token t where t.session_id = s.id)`,
  );
  await pool.query(`delete from mailed_link where coalesce(used_at, expires_at) < now() - interval '8 days'`);
  await pool.query(`delete from former_address where left_at < now() - interval '40 days'`);
  await pool.query(
    `delete from pgboss.job where name = 'recover' and completed_on < now() - interval '10 minutes'`,
  );
  await pool.query(
    `delete from second_factor where enabled_at is null and created_at < now() - interval '1 day'`,
  );
}
