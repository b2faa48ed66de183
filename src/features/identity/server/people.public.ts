import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  findPersonRow,
  listPersonRows,
  markConfirmed,
  type PersonRow,
  personNameSql,
} from './people.repository.ts';

type Db = Pick<Tx, 'query'>;

/** What companies show and need to know of a person's account. */
export interface Person extends Omit<PersonRow, 'last_used_at'> {
  /** Their last use of the portal, in any company. ISO 8601. */
  last_used_at: string | null;
}

const present = (row: PersonRow): Person => ({
  ...row,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

/** For lists that are searched and paged by names, where asking for people afterwards would be too late. */
export const nameOfPerson = personNameSql;

/** People by their ids; whoever removed their account is not among them. */
export async function describePeople(db: Db, ids: readonly number[]): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map();
  return new Map((await listPersonRows(db, ids)).map((row) => [row.id, present(row)]));
}

/** One of them; undefined for nobody. */
export async function findPerson(db: Db, id: number | null): Promise<Person | undefined> {
  return id === null ? undefined : (await describePeople(db, [id])).get(id);
}

/** The person of an address, matched without regard to case. */
export async function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  const row = await findPersonRow(db, email);
  return row && present(row);
}

/**
 * Counts an address as confirmed, because a link that was mailed to it came back; only while it is still theirs. Answers
 * whether that is its first proof.
 */
export async function confirmAddress(db: Db, user_id: number, email: string): Promise<boolean> {
  return markConfirmed(db, user_id, email);
}
