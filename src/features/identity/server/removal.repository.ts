import type { Db } from './identity.repository.ts';

/** Wherever a user belongs, disabled companies too. */
export async function listOwnCompanies(db: Db, user_id: number): Promise<number[]> {
  const { rows } = await db.query<{ company_id: number }>('select company_id from hatch_companies_of($1)', [
    user_id,
  ]);
  return rows.map((row) => row.company_id);
}

/** Wherever a person is known: as a member, or by an invitation that they accepted or that went to one of these addresses. */
export async function listCompaniesThatKnow(
  db: Db,
  { user_id, emails }: { user_id: number; emails: readonly string[] },
): Promise<number[]> {
  const { rows } = await db.query<{ company_id: number }>(
    'select company_id from hatch_companies_that_know($1, $2)',
    [user_id, emails],
  );
  return rows.map((row) => row.company_id);
}

/** Leaves the account's number, and nothing that says whose it was; false when it is removed already, or has another password. */
export async function anonymise(db: Db, user_id: number, password_hash: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update user_account set name = '', email = 'removed-' || id || '@invalid', password_hash = '', confirmed_at = null,
       color_scheme = 'auto', deleted_at = now(), version = version + 1
     where id = $1 and deleted_at is null and password_hash = $2`,
    [user_id, password_hash],
  );
  return rowCount === 1;
}

/** Removes the mail to an address, but for what is just being sent. */
export async function removeMailTo(db: Db, email: string): Promise<void> {
  await db.query(`delete from mail_outbox where to_address = $1 and state <> 'waiting'`, [email]);
}
