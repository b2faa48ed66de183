import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inScope } from '../src/shared/server/tenancy.ts';
import { type Fleet, headersOf, makeFleet } from './fleet.ts';
import { type BenchInstallation, startBenchInstallation } from './installation.ts';
import { ms, percentiles } from './timing.ts';
import { openOffline } from './work-offline.ts';
import { countMonth, searchDay } from './work-plants.ts';
import { makeRecords } from './work-records.ts';

const PLANTS = 1000;
const LISTS = {
  downtimes: ['start', 'stop', 'energy_lost', 'earning_lost'],
  'maintenance-requests': ['number', 'due_at', 'priority', 'title'],
  'maintenance-reports': ['number', 'started_at', 'hours'],
} as const;
type List = keyof typeof LISTS;

const say = (what: string, figure: string, aim: string) =>
  console.log(`work  ${what}: ${figure}  (aim ${aim})`);

/** What each list is asked beside its orders: every filter that it has, and searches that find all, much, little and nothing. */
async function filtersOf(
  { pool }: BenchInstallation,
  { scope }: Fleet,
): Promise<Readonly<Record<List, readonly string[]>>> {
  const { rows } = await inScope(pool, scope, (tx) =>
    tx.query<Record<string, number>>(
      `select (select min(id) from device where company_id = $1) as device,
              (select min(id) from downtime_cause where company_id = $1) as cause,
              (select min(id) from maintenance_type where company_id = $1) as type,
              (select min(id) from maintenance_request where company_id = $1) as request,
              (select min(id) from downtime where company_id = $1) as downtime`,
      [scope.company_id],
    ),
  );
  const [{ device, cause, type, request, downtime } = {}] = rows;
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const searches = [
    'inverter',
    'grandine',
    'intervento 777',
    'Impianto 500',
    'zzz',
    'inv',
    'verificato',
    'verificato&page=1000',
    'il funzionamento e',
  ].map((word) => `search=${word}`);
  const window = `=${ago(400)}&`;
  return {
    downtimes: [
      'open=true',
      'open=false',
      'planned=true',
      'kind=grid',
      'claim_state=reported',
      'figure=none',
      'figure=partial',
      `proj_code=BEN-00500`,
      `device_id=${device}`,
      `cause_id=${cause}`,
      `start${window}end=${ago(370)}`,
      `start${window}`,
      'maker=-',
      'search=inverter&claim_state=reported',
      ...searches,
    ],
    'maintenance-requests': [
      'state=open',
      'state=closed',
      'priority=urgent,high',
      'assigned=me',
      'assigned=nobody',
      'overdue=true',
      'age=older',
      `proj_code=BEN-00500`,
      `type_id=${type}`,
      'firm_id=1',
      `due_from${window}due_to=${ago(370)}`,
      `downtime_id=${downtime}`,
      'search=inverter&age=week',
      ...searches,
    ],
    'maintenance-reports': [
      'state=draft',
      'state=closed',
      'proposal=open',
      `proj_code=BEN-00500`,
      `request_id=${request}`,
      `from${window}to=${ago(370)}`,
      `from${window}`,
      ...searches,
    ],
  };
}

async function benchList(
  bench: BenchInstallation,
  headers: Record<string, string>,
  { list, queries, runs }: { list: List; queries: readonly string[]; runs: number },
): Promise<void> {
  let worst = { query: '', p50_ms: 0, p95_ms: 0 };
  for (const query of queries) {
    const times = await percentiles(
      runs,
      async () => {
        const answer = await fetch(`${bench.address}/api/v1/${list}/?page_size=50&${query}`, { headers });
        if (!answer.ok) throw new Error(`${list}?${query} answered ${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
      },
      2,
    );
    const late = times.p95_ms >= 100;
    console.log(
      `work    ${late ? 'LATE ' : ''}${list}?${query}: p50 ${ms(times.p50_ms)}, p95 ${ms(times.p95_ms)}`,
    );
    if (times.p95_ms > worst.p95_ms) worst = { query, ...times };
  }
  say(
    `${list}, the slowest of ${queries.length} questions (${worst.query})`,
    `p50 ${ms(worst.p50_ms)}, p95 ${ms(worst.p95_ms)}`,
    'p95 < 100 ms',
  );
}

async function benchLists(
  bench: BenchInstallation,
  { records, runs, asked }: { records: number; runs: number; asked: readonly string[] },
): Promise<void> {
  const fleet = await makeFleet(bench, PLANTS);
  await makeRecords(bench, fleet, records);
  const headers = await headersOf(bench, fleet);
  const filters = await filtersOf(bench, fleet);
  const last = Math.ceil(records / 50);
  for (const list of Object.keys(LISTS) as List[]) {
    const orders = LISTS[list].flatMap((sort) => [sort, `-${sort}`]);
    const queries = [
      ...orders.flatMap((sort) => [1, Math.ceil(last / 2), last].map((page) => `sort=${sort}&page=${page}`)),
      ...filters[list].flatMap((filter) => [
        filter,
        `${filter}&sort=${orders[2]}`,
        `${filter}&sort=${orders[3]}`,
      ]),
    ].filter((query) => asked.some((part) => `${list}?${query}`.includes(part)));
    if (queries.length > 0) await benchList(bench, headers, { list, queries, runs });
  }
}

/** Lists of 100,000 downtimes, requests and reports, a day of 1,000 plants searched for stops, a downtime of a month, and a phone without a network. --only: a part; --asked: questions that hold one of these texts. */
async function main(): Promise<void> {
  const options = {
    runs: { type: 'string', default: '12' },
    only: { type: 'string', default: '' },
    records: { type: 'string', default: '100000' },
    asked: { type: 'string', default: '' },
  } as const;
  const { runs, only, records, asked } = parseArgs({ options }).values;
  const wanted = (part: string) => part.includes(only);
  const web = wanted('offline') ? fileURLToPath(new URL('../dist/web', import.meta.url)) : undefined;
  const bench = await startBenchInstallation(web);
  try {
    if (wanted('month')) {
      const { p50_ms, p95_ms } = await countMonth(bench, Number(runs));
      say('figures of a downtime of 30 days', `p50 ${ms(p50_ms)}, p95 ${ms(p95_ms)}`, '< 200 ms');
    }
    if (wanted('day')) {
      const { seconds, found } = await searchDay(bench, PLANTS);
      say(
        `a day of ${PLANTS} plants searched for stops`,
        `${seconds.toFixed(1)} s, ${found} found`,
        '< 10 s',
      );
    }
    if (wanted('offline'))
      for (const { slower, screen, all } of await openOffline(bench, Number(runs)))
        say(
          `a phone without a network opens 200 requests, processor ${slower === 1 ? 'as it is' : `${slower} times as slow`}`,
          `a screen of them p50 ${ms(screen.p50_ms)}, p95 ${ms(screen.p95_ms)}; all p50 ${ms(all.p50_ms)}, p95 ${ms(all.p95_ms)}`,
          '< 1,000 ms',
        );
    if (wanted('lists'))
      await benchLists(bench, { records: Number(records), runs: Number(runs), asked: asked.split(',') });
  } finally {
    await bench.close();
  }
  process.exit(0);
}

await main();
