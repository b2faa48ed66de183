import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Db } from './identity.repository.ts';

const MOST_DEEDS = 10_000;

type Row = Record<string, unknown>;

/** The account's own columns, without what proves who somebody is. */
export async function readAccountRow(db: Db, user_id: number): Promise<Row | undefined> {
  const { rows } = await db.query<Row>(
    `select id, name, email, language, color_scheme, confirmed_at, created_at from user_account
     where id = $1 and deleted_at is null`,
    [user_id],
  );
  return rows[0];
}

/** Every session that is still kept, those that are over too. */
export async function readSessionRows(db: Db, user_id: number): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select user_agent, host(address) as address, created_at, last_used_at, ended_at, ended_reason
     from user_session where user_id = $1 order by created_at desc`,
    [user_id],
  );
  return rows;
}

/** How the second factor stands; null where there is none. */
export async function readFactorRow(db: Db, user_id: number): Promise<Row | null> {
  const { rows } = await db.query<Row>(
    `select f.enabled_at, (select count(*)::int from recovery_code c where c.user_id = f.user_id and c.used_at is null)
       as recovery_codes_left
     from second_factor f where f.user_id = $1 and f.enabled_at is not null`,
    [user_id],
  );
  return rows[0] ?? null;
}

/** What was mailed to the address: when and about what, not the links. */
export async function readMailRows(db: Db, email: string): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    'select subject, state, created_at, sent_at from mail_outbox where to_address = $1 order by created_at desc',
    [email],
  );
  return rows;
}

/** What the company of the scope keeps of its person: how they are called there, and what they may and did. */
export async function readMembership(tx: Tx): Promise<Row> {
  const { company_id, user_id } = tx.scope;
  const members = await tx.query<Row>(
    `select c.name as company, u.first_name, u.last_name, u.roles, u.created_at,
       array(select p.proj_code from company_user_plant up
             join plant p on p.company_id = up.company_id and p.id = up.plant_id
             where up.company_id = u.company_id and up.user_id = u.user_id order by p.proj_code) as related_plants
     from company_user u join company c on c.id_client = u.company_id where u.company_id = $1 and u.user_id = $2`,
    [company_id, user_id],
  );
  const deeds = await tx.query<Row>(
    `select at, host(address) as address, action, target, detail from audit
     where company_id = $1 and actor_id = $2 order by at desc, id desc limit $3`,
    [company_id, user_id, MOST_DEEDS],
  );
  return { id_client: company_id, ...members.rows[0], deeds: deeds.rows };
}
