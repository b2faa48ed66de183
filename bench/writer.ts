import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import type { ReadingRow } from '../src/features/measurements/readings.model.ts';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import { inScope, type Scope } from '../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makePlant } from '../tests/support/field.ts';
import { INVERTER_VARIABLES } from './store/field.ts';

const SLOTS = INVERTER_VARIABLES.length;
const START = Date.UTC(2026, 4, 1);
const STEP_MS = 300_000;
export interface WriterFigure {
  what: string;
  readings_per_s: number;
}

interface Field {
  scope: Scope;
  devices: number[];
}

async function makeField(pool: pg.Pool, name: string, count: number): Promise<Field> {
  const scope = await makeCompany(pool, name);
  const plant = await makePlant(pool, scope, 'BENCH');
  const devices: number[] = [];
  for (let i = 0; i < count; i++)
    devices.push(await makeDevice(pool, scope, plant, `D${i}`, INVERTER_VARIABLES, { interval_s: 300 }));
  return { scope, devices };
}

/** Rows of every device for some instants in a row: noisy gauges, a rising counter, states. */
function rowsOf(field: Field, firstTick: number, ticks: number): ReadingRow[] {
  const rows: ReadingRow[] = [];
  for (let tick = firstTick; tick < firstTick + ticks; tick++) {
    for (const device_id of field.devices) {
      const values = new Float64Array(SLOTS);
      for (let slot = 0; slot < SLOTS; slot++) {
        values[slot] =
          slot === 13
            ? tick * 4.2 + device_id
            : Math.round(1000 * Math.abs(Math.sin(tick * 0.01 + slot + device_id))) / 10;
      }
      rows.push({ device_id, ts: START + tick * STEP_MS, values, quality: null });
    }
  }
  return rows;
}

async function rate(
  batches: number,
  readings: number,
  write: (batch: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < batches; i++) await write(i);
  return Math.round((batches * readings * 1000) / (performance.now() - start));
}

/** The same readings, one narrow row for each, with the same idempotent upsert: what the wide row is measured against. */
async function narrow(pool: pg.Pool, field: Field, batches: ReadingRow[][]): Promise<number> {
  const flat = batches.map((rows) => {
    const [devices, slots, instants, values]: [number[], number[], string[], number[]] = [[], [], [], []];
    for (const row of rows) {
      const ts = new Date(row.ts).toISOString();
      for (let slot = 0; slot < SLOTS; slot++) {
        devices.push(row.device_id);
        slots.push(slot);
        instants.push(ts);
        values.push(row.values[slot] ?? 0);
      }
    }
    return [field.scope.company_id, devices, slots, instants, values];
  });
  const readings = (batches[0]?.length ?? 0) * SLOTS;
  return rate(flat.length, readings, (i) =>
    inScope(pool, field.scope, (tx) =>
      tx.query(
        `insert into bench_narrow as m select $1::int, d, s, t, v from unnest($2::bigint[], $3::int[], $4::timestamptz[], $5::float8[]) u(d, s, t, v)
         on conflict (company_id, device_id, slot, ts) do update set v = excluded.v where m.v is distinct from excluded.v`,
        flat[i],
        'bench_narrow',
      ),
    ),
  );
}

/**
 * Readings stored a second through the writer, last values and dirty marks included. `pool` is the program's;
 * `narrowTable` says that the superuser has made bench_narrow beside.
 */
export async function benchWriter(pool: pg.Pool, narrowTable: boolean): Promise<WriterFigure[]> {
  const writer = new ReadingWriter(pool);
  const figures: WriterFigure[] = [];
  const note = (what: string, readings_per_s: number) => figures.push({ what, readings_per_s });
  const big = await makeField(pool, 'Bench one', 200);
  const ticks = Array.from({ length: 60 }, (_, i) => rowsOf(big, i, 1));
  await writer.write(big.scope, rowsOf(big, 10_000, 1));
  note(
    'one company, 200 devices, 4,000 readings a commit',
    await rate(40, 4000, (i) => writer.write(big.scope, ticks[i] ?? [])),
  );
  note('the same delivered again', await rate(40, 4000, (i) => writer.write(big.scope, ticks[i] ?? [])));
  const fields: Field[] = [];
  for (let i = 0; i < 50; i++) fields.push(await makeField(pool, `Bench ${i}`, 4));
  const many = fields.map((field) => rowsOf(field, 0, 50));
  await writer.write(big.scope, rowsOf(big, 10_001, 1));
  note(
    '50 companies of 4 devices, 4,000 readings a commit, two at once',
    await rate(25, 8000, (i) =>
      Promise.all([i * 2, i * 2 + 1].map((k) => fields[k] && writer.write(fields[k].scope, many[k] ?? []))),
    ),
  );
  const backfill = Array.from({ length: 10 }, (_, i) => rowsOf(big, -(i + 1) * 10, 10));
  note(
    'history of 200 devices, 40,000 readings a commit',
    await rate(10, 40_000, (i) => writer.write(big.scope, backfill[i] ?? [])),
  );
  if (narrowTable)
    note(
      'for comparison: one narrow row a reading, no last values, no marks',
      await narrow(pool, big, ticks.slice(40)),
    );
  await writer.close();
  return figures;
}
