import type { Db } from './identity.repository.ts';

export type Purpose = 'recover' | 'confirm_email' | 'change_email';

export interface NewLink {
  digest: Buffer;
  user_id: number;
  purpose: Purpose;
  /** The address that the link is mailed to. */
  email: string;
  minutes: number;
}

export async function insertLink(db: Db, link: NewLink): Promise<void> {
  await db.query(
    `insert into mailed_link (digest, user_id, purpose, email, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
    [link.digest, link.user_id, link.purpose, link.email, link.minutes],
  );
}

/** How many links of a purpose were made for an account within the last hour. */
export async function countRecentLinks(db: Db, user_id: number, purpose: Purpose): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from mailed_link
     where user_id = $1 and purpose = $2 and created_at > now() - interval '1 hour'`,
    [user_id, purpose],
  );
  return rows[0]?.count ?? 0;
}

export interface FollowedLink {
  user_id: number;
  purpose: Purpose;
  email: string;
}

// A link that was sent to an address which is the account's no more proves nothing about it.
const HOLDS = `l.used_at is null and l.expires_at > now() and a.id = l.user_id and a.deleted_at is null
  and (l.purpose = 'change_email' or a.email = l.email)`;

/** The link of a digest while it holds, without using it. */
export async function findLink(
  db: Db,
  digest: Buffer,
  purposes: readonly Purpose[],
): Promise<FollowedLink | undefined> {
  const { rows } = await db.query<FollowedLink>(
    `select l.user_id, l.purpose, l.email from mailed_link l join user_account a on ${HOLDS}
     where l.digest = $1 and l.purpose = any($2)`,
    [digest, purposes],
  );
  return rows[0];
}

/** Uses a link; undefined when it does not hold, or somebody used it at the same moment. */
export async function spendLink(
  db: Db,
  digest: Buffer,
  purposes: readonly Purpose[],
): Promise<FollowedLink | undefined> {
  const { rows } = await db.query<FollowedLink>(
    `update mailed_link l set used_at = now() from user_account a
     where l.digest = $1 and l.purpose = any($2) and ${HOLDS}
     returning l.user_id, l.purpose, l.email`,
    [digest, purposes],
  );
  return rows[0];
}

/** Ends the links of an account that still wait, all of them or those of the given purposes. */
export async function endLinks(db: Db, user_id: number, purposes?: readonly Purpose[]): Promise<void> {
  await db.query(
    `update mailed_link set used_at = now()
     where user_id = $1 and used_at is null and ($2::text[] is null or purpose = any($2))`,
    [user_id, purposes],
  );
}

export async function removeLinks(db: Db, user_id: number): Promise<void> {
  await db.query('delete from mailed_link where user_id = $1', [user_id]);
}
