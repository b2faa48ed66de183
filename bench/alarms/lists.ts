import { performance } from 'node:perf_hooks';
import { DAY_MS } from '../../src/shared/units/zones.ts';
import type { Line } from '../acquisition/report.ts';
import type { BenchInstallation } from '../installation.ts';
import { ms, type Percentiles, percentiles } from '../timing.ts';
import { type AlarmHistory, makeHistory } from './history.ts';
import { clusterSeconds, findPostmaster } from './processor.ts';

const RUNS = 40;
const WARM_RUNS = 5;
/** What a screen asks for is there within. */
const WITHIN_MS = 100;

interface Question {
  readonly what: string;
  readonly path: string;
  readonly as?: 'worker';
}

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const OPEN = '/api/v1/alarms/?page_size=50&closed=false';
const BIN = '/api/v1/alarms-bin/?page_size=50';
const LOGS = '/api/v1/logs-list/?page_size=50';

/** What the screens of alarms ask for; `alarm` has consequences or a cause, `device` has logs. */
const questions = ({ alarm, device }: { alarm: number; device: number }): readonly Question[] => [
  { what: 'open alarms', path: OPEN },
  { what: 'open alarms, type E', path: `${OPEN}&type=E` },
  { what: 'open alarms, of nobody', path: `${OPEN}&assigned=nobody` },
  { what: 'open alarms, search "fault"', path: `${OPEN}&search=fault` },
  { what: 'open alarms, by somebody who sees 20 plants', path: OPEN, as: 'worker' },
  { what: 'the bell: every open alarm', path: '/api/v1/alarms/?closed=false&page_size=500' },
  { what: 'the bin', path: BIN },
  { what: 'the bin, its last page', path: `${BIN}&page=1800` },
  { what: 'the bin, type E', path: `${BIN}&type=E` },
  { what: 'the bin, one kind', path: `${BIN}&code=string_weak` },
  { what: 'the bin, of nobody', path: `${BIN}&assigned=nobody` },
  { what: 'the bin, assigned to me', path: `${BIN}&assigned=me` },
  { what: 'the bin, acknowledged', path: `${BIN}&acknowledged=true` },
  { what: 'the bin, consequences too', path: `${BIN}&consequences=true` },
  { what: 'the bin, one plant', path: `${BIN}&proj_code=P500` },
  { what: 'the bin, one device', path: `${BIN}&device_id=${device}` },
  { what: 'the bin, a month of a year ago', path: `${BIN}&start=${daysAgo(365)}&end=${daysAgo(335)}` },
  { what: 'the bin, search "fault"', path: `${BIN}&search=fault` },
  { what: 'the bin, search "Plant 50"', path: `${BIN}&search=Plant%2050` },
  { what: 'the bin, search that finds nothing', path: `${BIN}&search=zzzz` },
  { what: 'the bin, by somebody who sees 20 plants', path: BIN, as: 'worker' },
  { what: 'one alarm with its history', path: `/api/v1/alarm/${alarm}/` },
  { what: 'snoozes that stand', path: '/api/v1/alarm-snoozes/?page_size=50&state=standing' },
  { what: 'snoozes that ended', path: '/api/v1/alarm-snoozes/?page_size=50&state=ended' },
  { what: 'logs of the company, a day', path: `${LOGS}&start=${daysAgo(1)}&end=${daysAgo(0)}` },
  { what: 'logs of the company, a week', path: LOGS },
  { what: 'logs of the company, a week, its last page', path: `${LOGS}&page=1000` },
  { what: 'logs of the company, a month', path: `${LOGS}&start=${daysAgo(30)}&end=${daysAgo(0)}` },
  { what: 'logs of the company, a week, alarms', path: `${LOGS}&source=alarm` },
  { what: 'logs of a plant, a week', path: `${LOGS}&proj_code=P500` },
  { what: 'logs, a week, by somebody who sees 20 plants', path: LOGS, as: 'worker' },
  {
    what: 'one log: a day of a device',
    path: `/api/v1/logs-detail/?page_size=100&device_id=${device}&start=${daysAgo(1)}&end=${daysAgo(0)}`,
  },
  { what: 'entries of the company, a week', path: '/api/v1/logs-detail/?page_size=100' },
  { what: 'thresholds that were set', path: '/api/v1/alarm-rules-set/' },
];

function lineOf(what: string, { p50_ms, p95_ms }: Percentiles, cpu_s: number): Line {
  const aim = `p95 < ${WITHIN_MS} ms: ${p95_ms < WITHIN_MS ? 'met' : '**not met**'}`;
  const cpu = ms((1000 * cpu_s) / RUNS);
  return { what, figure: `p50 ${ms(p50_ms)}, p95 ${ms(p95_ms)}; ${cpu} of a processor`, aim };
}

/** Processor seconds of everybody who has to do with a question: who asks, the server, PostgreSQL. */
function secondsOf(postmaster: number): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + clusterSeconds(postmaster);
}

function foundIn(text: string): string {
  const { count } = JSON.parse(text) as { count?: number };
  return count === undefined ? '' : ` (${count.toLocaleString('en-GB')})`;
}

async function measureExport({ owner }: AlarmHistory, format: 'csv' | 'xlsx'): Promise<Line> {
  const begin = performance.now();
  const text = await owner(`/api/v1/alarms-export/?format=${format}&consequences=true`);
  const took_s = (performance.now() - begin) / 1000;
  const figure = `${took_s.toFixed(1)} s, ${(text.length / 2 ** 20).toFixed(1)} MB`;
  return { what: `every alarm as ${format.toUpperCase()}`, figure, aim: '' };
}

/** How long the screens of alarms wait for their data, over HTTP, in a company with two years of them. */
export async function benchLists(bench: BenchInstallation, plants: number): Promise<Line[]> {
  const history = await makeHistory(bench, plants);
  const { results } = JSON.parse(
    await history.owner('/api/v1/alarms-bin/?page_size=10&consequences=true'),
  ) as {
    results: { id: number; device_id: number; consequences: number }[];
  };
  const shown = results.find(({ consequences }) => consequences > 0) ?? results[0];
  const postmaster = await findPostmaster(bench.pool);
  const lines: Line[] = [];
  for (const question of questions({ alarm: shown?.id ?? 0, device: shown?.device_id ?? 0 })) {
    const ask = () => history[question.as ?? 'owner'](question.path);
    const found = foundIn(await ask());
    for (let i = 0; i < WARM_RUNS; i++) await ask();
    const before = secondsOf(postmaster);
    const times = await percentiles(RUNS, ask, 0);
    lines.push(lineOf(`${question.what}${found}`, times, secondsOf(postmaster) - before));
  }
  for (const format of ['csv', 'xlsx'] as const) lines.push(await measureExport(history, format));
  return lines;
}
