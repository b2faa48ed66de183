import type { Page } from 'playwright-core';
import { answerAlarms, NO_ROWS } from './alarm-answers.ts';
import { heading, type Screen } from './screen.ts';

const PATH = '/apps/asset/alarms';
const rows = (page: Page) => page.getByText('Serra Alta').first().waitFor();
const snoozeFirst = async (page: Page) => {
  await page
    .getByRole('button', { name: /^(Altre azioni|Azioni per|More actions|Actions for)/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^(Silenzia|Snooze)/ }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
};

/** The page of alarms with its tabs, an alarm in full, the dialog of a snooze. */
export const ALARM_SCREENS: readonly Screen[] = [
  {
    name: 'alarms',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    long: true,
    prepare: answerAlarms,
    ready: rows,
  },
  {
    name: 'alarms-states',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    stub: { call: '**/api/v1/alarms/?**', empty: NO_ROWS },
    ready: heading,
  },
  {
    name: 'alarms-narrowed',
    path: `${PATH}?plant=AUR-001&type=W&assigned=me&span=free&from=2026-01-01&to=2026-01-31&q=inv`,
    signedIn: true,
    prepare: (page) => page.route('**/api/v1/alarms/?**', (route) => route.fulfill({ json: NO_ROWS })),
    ready: heading,
    act: async (page) => {
      const filters = page.getByRole('button', { name: /^(Filtri|Filters)$/ });
      if (await filters.isVisible()) await filters.click();
    },
  },
  {
    name: 'alarms-closed',
    path: `${PATH}?view=closed`,
    signedIn: true,
    long: true,
    prepare: answerAlarms,
    ready: (page) => page.getByText('INV12').first().waitFor(),
  },
  {
    name: 'alarm-detail',
    path: `${PATH}?alarm=90`,
    signedIn: true,
    prepare: answerAlarms,
    ready: (page) => page.getByRole('dialog').locator('canvas').first().waitFor(),
  },
  {
    name: 'alarm-detail-below',
    path: `${PATH}?alarm=90`,
    signedIn: true,
    prepare: answerAlarms,
    ready: (page) => page.getByRole('dialog').locator('canvas').first().waitFor(),
    act: (page) => page.getByRole('dialog').getByRole('textbox').last().scrollIntoViewIfNeeded(),
  },
  {
    name: 'alarm-detail-meter',
    path: `${PATH}?alarm=62`,
    signedIn: true,
    prepare: answerAlarms,
    ready: (page) => page.getByRole('dialog').getByText('M1-001').first().waitFor(),
  },
  {
    name: 'alarm-detail-states',
    path: `${PATH}?alarm=90`,
    signedIn: true,
    stub: { call: '**/api/v1/alarm/*/', empty: undefined },
    ready: (page) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'alarm-snooze',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    prepare: answerAlarms,
    ready: rows,
    act: snoozeFirst,
  },
  {
    name: 'alarm-snooze-incomplete',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    prepare: answerAlarms,
    ready: rows,
    act: async (page) => {
      await snoozeFirst(page);
      await page.getByText(/^(Più avanti|Later)/).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Silenzia|Snooze)$/ })
        .click();
    },
  },
  {
    name: 'snoozes',
    path: `${PATH}?view=snoozes`,
    signedIn: true,
    long: true,
    prepare: answerAlarms,
    ready: rows,
  },
  {
    name: 'snooze-new',
    path: `${PATH}?view=snoozes`,
    signedIn: true,
    prepare: answerAlarms,
    ready: async (page) => {
      await page.getByRole('button', { name: /^(Nuovo silenziamento|New snooze)$/ }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Silenzia|Snooze)$/ })
        .click();
    },
  },
  {
    name: 'snoozes-states',
    path: `${PATH}?view=snoozes`,
    signedIn: true,
    stub: { call: '**/api/v1/alarm-snoozes/?**', empty: NO_ROWS },
    ready: heading,
  },
  {
    name: 'logs',
    path: `${PATH}?view=logs`,
    signedIn: true,
    prepare: answerAlarms,
    ready: (page) => page.getByText('Luca Bianchi').first().waitFor(),
  },
  {
    name: 'logs-states',
    path: `${PATH}?view=logs`,
    signedIn: true,
    stub: { call: '**/api/v1/logs-detail/?**', empty: NO_ROWS },
    ready: heading,
  },
];
