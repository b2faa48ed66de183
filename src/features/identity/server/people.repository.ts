import type { Tx } from '../../../shared/server/tenancy.ts';

type Db = Pick<Tx, 'query'>;

export interface PersonRow {
  id: number;
  name: string;
  email: string;
  language: 'it' | 'en';
  confirmed: boolean;
  second_factor: boolean;
  avatar: string | null;
  last_used_at: Date | null;
}

const PERSON = `
  select a.id, a.name, a.email, a.language, a.confirmed_at is not null as confirmed,
         exists (select from second_factor f where f.user_id = a.id and f.enabled_at is not null) as second_factor,
         (select v.digest from avatar v where v.user_id = a.id) as avatar,
         (select max(s.last_used_at) from user_session s where s.user_id = a.id) as last_used_at
  from user_account a where a.deleted_at is null`;

/** SQL for a person's name, by an SQL expression for their id; null for whoever removed their account. */
export const personNameSql = (id: string): string =>
  `(select person.name from person_name person where person.id = ${id})`;

export async function listPersonRows(db: Db, ids: readonly number[]): Promise<PersonRow[]> {
  const { rows } = await db.query<PersonRow>(`${PERSON} and a.id = any($1::bigint[])`, [ids]);
  return rows;
}

export async function findPersonRow(db: Db, email: string): Promise<PersonRow | undefined> {
  const { rows } = await db.query<PersonRow>(`${PERSON} and a.email = lower($1)`, [email]);
  return rows[0];
}

export async function markConfirmed(db: Db, user_id: number, email: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update user_account set confirmed_at = now(), disabled_at = null, version = version + 1
     where id = $1 and email = lower($2) and confirmed_at is null and deleted_at is null`,
    [user_id, email],
  );
  return rowCount === 1;
}
