import type pg from 'pg';
import { inTransaction } from '../../../shared/server/db.ts';
import { plainAddress } from '../../../shared/server/http/address.ts';
import type { Session } from '../account.contract.ts';
import type { Db } from './identity.repository.ts';

const AGENT_LENGTH = 300;

export interface NewSession {
  user_id: number;
  user_agent: string;
  address: string;
  digest: Buffer;
  days: number;
}

/** Opens a session with its first refresh token. */
export async function insertSession(db: Db, session: NewSession): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `with s as (insert into user_session (user_id, user_agent, address) values ($1, $2, $3) returning id),
          t as (insert into refresh_token (digest, session_id, expires_at)
                select $4, id, now() + make_interval(days => $5) from s)
     select id from s`,
    [
      session.user_id,
      session.user_agent.slice(0, AGENT_LENGTH),
      plainAddress(session.address),
      session.digest,
      session.days,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the session was not stored');
  return id;
}

/**
 * Ends the session that a refresh token belongs to, whether the token was used or not, and answers whose it was; undefined
 * where an unknown one ends nothing.
 */
export async function endSessionOfToken(db: Db, digest: Buffer, reason: string): Promise<number | undefined> {
  const { rows } = await db.query<{ user_id: number }>(
    `update user_session s set ended_at = now(), ended_reason = $2
     from refresh_token t where t.digest = $1 and s.id = t.session_id and s.ended_at is null returning s.user_id`,
    [digest, reason],
  );
  return rows[0]?.user_id;
}

export type Rotation =
  | { outcome: 'rotated'; session_id: number; user_id: number }
  | { outcome: 'unknown' }
  | { outcome: 'reused'; session_id: number; user_id: number };

/** What is noted of the place that a session was last used from. */
export interface UsedFrom {
  address: string;
  user_agent: string;
}

export interface Rotating {
  digest: Buffer;
  successor: Buffer;
  days: number;
  from?: UsedFrom;
}

/**
 * Uses a refresh token. While its successor is unused the same successor holds; once that was used, the old token
 * ends the whole family. No clock takes part in the rule.
 */
export async function rotateToken(pool: pg.Pool, token: Rotating): Promise<Rotation> {
  return inTransaction(pool, (client) => rotateIn(client, token));
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
  { digest, successor, days, from }: Rotating,
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
    return { outcome: 'reused', session_id: found.session_id, user_id: found.user_id };
  }
  await client.query('update refresh_token set used_at = least(used_at, now()) where digest = $1', [digest]);
  await client.query(
    `insert into refresh_token (digest, session_id, expires_at) values ($1, $2, now() + make_interval(days => $3))
     on conflict (digest) do nothing`,
    [successor, found.session_id, days],
  );
  await client.query(
    `update user_session set last_used_at = now(), address = coalesce($2, address), user_agent = coalesce($3, user_agent)
     where id = $1`,
    [found.session_id, from && plainAddress(from.address), from?.user_agent.slice(0, AGENT_LENGTH)],
  );
  return { outcome: 'rotated', session_id: found.session_id, user_id: found.user_id };
}

/** The sessions of a user that can still be renewed, the latest used first. */
export async function listSessions(
  db: Db,
  user_id: number,
  current: number,
): Promise<(Omit<Session, 'created_at' | 'last_used_at'> & { created_at: Date; last_used_at: Date })[]> {
  const { rows } = await db.query(
    `select s.id, s.user_agent, host(s.address) as address, s.created_at, s.last_used_at, s.id = $2 as current
     from user_session s
     where s.user_id = $1 and s.ended_at is null
       and exists (select from refresh_token t where t.session_id = s.id and t.expires_at > now())
     order by s.last_used_at desc, s.id desc`,
    [user_id, current],
  );
  return rows;
}

/** Ends one session of a user; false when it is not theirs, or over already. */
export async function endOwnSession(
  db: Db,
  { user_id, id, reason }: { user_id: number; id: number; reason: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update user_session set ended_at = now(), ended_reason = $3
     where id = $2 and user_id = $1 and ended_at is null`,
    [user_id, id, reason],
  );
  return rowCount === 1;
}

/** Ends every session of a user but the one to keep. */
export async function endSessionsOf(
  db: Db,
  user_id: number,
  { reason, but }: { reason: string; but?: number | undefined },
): Promise<void> {
  await db.query(
    `update user_session set ended_at = now(), ended_reason = $2
     where user_id = $1 and ended_at is null and ($3::bigint is null or id <> $3)`,
    [user_id, reason, but],
  );
}

/** Removes the sessions of a user without a trace. */
export async function removeSessionsOf(db: Db, user_id: number): Promise<void> {
  await db.query('delete from user_session where user_id = $1', [user_id]);
}
