import type pg from 'pg';
import type { Tx } from '../../../shared/server/tenancy.ts';

/** Who asks: the person in all their companies, and the company. */
interface Subjects {
  readonly person: string;
  readonly company: string;
}

const subjectsOf = ({ scope }: Tx): Subjects => ({
  person: `person ${scope.user_id}`,
  company: `company ${scope.company_id}`,
});

/** From here to the end of the transaction neither the company nor the person asks anything else: what is counted stays counted. */
export async function lockQuestions(tx: Tx): Promise<void> {
  const { person, company } = subjectsOf(tx);
  // Always in this order, so that two never wait for each other.
  for (const subject of [company, person])
    await tx.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', ['field question', subject]);
}

export interface RecentTasks {
  /** Tasks of the last minute, and seconds until the oldest of them counts no more. */
  tasks: number;
  free_in_s: number;
  /** Different gateways of the last hour, without and with those that are to be asked now. */
  gateways: number;
  gateways_then: number;
}

/** How much was asked lately, by the person and by the company. @param reaches host and port of each gateway that is to be asked now */
export async function countAsked(
  tx: Tx,
  reaches: readonly string[],
): Promise<{ person: RecentTasks; company: RecentTasks }> {
  const { person, company } = subjectsOf(tx);
  const { rows } = await tx.query<RecentTasks & { subject: string }>(
    `select u.subject, coalesce(m.tasks, 0)::int as tasks, coalesce(m.free_in_s, 0)::int as free_in_s,
            (select count(distinct g)::int from field_asked a, unnest(a.gateways) g
             where a.subject = u.subject and a.asked_at > now() - interval '1 hour') as gateways,
            (select count(*)::int from (
               select g from field_asked a, unnest(a.gateways) g where a.subject = u.subject and a.asked_at > now() - interval '1 hour'
               union select hashtextextended(r, 0) from unnest($3::text[]) r) x) as gateways_then
     from unnest(array[$1, $2]) u (subject), lateral (
       select sum(a.tasks) as tasks, ceil(extract(epoch from min(a.asked_at) + interval '1 minute' - now())) as free_in_s
       from field_asked a where a.subject = u.subject and a.asked_at > now() - interval '1 minute') m`,
    [person, company, reaches],
  );
  const none: RecentTasks = { tasks: 0, free_in_s: 0, gateways: 0, gateways_then: 0 };
  const of = (subject: string) => rows.find((row) => row.subject === subject) ?? none;
  return { person: of(person), company: of(company) };
}

/** Counts a question, for the person and for the company. */
export async function noteAsked(tx: Tx, tasks: number, reaches: readonly string[]): Promise<void> {
  const { person, company } = subjectsOf(tx);
  await tx.query(
    `insert into field_asked (subject, tasks, gateways)
     select s, $2, array(select distinct hashtextextended(r, 0) from unnest($3::text[]) r) from unnest($1::text[]) s`,
    [[person, company], tasks, reaches],
  );
}

/** Forgets what counts no more. */
export async function removeOldCounts(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from field_asked where asked_at < now() - interval '1 hour'`);
}
