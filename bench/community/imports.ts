import { monitorEventLoopDelay } from 'node:perf_hooks';
import { SimulationParameters } from '../../src/features/community/parameters.contract.ts';
import { headersOf, makeFleet } from '../fleet.ts';
import { startBenchInstallation } from '../installation.ts';
import { ms } from '../timing.ts';

const PODS = 2000;
const DAYS = 31;
const podOf = (index: number) => `IT001E${String(10_000_000 + index)}`;

const members = () =>
  [
    'nome;ruolo;tipo;pod;dal;livello;email',
    ...Array.from(
      { length: PODS },
      (_, i) => `Membro ${i};consumatore;famiglia;${podOf(i)};01/01/2025;${1 + (i % 3)};m${i}@bench.example`,
    ),
  ].join('\n');

/** A month of all PODs as distributors send it: a line for each day. */
function hours(): string {
  const values = Array.from({ length: 24 }, (_, hour) => (0.1 + hour / 100).toFixed(3).replace('.', ','));
  const lines = Array.from({ length: PODS * DAYS }, (_, i) => {
    const day = String(1 + (i % DAYS)).padStart(2, '0');
    return `${podOf(Math.floor(i / DAYS))};prelevata;${day}/01/2025;${values.join(';')}`;
  });
  return [`pod;direction;day;${values.map((_, hour) => hour + 1).join(';')}`, ...lines].join('\n');
}

/** Files of a community of 2,000 PODs by the calls of the portal, and for how long other calls had to wait meanwhile; the first slider. */
export async function benchImports(): Promise<void> {
  const bench = await startBenchInstallation(undefined);
  try {
    const headers = await headersOf(bench, await makeFleet(bench, 0));
    const ask = async (path: string, body?: string, type = 'application/json'): Promise<unknown> => {
      const sent = body === undefined ? {} : { method: 'POST', body };
      const answer = await fetch(`${bench.address}${path}`, {
        ...sent,
        headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`);
      return JSON.parse(text);
    };
    const timed = async (what: string, aim: string, work: () => Promise<unknown>) => {
      const waits = monitorEventLoopDelay({ resolution: 2 });
      waits.enable();
      const start = performance.now();
      const answer = await work();
      const figure = ms(performance.now() - start);
      waits.disable();
      console.log(`community ${what}: ${figure}, others waited ${ms(waits.max / 1e6)} at most  (aim ${aim})`);
      return answer as { id: number };
    };
    const { id } = (await ask('/cer/v1/communities/', JSON.stringify({ name: 'Bench' }))) as { id: number };
    for (const dry of ['true', 'false']) {
      const asked = `community=${id}&dry_run=${dry}`;
      const how = dry === 'true' ? 'tried' : 'stored';
      const file = (path: string, text: string) => () => ask(`${path}?${asked}`, text, 'text/csv');
      await timed(
        `file of ${PODS} members, ${how}`,
        'some seconds',
        file('/cer/v1/community-members/', members()),
      );
      await timed(
        `hours of ${PODS} PODs in a month, ${how}`,
        '< 10,000 ms',
        file('/cer/v1/community-hours/', hours()),
      );
    }
    await timed('its month by hours', '< 10,000 ms', () =>
      ask(`/cer/v1/results-data/?community=${id}&start=2025-01-01&end=2025-02-01&resolution=hour`),
    );
  } finally {
    await bench.close();
  }
  await benchFirstSlider();
}

/** The first slider of a program that has just started, a moment after the page of a simulation was opened. */
async function benchFirstSlider(): Promise<void> {
  const bench = await startBenchInstallation(undefined);
  try {
    const headers = await headersOf(bench, await makeFleet(bench, 0));
    const parameters = SimulationParameters.parse({ battery_kwh: 200 });
    const post = (path: string, body: object) =>
      fetch(`${bench.address}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const run = (await (await post('/cer/v1/simulation-runs/', { parameters })).json()) as { id: number };
    await fetch(`${bench.address}/cer/v1/simulation-runs/${run.id}/`, { headers });
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const start = performance.now();
    const answer = await post('/cer/v1/simulation-what-if/', { parameters });
    if (!answer.ok) throw new Error(await answer.text());
    console.log(
      `community the first slider after a start, by its call: ${ms(performance.now() - start)}  (aim < 500 ms)`,
    );
  } finally {
    await bench.close();
  }
}
