import type { Page } from 'playwright-core';
import { heading, press, type Screen } from './screen.ts';

const AT = '2026-06-11T15:04:00.000Z';
const CHECKS = ['Quadro DC aperto e fotografato', 'Fusibili misurati'].map((text, i) => ({
  text,
  done: i === 0,
  by: i === 0 ? 'Luca Bianchi' : null,
  at: i === 0 ? AT : null,
}));

/** A request as the calls answer it. */
const request = (id: number, title: string, state: string, more: object = {}) => ({
  id,
  number: id,
  title,
  state,
  state_at: AT,
  description: '',
  decline_reason: '',
  proj_code: 'AUR-001',
  plant: 'Capitanata',
  time_zone: 'Europe/Rome',
  type_id: null,
  type: null,
  priority: 'normal',
  due_at: null,
  estimated_min: null,
  device_ids: [],
  devices: [],
  assigned_user_id: null,
  assigned_firm_id: null,
  assigned_to: null,
  send_by_email: false,
  send_by_sms: false,
  sms_number: '',
  messages: [],
  link_expires_at: null,
  alarm_id: null,
  downtime_id: null,
  downtime_start: null,
  plan_id: null,
  checklist: [],
  accepted_at: null,
  solved_at: null,
  created_by: 'Marta Rinaldi',
  created_at: AT,
  version: 1,
  ...more,
});

const FULL = request(7, 'Inverter 3 fermo: sostituire i fusibili', 'accepted', {
  priority: 'urgent',
  due_at: '2026-06-15T10:00:00.000Z',
  estimated_min: 240,
  type_id: 1,
  type: 'Straordinaria',
  device_ids: [3],
  devices: [{ id: 3, name: 'INV-03' }],
  assigned_firm_id: 2,
  assigned_to: 'Rossi Impianti',
  description: 'Portare fusibili da 15 A.',
  checklist: CHECKS,
  alarm_id: 12,
  send_by_email: true,
  messages: [
    { channel: 'mail', to: 'Rossi Impianti', state: 'waiting', created_at: AT },
    { channel: 'sms', to: 'Rossi Impianti', state: 'kept', created_at: AT },
  ],
  link_expires_at: '2026-07-11T15:04:00.000Z',
});
const ROWS = [
  FULL,
  request(6, 'Lavaggio moduli', 'open', { due_at: '2026-06-22T07:00:00.000Z' }),
  request(5, 'Taglio erba lungo le file', 'in_progress', {
    assigned_user_id: 4,
    assigned_to: 'Luca Bianchi',
  }),
  request(4, 'Verifica relè di protezione', 'solved', { assigned_to: 'Luca Bianchi', assigned_user_id: 4 }),
  request(3, 'Sostituzione ventola', 'closed'),
];
const pageOf = (results: readonly object[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});
const BINNED = { ...request(2, 'Richiesta doppia', 'open'), deleted_at: AT, deleted_by: 'Marta Rinaldi' };
const STEPS = [
  ...[
    { id: 2, from: 'accepted', to: 'in_progress', by: null, is_firm: false, is_portal: true },
    { id: 1, from: 'open', to: 'accepted', by: 'Rossi Impianti', is_firm: true, is_portal: false },
  ].map((step) => ({ ...step, at: AT, note: '' })),
];
const FIRMS = [
  {
    id: 2,
    name: 'Rossi Impianti',
    email: 'info@rossi.example',
    phone: '+390881123456',
    language: 'it',
    retired: false,
    version: 1,
  },
  {
    id: 3,
    name: 'Verde & Figli',
    email: '',
    phone: '+390881654321',
    language: 'it',
    retired: true,
    version: 1,
  },
];
const CHECKLISTS = [{ id: 1, name: 'Ispezione inverter', items: CHECKS.map(({ text }) => text), version: 1 }];
const PHOTO = {
  id: 21,
  file_name: 'quadro-dc.jpg',
  media_type: 'image/jpeg',
  size_bytes: 2_400_000,
  sha256: '',
  author: { user_id: 4, name: 'Luca Bianchi' },
  mine: false,
  created_at: AT,
  taken_at: '2026-06-11T13:20:00.000Z',
};
const NOTES = { assignment: { assignee: null, assigned_at: null, version: 0 }, attachments: [PHOTO] };

const OUTSIDE = {
  number: 7,
  company: 'Aurora Energia',
  firm: 'Rossi Impianti',
  plant: 'Capitanata',
  address: 'Foggia',
  latitude: 41.46,
  longitude: 15.54,
  time_zone: 'Europe/Rome',
  type: 'Straordinaria',
  priority: 'urgent',
  title: FULL.title,
  description: 'Portare fusibili da 15 A.',
  state: 'open',
  next_states: ['accepted', 'in_progress', 'declined'],
  due_at: '2026-06-15T10:00:00.000Z',
  estimated_min: 240,
  devices: [{ name: 'INV-03', manufacturer: 'SMA', model: 'STP 25000TL', serial_number: '1990012345' }],
  checklist: CHECKS,
  comments: [],
  attachments: [PHOTO],
  expires_at: '2026-07-11T15:04:00.000Z',
};

const plan = (id: number, name: string, more: object) => ({
  id,
  name,
  proj_code: 'AUR-001',
  plant: 'Capitanata',
  type_id: null,
  type: null,
  template_id: null,
  template: null,
  priority: 'normal',
  description: '',
  every_n: null,
  dates: [],
  start_on: '2026-03-15',
  lead_days: 14,
  estimated_min: null,
  assigned_user_id: null,
  assigned_firm_id: null,
  assigned_to: null,
  active: true,
  next_due_on: null,
  counted: null,
  counted_at: null,
  requests_made: 0,
  version: 1,
  ...more,
});
const PLANS = [
  plan(1, 'Lavaggio moduli', {
    rule: 'months',
    every_n: 6,
    next_due_on: '2026-09-15',
    requests_made: 4,
    assigned_firm_id: 2,
    assigned_to: 'Rossi Impianti',
  }),
  plan(2, 'Sostituzione filtri inverter', {
    rule: 'energy',
    every_n: 250_000,
    counted: 181_240,
    counted_at: AT,
    next_due_on: '2026-08-02',
  }),
  plan(3, 'Ingrassaggio inseguitori', { rule: 'hours', every_n: 5_000, counted: 1_212, counted_at: AT }),
  plan(4, 'Taglio erba', { rule: 'dates', dates: ['2026-06-22', '2026-09-01'], next_due_on: '2026-06-22' }),
  plan(5, 'Ispezione termografica', { rule: 'months', every_n: 12, active: false }),
];
const PLANNED = [
  { plan_id: 4, name: 'Taglio erba', proj_code: 'AUR-001', plant: 'Capitanata', day: '2026-06-24' },
];
const FIGURES = {
  waiting: [
    { priority: 'urgent', age: 'day', count: 1 },
    { priority: 'high', age: 'week', count: 4 },
    { priority: 'normal', age: 'week', count: 6 },
    { priority: 'normal', age: 'older', count: 2 },
    { priority: 'low', age: 'month', count: 3 },
  ],
  react: { count: 41, mean_h: 5.2 },
  solve: { count: 38, mean_h: 31.7 },
  by_cause: [
    { cause_id: 2, cause: 'Guasto inverter', failures: 14, ended: 13, repair_h: 9.4, between_h: 5214 },
    { cause_id: 3, cause: 'Guasto stringa', failures: 6, ended: 5, repair_h: 41.5, between_h: 12_166 },
    { cause_id: 9, cause: 'Altro', failures: 1, ended: 0, repair_h: null, between_h: 72_996 },
  ],
  by_maker: [
    { manufacturer: 'SMA', devices: 24, failures: 12, ended: 11, repair_h: 8.1, between_h: 4380 },
    { manufacturer: 'Huawei', devices: 16, failures: 4, ended: 3, repair_h: 12.3, between_h: 8760 },
  ],
  by_model: [
    {
      manufacturer: 'SMA',
      model: 'STP 25000TL-30',
      devices: 18,
      failures: 11,
      ended: 10,
      repair_h: 8.2,
      between_h: 3583,
    },
    {
      manufacturer: 'Huawei',
      model: 'SUN2000-100KTL',
      devices: 16,
      failures: 4,
      ended: 3,
      repair_h: 12.3,
      between_h: 8760,
    },
    {
      manufacturer: 'SMA',
      model: 'STP 110-60',
      devices: 6,
      failures: 1,
      ended: 0,
      repair_h: 7,
      between_h: 13_140,
    },
  ],
};
const NO_FIGURES = {
  waiting: [],
  by_cause: [],
  by_maker: [],
  by_model: [],
  react: { count: 0, mean_h: null },
  solve: { count: 0, mean_h: null },
};
const FIGURES_PATH = '/apps/asset/maintenance-figures';
const FIGURES_API = '**/api/v1/maintenance-figures/**';
const PLANS_PATH = '/apps/asset/maintenance-plans';
const PLANS_API = '**/api/v1/maintenance-plans';
/** A report as the calls answer it. */
const report = (id: number, solved_problem: string, state: string, more: object = {}) => ({
  id,
  number: id,
  proj_code: 'AUR-001',
  plant: 'Capitanata',
  time_zone: 'Europe/Rome',
  state,
  request_id: null,
  request: null,
  downtime_id: null,
  downtime: null,
  alarm_id: null,
  device_ids: [],
  devices: [],
  solved_problem,
  people_count: 2,
  hours: 3.5,
  started_at: AT,
  ended_at: '2026-06-11T16:34:00.000Z',
  materials: [],
  measurements: [],
  repair_cost_eur: null,
  notes: '',
  signed_by: '',
  signed_at: null,
  is_drawn: false,
  proposal: null,
  closed_at: state === 'closed' ? AT : null,
  closed_by: null,
  author: 'Luca Bianchi',
  is_firm: false,
  created_at: AT,
  version: 1,
  ...more,
});
const DOWNTIME = { start: '2026-06-10T06:00:00.000Z', stop: null, intervention: null, repair_cost: 40 };
const PROPOSAL = {
  state: 'open',
  intervention: AT,
  stop: '2026-06-11T16:34:00.000Z',
  repair_cost: 120,
  proposed_at: AT,
  decided_at: null,
  decided_by: null,
};
const FULL_REPORT = report(9, 'Sostituiti due fusibili della stringa 4', 'closed', {
  request_id: 7,
  request: { number: 7, title: FULL.title, state: 'solved' },
  downtime_id: 4,
  downtime: DOWNTIME,
  device_ids: [3],
  devices: [{ id: 3, name: 'INV-03' }],
  materials: [{ name: 'Fusibile 15 A', quantity: 2, unit: 'pz' }],
  repair_cost_eur: 120,
  measurements: [{ what: 'Isolamento', value: 1.8, unit: 'MΩ' }],
  signed_by: 'Rosa Conti',
  signed_at: AT,
  is_drawn: true,
  proposal: PROPOSAL,
  author: 'Rossi Impianti',
  is_firm: true,
  closed_by: 'Rossi Impianti',
});
const DRAFT = report(8, 'Lavaggio moduli eseguito', 'draft', {
  request_id: 6,
  request: { number: 6, title: 'Lavaggio moduli', state: 'accepted' },
  downtime_id: 4,
  downtime: { ...DOWNTIME, repair_cost: null },
  repair_cost_eur: 120,
});
const REPORTS = [FULL_REPORT, DRAFT];
const BINNED_REPORT = {
  ...report(2, 'Rapporto doppio', 'draft'),
  deleted_at: AT,
  deleted_by: 'Marta Rinaldi',
};
/** A picture of one dot. */
const SIGNATURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const OUTSIDE_REPORT = {
  number: 10,
  state: 'draft',
  solved_problem: 'Fusibili sostituiti',
  people_count: 1,
  hours: 2,
  started_at: AT,
  ended_at: null,
  materials: [],
  measurements: [],
  repair_cost_eur: null,
  notes: '',
  signed_by: '',
  signed_at: null,
  is_drawn: false,
  attachments: [],
  version: 1,
};

const PATH = '/apps/asset/maintenance-requests';
const FIELD_PATH = '/apps/asset/field-mode';
const FIELD_API = '**/api/v1/maintenance-field-mode/';
const READ_AT = '2026-06-11T09:55:00.000Z';
const lastValue = (label_en: string, label_it: string, unit: string, value: number) => ({
  label_en,
  label_it,
  unit,
  decimals: 1,
  value,
  at: READ_AT,
});
/** What a technician's phone keeps. */
const FIELD = {
  requests: [FULL, ...ROWS.slice(1, 3)].map((row) => ({ ...row, downtime_id: null })),
  request_count: 204,
  plants: [
    {
      proj_code: 'AUR-001',
      name: 'Capitanata',
      comune: 'Foggia',
      address: 'Strada provinciale 26, km 4',
      latitude: 41.46,
      longitude: 15.54,
      time_zone: 'Europe/Rome',
      device_count: 14,
      contacts: [
        { role: 'Custode', name: 'Gino Neri', phone: '+39 333 1234567', email: 'neri@example.org' },
        { role: 'Reperibile', name: 'Marta Rinaldi', phone: '+39 348 7654321', email: '' },
      ],
      devices: [
        {
          id: 3,
          name: 'INV-03',
          manufacturer: 'SMA',
          model: 'STP 25000TL',
          serial_number: '1990012345',
          values: [
            lastValue('AC power', 'Potenza AC', 'kW', 0),
            lastValue('String 01 current', 'Corrente stringa 01', 'A', 7.4),
          ],
        },
      ],
    },
  ],
};
/** Without the worker that would answer in the network's place, for whichever screen comes next. */
const WITHOUT_WORKER = `Object.defineProperty(navigator, 'serviceWorker', { value: undefined, configurable: true })`;
const prepareField = async (page: Page) => {
  await page.addInitScript(WITHOUT_WORKER);
  await page.evaluate(WITHOUT_WORKER);
  await page.route(FIELD_API, (route) => route.fulfill({ json: FIELD }));
};
const field = { signedIn: true, prepare: prepareField };

const REPORTS_PATH = '/apps/asset/maintenance-reports';
const REPORTS_API = '**/api/v1/maintenance-reports';
const API = '**/api/v1/maintenance-requests';

const prepare = async (page: Page) => {
  await page.route(`${API}/?**`, (route) => {
    const states = new URL(route.request().url()).searchParams.get('state')?.split(',');
    return route.fulfill({ json: pageOf(ROWS.filter(({ state }) => states?.includes(state) ?? true)) });
  });
  await page.route(`${API}/7/`, (route) => route.fulfill({ json: FULL }));
  await page.route(`${API}/7/changes/`, (route) => route.fulfill({ json: STEPS }));
  await page.route(`${API}/7/notes/`, (route) => route.fulfill({ json: NOTES }));
  await page.route(`${API}/7/comments/**`, (route) => route.fulfill({ json: pageOf([]) }));
  await page.route(`${API}-bin/**`, (route) => route.fulfill({ json: pageOf([BINNED]) }));
  await page.route(FIGURES_API, (route) => route.fulfill({ json: FIGURES }));
  await page.route(`${PLANS_API}/**`, (route) => route.fulfill({ json: PLANS }));
  await page.route(`${PLANS_API}-upcoming/**`, (route) => route.fulfill({ json: PLANNED }));
  await page.route('**/api/v1/outside-firms/', (route) => route.fulfill({ json: FIRMS }));
  await page.route('**/api/v1/checklist-templates/', (route) => route.fulfill({ json: CHECKLISTS }));
  await page.route('**/api/v1/outside-requests/**', (route) => route.fulfill({ json: OUTSIDE }));
  await page.route('**/api/v1/outside-requests/*/report/', (route) =>
    route.fulfill({ json: OUTSIDE_REPORT }),
  );
  await page.route(`${REPORTS_API}/?**`, (route) => route.fulfill({ json: pageOf(REPORTS) }));
  await page.route(`${REPORTS_API}/9/`, (route) => route.fulfill({ json: FULL_REPORT }));
  await page.route(`${REPORTS_API}/8/`, (route) => route.fulfill({ json: DRAFT }));
  await page.route(`${REPORTS_API}/8/notes/`, (route) => route.fulfill({ json: NOTES }));
  await page.route(`${REPORTS_API}/8/comments/**`, (route) => route.fulfill({ json: pageOf([]) }));
  await page.route(`${REPORTS_API}/9/notes/`, (route) => route.fulfill({ json: NOTES }));
  await page.route(`${REPORTS_API}/9/comments/**`, (route) => route.fulfill({ json: pageOf([]) }));
  await page.route(`${REPORTS_API}/9/signature/`, (route) =>
    route.fulfill({ json: { signature: SIGNATURE } }),
  );
  await page.route(`${REPORTS_API}-bin/**`, (route) => route.fulfill({ json: pageOf([BINNED_REPORT]) }));
};
const shows = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
const full = { signedIn: true, prepare };
const first = shows(FULL.title);

/** Requests for maintenance in their views, what stands beside them, and what a firm sees by its link. */
export const MAINTENANCE_SCREENS: readonly Screen[] = [
  { ...full, name: 'maintenance-requests', path: PATH, ready: first },
  {
    name: 'maintenance-requests-states',
    path: PATH,
    signedIn: true,
    ready: heading,
    stub: { call: `${API}/?**`, empty: pageOf([]) },
  },
  { ...full, name: 'maintenance-requests-board', path: `${PATH}?view=board`, ready: first },
  {
    ...full,
    name: 'maintenance-requests-calendar',
    path: `${PATH}?view=calendar&day=2026-06-11`,
    ready: heading,
  },
  { ...full, name: 'maintenance-requests-detail', path: `${PATH}?open=7`, ready: shows('Portare fusibili') },
  { ...full, name: 'maintenance-requests-form', path: `${PATH}?form=new`, ready: heading },
  { ...full, name: 'maintenance-requests-bin', path: `${PATH}/bin`, ready: shows('Richiesta doppia') },
  { ...full, name: 'maintenance-plans', path: PLANS_PATH, ready: shows('Ingrassaggio') },
  {
    name: 'maintenance-plans-states',
    path: PLANS_PATH,
    signedIn: true,
    ready: heading,
    stub: { call: `${PLANS_API}/**`, empty: [] },
  },
  { ...full, name: 'maintenance-plans-form', path: `${PLANS_PATH}?form=new`, ready: heading },
  { ...full, name: 'maintenance-plans-edit', path: `${PLANS_PATH}?open=4`, ready: heading },
  { ...full, name: 'maintenance-reports', path: REPORTS_PATH, ready: shows('Lavaggio moduli eseguito') },
  {
    name: 'maintenance-reports-states',
    path: REPORTS_PATH,
    signedIn: true,
    ready: heading,
    stub: { call: `${REPORTS_API}/?**`, empty: pageOf([]) },
  },
  {
    ...full,
    name: 'maintenance-reports-detail',
    path: `${REPORTS_PATH}?open=9`,
    ready: shows('Fusibile 15 A'),
  },
  {
    ...full,
    name: 'maintenance-reports-closing',
    path: `${REPORTS_PATH}?open=8`,
    ready: shows('Lavaggio moduli eseguito'),
    act: (page) => press(page, /^(Chiudi il rapporto|Close the report)$/),
  },
  { ...full, name: 'maintenance-reports-form', path: `${REPORTS_PATH}?form=new`, ready: heading },
  { ...full, name: 'maintenance-reports-bin', path: `${REPORTS_PATH}/bin`, ready: shows('Rapporto doppio') },
  { ...full, name: 'maintenance-figures', path: FIGURES_PATH, ready: shows('Guasto stringa') },
  {
    name: 'maintenance-figures-states',
    path: FIGURES_PATH,
    signedIn: true,
    ready: heading,
    stub: { call: FIGURES_API, empty: NO_FIGURES },
  },
  { ...full, name: 'outside-firms', path: '/apps/asset/outside-firms', ready: shows('Rossi Impianti') },
  {
    ...full,
    name: 'outside-firms-edit',
    path: '/apps/asset/outside-firms',
    ready: shows('Rossi Impianti'),
    act: (page) => press(page, /^(Modifica|Edit) Rossi Impianti/),
  },
  {
    ...full,
    name: 'checklists',
    path: '/apps/asset/outside-firms?view=checklists',
    ready: shows('Ispezione inverter'),
  },
  { name: 'outside-request', path: '/r/1.2.token', signedIn: false, prepare, ready: first },
  { ...field, name: 'field-mode', path: FIELD_PATH, ready: first },
  {
    name: 'field-mode-states',
    path: FIELD_PATH,
    signedIn: true,
    ready: heading,
    prepare: async (page) => {
      await page.addInitScript(WITHOUT_WORKER);
      await page.evaluate(WITHOUT_WORKER);
    },
    stub: { call: FIELD_API, empty: { requests: [], request_count: 0, plants: [] } },
  },
  { ...field, name: 'field-mode-request', path: `${FIELD_PATH}?request=7`, ready: shows('Gino Neri') },
  {
    ...field,
    name: 'field-mode-report',
    ready: shows(FULL.title),
    path: `${FIELD_PATH}?request=7&report=a7cfd1f6-3cb5-4f6c-9f35-6a5c1d0b7e11`,
  },
  {
    ...field,
    name: 'field-mode-unsent',
    ready: shows(FULL.title),
    path: `${FIELD_PATH}?request=7&report=b8cfd1f6-3cb5-4f6c-9f35-6a5c1d0b7e12`,
    act: async (page) => {
      await page
        .getByRole('textbox', { name: /^(Problema risolto|Solved problem)$/ })
        .fill('Fusibili sostituiti');
      await page.getByRole('link', { name: /^(Le mie richieste|My requests)$/ }).click();
      await page.getByText(/^(In compilazione|Being written)$/).waitFor();
    },
  },
];
