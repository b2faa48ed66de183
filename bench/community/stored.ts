import { inScope, type Scope, type Tx } from '../../src/shared/server/tenancy.ts';
import { headersOf, makeFleet } from '../fleet.ts';
import { type BenchInstallation, startBenchInstallation } from '../installation.ts';
import { ms } from '../timing.ts';

const MEMBERS = 10_000;
/** Communities of a company, members of each, and months of them: 50,000 years of a member. */
const [COMMUNITIES, MEMBERS_EACH, MONTHS] = [125, 200, 24];
const ASKED = 9;

/** Hours of a month, alike from day to day: real ones take more room on disk, and as long to be found. */
const HOURS =
  '(select array_agg(0.1 + (h % 24) / 100.0 order by h)::float8[] from generate_series(0, 743) h)';

/** Communities of so many members each, whose withdrawal was measured in so many months from January 2025 on. */
async function store(
  tx: Tx,
  {
    name,
    communities,
    members,
    months,
  }: Record<'communities' | 'members' | 'months', number> & { name: string },
): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(
    `insert into community (company_id, name) select $1, $2 || to_char(i, 'FM0000') from generate_series(1, $3::int) i`,
    [company_id, name, communities],
  );
  await tx.query(
    `insert into community_member (company_id, community_id, name, role, kind)
     select $1, c.id, 'Member ' || i, 'consumer', 'family' from community c, generate_series(1, $3::int) i
     where c.company_id = $1 and starts_with(c.name, $2)`,
    [company_id, name, members],
  );
  await tx.query(
    `insert into community_pod (company_id, member_id, pod, from_on)
     select $1, m.id, 'IT001E' || to_char(row_number() over (order by m.id) + ascii($2) * 1000000, 'FM00000000'), '2025-01-01'
     from community_member m join community c on c.company_id = $1 and c.id = m.community_id
     where m.company_id = $1 and starts_with(c.name, $2)`,
    [company_id, name],
  );
  // A month at a time: no statement runs for minutes.
  for (let month = 0; month < months; month++)
    await tx.query(
      `insert into community_hours (company_id, community_id, pod, direction, month, hours, imported_at)
       select $1, m.community_id, d.pod, 'withdrawn', ('2025-01-01'::date + make_interval(months => $3))::date, h.hours, now()
       from community_pod d join community_member m on m.company_id = $1 and m.id = d.member_id
       join community c on c.company_id = $1 and c.id = m.community_id, (select ${HOURS} as hours) h
       where d.company_id = $1 and starts_with(c.name, $2)`,
      [company_id, name, month],
    );
}

/** A plant that feeds more than anybody draws, at a POD of the one large community. */
async function feed(tx: Tx): Promise<void> {
  const given = [tx.scope.company_id];
  await tx.query(
    `insert into plant_master_data (company_id, plant_id, pod, entered_operation_on)
     select company_id, id, 'IT001E99999999', '2024-05-01' from plant where company_id = $1`,
    given,
  );
  await tx.query(
    `insert into community_plant (company_id, community_id, plant_id, from_on)
     select $1, c.id, p.id, '2025-01-01' from community c, plant p
     where c.company_id = $1 and p.company_id = $1 and starts_with(c.name, 'A')`,
    given,
  );
  await tx.query(
    `insert into community_hours (company_id, community_id, pod, direction, month, hours, imported_at)
     select $1, id, 'IT001E99999999', 'injected', '2025-01-01', array_fill(500::float8, array[744]), now()
     from community where company_id = $1 and starts_with(name, 'A')`,
    given,
  );
}

const mb = (kib: number): string => `${Math.round(kib / 1024)} MB`;

async function asked(
  bench: BenchInstallation,
  { scope, headers, years }: { scope: Scope; headers: Record<string, string>; years: boolean },
): Promise<void> {
  const idOf = async (name: string) => {
    const { rows } = await inScope(bench.pool, scope, (tx) =>
      tx.query<{ id: number }>(
        'select id from community where company_id = $1 and starts_with(name, $2) limit 1',
        [scope.company_id, name],
      ),
    );
    return rows[0]?.id ?? 0;
  };
  const timed = async (path: string, body?: object): Promise<number> => {
    const start = performance.now();
    const answer = await fetch(`${bench.address}${path}`, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`);
    return performance.now() - start;
  };
  const [large, one] = [await idOf('A'), await idOf('B')];
  const before = process.resourceUsage().maxRSS;
  const settled = await timed('/cer/v1/community-statements/trial/', { community: large, month: '2025-01' });
  console.log(
    `community a month of ${MEMBERS} members, settled and divided by its call: ${ms(settled)}  (aim < 60,000 ms)`,
  );
  // Server, threads and this program are one process, so that it holds them all.
  console.log(
    `community memory of that process at most, before and with it: ${mb(before)}, ${mb(process.resourceUsage().maxRSS)}  (aim < 1,024 MB)`,
  );
  if (!years) return;
  const month = `/cer/v1/results-data/?community=${one}&start=2025-06-01&end=2025-07-01&resolution=day`;
  const walls: number[] = [];
  for (let i = 0; i < ASKED; i++) walls.push(await timed(month));
  const sorted = walls.toSorted((a, b) => a - b);
  const at = (share: number) => ms(sorted[Math.floor(share * (ASKED - 1))] ?? 0);
  console.log(
    `community a month of ${MEMBERS_EACH} members where ${(COMMUNITIES * MEMBERS_EACH * MONTHS) / 12} member-years are stored: p50 ${at(0.5)}, most ${at(1)}  (aim < 200 ms)`,
  );
}

/** Stored hours asked by the portal's own calls: a month of 10,000 members settled, and with `years` one of many member-years. */
export async function benchStored(years = true): Promise<void> {
  const bench = await startBenchInstallation(undefined);
  try {
    const fleet = await makeFleet(bench, 1);
    const headers = await headersOf(bench, fleet);
    await inScope(bench.pool, fleet.scope, async (tx) => {
      await store(tx, { name: 'A', communities: 1, members: MEMBERS, months: 1 });
      await feed(tx);
      if (years)
        await store(tx, { name: 'B', communities: COMMUNITIES, members: MEMBERS_EACH, months: MONTHS });
    });
    await bench.arrange('analyze community_hours, community_member, community_pod');
    await asked(bench, { scope: fleet.scope, headers, years });
  } finally {
    await bench.close();
  }
}
