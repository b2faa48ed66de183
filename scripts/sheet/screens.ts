import type { Page } from 'playwright-core';
import { ACCOUNT_SCREENS } from './account-screens.ts';
import { ADMINISTRATION_SCREENS } from './administration-screens.ts';
import { ALARM_NOTIFICATION_SCREENS } from './alarm-notification-screens.ts';
import { ALARM_RULES_SCREENS } from './alarm-rules-screens.ts';
import { ALARM_SCREENS } from './alarm-screens.ts';
import { ALARM_WORK_SCREENS } from './alarm-work-screens.ts';
import { BULK_SCREENS } from './bulk-screens.ts';
import { CALC_SCREENS } from './calc-screens.ts';
import { CAMERA_SCREENS } from './camera-screens.ts';
import { CHART_SCREENS } from './chart-screens.ts';
import { CLOUDCONTROL_SCREENS } from './cloudcontrol-screens.ts';
import { COMMUNITY_SCREENS } from './community-screens.ts';
import { COMPANY_LISTS_SCREENS } from './company-lists-screens.ts';
import { COMPANY_SCREENS } from './company-screens.ts';
import { DOWNTIME_SCREENS } from './downtime-screens.ts';
import { FIELD_SCREENS } from './field-screens.ts';
import { FIND_SCREENS } from './find-screens.ts';
import { HOME_SCREENS } from './home-screens.ts';
import { IMPORT_SCREENS } from './import-screens.ts';
import { WAYS_IN_SCREENS } from './ingestion-screens.ts';
import { LIGHTING_SCREENS } from './lighting-screens.ts';
import { MAINTENANCE_SCREENS } from './maintenance-screens.ts';
import { MAP_SCREENS } from './map-screens.ts';
import { MONEY_SCREENS } from './money-screens.ts';
import { noonOfJune, SHOWN_PLANT } from './noon.ts';
import { PALETTE_SCREENS } from './palette-screens.ts';
import { PLACE_SCREENS } from './place-screens.ts';
import { PLANT_DEVICE_SCREENS, PLANT_ENERGY_SCREENS, PLANT_STRING_SCREENS } from './plant-device-screens.ts';
import { PLANT_RECORD_SCREENS } from './plant-record-screens.ts';
import { REGISTERS_SCREENS } from './registers-screens.ts';
import { RESIDENTIAL_SCREENS } from './residential-screens.ts';
import { chart, heading, press, type Screen, type Stub } from './screen.ts';
import { STATEMENT_SCREENS } from './statement-screens.ts';
import { TEMPLATE_SCREENS } from './template-screens.ts';
import { WALL_SCREENS } from './wall-screens.ts';

const cards = (page: Page) => page.locator('[data-plant-card] svg[role=img]').first().waitFor();

const rows = (page: Page) => page.locator('[data-row-link]').first().waitFor();

const CARDS: Stub = { call: '**/plants-card-list/**', empty: [] };
const PLANT = `/apps/asset/plants/${SHOWN_PLANT}`;
const HOUR = 3_600_000;
/** Three hours of the morning, as somebody chose them by drawing over the chart. */
const ZOOM = `${noonOfJune() - 4 * HOUR}-${noonOfJune() - HOUR}`;
/** History that is still being filled in. */
const FILLING = {
  id: 1,
  kind: 'history',
  state: 'running',
  done: 17,
  total: 50,
  message: '',
  detail: {},
  proj_code: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

const ARCHIVED = {
  proj_code: SHOWN_PLANT,
  name: 'Parco Solare Capitanata',
  devices: 14,
  archived_at: '2026-06-02T08:00:00.000Z',
};

/** Those that the sweep of staged screens goes through: their answers are given by hand, or come from what is installed. */
export const SWEPT: readonly Screen[] = [
  ...COMPANY_LISTS_SCREENS,
  ...WAYS_IN_SCREENS,
  ...FIND_SCREENS,
  ...PLANT_RECORD_SCREENS,
  ...PLACE_SCREENS,
  ...CAMERA_SCREENS,
  ...WALL_SCREENS,
  ...DOWNTIME_SCREENS,
  ...MAINTENANCE_SCREENS,
  ...LIGHTING_SCREENS,
  ...MONEY_SCREENS,
  ...RESIDENTIAL_SCREENS,
  ...COMMUNITY_SCREENS,
  ...STATEMENT_SCREENS,
];

/** As somebody chose it who has many plants. */
const COMPACT = { list: 'dashboard', columns: [], hidden: [], density: 'compact' };

export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/login', signedIn: false, ready: heading },
  {
    name: 'sign-in-refused',
    path: '/login',
    signedIn: false,
    ready: heading,
    act: (page) => press(page, /^(Accedi|Sign in)$/),
  },
  { name: 'home', path: '/', signedIn: true, stub: CARDS, ready: heading },
  ...HOME_SCREENS,
  { name: 'dashboard', path: '/apps/asset', signedIn: true, stub: CARDS, ready: cards },
  {
    name: 'dashboard-compact',
    path: '/apps/asset',
    signedIn: true,
    only: 'wide',
    prepare: (page) => page.route('**/api/v1/list-layouts/**', (route) => route.fulfill({ json: [COMPACT] })),
    ready: (page) => page.locator('[data-plant-card][data-compact]').first().waitFor(),
  },
  {
    name: 'dashboard-filling',
    path: '/apps/asset',
    signedIn: true,
    prepare: (page) => page.route('**/api/v1/progress/**', (route) => route.fulfill({ json: [FILLING] })),
    ready: cards,
  },
  {
    name: 'dashboard-nothing-found',
    path: '/apps/asset?q=nowhere',
    signedIn: true,
    ready: heading,
  },
  { name: 'plant-list', path: '/apps/asset/plant-search', signedIn: true, stub: CARDS, ready: rows },
  {
    name: 'plant-list-columns',
    path: '/apps/asset/plant-search',
    signedIn: true,
    ready: rows,
    act: (page) => press(page, /^(Colonne e viste|Columns and views)$/),
  },
  {
    name: 'plant-list-regions',
    path: '/apps/asset/plant-search?group=region',
    signedIn: true,
    ready: (page) => page.locator('[data-head]').first().waitFor(),
  },
  {
    name: 'plant-map',
    path: '/apps/asset/maps',
    signedIn: true,
    stub: CARDS,
    ready: (page) => page.locator('[data-drawn]').waitFor(),
  },
  {
    name: 'bell',
    path: '/apps/asset',
    signedIn: true,
    stub: { call: '**/api/v1/alarms/**', empty: { count: 0, next: null, previous: null, results: [] } },
    ready: cards,
    act: (page) => press(page, /^Notif/),
  },
  {
    name: 'bell-unknown',
    path: '/apps/asset',
    signedIn: true,
    prepare: (page) =>
      page.route('**/api/v1/alarms/**', (route) =>
        route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
      ),
    ready: cards,
    act: (page) => press(page, /^Notif/),
  },
  {
    name: 'profile',
    path: '/apps/asset',
    signedIn: true,
    ready: cards,
    act: (page) => press(page, /Profil/),
  },
  {
    name: 'plant-edit',
    path: `${PLANT}/edit`,
    signedIn: true,
    ready: heading,
    act: (page) =>
      page
        .getByRole('spinbutton')
        .or(page.getByLabel(/^(Potenza nominale|Nominal power)/))
        .first()
        .fill('123'),
  },
  {
    name: 'plant-new',
    path: '/apps/asset',
    signedIn: true,
    ready: cards,
    act: (page) => press(page, /^(Nuovo impianto|New plant)$/),
  },
  {
    name: 'plant-archive',
    path: `${PLANT}/edit`,
    signedIn: true,
    ready: heading,
    act: (page) => press(page, /^(Archivia|Archive)$/),
  },
  {
    name: 'plant-edit-archived',
    path: `${PLANT}/edit`,
    signedIn: true,
    prepare: async (page) => {
      await page.route('**/api/v1/plants/', (route) => route.fulfill({ json: [] }));
      await page.route('**/api/v1/plants-archive/**', (route) => route.fulfill({ json: [ARCHIVED] }));
    },
    ready: (page) =>
      page
        .getByText(/(archiviato|archived)/)
        .first()
        .waitFor(),
  },
  {
    name: 'plant',
    path: PLANT,
    signedIn: true,
    long: true,
    stub: { call: '**/plant-overview/**' },
    ready: chart,
  },
  {
    name: 'plant-compare',
    path: `${PLANT}?compare=before&vars=plant.ac_power_kw,plant.irradiance_poa_wm2`,
    signedIn: true,
    ready: chart,
    act: async (page) => {
      await page.getByRole('slider', { name: /cursor/i }).focus();
      for (let i = 0; i < 12; i++) await page.keyboard.press('Control+ArrowRight');
      for (let i = 0; i < 4; i++) await page.keyboard.press('Control+ArrowLeft');
    },
  },
  {
    name: 'plant-compare-month',
    path: `${PLANT}?span=month&compare=before&vars=plant.energy_export_kwh`,
    signedIn: true,
    ready: chart,
  },
  { name: 'plant-zoomed', path: `${PLANT}?zoom=${ZOOM}`, signedIn: true, long: true, ready: chart },
  { name: 'plant-week', path: `${PLANT}?span=week`, signedIn: true, ready: chart },
  {
    name: 'plant-year',
    path: `${PLANT}?span=year`,
    signedIn: true,
    stub: { call: '**/chart-results-data/**', empty: [] },
    ready: chart,
  },
  {
    name: 'plant-table',
    path: PLANT,
    signedIn: true,
    ready: chart,
    act: (page) => press(page, /^(Mostra come tabella|Show as a table)$/),
  },
  {
    name: 'plant-device',
    path: PLANT,
    signedIn: true,
    long: true,
    ready: chart,
    act: (page) => press(page, /^INV1/),
  },
  {
    name: 'plant-variables',
    path: PLANT,
    signedIn: true,
    ready: chart,
    act: (page) => press(page, /^\d+ variab/),
  },
  ...PLANT_ENERGY_SCREENS,
  ...PLANT_STRING_SCREENS,
  ...PLANT_DEVICE_SCREENS,
  ...ALARM_SCREENS,
  ...ALARM_WORK_SCREENS,
  ...ALARM_NOTIFICATION_SCREENS,
  ...CHART_SCREENS,
  ...CALC_SCREENS,
  ...IMPORT_SCREENS,
  ...COMPANY_SCREENS,
  ...ADMINISTRATION_SCREENS,
  ...CLOUDCONTROL_SCREENS,
  ...FIELD_SCREENS,
  ...MAP_SCREENS,
  ...ACCOUNT_SCREENS,
  ...ALARM_RULES_SCREENS,
  ...TEMPLATE_SCREENS,
  ...BULK_SCREENS,
  ...REGISTERS_SCREENS,
  ...PALETTE_SCREENS,
  ...SWEPT,
  { name: 'not-found', path: '/no/such/page', signedIn: true, ready: heading },
];
