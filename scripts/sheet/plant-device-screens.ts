import type { Page } from 'playwright-core';
import { SHOWN_PLANT } from './noon.ts';
import { chart, press, type Screen } from './screen.ts';

const PLANT = `/apps/asset/plants/${SHOWN_PLANT}`;

/** From the plant's page to one of its devices, whatever its id is. */
const open =
  (name: string, ready = chart) =>
  async (page: Page) => {
    await page
      .getByRole('link', { name: new RegExp(`^(Apri|Open) ${name}$`) })
      .first()
      .click();
    await page.waitForURL('**/devices/*');
    await ready(page);
  };
const first = { path: PLANT, signedIn: true, long: true, ready: chart } as const;
const OVERVIEW = '**/plant-overview/*/devices/*/';
const SIBLINGS = '**/plant-overview/*/devices/*/siblings/**';

const strings = (page: Page) => page.locator('rect[data-tone]').first().waitFor();
const CHART = '**/api/v1/chart-results-data/**';
/** Answers what is asked of strings alone by hand. */
const answerStrings = (page: Page, status: number, json: unknown) =>
  page.route(CHART, (route) =>
    route.request().url().includes('string_current') ? route.fulfill({ status, json }) : route.fallback(),
  );

/** The strings of a plant over a day: as a map that the keyboard reads out, as a table, without readings, failed. */
export const PLANT_STRING_SCREENS: readonly Screen[] = [
  {
    ...first,
    name: 'plant-strings',
    ready: strings,
    act: async (page) => {
      await page.getByRole('slider', { name: /^(Cell of the map|Cella della mappa)$/ }).focus();
      for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown');
      for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowLeft');
    },
  },
  {
    ...first,
    name: 'plant-strings-table',
    ready: strings,
    act: (page) =>
      page
        .locator('label')
        .filter({ hasText: /^(Tabella|Table)$/ })
        .first()
        .click(),
  },
  {
    ...first,
    name: 'plant-strings-none',
    prepare: (page) => answerStrings(page, 200, []),
    ready: strings,
  },
  {
    ...first,
    name: 'plant-strings-failed',
    prepare: (page) => answerStrings(page, 400, { status: 400, code: 'invalid' }),
  },
];

const energy = (page: Page) =>
  page
    .getByText(/^(Prodotta|Produced)$/)
    .first()
    .waitFor();
/** A plant with an exchange meter, which has made more than a year ago. */
const withGrid = (page: Page) =>
  page.route('**/api/v1/energy-balance/**', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const made: (number | null)[] = answer.produced.kwh;
    const flow = (share: number) => ({
      ...answer.produced,
      kwh: made.map((kwh) => (kwh === null ? null : kwh * share)),
      total_kwh: answer.produced.total_kwh * share,
      devices: ['SCAMBIO1'],
      missing_share: 0.04,
    });
    const json = {
      ...answer,
      exported: flow(0.7),
      imported: flow(0.05),
      used_kwh: flow(0.3).total_kwh,
      consumed_kwh: flow(0.35).total_kwh,
      used_share: 0.3,
      year_ago: {
        ...answer.year_ago,
        kwh: flow(0.9).kwh,
        total_kwh: flow(1.3).total_kwh,
        change: 0.111,
        compared: { parts: 8, until: answer.ts.at(8) },
      },
      balance_parts: { ...answer.balance_parts, known: 8, of: 9 },
      co2: {
        applies: true,
        kg_per_kwh: 0.25,
        source: 'example factor',
        avoided_kg: answer.produced.total_kwh * 0.25,
      },
    };
    await route.fulfill({ response, json });
  });

/** The energy of a plant: a day, a month and a year, with meters of the grid, without a place, on its way, failed. */
export const PLANT_ENERGY_SCREENS: readonly Screen[] = [
  { ...first, name: 'plant-energy', ready: energy, stub: { call: '**/api/v1/energy-balance/**' } },
  { ...first, name: 'plant-energy-grid', prepare: withGrid, ready: energy },
  { ...first, name: 'plant-energy-month', path: `${PLANT}?energy=month`, ready: energy },
  { ...first, name: 'plant-energy-year', path: `${PLANT}?energy=year`, prepare: withGrid, ready: energy },
  {
    ...first,
    name: 'plant-energy-parts',
    ready: energy,
    act: (page) => press(page, /^(Temperatura, sporco e conversione|Temperature, soiling and conversion)$/),
  },
];

/** A device's page: whole, on its way, failed, missing; where its like are not comparable. */
export const PLANT_DEVICE_SCREENS: readonly Screen[] = [
  { ...first, name: 'device', act: open('INV1') },
  { ...first, name: 'device-meter', act: open('METER1') },
  { ...first, name: 'device-string-box', act: open('SB1') },
  { ...first, name: 'device-month', path: `${PLANT}?span=month`, act: open('INV1') },
  {
    ...first,
    name: 'device-loading',
    goesOn: true,
    prepare: (page) => page.route(OVERVIEW, () => undefined),
    act: open('INV1', async () => undefined),
  },
  {
    ...first,
    name: 'device-failed',
    prepare: (page) =>
      page.route(OVERVIEW, (route) =>
        route.fulfill({ status: 503, json: { status: 503, code: 'internal' } }),
      ),
    act: open('INV1', (page) => page.getByRole('heading', { level: 1 }).waitFor()),
  },
  {
    ...first,
    name: 'device-not-comparable',
    prepare: (page) =>
      page.route(SIBLINGS, async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        const results = answer.results.map((row: object, i: number) =>
          i < 2
            ? row
            : { ...row, rating_kw: null, specific_yield: null, deviation: null, why_not: 'no_rating' },
        );
        await route.fulfill({ response, json: { ...answer, median: null, results } });
      }),
    act: open('INV1'),
  },
  {
    name: 'device-missing',
    path: `${PLANT}/devices/999999999`,
    signedIn: true,
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
];
