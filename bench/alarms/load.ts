import { setTimeout as pause } from 'node:timers/promises';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { HOUR_MS } from '../../src/shared/units/zones.ts';
import { MEASURED, Part } from '../acquisition/processes.ts';
import type { Line } from '../acquisition/report.ts';
import type { BenchInstallation } from '../installation.ts';
import { AlarmFleet, DEVICES_OF_PLANT } from './fleet.ts';
import { processorSeconds } from './processor.ts';
import { SCHEDULER_NAME, type SchedulerFigures } from './scheduler.ts';

export const WARM_MS = 120_000;

async function backends(bench: BenchInstallation): Promise<number[]> {
  const { rows } = await bench.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name in ($1, 'meridiana-alarms')`,
    [SCHEDULER_NAME],
  );
  return rows.map(({ pid }) => pid);
}

/** The fleet speaks: each second the plants whose turn it is. */
export async function speakUntil(fleet: AlarmFleet, until: number, signal?: AbortSignal): Promise<void> {
  for (let second = Math.floor(Date.now() / 1000); Date.now() < until && !signal?.aborted; second++) {
    await pause(Math.max(0, second * 1000 - Date.now()));
    await fleet.say(second, second * 1000);
  }
}

/** What the windows of the evaluator look back at. */
export async function writeMorning(fleet: AlarmFleet): Promise<void> {
  const now = Date.now();
  await fleet.writePast(now - 12 * HOUR_MS, now - HOUR_MS, 300);
  await fleet.writePast(now - HOUR_MS, now, 60);
}

const share = (cpu_s: number, wall_s: number): string =>
  `${cpu_s.toFixed(1)} s in ${wall_s.toFixed(0)} s: ${((100 * cpu_s) / wall_s).toFixed(1)} % of a core`;

function linesOf(
  figures: SchedulerFigures,
  { database_s, wall_s, devices }: { database_s: number; wall_s: number; devices: number },
): Line[] {
  const looks = figures.looks.toSorted((a, b) => a - b);
  const at = (part: number) => `${Math.round(looks[Math.floor(part * (looks.length - 1))] ?? 0)} ms`;
  const both = figures.cpu_s + database_s;
  const each = (60 * looks.length) / wall_s;
  return [
    {
      what: `${devices.toLocaleString('en-GB')} devices, looked at ${each.toFixed(1)} times a minute: the scheduler and its database together`,
      figure: share(both, wall_s),
      aim: `at most 25 %: ${both <= wall_s / 4 ? 'met' : '**not met**'}`,
    },
    { what: 'of that the scheduler', figure: share(figures.cpu_s, wall_s), aim: '' },
    { what: 'of that its PostgreSQL backend', figure: share(database_s, wall_s), aim: '' },
    {
      what: 'the same devices looked at once a minute',
      figure: `${((100 * both) / wall_s / each).toFixed(1)} % of a core`,
      aim: '',
    },
    {
      what: 'a look',
      figure: `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}; ${figures.rss_mb.toFixed(0)} MB`,
      aim: '',
    },
  ];
}

/** Processor time of the evaluation scheduler and its PostgreSQL, while a fleet speaks. */
export async function benchLoad(bench: BenchInstallation, plants: number, minutes: number): Promise<Line[]> {
  const writer = new ReadingWriter(bench.pool);
  const fleet = await AlarmFleet.make(bench.pool, writer, plants);
  await writeMorning(fleet);
  const scheduler = Part.start('./scheduler.ts', { core: MEASURED });
  try {
    await scheduler.ask({ database: bench.database });
    await speakUntil(fleet, Date.now() + WARM_MS);
    await scheduler.ask({});
    const begin = performance.now();
    const pids = await backends(bench);
    const before = pids.reduce((sum, pid) => sum + processorSeconds(pid), 0);
    await speakUntil(fleet, Date.now() + minutes * 60_000 - WARM_MS);
    const figures = await scheduler.ask<SchedulerFigures>({});
    const database_s = pids.reduce((sum, pid) => sum + processorSeconds(pid), 0) - before;
    const wall_s = (performance.now() - begin) / 1000;
    return linesOf(figures, { database_s, wall_s, devices: plants * DEVICES_OF_PLANT });
  } finally {
    await scheduler.stop();
    await writer.close();
  }
}
