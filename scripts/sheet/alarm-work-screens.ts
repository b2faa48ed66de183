import type { Page } from 'playwright-core';
import { answerAlarms, answerChanges, answerCrowd, answerSnoozed } from './alarm-answers.ts';
import { SHOWN_PLANT } from './noon.ts';
import { heading, type Screen } from './screen.ts';

const PATH = '/apps/asset/alarms';
const SNOOZES = '**/api/v1/alarm-snoozes/?**';
const rows = (page: Page) => page.getByText('Serra Alta').first().waitFor();
const dialog = (page: Page) => page.getByRole('dialog');
const cards = (page: Page) => page.locator('[data-plant-card] svg[role=img]').first().waitFor();
const openBell = (page: Page) =>
  page
    .getByRole('button', { name: /^Notif/ })
    .first()
    .click();
const confirm = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: /^(Silenzia|Snooze)$/ })
    .click();

async function openSnooze(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /^(Altre azioni|Azioni per|More actions|Actions for)/ });
  await more.first().click();
  await page.getByRole('menuitem', { name: /^(Silenzia|Snooze)/ }).click();
  await dialog(page).getByRole('textbox').first().waitFor();
}
async function fillSnooze(page: Page): Promise<void> {
  await openSnooze(page);
  await page.getByRole('button', { name: /^7 (giorni|days)$/ }).click();
  await dialog(page).getByRole('textbox').last().fill('Manutenzione annuale');
}

interface Detail {
  name: string;
  id: number;
  /** Scrolls to the end of it. */
  end?: boolean;
}
const detail = ({ name, id, end }: Detail): Screen => ({
  name,
  path: `${PATH}?alarm=${id}`,
  signedIn: true,
  prepare: answerAlarms,
  ready: (page) => dialog(page).getByRole('listitem').last().waitFor(),
  ...(end ? { act: (page: Page) => dialog(page).getByRole('textbox').last().scrollIntoViewIfNeeded() } : {}),
});

/** Work on alarms: one in each of its states, many at once, the dialog of a snooze, and where else they are seen. */
export const ALARM_WORK_SCREENS: readonly Screen[] = [
  detail({ name: 'alarm-detail-open', id: 91 }),
  detail({ name: 'alarm-detail-assigned', id: 85 }),
  detail({ name: 'alarm-detail-closed', id: 51 }),
  detail({ name: 'alarm-detail-history', id: 48, end: true }),
  detail({ name: 'alarm-detail-consequence', id: 92 }),
  {
    name: 'alarm-detail-changes',
    path: `${PATH}?alarm=91`,
    signedIn: true,
    prepare: answerChanges,
    ready: (page) => dialog(page).getByText('10.20.0.41').first().waitFor(),
    act: (page) => dialog(page).getByText('10.20.0.41').first().scrollIntoViewIfNeeded(),
  },
  {
    name: 'alarms-crowd',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    prepare: answerCrowd,
    ready: (page) =>
      page
        .getByText(/Lucera/)
        .first()
        .waitFor(),
  },
  {
    name: 'alarms-by-plant',
    path: PATH,
    signedIn: true,
    prepare: answerCrowd,
    ready: (page) =>
      page
        .getByText(/Lucera/)
        .first()
        .waitFor(),
  },
  {
    name: 'alarms-storm',
    path: PATH,
    signedIn: true,
    prepare: answerCrowd,
    ready: (page) =>
      page
        .getByRole('button', { expanded: false, name: /impianti|plants/ })
        .first()
        .waitFor(),
    act: (page) =>
      page
        .getByRole('button', { expanded: false, name: /impianti|plants/ })
        .first()
        .click(),
  },
  {
    name: 'alarms-chosen',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    prepare: answerCrowd,
    ready: (page) =>
      page
        .getByText(/Lucera/)
        .first()
        .waitFor(),
    act: async (page) => {
      for (const nth of [0, 2, 3])
        await page
          .getByRole('checkbox', { name: /^(Scegli|Choose): / })
          .nth(nth)
          .click();
    },
  },
  {
    name: 'alarm-snooze-many',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    prepare: answerCrowd,
    ready: (page) =>
      page
        .getByText(/Lucera/)
        .first()
        .waitFor(),
    act: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^(Scegli|Choose): / });
      for (const nth of [0, 1, 4]) await boxes.nth(nth).click();
      await page.getByRole('button', { name: /^(Silenzia 3|Snooze 3)/ }).click();
      await dialog(page).getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'bell-crowd',
    path: '/apps/asset',
    signedIn: true,
    prepare: answerCrowd,
    ready: cards,
    act: openBell,
  },
  {
    name: 'bell-words',
    path: '/apps/asset',
    signedIn: true,
    prepare: answerAlarms,
    ready: cards,
    act: openBell,
  },
  {
    name: 'alarm-snooze-in-force',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    prepare: answerSnoozed,
    ready: rows,
    act: fillSnooze,
  },
  {
    name: 'alarm-snooze-looking',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    prepare: async (page) => {
      await answerAlarms(page);
      await page.route(SNOOZES, () => undefined);
    },
    ready: rows,
    act: fillSnooze,
  },
  {
    name: 'alarm-snooze-unknown',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    prepare: async (page) => {
      await answerAlarms(page);
      await page.route(SNOOZES, (route) =>
        route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
      );
    },
    ready: rows,
    act: fillSnooze,
  },
  {
    name: 'alarm-snooze-saving',
    path: `${PATH}?by=alarm`,
    signedIn: true,
    prepare: async (page) => {
      await answerAlarms(page);
      await page.route('**/api/v1/alarms/AUR-*/', () => undefined);
    },
    ready: rows,
    act: async (page) => {
      await fillSnooze(page);
      await confirm(page);
    },
  },
  {
    name: 'plant-alarms',
    path: `/apps/asset/plants/${SHOWN_PLANT}`,
    signedIn: true,
    prepare: answerAlarms,
    ready: heading,
    act: (page) =>
      page.getByRole('heading', { name: /^(Allarmi aperti|Open alarms)$/ }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'plant-card-alarms',
    path: '/apps/asset?state=alarm',
    signedIn: true,
    prepare: answerAlarms,
    ready: heading,
    act: (page) =>
      page
        .getByRole('button', { name: /^(Altre azioni|Azioni per|More actions|Actions for)/ })
        .first()
        .click(),
  },
];
