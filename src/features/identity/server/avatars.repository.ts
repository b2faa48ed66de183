import type { Db } from './identity.repository.ts';
import type { Picture } from './picture.ts';

export async function saveAvatar(
  db: Db,
  user_id: number,
  { digest, media_type, bytes }: Picture,
): Promise<void> {
  await db.query(
    `insert into avatar (user_id, digest, media_type, bytes) values ($1, $2, $3, $4)
     on conflict (user_id) do update set digest = $2, media_type = $3, bytes = $4, created_at = excluded.created_at`,
    [user_id, digest, media_type, bytes],
  );
}

export async function removeAvatar(db: Db, user_id: number): Promise<void> {
  await db.query('delete from avatar where user_id = $1', [user_id]);
}

/** A picture by its content, as far as `viewer` may see anybody who has it: themselves and their colleagues. */
export async function findVisibleAvatar(
  db: Db,
  digest: string,
  viewer: number,
): Promise<{ media_type: string; bytes: Buffer } | undefined> {
  const { rows } = await db.query<{ media_type: string; bytes: Buffer }>(
    `select media_type, bytes from avatar
     where digest = $1 and (user_id = $2 or cross_tenant_are_colleagues(user_id, $2)) limit 1`,
    [digest, viewer],
  );
  return rows[0];
}

export async function findAvatar(
  db: Db,
  user_id: number,
): Promise<{ media_type: string; bytes: Buffer } | undefined> {
  const { rows } = await db.query<{ media_type: string; bytes: Buffer }>(
    'select media_type, bytes from avatar where user_id = $1',
    [user_id],
  );
  return rows[0];
}
