import { writeXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { ACCOUNT_SCREENS } from './account-screens.ts';
import { ADMINISTRATION_SCREENS } from './administration-screens.ts';
import { ALARM_RULES_SCREENS } from './alarm-rules-screens.ts';
import { ALARM_SCREENS } from './alarm-screens.ts';
import { ALARM_TOLD_SCREENS } from './alarm-told-screens.ts';
import { ALARM_WORK_SCREENS } from './alarm-work-screens.ts';
import { BULK_SCREENS } from './bulk-screens.ts';
import { CALC_SCREENS } from './calc-screens.ts';
import { CHART_SCREENS } from './chart-screens.ts';
import { CLOUDCONTROL_SCREENS } from './cloudcontrol-screens.ts';
import { COMPANY_SCREENS } from './company-screens.ts';
import { FIELD_SCREENS } from './field-screens.ts';
import { FIND_SCREENS } from './find-screens.ts';
import { IMPORT_SCREENS } from './import-screens.ts';
import { MAP_SCREENS } from './map-screens.ts';
import { SHOWN_PLANT } from './noon.ts';
import { REGISTERS_SCREENS } from './registers-screens.ts';
import type { Screen, Stub } from './screen.ts';
import { TEMPLATE_SCREENS } from './template-screens.ts';
import { WAYS_IN_SCREENS } from './ways-in-screens.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
const cards = (page: Page) => page.locator('[data-plant-card] svg[role=img]').first().waitFor();
const chart = (page: Page) => page.locator('canvas').first().waitFor();
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();

const CARDS: Stub = { call: '**/plants-card-list/**', empty: [] };
const PLANT = `/apps/asset/plants/${SHOWN_PLANT}`;
const CSV = Array.from({ length: 96 }, (_, i) => {
  const clock = `${String(Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}`;
  const watts =
    i > 70 && i < 74 ? 'guasto' : String(Math.round(Math.max(0, Math.sin(((i - 24) / 48) * Math.PI)) * 4200));
  return `12/05/2025 ${clock};${watts},5;${20 + (i % 10)},2`;
});

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
  { name: 'dashboard', path: '/apps/asset', signedIn: true, stub: CARDS, ready: cards },
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
  {
    name: 'bell',
    path: '/apps/asset',
    signedIn: true,
    stub: { call: '**/api/v1/alarms/**', empty: { count: 0, next: null, previous: null, results: [] } },
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
  ...ALARM_SCREENS,
  ...ALARM_WORK_SCREENS,
  ...ALARM_RULES_SCREENS,
  ...ALARM_TOLD_SCREENS,
  ...CHART_SCREENS,
  ...CALC_SCREENS,
  ...TEMPLATE_SCREENS,
  {
    name: 'import',
    path: PLANT,
    signedIn: true,
    ready: chart,
    act: async (page) => {
      await press(page, /(Importa|Import) .*INV1$/);
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({
          name: 'datalogger_maggio.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(`Data e ora;Potenza AC [W];Temp. modulo [°C]\n${CSV.join('\n')}\n`),
        });
      await page.getByRole('button', { name: /^(Importa|Import) \d/ }).waitFor();
    },
  },
  {
    name: 'import-workbook',
    path: PLANT,
    signedIn: true,
    ready: chart,
    act: async (page) => {
      const rows = CSV.slice(0, 40).map((line) => {
        const [time = '', power = '', temperature = ''] = line.split(';');
        const [day = '', month = '', rest = ''] = time.split('/');
        return [new Date(`${rest.slice(0, 4)}-${month}-${day}T${rest.slice(5)}Z`), power, temperature];
      });
      const head = ['Data e ora', 'Potenza AC [W]', 'Temp. modulo [°C]'];
      const bytes = await writeXlsx({
        sheets: [
          { name: 'Copertina', rows: [['Relazione di maggio']] },
          { name: 'Maggio', rows: [['Esportazione del data logger'], [], head, ...rows] },
          { name: 'Giugno', rows: [head, ...rows] },
        ],
      });
      await press(page, /(Importa|Import) .*INV1$/);
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name: 'Relazione maggio.xlsx', mimeType: '', buffer: Buffer.from(bytes) });
      await page.getByRole('button', { name: /^(Importa|Import) \d/ }).waitFor();
    },
  },
  ...IMPORT_SCREENS,
  ...COMPANY_SCREENS,
  ...ADMINISTRATION_SCREENS,
  ...CLOUDCONTROL_SCREENS,
  ...WAYS_IN_SCREENS,
  ...FIELD_SCREENS,
  ...MAP_SCREENS,
  ...FIND_SCREENS,
  ...BULK_SCREENS,
  ...REGISTERS_SCREENS,
  ...ACCOUNT_SCREENS,
  { name: 'not-found', path: '/no/such/page', signedIn: true, ready: heading },
];
