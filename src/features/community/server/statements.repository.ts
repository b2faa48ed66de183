import type { ChainEnd } from '../../../shared/server/sealed-chain.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import type { OtherMonth } from '../statement-energies.model.ts';
import { type StatedName, withNames } from '../statement-names.model.ts';
import type { StatementContent } from '../statements.contract.ts';
import { listNames, listNamesOf } from './statement-names.repository.ts';

export interface StatementRecord {
  readonly id: number;
  readonly community_id: number;
  readonly year: number;
  readonly number: number;
  /** YYYY-MM. */
  readonly month: string;
  readonly revision: number;
  readonly corrects: number | null;
  readonly hash: string;
  readonly previous_hash: string | null;
  readonly closed_by: number;
  readonly closed_at: Date;
}

/** One in a list: what it comes to, without who is due what. */
export interface ListedStatement extends StatementRecord {
  readonly due_cents: number;
  readonly change_cents: number;
}

interface Hashed {
  /** Closed when names were still hashed: its hash fits what is read, until one of them is deleted. */
  readonly names_in_hash: boolean;
  /** Null: as it was closed. */
  readonly resealed_at: Date | null;
}

export interface KeptStatement extends StatementRecord, Hashed {
  /** As it is stored, with seals in the place of names. */
  readonly nameless: StatementContent;
  /** As it is read. */
  readonly content: StatementContent;
  readonly names: readonly StatedName[];
}

/** SQL: the second hash of a statement, null where it has none. */
const SECOND = `(select r.hash from community_statement_reseal r
    where r.company_id = $1 and r.statement_id = community_statement.id)`;

/** First hashes of those that were sealed anew stay in the table: names and PODs could be tried against them. */
const COLUMNS = `id, community_id, year, number, to_char(month, 'YYYY-MM') as month, revision, corrects,
  coalesce(${SECOND}, hash) as hash, case when ${SECOND} is null then previous_hash end as previous_hash,
  closed_by, closed_at`;

interface Wanted {
  readonly community_id: number;
  /** YYYY-MM; all of them where it is not said. */
  readonly month?: string | undefined;
}

interface Page {
  readonly page: number;
  readonly page_size: number;
}

export async function countStatements(tx: Tx, { community_id, month }: Wanted): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from community_statement
     where company_id = $1 and community_id = $2 and ($3::date is null or month = $3)`,
    [tx.scope.company_id, community_id, month === undefined ? null : `${month}-01`],
  );
  return rows[0]?.count ?? 0;
}

/** Statements of a community, the newest month first, in it the last correction. */
export async function listStatements(
  tx: Tx,
  { community_id, month }: Wanted,
  { page, page_size }: Page,
): Promise<ListedStatement[]> {
  const { rows } = await tx.query<ListedStatement>(
    `select ${COLUMNS}, (content #>> '{total,due,cents}')::bigint as due_cents,
       (content #>> '{total,change,cents}')::bigint as change_cents
     from community_statement
     where company_id = $1 and community_id = $2 and ($3::date is null or month = $3)
     order by community_statement.month desc, revision desc limit $4 offset $5`,
    [
      tx.scope.company_id,
      community_id,
      month === undefined ? null : `${month}-01`,
      page_size,
      (page - 1) * page_size,
    ],
  );
  return rows;
}

type StoredStatement = StatementRecord & Hashed & { readonly content: StatementContent };

const WITH_RESEAL = `${COLUMNS}, names_in_hash,
  (select r.resealed_at from community_statement_reseal r where r.company_id = $1 and r.statement_id = $2) as resealed_at`;

const read = ({ content, ...record }: StoredStatement, names: readonly StatedName[]): KeptStatement => ({
  ...record,
  names,
  nameless: content,
  content: withNames(content, names),
});

export async function findStatement(tx: Tx, id: number): Promise<KeptStatement | undefined> {
  const { rows } = await tx.query<StoredStatement>(
    `select ${WITH_RESEAL}, content from community_statement where company_id = $1 and id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0] && read(rows[0], await listNames(tx, id));
}

/** A statement as far as it concerns one member: of the others it holds nothing. */
export async function findStatementOf(
  tx: Tx,
  id: number,
  member_id: number,
): Promise<KeptStatement | undefined> {
  const { rows } = await tx.query<StoredStatement>(
    `select ${WITH_RESEAL},
       (content - 'members' - 'lines' - 'missing') || jsonb_build_object(
         'missing', '[]'::jsonb,
         'members', jsonb_path_query_array(content, '$.members[*] ? (@.id == $id)', jsonb_build_object('id', $3::bigint)),
         'lines', jsonb_path_query_array(content, '$.lines[*] ? (@.member_id == $id)', jsonb_build_object('id', $3::bigint))
       ) as content
     from community_statement where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, member_id],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { members, lines, notes } = row.content;
  const seals = [
    ...members.flatMap(({ name, pods }) => [name, ...pods]),
    ...[...lines, ...notes].map(({ name }) => name),
  ];
  return read(row, await listNamesOf(tx, id, seals));
}

/** The other closed months of the same year, before and after one, each as it was closed last. */
export async function listOtherMonths(tx: Tx, community_id: number, month: string): Promise<OtherMonth[]> {
  const year = Number(month.slice(0, 4));
  const { rows } = await tx.query<OtherMonth>(
    `select distinct on (s.month) to_char(s.month, 'YYYY-MM') as month, s.content -> 'surplus_basis' as basis,
       (s.content #>> '{money,surplus_cents}')::bigint as surplus_cents
     from community_statement s
     where s.company_id = $1 and s.community_id = $2 and s.month >= $3::date and s.month < $4::date
       and s.month <> $5::date
     order by s.month, s.revision desc`,
    [tx.scope.company_id, community_id, `${year}-01-01`, `${year + 1}-01-01`, `${month}-01`],
  );
  return rows;
}

/** The company's last statement of all communities, with the hash that the next one follows. */
export async function lastOfCompany(tx: Tx): Promise<ChainEnd | undefined> {
  const { rows } = await tx.query<ChainEnd>(
    `select coalesce(${SECOND}, hash) as hash, year, number from community_statement
     where company_id = $1 order by year desc, number desc limit 1`,
    [tx.scope.company_id],
  );
  return rows[0];
}

type NewRecord = Omit<StatementRecord, 'id'> & Pick<KeptStatement, 'nameless'>;

export async function insertStatement(
  tx: Tx,
  { community_id, year, number, month, revision, corrects, nameless, ...sealed }: NewRecord,
): Promise<number> {
  const { hash, previous_hash, closed_by, closed_at } = sealed;
  const { rows } = await tx.query<{ id: number }>(
    `insert into community_statement (company_id, community_id, year, number, month, revision, corrects, content, hash,
       previous_hash, closed_by, closed_at)
     values ($1, $2, $3, $4, $5::date, $6, $7, $8::jsonb, $9, $10, $11, $12) returning id`,
    [
      tx.scope.company_id,
      community_id,
      year,
      number,
      `${month}-01`,
      revision,
      corrects,
      JSON.stringify(nameless),
      hash,
      previous_hash,
      closed_by,
      closed_at,
    ],
  );
  return rows[0]?.id ?? 0;
}

/**
 * Statements that are to be sealed anew when names of some are deleted: those whose hash fits only with the names, and all that the chain
 * joins to them, because whoever supposes a name can follow it from hash to hash. After a second hash the chain holds no names.
 */
export async function listToReseal(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `with chain as (
       select s.id, s.names_in_hash, r.statement_id is not null as is_second,
         row_number() over (order by s.year, s.number) as place
       from community_statement s
       left join community_statement_reseal r on r.company_id = $1 and r.statement_id = s.id
       where s.company_id = $1)
     select c.id from chain c where not c.is_second and exists (
       select 1 from chain f where f.id = any($2) and f.names_in_hash and not f.is_second and f.place <= c.place
         and not exists (select 1 from chain b where b.is_second and b.place > f.place and b.place < c.place))
     order by c.place`,
    [tx.scope.company_id, ids],
  );
  return rows.map(({ id }) => id);
}

export async function insertReseal(
  tx: Tx,
  statement_id: number,
  { hash, at }: { hash: string; at: Date },
): Promise<void> {
  await tx.query(
    'insert into community_statement_reseal (company_id, statement_id, hash, resealed_at) values ($1, $2, $3, $4)',
    [tx.scope.company_id, statement_id, hash, at],
  );
}

/** Whether a month of a community was ever closed. */
export async function hasStatements(tx: Tx, community_id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select 1 as closed from community_statement where company_id = $1 and community_id = $2 limit 1',
    [tx.scope.company_id, community_id],
  );
  return rowCount > 0;
}
