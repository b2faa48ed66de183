import type { Page } from 'playwright-core';
import { heading, type Screen } from './screen.ts';

const PATH = '/apps/cloudcontrol/calc-group';

const words = (device_id: number, short_name: string, label: [it: string, en: string], unit: string) => ({
  device_id,
  proj_code: 'AUR-001',
  plant_name: 'Aurora',
  short_name,
  name: 'ac_power_kw',
  label_it: label[0],
  label_en: label[1],
  unit,
  deleted: false,
});
const POWER: [string, string] = ['Potenza AC', 'AC power'];
const inverters = (many: number) =>
  Array.from({ length: many }, (_, i) => words(i + 1, `INV${i + 1}`, POWER, 'kW'));
const group = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  description: '',
  operation: 'sum',
  state: 'whole',
  result: { ...words(90 + id, `V${id}`, POWER, 'kW'), kind: 'gauge', decimals: 2, interval_s: 60 },
  inputs: inverters(4),
  gone: 0,
  feeds: [],
  newest: { value: 412.5, at: new Date(Date.now() - 12_000).toISOString(), quality: 'good' },
  past: { days: 365, left: 0 },
  version: 1,
  ...more,
});
const GROUPS = [
  group(1, 'Potenza di tutti gli inverter'),
  group(2, 'Autoconsumo', {
    operation: 'difference',
    past: { days: 365, left: 140 },
    inputs: inverters(2),
    newest: { value: null, at: null, quality: 'missing' },
  }),
  group(3, 'Temperatura media dei moduli', {
    operation: 'mean',
    newest: { value: 31.25, at: new Date(Date.now() - 7_200_000).toISOString(), quality: 'failed' },
  }),
  group(4, 'Reparto nord', { state: 'incomplete', gone: 1, inputs: inverters(12) }),
];

async function fill(page: Page): Promise<void> {
  await page.getByLabel(/^(Nome|Name)$/).fill('Potenza totale');
  const search = page.getByRole('combobox', { name: /^(Cerca impianto|Search plant)/ });
  for (const one of ['INV1 potenza ac', 'INV2 potenza ac']) {
    await search.fill(one);
    await page.getByRole('treeitem', { selected: false }).filter({ hasText: /AC/ }).first().click();
  }
  await page.getByRole('combobox', { name: /^(Impianto|Plant)$/ }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel(/^(Nome del dispositivo|Device name)$/).fill('TOTALE');
  await page.getByRole('combobox', { name: /^(Variabile|Variable)$/ }).click();
  await page.getByRole('option', { name: /AC/ }).first().click();
  await page.locator('canvas').first().waitFor();
}

/** Calculation groups: none yet, a list of all kinds, a new one before and while it is filled in, and deleting. */
export const CALC_SCREENS: readonly Screen[] = [
  {
    name: 'calc-start',
    path: PATH,
    signedIn: true,
    stub: { call: '**/calc-groups/', empty: [] },
    ready: heading,
  },
  {
    name: 'calc-groups',
    path: PATH,
    signedIn: true,
    prepare: (page) => page.route('**/calc-groups/', (route) => route.fulfill({ json: GROUPS })),
    ready: (page) => page.getByText('Reparto nord').first().waitFor(),
  },
  { name: 'calc-new', path: `${PATH}/new`, signedIn: true, long: true, ready: heading },
  { name: 'calc-filled', path: `${PATH}/new`, signedIn: true, long: true, ready: heading, act: fill },
];
