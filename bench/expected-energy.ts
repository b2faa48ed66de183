import { poaUnder, skyAt } from '../src/energy/sky.ts';
import { recordedLosses } from '../src/features/downtimes/server/recorded-losses.public.ts';
import { expectedDay } from '../src/features/forecast/expected-day.model.ts';
import { saveDays } from '../src/features/forecast/server/expected-days.repository.ts';
import { forecastHandlers } from '../src/features/forecast/server/forecast.routes.ts';
import { loadContexts, type PlantContext } from '../src/features/forecast/server/plant-contexts.ts';
import { createPool } from '../src/shared/server/db.ts';
import { inScope, type Scope, type Tx } from '../src/shared/server/tenancy.ts';
import { addDays, dayBorders } from '../src/shared/units/zones.ts';
import { makeCompany } from '../tests/support/field.ts';
import { createTestDatabase, stopTestPostgres } from '../tests/support/postgres.ts';
import { ms, percentiles } from './timing.ts';

/**
 * Expected energy of companies of 100, 1,000 and 10,000 plants, each with two inverters and every second one with a sensor of
 * irradiance; spread over Italy, and all in one town, where everybody is everybody's neighbour. The calls themselves, from the days
 * that are kept: the month of up to 1,000 plants by hours and by days, the waterfall of one plant's year.
 * `npm run bench -- expected-energy [100,1000,10000]`
 */
const SIZES = (process.argv[2] ?? '100,1000,10000').split(',').map(Number);
const ASKED = 1000;
const MONTH = 30;
const YEAR = 365;
const FIRST = '2025-07-01';
const NOW = Date.parse('2026-07-20T10:00:00Z');

/** Where plants stand: over eight degrees, or within four kilometres. */
const LAYOUTS = { spread: [10, 10], town: [2500, 2500] } as const;
type Layout = keyof typeof LAYOUTS;

const { database, drop } = await createTestDatabase();
const pool = createPool(database, { max: 6, name: 'bench' });

async function insertPlants(tx: Tx, count: number, layout: Layout): Promise<void> {
  const { company_id } = tx.scope;
  const [north, east] = LAYOUTS[layout];
  await tx.query(
    `insert into plant (company_id, proj_code, name, time_zone, potenza_nominale, tilt_deg, azimuth_deg, latitude, longitude)
     select $1, 'P' || lpad(i::text, 5, '0'), 'P' || i, 'Europe/Rome', 100, 30, 180,
            37 + (i * 37 % 80) / $3::float8 + i % 9 / 100.0, 8 + (i * 53 % 90) / $4::float8 from generate_series(0, $2 - 1) i`,
    [company_id, count, north, east],
  );
  await tx.query(
    `insert into device (company_id, plant_id, short_name, category, interval_s, nominal_power, next_slot)
     select $1, p.id, k.name, k.category, 300, k.kw, 1 from plant p,
       (values ('A', 'inverter', 50), ('B', 'inverter', 50), ('S', 'weather_station', null)) k (name, category, kw)
     where p.company_id = $1 and (k.name <> 'S' or right(p.proj_code, 1)::int % 2 = 0) order by p.id`,
    [company_id],
  );
  await tx.query(
    `insert into variable (company_id, device_id, variable_name_id, slot)
     select $1, d.id, n.id, 0 from device d join variable_name n on n.company_id = $1
       and n.name = case d.category when 'inverter' then 'energy_total_kwh' else 'irradiance_poa_wm2' end
     where d.company_id = $1`,
    [company_id],
  );
}

/** A day of a plant whose sensor saw nine tenths of a clear sky. */
function dayOf({ plant }: PlantContext, day: string) {
  const { start } = dayBorders(plant.time_zone, day);
  const [section] = plant.sections;
  if (!section) throw new Error('a plant without power');
  const poa = Float64Array.from({ length: 24 }, (_, hour) => {
    const sky = skyAt(plant.latitude, plant.longitude, start + (hour + 0.5) * 3_600_000);
    return 0.9 * poaUnder(sky, sky.clear, section);
  });
  const energy = plant.energy.map(() => poa.map((wm2) => wm2 * 0.04));
  const unknown = {
    horizontal: null,
    weather: null,
    typical: null,
    module_c: null,
    air_c: null,
    wind_ms: null,
  };
  const known = { energy, energy_before: energy, since: energy.map(() => 0) };
  return { day, start, hours: 24, own: [poa], neighbour: [null], ...known, ...unknown };
}

const kept = ({ context, day }: { context: PlantContext; day: ReturnType<typeof expectedDay> }) => ({
  ...day,
  plant_id: context.plant.plant_id,
  basis: `${context.digest}.-`,
  neighbour_id: context.neighbour?.plant.plant_id ?? null,
  weather_provider: null,
});

async function keepDays(
  scope: Scope,
  contexts: readonly PlantContext[],
  days: readonly string[],
): Promise<number> {
  let computing = 0;
  for (let at = 0; at < contexts.length; at += 25) {
    const inputs = contexts
      .slice(at, at + 25)
      .flatMap((context) => days.map((day) => ({ context, of: dayOf(context, day) })));
    const from = performance.now();
    const made = inputs.map(({ context, of }) => kept({ context, day: expectedDay(context.plant, of) }));
    computing += performance.now() - from;
    await inScope(pool, scope, (tx) => saveDays(tx, made));
  }
  return computing;
}

const window = (first: string, last: string) => ({
  start: new Date(dayBorders('Europe/Rome', first).start).toISOString(),
  end: new Date(dayBorders('Europe/Rome', last).end).toISOString(),
});

const handlers = forecastHandlers({ recordedLosses });

/** One of the calls, as it is answered to a browser. */
const call = <T>(scope: Scope, name: keyof typeof handlers, query: object): Promise<T> =>
  inScope(
    pool,
    scope,
    (tx) => handlers[name]({ tx, query, now: new Date(NOW) } as never) as Promise<T>,
    'read only',
  );

async function measure(size: number, layout: Layout): Promise<void> {
  const scope = await makeCompany(pool, `${layout} ${size}`);
  await inScope(pool, scope, (tx) => insertPlants(tx, size, layout));
  await pool.query('analyze');
  const asked = Array.from({ length: Math.min(size, ASKED) }, (_, i) => `P${String(i).padStart(5, '0')}`);
  const [one = '', alone = ''] = asked;
  const contextsOf = (codes: readonly string[] | null) =>
    inScope(pool, scope, (tx) => loadContexts(tx, codes), 'read only');
  const single = await percentiles(20, () => contextsOf([alone]));
  const all = await percentiles(3, () => contextsOf(null));
  const contexts = await contextsOf(asked);
  const neighbours = contexts.filter(({ neighbour }) => neighbour).length;
  const say = (what: string, { p50_ms, p95_ms }: { p50_ms: number; p95_ms: number }) =>
    console.log(`${layout}, ${size} plants, ${what}: p50 ${ms(p50_ms)}, p95 ${ms(p95_ms)}`);
  say('one plant without a sensor looked up', single);
  say('all of them looked up', all);
  const computing = await keepDays(
    scope,
    contexts,
    Array.from({ length: MONTH }, (_, i) => addDays('2026-06-01', i)),
  );
  console.log(
    `${layout}, ${size} plants, ${asked.length} plants' month computed from irradiance: ${ms(computing)}; ${neighbours} have a neighbour`,
  );
  await keepDays(
    scope,
    contexts.slice(0, 1),
    Array.from({ length: YEAR }, (_, i) => addDays(FIRST, i)),
  );
  await pool.query('analyze');
  const month = { codes: asked, ...window('2026-06-01', '2026-06-30') };
  for (const resolution of ['hour', 'day'] as const)
    say(
      `the month of ${asked.length} by ${resolution}s`,
      await percentiles(10, async () => {
        const { results } = await call<{ results: { pending_days: number; values: unknown[] }[] }>(
          scope,
          'expectedTotal',
          { ...month, resolution },
        );
        if (results.length !== asked.length || results.some(({ pending_days }) => pending_days > 0))
          throw new Error('days are missing');
      }),
    );
  say(
    'waterfall of a year',
    await percentiles(30, async () => {
      const { by_period } = await call<{ by_period: unknown[] }>(scope, 'waterfall', {
        proj_code: one,
        ...window(FIRST, '2026-06-30'),
      });
      if (by_period.length !== 12) throw new Error(`${by_period.length} months`);
    }),
  );
}

for (const size of SIZES) for (const layout of ['spread', 'town'] as const) await measure(size, layout);
await pool.end();
await drop();
await stopTestPostgres();
