import { insertRows } from '../../../shared/server/columns.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays } from '../../../shared/units/zones.ts';
import { type DaySum, listDaySums, sumsTold } from './home-days.repository.ts';

/** Sums of so many days are kept of each project. */
const KEPT_DAYS = 400;
const SUMS = [
  'homes',
  'produced_kwh',
  'imported_kwh',
  'exported_kwh',
  'charged_kwh',
  'discharged_kwh',
  'used_kwh',
  'self_used_kwh',
] as const;
const NONE = Object.fromEntries(SUMS.map((name) => [name, 0]));
/** Sums of so many days are made in one transaction, which others wait for. */
const DAYS_AT_ONCE = 60;
/** Rows of one statement. */
const ROWS_AT_ONCE = 2000;

/** Every home of the company that has one, by project, and which homes they are: not the same once one comes, goes or is erased. */
const GROUPS = `
  select h.project_id, bit_xor(hashint8extended(h.plant_id, 0)) as members
  from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
  where h.company_id = $1 and h.erased_at is null`;

interface Query {
  readonly project_id?: number | undefined;
  readonly from: string;
  readonly to: string;
}

/** What is kept of each day, and whether it is kept of every project. */
async function listKeptDays(
  tx: Tx,
  { project_id, from, to, least }: Query & { least: number },
): Promise<(DaySum & { whole: boolean })[]> {
  const { rows } = await tx.query<DaySum & { whole: boolean }>(
    `with g as (${GROUPS} and ($4::bigint is null or h.project_id = $4) group by h.project_id)
     select to_char(t.day, 'YYYY-MM-DD') as day, count(s.id) = count(*) as whole, ${sumsTold('$5')}
     from (select $2::date + i as day from generate_series(0, $3::date - $2::date) i) t cross join g
     left join home_group_day s
       on s.company_id = $1 and s.day = t.day and s.members = g.members and s.project_id is not distinct from g.project_id
     group by t.day order by t.day`,
    [tx.scope.company_id, from, to, project_id ?? null, least],
  );
  return rows;
}

/**
 * Sums of homes day by day, as they are kept; days of which sums are not kept, or not any more, are summed up of the days of homes, and
 * so are all of them for whoever is named for some plants. Days of fewer homes than `least` are left out.
 */
export async function listGroupSums(tx: Tx, asked: Query & { least: number }): Promise<DaySum[]> {
  if (plantFilter(tx.scope) !== null) return listDaySums(tx, asked);
  const days = await listKeptDays(tx, asked);
  const lacking = days.filter(({ whole }) => !whole);
  const [first, last] = [lacking[0]?.day, lacking.at(-1)?.day];
  const made = first && last ? await listDaySums(tx, { ...asked, from: first, to: last }) : [];
  const kept = days.flatMap(({ whole: _, ...sum }) =>
    sum.homes >= asked.least && !(first && last && sum.day >= first && sum.day <= last) ? [sum] : [],
  );
  return [...kept, ...made].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Nobody else changes days of homes, or keeps their sums, until the transaction ends. */
const holdSums = (tx: Tx) =>
  tx.query("select pg_advisory_xact_lock(hashtext('home_group_day'), $1)", [tx.scope.company_id]);

/** Forgets the sums of days of which some home's was made anew: last in the transaction that does so, others wait for its end. */
export async function forgetGroupDays(tx: Tx, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  await holdSums(tx);
  await tx.query(
    'delete from home_group_day where company_id = $1 and day = any($2::date[])',
    [tx.scope.company_id, days],
    'residential_group_days_gone',
  );
}

/** Forgets the sums that a home is in: it is to leave nothing behind. Whoever is keeping some is waited for. */
export async function forgetSumsOf(tx: Tx, plant_id: number): Promise<void> {
  await holdSums(tx);
  await tx.query(
    `delete from home_group_day where company_id = $1
       and project_id is not distinct from (select project_id from home where company_id = $1 and plant_id = $2)`,
    [tx.scope.company_id, plant_id],
  );
}

interface LackingDay {
  project_id: number | null;
  day: string;
}

/** The days of which no sum of a project stands that could be read. */
async function listLacking(tx: Tx, { from, to }: Query): Promise<LackingDay[]> {
  const { rows } = await tx.query<LackingDay>(
    `with g as (${GROUPS} group by h.project_id)
     select g.project_id, to_char(t.day, 'YYYY-MM-DD') as day
     from (select $2::date + i as day from generate_series(0, $3::date - $2::date) i) t cross join g
     where not exists (select from home_group_day k
       where k.company_id = $1 and k.day = t.day and k.members = g.members and k.project_id is not distinct from g.project_id)
     order by t.day, g.project_id`,
    [tx.scope.company_id, from, to],
  );
  return rows;
}

/** A project on a day of which the balance of some home is known; without a day what a project is that has none. */
interface ProjectDay extends Omit<DaySum, 'day' | 'left_out'> {
  project_id: number | null;
  /** 64 bits as text. */
  members: string;
  day: string | null;
}

async function sumProjects(tx: Tx, { from, to }: Query): Promise<ProjectDay[]> {
  const { rows } = await tx.query<ProjectDay>(
    `with g as (${GROUPS} group by h.project_id),
     s as (select h.project_id, y.day, count(*)::int as homes,
                  ${SUMS.slice(1)
                    .map((name) => `coalesce(sum(y.${name}), 0) as ${name}`)
                    .join(', ')}
           from home h join plants.plant p on p.company_id = $1 and p.id = h.plant_id
           join home_day y on y.company_id = $1 and y.plant_id = h.plant_id and y.day between $2::date and $3::date and y.used_kwh is not null
           where h.company_id = $1 and h.erased_at is null group by h.project_id, y.day)
     select g.project_id, g.members::text as members, to_char(s.day, 'YYYY-MM-DD') as day, ${SUMS.map((name) => `coalesce(s.${name}, 0) as ${name}`).join(', ')}
     from g left join s on s.project_id is not distinct from g.project_id`,
    [tx.scope.company_id, from, to],
  );
  return rows;
}

/** Sums of which nobody asks any more, and those of projects without homes. */
async function dropOldSums(tx: Tx, from: string): Promise<void> {
  await tx.query(
    `delete from home_group_day where company_id = $1 and (day < $2::date or coalesce(project_id, 0) not in (
       select coalesce(h.project_id, 0) from home h where h.company_id = $1 and h.erased_at is null))`,
    [tx.scope.company_id, from],
  );
}

/**
 * Makes sums that are not kept, or not any more, up to a day: those of the first days that lack, and none twice. Answers of how many days
 * of projects; more may lack until it is none.
 */
export async function keepGroupDays(tx: Tx, to: string): Promise<number> {
  const span = { from: addDays(to, -KEPT_DAYS), to };
  await holdSums(tx);
  await dropOldSums(tx, span.from);
  const all = await listLacking(tx, span);
  const until = addDays(all[0]?.day ?? to, DAYS_AT_ONCE - 1);
  const lacking = all.filter(({ day }) => day <= until);
  const [first, last] = [lacking[0], lacking.at(-1)];
  if (!first || !last) return 0;
  const sums = await sumProjects(tx, { from: first.day, to: last.day });
  const keyOf = (project_id: number | null, day: string | null) => `${project_id} ${day}`;
  const byDay = new Map(sums.map((sum) => [keyOf(sum.project_id, sum.day), sum]));
  const members = new Map(sums.map((sum) => [sum.project_id, sum.members]));
  const rows = lacking.flatMap(({ project_id, day }) => {
    const own = members.get(project_id);
    if (own === undefined) return [];
    const sum = byDay.get(keyOf(project_id, day)) ?? NONE;
    return [{ ...NONE, ...sum, company_id: tx.scope.company_id, project_id, day, members: own }];
  });
  const columns = ['members', ...SUMS].map((name) => `${name} = excluded.${name}`).join(', ');
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await insertRows(
      tx,
      'home_group_day',
      rows.slice(at, at + ROWS_AT_ONCE),
      `on conflict (company_id, project_id, day) do update set ${columns}`,
    );
  return rows.length;
}
