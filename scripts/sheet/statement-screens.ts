import type { Page } from 'playwright-core';
import { heading, type Screen } from './screen.ts';

const AT = '2026-06-11T15:04:00.000Z';
const PATH = '/apps/cerresid/energy_community/statements';
const API = '**/cer/v1';
const HASH = '3b5f0c7a9e1d4428b6a1f0e2c39d5178a4c6e8f0123456789abcdef012345678';

const amounts = (cents: number, advance: number | null = null) => ({
  cents,
  advance_cents: advance,
  balance_cents: advance === null ? null : cents - advance,
});
const line = (part: string, cents: number, more: object = {}) => ({
  part,
  member_id: null,
  proj_code: null,
  name: '',
  due: amounts(cents, Math.round(cents * 0.8)),
  change: amounts(Math.round(cents / 20)),
  ...more,
});
const member = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  role: 'consumer',
  kind: 'family',
  level: 1,
  pods: [`IT001E1234567${id}`],
  presence: 1,
  withdrawn_kwh: 412.5,
  shared_kwh: 184.2,
  injected_kwh: 0,
  given_kwh: 0,
  missing_hours: 0,
  due_cents: 2417,
  change_cents: 121,
  ...more,
});
const CONTENT = {
  month: '2026-05',
  community: { id: 3, name: 'CER Valle Verde', legal_form: '', substation: 'AC001E01234', version: 2 },
  rule: {
    management_percent: 10,
    producers_percent: 40,
    consumers_percent: 50,
    equidistribution: false,
    surplus_to: 'consumers',
  },
  switches: {
    attribution: 'oldest_first',
    network: 'trase',
    grant_reduces: 'whole_tariff',
    exempt_bodies: 'keep_tariff',
    quota_of: 'group_injection',
  },
  rules: [
    { version: 'TIP-2024', source: 'D.M. 414/2023', assumption: false },
    { version: 'NETWORK-2025', source: 'ARERA', assumption: true },
  ],
  notes: [
    { code: 'missing_hours', name: '' },
    { code: 'plant_without_member', name: 'Parco Solare Capitanata' },
  ],
  energy: { injected_kwh: 4120, withdrawn_kwh: 1237.5, shared_kwh: 552.6, incentivised_kwh: 552.6 },
  money: { incentive_cents: 7184, valorisation_cents: 584, surplus_cents: 0 },
  total: { due: amounts(7768, 6214), change: amounts(388) },
  missing: [{ name: 'Bruno Ferri', pod: 'IT001E12345672', direction: 'withdrawn', hours: 24 }],
  missing_hours: 24,
  unpriced_hours: 0,
  members: [
    member(1, 'Anna Conti', { role: 'prosumer', injected_kwh: 210, given_kwh: 96.3 }),
    member(2, 'Bruno Ferri', { missing_hours: 24, shared_kwh: 96, due_cents: 1259 }),
    member(3, 'Forno Rossi', { kind: 'firm', withdrawn_kwh: 1840.7, shared_kwh: 272.4, due_cents: 3574 }),
  ],
  lines: [
    line('management', 777),
    line('producer', 3107, { proj_code: 'AUR-001', name: 'Parco Solare Capitanata' }),
    line('consumer', 1296, { member_id: 1, name: 'Anna Conti' }),
    line('consumer', 675, { member_id: 2, name: 'Bruno Ferri' }),
    line('consumer', 1913, { member_id: 3, name: 'Forno Rossi' }),
  ],
};
const row = (id: number, month: string, revision = 0) => ({
  id,
  community: 3,
  year: 2026,
  number: id,
  month,
  revision,
  corrects: revision > 0 ? id - 1 : null,
  closed_by: 'Carla Neri',
  closed_at: AT,
  hash: HASH,
  due_cents: 7768,
  change_cents: 388,
});
const ROWS = [row(6, '2026-05', 1), row(5, '2026-05'), row(4, '2026-04')];
const paged = (results: readonly object[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});
const STATEMENT = {
  ...row(6, '2026-05', 1),
  due_cents: undefined,
  change_cents: undefined,
  is_last: true,
  // A home was erased since it was closed.
  names: [{ kind: 'plant', seal: `~${'5'.repeat(32)}`, text: 'Home 3f9a21c4', salt: null }],
  resealed: { at: AT },
  sealed: {
    company: 1,
    year: 2026,
    number: 6,
    revision: 1,
    corrects: 5,
    closed_by: 2,
    closed_at: AT,
    previous_hash: null,
    content: CONTENT,
  },
};
const COMMUNITY = {
  id: 3,
  name: 'CER Valle Verde',
  description: '',
  substation: 'AC001E01234',
  legal_form: '',
  area: 'north',
  zone: 'NORD',
  management_percent: 10,
  producers_percent: 40,
  consumers_percent: 50,
  equidistribution: false,
  surplus_to: 'consumers',
  switches: {},
  version: 2,
  members: 3,
  plants: 1,
  power_kw: 998.4,
};

const MEMBERS = CONTENT.members.map(({ id, name }) => ({
  id,
  name,
  role: 'consumer',
  kind: 'family',
  substation: '',
  level: 1,
  email: '',
  pods: [],
  iban: '',
  account_holder: '',
}));
const TRIED = {
  ...CONTENT,
  lines: CONTENT.lines.map((of, index) => ({ ...of, due: amounts(1300 + 200 * index) })),
};

const mailing = (member_id: number, name: string, state: string, more: object = {}) => ({
  member_id,
  name,
  email: `membro${member_id}@example.org`,
  state,
  asked_at: null,
  link_until: null,
  ...more,
});
const MAILINGS = [
  mailing(1, 'Anna Conti', 'sent', { asked_at: AT, link_until: '2026-09-09T15:04:00.000Z' }),
  mailing(2, 'Bruno Ferri', 'not_sent'),
  mailing(3, 'Forno Rossi', 'no_address', { email: '' }),
];
const MINE = {
  company: 'Aurora Energia',
  community: 'CER Valle Verde',
  name: 'Anna Conti',
  pods: ['IT001E12345671'],
  month: '2026-05',
  year: 2026,
  number: 6,
  revision: 1,
  is_last: true,
  closed_at: AT,
  hash: HASH,
  expires_at: '2026-09-09T15:04:00.000Z',
  due_cents: 4403,
  change_cents: 121,
  energy: { withdrawn_kwh: 412.5, shared_kwh: 184.2, injected_kwh: 210, given_kwh: 96.3, missing_hours: 3 },
  lines: [
    { part: 'producer', cents: 3107 },
    { part: 'consumer', cents: 1296 },
  ],
  why: {
    shared_kwh: 552.6,
    total_cents: 7768,
    surplus_cents: 0,
    rule: CONTENT.rule,
    rules: CONTENT.rules.map(({ version, assumption }) => ({ version, assumption })),
    notes: [{ code: 'plant_without_member', name: 'Parco Solare Capitanata' }],
    assumptions: [
      { code: 'attribution', choice: 'oldest_first', source: null },
      { code: 'grant_linear', choice: null, source: null },
    ],
  },
};

const PAYMENTS = {
  account: { iban: 'IT60X0542811101000000123456', holder: '', bic: '', cuc: '' },
  paid: [
    {
      member_id: 1,
      name: 'Anna Conti',
      holder: 'Anna Conti',
      iban: 'IT60X0542811101000000123456',
      cents: 121,
    },
  ],
  left_out: [
    { member_id: null, name: '', part: 'management', cents: 39, reason: 'kept' },
    { member_id: null, name: 'Parco Solare Capitanata', part: 'producer', cents: 155, reason: 'plant_owner' },
    { member_id: 2, name: 'Bruno Ferri', part: null, cents: 73, reason: 'no_iban' },
  ],
  paid_cents: 121,
  left_out_cents: 267,
  total_cents: 388,
};

const prepare = async (page: Page) => {
  const answers: readonly (readonly [string, unknown])[] = [
    [`${API}/communities/`, [COMMUNITY]],
    [`${API}/results-data/?**`, RESULTS],
    [`${API}/results-data/plants/?**`, { ...MEASURED, plants: [PLANT, OLD_PLANT] }],
    [`${API}/results-data/hours/?**`, BEHIND],
    [`${API}/community-statements/?**`, paged(ROWS)],
    [`${API}/community-statements/6/`, STATEMENT],
    [`${API}/community-statements/6/mailings/`, MAILINGS],
    [`${API}/community-statements/6/payments/`, PAYMENTS],
    [`${API}/member-statements/**`, MINE],
    [
      `${API}/community-statements/trial/`,
      { is_over: true, agreed_anew: true, last: ROWS[0], now: CONTENT, tried: TRIED },
    ],
    [
      `${API}/communities/3/`,
      { ...COMMUNITY, members: MEMBERS, plants: [], account: PAYMENTS.account, findings: [] },
    ],
  ];
  for (const [call, json] of answers)
    await page.route(call, (route) => route.fulfill({ json: json as object }));
};
const shows = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
const full = { signedIn: true, prepare };

const DAYS = Array.from({ length: 31 }, (_, day) => day);
const RESULTS = {
  community: 3,
  resolution: 'day',
  partial: false,
  unpriced_kwh: 0,
  ts: DAYS.map((day) => new Date(Date.UTC(2026, 3, 30, 22) + day * 86_400_000).toISOString()),
  injected_kwh: DAYS.map((day) => 120 + 30 * Math.sin(day)),
  // Of a day nothing was measured.
  withdrawn_kwh: DAYS.map((day) => (day === 12 ? null : 40 + 8 * Math.cos(day))),
  shared_kwh: DAYS.map((day) => (day === 12 ? null : 18 + 5 * Math.sin(day))),
  incentive_eur: DAYS.map((day) => (day === 12 ? null : 2.31 + 0.6 * Math.sin(day))),
  valorisation_eur: DAYS.map((day) => (day === 12 ? null : 0.19 + 0.05 * Math.sin(day))),
  few_members: DAYS.map(() => false),
  completeness: DAYS.map((day) => (day === 12 ? 0.25 : 1)),
  expected_hours: DAYS.map(() => 480),
};
const MEASURED = {
  community: 3,
  month: '2026-05',
  partial: false,
  network_eur_per_kwh: 0.01057,
  surplus: {
    period: 'year',
    months: 3,
    told_eur: 41.2,
    month_eur: 6.53,
    groups: [
      { group: 'tariff_only', threshold: 0.55, quota: 0.41, incentive_eur: 310.4, share: 0, surplus_eur: 0 },
      {
        group: 'with_grant',
        threshold: 0.45,
        quota: 0.5,
        incentive_eur: 477.3,
        share: 0.1,
        surplus_eur: 47.73,
      },
    ],
  },
  switches: { ...CONTENT.switches, surplus_period: 'year', existing_beyond: 'left_out' },
  rules: [
    { version: 'TIP-2024', from: '2024-01-24', source: 'D.M. 414/2023', assumption: false },
    { version: 'NETWORK-2025', from: '2025-01-01', source: 'ARERA 727/2022', assumption: true },
  ],
};
const PLANT = {
  proj_code: 'AUR-001',
  name: 'Parco Solare Capitanata',
  substation: 'AC001E01234',
  power_kw: 998.4,
  in_operation: '2024-05-01',
  grant_share: 0.4,
  no_tariff: null,
  missing_hours: 24,
  read_hours: 96,
  tariff: {
    up_to_kw: 1000,
    base: 60,
    cap: 100,
    reference_price: 180,
    correction: 10,
    reduction: 0.5,
    until: '2044-05-01',
  },
  injected_kwh: 4120,
  shared_kwh: 552.6,
  incentivised_kwh: 552.6,
  incentive_eur: 71.84,
  grant_cut_eur: 71.84,
  valorisation_eur: 5.84,
  surplus_group: 'with_grant',
  surplus_eur: 7.18,
};
const OLD_PLANT = {
  ...PLANT,
  proj_code: 'AUR-002',
  name: 'Tetto della scuola',
  power_kw: 19.8,
  no_tariff: 'existing',
  tariff: null,
  incentivised_kwh: 0,
  incentive_eur: 0,
  grant_cut_eur: 0,
  missing_hours: 0,
  read_hours: 0,
};
const aHour = (hour: number) => {
  const sun = Math.max(0, 12 - Math.abs(12 - (hour % 24)) * 2);
  const [gap, price] = [hour >= 290 && hour < 314, 60 + ((hour * 7) % 100)];
  const variable = Math.min(40, Math.max(0, 180 - price));
  const tip = (60 + variable + 10) * 0.5;
  const known = <T>(value: T): T | null => (gap ? null : value);
  return {
    at: new Date(Date.UTC(2026, 3, 30, 22) + hour * 3_600_000).toISOString(),
    own_kwh: known(sun),
    own_source: known(hour < 96 ? 'readings' : 'file'),
    substation_injected_kwh: known(sun),
    substation_withdrawn_kwh: 2.4,
    substation_shared_kwh: known(Math.min(sun, 2.4)),
    unknown_pods: gap ? 1 : 0,
    own_unknown_pods: 0,
    own_shared_kwh: known(Math.min(sun, 2.4)),
    served: null,
    price_eur_mwh: price,
    base: known(60),
    variable: known(variable),
    capped: known(variable === 40),
    correction: known(10),
    grant_cut: known(tip),
    touched: known(1),
    tip: known(tip),
    incentivised_kwh: known(Math.min(sun, 2.4)),
    incentive_eur: known((Math.min(sun, 2.4) * tip) / 1000),
    grant_cut_eur: known(0.1),
    surplus_eur: known((Math.min(sun, 2.4) * tip) / 10_000),
    valorisation_eur: known(Math.min(sun, 2.4) * 0.01057),
  };
};
const BEHIND = {
  ...MEASURED,
  plant: PLANT,
  member: null,
  hours: Array.from({ length: 744 }, (_, i) => aHour(i)),
};
const RESULTS_PATH = '/apps/cerresid/energy_community/results';

/** Closed months of energy communities, and what was measured of them. */
export const STATEMENT_SCREENS: readonly Screen[] = [
  { ...full, name: 'statements', path: PATH, ready: shows('Carla Neri') },
  {
    name: 'statements-states',
    path: PATH,
    signedIn: true,
    ready: heading,
    prepare,
    stub: { call: `${API}/community-statements/?**`, empty: paged([]) },
  },
  { ...full, name: 'statements-close', path: `${PATH}?form=close`, ready: shows('IT001E12345672') },
  {
    ...full,
    name: 'statements-try',
    path: `${PATH}?form=try`,
    ready: shows('Anna Conti'),
    act: async (page) => {
      await page.getByRole('button', { name: /^(Show the effect|Mostra l'effetto)$/ }).click();
      await page
        .getByText(/^13[.,]00$/)
        .first()
        .waitFor();
    },
  },
  { ...full, name: 'statement', path: `${PATH}/6`, long: true, ready: shows('TIP-2024') },
  {
    ...full,
    name: 'statement-mail',
    path: `${PATH}/6`,
    ready: shows('TIP-2024'),
    act: async (page) => {
      await page.getByRole('button', { name: /^(Mail to members|Invia ai membri)$/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'statement-mine',
    path: '/rendiconto/1.2.token',
    signedIn: false,
    prepare,
    ready: shows('Anna Conti'),
  },
  {
    ...full,
    name: 'results',
    path: `${RESULTS_PATH}?month=2026-05`,
    long: true,
    ready: (page) =>
      page
        .getByText(/^(Known hours|Ore note)$/)
        .first()
        .waitFor(),
  },
  {
    name: 'results-states',
    path: RESULTS_PATH,
    signedIn: true,
    ready: heading,
    stub: { call: `${API}/communities/`, empty: [] },
  },
  {
    ...full,
    name: 'result-hours',
    path: `${RESULTS_PATH}/hours?community=3&month=2026-05&plant=AUR-001`,
    ready: shows('01/05/2026'),
  },
  {
    ...full,
    name: 'result-hour',
    ready: shows('TIP-2024'),
    path: `${RESULTS_PATH}/hours?community=3&month=2026-05&plant=AUR-001&open=${Date.UTC(2026, 4, 1, 10)}`,
  },
];
