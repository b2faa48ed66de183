import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { BrowserContext } from 'playwright-core';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import { startLiveFollower } from '../src/features/overview/server/live-follower.ts';
import { LIVE_CHANNEL } from '../src/shared/server/live/notice.ts';
import { createLog } from '../src/shared/server/log.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { type Fleet, headersOf, makeFleet, PASSWORD } from './fleet.ts';
import { type BenchInstallation, startBenchInstallation } from './installation.ts';
import { codeOf, devicesOf, makeHomes, makePowers } from './residential/homes.ts';
import { ms, type Percentiles, percentiles, percentilesOfTimed } from './timing.ts';

const AT = '/api/v1/residenziale';
const WEB = fileURLToPath(new URL('../dist/web', import.meta.url));
/** What the fleet's page asks, and each of its tabs. */
const LISTS = [
  'plants/?page_size=50',
  'plants/?page_size=50&page=90',
  'plants/?page_size=50&q=casa+siena',
  'plants/?page_size=50&state=silent',
  'nominal-capacity/',
  'group-days/',
  'places/',
  'devices-data-sending-statuses/',
  'ranking/',
  'storage/',
  'connected-devices/?state=silent',
];
/** Their power by quarters: readings of a day of all of them. */
const POWER = [
  'rres-data/',
  `rres-data/?date=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`,
];

const say = (what: string, figure: string, aim = '') =>
  console.log(`homes   ${what}: ${figure}${aim && `  (aim ${aim})`}`);
const both = ({ p50_ms, p95_ms }: Percentiles) => `p50 ${ms(p50_ms)}, p95 ${ms(p95_ms)}`;

type Ask = (path: string) => Promise<string>;

/** Asks as the browser does; an answer that is no success is a fault of the bench. */
function asker({ address }: BenchInstallation, headers: Record<string, string>): Ask {
  return async (path) => {
    const answer = await fetch(`${address}${path}`, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text;
  };
}

async function benchFleet(ask: Ask, runs: number): Promise<void> {
  for (const path of LISTS)
    say(path, both(await percentiles(runs, () => ask(`${AT}/${path}`))), 'p95 < 150 ms');
}

/** Power of all homes together, and for how long the slowest of other calls had to wait for it. */
async function benchPower(ask: Ask): Promise<void> {
  for (const path of POWER) {
    const waits = monitorEventLoopDelay({ resolution: 5 });
    waits.enable();
    const figure = both(await percentiles(3, () => ask(`${AT}/${path}`), 1));
    waits.disable();
    say(path, `${figure}; others waited ${ms(waits.max / 1e6)} at most`, '< 30 s');
  }
}

/** What the page of a home asks at once. */
async function benchHome(ask: Ask, runs: number): Promise<void> {
  const code = codeOf(2);
  const paths = [
    `${AT}/plants/${code}/`,
    `${AT}/plant-data/last/?proj_code=${code}`,
    `${AT}/pday-data/?proj_code=${code}`,
    `${AT}/home-periods/?proj_code=${code}`,
    `/api/v1/alarms/?proj_code=${code}&closed=false&consequences=false&page_size=20`,
  ];
  const page = () => Promise.all(paths.map(ask));
  say('all that the page of a home asks, at once', both(await percentiles(runs, page)), '< 300 ms');
}

/** From a reading of a home that was silent to the list that says it sends: writer, follower, notice, answer. */
async function benchLive(bench: BenchInstallation, { scope }: Fleet, homes: number, ask: Ask): Promise<void> {
  const follower = await startLiveFollower({
    pool: bench.pool,
    database: bench.database,
    log: createLog('error', 'bench'),
  });
  const writer = new ReadingWriter(bench.pool);
  const ear = new pg.Client(bench.database);
  await ear.connect();
  await ear.query(`listen ${LIVE_CHANNEL}`);
  // Homes that were never heard of.
  let next = 1;
  const nextSilent = async (): Promise<string> => {
    for (; next <= homes; next += 1) {
      const code = codeOf(next);
      if ((await ask(`${AT}/plants/?q=${code}`)).includes('"state":"never"')) return code;
    }
    throw new Error('every home was heard of');
  };
  const once = async (): Promise<number> => {
    const code = await nextSilent();
    const devices = await devicesOf(bench, scope, code);
    const told = new Promise<void>((resolve) => {
      const hear = ({ payload }: pg.Notification) => {
        if (!payload?.includes(code)) return;
        ear.off('notification', hear);
        resolve();
      };
      ear.on('notification', hear);
    });
    const begin = performance.now();
    const rows = devices.map(({ id, slots }) => ({
      device_id: id,
      ts: Date.now(),
      values: new Float64Array(slots).fill(1),
      quality: null,
    }));
    await writer.write(scope, rows);
    await told;
    const answer = await ask(`${AT}/plants/?q=${code}`);
    if (!answer.includes('"state":"sends"')) throw new Error(`${code} does not send: ${answer}`);
    return performance.now() - begin;
  };
  try {
    const times = await percentilesOfTimed(20, once, 2);
    say('a reading of a home that never sent to the list that says it sends', both(times), '< 5,000 ms');
  } finally {
    await ear.end();
    await writer.close();
    await follower.close();
  }
}

async function opened(context: BrowserContext, url: string, ready: string): Promise<number> {
  const tab = await context.newPage();
  const begin = performance.now();
  await tab.goto(url, { waitUntil: 'commit' });
  await tab.locator(ready).first().waitFor();
  const taken = performance.now() - begin;
  await tab.close();
  return taken;
}

/** So long somebody looks at the list before a home is opened. */
const LOOK_MS = 1000;

/** Pages in a browser: cold tabs, and a home opened from its row. */
async function benchBrowser({ address }: BenchInstallation, { email }: Fleet, runs: number): Promise<void> {
  const browser = await launchBrowser(undefined, true);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'it-IT' });
    const page = await context.newPage();
    await page.goto(`${address}/login`);
    await page.fill('input[name=email]', email);
    await page.fill('input[type=password]', PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.includes('login'));
    const fleet = `${address}/apps/cerresid/residenziale`;
    const cold = await percentilesOfTimed(runs, () => opened(context, fleet, '[data-row-link]'), 2);
    say('fleet: navigation to the first home shown, a cold tab', both(cold));
    const pressed = await percentilesOfTimed(
      runs,
      async () => {
        await page.goto(fleet);
        const row = page.locator('[data-row-link]').first();
        await row.waitFor();
        await page.waitForTimeout(LOOK_MS);
        const begin = performance.now();
        await row.click();
        await page.getByRole('img', { name: 'Energia adesso' }).waitFor();
        return performance.now() - begin;
      },
      2,
    );
    say('home: from the press on its row to its energies shown', both(pressed), '< 300 ms');
  } finally {
    await browser.close();
  }
}

/** Homes of one company: what its pages ask, how soon a state is live. --homes, --runs, --only fleet|power|home|live|browser, --every seconds between two readings. */
async function main(): Promise<void> {
  const options = {
    homes: { type: 'string', default: '5000' },
    runs: { type: 'string', default: '40' },
    every: { type: 'string', default: '900' },
    only: { type: 'string', default: '' },
  } as const;
  const { homes, runs, only, every } = parseArgs({ options }).values;
  const wanted = (part: string) => part.includes(only);
  const web = existsSync(`${WEB}/index.html`) ? WEB : undefined;
  const bench = await startBenchInstallation(web);
  try {
    const fleet = await makeFleet(bench, 0);
    await makeHomes(bench, fleet.scope, Number(homes));
    const ask = asker(bench, await headersOf(bench, fleet));
    if (wanted('fleet')) await benchFleet(ask, Number(runs));
    if (wanted('home')) await benchHome(ask, Number(runs));
    if (wanted('live')) await benchLive(bench, fleet, Number(homes), ask);
    // After it all homes were heard of.
    if (wanted('power')) await makePowers(bench, fleet.scope, Number(every));
    if (wanted('power')) await benchPower(ask);
    if (web && wanted('browser')) await benchBrowser(bench, fleet, 9);
    console.log(
      `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
    );
  } finally {
    await bench.close();
  }
  process.exit(0);
}

await main();
