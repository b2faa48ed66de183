import type { Channels } from '../../contract/notifications.contract.ts';
import type { Tx } from '../tenancy.ts';

export interface ChosenChannels extends Channels {
  user_id: number;
  kind: string;
}

/** What people chose of kinds; who never chose has no row. */
export async function listChosenChannels(
  tx: Tx,
  { kinds, user_ids }: { kinds: readonly string[]; user_ids: readonly number[] },
): Promise<ChosenChannels[]> {
  const { rows } = await tx.query<ChosenChannels>(
    `select user_id, kind, bell, mail, digest from notification_preference
     where company_id = $1 and kind = any($2::text[]) and user_id = any($3::bigint[])`,
    [tx.scope.company_id, kinds, user_ids],
  );
  return rows;
}

/** Saves how a kind comes to a person. */
export async function saveChosenChannels(
  tx: Tx,
  { user_id, kind, bell, mail, digest }: ChosenChannels,
): Promise<void> {
  await tx.query(
    `insert into notification_preference (company_id, user_id, kind, bell, mail, digest) values ($1, $2, $3, $4, $5, $6)
     on conflict (company_id, user_id, kind) do update set bell = excluded.bell, mail = excluded.mail, digest = excluded.digest`,
    [tx.scope.company_id, user_id, kind, bell, mail, digest],
  );
}

/** Whether a person belongs to the company. */
export async function isMember(tx: Tx, user_id: number): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(
    'select exists (select from companies.company_user u where u.company_id = $1 and u.user_id = $2) as found',
    [tx.scope.company_id, user_id],
  );
  return rows[0]?.found === true;
}
