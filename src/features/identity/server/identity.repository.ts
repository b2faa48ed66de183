import type pg from 'pg';
import { plainAddress } from '../../../shared/server/http/address.ts';

export interface Account {
  id: number;
  name: string;
  email: string;
  password_hash: string;
  language: 'it' | 'en';
}

/** The account of an address, matched without regard to case. */
export async function findAccountByEmail(pool: pg.Pool, email: string): Promise<Account | undefined> {
  const { rows } = await pool.query<Account>(
    'select id, name, email, password_hash, language from user_account where email = lower($1)',
    [email],
  );
  return rows[0];
}

/** What a person sees of their own account. */
export interface Profile {
  id: number;
  name: string;
  email: string;
  language: 'it' | 'en';
  color_scheme: 'auto' | 'light' | 'dark';
  confirmed: boolean;
  /** The address that waits for its link to be followed. */
  pending_email: string | null;
  second_factor: boolean;
  recovery_codes_left: number;
  /** Content hash of the picture. */
  avatar: string | null;
  version: number;
}

/** The account as its owner sees it; undefined when there is none, or none any more. */
export async function findProfile(db: Pick<pg.Pool, 'query'>, id: number): Promise<Profile | undefined> {
  const { rows } = await db.query<Profile>({
    name: 'profile',
    text: `select a.id, a.name, a.email, a.language, a.color_scheme, a.confirmed_at is not null as confirmed, a.version,
             (select l.email from mailed_link l where l.user_id = a.id and l.purpose = 'change_email'
                and l.used_at is null and l.expires_at > now() order by l.created_at desc limit 1) as pending_email,
             exists (select from second_factor f where f.user_id = a.id and f.enabled_at is not null) as second_factor,
             (select count(*) from recovery_code c where c.user_id = a.id and c.used_at is null)::int as recovery_codes_left,
             (select v.digest from avatar v where v.user_id = a.id) as avatar
           from user_account a where a.id = $1 and a.deleted_at is null`,
    values: [id],
  });
  return rows[0];
}

export interface NewAccount {
  name: string;
  email: string;
  password_hash: string;
  language: 'it' | 'en';
  confirmed: boolean;
}

/** Inserts an account; undefined when the address is taken. */
export async function insertAccount(pool: pg.Pool, account: NewAccount): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into user_account (name, email, password_hash, language, confirmed_at)
     values ($1, lower($2), $3, $4, case when $5 then now() end)
     on conflict (email) do nothing returning id`,
    [account.name, account.email, account.password_hash, account.language, account.confirmed],
  );
  return rows[0]?.id;
}

export async function updatePassword(pool: pg.Pool, user_id: number, password_hash: string): Promise<void> {
  await pool.query('update user_account set password_hash = $2, version = version + 1 where id = $1', [
    user_id,
    password_hash,
  ]);
}

/** Counts one attempt of a subject within a window of minutes and answers how many there are now. */
export async function countSignIn(pool: pg.Pool, subject: string, minutes: number): Promise<number> {
  const { rows } = await pool.query<{ failures: number }>(
    `insert into sign_in_failure as f (subject, failures, since_at) values ($1, 1, now())
     on conflict (subject) do update set
       failures = case when f.since_at < now() - make_interval(mins => $2) then 1 else f.failures + 1 end,
       since_at = case when f.since_at < now() - make_interval(mins => $2) then now() else f.since_at end
     returning failures`,
    [subject, minutes],
  );
  return rows[0]?.failures ?? 1;
}

export async function forgetSignIns(pool: pg.Pool, subjects: readonly string[]): Promise<void> {
  await pool.query('delete from sign_in_failure where subject = any($1)', [subjects]);
}

/** Whether the account of this email has signed in from this block of addresses (CIDR), as far as sessions are kept. */
export async function hasSignedInFrom(pool: pg.Pool, email: string, block: string): Promise<boolean> {
  const { rows } = await pool.query<{ known: boolean }>(
    `select exists (select from user_session s join user_account a on a.id = s.user_id
                    where a.email = lower($1) and s.address <<= $2::inet) as known`,
    [email, block],
  );
  return rows[0]?.known === true;
}

export interface NewSession {
  user_id: number;
  user_agent: string;
  address: string;
  digest: Buffer;
  days: number;
}

/** Opens a session with its first refresh token. */
export async function insertSession(pool: pg.Pool, session: NewSession): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with s as (insert into user_session (user_id, user_agent, address) values ($1, $2, $3) returning id),
          t as (insert into refresh_token (digest, session_id, expires_at)
                select $4, id, now() + make_interval(days => $5) from s)
     select id from s`,
    [
      session.user_id,
      session.user_agent.slice(0, 300),
      plainAddress(session.address),
      session.digest,
      session.days,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the session was not stored');
  return id;
}

export async function endSession(pool: pg.Pool, session_id: number, reason: string): Promise<void> {
  await pool.query(
    'update user_session set ended_at = now(), ended_reason = $2 where id = $1 and ended_at is null',
    [session_id, reason],
  );
}

/** Ends the session that a refresh token belongs to, whether the token was used or not; an unknown one ends nothing. */
export async function endSessionOfToken(pool: pg.Pool, digest: Buffer, reason: string): Promise<void> {
  await pool.query(
    `update user_session s set ended_at = now(), ended_reason = $2
     from refresh_token t where t.digest = $1 and s.id = t.session_id and s.ended_at is null`,
    [digest, reason],
  );
}

export type Rotation =
  | { outcome: 'rotated'; session_id: number; user_id: number }
  | { outcome: 'unknown' }
  | { outcome: 'reused'; session_id: number };

/**
 * Uses a refresh token. While its successor is unused the same successor holds; once that was used, the old token
 * ends the whole family. No clock takes part in the rule.
 */
export async function rotateToken(
  pool: pg.Pool,
  token: { digest: Buffer; successor: Buffer; days: number },
): Promise<Rotation> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const rotation = await rotateIn(client, token);
    await client.query('commit');
    client.release();
    return rotation;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

interface TokenRow {
  session_id: number;
  user_id: number;
  used: boolean;
  live: boolean;
  successor_used: boolean;
}

async function rotateIn(
  client: pg.PoolClient,
  { digest, successor, days }: { digest: Buffer; successor: Buffer; days: number },
): Promise<Rotation> {
  const { rows } = await client.query<TokenRow>(
    `select t.session_id, s.user_id, t.used_at is not null as used,
            s.ended_at is null and t.expires_at > now() as live,
            exists (select from refresh_token n where n.digest = $2 and n.used_at is not null) as successor_used
     from refresh_token t join user_session s on s.id = t.session_id
     where t.digest = $1 for update of s`,
    [digest, successor],
  );
  const found = rows[0];
  if (!found?.live) return { outcome: 'unknown' };
  if (found.successor_used) {
    await client.query('update user_session set ended_at = now(), ended_reason = $2 where id = $1', [
      found.session_id,
      'an old refresh token was presented again',
    ]);
    return { outcome: 'reused', session_id: found.session_id };
  }
  await client.query('update refresh_token set used_at = coalesce(used_at, now()) where digest = $1', [
    digest,
  ]);
  await client.query(
    `insert into refresh_token (digest, session_id, expires_at) values ($1, $2, now() + make_interval(days => $3))
     on conflict (digest) do nothing`,
    [successor, found.session_id, days],
  );
  await client.query('update user_session set last_used_at = now() where id = $1', [found.session_id]);
  return { outcome: 'rotated', session_id: found.session_id, user_id: found.user_id };
}

/**
 * Removes what signing in leaves behind: failures older than a day; tokens that ended or expired, and those whose
 * successor was used more than a day ago; sessions that have been over for 30 days, until when their addresses are
 * still known as their owner's.
 */
export async function removeOldSignIns(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from sign_in_failure where since_at < now() - interval '1 day'`);
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
}
