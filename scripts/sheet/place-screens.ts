import type { Page } from 'playwright-core';
import { SHOWN_PLANT } from './noon.ts';
import { heading, press, type Screen } from './screen.ts';

const ADDRESSES = [
  ['Via Lecce 10', '71121 Foggia, Foggia, Puglia, Italia', 41.4593, 15.5478],
  ['Viale Lecce', '72100 Brindisi, Brindisi, Puglia, Italia', 40.6283, 17.9306],
  ['Strada provinciale 364 Lecce – San Cataldo', '73100 Lecce, Lecce, Puglia, Italia', 40.3731, 18.2402],
].map(([name, detail, latitude, longitude]) => ({ name, detail, latitude, longitude }));

/** What the geocoder finds, whatever is looked for. */
const finds = (addresses: readonly object[]) => (page: Page) =>
  page.route('**/api/v1/places/**', (route) => route.fulfill({ json: addresses }));

const open = async (page: Page) => {
  await press(page, /^(Posizione e orientamento|Position and orientation)$/);
  await page.locator('[data-drawn]').waitFor();
};
const search = (page: Page) =>
  page.getByRole('combobox', { name: /^(Cerca il luogo|Search for the place)$/ });
const newPlant = /^(Nuovo impianto|New plant)$/;
const dialog = {
  path: '/apps/asset',
  signedIn: true,
  ready: (page: Page) => page.getByRole('button', { name: newPlant }).first().waitFor(),
};
const begin = async (page: Page) => {
  await press(page, newPlant);
  await page.getByRole('textbox', { name: /^(Nome|Name)/ }).fill('Tetto di Lecce');
  await open(page);
};
const edit = { path: `/apps/asset/plants/${SHOWN_PLANT}/edit`, signedIn: true, ready: heading };

/** Where a plant stands: found by its municipality, among addresses, not found, and as it is stored. */
export const PLACE_SCREENS: readonly Screen[] = [
  {
    ...dialog,
    name: 'place-new',
    prepare: finds([]),
    act: async (page) => {
      await begin(page);
      await search(page).fill('lecce');
      await page.getByRole('option', { name: 'Lecce (LE)', exact: true }).click();
      await page.getByLabel(/^(Longitudine|Longitude)$/).scrollIntoViewIfNeeded();
    },
  },
  {
    ...dialog,
    name: 'place-addresses',
    prepare: finds(ADDRESSES),
    act: async (page) => {
      await begin(page);
      await search(page).fill('lecce');
      await page.getByRole('option', { name: /Via Lecce 10/ }).waitFor();
    },
  },
  {
    ...edit,
    name: 'place-none',
    prepare: finds([]),
    act: async (page) => {
      await open(page);
      await search(page).fill('Atlantide 1');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  { ...edit, name: 'place-edit', long: true, act: open },
];
