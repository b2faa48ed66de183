import type pg from 'pg';
import type { Role } from '../../../shared/contract/capabilities.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';

export interface InvitationRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  roles: Role[];
  related_plants: string[];
  language: 'it' | 'en';
  invited_by: number | null;
  sent_at: Date;
  expires_at: Date;
  expired: boolean;
  /** Neither accepted, withdrawn nor expired. */
  open: boolean;
  accepted_by: number | null;
  digest: Buffer;
  version: number;
}

// A plant that is gone since is left out.
const INVITATION = `
  select i.id, i.email, i.first_name, i.last_name, i.roles, i.language, i.invited_by, i.sent_at, i.expires_at,
         i.expires_at <= now() as expired, i.accepted_by, i.digest, i.version,
         i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now() as open,
         array(select p.plant_id::text from invitation_plant p
               join plants.plant on plant.company_id = p.company_id and plant.id = p.plant_id
               where p.company_id = $1 and p.invitation_id = i.id order by p.plant_id) as related_plants
  from invitation i where i.company_id = $1`;
const PENDING = 'i.accepted_at is null and i.withdrawn_at is null';
const HOLDS = `now() + interval '7 days'`;

/** Invitations that wait, those that ran out among them, the newest first. */
export async function listPending(tx: Tx): Promise<InvitationRow[]> {
  const { rows } = await tx.query<InvitationRow>(
    `${INVITATION} and ${PENDING} order by i.sent_at desc, i.id desc limit 5000`,
    [tx.scope.company_id],
  );
  return rows;
}

export async function findPending(tx: Tx, id: number): Promise<InvitationRow | undefined> {
  const { rows } = await tx.query<InvitationRow>(`${INVITATION} and ${PENDING} and i.id = $2`, [
    tx.scope.company_id,
    id,
  ]);
  return rows[0];
}

export async function findPendingOf(tx: Tx, email: string): Promise<InvitationRow | undefined> {
  const { rows } = await tx.query<InvitationRow>(`${INVITATION} and ${PENDING} and i.email = $2`, [
    tx.scope.company_id,
    email,
  ]);
  return rows[0];
}

/** Pending invitations that a person made. */
export async function listMadeBy(tx: Tx, user_id: number): Promise<{ id: number; roles: Role[] }[]> {
  const { rows } = await tx.query<{ id: number; roles: Role[] }>(
    `select i.id, i.roles from invitation i where i.company_id = $1 and ${PENDING} and i.invited_by = $2 order by i.id`,
    [tx.scope.company_id, user_id],
  );
  return rows;
}

/** The same with what they are called by. */
export async function listInvitedBy(
  tx: Tx,
  user_id: number,
): Promise<{ id: number; email: string; sent_at: Date }[]> {
  const { rows } = await tx.query<{ id: number; email: string; sent_at: Date }>(
    `select i.id, i.email, i.sent_at from invitation i
     where i.company_id = $1 and ${PENDING} and i.expires_at > now() and i.invited_by = $2 order by i.id`,
    [tx.scope.company_id, user_id],
  );
  return rows;
}

/** The invitation of one of these digests, in whatever state. */
export async function findByDigest(tx: Tx, digests: readonly Buffer[]): Promise<InvitationRow | undefined> {
  const { rows } = await tx.query<InvitationRow>(`${INVITATION} and i.digest = any($2::bytea[])`, [
    tx.scope.company_id,
    digests,
  ]);
  return rows[0];
}

/** Where the open invitation of one of these digests belongs; nothing for one that is over, or of a disabled company. */
export async function findCompanyOf(pool: pg.Pool, digests: readonly Buffer[]): Promise<number | undefined> {
  const { rows } = await pool.query<{ company_id: number }>(
    'select h.company_id from unnest($1::bytea[]) d cross join lateral cross_tenant_invitation(d) h',
    [digests],
  );
  return rows[0]?.company_id;
}

export type NewInvitation = Pick<
  InvitationRow,
  'email' | 'first_name' | 'last_name' | 'roles' | 'related_plants' | 'language' | 'digest'
>;

export async function insertInvitation(tx: Tx, given: NewInvitation): Promise<number> {
  const { company_id, user_id } = tx.scope;
  const { rows } = await tx.query<{ id: number }>(
    `insert into invitation (company_id, email, first_name, last_name, roles, language, digest, invited_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${HOLDS}) returning id`,
    [
      company_id,
      given.email,
      given.first_name,
      given.last_name,
      given.roles,
      given.language,
      given.digest,
      user_id,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the invitation was not stored');
  await tx.query(
    `insert into invitation_plant (company_id, invitation_id, plant_id)
     select c.id_client, $2, plant_id from company c, unnest($3::bigint[]) plant_id where c.id_client = $1`,
    [company_id, id, given.related_plants],
  );
  return id;
}

/** Another link for another seven days; who renews it answers for it from now on. */
export async function renewInvitation(tx: Tx, id: number, digest: Buffer): Promise<void> {
  const { company_id, user_id } = tx.scope;
  await tx.query(
    `update invitation set digest = $3, invited_by = $4, sent_at = now(), expires_at = ${HOLDS}, version = version + 1
     where company_id = $1 and id = $2`,
    [company_id, id, digest, user_id],
  );
}

export async function withdrawInvitation(tx: Tx, id: number): Promise<void> {
  await tx.query(
    'update invitation set withdrawn_at = now(), version = version + 1 where company_id = $1 and id = $2',
    [tx.scope.company_id, id],
  );
}

export async function markAccepted(tx: Tx, id: number, user_id: number): Promise<void> {
  await tx.query(
    `update invitation set accepted_at = now(), accepted_by = $3, version = version + 1
     where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, user_id],
  );
}

/** Mails of the last day in which the company invited somebody, counted by what was audited. */
export async function countInvitedToday(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from shared.audit where company_id = $1 and at > now() - interval '1 day'
       and action in ('invitation.created', 'invitation.renewed')`,
    [tx.scope.company_id],
  );
  return rows[0]?.n ?? 0;
}

/** Seconds since the address was last invited here, also by an invitation that was withdrawn; null for never. */
export async function secondsSinceSent(tx: Tx, email: string): Promise<number | null> {
  const { rows } = await tx.query<{ seconds: number | null }>(
    `select extract(epoch from now() - max(sent_at))::float8 as seconds
     from invitation where company_id = $1 and email = $2`,
    [tx.scope.company_id, email],
  );
  return rows[0]?.seconds ?? null;
}

/** Pending invitations to one of these addresses, those that ran out among them. */
export async function listPendingTo(
  tx: Tx,
  emails: readonly string[],
): Promise<{ id: number; roles: Role[] }[]> {
  const { rows } = await tx.query<{ id: number; roles: Role[] }>(
    `select i.id, i.roles from invitation i
     where i.company_id = $1 and ${PENDING} and i.email = any($2::text[]) order by i.id`,
    [tx.scope.company_id, emails],
  );
  return rows;
}

/** Removes name and address from the invitations that a person accepted, or that went to one of these addresses and wait no more. */
export async function emptyInvitationsOf(
  tx: Tx,
  { user_id, emails }: { user_id: number; emails: readonly string[] },
): Promise<void> {
  await tx.query(
    `update invitation i set email = 'removed-' || i.id || '@invalid', first_name = '', last_name = '', version = i.version + 1
     where i.company_id = $1 and (i.accepted_by = $2 or i.email = any($3::text[]) and not (${PENDING}))`,
    [tx.scope.company_id, user_id, emails],
  );
}

/** Removes invitations that were accepted, withdrawn or ran out long ago: the audit keeps what was done, nothing needs the addresses. */
export async function removeOldInvitations(tx: Tx): Promise<void> {
  await tx.query(
    `delete from invitation where company_id = $1
       and (accepted_at < now() - interval '30 days'
         or accepted_at is null and withdrawn_at < now() - interval '30 days'
         or accepted_at is null and withdrawn_at is null and expires_at < now() - interval '90 days')`,
    [tx.scope.company_id],
  );
}
