import type { Page } from 'playwright-core';
import { heading, type Screen } from './screen.ts';

const AT = '2026-06-19T10:00:00.000Z';
const PATH = '/apps/cerresid/residenziale';
const API = '**/api/v1/residenziale';

/** A home as lists answer it. */
const home = (plant_id: number, name: string, state: string, more: object = {}) => ({
  plant_id,
  proj_code: `CASA-00${plant_id}`,
  name,
  comune: 'Prato',
  district: 'Prato',
  latitude: 43.88,
  longitude: 11.1,
  time_zone: 'Europe/Rome',
  project_id: 1,
  project: 'HUB 110 Prato',
  nominal_kwp: 4.5,
  storage_kwh: 10,
  inverter_model: 'SolarEdge SE5K',
  provider: 'gateway',
  orientation: 'south',
  state,
  last_reading_at: state === 'never' ? null : AT,
  ...more,
});
const HOMES = [
  home(1, 'Casa Bianchi 1', 'sends'),
  home(2, 'Casa Conti 1', 'silent'),
  home(3, 'Casa Galli 1', 'late', { storage_kwh: null }),
  home(4, 'Casa Rossi 1', 'never'),
];
const page = (results: readonly object[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  states: { sends: results.length > 0 ? 1 : 0, late: 1, silent: 1, never: 1 },
});
const PROJECT = {
  id: 1,
  name: 'HUB 110 Prato',
  kind: 'hub110',
  description: '',
  homes: 4,
  nominal_kwp: 18,
  storage_kwh: 30,
  version: 1,
};

const day = (date: string, more: object = {}) => ({
  day: date,
  produced_kwh: 21.4,
  imported_kwh: 3.2,
  exported_kwh: 7.9,
  charged_kwh: 6.1,
  discharged_kwh: 5.4,
  used_kwh: 16,
  self_used_kwh: 13.5,
  self_consumption: 0.63,
  self_sufficiency: 0.8,
  capacity_kwh: 9.4,
  fault: null,
  wrong_meter: null,
  saved_eur: 4.04,
  ...more,
});
const WRONG = day('2026-06-18', {
  exported_kwh: 41.2,
  used_kwh: null,
  self_used_kwh: null,
  self_consumption: null,
  self_sufficiency: null,
  saved_eur: null,
  fault: 'fed_in_above_made',
  wrong_meter: 'exchange',
});
const DAYS = [day('2026-06-17'), WRONG, day('2026-06-19')];
const NOW = {
  at: AT,
  produced_kw: 3.4,
  grid_kw: 1.1,
  used_kw: 0.8,
  battery_kw: -1.5,
  charge_pct: 64,
  has_battery: true,
};
const DETAIL = {
  ...HOMES[0],
  tilt_deg: 25,
  azimuth_deg: 180,
  pod: 'IT001E40000001',
  owner_name: 'Famiglia Bianchi',
  owner_phone: '',
  owner_email: '',
  import_eur_kwh: 0.26,
  export_eur_kwh: 0.09,
  version: 1,
  cloud_site_id: '1148616',
  cloud_fault: null,
  cloud_read_until: AT,
  family_link_until: '2027-06-19T10:00:00.000Z',
  former_prices: [{ until: '2026-01-01', import_eur_kwh: 0.31, export_eur_kwh: 0.1 }],
};
const period = (name: string, days: number, more: object = {}) => ({
  period: name,
  produced_kwh: 14.2 * days,
  imported_kwh: 4.1 * days,
  exported_kwh: 5.2 * days,
  used_kwh: 13 * days,
  self_sufficiency: 0.68,
  saved_eur: 2.8 * days,
  capacity_kwh: 9.4,
  known_days: days,
  fault_days: 0,
  ...more,
});
const MONTHS = [
  ...Array.from({ length: 12 }, (_, i) => period(`2025-${String(i + 1).padStart(2, '0')}`, 30)),
  period('2026-05', 31),
  period('2026-06', 18, { fault_days: 1 }),
];
const YEARS = [period('2025', 360), period('2026', 49, { fault_days: 1 })];
const RANKED = [
  {
    proj_code: 'CASA-002',
    name: 'Casa Conti 1',
    district: 'Prato',
    orientation: 'south',
    nominal_kwp: 4.5,
    yield_kwh_kwp: 2.6,
    share: 0.61,
    group_homes: 14,
    wrong_meter: null,
    reason: 'below_neighbours',
  },
  {
    proj_code: 'CASA-001',
    name: 'Casa Bianchi 1',
    district: 'Prato',
    orientation: 'south',
    nominal_kwp: 4.5,
    yield_kwh_kwp: 4.3,
    share: 1.02,
    group_homes: 14,
    wrong_meter: null,
    reason: null,
  },
];
const STORAGE = [
  {
    proj_code: 'CASA-002',
    name: 'Casa Conti 1',
    storage_kwh: 10,
    cycles: 24.3,
    efficiency: 0.9,
    capacity_kwh: 6.4,
    health: 0.64,
    first_kwh: 9.1,
    first_day: '2025-07-02',
    reason: 'worn',
  },
  {
    proj_code: 'CASA-001',
    name: 'Casa Bianchi 1',
    storage_kwh: 10,
    cycles: 26.1,
    efficiency: 0.91,
    capacity_kwh: 9.4,
    health: 0.94,
    first_kwh: 9.7,
    first_day: '2025-07-02',
    reason: null,
  },
];
const PLACES = {
  homes: HOMES.map(({ proj_code, name, state }, i) => ({
    proj_code,
    name,
    state,
    latitude: 43.6 + i / 5,
    longitude: 10.7 + i / 4,
  })),
  without_place: 2,
  states: { sends: 52, late: 2, silent: 4, never: 2 },
};
const STATUSES = {
  homes: { sends: 52, late: 2, silent: 4, never: 2 },
  devices: { sends: 150, late: 5, silent: 11, never: 4 },
  by_provider: [
    { provider: 'gateway', sends: 40, late: 2, silent: 0, never: 2 },
    { provider: 'mqtt', sends: 12, late: 0, silent: 4, never: 0 },
  ],
};

const quarters = Array.from({ length: 48 }, (_, i) => i);
const series = (name: string, value: (i: number) => number, unit = 'kW') => ({
  name,
  unit,
  ts: quarters.map((i) => new Date(Date.parse('2026-06-18T22:00:00Z') + i * 900_000).toISOString()),
  values: quarters.map(value),
});
const sun = (i: number) => Math.max(0, 4 * Math.sin(((i - 20) * Math.PI) / 56));
const POWERS = {
  proj_code: 'CASA-001',
  time_zone: 'Europe/Rome',
  start: '2026-06-18T22:00:00.000Z',
  end: '2026-06-19T22:00:00.000Z',
  series: [
    series('produced', sun),
    series('grid', (i) => sun(i) * 0.5 - 0.4),
    series('battery', (i) => (i < 24 ? 0.3 : -sun(i) * 0.3)),
    series('charge', (i) => 30 + i, '%'),
  ],
};
const FAMILY = {
  name: 'Casa Bianchi 1',
  company: 'Aurora Energia',
  time_zone: 'Europe/Rome',
  now: NOW,
  today: POWERS,
  days: DAYS,
  saved_eur: 8.08,
  expires_at: '2027-06-19T10:00:00.000Z',
};
const DEVICES = HOMES.flatMap(({ proj_code, name, state, provider, last_reading_at }, i) =>
  ['INV', 'GRID'].map((short_name, k) => ({
    device_id: 10 * i + k,
    proj_code,
    home: name,
    short_name,
    category: 'inverter',
    provider,
    state,
    last_reading_at,
  })),
);
const HOME_DEVICES = [
  {
    device_id: 1,
    short_name: 'INV',
    category: 'inverter',
    manufacturer: 'Huawei',
    model: 'SUN2000',
    variables: ['ac_power_kw', 'energy_total_kwh'],
  },
  {
    device_id: 2,
    short_name: 'BAT',
    category: 'other',
    manufacturer: '',
    model: '',
    variables: ['battery_soc_pct'],
  },
];
const VARIABLES = [
  ['ac_power_kw', 'AC power', 'Potenza AC', 'kW'],
  ['battery_soc_pct', 'Battery charge', 'Carica della batteria', '%'],
  ['energy_total_kwh', 'Energy counter', 'Contatore di energia', 'kWh'],
].map(([name, label_en, label_it, unit]) => ({
  name,
  label_en,
  label_it,
  unit,
  kind: 'gauge',
  quantity: 'other',
  homes: 60,
}));
const CHART = [
  { ...series('ac_power_kw', sun), device: 'INV', variable: 'ac_power_kw' },
  { ...series('battery_soc_pct', (i) => 30 + i, '%'), device: 'BAT', variable: 'battery_soc_pct' },
];
const ALARMS = [
  {
    id: 1,
    type: 'E',
    message: 'Inverter fault: grid voltage',
    proj_code: 'CASA-002',
    plant_name: 'Casa Conti 1',
  },
  { id: 2, type: 'W', message: 'Much less than expected', proj_code: 'CASA-003', plant_name: 'Casa Galli 1' },
].map((alarm) => ({ ...alarm, short_name: 'INV', date: AT, time_zone: 'Europe/Rome' }));

const prepare = async (at: Page) => {
  const answers: readonly (readonly [string, unknown])[] = [
    [`${API}/projects/`, [PROJECT]],
    [`${API}/plants/?**`, page(HOMES)],
    [`${API}/plants/CASA-001/`, DETAIL],
    [`${API}/ranking/?**`, page(RANKED)],
    [`${API}/plant-data/?**`, POWERS],
    [`${API}/connected-devices/?**`, { count: DEVICES.length, next: null, previous: null, results: DEVICES }],
    [`${API}/settings/`, { readings_kept_months: 12, company_kept_months: null, version: 2 }],
    [`${API}/storage/?**`, page(STORAGE)],
    [`${API}/places/**`, PLACES],
    [`${API}/group-days/**`, { homes: 60, enough: true, days: [{ ...day('2026-06-19'), homes: 55 }] }],
    [
      `${API}/nominal-capacity/**`,
      { homes: 60, nominal_kwp: 270, with_power: 60, storage_kwh: 375, with_storage: 45 },
    ],
    [
      `${API}/plants/CASA-001/erase/`,
      {
        pseudonym: 'Home 3f9a21c4',
        erased_at: '2026-06-20T10:00:00.000Z',
        devices: 3,
        days: 214,
        members: 1,
        statements: 14,
      },
    ],
    [`${API}/pday-data/**`, { proj_code: 'CASA-001', days: DAYS, battery_cycles: 1.1, battery_fault: true }],
    [`${API}/devices/?**`, HOME_DEVICES],
    [`${API}/variables/`, VARIABLES],
    [`${API}/chart-data/**`, CHART],
    [`${API}/home-periods/**`, { proj_code: 'CASA-001', months: MONTHS, years: YEARS }],
    [`${API}/plant-data/last/**`, { proj_code: 'CASA-001', ...NOW }],
    [`${API}/devices-data-sending-statuses/**`, STATUSES],
    ['**/api/v1/residential-family/**', FAMILY],
    ['**/api/v1/alarms/?**', { count: 0, next: null, previous: null, results: [] }],
    ['**/api/v1/alarms/?**homes=true**', { count: 2, next: null, previous: null, results: ALARMS }],
  ];
  for (const [call, json] of answers)
    await at.route(call, (route) => route.fulfill({ json: json as object }));
};
const shows = (text: string) => (at: Page) => at.getByText(text).first().waitFor();
const full = { signedIn: true, prepare };

/** Homes: how they send, how they stand beside their neighbours, one of them, and what its family sees. */
export const RESIDENTIAL_SCREENS: readonly Screen[] = [
  { ...full, name: 'residential', path: PATH, ready: shows('Casa Conti 1') },
  {
    name: 'residential-states',
    path: PATH,
    signedIn: true,
    ready: heading,
    stub: { call: `${API}/plants/?**`, empty: page([]) },
  },
  { ...full, name: 'residential-cards', path: `${PATH}?view=cards`, ready: shows('Casa Conti 1') },
  { ...full, name: 'residential-ranking', path: `${PATH}?view=ranking`, ready: shows('Casa Conti 1') },
  { ...full, name: 'residential-devices', path: `${PATH}?view=devices`, ready: shows('Casa Conti 1') },
  { ...full, name: 'residential-alarms', path: `${PATH}?view=alarms`, ready: shows('Casa Galli 1') },
  { ...full, name: 'residential-storage', path: `${PATH}?view=storage`, ready: shows('Casa Conti 1') },
  {
    ...full,
    name: 'residential-map',
    path: `${PATH}?view=map`,
    ready: (at) => at.locator('[data-drawn]').waitFor(),
  },
  {
    ...full,
    name: 'residential-projects',
    path: `${PATH}?view=projects`,
    ready: shows('HUB 110 Prato'),
  },
  { ...full, name: 'residential-privacy', path: `${PATH}?view=privacy`, ready: heading },
  { ...full, name: 'residential-home', path: `${PATH}/CASA-001`, long: true, ready: shows('IT001E40000001') },
  {
    name: 'residential-family',
    long: true,
    path: '/casa/1.2.token',
    signedIn: false,
    prepare,
    ready: shows('Casa Bianchi 1'),
  },
];
