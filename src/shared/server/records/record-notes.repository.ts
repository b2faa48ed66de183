import type { Role } from '../../contract/capabilities.ts';
import { SEES_EVERY_PLANT } from '../../contract/capabilities.ts';
import { listMemberNames } from '../account-names.repository.ts';
import type { PageQuery } from '../http/pages.ts';
import type { Tx } from '../tenancy.ts';

/** A record of some kind, as its notes name it. */
export interface RecordOf {
  readonly kind: string;
  readonly id: number;
  readonly plant_id: number | null;
}

export interface CommentRow {
  id: number;
  body: string;
  author_id: number | null;
  author_party: string | null;
  author_name: string | null;
  created_at: Date;
  edited_at: Date | null;
  removed_at: Date | null;
  version: number;
}

/** A row as it lies in its table: its author's name is asked for apart. */
export type Stored<R extends { author_name: string | null }> = Omit<R, 'author_name'>;

/** Rows with the names of those authors who belong to the company. */
export async function withAuthors<R extends { author_id: number | null }>(
  tx: Tx,
  rows: readonly R[],
): Promise<(R & { author_name: string | null })[]> {
  const names = await listMemberNames(
    tx,
    rows.map(({ author_id }) => author_id),
  );
  return rows.map((row) => ({ ...row, author_name: names.get(row.author_id ?? 0) ?? null }));
}

const COMMENT = `c.id, c.body, c.author_id, c.author_party, c.created_at, c.edited_at, c.removed_at, c.version`;

/** A page of the comments on a record, newest first. */
export async function listComments(
  tx: Tx,
  { kind, id }: RecordOf,
  { page, page_size }: PageQuery,
): Promise<{ count: number; rows: CommentRow[] }> {
  const of = [tx.scope.company_id, kind, id];
  const counted = await tx.query<{ count: number }>(
    'select count(*)::int as count from record_comment where company_id = $1 and kind = $2 and record_id = $3',
    of,
  );
  const { rows } = await tx.query<Stored<CommentRow>>(
    `select ${COMMENT} from record_comment c
     where c.company_id = $1 and c.kind = $2 and c.record_id = $3 order by c.id desc limit $4 offset $5`,
    [...of, page_size, (page - 1) * page_size],
  );
  return { count: counted.rows[0]?.count ?? 0, rows: await withAuthors(tx, rows) };
}

/** A comment on a record, held until the transaction ends. */
export async function lockComment(
  tx: Tx,
  { kind, id }: RecordOf,
  comment_id: number,
): Promise<CommentRow | undefined> {
  const { rows } = await tx.query<Stored<CommentRow>>(
    `select ${COMMENT} from record_comment c
     where c.company_id = $1 and c.kind = $2 and c.record_id = $3 and c.id = $4 for update of c`,
    [tx.scope.company_id, kind, id, comment_id],
  );
  return (await withAuthors(tx, rows))[0];
}

/** Who writes: a person's number, or the name of an outside party. */
export const authorOf = ({ scope }: Tx): [user_id: number | null, party: string | null] => [
  scope.user_id,
  scope.party?.name ?? null,
];

/** Stores a comment; undefined where one was sent with this key already. */
export async function insertComment(
  tx: Tx,
  { kind, id, plant_id }: RecordOf,
  { text, client_key }: { text: string; client_key: string | undefined },
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into record_comment (company_id, kind, record_id, plant_id, author_id, author_party, body, client_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (company_id, client_key) do nothing returning id`,
    [tx.scope.company_id, kind, id, plant_id, ...authorOf(tx), text, client_key ?? null],
  );
  return rows[0]?.id;
}

/** The comment that the person has sent with this key, on this record. */
export async function findCommentByKey(
  tx: Tx,
  { kind, id }: RecordOf,
  client_key: string,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from record_comment
     where company_id = $1 and client_key = $2 and kind = $3 and record_id = $4
       and author_id is not distinct from $5 and author_party is not distinct from $6`,
    [tx.scope.company_id, client_key, kind, id, ...authorOf(tx)],
  );
  return rows[0]?.id;
}

export async function updateComment(tx: Tx, id: number, text: string, now: Date): Promise<void> {
  await tx.query(
    'update record_comment set body = $3, edited_at = $4, version = version + 1 where company_id = $1 and id = $2',
    [tx.scope.company_id, id, text, now],
  );
}

export async function blankComment(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.query(
    `update record_comment set body = '', removed_at = $3, version = version + 1 where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, now],
  );
}

/** People who wrote on a record. */
export async function listAuthors(tx: Tx, { kind, id }: RecordOf): Promise<number[]> {
  const { rows } = await tx.query<{ author_id: number }>(
    `select distinct author_id from record_comment
     where company_id = $1 and kind = $2 and record_id = $3 and author_id is not null and removed_at is null`,
    [tx.scope.company_id, kind, id],
  );
  return rows.map(({ author_id }) => author_id);
}

export interface AssignmentRow {
  user_id: number | null;
  party: string | null;
  name: string | null;
  assigned_at: Date;
  version: number;
}

export async function findAssignment(tx: Tx, { kind, id }: RecordOf): Promise<AssignmentRow | undefined> {
  const { rows } = await tx.query<Omit<AssignmentRow, 'name'>>(
    `select a.user_id, a.party, a.assigned_at, a.version
     from record_assignment a
     where a.company_id = $1 and a.kind = $2 and a.record_id = $3`,
    [tx.scope.company_id, kind, id],
  );
  const [row] = rows;
  if (!row) return undefined;
  const names = await listMemberNames(tx, [row.user_id]);
  return { ...row, name: names.get(row.user_id ?? 0) ?? null };
}

/** Whoever assigns a record takes their turn until the transaction ends. */
export async function lockAssignment(tx: Tx, { kind, id }: RecordOf): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtext($2), $1)', [
    tx.scope.company_id,
    `record_assignment ${kind} ${id}`,
  ]);
}

export async function saveAssignment(
  tx: Tx,
  { kind, id, plant_id }: RecordOf,
  user_id: number | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into record_assignment (company_id, kind, record_id, plant_id, user_id, assigned_by, assigned_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (company_id, kind, record_id) do update set user_id = excluded.user_id, party = null,
       assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at, version = record_assignment.version + 1`,
    [tx.scope.company_id, kind, id, plant_id, user_id, tx.scope.user_id, now],
  );
}

/** Members who see a plant (null: of no plant), by name. */
export async function listMembersWhoSee(
  tx: Tx,
  plant_id: number | null,
): Promise<{ user_id: number; roles: Role[]; name: string }[]> {
  const { rows } = await tx.query<{ user_id: number; roles: Role[] }>(
    `select u.user_id, u.roles from companies.company_user u
     where u.company_id = $1 and ($2::bigint is null or u.roles && $3::text[] or exists (
       select from companies.company_user_plant s
       where s.company_id = $1 and s.user_id = u.user_id and s.plant_id = $2))
     order by u.user_id`,
    [tx.scope.company_id, plant_id, SEES_EVERY_PLANT],
  );
  const names = await listMemberNames(
    tx,
    rows.map(({ user_id }) => user_id),
  );
  const people = rows.map((row) => ({ ...row, name: names.get(row.user_id) ?? '' }));
  return people.sort((a, b) => a.name.localeCompare(b.name) || a.user_id - b.user_id);
}

/** Deletes all that was left beside a record. */
export async function deleteNotes(tx: Tx, { kind, id }: Pick<RecordOf, 'kind' | 'id'>): Promise<void> {
  for (const table of ['record_comment', 'record_attachment', 'record_assignment'])
    await tx.query(`delete from ${table} where company_id = $1 and kind = $2 and record_id = $3`, [
      tx.scope.company_id,
      kind,
      id,
    ]);
}
