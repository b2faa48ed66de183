import type { Tx } from '../tenancy.ts';

type Row = Record<string, unknown>;

/** What somebody has written beside records of a company, or looks after: each at most so many, newest first. */
export async function listOwnNotes(
  tx: Tx,
  user_id: number,
  most: number,
): Promise<Record<'comments' | 'files' | 'assignments', Row[]>> {
  const of = [tx.scope.company_id, user_id, most];
  const comments = await tx.query<Row>(
    `select kind, record_id, body as text, created_at, edited_at, removed_at from record_comment
     where company_id = $1 and author_id = $2 order by id desc limit $3`,
    of,
  );
  const files = await tx.query<Row>(
    `select kind, record_id, file_name, media_type, size_bytes, sha256, created_at from record_attachment
     where company_id = $1 and author_id = $2 and received_at is not null order by id desc limit $3`,
    of,
  );
  const assignments = await tx.query<Row>(
    `select kind, record_id, assigned_at from record_assignment
     where company_id = $1 and user_id = $2 order by assigned_at desc limit $3`,
    of,
  );
  return { comments: comments.rows, files: files.rows, assignments: assignments.rows };
}
