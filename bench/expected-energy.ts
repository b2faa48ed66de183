import { poaUnder, skyAt } from '../src/energy/sky.ts';
import { expectedDay } from '../src/features/forecast/expected-day.model.ts';
import { addSums } from '../src/features/forecast/figures.model.ts';
import { saveDays } from '../src/features/forecast/server/expected-days.repository.ts';
import { loadDaySums, loadDaysWithHours } from '../src/features/forecast/server/expected-days.ts';
import { NO_PAST_IRRADIANCE } from '../src/features/forecast/server/past-irradiance.ts';
import { loadContexts, type PlantContext } from '../src/features/forecast/server/plant-contexts.ts';
import { NOT_RECORDED, waterfall } from '../src/features/forecast/waterfall.model.ts';
import { createPool } from '../src/shared/server/db.ts';
import { inScope } from '../src/shared/server/tenancy.ts';
import { addDays, dayBorders } from '../src/shared/units/zones.ts';
import { makeCompany, makeDevice, makePlant } from '../tests/support/field.ts';
import { createTestDatabase, stopTestPostgres } from '../tests/support/postgres.ts';
import { ms, percentiles } from './timing.ts';

/**
 * Expected energy of 1,000 plants, each with two inverters, for a month of hours: computed from the irradiance on their planes,
 * and answered from the days that are kept; and the waterfall of one plant's year. `node bench/expected-energy.ts`
 */
const PLANTS = 1000;
const MONTH = 31;
const YEAR = 365;
const FIRST = '2025-07-01';
const NOW = Date.parse('2026-07-20T10:00:00Z');

const { database, drop } = await createTestDatabase();
const pool = createPool(database, { max: 6, name: 'bench' });
const scope = await makeCompany(pool, 'Bench');
for (let i = 0; i < PLANTS; i++) {
  const plant = await makePlant(pool, scope, `P${String(i).padStart(4, '0')}`, { potenza_nominale: 100 });
  for (const name of ['A', 'B'])
    await makeDevice(pool, scope, plant, name, ['energy_total_kwh'], { nominal_power: 50, interval_s: 300 });
}
await inScope(pool, scope, (tx) =>
  tx.query(
    `update plant set latitude = 37 + id % 80 / 10.0, longitude = 8 + id % 90 / 10.0, tilt_deg = 30, azimuth_deg = 180
     where company_id = $1`,
    [scope.company_id],
  ),
);

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
  const unknown = { weather: null, typical: null, module_c: null, air_c: null, wind_ms: null };
  return { day, start, hours: 24, own: [poa], neighbour: [null], energy, ...unknown };
}

const contexts = await inScope(pool, scope, (tx) => loadContexts(tx, null));
const days = Array.from({ length: MONTH }, (_, i) => addDays('2026-06-01', i));
const inputs = contexts.flatMap((context) => days.map((day) => ({ context, inputs: dayOf(context, day) })));
const from = performance.now();
const made = inputs.map(({ context, inputs: of }) => ({ context, day: expectedDay(context.plant, of) }));
console.log(`computed: ${PLANTS} plants, ${MONTH} days of hours: ${ms(performance.now() - from)}`);

const kept = ({ context, day }: (typeof made)[number]) => ({
  ...day,
  plant_id: context.plant.plant_id,
  basis: `${context.digest}.-`,
  neighbour_id: null,
});
for (let at = 0; at < made.length; at += 1000)
  await inScope(pool, scope, (tx) => saveDays(tx, made.slice(at, at + 1000).map(kept)));
const [one] = contexts;
if (!one) throw new Error('no plants');
const year = Array.from({ length: YEAR }, (_, i) => addDays(FIRST, i));
await inScope(pool, scope, (tx) =>
  saveDays(
    tx,
    year.map((day) => kept({ context: one, day: expectedDay(one.plant, dayOf(one, day)) })),
  ),
);

const month = {
  start: dayBorders('Europe/Rome', '2026-06-01').start,
  end: dayBorders('Europe/Rome', '2026-07-01').end,
};
const loading = { now: NOW, window: month, weather: NO_PAST_IRRADIANCE, atMost: 0 };
const answered = await percentiles(10, () =>
  inScope(
    pool,
    scope,
    async (tx) => loadDaysWithHours(await loadContexts(tx, null), { tx, ...loading }),
    'read only',
  ),
);
console.log(
  `kept: the same with all their hours, plants and devices looked up: p50 ${ms(answered.p50_ms)}, p95 ${ms(answered.p95_ms)}`,
);

const whole = {
  start: dayBorders('Europe/Rome', FIRST).start,
  end: dayBorders('Europe/Rome', '2026-06-30').end,
};
const fall = await percentiles(30, () =>
  inScope(
    pool,
    scope,
    async (tx) => {
      const asked = await loadContexts(tx, [one.plant.proj_code]);
      const loaded = await loadDaySums(asked, { tx, ...loading, window: whole });
      const found = loaded.get(one.plant.plant_id)?.days ?? [];
      if (found.length !== YEAR) throw new Error(`${found.length} days`);
      return waterfall(addSums(found), NOT_RECORDED);
    },
    'read only',
  ),
);
console.log(`waterfall of a year: p50 ${ms(fall.p50_ms)}, p95 ${ms(fall.p95_ms)}`);
await pool.end();
await drop();
await stopTestPostgres();
