import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { makeCharted } from '../tests/e2e/support/charted.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { stillPicture } from '../tests/support/still-camera.ts';
import { type Fleet, headersOf, makeFleet, PASSWORD } from './fleet.ts';
import { type BenchInstallation, startBenchInstallation } from './installation.ts';
import { openPlant } from './plant-page.ts';
import { benchKeys } from './search-keys.ts';
import { ms, percentiles } from './timing.ts';

/** Plants of the companies that are asked; the largest is the aim's. */
const [SMALLEST, LARGEST] = [100, 10_000];
const SIZES = [SMALLEST, 1000, LARGEST];
const ON_THE_MAP = 2000;
const VIEWERS = 50;

const say = (what: string, figure: string, aim: string) =>
  console.log(`plants  ${what}: ${figure}  (aim ${aim})`);
const both = ({ p50_ms, p95_ms }: { p50_ms: number; p95_ms: number }) =>
  `p50 ${ms(p50_ms)}, p95 ${ms(p95_ms)}`;

/** The call of cards, list and map. */
async function benchCall(bench: BenchInstallation, fleet: Fleet, plants: number): Promise<void> {
  const headers = await headersOf(bench, fleet);
  let bytes = 0;
  const ask = async () => {
    const response = await fetch(`${bench.address}/api/v1/plants-card-list/`, { headers });
    bytes = (await response.arrayBuffer()).byteLength;
    if (!response.ok) throw new Error(`the cards answered ${response.status}`);
  };
  const times = await percentiles(40, ask);
  say(
    `plants-card-list, ${plants} plants, ${Math.round(bytes / 1024)} kB`,
    both(times),
    plants === LARGEST ? 'p95 < 150 ms' : '',
  );
}

/** Viewers who ask for one camera's picture at once, again and again. */
async function benchCamera(bench: BenchInstallation, fleet: Fleet): Promise<void> {
  const picture = await stillPicture('#2a6f4e', [1280, 720]);
  let asked = 0;
  const camera = createServer((_, answer) => {
    asked += 1;
    setTimeout(() => answer.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture), 50);
  });
  await new Promise<void>((resolve) => camera.listen(0, '127.0.0.1', resolve));
  const { port } = camera.address() as AddressInfo;
  const { company_id } = fleet.scope;
  await bench.arrange(
    `with p as (select id from plant where company_id = ${company_id} order by id limit 1),
       s as (insert into camera_server (company_id, plant_id, url_plant, host, port, is_https, picture_path)
             select ${company_id}, id, 'http://127.0.0.1', '127.0.0.1', ${port}, false, '/{cam_num}' from p)
     insert into camera (company_id, plant_id, cam_name, cam_num) select ${company_id}, id, 'Gate', 1 from p`,
    company_id,
  );
  const headers = await headersOf(bench, fleet);
  const list = await fetch(`${bench.address}/api/v1/security_camera/`, { headers });
  const { cameras } = (await list.json()) as { cameras: { id: number }[] };
  const url = `${bench.address}/api/v1/proxy_img/?id=${cameras[0]?.id}`;
  const look = async () => {
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`the picture answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  let rounds = 0;
  const times = await percentiles(
    5,
    async () => {
      rounds += 1;
      await new Promise((resolve) => setTimeout(resolve, 2100));
      await Promise.all(Array.from({ length: VIEWERS }, look));
    },
    0,
  );
  const wait = 2100;
  say(
    `${VIEWERS} viewers of one camera at once, ${rounds} times: requests to the camera`,
    `${asked} (${(asked / rounds).toFixed(1)} each time); all answered after p50 ${ms(times.p50_ms - wait)}, of which the camera takes 50 ms`,
    '1 each time',
  );
  camera.closeAllConnections();
  camera.close();
}

async function signedIn(context: BrowserContext, address: string, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${address}/login`);
  await page.fill('input[name=email]', email);
  await page.fill('input[type=password]', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.includes('login'));
  await page.close();
}

const at = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
const spread = (times: number[]) => `p50 ${ms(at(times, 0.5))}, p95 ${ms(at(times, 0.95))}`;

async function opened(context: BrowserContext, address: string, path: string, ready: string): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(`${address}${path}`, { waitUntil: 'commit' });
  await tab.locator(ready).first().waitFor();
  await tab.close();
}

async function inBrowser(
  { address }: BenchInstallation,
  { email }: Fleet,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const browser = await launchBrowser(undefined, true);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'it-IT' });
    await signedIn(context, address, email);
    await work(context);
  } finally {
    await browser.close();
  }
}

/** List and cards of the largest company. */
function benchLists(bench: BenchInstallation, fleet: Fleet, runs: number): Promise<void> {
  const { address } = bench;
  return inBrowser(bench, fleet, async (context) => {
    for (const [what, path, ready, narrowed] of [
      ['list', '/apps/asset/plant-search', '[data-row-link]', ''],
      ['dashboard', '/apps/asset', '[data-plant-card]', '?q=i'],
    ] as const) {
      const shown = await percentiles(runs, () => opened(context, address, path, ready), 2);
      say(
        `${what} of ${LARGEST} plants: navigation to the first one shown, a cold tab`,
        both(shown),
        '< 1,500 ms',
      );
      const page = await context.newPage();
      await page.goto(`${address}${path}${narrowed}`);
      await page.locator(ready).first().waitFor();
      const { painted, found } = await benchKeys(page);
      say(`${what} of ${LARGEST} plants, a key of the search: painted`, spread(painted), '< 50 ms');
      say(`${what} of ${LARGEST} plants, a key of the search: found plants shown`, spread(found), '');
      await page.close();
    }
  });
}

/** The map, drawn by software. */
function benchMap(bench: BenchInstallation, [plants, fleet]: [number, Fleet], runs: number): Promise<void> {
  return inBrowser(bench, fleet, async (context) => {
    const drawn = () => opened(context, bench.address, '/apps/asset/maps', '[data-drawn]');
    say(
      `map of ${plants} plants: navigation to all drawn, a cold tab`,
      both(await percentiles(runs, drawn, 1)),
      plants === ON_THE_MAP ? '< 2,000 ms' : '',
    );
    const page = await context.newPage();
    await page.goto(`${bench.address}/apps/asset/maps`);
    await page.locator('[data-drawn]').waitFor();
    const { painted, found } = await benchKeys(page);
    say(`map of ${plants} plants, a key of the search: painted`, spread(painted), '< 50 ms');
    say(`map of ${plants} plants, a key of the search: found plants in the list`, spread(found), '');
    await page.close();
  });
}

/** A plant with devices and readings, opened from the dashboard. */
async function benchPage(bench: BenchInstallation, runs: number): Promise<void> {
  const fleet = await makeFleet(bench, 0);
  await makeCharted(bench, fleet.scope);
  await inBrowser(bench, fleet, async (context) => {
    await openPlant(context, bench.address, 'NORD');
    const opened: Awaited<ReturnType<typeof openPlant>>[] = [];
    for (let i = 0; i < runs; i++) opened.push(await openPlant(context, bench.address, 'NORD'));
    say(
      "a plant's page, from the press on its card: figures shown",
      spread(opened.map(({ figures }) => figures)),
      '',
    );
    say('  asked until then', opened.at(-1)?.first.join(', ') ?? '', 'one question for what is seen first');
    say(
      '  complete: its chart drawn and every question answered',
      spread(opened.map(({ complete }) => complete)),
      '< 500 ms',
    );
    for (const line of opened.at(-1)?.waterfall ?? []) console.log(`plants    ms after the press: ${line}`);
  });
}

/** Plants as cards, as a list and on the map from 100 to 10,000, one plant's page, and a camera that many look at. --runs: of each page; --only: a part. */
async function main(): Promise<void> {
  const options = { runs: { type: 'string', default: '9' }, only: { type: 'string', default: '' } } as const;
  const { runs, only } = parseArgs({ options }).values;
  const wanted = (part: string) => part.includes(only);
  const bench = await startBenchInstallation(fileURLToPath(new URL('../dist/web', import.meta.url)));
  try {
    const fleets = new Map<number, Fleet>();
    for (const plants of [...SIZES, ON_THE_MAP]) fleets.set(plants, await makeFleet(bench, plants));
    const of = (plants: number) => fleets.get(plants) as Fleet;
    await bench.arrange('analyze plant, plant_live');
    if (wanted('call')) for (const plants of SIZES) await benchCall(bench, of(plants), plants);
    if (wanted('camera')) await benchCamera(bench, of(SMALLEST));
    if (wanted('browser')) await benchLists(bench, of(LARGEST), Number(runs));
    if (wanted('page')) await benchPage(bench, Number(runs));
    if (wanted('map'))
      for (const plants of [ON_THE_MAP, LARGEST]) await benchMap(bench, [plants, of(plants)], Number(runs));
  } finally {
    await bench.close();
  }
  process.exit(0);
}

await main();
