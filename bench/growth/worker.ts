import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startEvaluationScheduler } from '../../src/features/alarms/server/evaluation-scheduler.ts';
import { startDayRowUpdater } from '../../src/features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { LiveFollower } from '../../src/features/overview/server/live-follower.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import { createPool } from '../../src/shared/server/db.ts';
import { createLog } from '../../src/shared/server/log.ts';
import { scopeOfWork } from '../../src/shared/server/tenancy.ts';
import { type BrowserFigures, Browsers, type BrowsersTask } from './browsers.ts';
import { GrowingFleet } from './fleet.ts';

/** Parts of the program's worker, each by itself here. */
export const PARTS = ['follower', 'alarms', 'packing'] as const;
export type GrowthPart = (typeof PARTS)[number] | 'sender' | 'browsers';
/** The name that a part's connections have in pg_stat_activity. */
export const nameOf = (part: GrowthPart): string => `bench ${part}`;

export interface StartPart {
  readonly part: GrowthPart;
  readonly database: DatabaseTarget;
  readonly company_id: number;
  readonly devices: readonly number[];
}

/** Asks for what a part came to since it was last asked; those that work for a time do so first. */
export interface AskPart {
  /** How long to speak, or to look (ms). */
  readonly for_ms: number;
  readonly browsers?: BrowsersTask;
}

export interface PartFigures {
  readonly cpu_s: number;
  readonly rss_mb: number;
  /** For how long the event loop stood still at most (ms). */
  readonly stood_ms: number;
  /** What took how long (ms): evaluations of alarms, commits. */
  readonly took_ms: readonly number[];
  readonly warnings: readonly string[];
  readonly browsers?: BrowserFigures | undefined;
}

let cpu = process.cpuUsage();
const delay = monitorEventLoopDelay({ resolution: 10 });
let took_ms: number[] = [];
let warnings: string[] = [];

async function start({ part, database, company_id, devices }: StartPart): Promise<Work> {
  const pool = createPool(database, { max: 2, name: nameOf(part) });
  const log = createLog('warn', nameOf(part), { write: (line: string) => void warnings.push(line) });
  if (part === 'browsers') {
    const browsers = new Browsers(devices);
    return ({ for_ms, browsers: task }) => browsers.look(for_ms, task);
  }
  if (part === 'sender') {
    const fleet = new GrowingFleet(new ReadingWriter(pool), scopeOfWork(company_id), devices);
    return async ({ for_ms }) => {
      took_ms = await fleet.speakUntil(Date.now() + for_ms);
      return undefined;
    };
  }
  if (part === 'follower') await new LiveFollower({ pool, database, log }).start();
  else if (part === 'alarms') {
    const onEvaluation = (_company_id: number, ms: number) => void took_ms.push(ms);
    await startEvaluationScheduler({ pool, database, log, onEvaluation });
  } else startDayRowUpdater({ pool, log });
  return async () => undefined;
}

/** What a part does when it is asked, before its figures are answered. */
type Work = (task: AskPart) => Promise<BrowserFigures | undefined>;
let work: Work = async () => undefined;

async function figures(task: AskPart): Promise<PartFigures> {
  if (task.for_ms > 0) begin();
  const browsers = await work(task);
  const { user, system } = process.cpuUsage(cpu);
  const answer = {
    cpu_s: (user + system) / 1e6,
    rss_mb: process.memoryUsage.rss() / 2 ** 20,
    stood_ms: delay.max / 1e6,
    took_ms,
    warnings,
    browsers,
  };
  begin();
  return answer;
}

function begin(): void {
  cpu = process.cpuUsage();
  delay.reset();
  took_ms = [];
  warnings = [];
}

process.on('message', (message: StartPart | AskPart) => {
  if ('part' in message) {
    void start(message).then((begun) => {
      work = begun;
      delay.enable();
      process.send?.({});
    });
  } else void figures(message).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
