import type { Browser, BrowserContext } from 'playwright-core';
import type { Series } from '../src/features/measurements/series.contract.ts';
import type { PlantOverview } from '../src/features/overview/overview.contract.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { benchEmail, benchPassword, type Figure } from './portal.ts';
import { ms } from './timing.ts';

const SERIES = 20;
const POINTS = 5000;
const STEP_S = 120;
const START = Date.parse('2026-06-01T00:00:00Z');
const PLANT = 'PAINT';
const TIMES = Array.from({ length: POINTS }, (_, i) => new Date(START + i * STEP_S * 1000).toISOString());

const variable = {
  name: 'ac_power_kw',
  label_en: 'AC power',
  label_it: 'Potenza AC',
  quantity: 'ac_power_kw' as const,
  unit: 'kW',
  decimals: 2,
  colour: '',
};

/** A device's week: a sun by day with clouds that change from reading to reading, and a gap. */
function seriesOf(device_id: number): Series {
  const values = Array.from({ length: POINTS }, (_, i) => {
    const hour = ((i * STEP_S) / 3600) % 24;
    const sun = Math.max(0, Math.sin(((hour - 5) / 15) * Math.PI));
    const cloud = 0.7 + 0.3 * Math.sin(i * 12.9898 + device_id * 78.233);
    return i > 3000 && i < 3060 ? null : Math.round(100 * (50 + device_id) * sun * cloud) / 100;
  });
  const about = {
    device_id,
    short_name: `INV${device_id}`,
    proj_code: PLANT,
    ...variable,
    value_table: null,
  };
  return { ...about, resolution: 'raw', aggregate: 'mean', step_s: STEP_S, ts: TIMES, values };
}

function overviewOf(): PlantOverview {
  const about = {
    name: 'Centomila punti',
    comune: '',
    productionType: 'photovoltaic',
    potenza_nominale: 1400,
  };
  const figures = { today_kwh: null, month_kwh: null, year_kwh: null, recovered_kwh: 0 };
  const days = { month_days: 0, month_of: 0, year_days: 0, year_of: 0 };
  return {
    card: { code: PLANT, descr: about.name, power_kw: null, partial: false, asleep: false, irradianza: null },
    plant: { proj_code: PLANT, ...about, latitude: null, longitude: null, time_zone: 'UTC', version: 1 },
    energy: { ...figures, ...days },
    devices: Array.from({ length: SERIES }, (_, i) => ({
      device_id: i + 1,
      short_name: `INV${i + 1}`,
      description: '',
      category: 'inverter',
      nominal_power: 70,
      manufacturer: '',
      model: '',
      serial_number: null,
      interval_s: STEP_S,
      last_reading_at: null,
      alarm: null,
      values: [
        {
          ...variable,
          variable_id: i,
          group_name: 'power',
          kind: 'gauge',
          value: null,
          ts: null,
          quality: 'missing',
        },
      ],
    })),
  } as unknown as PlantOverview;
}

/** Marks in the page when the answer has come, and the frame after so many lines had been stroked. */
const WATCH = `(() => {
  const { json } = Response.prototype;
  Response.prototype.json = function () {
    if (this.url.includes('chart-results-data')) performance.mark('answered');
    return json.call(this);
  };
  let strokes = 0;
  const { stroke } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.stroke = function (...given) {
    strokes++;
    requestAnimationFrame(() => setTimeout(() => {
      if (strokes < ${SERIES} || window.isPainted) return;
      window.isPainted = true;
      performance.mark('painted');
    }));
    return stroke.apply(this, given);
  };
})()`;

interface Reader {
  email: string;
  password: string;
}

const BENCH_USER: Reader = { email: benchEmail, password: benchPassword };

async function arrange(context: BrowserContext): Promise<void> {
  const answer = JSON.stringify(Array.from({ length: SERIES }, (_, i) => seriesOf(i + 1)));
  const contentType = 'application/json';
  await context.addInitScript(WATCH);
  await context.route('**/plant-overview/**', (route) => route.fulfill({ json: overviewOf() }));
  await context.route('**/chart-results-data/**', (route) => route.fulfill({ body: answer, contentType }));
}

async function signIn(browser: Browser, address: string, who: Reader): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'it-IT' });
  const page = await context.newPage();
  await page.goto(`${address}/login`);
  await page.fill('input[name=email]', who.email);
  await page.fill('input[type=password]', who.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.includes('login'));
  await page.close();
  return context;
}

const VARS = Array.from({ length: SERIES }, (_, i) => `${i + 1}.ac_power_kw`).join(',');
const PATH = `/apps/asset/plants/${PLANT}?span=free&date=2026-06-01&to=2026-06-07&step=raw&vars=${VARS}`;

/** A mark of the page in microseconds: by the clock, and by the processor time of the page's own thread. */
interface Marked {
  name: string;
  cat?: string;
  ts: number;
  tts?: number;
}

interface Painted {
  wall_ms: number;
  thread_ms: number;
}

async function paintOnce(browser: Browser, context: BrowserContext, address: string): Promise<Painted> {
  const page = await context.newPage();
  await browser.startTracing(page, { categories: ['blink.user_timing'] });
  await page.goto(address + PATH, { waitUntil: 'commit' });
  for (let i = 0; i < 300 && !(await page.evaluate('window.isPainted')); i++) await page.waitForTimeout(100);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Marked[] };
  await page.close();
  const of = (name: string) =>
    traceEvents.find((one) => one.name === name && one.cat?.includes('user_timing'));
  const [from, to] = [of('answered'), of('painted')];
  if (!from || !to) throw new Error('the chart was not painted within 30 s');
  return { wall_ms: (to.ts - from.ts) / 1000, thread_ms: ((to.tts ?? 0) - (from.tts ?? 0)) / 1000 };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** From the answer to 20 lines of 5,000 points each on the canvas, a cold tab each time. */
export async function benchChartPaint(address: string, who: Reader = BENCH_USER): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const context = await signIn(browser, address, who);
    await arrange(context);
    const runs: Painted[] = [];
    for (let i = 0; i < 9; i++) runs.push(await paintOnce(browser, context, address));
    const wall = median(runs.map((one) => one.wall_ms));
    const thread = median(runs.map((one) => one.thread_ms));
    return [
      {
        what: `chart of ${(SERIES * POINTS).toLocaleString('en-GB')} points: answer received to lines on the canvas`,
        figure: `p50 ${ms(wall)}, of which its thread worked ${ms(thread)}`,
        aim: '< 400 ms',
      },
    ];
  } finally {
    await browser.close();
  }
}
