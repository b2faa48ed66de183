import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import { liveCalls } from '../src/shared/contract/live.contract.ts';
import { Part } from './acquisition/processes.ts';
import { type Line, tableOf } from './acquisition/report.ts';
import { type Asking, signedIn } from './alarms/history.ts';
import { processorSeconds } from './alarms/processor.ts';
import { GrowingFleet, VARIABLES } from './growth/fleet.ts';
import { nameOf, PARTS, type PartFigures, type WorkerPart } from './growth/worker.ts';
import { type BenchInstallation, startBenchInstallation } from './installation.ts';
import { ms, percentiles } from './timing.ts';

const HELP = `npm run bench:growth -- [--plants 1000] [--past 60] [--minutes 3] [--listeners 0]
One company of so many plants of ${VARIABLES.length} variables that speak every ten seconds, after so many minutes of readings: what
follower, alarms and packing take of a core, each with its database, and how long the dashboard and the bell wait.`;

const { values } = parseArgs({
  options: {
    plants: { type: 'string', default: '1000' },
    past: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '3' },
    listeners: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});
const WARM_MS = 60_000;
const RUNS = 20;
const STREAMS_OF_SESSION = 20;
const BELL = '/api/v1/alarms/?closed=false&page_size=500';
const DASHBOARD = '/api/v1/plants-card-list/';

async function databaseSeconds({ pool }: BenchInstallation, part: WorkerPart): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where application_name = $1',
    [nameOf(part)],
  );
  return new Map(rows.map(({ pid }) => [pid, processorSeconds(pid)]));
}

const sum = (seconds: ReadonlyMap<number, number>): number =>
  [...seconds.values()].reduce((all, one) => all + one, 0);

/** Browsers that only listen; each session opens as many streams as it may. */
async function listen(
  bench: BenchInstallation,
  fleet: GrowingFleet,
  listeners: number,
  { signal }: AbortController,
): Promise<void> {
  for (let i = 0; i < listeners; i += STREAMS_OF_SESSION) {
    const { headers } = await signedIn(bench, fleet.scope, {
      name: `l${i}`,
      roles: ['COMPANY_OWNER', 'APP_0'],
    });
    for (let k = i; k < Math.min(listeners, i + STREAMS_OF_SESSION); k++) {
      const { body } = await fetch(bench.address + liveCalls.events.path, { headers, signal });
      void body?.pipeTo(new WritableStream()).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  }
}

async function screens(ask: Asking): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [what, path] of [
    ['the dashboard', DASHBOARD],
    ['the bell', BELL],
  ] as const) {
    const { p50_ms, p95_ms } = await percentiles(RUNS, () => ask(path), 3);
    lines.push({ what, figure: `p50 ${ms(p50_ms)}, p95 ${ms(p95_ms)}`, aim: 'p95 < 100 ms' });
  }
  return lines;
}

async function measure(bench: BenchInstallation, plants: number): Promise<Line[]> {
  const writer = new ReadingWriter(bench.pool);
  const fleet = await GrowingFleet.make(bench.pool, writer, plants);
  const now = Date.now();
  await fleet.writePast(now - Number(values.past) * 60_000, now);
  const leave = new AbortController();
  await listen(bench, fleet, Number(values.listeners), leave);
  const { ask } = await signedIn(bench, fleet.scope, { name: 'owner', roles: ['COMPANY_OWNER', 'APP_0'] });
  const parts = PARTS.map((part) => ({ part, program: Part.start('../growth/worker.ts', { core: '0-1' }) }));
  try {
    for (const { part, program } of parts) await program.ask({ part, database: bench.database });
    await fleet.speakUntil(Date.now() + WARM_MS);
    for (const { program } of parts) await program.ask({});
    const before = new Map<WorkerPart, number>();
    for (const { part } of parts) before.set(part, sum(await databaseSeconds(bench, part)));
    const own = process.cpuUsage();
    const begin = performance.now();
    const spoken = fleet.speakUntil(Date.now() + Number(values.minutes) * 60_000);
    const lines = await screens(ask);
    const commits = (await spoken).toSorted((a, b) => a - b);
    const wall_s = (performance.now() - begin) / 1000;
    const share = (cpu_s: number) => `${((100 * cpu_s) / wall_s).toFixed(1)} % of a core`;
    for (const { part, program } of parts) {
      const { cpu_s, rss_mb } = await program.ask<PartFigures>({});
      const database_s = sum(await databaseSeconds(bench, part)) - (before.get(part) ?? 0);
      const figure = `${share(cpu_s)}, its database ${share(database_s)}; ${rss_mb.toFixed(0)} MB`;
      lines.push({ what: part, figure, aim: '' });
    }
    const { user, system } = process.cpuUsage(own);
    lines.push({ what: 'sender, writer and server', figure: share((user + system) / 1e6), aim: '' });
    const p95 = commits[Math.floor(0.95 * (commits.length - 1))] ?? Number.NaN;
    lines.push({
      what: `a commit of ${(plants * VARIABLES.length) / 10} readings`,
      figure: `p95 ${ms(p95)}`,
      aim: '',
    });
    return lines;
  } finally {
    leave.abort();
    for (const { program } of parts) await program.stop();
    await writer.close();
  }
}

const plants = Number(values.plants);
if (values.help || !(plants > 0)) console.log(HELP);
else {
  const bench = await startBenchInstallation(undefined);
  try {
    const lines = await measure(bench, plants);
    console.log(
      `${plants} plants; ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    );
    console.log(`load average after ${loadavg()[0]?.toFixed(1)}\n`);
    console.log(tableOf(lines));
  } finally {
    await bench.close();
  }
}
