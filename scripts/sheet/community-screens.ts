import type { Page } from 'playwright-core';
import { SimulationParameters } from '../../src/features/community/parameters.contract.ts';
import { heading, type Screen } from './screen.ts';

const AT = '2026-06-11T15:04:00.000Z';
const MONTHS = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}`);
const FIGURES = {
  injected_kwh: 44_433,
  withdrawn_kwh: 21_509,
  shared_kwh: 14_189,
  incentive_eur: 1709.8,
  valorisation_eur: 149.97,
  sale_eur: 4887.61,
};
const TOTALS = {
  injected_kwh: 533_194,
  withdrawn_kwh: 258_112,
  shared_kwh: 170_265,
  incentive_eur: 20_517.65,
  valorisation_eur: 1799.7,
  sale_eur: 58_651.37,
  self_used_kwh: 19_888,
  incentivised_kwh: 170_265,
  grant_cut_eur: 0,
  fee_eur: 395,
  shared_share: 0.319,
};
const DAY = Array.from({ length: 24 }, (_, hour) => Math.max(0, 300 - 40 * Math.abs(12 - hour)));

const REPORT = {
  year: 2025,
  hours: 8760,
  unpriced_hours: 8760,
  totals: TOTALS,
  months: MONTHS.map((month) => ({ month, ...FIGURES })),
  day: { injected_kwh: DAY, withdrawn_kwh: DAY, shared_kwh: DAY },
  plants: [
    {
      id: 'new',
      name: '',
      power_kw: 400,
      earns_tariff: true,
      injected_kwh: 500_000,
      shared_kwh: 160_000,
      incentivised_kwh: 160_000,
      incentive_eur: 19_200,
      grant_cut_eur: 0,
      sale_eur: 55_000,
    },
  ],
  members: [
    {
      kind: 'apartment',
      count: 60,
      level: 1,
      withdrawn_kwh: 138_000,
      shared_kwh: 90_000,
      self_used_kwh: 0,
    },
  ],
  surplus: [
    { group: 'tariff_only', threshold: 0.55, quota: 0.319, incentive_eur: 20_517.65, surplus_eur: 0 },
    { group: 'with_grant', threshold: 0.45, quota: null, incentive_eur: 0, surplus_eur: 0 },
  ],
  money: {
    investment_eur: 539_500,
    npv_eur: 515_898,
    irr: 0.1317,
    payback_years: 6.96,
    granted_eur: 0,
    grant_fee_eur: 0,
    first_year: {
      incentive_eur: 20_517.65,
      valorisation_eur: 1799.7,
      sale_eur: 58_651.37,
      saved_eur: 4972,
      fee_eur: 395,
      cost_eur: 8092.5,
    },
    years: [
      { year: 0, flow_eur: -539_500, discounted_eur: -539_500, balance_eur: -539_500 },
      { year: 1, flow_eur: 77_453.22, discounted_eur: 74_474.25, balance_eur: -462_046.78 },
    ],
  },
  rules: [
    { version: 'TIP-2024', source: 'D.M. 414/2023', assumption: false },
    { version: 'SURPLUS-2024', source: 'D.M. 414/2023', assumption: true },
    { version: 'NETWORK-2025', source: 'ARERA', assumption: true },
    { version: 'PMG-UNKNOWN', source: '–', assumption: true },
    { version: 'EXISTING-2024', source: 'D.M. 414/2023', assumption: false },
  ],
  assumptions: [
    { code: 'attribution', choice: 'oldest_first', source: null },
    { code: 'network', choice: 'trase', source: null },
    { code: 'load_profiles', choice: null, source: 'BDEW H0 dynamised by oemof/demandlib, MIT' },
    { code: 'sun', choice: null, source: null },
  ],
  findings: [{ code: 'plant_over_1mw', id: 'Capitanata', power_kw: 1200 }],
};

const SHARED = {
  id: 3,
  name: 'CER Valle Verde',
  description: 'Cabina di Rovigo',
  substation: 'AC001E01234',
  legal_form: 'Associazione',
  area: 'north',
  zone: 'NORD',
  management_percent: 10,
  producers_percent: 40,
  consumers_percent: 50,
  equidistribution: false,
  surplus_to: 'consumers',
  switches: {},
  version: 2,
};
const COMMUNITIES = [{ ...SHARED, members: 2, plants: 1, power_kw: 998.4 }];
const COMMUNITY = {
  ...SHARED,
  members: [
    {
      id: 1,
      name: 'Anna Conti',
      role: 'consumer',
      kind: 'family',
      substation: '',
      level: 1,
      email: 'anna@example.org',
      iban: 'IT60X0542811101000000123456',
      account_holder: '',
      pods: [{ pod: 'IT001E12345678', from_on: '2026-01-01', until_on: null }],
    },
  ],
  plants: [
    {
      proj_code: 'AUR-001',
      name: 'Parco Solare Capitanata',
      power_kw: 998.4,
      in_operation: '2024-05-01',
      substation: '',
      grant_share: 0.4,
      from_on: '2026-01-01',
      until_on: null,
    },
  ],
  account: { iban: 'IT60X0542811101000000123456', holder: 'CER Valle Verde', bic: '', cuc: '' },
  findings: [{ code: 'plant_over_1mw', id: 'Capitanata', power_kw: 1200 }],
};
const simulation = (code: string) => ({
  id: 5,
  code,
  description: 'Tetto della scuola',
  community_id: 3,
  community: 'CER Valle Verde',
  saved_at: AT,
  version: 1,
});
const ROWS = ['SCUOLA', 'SCUOLA-2'].map((code) => ({
  ...simulation(code),
  members: 95,
  kwp: 445,
  totals: TOTALS,
  npv_eur: 515_898,
  payback_years: 6.96,
  // Of a version of the program before this one.
  outdated: code !== 'SCUOLA',
}));
const PARAMETERS = SimulationParameters.parse({});
/** A made-up curve: dearer batteries raise the share and lower the value. */
const POINTS = [40, 80, 120, 160, 200, 240, 280, 320, 360, 400].flatMap((kwp) =>
  [0, 100, 200].map((battery_kwh) => ({
    kwp,
    battery_kwh,
    investment_eur: 1100 * kwp + 500 * battery_kwh,
    npv_eur: 2600 * kwp - 3.2 * kwp ** 2 - 260 * battery_kwh,
    payback_years: 5 + kwp / 120 + battery_kwh / 90,
    shared_share: Math.min(1, 0.95 - kwp / 700 + battery_kwh / 1500),
    covered_share: Math.min(1, kwp / 600 + battery_kwh / 1500),
  })),
);
const SIZING = {
  points: POINTS,
  best: POINTS.find(({ kwp, battery_kwh }) => kwp === 400 && battery_kwh === 0),
};
const RUN = {
  id: 9,
  state: 'done',
  progress: 100,
  created_at: AT,
  ended_at: AT,
  parameters: PARAMETERS,
  result_report: REPORT,
  result_to_save: { run_id: 9, totals: TOTALS },
};

const HOME = '/apps/cerresid';
const LIST = `${HOME}/energy_community`;
const SIMULATIONS = `${HOME}/cer_simulation`;
const API = '**/cer/v1';

const MEMBERS = {
  stored: false,
  members: 24,
  added: 20,
  changed: 3,
  unchanged: 1,
  ignored: ['telefono'],
  version: 2,
  faults: 2,
  told: [
    { row: 4, column: 'iban', code: 'iban' },
    { row: 9, column: 'dal', code: 'date' },
  ],
};
const HOURS = {
  stored: false,
  pods: 0,
  hours: 0,
  months: [],
  faults: [{ line: 12, code: 'twice', found: '2026-05-01T10:00:00.000Z' }],
};

const READ = {
  stored: false,
  month: '2026-05',
  so_far: false,
  unlinked_pods: 12,
  pods: [
    {
      pod: 'IT001E12345671',
      direction: 'withdrawn',
      name: 'Anna Conti',
      plant: 'Casa Conti',
      state: 'taken',
      known_hours: 741,
      expected_hours: 744,
      file_hours: 24,
    },
    {
      pod: 'IT001E12345672',
      direction: 'withdrawn',
      name: 'Comune di Valle Verde',
      plant: 'Palestra',
      state: 'no_meter',
      known_hours: 0,
      expected_hours: 744,
      file_hours: 744,
    },
    {
      pod: 'IT001E12345673',
      direction: 'injected',
      name: 'Parco Solare Capitanata',
      plant: 'Parco Solare Capitanata',
      state: 'taken',
      known_hours: 744,
      expected_hours: 744,
      file_hours: 0,
    },
    {
      pod: '',
      direction: 'injected',
      name: 'Tetto della scuola',
      plant: 'Tetto della scuola',
      state: 'no_pod',
      known_hours: 0,
      expected_hours: 744,
      file_hours: 0,
    },
  ],
};

/** Chooses a file, whose report is then shown. */
async function drop(page: Page, text: string): Promise<void> {
  const file = { name: 'Ore di maggio', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(file);
  await page.getByText('Ore di maggio').waitFor();
}

const prepare = async (page: Page) => {
  await page.route(`${API}/community-members/?**`, (route) => route.fulfill({ json: MEMBERS }));
  await page.route(`${API}/community-hours/?**`, (route) => route.fulfill({ json: HOURS }));
  await page.route(`${API}/community-readings/?**`, (route) => route.fulfill({ json: READ }));
  await page.route(`${API}/communities/`, (route) => route.fulfill({ json: COMMUNITIES }));
  await page.route(`${API}/communities/3/`, (route) => route.fulfill({ json: COMMUNITY }));
  await page.route(`${API}/asset-plants/`, (route) => route.fulfill({ json: [] }));
  await page.route('**/api/v1/zeus-plants/', (route) => route.fulfill({ json: [] }));
  await page.route(`${API}/simulations/`, (route) => route.fulfill({ json: ROWS }));
  await page.route(`${API}/simulations/SCUOLA/`, (route) =>
    route.fulfill({ json: { ...simulation('SCUOLA'), parameters: PARAMETERS, members: [] } }),
  );
  await page.route(`${API}/simulation-results/**`, (route) =>
    route.fulfill({
      json: { code: 'SCUOLA', saved_at: AT, run_parameters: PARAMETERS, result_report: REPORT },
    }),
  );
  await page.route(`${API}/simulation-what-if/`, (route) => route.fulfill({ json: REPORT }));
  await page.route(`${API}/simulation-sizing/`, (route) => route.fulfill({ json: SIZING }));
  await page.route(`${API}/simulation-runs/`, (route) => route.fulfill({ status: 201, json: RUN }));
  await page.route(`${API}/simulation-runs/9/`, (route) => route.fulfill({ json: RUN }));
};
const shows = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
const full = { signedIn: true, prepare };

/** Energy communities with their settings, and simulations of them. */
export const COMMUNITY_SCREENS: readonly Screen[] = [
  { ...full, name: 'cer-home', path: HOME, ready: shows('SCUOLA-2') },
  {
    name: 'cer-home-states',
    path: HOME,
    signedIn: true,
    ready: heading,
    stub: { call: `${API}/communities/`, empty: [] },
  },
  { ...full, name: 'communities', path: LIST, ready: shows('CER Valle Verde') },
  {
    name: 'communities-states',
    path: LIST,
    signedIn: true,
    ready: heading,
    stub: { call: `${API}/communities/`, empty: [] },
  },
  { ...full, name: 'communities-form', path: `${LIST}?form=new`, ready: heading },
  { ...full, name: 'community-settings', path: `${LIST}/settings?id=3`, ready: shows('Capitanata') },
  {
    ...full,
    name: 'community-members',
    path: `${LIST}/settings?id=3&form=members`,
    ready: (page) => page.getByRole('dialog').waitFor(),
    act: (page) => drop(page, 'nome;ruolo'),
  },
  {
    ...full,
    name: 'community-hours',
    path: `${LIST}/settings?id=3&form=hours`,
    ready: (page) => page.getByRole('dialog').waitFor(),
    act: (page) => drop(page, 'pod;direction'),
  },
  {
    ...full,
    name: 'community-readings',
    path: `${LIST}/settings?id=3&form=readings`,
    ready: shows('Casa Conti'),
  },
  {
    name: 'community-settings-states',
    path: `${LIST}/settings`,
    signedIn: true,
    ready: heading,
    stub: { call: `${API}/communities/`, empty: [] },
  },
  { ...full, name: 'simulations', path: `${SIMULATIONS}?compare=SCUOLA,SCUOLA-2`, ready: shows('SCUOLA-2') },
  {
    name: 'simulations-states',
    path: SIMULATIONS,
    signedIn: true,
    ready: heading,
    stub: { call: `${API}/simulations/`, empty: [] },
  },
  { ...full, name: 'simulation-new', path: `${SIMULATIONS}/simulation`, ready: heading },
  {
    ...full,
    name: 'simulation',
    path: `${SIMULATIONS}/simulation?code=SCUOLA`,
    long: true,
    ready: shows('TIP-2024'),
    act: async (page) => {
      await page.getByRole('button', { name: /^(Cerca la dimensione migliore|Find the best size)$/ }).click();
      await page.getByRole('img', { name: /VAN|NPV/ }).waitFor();
    },
  },
];
