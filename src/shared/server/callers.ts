import type pg from 'pg';
import { NEEDS_SECOND_FACTOR } from '../contract/capabilities.ts';
import { inTransaction } from './db.ts';
import { AppError } from './errors.ts';
import { askAll, outOfReach } from './reach.repository.ts';
import {
  type Caller,
  inEachScope,
  inScope,
  type Membership,
  type Scope,
  scopeOfKeyHolder,
  scopeOfMember,
  scopeOfWork,
  type Tx,
} from './tenancy.ts';
import { digestOf } from './tokens.ts';

/** A membership with its company, as its members see it. */
export interface DescribedMembership extends Membership {
  name: string;
  description: string;
  telephone: string;
  tag_key: string;
  company_slug: string;
  enabled: boolean;
  version: number;
  /** It was made before its owner's address was proved: its owner says whether it stays. */
  claim_due: boolean;
}

interface CallerRow extends Membership {
  user_id: number;
  second_factor: boolean;
  confirmed: boolean;
}

/** The caller of a live session, or undefined when it ended. One round trip. */
export async function findCaller(
  pool: pg.Pool,
  session_id: number,
  address: string | null = null,
): Promise<Caller | undefined> {
  const { answer, lacks } = await askAll(pool, (within) =>
    pool.query<CallerRow>({
      name: 'caller',
      text: `select s.user_id, a.confirmed_at is not null as confirmed,
             exists (select from identity.second_factor f where f.user_id = s.user_id and f.enabled_at is not null) as second_factor, m.*
           from identity.user_session s join identity.user_account a on a.id = s.user_id left join cross_tenant_memberships(s.user_id, $2) m on true
           where s.id = $1 and s.ended_at is null and a.deleted_at is null`,
      values: [session_id, within],
    }),
  );
  const { rows } = answer;
  const first = rows[0];
  if (!first) return undefined;
  const { user_id, second_factor, confirmed } = first;
  const memberships = rows
    .filter((row) => row.id_client !== null)
    .map(({ user_id: _, second_factor: __, confirmed: ___, ...membership }) => membership);
  return { user_id, session_id, memberships, second_factor, confirmed, address, ...(lacks ? { lacks } : {}) };
}

/** The companies of a user, as they are now. */
export async function listMemberships(pool: Pick<pg.Pool, 'query'>, user_id: number): Promise<Membership[]> {
  const { rows } = await pool.query<Membership>('select * from cross_tenant_memberships($1)', [user_id]);
  return rows;
}

const COMPANY_OF_MEMBER = `select name, description, telephone, tag_key, company_slug, enabled, version, claim_due
  from companies.company where id_client = $1`;

/** The companies of memberships by their names, each read inside its own scope. */
export async function describeMemberships(
  pool: pg.Pool,
  memberships: readonly Membership[],
): Promise<DescribedMembership[]> {
  if (memberships.length === 0) return [];
  const found: DescribedMembership[] = [];
  await inTransaction(pool, async (client) => {
    const scopes = memberships.map(({ id_client }) => scopeOfWork(id_client));
    await inEachScope(client, scopes, async (tx) => {
      const { company_id } = tx.scope;
      const membership = memberships.find(({ id_client }) => id_client === company_id);
      const { rows } = await tx.query<Omit<DescribedMembership, keyof Membership>>(COMPANY_OF_MEMBER, [
        company_id,
      ]);
      if (membership && rows[0]) found.push({ ...membership, ...rows[0] });
    });
  });
  return found.toSorted((a, b) => a.name.localeCompare(b.name) || a.id_client - b.id_client);
}

/** What every API key begins with, so that it is known for one wherever it turns up. */
export const KEY_PREFIX = 'mk_';

// Its last use is kept to the minute: one write a minute, not one for each delivery.
async function useKey(
  tx: Tx,
  id: number,
): Promise<{ scopes: string[]; plant_id: number | null } | undefined> {
  const { rows } = await tx.query<{ scopes: string[]; plant_id: number | null; idle: boolean }>(
    `select scopes, plant_id, coalesce(last_used_at < now() - interval '1 minute', true) as idle
     from companies.api_key where company_id = $1 and id = $2`,
    [tx.scope.company_id, id],
    'key_use',
  );
  if (rows[0]?.idle) {
    await tx.query('update public.api_key set last_used_at = now() where company_id = $1 and id = $2', [
      tx.scope.company_id,
      id,
    ]);
  }
  return rows[0];
}

/**
 * The scope of an API key, narrowed to its plant when it has one; undefined when the key is unknown, revoked, expired
 * or its company disabled.
 * @throws AppError forbidden when the key lacks the wanted use
 */
export async function scopeOfKey(
  pool: pg.Pool,
  key: string,
  wanted: 'ingest' | 'read',
): Promise<Scope | undefined> {
  const { answer, lacks } = await askAll(pool, (within) =>
    pool.query<{ company_id: number; id: number }>({
      name: 'key',
      text: 'select company_id, id from cross_tenant_api_key($1, $2)',
      values: [digestOf(key), within],
    }),
  );
  const found = answer.rows[0];
  if (!found && lacks) throw outOfReach();
  if (!found) return undefined;
  const row = await inScope(pool, scopeOfWork(found.company_id), (tx) => useKey(tx, found.id));
  if (!row) return undefined;
  if (!row.scopes.includes(wanted)) throw new AppError('forbidden', `This key may not ${wanted}`);
  return scopeOfKeyHolder(found.company_id, row.plant_id === null ? 'all' : [row.plant_id]);
}

/** Whether a company keeps this person out until they have a second factor. */
export function owesSecondFactor(
  person: { second_factor: boolean },
  membership: Pick<Membership, 'second_factor_required' | 'roles'>,
): boolean {
  if (person.second_factor || !membership.second_factor_required) return false;
  return NEEDS_SECOND_FACTOR.some((role) => membership.roles.includes(role));
}

const ID_CLIENT = /^[1-9]\d{0,9}$/;

const NOT_OPEN = 'This company is not open to you';

/**
 * The company that id-client selects among those that are open to whoever asks.
 * @throws AppError invalid when absent, doubled or not a plain positive integer; forbidden, always in the same words, for
 * any other company
 */
export function selectCompany(open: readonly number[], header: string | string[] | undefined): number {
  if (typeof header !== 'string' || !ID_CLIENT.test(header)) {
    throw new AppError('invalid', 'The header id-client must name one company by its number', {
      errors: [{ path: 'id-client', message: 'must be one positive integer', code: 'format' }],
    });
  }
  if (!open.includes(Number(header))) throw new AppError('forbidden', NOT_OPEN);
  return Number(header);
}

/**
 * The membership that id-client selects. The header selects, it proves nothing.
 * @throws AppError invalid when absent, doubled or not a plain positive integer; forbidden, always in the same words, when
 * unknown, disabled or not the caller's, and with a reason when it asks for a second factor that the caller lacks.
 */
export function selectMembership(caller: Caller, header: string | string[] | undefined): Membership {
  const open = caller.memberships.map((m) => m.id_client);
  // Whether it is the caller's is known there alone.
  if (caller.lacks && typeof header === 'string' && ID_CLIENT.test(header) && !open.includes(Number(header)))
    throw outOfReach();
  const id_client = selectCompany(open, header);
  const membership = caller.memberships.find((m) => m.id_client === id_client);
  if (!membership) throw new AppError('forbidden', NOT_OPEN);
  if (owesSecondFactor(caller, membership)) {
    throw new AppError(
      'forbidden',
      'This company asks for a second factor at sign-in: switch it on in your profile',
      { extra: { reason: 'second_factor_due' } },
    );
  }
  return membership;
}

/**
 * The caller's scope in a company as it is now; undefined when their session ended, or the company is not open to them any
 * more. For answers that take long: who asks is judged anew before each part.
 */
export async function renewScope(
  pool: pg.Pool,
  { session_id, address }: Caller,
  company_id: number,
): Promise<Scope | undefined> {
  const caller = await findCaller(pool, session_id, address);
  const membership = caller?.memberships.find(({ id_client }) => id_client === company_id);
  if (!caller || !membership || owesSecondFactor(caller, membership)) return undefined;
  return scopeOfMember(caller, membership);
}

/** A person's membership of a company that is open to them now, with or without a session. */
export async function findOpenMembership(
  pool: pg.Pool,
  user_id: number,
  company_id: number,
): Promise<Membership | undefined> {
  const { rows } = await pool.query<Membership & { second_factor: boolean }>(
    `select m.*, exists (select from identity.second_factor f where f.user_id = $1 and f.enabled_at is not null) as second_factor
     from cross_tenant_memberships($1) m where m.id_client = $2`,
    [user_id, company_id],
  );
  const found = rows[0];
  return found && !owesSecondFactor(found, found) ? found : undefined;
}

/**
 * What a person may see of the scope's company now, without a session: for what is sent to them; undefined when it is not open
 * to them. Asked of the company itself: a function that crosses companies would not see what the transaction has changed.
 */
export async function findScopeOfPerson(tx: Tx, user_id: number): Promise<Scope | undefined> {
  const { company_id } = tx.scope;
  const { rows: members } = await tx.query<Membership>(
    `select c.id_client, c.second_factor_required, u.roles,
       array(select p.plant_id from companies.company_user_plant p where p.company_id = $1 and p.user_id = $2) as plants
     from companies.company c join companies.company_user u on u.company_id = c.id_client
     where c.id_client = $1 and u.company_id = $1 and u.user_id = $2 and c.enabled`,
    [company_id, user_id],
  );
  const { rows: factors } = await tx.query(
    'select 1 from identity.second_factor where user_id = $1 and enabled_at is not null',
    [user_id],
  );
  const membership = members[0];
  if (!membership || owesSecondFactor({ second_factor: factors.length > 0 }, membership)) return undefined;
  return scopeOfMember({ user_id, address: null }, membership);
}

/** Every company, disabled ones too: for housekeeping, because what is over there must go as well. */
export async function listAllCompanies(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ company_id: number }>(
    'select company_id from cross_tenant_all_companies()',
  );
  return rows.map((row) => row.company_id);
}

/** Every company whose machine answers, disabled ones too: for work that waits for no other company's machine. */
export async function listReachedCompanies(pool: pg.Pool): Promise<number[]> {
  const { answer } = await askAll(pool, async (within) => (within ? [...within] : listAllCompanies(pool)));
  return answer;
}

/** Companies that work is done for. */
export async function listEnabledCompanies(pool: pg.Pool): Promise<number[]> {
  const { answer } = await askAll(pool, (within) =>
    pool.query<{ company_id: number }>('select company_id from cross_tenant_enabled_companies($1)', [within]),
  );
  return answer.rows.map((row) => row.company_id);
}
