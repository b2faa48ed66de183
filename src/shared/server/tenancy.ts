import type pg from 'pg';
import { NEEDS_SECOND_FACTOR, ROLES, type Role, SEES_EVERY_PLANT } from '../contract/capabilities.ts';
import { inTransaction } from './db.ts';
import { AppError } from './errors.ts';
import { digestOf } from './tokens.ts';

declare const made: unique symbol;
declare const packed: unique symbol;

/** Whose data a piece of work may touch. Only this module makes one. */
export interface Scope {
  readonly [made]: true;
  readonly company_id: number;
  /** The account whose companies share their turns with this one; null where nobody was looked up. */
  readonly owner_id: number | null;
  /** The person who asks; null for devices, keys and jobs. */
  readonly user_id: number | null;
  readonly roles: readonly Role[];
  /** Plants that the person may see inside the company. // spec §3 related_plants */
  readonly plants: 'all' | readonly number[];
  /** Plants of which the database shows and takes rows: the same, but all for the program's own steps on a person's behalf. */
  readonly open_plants: 'all' | readonly number[];
  /** Where the request came from, for the audit; null for the program's own work. */
  readonly address: string | null;
}

/** A scope with its transaction open. Repository functions take it first; nothing reads or writes without one. */
export interface Tx {
  readonly scope: Scope;
  /** Hand-written SQL; a name makes it a prepared statement. Buffers are sent as binary arrays. */
  query<T>(
    text: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<{ rows: T[]; rowCount: number }>;
}

export interface Membership {
  id_client: number;
  /** Whoever administers or switches here must have a second factor. */
  second_factor_required: boolean;
  roles: Role[];
  plants: number[];
}

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

/** Who a valid session belongs to, with the enabled companies as they are now. */
export interface Caller {
  readonly user_id: number;
  readonly session_id: number;
  readonly memberships: readonly Membership[];
  /** Whether the account has a second factor switched on; every session was then opened or confirmed with it. */
  readonly second_factor: boolean;
  /** Whether the account's address was confirmed by mail. */
  readonly confirmed: boolean;
  /** Where this request came from; null where there is no request. */
  readonly address: string | null;
}

function checkCompanyId(id: number): void {
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) throw new Error(`not a company id: ${id}`);
}

type ScopeFields = Omit<Scope, typeof made | 'owner_id' | 'open_plants'> &
  Partial<Pick<Scope, 'owner_id' | 'open_plants'>>;

function makeScope(fields: ScopeFields): Scope {
  checkCompanyId(fields.company_id);
  const scope = { owner_id: null, open_plants: fields.plants, ...fields };
  return Object.freeze(scope) as Omit<Scope, typeof made> as Scope;
}

/** The same scope, of which it is known who owns the company. */
export function ownedBy(scope: Scope, owner_id: number | null): Scope {
  return makeScope({ ...scope, owner_id });
}

/** The scope of a person in one of their companies. */
export function scopeOfMember(caller: Pick<Caller, 'user_id' | 'address'>, membership: Membership): Scope {
  const roles = membership.roles.filter((role) => ROLES.includes(role));
  const all = SEES_EVERY_PLANT.some((role) => roles.includes(role));
  return makeScope({
    company_id: membership.id_client,
    user_id: caller.user_id,
    roles,
    plants: all ? 'all' : membership.plants,
    address: caller.address,
  });
}

/** The scope of the program's own work for a company (jobs, acquisition, a device's key). */
export function scopeOfWork(company_id: number, plants: Scope['plants'] = 'all'): Scope {
  return makeScope({ company_id, user_id: null, roles: [], plants, address: null });
}

/**
 * The scope of a person who acts on a company before, or after, they are its member: the founder who furnishes it, the
 * invited who joins it, the account that leaves it.
 */
export function scopeOfPerson(company_id: number, person: Pick<Caller, 'user_id' | 'address'>): Scope {
  const { user_id, address } = person;
  return makeScope({ company_id, user_id, roles: [], plants: [], open_plants: 'all', address });
}

/** A scope on its way to another thread of this process: plain data, and no scope until it is unpacked. */
export interface PackedScope extends Omit<Scope, typeof made> {
  readonly [packed]: true;
}

/** A scope as data that can be sent to a thread of this process, where only `unpackScope` makes it a scope again. */
export function packScope(scope: Scope): PackedScope {
  const { company_id, owner_id, user_id, roles, plants, open_plants, address } = scope;
  return {
    company_id,
    owner_id,
    user_id,
    address,
    roles: [...roles],
    plants: plants === 'all' ? plants : [...plants],
    open_plants: open_plants === 'all' ? open_plants : [...open_plants],
  } as Omit<Scope, typeof made> as PackedScope;
}

/** The scope that was packed: nothing more may be seen with it than before it was sent. Never for data from outside. */
export function unpackScope(packed: PackedScope): Scope {
  const { company_id, owner_id, user_id, roles, plants, open_plants, address } = packed;
  return makeScope({ company_id, owner_id, user_id, roles, plants, open_plants, address });
}

/** Whether the scope may see a plant. */
export function seesPlant(scope: Scope, plant_id: number): boolean {
  return scope.plants === 'all' || scope.plants.includes(plant_id);
}

/** Plant ids for `($n::bigint[] is null or plant_id = any($n))`: null means every plant. */
export function plantFilter(scope: Scope): number[] | null {
  return scope.plants === 'all' ? null : [...scope.plants];
}

const plantSetting = (plants: Scope['open_plants']): string => {
  if (plants !== 'all' && !plants.every(Number.isSafeInteger)) throw new Error('not plants of a scope');
  return `set local app.plants = '${plants === 'all' ? plants : `{${plants.join(',')}}`}'`;
};

const setting = ({ company_id, open_plants }: Scope): string => {
  // They become part of a statement: checked here as well, whoever made the scope.
  checkCompanyId(company_id);
  const plants = plantSetting(open_plants);
  // Transaction-local, and literals: they travel to every worker of a distributed database, a function call would not.
  return `set local citus.propagate_set_commands = 'local'; set local app.company_id = '${company_id}'; ${plants}`;
};

/** How many pieces of work of a transaction see every plant just now. */
const withoutWall = new WeakMap<Tx, number>();

/**
 * Runs `work` with the database showing every plant of the company, whoever asks: for what holds for the company as a whole,
 * such as who uses a word of it. What comes of it must tell nothing of plants that the scope may not see.
 */
export async function withEveryPlant<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { open_plants } = tx.scope;
  if (open_plants === 'all') return work();
  const change = async (by: 1 | -1): Promise<void> => {
    const count = (withoutWall.get(tx) ?? 0) + by;
    withoutWall.set(tx, count);
    if (count === (by === 1 ? 1 : 0)) await tx.query(plantSetting(by === 1 ? 'all' : open_plants));
  };
  await change(1);
  try {
    return await work();
  } finally {
    // What a failed statement left refuses this as well, and is rolled back with its settings.
    await change(-1).catch(() => undefined);
  }
}

function txOn(client: pg.PoolClient, scope: Scope): Tx {
  return {
    scope,
    async query(text, values = [], name) {
      const result = await client.query(
        name ? { name, text, values: [...values] } : { text, values: [...values] },
      );
      return { rows: result.rows, rowCount: result.rowCount ?? 0 };
    },
  };
}

/** Runs `work` in one transaction that can touch one company only, and commits it. */
export async function inScope<T>(
  pool: pg.Pool,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  mode: 'read write' | 'read only' = 'read write',
): Promise<T> {
  const first = `begin transaction ${mode}; ${setting(scope)}`;
  return inTransaction(pool, (client) => work(txOn(client, scope)), first);
}

/**
 * Runs `work` in one transaction over several companies, one after the other: each step sees its own company only, and
 * either all of them are kept or none. For what a person does to their account wherever they belong.
 */
export async function inEachScope(
  client: pg.PoolClient,
  scopes: readonly Scope[],
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  for (const scope of scopes) {
    await client.query(setting(scope));
    await work(txOn(client, scope));
  }
  await client.query("set local app.company_id = ''; set local app.plants = ''");
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
  const { rows } = await pool.query<CallerRow>({
    name: 'caller',
    text: `select s.user_id, a.confirmed_at is not null as confirmed,
             exists (select from identity.second_factor f where f.user_id = s.user_id and f.enabled_at is not null) as second_factor, m.*
           from identity.user_session s join identity.user_account a on a.id = s.user_id left join cross_tenant_memberships(s.user_id) m on true
           where s.id = $1 and s.ended_at is null and a.deleted_at is null`,
    values: [session_id],
  });
  const first = rows[0];
  if (!first) return undefined;
  const { user_id, second_factor, confirmed } = first;
  const memberships = rows
    .filter((row) => row.id_client !== null)
    .map(({ user_id: _, second_factor: __, confirmed: ___, ...membership }) => membership);
  return { user_id, session_id, memberships, second_factor, confirmed, address };
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
    await tx.query('update companies.api_key set last_used_at = now() where company_id = $1 and id = $2', [
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
  const { rows } = await pool.query<{ company_id: number; id: number }>({
    name: 'key',
    text: 'select company_id, id from cross_tenant_api_key($1)',
    values: [digestOf(key)],
  });
  const found = rows[0];
  if (!found) return undefined;
  const row = await inScope(pool, scopeOfWork(found.company_id), (tx) => useKey(tx, found.id));
  if (!row) return undefined;
  if (!row.scopes.includes(wanted)) throw new AppError('forbidden', `This key may not ${wanted}`);
  return scopeOfWork(found.company_id, row.plant_id === null ? 'all' : [row.plant_id]);
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
  const id_client = selectCompany(
    caller.memberships.map((m) => m.id_client),
    header,
  );
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

/** A pool, or a transaction. */
interface Asks {
  query<T extends object>(text: string, values: unknown[]): Promise<{ rows: T[] }>;
}

/** A person's membership of a company that is open to them now, with or without a session. */
export async function findOpenMembership(
  pool: Asks,
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

/** What a person may see of a company now, without a session: for what is sent to them; undefined when it is not open to them. */
export async function findScopeOfPerson(
  pool: Asks,
  user_id: number,
  company_id: number,
): Promise<Scope | undefined> {
  const membership = await findOpenMembership(pool, user_id, company_id);
  return membership && scopeOfMember({ user_id, address: null }, membership);
}

/** Every company, disabled ones too: for upkeep, because what is over there must go as well. */
export async function listAllCompanies(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ company_id: number }>(
    'select company_id from cross_tenant_all_companies()',
  );
  return rows.map((row) => row.company_id);
}

/** Companies that work is done for. */
export async function listEnabledCompanies(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ company_id: number }>(
    'select company_id from cross_tenant_enabled_companies()',
  );
  return rows.map((row) => row.company_id);
}
