import { deleteMail } from '../../../shared/server/mail/outbox.repository.ts';
import type { Db } from './identity.repository.ts';

/**
 * Wherever a user belongs, disabled companies too. Ask before a transaction changes any company's rows: workers of a distributed
 * database do not show them to a function that crosses companies.
 */
export async function listOwnCompanies(db: Db, user_id: number): Promise<number[]> {
  const { rows } = await db.query<{ company_id: number }>(
    'select company_id from cross_tenant_companies_of($1)',
    [user_id],
  );
  return rows.map((row) => row.company_id);
}

/** Wherever a person is known: as a member, or by an invitation that they accepted or that went to one of these addresses. */
export async function listCompaniesThatKnow(
  db: Db,
  { user_id, emails }: { user_id: number; emails: readonly string[] },
): Promise<number[]> {
  const { rows } = await db.query<{ company_id: number }>(
    'select company_id from cross_tenant_companies_that_know($1, $2)',
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

/** An address that is or was an account's, or that it asked for. */
export interface OwnAddress {
  email: string;
  /** It is theirs for certain, and nobody else's by now. */
  proved: boolean;
}

/** Every address of an account that is still known: the present one, former ones, and those that links were mailed to. */
export async function listOwnAddresses(db: Db, user_id: number): Promise<OwnAddress[]> {
  const { rows } = await db.query<OwnAddress>(
    `select k.email, bool_or(k.proved) and not exists (select from user_account o where o.email = k.email and o.id <> $1)
       as proved
     from (select email, confirmed_at is not null as proved from user_account where id = $1
           union all select email, proved from former_address where user_id = $1
           union all select email, false from mailed_link where user_id = $1) k group by k.email order by k.email`,
    [user_id],
  );
  return rows;
}

/** The addresses by which somebody may be known elsewhere: whoever types another's address must not reach what is theirs. */
export const provedOf = (addresses: readonly OwnAddress[]): string[] =>
  addresses.filter(({ proved }) => proved).map(({ email }) => email);

/** Which mail is an account's: all to an address that is theirs for certain; to any other what was mailed with a link of theirs. */
export const IS_MAIL_OF = `(m.to_address = any($2::text[]) or m.to_address = any($3::text[])
  and exists (select from mailed_link l where l.user_id = $1 and l.created_at = m.created_at))`;

/** Removes the mail of an account; what is just being sent is waited for. */
export async function removeMailOf(db: Db, user_id: number, addresses: readonly OwnAddress[]): Promise<void> {
  const all = addresses.map(({ email }) => email);
  const { rows } = await db.query<{ id: number }>(
    `select m.id from shared.mail_outbox m where ${IS_MAIL_OF}`,
    [user_id, provedOf(addresses), all],
  );
  await deleteMail(
    db,
    rows.map(({ id }) => id),
  );
}

/** Keeps the address that an account has now, before it takes another. */
export async function keepFormerAddress(db: Db, user_id: number): Promise<void> {
  await db.query(
    `insert into former_address as f (user_id, email, proved)
     select id, email, confirmed_at is not null from user_account where id = $1
     on conflict (user_id, email) do update set proved = f.proved or excluded.proved, left_at = excluded.left_at`,
    [user_id],
  );
}

export async function removeFormerAddresses(db: Db, user_id: number): Promise<void> {
  await db.query('delete from former_address where user_id = $1', [user_id]);
}
