import type { Page } from 'playwright-core';
import { addAsked, answerTests, refuseDevices } from '../../tests/e2e/support/tried.ts';
import { SHOWN_PLANT } from './noon.ts';
import type { Screen } from './screen.ts';

const BULK = `/apps/cloudcontrol/bulk?plant=${SHOWN_PLANT}&template=huawei-sun2000`;
const addresses = (page: Page) => page.getByRole('textbox', { name: /^(Indirizzi|Addresses)/ });

const typed = (name: string, act: (page: Page) => Promise<unknown>, more: Partial<Screen> = {}): Screen => ({
  name: `bulk-${name}`,
  path: BULK,
  signedIn: true,
  ready: (page) => addresses(page).waitFor(),
  act: async (page) => {
    await addresses(page).fill('192.168.1.101-130');
    await page.getByRole('textbox', { name: /^(Potenza nominale|Nominal power)/ }).fill('60');
    await act(page);
    await page.waitForTimeout(300);
  },
  ...more,
});
const test = async (page: Page) => {
  await page.getByRole('button', { name: /^(Prova tutti|Test all)/ }).click();
  await page
    .getByRole('textbox', { name: /(riga|row) 1$/ })
    .first()
    .waitFor();
};

/** Cloud control: many devices at once. */
export const BULK_SCREENS: readonly Screen[] = [
  {
    name: 'bulk-empty',
    path: '/apps/cloudcontrol/bulk',
    signedIn: true,
    ready: (page) => addresses(page).waitFor(),
  },
  typed('form', async () => undefined, { long: true }),
  typed('going', test, { goesOn: true, prepare: (page) => answerTests(page, true) }),
  typed('tested', test, { prepare: (page) => answerTests(page) }),
  typed(
    'faults',
    async (page) => {
      await test(page);
      await page
        .getByRole('textbox', { name: /(riga|row) 2$/ })
        .first()
        .fill('INV 2');
      await page.getByRole('textbox', { name: /^Unit id, (riga|row) 3$/ }).fill('300');
      await page.getByRole('textbox', { name: /^(Indirizzo|Address), (riga|row) 4$/ }).fill('192.168.1.103');
    },
    { prepare: (page) => answerTests(page) },
  ),
  typed(
    'failed',
    async (page) => {
      await test(page);
      await page.getByRole('button', { name: /^(Aggiungi tutti|Add all)/ }).click();
    },
    {
      prepare: async (page) => {
        await answerTests(page);
        await refuseDevices(page);
      },
    },
  ),
  typed('units', async (page) => {
    await page
      .getByText(/^Unit id$/)
      .first()
      .click();
    await page
      .getByRole('textbox', { name: /^Unit id/ })
      .first()
      .fill('1-10, 12');
  }),
  {
    name: 'add-template',
    path: `/apps/cloudcontrol/add?plant=${SHOWN_PLANT}&how=template&template=huawei-sun2000`,
    signedIn: true,
    ready: (page) => page.getByRole('radio', { checked: true }).first().waitFor(),
  },
  {
    name: 'add-hand',
    path: `/apps/cloudcontrol/add?plant=${SHOWN_PLANT}&how=hand`,
    signedIn: true,
    long: true,
    ready: (page) => page.getByRole('textbox', { name: /^(Nome breve|Short name)/ }).waitFor(),
  },
  typed(
    'done',
    async (page) => {
      await test(page);
      await page.getByRole('button', { name: /^(Aggiungi i 27|Add the 27)/ }).click();
    },
    {
      prepare: async (page) => {
        await answerTests(page);
        await addAsked(page);
      },
    },
  ),
];
