import type { Tx } from '../../../shared/server/tenancy.ts';

/** Who holds one of these PODs last in a community, and whether none but these is theirs. */
export interface Holder {
  readonly member_id: number;
  readonly community_id: number;
  readonly only: boolean;
}

export async function listHolders(tx: Tx, pods: readonly string[]): Promise<Holder[]> {
  const { rows } = await tx.query<Holder>(
    `select h.member_id, h.community_id,
       not exists (select 1 from community_pod o where o.company_id = $1 and o.member_id = h.member_id and o.pod <> all($2)) as only
     from (select distinct on (m.community_id, d.pod) m.community_id, d.member_id from community_pod d
           join community_member m on m.company_id = $1 and m.id = d.member_id
           where d.company_id = $1 and d.pod = any($2) order by m.community_id, d.pod, d.from_on desc, d.id desc) h
     order by h.community_id, h.member_id`,
    [tx.scope.company_id, pods],
  );
  return rows;
}

/** Puts a pseudonym in the place of a POD, wherever hours and members have it; answers in which communities. */
export async function replacePod(tx: Tx, pod: string, pseudonym: string): Promise<number[]> {
  const { company_id } = tx.scope;
  const { rows } = await tx.query<{ id: number }>(
    `select distinct m.community_id as id from community_pod d
     join community_member m on m.company_id = $1 and m.id = d.member_id where d.company_id = $1 and d.pod = $2
     union select community_id from community_hours where company_id = $1 and pod = $2`,
    [company_id, pod],
  );
  await tx.query('update community_pod set pod = $3 where company_id = $1 and pod = $2', [
    company_id,
    pod,
    pseudonym,
  ]);
  await tx.query('update community_hours set pod = $3 where company_id = $1 and pod = $2', [
    company_id,
    pod,
    pseudonym,
  ]);
  return rows.map(({ id }) => id);
}

/** Takes from members whatever tells who they are. */
export async function clearMembers(tx: Tx, members: readonly number[], pseudonym: string): Promise<void> {
  await tx.query(
    `update community_member set name = $3, email = '', iban = '', account_holder = '' where company_id = $1 and id = any($2)`,
    [tx.scope.company_id, members, pseudonym],
  );
}
