import { insertDefaultCauses } from '../src/features/downtimes/server/causes.repository.ts';
import { countDowntime } from '../src/features/downtimes/server/count-losses.ts';
import { searchYesterday } from '../src/features/downtimes/server/search-plants.ts';
import { recomputeDirty } from '../src/features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import { inScope, type Scope } from '../src/shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/shared/units/zones.ts';
import { makeCompany } from '../tests/support/field.ts';
import { sunAt } from '../tests/support/stopped-plant.ts';
import type { BenchInstallation } from './installation.ts';
import { type Percentiles, percentilesOfTimed } from './timing.ts';

const STEP_MS = 15 * MINUTE_MS;
/** A local day of Rome, and what there is before and after it. */
const MIDNIGHT = Date.parse('2026-06-17T22:00:00Z');

interface Field {
  readonly scope: Scope;
  readonly devices: readonly { readonly id: number; readonly kind: string; readonly plant: number }[];
}

/** A company of plants of two inverters of 50 kW and a sensor each. */
async function makeField({ pool, arrange }: BenchInstallation, plants: number): Promise<Field> {
  const scope = await makeCompany(pool, `Work ${plants}`);
  const { company_id } = scope;
  const devices = await inScope(pool, scope, async (tx) => {
    await insertDefaultCauses(tx);
    await tx.query(
      `insert into plant (company_id, proj_code, name, time_zone, potenza_nominale, tilt_deg, azimuth_deg, latitude, longitude)
       select $1, 'W' || lpad(i::text, 5, '0'), 'Impianto ' || i, 'Europe/Rome', 100, 30, 180, 44.5 + i % 30 / 60.0, 11.3 + i / 30 / 60.0
       from generate_series(1, $2::int) i`,
      [company_id, plants],
    );
    await tx.query(
      `insert into device (company_id, plant_id, short_name, category, interval_s, nominal_power, next_slot)
       select $1, p.id, k.name, k.category, 900, k.kw, k.slots from plant p,
         (values ('INV1', 'inverter', 50, 2), ('INV2', 'inverter', 50, 2), ('SENSOR', 'weather_station', null, 1)) k (name, category, kw, slots)
       where p.company_id = $1 order by p.id, k.name`,
      [company_id],
    );
    await tx.query(
      `insert into variable (company_id, device_id, variable_name_id, slot)
       select $1, d.id, n.id, k.slot from device d
       join (values ('inverter', 'ac_power_kw', 0), ('inverter', 'energy_total_kwh', 1), ('weather_station', 'irradiance_poa_wm2', 0))
         k (category, name, slot) on k.category = d.category
       join variable_name n on n.company_id = $1 and n.name = k.name where d.company_id = $1`,
      [company_id],
    );
    const { rows } = await tx.query<{ id: number; kind: string; plant: number }>(
      `select id, short_name as kind, dense_rank() over (order by plant_id)::int as plant from device where company_id = $1 order by id`,
      [company_id],
    );
    return rows;
  });
  await arrange('analyze plant, device, variable');
  return { scope, devices };
}

/** A quarter of an hour's readings of all devices, day after day; INV1 of every tenth plant stands still from ten to three. */
async function writeReadings(
  { pool, arrange }: BenchInstallation,
  { scope, devices }: Field,
  { start, end }: { start: number; end: number },
): Promise<void> {
  const writer = new ReadingWriter(pool, { announce: async () => undefined, clock: () => end });
  const made = new Map<number, number>();
  for (let from = start; from <= end; from += 2 * HOUR_MS) {
    const rows = [];
    for (let ts = from; ts < Math.min(end + 1, from + 2 * HOUR_MS); ts += STEP_MS) {
      const sun = sunAt(ts);
      const hour = ((ts - MIDNIGHT) / HOUR_MS) % 24;
      for (const { id, kind, plant } of devices) {
        const stands = kind === 'INV1' && plant % 10 === 0 && hour >= 10 && hour < 15;
        const power = stands ? 0 : sun * 0.04;
        made.set(id, (made.get(id) ?? 1000) + power / 4);
        const values = kind === 'SENSOR' ? [sun] : [power, made.get(id) ?? 0];
        rows.push({ device_id: id, ts, values: Float64Array.from(values), quality: null });
      }
    }
    await writer.write(scope, rows);
  }
  await writer.close();
  await recomputeDirty(pool, scope, { clock: () => end, today: true });
  await arrange('vacuum analyze');
}

/** Seconds in which yesterday of so many plants is searched for stops, and how many are found. */
export async function searchDay(
  bench: BenchInstallation,
  plants: number,
): Promise<{ seconds: number; found: number }> {
  const field = await makeField(bench, plants);
  const end = MIDNIGHT + DAY_MS + HOUR_MS;
  await writeReadings(bench, field, { start: MIDNIGHT, end });
  const from = performance.now();
  const found = await searchYesterday({ pool: bench.pool, scope: field.scope, now: new Date(end) });
  return { seconds: (performance.now() - from) / 1000, found };
}

/** Working out the figures of a downtime of thirty days, again and again. */
export async function countMonth(bench: BenchInstallation, runs: number): Promise<Percentiles> {
  const field = await makeField(bench, 1);
  const { pool } = bench;
  const { scope } = field;
  const end = MIDNIGHT + 31 * DAY_MS;
  await writeReadings(bench, field, { start: MIDNIGHT, end });
  const id = await inScope(pool, scope, async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into downtime (company_id, plant_id, extent, start_at, stop_at, percentage, percentage_by, cause_id)
       select $1, p.id, 'devices', $2, $3, 50, 'devices', (select min(id) from downtime_cause where company_id = $1)
       from plant p where p.company_id = $1 returning id`,
      [scope.company_id, new Date(MIDNIGHT), new Date(MIDNIGHT + 30 * DAY_MS)],
    );
    const id = rows[0]?.id ?? 0;
    await tx.query('insert into downtime_device (company_id, downtime_id, device_id) values ($1, $2, $3)', [
      scope.company_id,
      id,
      field.devices[0]?.id,
    ]);
    return id;
  });
  return percentilesOfTimed(runs, async () => {
    await inScope(pool, scope, (tx) =>
      tx.query('update downtime set loss_asked = loss_asked + 1 where company_id = $1', [scope.company_id]),
    );
    const from = performance.now();
    if (!(await countDowntime({ pool, scope, now: new Date(end) }, id)))
      throw new Error('nothing was worked out');
    return performance.now() - from;
  });
}
