import type { Page } from 'playwright-core';
import { answerQuestions, SAID } from '../../tests/e2e/support/found.ts';
import { SHOWN_PLANT } from './noon.ts';
import type { Screen } from './screen.ts';

const FIND = `/apps/cloudcontrol/find?plant=${SHOWN_PLANT}`;
const start = (page: Page) => page.getByRole('button', { name: /^(Cerca|Search)$/ });

/** The search as somebody starts it, answered in a given way. */
const looked = (name: string, said: keyof typeof SAID, units = '1'): Screen => ({
  name: `find-${name}`,
  path: FIND,
  signedIn: true,
  long: true,
  prepare: (page) => answerQuestions(page, SAID[said]),
  ready: (page) => start(page).waitFor(),
  act: async (page) => {
    await page.getByRole('textbox', { name: /^(Indirizzo IP|IP address)/ }).fill('10.0.0.9');
    await page.getByRole('textbox', { name: /^Unit id/ }).fill(units);
    await start(page).click();
    await page.waitForTimeout(300);
  },
});

/** Cloud control: the search for devices that say what they are, and the way to it. */
export const FIND_SCREENS: readonly Screen[] = [
  {
    name: 'find',
    path: FIND,
    signedIn: true,
    stub: { call: '**/cloudcontrol/v1/loadDevices/**', empty: [] },
    ready: (page) => start(page).waitFor(),
  },
  looked('running', 'running', '1-2'),
  looked('found', 'found', '1-4'),
  looked('forbidden', 'forbidden'),
  looked('away', 'away'),
  looked('other', 'other'),
  {
    name: 'find-ways',
    path: '/apps/cloudcontrol',
    signedIn: true,
    ready: (page) => page.locator('a[data-row-link]').first().waitFor(),
    act: (page) => page.getByRole('button', { name: /^(Aggiungi|Add)$/ }).click(),
  },
  {
    name: 'find-new-plant',
    path: '/apps/cloudcontrol',
    signedIn: true,
    prepare: (page) =>
      page.route('**/cloudcontrol/v1/loadDevices/**', (route) => route.fulfill({ json: [] })),
    ready: (page) => page.getByRole('button', { name: /^(Nuovo impianto|New plant)$/ }).waitFor(),
    act: async (page) => {
      await page.getByRole('button', { name: /^(Nuovo impianto|New plant)$/ }).click();
      await page.getByRole('textbox', { name: /^(Nome|Name)/ }).fill('Centrale di Capitanata');
    },
  },
];
