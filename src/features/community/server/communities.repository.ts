import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { CommunityAccount } from '../accounts.contract.ts';
import type { CommunityMember, CommunityRow, NewMember, NewPlant } from '../community.contract.ts';
import { numbersKept } from '../members-kept.model.ts';

const COLUMNS = `c.id, c.name, c.description, c.substation, c.legal_form, c.area, c.zone, c.management_percent, c.producers_percent,
  c.consumers_percent, c.equidistribution, c.surplus_to, c.switches, c.version`;

/** A community with the plants and the power that the scope sees of it. */
export type SeenCommunity = Omit<CommunityRow, 'partial'>;

export async function listCommunities(tx: Tx, id?: number): Promise<SeenCommunity[]> {
  const { rows } = await tx.query<SeenCommunity>(
    `select ${COLUMNS},
       (select count(*)::int from community_member m where m.company_id = $1 and m.community_id = c.id) as members,
       (select count(*)::int from community_plant l where l.company_id = $1 and l.community_id = c.id) as plants,
       coalesce((select sum(p.potenza_nominale) from community_plant l
                 join plants.plant p on p.company_id = $1 and p.id = l.plant_id
                 where l.company_id = $1 and l.community_id = c.id), 0) as power_kw
     from community c where c.company_id = $1 and ($2::bigint is null or c.id = $2) order by lower(c.name), c.id`,
    [tx.scope.company_id, id ?? null],
  );
  return rows;
}

/** A community, kept as it is until the transaction ends. */
export async function holdCommunity(tx: Tx, id: number): Promise<{ version: number } | undefined> {
  const { rows } = await tx.query<{ version: number }>(
    'select version from community where company_id = $1 and id = $2 for update',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** One change of communities of a company after the other: whose POD it is is looked up before it is written. */
export async function lockCommunities(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtext('communities'), $1)", [tx.scope.company_id]);
}

export async function isNameTaken(tx: Tx, name: string, but: number | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select 1 as taken from community where company_id = $1 and name = $2 and ($3::bigint is null or id <> $3)',
    [tx.scope.company_id, name, but],
  );
  return rowCount > 0;
}

export async function countCommunities(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from community where company_id = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.count ?? 0;
}

export async function insertCommunity(tx: Tx, fields: object): Promise<number> {
  const { company_id, user_id } = tx.scope;
  const row = { ...fields, company_id, created_by: user_id };
  const rows = await insertRows<{ id: number }>(tx, 'community', [row], 'returning id');
  return rows[0]?.id ?? 0;
}

export async function updateCommunity(tx: Tx, id: number, fields: object): Promise<void> {
  const values: unknown[] = [tx.scope.company_id, id];
  const set = assignments(fields, values);
  await tx.query(
    `update community set version = version + 1${set} where company_id = $1 and id = $2`,
    values,
  );
}

/** Deletes a community; simulations of it belong to none from then on. */
export async function deleteCommunity(tx: Tx, id: number): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query('update simulation set community_id = null where company_id = $1 and community_id = $2', [
    company_id,
    id,
  ]);
  await tx.query('delete from community where company_id = $1 and id = $2', [company_id, id]);
}

/** The account from which a community pays its members. */
export async function findAccount(tx: Tx, id: number): Promise<CommunityAccount | undefined> {
  const { rows } = await tx.query<CommunityAccount>(
    `select account_iban as iban, account_holder as holder, account_bic as bic, account_cuc as cuc
     from community where company_id = $1 and id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

type MemberRow = Omit<CommunityMember, 'pods'>;
interface PodRow {
  member_id: number;
  pod: string;
  from_on: string;
  until_on: string | null;
}

/** Members of a community by name, each with its PODs, the oldest first. */
export async function listMembers(tx: Tx, community_id: number): Promise<CommunityMember[]> {
  const given = [tx.scope.company_id, community_id];
  const { rows } = await tx.query<MemberRow>(
    `select id, name, role, kind, substation, level, email, iban, account_holder from community_member
     where company_id = $1 and community_id = $2 order by lower(name), id`,
    given,
  );
  const { rows: pods } = await tx.query<PodRow>(
    `select d.member_id, d.pod, d.from_on::text as from_on, d.until_on::text as until_on from community_pod d
     join community_member m on m.company_id = $1 and m.id = d.member_id
     where d.company_id = $1 and m.community_id = $2 order by d.from_on, d.id`,
    given,
  );
  const byMember = Map.groupBy(pods, ({ member_id }) => member_id);
  return rows.map((row) => ({
    ...row,
    pods: (byMember.get(row.id) ?? []).map(({ member_id: _, ...pod }) => pod),
  }));
}

/** Rows that one statement writes: PostgreSQL takes 65,535 values. */
const AT_ONCE = 5_000;

/** Writes rows some thousands at a time, and answers what each statement did. */
async function inParts<T, R>(rows: readonly T[], write: (some: readonly T[]) => Promise<R[]>): Promise<R[]> {
  const written: R[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE)
    written.push(...(await write(rows.slice(from, from + AT_ONCE))));
  return written;
}

interface StandingMember {
  id: number;
  name: string;
  iban: string;
  account_holder: string;
}

/**
 * Writes the members of a community anew; who stays keeps their number, with the account that is known of them. Answers whether
 * an account has changed.
 */
export async function replaceMembers(
  tx: Tx,
  community_id: number,
  members: readonly NewMember[],
): Promise<boolean> {
  const { company_id } = tx.scope;
  const { rows: held } = await tx.query<{ member_id: number; pod: string; from_on: string }>(
    `select d.member_id, d.pod, d.from_on::text as from_on from community_pod d
     join community_member m on m.company_id = $1 and m.id = d.member_id
     where d.company_id = $1 and m.community_id = $2`,
    [company_id, community_id],
  );
  const { rows: standing } = await tx.query<StandingMember>(
    'delete from community_member where company_id = $1 and community_id = $2 returning id, name, iban, account_holder',
    [company_id, community_id],
  );
  const podsOf = Map.groupBy(held, ({ member_id }) => member_id);
  const numbers = numbersKept(
    standing.map((member) => ({ ...member, pods: podsOf.get(member.id) ?? [] })),
    members,
  );
  const before = new Map(standing.map((member) => [member.id, member]));
  const rows = members.map(({ pods: _, iban, account_holder, ...member }, index) => {
    const known = before.get(numbers[index] ?? 0);
    return {
      ...member,
      id: numbers[index],
      company_id,
      community_id,
      iban: iban ?? known?.iban ?? '',
      account_holder: account_holder ?? known?.account_holder ?? '',
    };
  });
  const made = await inParts(rows, (some) =>
    insertRows<{ id: number }>(tx, 'community_member', some, 'returning id'),
  );
  const pods = members.flatMap(({ pods }, index) =>
    pods.map((pod) => ({ ...pod, company_id, member_id: made[index]?.id ?? 0 })),
  );
  await inParts(pods, (some) => insertRows(tx, 'community_pod', some));
  return rows.some(({ id, iban, account_holder }) => {
    const known = before.get(id ?? 0);
    return iban !== (known?.iban ?? '') || account_holder !== (known?.account_holder ?? '');
  });
}

/** The first of these PODs that a member of another community has on a day in common. */
export async function findTakenPod(
  tx: Tx,
  community_id: number,
  pods: readonly { pod: string; from_on: string; until_on: string | null }[],
): Promise<string | undefined> {
  const { rows } = await tx.query<{ pod: string }>(
    `select d.pod from community_pod d
     join community_member m on m.company_id = $1 and m.id = d.member_id
     join unnest($3::text[], $4::date[], $5::date[]) n (pod, from_on, until_on) on n.pod = d.pod
     where d.company_id = $1 and m.community_id <> $2
       and (d.until_on is null or n.from_on < d.until_on) and (n.until_on is null or d.from_on < n.until_on)
     limit 1`,
    [
      tx.scope.company_id,
      community_id,
      pods.map(({ pod }) => pod),
      pods.map(({ from_on }) => from_on),
      pods.map(({ until_on }) => until_on),
    ],
  );
  return rows[0]?.pod;
}

/** A plant that is taken, and whether by the community itself. */
export interface TakenPlant {
  readonly plant_id: number;
  readonly own: boolean;
}

/**
 * The first of these plants that a community has on a day in common, as itself or as another plant at its POD. Of all plants,
 * whoever asks: what is metered once is paid once. Of the community itself only what the asker does not see is held against
 * them, for what they see of it they name anew.
 */
export async function findTakenPlant(
  tx: Tx,
  community_id: number,
  plants: readonly { plant_id: number; from_on: string; until_on: string | null }[],
): Promise<TakenPlant | undefined> {
  const { rows: seen } = await tx.query<{ plant_id: number }>(
    'select plant_id from community_plant where company_id = $1 and community_id = $2',
    [tx.scope.company_id, community_id],
  );
  const { rows } = await withEveryPlant(tx, () =>
    tx.query<TakenPlant>(
      `select n.plant_id, l.community_id = $2 as own
       from unnest($3::bigint[], $4::date[], $5::date[]) n (plant_id, from_on, until_on)
       left join plants.plant_master_data m on m.company_id = $1 and m.plant_id = n.plant_id
       left join residential.home h on h.company_id = $1 and h.plant_id = n.plant_id
       join community_plant l on l.company_id = $1 and not (l.community_id = $2 and l.plant_id = any($6))
         and (l.until_on is null or n.from_on < l.until_on) and (n.until_on is null or l.from_on < n.until_on)
       left join plants.plant_master_data o on o.company_id = $1 and o.plant_id = l.plant_id
       left join residential.home g on g.company_id = $1 and g.plant_id = l.plant_id
       where l.plant_id = n.plant_id
         or coalesce(nullif(m.pod, ''), nullif(h.pod, '')) = coalesce(nullif(o.pod, ''), nullif(g.pod, ''))
       limit 1`,
      [
        tx.scope.company_id,
        community_id,
        plants.map(({ plant_id }) => plant_id),
        plants.map(({ from_on }) => from_on),
        plants.map(({ until_on }) => until_on),
        seen.map(({ plant_id }) => plant_id),
      ],
    ),
  );
  return rows[0];
}

export interface LinkedPlantRow {
  plant_id: number;
  proj_code: string;
  name: string;
  power_kw: number | null;
  in_operation: string | null;
  substation: string;
  grant_share: number;
  from_on: string;
  until_on: string | null;
}

/** Plants of a community that the scope sees, by name. */
export async function listLinkedPlants(tx: Tx, community_id: number): Promise<LinkedPlantRow[]> {
  const { rows } = await tx.query<LinkedPlantRow>(
    `select l.plant_id, p.proj_code, p.name, p.potenza_nominale as power_kw, m.entered_operation_on::text as in_operation,
       l.substation, l.grant_share, l.from_on::text as from_on, l.until_on::text as until_on
     from community_plant l
     join plants.plant p on p.company_id = $1 and p.id = l.plant_id
     left join plants.plant_master_data m on m.company_id = $1 and m.plant_id = l.plant_id
     where l.company_id = $1 and l.community_id = $2 order by lower(p.name), p.proj_code`,
    [tx.scope.company_id, community_id],
  );
  return rows;
}

interface UnseenPlant {
  readonly community_id: number;
  readonly from_on: string;
  readonly until_on: string | null;
}

/** Since when plants belong to communities that the scope does not see: a sum without them is not the whole. */
export async function listUnseenPlants(tx: Tx, community_id: number | null = null): Promise<UnseenPlant[]> {
  const read = async () => {
    const { rows } = await tx.query<UnseenPlant & { plant_id: number }>(
      `select l.community_id, l.plant_id, l.from_on::text as from_on, l.until_on::text as until_on from community_plant l
       where l.company_id = $1 and ($2::bigint is null or l.community_id = $2)`,
      [tx.scope.company_id, community_id],
    );
    return rows;
  };
  const keyOf = (row: { community_id: number; plant_id: number }) => `${row.community_id} ${row.plant_id}`;
  const seen = new Set((await read()).map(keyOf));
  const all = await withEveryPlant(tx, read);
  return all.filter((row) => !seen.has(keyOf(row))).map(({ plant_id: _, ...row }) => row);
}

/** Writes the plants of a community anew, of those that the scope sees. */
export async function replacePlants(
  tx: Tx,
  community_id: number,
  plants: readonly (Omit<NewPlant, 'proj_code'> & { plant_id: number })[],
): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query('delete from community_plant where company_id = $1 and community_id = $2', [
    company_id,
    community_id,
  ]);
  if (plants.length > 0)
    await insertRows(
      tx,
      'community_plant',
      plants.map((plant) => ({ ...plant, company_id, community_id })),
    );
}
