import { DAY_MS } from '../../../shared/units/zones.ts';
import type { Db } from './identity.repository.ts';

const UNCONFIRMED = 'confirmed_at is null and deleted_at is null';

/** What is due next for accounts that stay unconfirmed: a condition on user_account. */
const DUE = {
  // On the third day, and again on the sixth; at least three days lie between them, whenever mail began to go out.
  warning: `${UNCONFIRMED} and disabled_at is null and (
    confirm_warnings = 0 and unconfirmed_since < now() - interval '3 days'
    or confirm_warnings = 1 and confirm_warned_at < now() - interval '3 days')`,
  disabling: `${UNCONFIRMED} and disabled_at is null and confirm_warnings = 2
    and confirm_warned_at < now() - interval '1 day' and unconfirmed_since < now() - interval '7 days'`,
  purge: `${UNCONFIRMED} and disabled_at < now() - interval '30 days'`,
} as const;
export type Due = keyof typeof DUE;

const AT_ONCE = 500;

/** Accounts for which something is due, the longest waiting first; those that were put off come after all others. */
export async function listDue(db: Db, due: Due): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select id from user_account where ${DUE[due]} order by purge_put_off_at nulls first, unconfirmed_since, id
     limit ${AT_ONCE}`,
  );
  return rows.map(({ id }) => id);
}

/** Holds an account for which it still is due; false when another worker was faster, or its owner. */
export async function lockDue(db: Db, id: number, due: Due): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from user_account where id = $1 and ${DUE[due]} for update skip locked`,
    [id],
  );
  return rowCount === 1;
}

/** Counts a warning; answers when the account will be disabled at the earliest. */
export async function countWarning(db: Db, id: number): Promise<Date> {
  const { rows } = await db.query<{ since: Date; warned_at: Date | null; warnings: number }>(
    `update user_account set confirm_warnings = confirm_warnings + 1, confirm_warned_at = now() where id = $1
     returning unconfirmed_since as since, confirm_warned_at as warned_at, confirm_warnings as warnings`,
    [id],
  );
  const [row] = rows;
  if (!row?.warned_at) throw new Error(`account ${id} is gone`);
  const { since, warned_at, warnings } = row;
  return new Date(
    Math.max(since.getTime() + 7 * DAY_MS, warned_at.getTime() + (warnings === 1 ? 4 : 1) * DAY_MS),
  );
}

export async function disableAccount(db: Db, id: number): Promise<void> {
  await db.query('update user_account set disabled_at = now() where id = $1', [id]);
}

/** Notes that an account cannot be purged now; answers whether that is new. */
export async function putOffPurge(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.query<{ is_new: boolean }>(
    `update user_account a set purge_put_off_at = now() from user_account was
     where a.id = $1 and was.id = a.id returning was.purge_put_off_at is null as is_new`,
    [id],
  );
  return rows[0]?.is_new === true;
}

/** Removes a company that only this account belongs to; false where it is not to be removed, which the database judges. */
export async function purgeCompany(db: Db, company_id: number): Promise<boolean> {
  const { rows } = await db.query<{ purged: boolean }>('select cross_tenant_purge_company($1) as purged', [
    company_id,
  ]);
  return rows[0]?.purged === true;
}
