import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import { Part } from '../acquisition/processes.ts';
import { signedIn } from '../alarms/history.ts';
import { type BenchInstallation, startBenchInstallation } from '../installation.ts';
import { GrowingFleet, isSilent } from './fleet.ts';
import { DatabaseShares } from './shares.ts';
import { type GrowthPart, nameOf, PARTS, type PartFigures } from './worker.ts';

const STREAMS_OF_SESSION = 20;
const ROLES = ['COMPANY_OWNER', 'APP_0'] as const;

export interface SizeOptions {
  readonly plants: number;
  readonly past_ms: number;
  readonly warm_ms: number;
  readonly for_ms: number;
  /** Begin without statistics, as on tables that are minutes old. */
  readonly fresh: boolean;
  /** Browsers that listen in each measurement, one measurement after the other. */
  readonly listeners: readonly number[];
}

/** What one measurement of one size came to. */
export interface SizeFigures {
  readonly plants: number;
  readonly listeners: number;
  readonly wall_s: number;
  readonly parts: ReadonlyMap<GrowthPart, PartFigures>;
  readonly server: PartFigures;
  /** Processor seconds of the database for a part, or for the server. */
  readonly database_s: (part: GrowthPart | 'server') => number;
  readonly cluster_s: number;
  readonly machine_s: number;
  readonly silence: Silence;
}

/** What became of the devices that were silent for two hours when the alarms' part began. */
export interface Silence {
  readonly devices: number;
  /** Of how many plants of such devices an alarm stands. */
  readonly alarms: number;
  /** From the alarms' beginning until the first and the last of them opened (s). */
  readonly first_s: number;
  readonly last_s: number;
}

/** A new installation with so many plants, measured as often as `listeners` says. */
export async function measureSize(options: SizeOptions): Promise<SizeFigures[]> {
  const bench = await startBenchInstallation(undefined);
  const writer = new ReadingWriter(bench.pool);
  const parts = new Map<GrowthPart, Part>();
  try {
    const begin = performance.now();
    const fleet = await GrowingFleet.make(bench.pool, writer, options.plants);
    const rows = await fleet.writePast(options.past_ms);
    // As PostgreSQL does by itself within a minute or two of such growth; --fresh leaves it to that.
    if (!options.fresh) await bench.arrange('analyze');
    const took_s = (performance.now() - begin) / 1000;
    console.error(`${options.plants} plants with ${rows} rows of their past, made in ${took_s.toFixed(0)} s`);
    const sessions = await openSessions(bench, fleet, Math.max(...options.listeners));
    const { devices, scope } = fleet;
    let alarmsFrom = 0;
    for (const part of [...PARTS, 'sender', 'browsers'] as const) {
      if (part === 'alarms') alarmsFrom = Date.now();
      const program = Part.start('../growth/worker.ts', { core: '0-1' });
      parts.set(part, program);
      await program.ask({ part, database: bench.database, company_id: scope.company_id, devices });
    }
    await parts.get('sender')?.ask({ for_ms: options.warm_ms });
    const measured: SizeFigures[] = [];
    for (const listeners of options.listeners) {
      const browsers = { address: bench.address, sessions, listeners };
      const figures = await measure(bench, parts, { ...options, browsers });
      measured.push({ ...figures, silence: await readSilence(bench, fleet, alarmsFrom) });
    }
    return measured;
  } finally {
    for (const program of parts.values()) await program.stop();
    await writer.close();
    await bench.close();
  }
}

type Browsing = { address: string; sessions: Record<string, string>[]; listeners: number };

async function measure(
  bench: BenchInstallation,
  parts: ReadonlyMap<GrowthPart, Part>,
  { plants, for_ms, browsers }: SizeOptions & { browsers: Browsing },
): Promise<Omit<SizeFigures, 'silence'>> {
  for (const part of PARTS) await parts.get(part)?.ask({ for_ms: 0 });
  const shares = await DatabaseShares.begin(bench.pool);
  const begin = performance.now();
  const cpu = process.cpuUsage();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const figures = new Map<GrowthPart, PartFigures>();
  const ask = async (part: GrowthPart, task: object) => {
    const answer = await parts.get(part)?.ask<PartFigures>(task);
    if (answer) figures.set(part, answer);
  };
  await Promise.all([ask('sender', { for_ms }), ask('browsers', { for_ms, browsers })]);
  const wall_s = (performance.now() - begin) / 1000;
  for (const part of PARTS) await ask(part, { for_ms: 0 });
  const { user, system } = process.cpuUsage(cpu);
  const { of, all_s, machine_s } = await shares.end();
  const server = {
    cpu_s: (user + system) / 1e6,
    rss_mb: process.memoryUsage.rss() / 2 ** 20,
    stood_ms: delay.max / 1e6,
    took_ms: [],
    warnings: [],
  };
  delay.disable();
  const database_s = (part: GrowthPart | 'server') =>
    part === 'server' ? of('bench') + of('bench ingest') : of(nameOf(part));
  const { listeners } = browsers;
  return { plants, listeners, wall_s, parts: figures, server, database_s, cluster_s: all_s, machine_s };
}

async function readSilence(
  bench: BenchInstallation,
  { scope, devices }: GrowingFleet,
  since: number,
): Promise<Silence> {
  const silent = devices.filter(isSilent);
  const alarms = await listOpened(bench, scope, silent);
  const after = alarms.map((at) => (at - since) / 1000);
  return {
    devices: silent.length,
    alarms: after.length,
    first_s: Math.min(...after),
    last_s: Math.max(...after),
  };
}

/** When the first open alarm of each of these devices' plants was stored, by its own or as a whole (epoch ms). */
function listOpened(bench: BenchInstallation, scope: Scope, devices: readonly number[]): Promise<number[]> {
  return inScope(bench.pool, scope, async (tx) => {
    const { rows } = await tx.query<{ at: number }>(
      `select extract(epoch from min(e.at))::float8 * 1000 as at
       from device d join alarm a on a.company_id = d.company_id and a.plant_id = d.plant_id and a.end_date is null
       join alarm_event e on e.company_id = a.company_id and e.alarm_id = a.id
       where d.company_id = $1 and d.id = any($2) group by a.plant_id`,
      [scope.company_id, devices],
    );
    return rows.map(({ at }) => at);
  });
}

/** People who are signed in: each may have so many streams open. */
async function openSessions(
  bench: BenchInstallation,
  { scope }: GrowingFleet,
  listeners: number,
): Promise<Record<string, string>[]> {
  const sessions: Record<string, string>[] = [];
  for (let i = 0; i < Math.max(1, listeners / STREAMS_OF_SESSION); i++)
    sessions.push((await signedIn(bench, scope, { name: `owner${i}`, roles: ROLES })).headers);
  return sessions;
}
