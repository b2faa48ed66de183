import type { Page } from 'playwright-core';
import { press, type Screen } from './screen.ts';

const PATH = '/apps/asset';
const plants = (page: Page) => page.locator('[data-plant-card]').first().waitFor();

async function open(page: Page, text = ''): Promise<void> {
  await press(page, /^(Cerca|Search)( ?Ctrl K| e vai| and go)$/);
  await page.getByRole('combobox', { name: /^(Cerca e vai|Search and go)$/ }).fill(text);
  await page.getByRole('dialog').getByRole('option').first().waitFor();
}

/** The command palette: before anything is typed, with what a text finds, and where an area could not be searched. */
export const PALETTE_SCREENS: readonly Screen[] = [
  { name: 'palette', path: PATH, signedIn: true, ready: plants, act: (page) => open(page) },
  {
    name: 'palette-found',
    path: PATH,
    signedIn: true,
    ready: plants,
    act: async (page) => {
      await open(page, 'cap');
      await page
        .getByRole('group', { name: /^(Dispositivi|Devices|Impianti|Plants)$/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'palette-failed',
    path: PATH,
    signedIn: true,
    prepare: (page) => page.route('**/api/v1/search/**', (route) => route.fulfill({ status: 400, json: {} })),
    ready: plants,
    act: async (page) => {
      await open(page, 'al');
      await page
        .getByRole('alert')
        .getByText(/Ricerca non|Not searched/)
        .waitFor();
    },
  },
];
