import type { BrowserContext } from 'playwright-core';

/** So long somebody looks at the dashboard before a plant is opened. */
const LOOK_MS = 2500;
/** After so long nothing more is expected of the plant's page. */
const QUIET_MS = 1000;

/** What opening a plant came to, from the press (ms). */
interface Opened {
  /** Its figures are on screen. */
  figures: number;
  /** Its chart is, and the last of its questions has been answered. */
  complete: number;
  /** What was asked before the answer came that its figures are made of, by path. */
  first: string[];
  /** When each program part and each question of the last of them began and ended. */
  waterfall: string[];
}

/** Opens a plant from the dashboard, in a tab of its own. */
export async function openPlant(context: BrowserContext, address: string, code: string): Promise<Opened> {
  const tab = await context.newPage();
  await tab.goto(`${address}/apps/asset`);
  const card = tab.locator(`[data-plant-card="${code}"]`);
  await card.waitFor();
  await tab.waitForTimeout(LOOK_MS);
  await tab.evaluate('performance.clearResourceTimings(); performance.mark("pressed")');
  const pressed = performance.now();
  await card.click();
  await tab.getByRole('region', { name: "Dati dell'impianto" }).waitFor();
  const figures = performance.now() - pressed;
  await tab.locator('canvas').first().waitFor();
  const drawn = performance.now() - pressed;
  await tab.waitForTimeout(QUIET_MS);
  const fetched = (await tab.evaluate(`(() => {
    const { startTime } = performance.getEntriesByName('pressed')[0];
    return performance.getEntriesByType('resource').filter(({ name }) => !name.includes('stream'))
      .map(({ name, startTime: at, responseEnd }) => ({ path: new URL(name).pathname, from: at - startTime, to: responseEnd - startTime }));
  })()`)) as { path: string; from: number; to: number }[];
  await tab.close();
  const asked = fetched.filter(({ path }) => path.includes('/api/'));
  const overview = asked.find(({ path }) => path.includes('plant-overview'));
  return {
    figures,
    complete: Math.max(drawn, ...asked.map(({ to }) => to)),
    first: asked.filter(({ from }) => from < (overview?.to ?? 0)).map(({ path }) => path),
    waterfall: fetched.map(({ path, from, to }) => `${Math.round(from)}–${Math.round(to)} ${path}`),
  };
}
