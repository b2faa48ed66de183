import { performance } from 'node:perf_hooks';
import { saveMember } from '../src/features/companies/server/companies.repository.ts';
import { insertAccount } from '../src/features/identity/server/identity.repository.ts';
import { recomputeDirty } from '../src/features/measurements/server/day-keeper.ts';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import { CATALOGUE } from '../src/features/plants/plants.model.ts';
import { hashPassword } from '../src/shared/server/passwords.ts';
import { inScope, type Scope } from '../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makePlant } from '../tests/support/field.ts';
import { type BenchInstallation, startBenchInstallation } from './installation.ts';
import { ms, percentiles } from './timing.ts';

const PASSWORD = 'a password for the bench';
const EMAIL = 'bench@bench.example';
const NAMES = CATALOGUE.filter(({ kind }) => kind !== 'state')
  .slice(0, 20)
  .map(({ name }) => name);
const DAY_MS = 86_400_000;
const STEP_MS = 300_000;

/** A year of readings of every variable, ending now; counters count. */
async function fill(pool: BenchInstallation['pool'], scope: Scope, device_id: number): Promise<void> {
  const writer = new ReadingWriter(pool, { announce: async () => undefined });
  const end = Math.floor(Date.now() / STEP_MS) * STEP_MS;
  const kinds = NAMES.map((name) => CATALOGUE.find((entry) => entry.name === name)?.kind);
  for (let from = 0; from < 365 * 288; from += 5000) {
    const rows = Array.from({ length: 5000 }, (_, k) => {
      const i = from + k;
      const ts = end - (365 * 288 - i) * STEP_MS;
      const values = Float64Array.from(kinds, (kind, slot) =>
        kind === 'counter' ? i * 1.25 : Math.round(1000 * Math.sin((ts / DAY_MS) * 2 * Math.PI + slot)) / 10,
      );
      return { device_id, ts, values, quality: null };
    });
    await writer.write(scope, rows);
  }
  await writer.close();
  await recomputeDirty(pool, scope, { today: true });
}

async function main(): Promise<void> {
  const bench = await startBenchInstallation(undefined);
  try {
    const scope = await makeCompany(bench.pool, 'Questions');
    const user_id = await insertAccount(bench.pool, {
      name: 'Bench',
      email: EMAIL,
      password_hash: await hashPassword(PASSWORD),
      language: 'it',
      confirmed: true,
    });
    const roles = ['COMPANY_OWNER', 'APP_0'] as const;
    await inScope(bench.pool, scope, (tx) =>
      saveMember(tx, { user_id: user_id ?? 0, first_name: 'Bench', last_name: '', roles }),
    );
    const plant = await makePlant(bench.pool, scope, 'Q');
    const device = await makeDevice(bench.pool, scope, plant, 'D', NAMES, {
      interval_s: 300,
      nominal_power: 1000,
    });
    await fill(bench.pool, scope, device);
    const login = await fetch(`${bench.address}/user/v1/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    });
    const { access } = (await login.json()) as { access: string };
    const headers = { authorization: `Bearer ${access}`, 'id-client': String(scope.company_id) };
    let bytes = 0;
    const ask = async (days: number, resolution: string) => {
      const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
      const window = `start=${new Date(to - days * DAY_MS).toISOString()}&end=${new Date(to).toISOString()}`;
      const url = `${bench.address}/api/v1/chart-results-data/?devices=${device}&variables=${NAMES.join(',')}&${window}&resolution=${resolution}&points=5000`;
      const response = await fetch(url, { headers });
      if (!response.ok) throw new Error(await response.text());
      bytes = (await response.arrayBuffer()).byteLength;
    };
    for (const [what, days, resolution, at_once, runs] of [
      ['a day, raw', 1, 'raw', 1, 60],
      ['a day, by quarters', 1, '15m', 1, 60],
      ['a year by day', 365, 'day', 1, 60],
      ['a year by hour', 365, 'hour', 1, 8],
      ['a year by day, 4 at once', 365, 'day', 4, 40],
      ['a year by day, 50 at once', 365, 'day', 50, 4],
    ] as const) {
      const times: number[] = [];
      const cpu = process.cpuUsage();
      await percentiles(runs, async () => {
        await Promise.all(
          Array.from({ length: at_once }, async () => {
            const began = performance.now();
            await ask(days, resolution);
            times.push(performance.now() - began);
          }),
        );
      });
      const { user, system } = process.cpuUsage(cpu);
      const each = ms((user + system) / 1000 / times.length);
      times.splice(0, 5 * at_once);
      times.sort((a, b) => a - b);
      const of = (share: number) => ms(times[Math.floor(times.length * share)] ?? Number.NaN);
      console.log(
        `${what}: p50 ${of(0.5)}, p95 ${of(0.95)}, ${Math.round(bytes / 1024)} KB, ${each} of processor on this side`,
      );
    }
  } finally {
    await bench.close();
  }
}

await main();
