import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { saveMember } from '../src/features/companies/server/companies.repository.ts';
import { createKey } from '../src/features/companies/server/keys.service.ts';
import { insertAccount } from '../src/features/identity/server/identity.repository.ts';
import type { ReadingRow } from '../src/features/measurements/readings.model.ts';
import { recomputeDirty } from '../src/features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import { hashPassword } from '../src/shared/server/passwords.ts';
import { inScope, type Scope } from '../src/shared/server/tenancy.ts';
import { DAY_MS } from '../src/shared/units/zones.ts';
import { makeCompany, makeDevice } from '../tests/support/field.ts';
import type { BenchInstallation } from './installation.ts';
import { FLEET_VARIABLES } from './store/field.ts';
import { ms, percentiles, perSecond } from './timing.ts';

export const benchPassword = 'a password for the bench';
export const benchEmail = 'bench@bench.example';
const PLANTS = 1000;

export interface Figure {
  what: string;
  figure: string;
  aim: string;
}

async function makePlants(pool: pg.Pool, scope: Scope): Promise<number> {
  return inScope(pool, scope, async (tx) => {
    await tx.query(
      `with p as (
         insert into plant (company_id, proj_code, name, potenza_nominale, latitude, longitude, comune)
         select $1, 'BEN-' || to_char(i, 'FM0000'), 'Bench plant ' || i, 100 + i, 37 + i % 9, 9 + i % 8, 'Comune ' || i
         from generate_series(1, ${PLANTS}) i returning id, potenza_nominale)
       insert into plant_live (company_id, plant_id, power_kw, production, irradianza, last_reading_at, error, warning,
                               string_w, spark_day, spark_kw)
       select $1, id, potenza_nominale * 0.6, potenza_nominale * 3.2, 600 + id % 300, now(), id % 20 = 0, id % 13 = 0,
              id % 17 = 0, current_date, (select array_agg(potenza_nominale * sin(k / 30.0)) from generate_series(1, 60) k)
       from p`,
      [scope.company_id],
    );
    const { rows } = await tx.query<{ id: number }>(
      'select min(id)::int as id from plant where company_id = $1',
      [scope.company_id],
    );
    return rows[0]?.id ?? 0;
  });
}

/** A year of five-minute readings of one device, ending now. */
function year(device_id: number): ReadingRow[] {
  const end = Math.floor(Date.now() / 300_000) * 300_000;
  return Array.from({ length: 365 * 288 }, (_, i) => {
    const ts = end - (365 * 288 - i) * 300_000;
    const sun = Math.max(0, Math.sin(((ts % DAY_MS) / DAY_MS - 0.25) * 2 * Math.PI));
    return {
      device_id,
      ts,
      values: Float64Array.of(Math.round(sun * 5000) / 10, i * 2.5, Math.round(sun * 900), 20 + sun * 30),
      quality: null,
    };
  });
}

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/user/v1/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: benchEmail, password: benchPassword }),
  });
  const { access } = (await response.json()) as { access: string };
  return access;
}

async function ingest(address: string, key: string): Promise<number> {
  const start = Math.floor(Date.now() / 1000) * 1000 - 200 * DAY_MS;
  const body = (batch: number) =>
    JSON.stringify({
      readings: Array.from({ length: 1000 }, (_, i) => ({
        device: 'D1',
        ts: new Date(start + (batch * 1000 + i) * 10_000).toISOString(),
        values: {
          ac_power_kw: i / 10,
          energy_total_kwh: batch * 1000 + i,
          irradiance_poa_wm2: i,
          module_temperature_c: 25,
        },
      })),
    });
  const bodies = Array.from({ length: 60 }, (_, batch) => body(batch));
  const send = async (text: string) => {
    const response = await fetch(`${address}/ingest/v1/readings/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: text,
    });
    if (!response.ok) throw new Error(`ingest answered ${response.status}: ${await response.text()}`);
  };
  await send(bodies.pop() ?? '');
  const began = performance.now();
  const lanes = Array.from({ length: 4 }, async () => {
    for (let next = bodies.pop(); next !== undefined; next = bodies.pop()) await send(next);
  });
  const sent = bodies.length + 4;
  await Promise.all(lanes);
  return (sent * 4000 * 1000) / (performance.now() - began);
}

/** 300 members named for 20 plants each, and 100,000 actions of theirs. */
const people = (company: number, first_plant: number): string => `
  with a as (insert into user_account (name, email, password_hash, confirmed_at)
               select 'Person ' || n, 'person' || n || '@example.org', '', now() from generate_series(1, 300) n returning id),
       u as (insert into company_user (company_id, user_id, first_name, last_name, roles)
               select ${company}, id, 'Person', id::text, '{ENGINEER_0,APP_0}' from a returning user_id),
       d as (insert into audit (company_id, actor_id, action, target, at)
               select ${company}, (select min(id) from a) + n % 300, 'sign_in', '', now() - n * interval '1 minute'
               from generate_series(1, 100000) n)
  select count(*) from u;
  insert into company_user_plant (company_id, user_id, plant_id)
    select ${company}, user_id, ${first_plant} + n from company_user cross join generate_series(0, 19) n
    where company_id = ${company} and first_name = 'Person';
  analyze audit, company_user, company_user_plant, user_account`;

/** Calls as a browser makes them, over loopback: 1,000 cards, a day raw, a year by day; and readings through HTTP. */
export async function benchPortal({ pool, address, arrange }: BenchInstallation): Promise<Figure[]> {
  const scope = await makeCompany(pool, 'Bench portal');
  const user_id = await insertAccount(pool, {
    name: 'Bench',
    email: benchEmail,
    password_hash: await hashPassword(benchPassword),
    language: 'it',
    confirmed: true,
  });
  const roles = ['COMPANY_OWNER', 'APP_0'] as const;
  await inScope(pool, scope, (tx) =>
    saveMember(tx, { user_id: user_id ?? 0, first_name: 'Bench', last_name: '', roles }),
  );
  const plant_id = await makePlants(pool, scope);
  const device = await makeDevice(pool, scope, plant_id, 'D1', FLEET_VARIABLES, {
    interval_s: 300,
    nominal_power: 1000,
  });
  const writer = new ReadingWriter(pool);
  const rows = year(device);
  for (let i = 0; i < rows.length; i += 10_000) await writer.write(scope, rows.slice(i, i + 10_000));
  await writer.close();
  await recomputeDirty(pool, scope, { today: true });

  const headers = { authorization: `Bearer ${await signIn(address)}`, 'id-client': String(scope.company_id) };
  const ask = (path: string) => async () => {
    const response = await fetch(address + path, { headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const window = (days: number) =>
    `start=${new Date(Date.now() - days * DAY_MS).toISOString()}&end=${new Date().toISOString()}`;
  const chart = `/api/v1/chart-results-data/?devices=${device}`;
  const figures: Figure[] = [];
  const note = async (what: string, path: string) => {
    const { p50_ms, p95_ms } = await percentiles(100, ask(path));
    figures.push({ what, figure: `p50 ${ms(p50_ms)}, p95 ${ms(p95_ms)}`, aim: 'p95 < 50 ms' });
  };
  await note('plants-card-list, 1,000 plants', '/api/v1/plants-card-list/');
  await note(
    'chart, one day, raw, 4 variables',
    `${chart}&variables=${FLEET_VARIABLES.join(',')}&${window(1)}&resolution=raw`,
  );
  await note(
    'chart, one year by day, 4 variables',
    `${chart}&variables=${FLEET_VARIABLES.join(',')}&${window(365)}&resolution=day`,
  );
  await note('plant page figures and devices', '/api/v1/plant-overview/BEN-0001/');
  await arrange(people(scope.company_id, plant_id), scope.company_id);
  await note('users of a company, 300 of 20 plants each', '/api/v1/company-user/');
  await note('audit of 100,000 actions, a page of 100', '/api/v1/audit/');
  const { key } = await inScope(pool, scope, (tx) =>
    createKey(tx, { name: 'bench', scopes: ['ingest'], proj_code: 'BEN-0001' }),
  );
  figures.push({
    what: 'readings a second through HTTP, 4,000 a request, 4 at once, sender on the same cores',
    figure: perSecond(await ingest(address, key)),
    aim: '≥ 50,000',
  });
  return figures;
}
