import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../src/shared/units/zones.ts';
import { FEED_DEVICES, Feed, type FeedResult } from './feed.ts';
import type { Figure } from './portal.ts';
import { RunningProgram } from './program.ts';
import { END, INVERTER, INVERTER_VARIABLES, YEAR_START } from './store/field.ts';
import { makePiece } from './store/generator.ts';
import { ms, perSecond } from './timing.ts';

const EMAIL = 'charts@bench.example';
const PASSWORD = 'a password for the bench of charts';
const PLANT = 'CHARTS';
const ROWS_IN_REQUEST = 5000;
const MADE_WITHIN_MS = 300_000;
/** What the keeper still has to tidy once the last day is made. */
const TIDIED_AFTER_MS = 10_000;

type Ask = (path: string, init?: RequestInit) => Promise<unknown>;

interface Prepared {
  program: RunningProgram;
  ask: Ask;
  key: string;
  /** The device with a year of history. */
  device: number;
  /** Its year ends here; epoch ms. */
  end: number;
}

async function signIn({ address }: RunningProgram, company: string): Promise<Ask> {
  const response = await fetch(`${address}/user/v1/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const { access } = (await response.json()) as { access: string };
  const headers = {
    authorization: `Bearer ${access}`,
    'id-client': company,
    'content-type': 'application/json',
  };
  return async (path, init) => {
    const answer = await fetch(address + path, { headers, ...init });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
}

const numberIn = (text: string) => /\d+/.exec(text)?.[0] ?? '';

async function prepare(program: RunningProgram): Promise<Prepared> {
  await program.admin('user', '--email', EMAIL, '--name', 'Charts', '--password', PASSWORD);
  const made = await program.admin('company', '--name', 'Charts', '--slug', 'charts', '--owner', EMAIL);
  const company = numberIn(made);
  await program.admin('plant', '--company', company, '--code', PLANT, '--name', 'Charts', '--kwp', '100');
  const key = /(\S+)\nIt is shown/.exec(
    await program.admin('key', '--company', company, '--name', 'bench', '--plant', PLANT),
  )?.[1];
  if (!key) throw new Error('the administration showed no key');
  const ask = await signIn(program, company);
  const variables = INVERTER_VARIABLES.map((name) => ({ name }));
  const create = async (short_name: string, interval_s: number) => {
    const body = JSON.stringify({
      proj_code: PLANT,
      short_name,
      interval_s,
      category: 'inverter',
      variables,
    });
    return ((await ask('/api/v1/device/', { method: 'POST', body })) as { device_id: number }).device_id;
  };
  const device = await create('YEAR', 300);
  for (const name of FEED_DEVICES) await create(name, 1);
  const end = END + Math.floor((Date.now() - END) / DAY_MS) * DAY_MS;
  return { program, ask, key, device, end };
}

/** The bench's year of twenty variables, moved to end today, delivered as a gateway would that catches up. */
async function deliverYear({ program, key, end }: Prepared): Promise<void> {
  const { ts, columns } = makePiece(INVERTER, YEAR_START, END);
  const readings = [...ts].map((at, i) => ({
    device: 'YEAR',
    ts: at + end - END,
    values: Object.fromEntries(INVERTER_VARIABLES.map((name, slot) => [name, columns[slot]?.[i]])),
  }));
  for (let i = 0; i < readings.length; i += ROWS_IN_REQUEST) {
    const response = await fetch(`${program.address}/ingest/v1/readings/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: readings.slice(i, i + ROWS_IN_REQUEST) }),
    });
    if (!response.ok) throw new Error(`the year was not taken: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
}

type Resolution = 'raw' | 'hour' | 'day';

function pathOf({ device, end }: Prepared, days: number, resolution: Resolution): string {
  const [start, until] = [end - days * DAY_MS, end].map((ts) => new Date(ts).toISOString());
  return `/api/v1/chart-results-data/?devices=${device}&variables=${INVERTER_VARIABLES.join(',')}&start=${start}&end=${until}&resolution=${resolution}&points=5000`;
}

interface Answer {
  resolution: string;
  values: (number | null)[];
}

/** Waits until the worker has made, and with that packed, every day of the year. */
async function awaitDays(prepared: Prepared): Promise<void> {
  const until = Date.now() + MADE_WITHIN_MS;
  for (;;) {
    const [series] = (await prepared.ask(pathOf(prepared, 364, 'day'))) as Answer[];
    const open = series?.values.slice(1, -1).filter((value) => value === null).length ?? 0;
    if (series && open === 0) break;
    if (Date.now() > until) throw new Error(`${open} days were not made in time`);
    await sleep(1000);
  }
  await sleep(TIDIED_AFTER_MS);
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

interface Load {
  runs: number;
  atOnce: number;
}

/** Durations of successful calls, ascending, and how many failed. */
async function callMany(ask: () => Promise<unknown>, { runs, atOnce }: Load) {
  const times: number[] = [];
  let [left, errors] = [runs, 0];
  const lane = async () => {
    while (left-- > 0) {
      const start = performance.now();
      await ask().then(
        () => times.push(performance.now() - start),
        () => errors++,
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { times: times.sort((a, b) => a - b), errors };
}

const CALLS: readonly { what: string; days: number; resolution: Resolution; load: Load; aim: string }[] = [
  { what: 'a day', days: 1, resolution: 'raw', load: { runs: 100, atOnce: 1 }, aim: 'p95 < 15 ms' },
  { what: 'a year by day', days: 365, resolution: 'day', load: { runs: 100, atOnce: 1 }, aim: 'p95 < 60 ms' },
  {
    what: 'a year by hour',
    days: 365,
    resolution: 'hour',
    load: { runs: 30, atOnce: 1 },
    aim: 'p95 < 150 ms',
  },
  {
    what: 'a year by day, 4 at once',
    days: 365,
    resolution: 'day',
    load: { runs: 200, atOnce: 4 },
    aim: 'p95 < 150 ms',
  },
  {
    what: 'a year by day, 50 at once',
    days: 365,
    resolution: 'day',
    load: { runs: 500, atOnce: 50 },
    aim: 'no error, p95 < 1,500 ms',
  },
];

function figureOfFeed({ readings, errors, acknowledged_ms, took_s }: FeedResult): Figure {
  return {
    what: `readings coming in over HTTP all the while, ${perSecond(readings / took_s)}/s, acknowledged after`,
    figure: `p50 ${ms(at(acknowledged_ms, 0.5))}, p99 ${ms(at(acknowledged_ms, 0.99))}, ${errors} errors`,
    aim: 'p99 < 500 ms',
  };
}

/** Charts of twenty variables from the running program (api and worker) while 5,000 readings a second come in. */
export async function benchCharts(): Promise<Figure[]> {
  const program = await RunningProgram.start();
  try {
    const prepared = await prepare(program);
    await deliverYear(prepared);
    await awaitDays(prepared);
    const feed = new Feed(program.address, prepared.key, INVERTER_VARIABLES);
    const figures: Figure[] = [];
    for (const { what, days, resolution, load, aim } of CALLS) {
      const ask = () => prepared.ask(pathOf(prepared, days, resolution));
      const [found] = (await ask()) as Answer[];
      for (let i = 0; i < 4; i++) await ask();
      const { times, errors } = await callMany(ask, load);
      const coarser = found?.resolution === resolution ? '' : `, answered by ${found?.resolution}`;
      figures.push({
        what: `chart of 20 variables, ${what}`,
        figure: `p50 ${ms(at(times, 0.5))}, p95 ${ms(at(times, 0.95))}, ${errors} errors, ${found?.values.length} points each${coarser}`,
        aim,
      });
    }
    figures.push(figureOfFeed(await feed.stop()));
    return figures;
  } finally {
    await program.close();
  }
}

if (import.meta.main) {
  for (const { what, figure, aim } of await benchCharts())
    console.log(`charts  ${what}: ${figure}  (aim ${aim})`);
}
