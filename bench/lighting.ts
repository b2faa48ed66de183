import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { startAcquisition } from '../src/acquisition/acquisition.ts';
import { followSchedules } from '../src/features/lighting/server/clock.ts';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import { createLog } from '../src/shared/server/log.ts';
import { inScope, type Scope } from '../src/shared/server/tenancy.ts';
import { makeCompany, makePlant } from '../tests/support/field.ts';
import { command, makeCabinets, type PlacedCabinet } from '../tests/support/lit-field.ts';
import { Part } from './acquisition/processes.ts';
import { startBenchInstallation } from './installation.ts';

const HELP = `npm run bench -- lighting [--boxes 1000] [--units 1] [--seconds 60] [--each 4] [--evening]
So many cabinets, so many behind each port, read once a minute. Each second so many of them are commanded, and it is
measured how long each takes until it is confirmed by its inputs. --evening: all are due at once
instead, by their schedule.`;

interface Options {
  readonly boxes: number;
  readonly units: number;
  readonly seconds: number;
  readonly each: number;
  readonly evening: boolean;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      boxes: { type: 'string', default: '1000' },
      units: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '60' },
      each: { type: 'string', default: '4' },
      evening: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { boxes, units, seconds, each } = values;
  const numbers = {
    boxes: Number(boxes),
    units: Number(units),
    seconds: Number(seconds),
    each: Number(each),
  };
  if (values.help || !Object.values(numbers).every((n) => n > 0)) return undefined;
  return { ...numbers, evening: values.evening };
}

interface Bench {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly box_ids: readonly number[];
}

const LINES = [1, 2, 3, 4, 5, 6];
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);

async function one<T>({ pool, scope }: Bench, text: string): Promise<T> {
  const rows = await inScope(pool, scope, async (tx) => (await tx.query<T>(text, [scope.company_id])).rows);
  if (rows[0] === undefined) throw new Error('nothing was counted');
  return rows[0];
}

/** Until each cabinet has been read once: what is measured then has connections that stand. */
async function untilRead(bench: Bench): Promise<void> {
  for (;;) {
    const { left } = await one<{ left: number }>(
      bench,
      'select count(*) filter (where heard_at is null)::int as left from io_controller where company_id = $1',
    );
    if (left === 0) return;
    say(`${left} not read yet`);
    await pause(5_000);
  }
}

/** Commands in a steady trickle, each for another cabinet. */
async function trickle(bench: Bench, { seconds, each }: Options): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    const given = Array.from({ length: each }, (_, i) => {
      const box_id = bench.box_ids[((second * each + i) * 7) % bench.box_ids.length] ?? 0;
      return { box_id, lines: LINES, turn_on: second % 2 === 0 };
    });
    for (const single of given) {
      await command(bench.pool, bench.scope, [single]);
      await pause(1000 / each);
    }
  }
}

/** As the worker does it when the minute comes: all of a town are due at once. */
async function evening({ pool, scope }: Bench): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    await tx.query(
      `insert into municipality_settings (company_id, municipality_id, turn_on_auto, turn_on_date, turn_off_auto, turn_off_date)
       select company_id, id, false, '12:00', false, '11:59' from municipality where company_id = $1`,
      [scope.company_id],
    );
    const began = performance.now();
    const due = await followSchedules(tx, new Date());
    say(`${due} commands recorded in ${Math.round(performance.now() - began)} ms`);
  });
}

async function untilEnded(bench: Bench): Promise<void> {
  for (;;) {
    const { left } = await one<{ left: number }>(
      bench,
      'select count(*)::int as left from lighting_command where company_id = $1 and ended_at is null',
    );
    if (left === 0) return;
    say(`${left} under way`);
    await pause(1_000);
  }
}

async function figures(bench: Bench): Promise<string> {
  const row = await one<Record<string, number>>(
    bench,
    `select count(*)::int as all, count(*) filter (where state = 'confirmed')::int as confirmed,
            percentile_cont(0.5) within group (order by ms)::int as p50, percentile_cont(0.95) within group (order by ms)::int as p95,
            max(ms)::int as longest
     from (select state, extract(epoch from confirmed_at - created_at) * 1000 as ms from lighting_command where company_id = $1) c`,
  );
  return `${row.confirmed} of ${row.all} confirmed; p50 ${row.p50} ms, p95 ${row.p95} ms, the last ${row.longest} ms`;
}

async function measure(options: Options, cabinets: readonly PlacedCabinet[]): Promise<void> {
  const { pool, database, close } = await startBenchInstallation(undefined);
  const scope = await makeCompany(pool, 'Bench of lighting');
  const plant_id = await makePlant(pool, scope, 'BENCH');
  const box_ids = await makeCabinets(pool, scope, {
    plant_id,
    cabinets,
    poll_s: 60,
    timeout_ms: 3000,
    // What has times of its own is switched by nobody in the evening.
    profile: options.evening ? { timetable: null } : {},
  });
  const bench = { pool, scope, box_ids };
  const acquisition = await startAcquisition({
    pool,
    database,
    writer: new ReadingWriter(pool),
    guard: () => true,
    log: createLog('warn', 'bench'),
  });
  try {
    await untilRead(bench);
    say('begins');
    if (options.evening) await evening(bench);
    else await trickle(bench, options);
    await untilEnded(bench);
    const what = options.evening
      ? 'all at once'
      : `${options.each} commands a second for ${options.seconds} s`;
    console.log(
      `${options.boxes} cabinets, ${options.units} behind each port, read once a minute; ${what}: ${await figures(bench)}`,
    );
  } finally {
    await acquisition.close();
    await close();
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) {
    console.error(HELP);
    process.exitCode = 2;
    return;
  }
  const args = [String(options.boxes), String(options.units)];
  const simulators = Part.start('../lighting/cabinets.ts', { core: '0-1', args });
  try {
    await measure(options, await simulators.hear<PlacedCabinet[]>());
    console.log(
      `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
    );
  } finally {
    await simulators.stop();
  }
}

await main();
