import type { Page } from 'playwright-core';
import { answerAlarms, NO_ROWS } from './alarm-answers.ts';
import { SHOWN_PLANT } from './noon.ts';
import { chart, type Screen } from './screen.ts';

const OPEN_ALARMS = '**/api/v1/alarms/?**';
const alarms = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /Biogas Santa Lucia/ })
    .first()
    .waitFor();
const figures = (page: Page) =>
  page
    .getByText(/^(Potenza attuale|Power now)$/)
    .first()
    .waitFor();

/** The home page with alarms, without any, with alarms that are not known; and from one plant to another. */
export const HOME_SCREENS: readonly Screen[] = [
  { name: 'home-alarms', path: '/', signedIn: true, long: true, prepare: answerAlarms, ready: alarms },
  {
    name: 'home-alarms-states',
    path: '/',
    signedIn: true,
    stub: { call: OPEN_ALARMS, empty: NO_ROWS },
    ready: figures,
  },
  {
    name: 'plant-switch',
    path: `/apps/asset/plants/${SHOWN_PLANT}`,
    signedIn: true,
    ready: chart,
    act: async (page) => {
      const plants = page
        .getByRole('combobox', { name: /^(Passa a un altro impianto|Switch plant)$/ })
        .first();
      await plants.click();
      await page.getByRole('option').first().waitFor();
    },
  },
];
