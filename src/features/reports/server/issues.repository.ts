import { readsHomes } from '../../../shared/server/homes.ts';
import { withBin } from '../../../shared/server/records/bin.ts';
import type { ChainEnd } from '../../../shared/server/sealed-chain.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import type { IssueContent, IssueInput, ReportKind } from '../report-issues.contract.ts';
import type { ReportPeriod } from '../reports.model.ts';

/** Of what an issue is: the same again is a correction. */
export interface IssueOf {
  readonly kind: ReportKind;
  /** In order. */
  readonly plant_ids: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly by: ReportPeriod;
}

export interface IssueRecord extends IssueOf {
  readonly id: number;
  readonly year: number;
  readonly number: number;
  readonly revision: number;
  readonly corrects: number | null;
  readonly hash: string;
  readonly previous_hash: string | null;
  readonly issued_by: number;
  readonly issued_at: Date;
}

export interface ListedIssue extends IssueRecord {
  readonly codes: readonly string[];
  readonly changes: number;
}

export interface KeptIssue extends IssueRecord {
  readonly content: IssueContent;
}

const COLUMNS = `id, kind, plant_ids, to_char(from_on, 'YYYY-MM-DD') as from, to_char(to_on, 'YYYY-MM-DD') as to, period as by, year,
  number, revision, corrects, hash, previous_hash, issued_by, issued_at`;

/** One after the other in the company: numbers and hashes follow each other. */
export async function lockIssues(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtext('report issues'), $1)", [tx.scope.company_id]);
}

/** Issues of plants that the scope sees; of a home where it may read homes: asked with the bin in sight, as an archived home stays one. */
const readable = (plants: number, homes: number): string =>
  `($${plants}::bigint[] is null or plant_ids <@ $${plants}) and ($${homes} or not exists (
     select from plants.plant p where p.company_id = $1 and p.id = any(plant_ids) and p.kind <> 'asset'))`;

interface PageOf {
  readonly kind: ReportKind;
  readonly page: number;
  readonly page_size: number;
}

/** A page of the issues of a kind, the newest first; those that hold a plant which the scope may not see are left out. */
export async function listIssues(tx: Tx, { kind, page, page_size }: PageOf): Promise<ListedIssue[]> {
  const query = () =>
    tx.query<ListedIssue>(
      `select ${COLUMNS}, jsonb_array_length(content -> 'changes') as changes,
       array(select plant ->> 'proj_code' from jsonb_array_elements(content -> 'plants') plant) as codes
     from report_issue
     where company_id = $1 and kind = $2 and ${readable(3, 6)}
     order by issued_at desc, id desc limit $4 offset $5`,
      [
        tx.scope.company_id,
        kind,
        plantFilter(tx.scope),
        page_size,
        (page - 1) * page_size,
        readsHomes(tx.scope),
      ],
    );
  const { rows } = await withBin(tx, query);
  return rows;
}

/** How many issues of a kind the scope may see. */
export async function countIssues(tx: Tx, kind: ReportKind): Promise<number> {
  const { rows } = await withBin(tx, () =>
    tx.query<{ count: number }>(
      `select count(*)::int as count from report_issue
     where company_id = $1 and kind = $2 and ${readable(3, 4)}`,
      [tx.scope.company_id, kind, plantFilter(tx.scope), readsHomes(tx.scope)],
    ),
  );
  return rows[0]?.count ?? 0;
}

export async function findIssue(tx: Tx, id: number): Promise<KeptIssue | undefined> {
  const { rows } = await withBin(tx, () =>
    tx.query<KeptIssue>(
      `select ${COLUMNS}, content from report_issue
     where company_id = $1 and id = $2 and ${readable(3, 4)}`,
      [tx.scope.company_id, id, plantFilter(tx.scope), readsHomes(tx.scope)],
    ),
  );
  return rows[0];
}

/** The last issue of the same plants and days; undefined: there is none. */
export async function lastIssueOf(
  tx: Tx,
  { kind, plant_ids, from, to, by }: IssueOf,
): Promise<KeptIssue | undefined> {
  const { rows } = await tx.query<KeptIssue>(
    `select ${COLUMNS}, content from report_issue
     where company_id = $1 and kind = $2 and plant_ids = $3::bigint[] and from_on = $4 and to_on = $5 and period = $6
     order by revision desc limit 1`,
    [tx.scope.company_id, kind, plant_ids, from, to, by],
  );
  return rows[0];
}

/** The company's last issue, whatever it is of. */
export async function lastOfCompany(tx: Tx): Promise<ChainEnd | undefined> {
  const { rows } = await tx.query<ChainEnd>(
    'select hash, year, number from report_issue where company_id = $1 order by year desc, number desc limit 1',
    [tx.scope.company_id],
  );
  return rows[0];
}

export async function insertIssue(tx: Tx, issue: Omit<KeptIssue, 'id'>): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into report_issue (company_id, kind, plant_ids, from_on, to_on, period, year, number, revision, corrects, content, hash,
       previous_hash, issued_by, issued_at)
     values ($1, $2, $3::bigint[], $4::date, $5::date, $6, $7, $8, $9, $10, $11::jsonb, $12, $13, $14, $15) returning id`,
    [
      tx.scope.company_id,
      issue.kind,
      issue.plant_ids,
      issue.from,
      issue.to,
      issue.by,
      issue.year,
      issue.number,
      issue.revision,
      issue.corrects,
      JSON.stringify(issue.content),
      issue.hash,
      issue.previous_hash,
      issue.issued_by,
      issue.issued_at,
    ],
  );
  return rows[0]?.id ?? 0;
}

/** What the figures of plants are made of, each in its version: plants, tariffs, downtimes of these days, K451 settings. */
export async function listInputs(
  tx: Tx,
  { plant_ids, from, to }: Pick<IssueOf, 'plant_ids' | 'from' | 'to'>,
): Promise<IssueInput[]> {
  const { rows } = await tx.query<IssueInput>(
    `select 'plant' as kind, p.id, p.version from plants.plant p where p.company_id = $1 and p.id = any($2::bigint[])
     union all
     select 'tariff', t.id, t.version from revenues.tariff t where t.company_id = $1 and t.plant_id = any($2::bigint[])
     union all
     select 'downtime', d.id, d.version from downtimes.downtime d
     where d.company_id = $1 and d.plant_id = any($2::bigint[]) and exists (
       select from downtimes.downtime_day y
       where y.company_id = $1 and y.downtime_id = d.id and y.day between $3::date and $4::date)
     union all
     select 'k451_setting', s.id, s.version from downtimes.k451_setting s
     where s.company_id = $1 and (s.plant_id is null or s.plant_id = any($2::bigint[]))
       and s.from_on <= $4::date and (s.to_on is null or s.to_on >= $3::date)
     order by 1, 2`,
    [tx.scope.company_id, plant_ids, from, to],
  );
  return rows;
}
