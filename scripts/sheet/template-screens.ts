import type { Page } from 'playwright-core';
import { heading, type Screen } from './screen.ts';

const PATH = '/apps/cloudcontrol/templates';
const SMA = `${PATH}/sma-sunny-tripower`;
const device = (id: number, version: number) => ({
  device_id: id,
  short_name: `INV${id}`,
  proj_code: 'AUR-001',
  plant_name: 'Aurora Capitanata',
  version,
});

async function lagging(page: Page): Promise<void> {
  await page.route('**/templates/sma-sunny-tripower/', async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as object;
    const made = [1, 2, 3, 4].map((id) => device(id, 2)).concat([5, 6].map((id) => device(id, 3)));
    const own = { own: true, key: 'own-1', revision: 4, version: 3, devices: 6, lagging: 4, made };
    const changed = {
      changed_at: new Date(Date.now() - 86_400_000).toISOString(),
      changed_by: 'Anna Bianchi',
    };
    await route.fulfill({ json: { ...json, ...own, ...changed } });
  });
}

async function choose(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Applica a dispositivi|Apply to devices)$/ }).click();
  await page.getByRole('checkbox').first().waitFor();
}

/** What would change of several devices, with each change of the first kind. */
async function preview(page: Page): Promise<void> {
  await choose(page);
  for (const i of [0, 1, 2, 3, 4]) await page.getByRole('checkbox').nth(i).check();
  await page.getByRole('button', { name: /^(Anteprima delle modifiche|Preview changes)$/ }).click();
  await page
    .getByRole('button', { name: /^(Mostra tutt|Show all)/ })
    .first()
    .click();
  await page
    .getByText(/^(aggiunta|aggiunto|added)$/)
    .first()
    .waitFor();
}

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Modifica|Edit) ac_power_kw$/ }).click();
  await page.getByRole('dialog').waitFor();
}

/** Templates: the list, one of the program, one with devices that lag behind, and applying one. */
export const TEMPLATE_SCREENS: readonly Screen[] = [
  { name: 'templates', path: PATH, signedIn: true, ready: heading },
  { name: 'templates-own-none', path: `${PATH}?from=own`, signedIn: true, ready: heading },
  { name: 'template', path: SMA, signedIn: true, long: true, ready: heading },
  { name: 'template-lagging', path: SMA, signedIn: true, long: true, prepare: lagging, ready: heading },
  { name: 'template-choose', path: SMA, signedIn: true, ready: heading, act: choose },
  { name: 'template-preview', path: SMA, signedIn: true, ready: heading, act: preview },
  { name: 'template-variable', path: SMA, signedIn: true, prepare: lagging, ready: heading, act: edit },
];
