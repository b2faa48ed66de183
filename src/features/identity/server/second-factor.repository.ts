import type { Db } from './identity.repository.ts';

export interface SecondFactor {
  sealed_secret: Buffer;
  enabled: boolean;
}

export async function findSecondFactor(db: Db, user_id: number): Promise<SecondFactor | undefined> {
  const { rows } = await db.query<SecondFactor>(
    `select sealed_secret, enabled_at is not null as enabled from second_factor
     where user_id = $1 and (enabled_at is not null or created_at > now() - interval '1 hour')`,
    [user_id],
  );
  return rows[0];
}

/** Keeps a secret that is not demanded yet, in place of one that was begun before; false when one is switched on. */
export async function beginSecondFactor(db: Db, user_id: number, sealed_secret: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into second_factor as f (user_id, sealed_secret) values ($1, $2)
     on conflict (user_id) do update set sealed_secret = $2, last_step = 0, created_at = excluded.created_at where f.enabled_at is null`,
    [user_id, sealed_secret],
  );
  return rowCount === 1;
}

/** Switches on the secret that a first code was shown for; false when it was switched on, or begun anew, meanwhile. */
export async function enableSecondFactor(
  db: Db,
  user_id: number,
  { sealed_secret, step }: { sealed_secret: Buffer; step: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update second_factor set enabled_at = now(), last_step = $3
     where user_id = $1 and sealed_secret = $2 and enabled_at is null`,
    [user_id, sealed_secret, step],
  );
  return rowCount === 1;
}

/** Uses a time step; false when it, or a later one, was used before. */
export async function spendStep(db: Db, user_id: number, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'update second_factor set last_step = $2 where user_id = $1 and enabled_at is not null and last_step < $2',
    [user_id, step],
  );
  return rowCount === 1;
}

export async function removeSecondFactor(db: Db, user_id: number): Promise<void> {
  await db.query('delete from recovery_code where user_id = $1', [user_id]);
  await db.query('delete from second_factor where user_id = $1', [user_id]);
}

/** Drops a secret that was begun and is not switched on. */
export async function dropBegunFactor(db: Db, user_id: number): Promise<void> {
  await db.query('delete from second_factor where user_id = $1 and enabled_at is null', [user_id]);
}

/** Puts new recovery codes in place of all earlier ones. */
export async function replaceRecoveryCodes(
  db: Db,
  user_id: number,
  digests: readonly Buffer[],
): Promise<void> {
  await db.query('delete from recovery_code where user_id = $1', [user_id]);
  await db.query('insert into recovery_code (user_id, digest) select $1, unnest($2::bytea[])', [
    user_id,
    digests,
  ]);
}

/** Uses a recovery code; false when there is none, or it was used before. */
export async function spendRecoveryCode(db: Db, user_id: number, digest: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `update recovery_code c set used_at = now() where c.user_id = $1 and c.digest = $2 and c.used_at is null
       and exists (select from second_factor f where f.user_id = $1 and f.enabled_at is not null)`,
    [user_id, digest],
  );
  return rowCount === 1;
}
