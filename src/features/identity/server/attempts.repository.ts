import { randomInt } from 'node:crypto';
import type { Db } from './identity.repository.ts';

/** What came of asking for a try. */
export interface Taken {
  allowed: boolean;
  /** When it was taken, as the database writes it: what gives it back again. */
  at: string;
  /** Whether it is the first of the window that was not allowed. */
  first_refused: boolean;
  /** Seconds until the oldest try is forgotten. */
  left_s: number;
}

/**
 * Takes one try of a subject unless `most` were taken within the last minutes, whichever quarter of an hour one looks
 * at; those that are refused do not count.
 */
export async function takeAttempt(
  db: Db,
  subject: string,
  { most: max, minutes }: { most: number; minutes: number },
): Promise<Taken> {
  const { rows } = await db.query<Taken>(
    `insert into sign_in_attempt as a (subject, tried_at, taken_by) values ($1, array[now()], $4)
     on conflict (subject) do update set (tried_at, taken_by, told_at) = (
       select case when cardinality(live) < $2 then live || now() else live end,
              case when cardinality(live) < $2 then $4 else a.taken_by end,
              case when cardinality(live) < $2 or a.told_at > now() - make_interval(mins => $3) then a.told_at else now() end
       from (select array(select t from unnest(a.tried_at) t where t > now() - make_interval(mins => $3) order by t) as live) s)
     returning taken_by = $4 as allowed, now()::text as at, taken_by <> $4 and told_at = now() as first_refused,
       greatest(1, ceil(extract(epoch from tried_at[1] + make_interval(mins => $3) - now())))::int as left_s`,
    [subject, max, minutes, randomInt(2 ** 47)],
  );
  const [taken] = rows;
  if (!taken) throw new Error('the attempt was not counted');
  return taken;
}

/** Takes back a try that turned out to be right. */
export async function returnAttempt(db: Db, subject: string, at: string): Promise<void> {
  await db.query(
    'update sign_in_attempt set tried_at = array_remove(tried_at, $2::timestamptz) where subject = $1',
    [subject, at],
  );
}

/** Forgets every try of a subject. */
export async function forgetAttempts(db: Db, subject: string): Promise<void> {
  await db.query('delete from sign_in_attempt where subject = $1', [subject]);
}
