import { performance } from 'node:perf_hooks';
import type { BrowserContext } from 'playwright-core';
import { MAX_KEPT_REQUESTS } from '../src/features/maintenance/field-mode.contract.ts';
import { launchBrowser, NARROW } from '../tests/support/browser.ts';
import { type Fleet, makeFleet, PASSWORD } from './fleet.ts';
import type { BenchInstallation } from './installation.ts';
import { type Percentiles, percentilesOfTimed } from './timing.ts';

/** More than a phone shows without scrolling. */
const ON_A_SCREEN = 12;
const WARM = 2;
const PATH = '/apps/asset/field-mode';

/** As many requests as a phone keeps, each of a plant of its own with three devices, for the owner of the company. */
async function assignRequests({ arrange }: BenchInstallation, { scope, email }: Fleet): Promise<void> {
  const { company_id } = scope;
  await arrange(
    `with p as (select id, row_number() over (order by id) as n from plant where company_id = ${company_id}),
       d as (insert into device (company_id, plant_id, short_name, category, interval_s, nominal_power, next_slot)
             select ${company_id}, id, 'INV-' || i, 'inverter', 900, 50, 1 from p, generate_series(1, 3) i where n <= ${MAX_KEPT_REQUESTS})
     insert into maintenance_request (company_id, number, plant_id, title, description, priority, assigned_user_id, created_at, state_at)
     select ${company_id}, n, p.id, 'Inverter ' || n || ' fermo', repeat('Controllare fusibili e ventola. ', 8), 'normal', u.id, now(), now()
     from p, user_account u where u.email = '${email}' and n <= ${MAX_KEPT_REQUESTS}`,
    company_id,
  );
}

async function takeAlong(context: BrowserContext, address: string, email: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${address}/login`);
  await page.fill('input[name=email]', email);
  await page.fill('input[type=password]', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.includes('login'));
  await page.goto(`${address}${PATH}`);
  await page
    .locator('a[href*="request="]')
    .nth(MAX_KEPT_REQUESTS - 1)
    .waitFor();
  await page.getByText('anche senza rete').first().waitFor();
  await page.close();
}

interface Opened {
  /** From the navigation to a screen full of requests, and to the last of them. */
  readonly screen_ms: number;
  readonly all_ms: number;
}

/** In a tab of its own, by a browser without a network whose processor is `slower`. */
async function opened(context: BrowserContext, url: string, slower: number): Promise<Opened> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const start = performance.now();
  const stands = async (nth: number): Promise<number> => {
    await page.locator('a[href*="request="]').nth(nth).waitFor();
    return performance.now() - start;
  };
  await page.goto(url, { waitUntil: 'commit' });
  const [screen_ms, all_ms] = await Promise.all([stands(ON_A_SCREEN - 1), stands(MAX_KEPT_REQUESTS - 1)]);
  await page.close();
  return { screen_ms, all_ms };
}

export interface OfflineTimes {
  readonly slower: number;
  readonly screen: Percentiles;
  readonly all: Percentiles;
}

/** A phone that opens the requests that it took along, without a network; also with a processor four times as slow. */
export async function openOffline(bench: BenchInstallation, runs: number): Promise<readonly OfflineTimes[]> {
  const fleet = await makeFleet(bench, MAX_KEPT_REQUESTS);
  await assignRequests(bench, fleet);
  const browser = await launchBrowser(undefined, true);
  try {
    const context = await browser.newContext({ viewport: NARROW, locale: 'it-IT' });
    await takeAlong(context, bench.address, fleet.email);
    await context.setOffline(true);
    const measured: OfflineTimes[] = [];
    for (const slower of [1, 4]) {
      const url = `${bench.address}${PATH}`;
      const all: number[] = [];
      const once = async () => {
        const { screen_ms, all_ms } = await opened(context, url, slower);
        all.push(all_ms);
        return screen_ms;
      };
      const screen = await percentilesOfTimed(runs, once, WARM);
      const later = all.slice(WARM);
      measured.push({
        slower,
        screen,
        all: await percentilesOfTimed(runs, async () => later.shift() ?? 0, 0),
      });
    }
    return measured;
  } finally {
    await browser.close();
  }
}
