import type pg from 'pg';
import { foldEmail } from '../identity.model.ts';

/** The pool, or a client inside a transaction. */
export type Db = Pick<pg.Pool, 'query'>;

export interface Account {
  id: number;
  name: string;
  email: string;
  password_hash: string;
  language: 'it' | 'en';
  confirmed: boolean;
  /** Its address stayed unconfirmed for too long: it opens nothing until that is proved. */
  disabled: boolean;
  /** Whether a code is asked for after the password. */
  second_factor: boolean;
}

const ACCOUNT = `select a.id, a.name, a.email, a.password_hash, a.language, a.confirmed_at is not null as confirmed,
    a.disabled_at is not null as disabled, exists (select from second_factor f where f.user_id = a.id and f.enabled_at is not null) as second_factor
  from user_account a`;

/** The account of an address, matched without regard to case. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(`${ACCOUNT} where a.email = $1 and a.deleted_at is null`, [
    foldEmail(email),
  ]);
  return rows[0];
}

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(`${ACCOUNT} where a.id = $1 and a.deleted_at is null`, [id]);
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
export async function findProfile(db: Db, id: number): Promise<Profile | undefined> {
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
export async function insertAccount(db: Db, account: NewAccount): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>(
    `insert into user_account (name, email, password_hash, language, confirmed_at)
     values ($1, $2, $3, $4, case when $5 then now() end)
     on conflict (email) do nothing returning id`,
    [account.name, foldEmail(account.email), account.password_hash, account.language, account.confirmed],
  );
  return rows[0]?.id;
}

/**
 * Inserts an account, or finds the one that has the address already, in one statement either way; undefined when
 * somebody else takes the address at this very moment.
 */
export async function insertOrFindAccount(
  db: Db,
  account: NewAccount,
): Promise<{ id: number; fresh: boolean } | undefined> {
  const { rows } = await db.query<{ id: number; fresh: boolean }>(
    `with made as (
       insert into user_account (name, email, password_hash, language, confirmed_at)
       values ($1, $2, $3, $4, case when $5 then now() end) on conflict (email) do nothing returning id)
     select id, true as fresh from made
     union all select id, false from user_account where email = $2 and not exists (select from made)`,
    [account.name, foldEmail(account.email), account.password_hash, account.language, account.confirmed],
  );
  return rows[0];
}

export async function updatePassword(db: Db, user_id: number, password_hash: string): Promise<void> {
  await db.query('update user_account set password_hash = $2, version = version + 1 where id = $1', [
    user_id,
    password_hash,
  ]);
}

export interface AccountChange {
  name?: string | undefined;
  language?: 'it' | 'en' | undefined;
  color_scheme?: 'auto' | 'light' | 'dark' | undefined;
  password_hash?: string | undefined;
  /** The version that the change was made from. */
  version?: number | undefined;
  /** The password that the change was allowed by, as it is stored. */
  proved_hash?: string | undefined;
}

/** Changes what is given; false when the account was saved since that version, has another password, or is gone. */
export async function updateAccount(db: Db, id: number, change: AccountChange): Promise<boolean> {
  const { name, language, color_scheme, password_hash, version, proved_hash } = change;
  const { rowCount } = await db.query(
    `update user_account set name = coalesce($2, name), language = coalesce($3, language),
       color_scheme = coalesce($4, color_scheme), password_hash = coalesce($5, password_hash), version = version + 1
     where id = $1 and deleted_at is null and ($6::int is null or version = $6)
       and ($7::text is null or password_hash = $7)`,
    [id, name, language, color_scheme, password_hash, version, proved_hash],
  );
  return rowCount === 1;
}

/** Says that the account's owner reads mail at its address. */
export async function confirmAccount(db: Db, id: number): Promise<void> {
  await db.query(
    'update user_account set confirmed_at = least(confirmed_at, now()), disabled_at = null where id = $1',
    [id],
  );
}

/** Gives an account its new, proved address; false when another account has it. */
export async function changeAddress(db: Db, id: number, email: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update user_account set email = $2, confirmed_at = now(), disabled_at = null, version = version + 1
     where id = $1 and deleted_at is null and not exists (select from user_account where email = $2 and id <> $1)`,
    [id, email],
  );
  return rowCount === 1;
}

/**
 * The account as it stands while nobody changes it: whoever is changing it at this moment is waited for, and whoever
 * wants to waits until the transaction ends.
 */
export async function holdAccount(db: Db, id: number): Promise<Account | undefined> {
  await db.query('select from user_account where id = $1 for share', [id]);
  return findAccount(db, id);
}

/** Holds the account's row until the transaction ends, so that what is counted for it is counted once; false when it is gone. */
export async function lockAccount(db: Db, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from user_account where id = $1 and deleted_at is null for update',
    [id],
  );
  return rowCount === 1;
}
