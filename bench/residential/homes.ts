import { HOME_GATEWAY } from '../../src/devices/templates/home-gateway.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { keepGroupDays } from '../../src/features/residential/server/group-days.repository.ts';
import { noteMadeUntil } from '../../src/features/residential/server/home-months.repository.ts';
import { listHomeFacts } from '../../src/features/residential/server/homes.repository.ts';
import { inScope, type Scope } from '../../src/shared/server/tenancy.ts';
import { addDays, HOUR_MS, localDay, MINUTE_MS } from '../../src/shared/units/zones.ts';
import type { BenchInstallation } from '../installation.ts';

/** Days that are stored of each home. */
const DAYS = 60;
const ZONE = 'Europe/Rome';
/** So often a gateway sends. */
const INTERVAL_S = 60;
/** Readings that one home has of its last day: its own page is opened. */
const READ_HOURS = 24;

export const codeOf = (i: number): string => `HOM-${String(i).padStart(5, '0')}`;

/** Plants of kind residential with their homes: two thirds have storage, a third was not heard of for hours or never. */
async function makePlants({ pool, arrange }: BenchInstallation, scope: Scope, homes: number): Promise<void> {
  await inScope(pool, scope, async (tx) => {
    await tx.query(
      `insert into plant (company_id, proj_code, name, kind, time_zone, potenza_nominale, tilt_deg, azimuth_deg, latitude, longitude, comune)
       select $1, 'HOM-' || to_char(i, 'FM00000'), 'Casa ' || i || ' di ' || (array['Foggia', 'Bari', 'Siena', 'Enna'])[1 + i % 4], 'residential',
              'Europe/Rome', 3 + i % 5, 25, 90 + (i % 3) * 90, 37 + (i * 7919 % 9000) / 1000.0, 8 + (i * 104729 % 9000) / 1000.0, 'Comune ' || i % 300
       from generate_series(1, $2::int) i`,
      [scope.company_id, homes],
    );
    await tx.query(
      `insert into residential_project (company_id, name, kind) select $1, 'Progetto ' || i, 'hub110' from generate_series(1, 10) i`,
      [scope.company_id],
    );
    await tx.query(
      `insert into home (company_id, plant_id, project_id, district, storage_kwh, provider, import_eur_kwh, export_eur_kwh)
       select $1, p.id, r.id, 'Zona ' || p.id % 120, case when p.id % 3 > 0 then 10 end, (array['gateway', 'mqtt', 'solaredge'])[1 + p.id % 3], 0.3, 0.1
       from plant p join (select id, row_number() over (order by id) - 1 as n from residential_project where company_id = $1) r on r.n = p.id % 10
       where p.company_id = $1`,
      [scope.company_id],
    );
  });
  await arrange('analyze plant, home, residential_project');
}

/** A home gateway's devices at each, with all that they tell. */
async function makeDevices({ pool, arrange }: BenchInstallation, scope: Scope): Promise<void> {
  const kinds = Object.entries(HOME_GATEWAY).flatMap(([short_name, { category, variables }]) =>
    variables.map((name, slot) => ({ short_name, category, name, slot, slots: variables.length })),
  );
  const json = JSON.stringify(kinds);
  await inScope(pool, scope, async (tx) => {
    await tx.query(
      `insert into device (company_id, plant_id, short_name, category, interval_s, next_slot)
       select $1, h.plant_id, k.short_name, k.category, $3, k.slots from home h
       cross join (select distinct short_name, category, slots from jsonb_to_recordset($2::jsonb) x (short_name text, category text, slots int)) k
       where h.company_id = $1 and (k.short_name <> 'BAT' or h.storage_kwh is not null)`,
      [scope.company_id, json, INTERVAL_S],
    );
    await tx.query(
      `insert into variable (company_id, device_id, variable_name_id, slot)
       select $1, d.id, n.id, k.slot from device d join jsonb_to_recordset($2::jsonb) k (short_name text, name text, slot int) on k.short_name = d.short_name
       join variable_name n on n.company_id = $1 and n.name = k.name where d.company_id = $1`,
      [scope.company_id, json],
    );
    await tx.query(
      `insert into plant_live (company_id, plant_id, power_kw, last_reading_at)
       select $1, plant_id, 2, case plant_id % 6 when 0 then now() - interval '5 hours' when 1 then null else now() end from home where company_id = $1`,
      [scope.company_id],
    );
    await tx.query(
      `insert into obs_last (company_id, device_id, ts, vals, slot_ts)
       select $1, d.id, l.last_reading_at, array_fill(1::float8, array[d.next_slot]), array_fill(l.last_reading_at, array[d.next_slot])
       from device d join plant_live l on l.company_id = $1 and l.plant_id = d.plant_id and l.last_reading_at is not null
       where d.company_id = $1`,
      [scope.company_id],
    );
  });
  await arrange('analyze device, variable, plant_live, obs_last');
}

async function makeDays({ pool, arrange }: BenchInstallation, scope: Scope): Promise<void> {
  await inScope(pool, scope, (tx) =>
    tx.query(
      `insert into home_day (company_id, plant_id, day, produced_kwh, imported_kwh, exported_kwh, charged_kwh, discharged_kwh, used_kwh, self_used_kwh, capacity_kwh)
       select $1, plant_id, current_date - i, 15 + plant_id % 5, 4, 6, 5, 4, 12, 9 + plant_id % 5, case when storage_kwh is not null then 9.4 end
       from home, generate_series(1, $2::int) i where company_id = $1`,
      [scope.company_id, DAYS],
    ),
  );
  // Yesterday was made: the keeper has nothing to do.
  await inScope(pool, scope, async (tx) => {
    const yesterday = addDays(localDay(ZONE, Date.now()).day, -1);
    for (const { plant_id } of await listHomeFacts(tx, undefined))
      await noteMadeUntil(tx, plant_id, yesterday);
    while ((await keepGroupDays(tx, yesterday)) > 0);
  });
  await arrange('vacuum analyze home, home_day, home_group_day');
}

/** Devices of a home. */
export async function devicesOf(
  { pool }: BenchInstallation,
  scope: Scope,
  code: string,
): Promise<readonly { id: number; slots: number }[]> {
  return inScope(pool, scope, async (tx) => {
    const { rows } = await tx.query<{ id: number; slots: number }>(
      `select d.id, d.next_slot as slots from device d join plant p on p.company_id = $1 and p.id = d.plant_id
       where d.company_id = $1 and p.proj_code = $2 order by d.id`,
      [scope.company_id, code],
    );
    return rows;
  });
}

async function writeLastDay(bench: BenchInstallation, scope: Scope): Promise<void> {
  const devices = await devicesOf(bench, scope, codeOf(2));
  const now = Date.now();
  const writer = new ReadingWriter(bench.pool, { announce: async () => undefined });
  const rows = devices.flatMap(({ id, slots }) =>
    Array.from({ length: (READ_HOURS * HOUR_MS) / MINUTE_MS }, (_, i) => ({
      device_id: id,
      ts: now - READ_HOURS * HOUR_MS + i * MINUTE_MS,
      values: Float64Array.from({ length: slots }, (_value, slot) => 1000 * slot + i / 60),
      quality: null,
    })),
  );
  await writer.write(scope, rows);
  await writer.close();
}

/** Two days of readings of every inverter, up to now, so many seconds apart. */
export async function makePowers(
  { arrange }: BenchInstallation,
  { company_id }: Scope,
  every_s: number,
): Promise<void> {
  await arrange(
    `insert into obs (company_id, device_id, ts, vals)
     select ${company_id}, d.id, t, array_fill(2::float8, array[d.next_slot]) from device d,
       generate_series(date_trunc('day', now()) - interval '26 hours', now(), interval '${every_s} seconds') t
     where d.company_id = ${company_id} and d.category = 'inverter' on conflict do nothing`,
    company_id,
  );
  await arrange('analyze obs');
}

/** A company's homes with devices, last values and stored days; one has a day of single readings. */
export async function makeHomes(bench: BenchInstallation, scope: Scope, homes: number): Promise<void> {
  await makePlants(bench, scope, homes);
  await makeDevices(bench, scope);
  await makeDays(bench, scope);
  await writeLastDay(bench, scope);
}
