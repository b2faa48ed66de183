import { fileURLToPath } from 'node:url';
import { makeFigures } from '../src/features/measurements/month-figures.model.ts';
import { packFigures } from '../src/features/measurements/server/packed-figures.ts';
import { listDevicesOfMany, listEarningPlants } from '../src/features/revenues/server/energy.repository.ts';
import { sourcesOf } from '../src/features/revenues/server/energy-days.ts';
import { modelOf, tariffsDigest } from '../src/features/revenues/server/revenue-day-bases.ts';
import { listTariffsOf } from '../src/features/revenues/server/tariffs.repository.ts';
import { inScope } from '../src/shared/server/tenancy.ts';
import { LAST, makeYear } from './availability.ts';
import { type Fleet, headersOf, makeFleet } from './fleet.ts';
import { type BenchInstallation, startBenchInstallation } from './installation.ts';
import { ms, percentiles } from './timing.ts';

const NO_FIGURES = packFigures(makeFigures(0, 31));

/** Of four plants three are paid a fixed price, one the guaranteed minimum; all pay a fee. */
async function makeTariffs({ pool }: BenchInstallation, { scope }: Fleet): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    await tx.query(
      `insert into tariff (company_id, plant_id, kind, name, note, steps)
       select $1, p.id, k.kind, k.kind, '', jsonb_build_array(jsonb_build_object('from_on', '2020-01-01', 'to_on', null, 'rate', k.rate))
       from plant p cross join lateral (values
         (case when right(p.proj_code, 5)::int % 4 = 0 then 'rid' else 'fixed' end, 0.05), ('fee', 95)) k (kind, rate)
       where p.company_id = $1`,
      [scope.company_id],
    );
    // Months that are known to have readings, of which no figure is kept.
    await tx.query(
      `insert into obs_figures (company_id, device_id, month, days, expired, zone, figures)
       select $1, d.id, m::date, 268435455, 0, 'Europe/Rome', $2
       from device d, generate_series('2024-05-01'::date, '2026-11-01', '1 month') m where d.company_id = $1`,
      [scope.company_id, NO_FIGURES],
    );
  });
}

/** Days of revenue, from 1 January of the first year on: the top-up of a year waits for all of its days. */
const REVENUE_DAYS = (Date.parse(LAST) - Date.parse('2025-01-01')) / 86_400_000 + 1;

/** Days as the keepers keep them: a year of expected energy and availability, and of revenue what its question asks for. */
async function makeMoney(bench: BenchInstallation, fleet: Fleet): Promise<void> {
  await makeYear(bench, fleet);
  await makeTariffs(bench, fleet);
  const { company_id } = fleet.scope;
  const models = await inScope(bench.pool, fleet.scope, async (tx) => {
    const plants = await listEarningPlants(tx, null);
    const ids = plants.map(({ plant_id }) => plant_id);
    const [devices, tariffs] = [await listDevicesOfMany(tx, ids), await listTariffsOf(tx, ids)];
    return plants.map((plant) => ({
      id: plant.plant_id,
      model: modelOf(plant, sourcesOf(devices.get(plant.plant_id) ?? [])),
      tariffs: tariffsDigest(tariffs.get(plant.plant_id) ?? []),
    }));
  });
  for (let from = 0; from < REVENUE_DAYS; from += 15)
    await inScope(bench.pool, fleet.scope, async (tx) => {
      const until = Math.min(REVENUE_DAYS, from + 15) - 1;
      await tx.query(
        `insert into expected_day (company_id, plant_id, day, basis, inputs, temperature, measured, sun_hours, missing_hours, sums,
           hours, day_kwh, horizontal_kwh_m2, horizontal_from)
         select $1, p.id, $2::date - i, 'bench', '{0}', 0, true, 13, 0.2, '{600, 520, 490, 480, 470, 450, 430}',
           decode(repeat('0f', 384), 'hex'), 450, 5.1, 1
         from plant p, generate_series($3::int, $4::int) i where p.company_id = $1`,
        [company_id, LAST, from, until],
      );
      await tx.query(
        `insert into revenue_day (company_id, plant_id, day, basis, tariffs, silent, hours, produced_kwh, exported_kwh, used_kwh,
           produced_missing, exported_missing, used_missing, market_eur, unpriced_kwh, unpriced_hours, mean_price, amount_cents,
           has_amount, has_fee)
         select $1, u.id, $2::date - i, u.model || '.bench', u.tariffs, false, 24, 430.3, 380.1, 50.2, 0, 0, 0, 41.2, 0, 0, 108.5,
           1875, true, true
         from unnest($5::bigint[], $6::text[], $7::text[]) u (id, model, tariffs), generate_series($3::int, $4::int) i`,
        [
          company_id,
          LAST,
          from,
          until,
          models.map(({ id }) => id),
          models.map(({ model }) => model),
          models.map(({ tariffs }) => tariffs),
        ],
      );
    });
  await bench.arrange('analyze expected_day, revenue_day, tariff, obs_figures');
}

async function measure(bench: BenchInstallation, plants: number): Promise<void> {
  const fleet = await makeFleet(bench, plants);
  await makeMoney(bench, fleet);
  const headers = { ...(await headersOf(bench, fleet)), 'content-type': 'application/json' };
  const year = { from: '2025-07-01', to: LAST };
  const told = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${bench.address}/api/v1/${path}`, { headers, ...init });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return response;
  };
  const revenue = await percentiles(
    5,
    async () => {
      const rows = (await (
        await told(`revenues-of-plants/?${new URLSearchParams(year)}&by=month`)
      ).json()) as { total_eur: number | null; pending_days: number }[];
      if (rows.length !== plants || rows.some((row) => row.total_eur === null || row.pending_days > 0))
        throw new Error(`${rows.length} plants`);
    },
    2,
  );
  console.log(
    `revenue  ${plants} plants by month of a year: p95 ${ms(revenue.p95_ms)}  (aim 1,000 plants < 1,000 ms)`,
  );
  const report = await percentiles(
    5,
    async () => {
      const { rows, totals, with_revenue } = (await (
        await told('k451-data/', { method: 'POST', body: JSON.stringify({ ...year, idcalc: 2 }) })
      ).json()) as {
        rows: { revenue_eur: number | null; pr: number | null }[];
        totals: object[];
        with_revenue: boolean;
      };
      if (
        rows.length !== plants * 12 ||
        totals.length !== plants ||
        !with_revenue ||
        rows.some(({ pr }) => pr === null)
      )
        throw new Error(`${rows.length} rows`);
    },
    2,
  );
  console.log(
    `K451  ${plants} plants by month of a year: p95 ${ms(report.p95_ms)}  (aim 1,000 plants < 3,000 ms)`,
  );
  if (plants > 100) return;
  const pdf = await percentiles(
    5,
    async () => {
      const codes = Array.from({ length: 12 }, (_, i) => `BEN-${String(i + 1).padStart(5, '0')}`).join();
      const file = await told(
        `k451-file/?codes=${codes}&from=2026-06-01&to=2026-06-30&idcalc=1&format=pdf&language=it`,
      );
      await file.arrayBuffer();
    },
    1,
  );
  console.log(
    `K451  PDF of 12 plants by day of a month, with charts: p95 ${ms(pdf.p95_ms)}  (aim 12 pages < 2,000 ms)`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = process.argv.slice(2).map(Number);
  const bench = await startBenchInstallation(undefined);
  try {
    for (const plants of sizes.length > 0 ? sizes : [100, 1000, 2000]) await measure(bench, plants);
  } finally {
    await bench.close();
  }
}
