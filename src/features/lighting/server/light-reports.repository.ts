import type { Tx } from '../../../shared/server/tenancy.ts';

export interface ReportRow {
  id: number;
  light_id: number;
  text: string;
  reporter: string;
  state: 'open' | 'repaired' | 'dismissed';
  created_by: number | null;
  created_at: Date;
  ended_by: number | null;
  ended_at: Date | null;
  version: number;
}

const REPORT = 'id, light_id, text, reporter, state, created_by, created_at, ended_by, ended_at, version';

/** Reports, those that are open first, of these the newest, a page of them. */
export async function pageOfReports(
  tx: Tx,
  of: { readonly light_id: number | null; readonly state: string | null },
  { page, page_size }: { readonly page: number; readonly page_size: number },
): Promise<{ results: ReportRow[]; count: number }> {
  const { rows } = await tx.query<ReportRow & { count: number }>(
    `select ${REPORT}, (count(*) over ())::int as count from light_report
     where company_id = $1 and ($2::bigint is null or light_id = $2) and ($3::text is null or state = $3)
     order by (state = 'open') desc, id desc limit $4 offset $5`,
    [tx.scope.company_id, of.light_id, of.state, page_size, (page - 1) * page_size],
  );
  return { results: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 };
}

export async function findReport(tx: Tx, id: number): Promise<ReportRow | undefined> {
  const { rows } = await tx.query<ReportRow>(
    `select ${REPORT} from light_report where company_id = $1 and id = $2`,
    [tx.scope.company_id, id],
  );
  return rows[0];
}

export async function insertReport(
  tx: Tx,
  { light_id, text, reporter }: Pick<ReportRow, 'light_id' | 'text' | 'reporter'>,
  now: Date,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into light_report (company_id, light_id, text, reporter, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [tx.scope.company_id, light_id, text, reporter, tx.scope.user_id, now],
  );
  return Number(rows[0]?.id);
}

/** Closes a report, or opens it again. */
export async function setReport(
  tx: Tx,
  { id, state }: Pick<ReportRow, 'id' | 'state'>,
  now: Date,
): Promise<void> {
  const ended = state === 'open' ? [null, null] : [tx.scope.user_id, now];
  await tx.query(
    `update light_report set state = $3, ended_by = $4, ended_at = $5, version = version + 1
     where company_id = $1 and id = $2`,
    [tx.scope.company_id, id, state, ...ended],
  );
}
