import { listOwnNotes } from '../../../shared/server/records/own-notes.repository.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Db } from './identity.repository.ts';
import { IS_MAIL_OF, type OwnAddress, provedOf } from './removal.repository.ts';

const MAX_DEEDS = 10_000;
const MAX_ROWS = 1000;

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

/** What was mailed to them, at an earlier address too: when and about what, not the links. */
export async function readMailRows(
  db: Db,
  user_id: number,
  addresses: readonly OwnAddress[],
): Promise<Row[]> {
  const all = addresses.map(({ email }) => email);
  const { rows } = await db.query<Row>(
    `select m.to_address, m.subject, m.state, m.created_at, m.sent_at from shared.mail_outbox m where ${IS_MAIL_OF}
     order by m.created_at desc, m.id desc limit ${MAX_ROWS}`,
    [user_id, provedOf(addresses), all],
  );
  return rows;
}

/** Addresses that the account had before. */
export async function readFormerAddresses(db: Db, user_id: number): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select email, left_at from former_address where user_id = $1 order by left_at desc limit ${MAX_ROWS}`,
    [user_id],
  );
  return rows;
}

/** Wherever somebody has done something, whether they still belong there or not. */
export async function listCompaniesOfDeeds(db: Db, user_id: number): Promise<number[]> {
  const { rows } = await db.query<{ company_id: number }>(
    'select company_id from cross_tenant_companies_with_actions_of($1)',
    [user_id],
  );
  return rows.map(({ company_id }) => company_id);
}

async function readMembership(tx: Tx, user_id: number): Promise<Row> {
  const { rows } = await tx.query<Row>(
    `select c.name as company, u.first_name, u.last_name, u.roles, u.created_at,
       array(select p.proj_code from companies.company_user_plant up
             join plants.plant p on p.company_id = up.company_id and p.id = up.plant_id
             where up.company_id = $1 and up.user_id = u.user_id order by p.proj_code) as related_plants
     from companies.company c left join companies.company_user u on u.company_id = c.id_client and u.user_id = $2 where c.id_client = $1`,
    [tx.scope.company_id, user_id],
  );
  return rows[0] ?? {};
}

/** What the company of the scope keeps of a person: how they are or were called there, and what they may and did. */
export async function readCompany(
  tx: Tx,
  { user_id, emails }: { user_id: number; emails: readonly string[] },
): Promise<Row> {
  const { company_id } = tx.scope;
  const membership = await readMembership(tx, user_id);
  const invitations = await tx.query<Row>(
    `select email, first_name, last_name, roles, language, sent_at, expires_at, accepted_at, withdrawn_at from companies.invitation
     where company_id = $1 and (accepted_by = $2 or email = any($3::text[])) order by id desc limit ${MAX_ROWS}`,
    [company_id, user_id, emails],
  );
  const actions = await tx.query<Row>(
    `select at, host(address) as address, action, target, detail from shared.audit
     where company_id = $1 and actor_id = $2 order by at desc, id desc limit $3`,
    [company_id, user_id, MAX_DEEDS],
  );
  const charts = await tx.query<Row>(
    `select name, shared, definition, created_at, updated_at from measurements.saved_chart
     where company_id = $1 and owner_id = $2 order by id limit ${MAX_ROWS}`,
    [company_id, user_id],
  );
  const views = await tx.query<Row>(
    `select list, name, search, shared from shared.list_view
     where company_id = $1 and owner_id = $2 order by id limit ${MAX_ROWS}`,
    [company_id, user_id],
  );
  return {
    id_client: company_id,
    ...membership,
    invitations: invitations.rows,
    charts: charts.rows,
    views: views.rows,
    notes: await listOwnNotes(tx, user_id, MAX_ROWS),
    deeds: actions.rows,
  };
}
