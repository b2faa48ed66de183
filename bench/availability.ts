import { fileURLToPath } from 'node:url';
import { KEPT_HOURS } from '../src/features/rgi/availability-day.model.ts';
import { inScope } from '../src/shared/server/tenancy.ts';
import { type Fleet, headersOf, makeFleet } from './fleet.ts';
import { type BenchInstallation, startBenchInstallation } from './installation.ts';
import { ms, percentiles } from './timing.ts';

const DAYS = 365;
export const LAST = '2026-06-30';
const HOURS: Readonly<Record<string, string>> = {
  raw_good: '12.25',
  good: '12.25',
  bad: '0.25',
  no_sun: '11.5',
};

/** Two inverters for each plant, and a year of days as the keeper keeps them. */
export async function makeYear({ pool, arrange }: BenchInstallation, { scope }: Fleet): Promise<void> {
  const { company_id } = scope;
  await inScope(pool, scope, async (tx) => {
    await tx.query(
      `insert into device (company_id, plant_id, short_name, category, interval_s, nominal_power, next_slot)
       select $1, p.id, k.name, 'inverter', 900, 50, 1 from plant p, (values ('INV1'), ('INV2')) k (name) where p.company_id = $1`,
      [company_id],
    );
    await tx.query(
      `insert into variable (company_id, device_id, variable_name_id, slot)
       select $1, d.id, n.id, 0 from device d join variable_name n on n.company_id = $1 and n.name = 'ac_power_kw'
       where d.company_id = $1`,
      [company_id],
    );
  });
  for (let from = 0; from < DAYS; from += 15)
    await inScope(pool, scope, (tx) =>
      tx.query(
        `insert into availability_day (company_id, plant_id, day, basis, energy_kwh, devices, ${KEPT_HOURS.join(', ')})
         select $1, p.id, $2::date - i, 'bench', 400, '[[1, 200, 0, 12.5, 3, 11.5, 4, 12.5], [2, 200, 0, 12.5, 3, 11.5, 4, 12.5]]',
           ${KEPT_HOURS.map((name) => HOURS[name] ?? '0').join(', ')}
         from plant p, generate_series($3::int, $4::int) i where p.company_id = $1`,
        [company_id, LAST, from, Math.min(DAYS, from + 15) - 1],
      ),
    );
  await arrange('analyze device, variable, availability_day');
}

async function measure(bench: BenchInstallation, plants: number): Promise<void> {
  const fleet = await makeFleet(bench, plants);
  await makeYear(bench, fleet);
  const headers = await headersOf(bench, fleet);
  const ask = (start: string) => async () => {
    const query = new URLSearchParams({ start, end: '2026-06-30T22:00:00Z' });
    const response = await fetch(`${bench.address}/availability/v1/availability/?${query}`, { headers });
    const told = (await response.json()) as { contractual: { availability: number | null } }[];
    if (told.length !== plants || told.some(({ contractual }) => contractual.availability === null))
      throw new Error(`${response.status}: ${told.length} plants`);
  };
  const month = await percentiles(20, ask('2026-05-31T22:00:00Z'));
  const year = await percentiles(5, ask('2025-06-30T22:00:00Z'));
  console.log(
    `availability  ${plants} plants, a month: p95 ${ms(month.p95_ms)}  (aim 1,000 plants < 1,000 ms)`,
  );
  console.log(`availability  ${plants} plants, a year: p95 ${ms(year.p95_ms)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const bench = await startBenchInstallation(undefined);
  try {
    for (const plants of [100, 1000, 2000]) await measure(bench, plants);
  } finally {
    await bench.close();
  }
}
