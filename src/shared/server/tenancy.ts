import type pg from 'pg';
import { ROLES, type Role, SEES_EVERY_PLANT } from '../contract/capabilities.ts';
import { inTransaction } from './db.ts';

declare const made: unique symbol;
declare const packed: unique symbol;

/** Somebody without an account, who holds a signed link. */
export interface OutsideParty {
  readonly name: string;
  readonly link_id: number;
}

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
  /** The outside party in whose name a signed link acts: then nobody asks who has an account. */
  readonly party?: OutsideParty;
  /** A program with a key asks, and not the portal's own work. */
  readonly by_key?: true;
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
  /** Whether companies are left out because their machine does not answer. */
  readonly lacks?: boolean;
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

/** The scope of a program that comes with a key. */
export function scopeOfKeyHolder(company_id: number, plants: Scope['plants']): Scope {
  return makeScope({ company_id, user_id: null, roles: [], plants, address: null, by_key: true });
}

/** The scope of an outside party who holds a signed link: what they may touch of it is for the calls of links to say. */
export function scopeOfParty(
  company_id: number,
  { plants, party, address }: { plants: readonly number[]; party: OutsideParty; address: string | null },
): Scope {
  return makeScope({ company_id, user_id: null, roles: [], plants, address, party });
}

/**
 * The scope of a person who acts on a company before, or after, they are its member: the founder who sets it up, the
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
  const { company_id, owner_id, user_id, roles, plants, open_plants, address, party, by_key } = scope;
  return {
    company_id,
    owner_id,
    user_id,
    address,
    roles: [...roles],
    plants: plants === 'all' ? plants : [...plants],
    open_plants: open_plants === 'all' ? open_plants : [...open_plants],
    ...(party !== undefined && { party }),
    ...(by_key && { by_key }),
  } as Omit<Scope, typeof made> as PackedScope;
}

/** The scope that was packed: nothing more may be seen with it than before it was sent. Never for data from outside. */
export function unpackScope(packed: PackedScope): Scope {
  const { company_id, owner_id, user_id, roles, plants, open_plants, address, party, by_key } = packed;
  const acting = { ...(party !== undefined && { party }), ...(by_key && { by_key }) };
  return makeScope({ company_id, owner_id, user_id, roles, plants, open_plants, address, ...acting });
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

/**
 * The same transaction with a plant in sight that the scope's person has just made and was named for in it: their scope was made
 * before there was this plant.
 */
export async function seeingToo(tx: Tx, plant_id: number): Promise<Tx> {
  const { plants, open_plants } = tx.scope;
  if (plants === 'all') return tx;
  const open = open_plants === 'all' ? open_plants : [...open_plants, plant_id];
  await tx.query(plantSetting(open));
  return { ...tx, scope: makeScope({ ...tx.scope, plants: [...plants, plant_id], open_plants: open }) };
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
