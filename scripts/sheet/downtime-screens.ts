import type { Page } from 'playwright-core';
import { heading, press, type Screen } from './screen.ts';

const AT = '2026-06-11T15:04:00.000Z';
const PLANT = { proj_code: 'AUR-001', plant_name: 'Capitanata', time_zone: 'Europe/Rome' };
const LOSS = {
  counted_kwh: 148.2,
  model: 'sisters',
  uncertainty: 0.03,
  hours: 3.5,
  missing_hours: 0.5,
  given_hours: 0.25,
  sisters: 11,
  inputs: ['plane_of_array'],
  power_kw: 1200,
  lack: null,
  model_kwh: { sisters: 140, irradiance: 8.2, expected: 0 },
  counted_eur: 14.2,
  basis: 'market_price',
  zone: 'NORD',
  zone_named: true,
  priced_eur: 14.2,
  tariff_eur: 0,
  sold_at_market: false,
  unsold_hours: 0,
  unsold_kwh: 0,
  unpriced_hours: 0,
  unpriced_kwh: 0,
  counted_at: AT,
  due: false,
};

/** A downtime as the calls answer it. */
const downtime = (id: number, more: object = {}) => ({
  id,
  ...PLANT,
  extent: 'devices',
  section_id: null,
  section_name: null,
  device_ids: [3],
  devices: [{ device_id: 3, short_name: 'INV-03' }],
  percentage: 8.33,
  percentage_by: 'devices',
  start: '2026-06-11T08:15:00.000Z',
  stop: '2026-06-11T11:45:00.000Z',
  planned: false,
  cause_id: 2,
  cause: { name: 'Guasto inverter', kind: 'inverter', availability: 'unavailable' },
  claim_state: 'none',
  claim_number: '',
  insurer: '',
  amount_claimed_eur: null,
  amount_paid_eur: null,
  reported_on: null,
  intervention: null,
  repair_cost: null,
  notes: '',
  alarm_ids: [],
  alarms: [],
  energy_hand: null,
  earning_hand: null,
  proposed_stop: null,
  energy_lost: 148.2,
  earning_lost: 14.2,
  loss: LOSS,
  created_at: AT,
  created_by: 'Marta Rinaldi',
  version: 1,
  ...more,
});

const LASTING = downtime(7, {
  stop: null,
  proposed_stop: '2026-06-11T12:00:00.000Z',
  notes: 'Portare fusibili da 15 A.',
  claim_state: 'reported',
  claim_number: 'S-2026-114',
  insurer: 'Assicura',
  amount_claimed_eur: 900,
  alarm_ids: [12],
  alarms: [{ id: 12, code: 'inverter_fault', date: AT, end_date: null }],
});
const ROWS = [
  LASTING,
  downtime(6, { energy_hand: 160, energy_lost: 160, repair_cost: 450 }),
  downtime(5, {
    extent: 'plant',
    device_ids: [],
    devices: [],
    percentage: 100,
    planned: true,
    energy_lost: null,
    earning_lost: null,
    cause: { name: 'Fermo programmato', kind: 'planned', availability: 'excluded' },
    loss: { ...LOSS, counted_kwh: null, counted_eur: null, model: null, basis: null, lack: 'data' },
  }),
];
const TOTALS = {
  count: 3,
  energy_lost: 308.2,
  earning_lost: 28.4,
  repair_cost: 450,
  without_energy: 1,
  without_earning: 1,
  partial: 2,
  within: null,
};
const DAYS = [
  {
    day: '2026-06-11',
    energy_kwh: 148.2,
    earning_eur: 14.2,
    hours: 3.5,
    missing_hours: 0.5,
    given_hours: 0.25,
  },
].map((day) => ({ ...day, unpriced_hours: 0 }));
const SUGGESTIONS = [
  {
    id: 4,
    ...PLANT,
    devices: [{ device_id: 3, short_name: 'INV-03' }],
    whole_plant: false,
    start: '2026-06-10T13:00:00.000Z',
    stop: '2026-06-10T15:30:00.000Z',
    kind: 'none',
    share: 1,
    until: '2026-06-10T15:30:00.000Z',
    percentage: null,
    energy_kwh: 96,
    measure: 'siblings',
    cause_id: 2,
    state: 'open',
    reason: '',
    downtime_id: null,
    alarms: [{ id: 12, code: 'inverter_fault', date: AT, end_date: null }],
    found_at: AT,
    version: 1,
  },
];
const CAUSES = [
  { id: 2, name: 'Guasto inverter', kind: 'inverter', availability: 'unavailable' },
  { id: 3, name: 'Mancanza rete', kind: 'grid', availability: 'excluded' },
].map((cause) => ({ ...cause, description: '', retired: false, version: 1 }));
const SETTINGS = [
  {
    id: 1,
    proj_code: null,
    plant_name: null,
    cause_id: 3,
    cause_name: 'Mancanza rete',
    from_on: '2026-01-01',
  },
].map((setting) => ({ ...setting, to_on: null, counts: true, version: 1 }));
const BINNED = { ...downtime(2, { notes: 'doppio' }), deleted_at: AT, deleted_by: 'Marta Rinaldi' };
const NOTES = { assignment: { assignee: null, assigned_at: null, version: 0 }, attachments: [] };

const pageOf = (results: readonly object[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});

const PATH = '/apps/asset/downtimes';
const API = '**/api/v1/downtimes';

const prepare = async (page: Page) => {
  await page.route(`${API}/?**`, (route) => route.fulfill({ json: pageOf(ROWS) }));
  await page.route(`${API}-totals/**`, (route) => route.fulfill({ json: TOTALS }));
  await page.route(`${API}/7/`, (route) => route.fulfill({ json: LASTING }));
  await page.route(`${API}/7/losses/`, (route) => route.fulfill({ json: DAYS }));
  await page.route(`${API}/7/notes/`, (route) => route.fulfill({ json: NOTES }));
  await page.route(`${API}/7/comments/**`, (route) => route.fulfill({ json: pageOf([]) }));
  await page.route(`${API}-bin/**`, (route) => route.fulfill({ json: pageOf([BINNED]) }));
  await page.route('**/api/v1/downtime-suggestions/**', (route) =>
    route.fulfill({ json: pageOf(SUGGESTIONS) }),
  );
  await page.route('**/api/v1/downtime-causes/', (route) => route.fulfill({ json: CAUSES }));
  await page.route('**/api/v1/downtime-k451-settings/', (route) => route.fulfill({ json: SETTINGS }));
};
const shows = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
const full = { signedIn: true, prepare };
const first = shows('INV-03');

/** Downtimes with one of them in full, what is suggested, what counts in the K451 report, and the bin. */
export const DOWNTIME_SCREENS: readonly Screen[] = [
  { ...full, name: 'downtimes', path: PATH, ready: first },
  {
    name: 'downtimes-states',
    path: PATH,
    signedIn: true,
    ready: heading,
    stub: { call: `${API}/?**`, empty: pageOf([]) },
  },
  { ...full, name: 'downtimes-detail', path: `${PATH}?open=7`, ready: shows('Portare fusibili') },
  { ...full, name: 'downtimes-form', path: `${PATH}?form=new`, ready: heading },
  { ...full, name: 'downtimes-bin', path: `${PATH}/bin`, ready: first },
  { ...full, name: 'downtime-suggestions', path: `${PATH}/suggestions`, ready: first },
  {
    ...full,
    name: 'downtime-suggestions-discard',
    path: `${PATH}/suggestions`,
    ready: first,
    act: (page) => press(page, /^(Scarta|Discard): AUR-001/),
  },
  {
    ...full,
    name: 'downtime-suggestions-split',
    path: `${PATH}/suggestions`,
    ready: first,
    act: (page) => press(page, /^(Dividi|Split): AUR-001/),
  },
  {
    ...full,
    name: 'downtime-suggestions-search',
    path: `${PATH}/suggestions`,
    ready: first,
    act: (page) => press(page, /^(Cerca nei giorni|Search days)$/),
  },
  { ...full, name: 'downtime-k451', path: `${PATH}/k451`, ready: shows('Mancanza rete') },
  {
    ...full,
    name: 'downtime-k451-new',
    path: `${PATH}/k451`,
    ready: shows('Mancanza rete'),
    act: (page) => press(page, /^(Aggiungi impostazione|Add a setting)$/),
  },
];
