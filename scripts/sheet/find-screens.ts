import type { Locator, Page } from 'playwright-core';
import { answerQuestions, SAID } from '../../tests/e2e/support/found.ts';
import { SHOWN_PLANT } from './noon.ts';
import type { Screen } from './screen.ts';

const FIND = `/apps/cloudcontrol/find?plant=${SHOWN_PLANT}`;
const start = (page: Page) => page.getByRole('button', { name: /^(Cerca|Search)$/ });

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });
const shortName = (page: Page) => page.getByRole('textbox', { name: /^(Nome breve|Short name)/ }).first();

interface Looked {
  said: keyof typeof SAID;
  units?: string;
  /** What shows that the answer has come. */
  shown: (page: Page) => Locator;
  /** What is done with it. */
  after?: (page: Page) => Promise<unknown>;
  goesOn?: boolean;
}
const running = { said: 'running', units: '1-2' } as const;
const found = {
  said: 'found',
  units: '1-4',
  shown: (page: Page) => page.getByText(/^(Già aggiunto|Already added)$/),
} as const;

/** The search as somebody starts it, answered in a given way. */
const looked = (name: string, { said, units = '1', shown, after, goesOn = false }: Looked): Screen => ({
  name: `find-${name}`,
  goesOn,
  path: FIND,
  signedIn: true,
  long: true,
  prepare: (page) => answerQuestions(page, SAID[said]),
  ready: (page) => start(page).waitFor(),
  act: async (page) => {
    await page.getByRole('textbox', { name: /^(Indirizzo IP|IP address)/ }).fill('10.0.0.9');
    await page.getByRole('textbox', { name: /^Unit id/ }).fill(units);
    await start(page).click();
    await shown(page).first().waitFor();
    await after?.(page);
  },
});

/** Everything that is known of the devices that were found; power is measured the other way round. */
async function showAll(page: Page): Promise<void> {
  const details = button(page, /^(Valori e modelli|Values and models)$/);
  for (let i = 0; i < 3; i++) await details.nth(i).click();
  const unmeasured = page.getByText(/^(non misurato|not measured)$/);
  // They come last.
  await unmeasured.first().waitFor({ state: 'detached' });
  await button(page, /^(Tutte le|All) 11/)
    .first()
    .click();
  await unmeasured.nth(1).waitFor();
  await page.getByRole('combobox', { name: /^(Verso della potenza|Power direction)/ }).selectOption('turned');
  await page.getByRole('cell', { name: /^[-−]28[.,]44$/ }).waitFor();
}

/** Cloud control: the search for devices that say what they are, and the way to it. */
export const FIND_SCREENS: readonly Screen[] = [
  {
    name: 'find',
    path: FIND,
    signedIn: true,
    stub: { call: '**/cloudcontrol/v1/loadDevices/**', empty: [] },
    ready: (page) => start(page).waitFor(),
  },
  {
    name: 'find-more',
    path: FIND,
    signedIn: true,
    ready: (page) => start(page).waitFor(),
    act: (page) => button(page, /^(Altro|More):/).click(),
  },
  looked('range', {
    said: 'other',
    units: '1-99',
    shown: (page) => page.getByText(/^(al massimo|at most) 32 /),
  }),
  looked('running', {
    ...running,
    shown: (page) => page.getByText(/^(Interrogazione|Querying)/),
    goesOn: true,
  }),
  looked('stopped', {
    ...running,
    shown: (page) => button(page, /^(Ferma|Stop)$/),
    after: async (page) => {
      await button(page, /^(Ferma|Stop)$/).click();
      await page.getByText(/^(Ricerca fermata|Stopped) /).waitFor();
    },
  }),
  { ...looked('found', found), keyboard: { reaches: [/AI-30K-TL/], stops: 60 } },
  looked('details', { ...found, after: showAll }),
  looked('name-twice', {
    ...found,
    after: async (page) => {
      await shortName(page).fill('INV2');
      await page
        .getByText(/(già in uso|already in use)/)
        .first()
        .waitFor();
    },
  }),
  looked('forbidden', {
    said: 'forbidden',
    shown: (page) => page.getByText(/npm run admin -- allow --company \d+ 10\.0\.0\.9:502/),
  }),
  looked('away', { said: 'away', shown: (page) => page.getByText(/SolarEdge/) }),
  looked('other', {
    said: 'other',
    shown: (page) => button(page, /^(Aggiungi a mano|Add by hand)$/),
  }),
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
