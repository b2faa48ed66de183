import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { createKey } from '../src/features/companies/server/keys.service.ts';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import { inScope } from '../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makePlant } from '../tests/support/field.ts';
import { type BenchInstallation, startBenchInstallation } from './installation.ts';
import type { Figure } from './portal.ts';
import { FLEET_VARIABLES } from './store/field.ts';
import { ms, percentiles } from './timing.ts';

const MINUTES = 30 * 1440;
/** Charts that the other company asks for at once, without end. */
const FLOOD = 40;
const RUNS = 20;

/** A company with a month of minutes, and how it asks for all of them as a chart, which a thread answers. */
async function makeAsking(pool: pg.Pool, address: string, name: string) {
  const scope = await makeCompany(pool, name);
  const plant = await makePlant(pool, scope, 'FAIR');
  const device = await makeDevice(pool, scope, plant, 'D1', FLEET_VARIABLES, { interval_s: 60 });
  const end = Math.floor(Date.now() / 60_000) * 60_000;
  const writer = new ReadingWriter(pool);
  for (let from = 0; from < MINUTES; from += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, MINUTES - from) }, (_, i) => ({
      device_id: device,
      ts: end - (MINUTES - from - i) * 60_000,
      values: Float64Array.from(FLEET_VARIABLES, (_name, slot) => (((from + i) * 7919) % 1000) / 7 + slot),
      quality: null,
    }));
    await writer.write(scope, rows);
  }
  await writer.close();
  const { key } = await inScope(pool, scope, (tx) => createKey(tx, { name: 'fair', scopes: ['read'] }));
  const window = `start=${new Date(end - MINUTES * 60_000).toISOString()}&end=${new Date(end).toISOString()}`;
  const url = `${address}/api/v1/chart-results-data/?devices=${device}&resolution=raw&points=300&${window}`;
  const headers = { authorization: `Bearer ${key}`, 'id-client': String(scope.company_id) };
  return async (): Promise<number> => {
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
}

/** How much longer a company's heavy chart takes while another company asks for such charts without end. */
export async function benchFairness({ pool, address }: BenchInstallation): Promise<Figure[]> {
  const flood = await makeAsking(pool, address, 'Bench flood');
  const ask = await makeAsking(pool, address, 'Bench beside the flood');
  const asked = async () => {
    const status = await ask();
    if (status !== 200) throw new Error(`the other company was answered ${status}`);
  };
  const quiet = await percentiles(RUNS, asked);
  let flooding = true;
  let answered = 0;
  let refused = 0;
  const lanes = Array.from({ length: FLOOD }, async () => {
    while (flooding) {
      const status = await flood();
      if (status === 200) answered++;
      else {
        refused++;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  });
  const began = performance.now();
  const beside = await percentiles(RUNS, asked);
  const seconds = (performance.now() - began) / 1000;
  flooding = false;
  await Promise.all(lanes);
  const ratio = (beside.p50_ms / quiet.p50_ms).toFixed(1);
  return [
    {
      what: `a heavy chart of one company while another asks for ${FLOOD} at once without end, beside its quiet time`,
      figure: `× ${ratio} (p50 ${ms(quiet.p50_ms)} quiet, ${ms(beside.p50_ms)} beside; the other was answered ${(answered / seconds).toFixed(1)} a second and refused ${refused} times)`,
      aim: '× 4',
    },
  ];
}

if (import.meta.main) {
  const bench = await startBenchInstallation(undefined);
  try {
    for (const { what, figure, aim } of await benchFairness(bench))
      console.log(`fairness ${what}: ${figure}  (aim ${aim})`);
  } finally {
    await bench.close();
  }
}
