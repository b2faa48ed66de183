import type { Page } from 'playwright-core';
import { heading, press, type Screen } from './screen.ts';

const AT = '2026-06-11T15:04:00.000Z';
const PLANT = { proj_code: 'AUR-001', plant_name: 'Capitanata', time_zone: 'Europe/Rome' };

/** A meter as the calls answer it. */
const meter = (id: number, serial_number: string, more: object = {}) => ({
  id,
  serial_number,
  ...PLANT,
  section_id: null,
  section_name: null,
  model: 'Landis+Gyr E650',
  constant_k: 40,
  digits: 6,
  role: 'production',
  from_on: '2024-01-01',
  to_on: null,
  device_id: null,
  device_name: null,
  replaces: null,
  retired_at: null,
  lines: 2,
  last_reading: 81_234.5,
  last_at: AT,
  note: '',
  threshold_pct: 3,
  version: 1,
  ...more,
});
const METERS = [
  meter(7, 'M2-001'),
  meter(6, 'M1-001', { role: 'export', lines: 0, last_reading: null, last_at: null }),
  meter(5, 'M2-000', { retired_at: AT, to_on: '2023-12-31' }),
];
const line = (number: number, reading: number | null, more: object = {}) => ({
  line: number,
  kind: 'reading',
  event: null,
  at: AT,
  booked_on: '2026-06-11',
  reading,
  constant_k: 40,
  kwh: 10_020,
  counts: true,
  corrects: null,
  corrected_by: null,
  source: 'hand',
  note: '',
  overridden: false,
  recorded_by: 'Luca Bianchi',
  recorded_at: AT,
  hash: 'a'.repeat(64),
  photo_id: null,
  photo_sha256: null,
  ...more,
});
const LINES = [
  line(3, 81_234.5, { kind: 'correction', corrects: 2, note: 'Letta male' }),
  line(2, 81_243.5, { kwh: null, counts: false, corrected_by: 3 }),
  line(1, 80_984, { kwh: null, photo_id: 4, photo_sha256: 'b'.repeat(64) }),
];
/** A side of a comparison: what it says, and own reading less that. */
const side = (kwh: number | null, own: number | null, gap: string | null = null) => {
  const told = kwh !== null && own !== null && gap === null;
  const pct = told ? ((own - kwh) / kwh) * 100 : null;
  return {
    kwh,
    completeness: kwh === null ? null : 1,
    gap,
    difference_kwh: told ? own - kwh : null,
    difference_pct: pct,
    over: pct === null ? null : Math.abs(pct) > 3,
  };
};
const comparedMeter = (id: number, serial_number: string, own_kwh: number | null, more: object) => ({
  id,
  serial_number,
  ...PLANT,
  role: 'production',
  month: '2026-05',
  own_kwh,
  threshold_pct: 3,
  from: '2026-04-30T22:00:00.000Z',
  to: '2026-05-31T22:00:00.000Z',
  own_completeness: own_kwh === null ? null : 1,
  ...more,
});
const COMPARED_SIDES = {
  device: side(14_711.4, 14_600),
  inverters: side(14_860, 14_600),
  distributor: side(null, 14_600, 'no_statement'),
  gse: side(15_100, 14_600),
};
const COMPARED = {
  month: '2026-05',
  closed: true,
  rows: [
    comparedMeter(7, 'M2-001', 14_600, { sides: COMPARED_SIDES }),
    comparedMeter(6, 'M1-001', null, {
      role: 'export',
      sides: {
        device: side(null, null, 'no_device'),
        inverters: side(null, null, 'no_production'),
        distributor: { ...side(12_040, null, 'no_readings') },
        gse: side(null, null, 'no_statement'),
      },
    }),
  ],
};
const COMPARISON = {
  month: COMPARED.rows[0],
  days: ['2026-05-01', '2026-05-02'].map((day, i) => ({
    day,
    own_kwh: i === 0 ? 480 : null,
    own_completeness: i === 0 ? 1 : null,
    sides: {
      device: side(475.2, i === 0 ? 480 : null, i === 0 ? null : 'no_readings'),
      inverters: side(481, i === 0 ? 480 : null, i === 0 ? null : 'no_readings'),
      distributor: side(null, null, 'no_statement'),
      gse: side(null, null, 'no_statement'),
    },
  })),
  own: [
    {
      line: 1,
      at: '2026-04-30T22:00:00.000Z',
      reading: 80_984,
      constant_k: 40,
      kwh: null,
      source: 'hand',
      corrected_by: null,
    },
    {
      line: 2,
      at: '2026-05-31T22:00:00.000Z',
      reading: 81_349,
      constant_k: 40,
      kwh: 14_600,
      source: 'hand',
      corrected_by: 3,
    },
  ],
  devices: [
    { side: 'device', device_id: 3, short_name: 'MTR', variable: 'energy_total_kwh', kwh: 14_711.4 },
    { side: 'inverters', device_id: 4, short_name: 'INV-01', variable: 'energy_total_kwh', kwh: 7430 },
    { side: 'inverters', device_id: 5, short_name: 'INV-02', variable: 'energy_total_kwh', kwh: 7430 },
  ].map((one) => ({ ...one, completeness: 1 })),
  statements: [
    {
      source: 'gse',
      span: 'month',
      starts_on: '2026-05-01',
      kwh: 15_100,
      imported_by: 'Luca Bianchi',
      imported_at: AT,
    },
  ],
};
const DIFFERENCES = [
  {
    meter_id: 7,
    serial_number: 'M2-001',
    proj_code: 'AUR-001',
    plant_name: 'Capitanata',
    month: '2026-05',
    side: 'gse',
    day: null,
    own_kwh: 14_600,
    other_kwh: 15_100,
    threshold_pct: 3,
    found_at: AT,
  },
];
const YEAR = {
  proj_code: 'AUR-001',
  plant_name: 'Capitanata',
  year: 2026,
  consumed_kwh: 14_020,
  by_role: { production: 14_020, export: null, import: null, auxiliary: null },
  meters: [
    {
      serial_number: 'M2-001',
      role: 'production',
      constant_k: 40,
      kwh: 14_020,
      months: [10_020, 4000, ...Array.from({ length: 10 }, () => null)],
      first_reading: 80_984,
      last_reading: 81_334.5,
    },
  ],
};

const period = (start_time: string, end_time: string, working: boolean) => ({
  start_time,
  end_time,
  working,
});
const ITEM = period('2026-06-11T06:00:00.000Z', '2026-06-11T10:00:00.000Z', false);
const ENTRY = {
  id: 7,
  ...PLANT,
  name: 'Taglio erba',
  start_time: ITEM.start_time,
  end_time: ITEM.end_time,
  working: false,
  count: 1,
  version: 1,
};
/** The entry with the periods that it has after years. */
const MANY = {
  ...ENTRY,
  count: 400,
  items: Array.from({ length: 400 }, (_, i) => {
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1 + i, hour)).toISOString();
    return period(at(6), at(10), i % 2 === 0);
  }),
};
const PERIODS = [
  {
    rgi_id: 7,
    proj_code: 'AUR-001',
    plant_name: 'Capitanata',
    name: 'Taglio erba',
    ...ITEM,
  },
];
const PREVIEW = {
  month: '2026-05',
  before: 0.981,
  after: 0.984,
  left_out_before_h: 4,
  left_out_after_h: 8,
  overlaps: [
    { name: 'Taglio erba', start_time: '2026-05-11T06:00:00.000Z', end_time: '2026-05-11T10:00:00.000Z' },
  ],
};
const share = (availability: number | null) => ({
  availability,
  completeness: 0.987,
  hours: { good: 410, bad: 12.5, missing: 5.5, excluded: 4, non_working: 8, no_sun: 280 },
});
const both = { raw: share(0.962), contractual: share(0.981) };
const AVAILABILITY = [
  {
    ...PLANT,
    start: '2026-05-31T22:00:00.000Z',
    end: '2026-06-30T22:00:00.000Z',
    sun: 'sensor',
    least_irradiance_wm2: 50,
    ...both,
    energy: { availability: 0.99, energy_kwh: 90_000, lost_kwh: 900 },
    power_kw: 500,
    pending_days: 3,
    unmade_days: 2,
    older_days: 40,
    recounting_since: '2026-07-02T09:58:00.000Z',
    sections: [{ section_id: 1, name: 'Nord', ...both }],
    devices: [{ device_id: 3, short_name: 'INV-03', section_id: 1, nominal_power: 100, ...both }],
  },
];

const STANDING = {
  id: 5,
  proj_code: 'AUR-001',
  plant_name: 'Capitanata',
  name: 'Contratto O&M',
  period: 'month',
  from: '2026-06-01',
  to: '2026-06-30',
  guaranteed_pct: 98,
  completeness: 0.98,
  counted_h: 220,
  ahead_h: 180,
  pending_days: 0,
  older_days: 0,
  recounting_since: null,
};
const STANDINGS = [
  {
    ...STANDING,
    state: 'kept',
    availability_pct: 98.1,
    reachable_pct: 98.7,
    may_stand_h: 3.2,
    penalty_eur: 0,
    least_penalty_eur: 0,
  },
  {
    ...STANDING,
    id: 6,
    name: 'Assicurazione',
    guaranteed_pct: 99,
    state: 'missed',
    availability_pct: 98.1,
    reachable_pct: 98.7,
    may_stand_h: -1.4,
    penalty_eur: 450,
    least_penalty_eur: 150,
  },
];
const PROMISED = {
  proj_code: 'AUR-001',
  plant_name: 'Capitanata',
  period: 'month',
  from_on: '2026-01-01',
  to_on: null,
  leaves_out_closed: true,
  leaves_out_causes: true,
  penalty_eur_per_point: 500,
  penalty_most_eur: null,
  note: '',
  version: 1,
};
const GUARANTEES = [
  { ...PROMISED, id: 6, name: 'Assicurazione', guaranteed_pct: 99 },
  {
    ...PROMISED,
    id: 4,
    name: 'Contratto 2025',
    guaranteed_pct: 97,
    from_on: '2025-01-01',
    to_on: '2025-12-31',
  },
  { ...PROMISED, id: 5, name: 'Contratto O&M', guaranteed_pct: 98 },
];
const interval = (ts: string, raw: string, contractual: string, more: object = {}) => ({
  ts,
  end: new Date(Date.parse(ts) + 900_000).toISOString(),
  raw,
  contractual,
  power_kw: 20,
  raw_reason: 'makes_power',
  contractual_reason: 'makes_power',
  irradiance_wm2: 500,
  works: true,
  downtime_id: null,
  cause: null,
  downtime: null,
  downtime_part: 1,
  others: [],
  ...more,
});
const INTERVALS = [
  interval('2026-06-11T03:00:00.000Z', 'no_sun', 'no_sun', {
    raw_reason: 'too_dark',
    contractual_reason: 'too_dark',
  }),
  interval('2026-06-11T05:00:00.000Z', 'good', 'good'),
  interval('2026-06-11T06:00:00.000Z', 'bad', 'non_working', {
    raw_reason: 'makes_none',
    contractual_reason: 'closed',
    works: false,
  }),
  interval('2026-06-11T10:00:00.000Z', 'bad', 'excluded', {
    raw_reason: 'makes_none',
    contractual_reason: 'downtime',
    cause: 'Mancanza rete',
    downtime_id: 4,
  }),
  interval('2026-06-11T11:00:00.000Z', 'good', 'bad', {
    contractual_reason: 'downtime',
    cause: 'Guasto inverter',
    downtime: 'unavailable',
    downtime_id: 5,
    downtime_part: 0.4,
    others: [{ downtime_id: 6, cause: 'Limitazione', downtime: 'excluded', part: 0.2 }],
  }),
];

const amount = (tariff_id: number, name: string, kind: string, eur: number, more: object = {}) => ({
  tariff_id,
  name,
  kind,
  version: 1,
  kwh: 4210.5,
  eur,
  missing_energy: 0,
  missing_price: 0,
  top_up_eur: null,
  ...more,
});
const AMOUNTS = [
  amount(1, 'Conto Energia', 'incentive', 842.1),
  amount(2, 'Vendita in rete', 'market', 402.33, { missing_price: 1 }),
];
const REVENUES = {
  ...PLANT,
  by: 'day',
  zone: 'SUD',
  exported_by: 'meter',
  awaited_days: 0,
  total_eur: 1244.43,
  rows: [
    {
      period: '2026-06-11',
      days: 1,
      produced_kwh: 4210.5,
      exported_kwh: 4100,
      used_kwh: 110.5,
      amounts: AMOUNTS,
      total_eur: 1244.43,
      expected_kwh: 4400,
      expected_eur: 1300.44,
    },
  ],
};
const SUGGESTED = {
  proj_code: 'AUR-001',
  month: '2026-06',
  total_eur: 1244.43,
  lines: AMOUNTS.map((one) => ({ ...one, eur_kwh: 0.2 })),
  lacks: [{ code: 'missing_price', tariff_id: 2, hours: 1 }],
};
const TARIFFS = [
  {
    id: 1,
    proj_code: 'AUR-001',
    plant_name: 'Capitanata',
    kind: 'incentive',
    name: 'Conto Energia',
    steps: [{ from_on: '2020-01-01', to_on: null, rate: 0.2 }],
    note: '',
    version: 1,
  },
];
const PAYMENT = {
  id: 11,
  proj_code: 'AUR-001',
  month: '2026-05',
  entry: 'payment',
  kind: 'incentive',
  amount_eur: 842.1,
  paid_on: '2026-08-31',
  reference: 'GSE-2026-118',
  note: '',
  source: 'gse',
  version: 1,
};
const balanceMonth = (month: string, state: string, more: object = {}) => ({
  month,
  state,
  due_eur: 1244.43,
  received_eur: 0,
  adjusted_eur: 0,
  difference_eur: -1244.43,
  lines: [{ kind: 'incentive', due_eur: 1244.43, received_eur: 0 }],
  missing_hours: 0,
  payments: [],
  ...more,
});
const BALANCE = {
  proj_code: 'AUR-001',
  year: 2026,
  open_eur: 1646.76,
  unknown_months: 0,
  months: [
    balanceMonth('2026-01', 'settled', { received_eur: 1244.43, difference_eur: 0 }),
    balanceMonth('2026-02', 'settled', { received_eur: 1200, adjusted_eur: 44.43, difference_eur: 0 }),
    balanceMonth('2026-03', 'over', { received_eur: 1300, difference_eur: 55.57 }),
    balanceMonth('2026-04', 'open'),
    balanceMonth('2026-05', 'short', {
      received_eur: 842.1,
      difference_eur: -402.33,
      payments: [PAYMENT],
      lines: [{ kind: 'incentive', due_eur: 1244.43, received_eur: 842.1 }],
    }),
    balanceMonth('2026-06', 'not_over'),
    ...['07', '08', '09', '10', '11', '12'].map((month) =>
      balanceMonth(`2026-${month}`, 'nothing', { due_eur: 0, difference_eur: 0, lines: [] }),
    ),
  ],
};
const compared = (kwh: number | null, irradiation: number | null) => ({
  budget: { kwh: 100_000, eur: 12_000, irradiation_kwh_m2: 190 },
  actual: { kwh, eur: kwh === null ? null : kwh * 0.12, irradiation_kwh_m2: irradiation },
  weather_kwh: irradiation === null ? null : (100_000 * irradiation) / 190,
  difference_kwh: kwh === null ? null : kwh - 100_000,
  weather_difference_kwh: kwh === null || irradiation === null ? null : kwh - (100_000 * irradiation) / 190,
  difference_eur: kwh === null ? null : kwh * 0.12 - 12_000,
});
const BUDGET = {
  proj_code: 'AUR-001',
  year: 2026,
  version: 1,
  months: Array.from({ length: 12 }, (_, i) => ({
    month: `2026-${String(i + 1).padStart(2, '0')}`,
    over: i < 5,
    missing_hours: i === 1 ? 3 : 0,
    ...compared(i < 5 ? 96_000 + i * 1000 : null, i < 5 ? 180 + i : null),
  })),
  total: {
    ...compared(490_000, 910),
    budget: { kwh: 1_200_000, eur: 144_000, irradiation_kwh_m2: 2280 },
    difference_kwh: -10_000,
    weather_difference_kwh: 11_053,
    difference_eur: -1200,
  },
};
const FEES = { nominal_kw: 500, gse_eur: 495, conto_energia_eur: 778.6 };

const K451_ROW = {
  proj_code: 'AUR-001',
  plant_name: 'Capitanata',
  period: '2026-06-11',
  produced_kwh: 4210.5,
  exported_kwh: 4100,
  used_kwh: 110.5,
  imported_kwh: 38.2,
  irradiation_kwh_m2: 6.9,
  irradiation_horizontal_kwh_m2: 6.42,
  irradiation_horizontal_from: ['sensor', 'weather'],
  expected_kwh: 4400,
  pr: 0.82,
  pr_25: 0.853,
  pr_weather: 0.846,
  performance_index: 0.96,
  missing_share: 0.01,
  availability_raw: 0.962,
  availability: 0.981,
  completeness: 0.99,
  lost_kwh: 120,
  lost_eur: 14.2,
  revenue_eur: 1244.43,
  downtimes: [{ cause_id: 1, cause: 'Guasto inverter', counts: true, energy_kwh: 120, earning_eur: 14.2 }],
};
const K451_SECOND = {
  ...K451_ROW,
  proj_code: 'BOR-002',
  plant_name: 'Boreale',
  downtimes: [],
  lost_kwh: null,
  lost_eur: null,
  revenue_eur: null,
};
/** All plants: of the second the revenue is not known. */
const K451_SUM = {
  ...K451_ROW,
  proj_code: '',
  plant_name: '',
  plants: 2,
  irradiation_kwh_m2: null,
  expected_kwh: 8800,
  irradiation_horizontal_kwh_m2: null,
  irradiation_horizontal_from: [],
  pr: null,
  pr_25: null,
  pr_weather: null,
  performance_index: null,
  missing_share: null,
  availability_raw: null,
  availability: null,
  completeness: null,
  produced_kwh: 2 * K451_ROW.produced_kwh,
  imported_kwh: 2 * K451_ROW.imported_kwh,
  partial: [{ field: 'revenue_eur', plants: 1 }],
};
const K451 = {
  from: '2026-06-01',
  to: '2026-06-30',
  by: 'day',
  with_availability: true,
  rows: [K451_ROW, K451_SECOND],
  totals: [K451_ROW, K451_SECOND].map((row) => ({ ...row, period: '' })),
  all_plants: [K451_SUM, { ...K451_SUM, period: '' }],
};
const K410_ROW = {
  proj_code: 'AUR-001',
  plant_name: 'Capitanata',
  month: '2026-06',
  produced_kwh: 98_400,
  irradiation_kwh_m2: 190.4,
  specific_yield: 98.4,
  expected_kwh: 99_000,
  pr: 0.81,
  pr_25: 0.848,
  pr_weather: 0.832,
  year_ago_kwh: 95_000,
  change: 0.0358,
  budget_kwh: 101_000,
  budget_change: -0.0257,
};
const K410_SECOND = {
  ...K410_ROW,
  proj_code: 'BOR-002',
  plant_name: 'Boreale',
  year_ago_kwh: null,
  change: null,
  budget_kwh: null,
  budget_change: null,
};
const K410_SUM = {
  ...K410_ROW,
  proj_code: '',
  plant_name: '',
  plants: 2,
  produced_kwh: 196_800,
  expected_kwh: 198_000,
  irradiation_kwh_m2: null,
  specific_yield: null,
  pr: null,
  pr_25: null,
  pr_weather: null,
  partial: ['year_ago_kwh', 'change', 'budget_kwh', 'budget_change'].map((field) => ({ field, plants: 1 })),
};
const K410 = {
  year: 2026,
  rows: [K410_ROW, K410_SECOND],
  totals: [K410_ROW, K410_SECOND].map((row) => ({ ...row, month: '' })),
  all_plants: [K410_SUM, { ...K410_SUM, month: '' }],
};

const ISSUE = {
  id: 4,
  kind: 'k451',
  from: '2026-05-01',
  to: '2026-05-31',
  by: 'day',
  codes: ['AUR-001'],
  year: 2026,
  number: 4,
  revision: 1,
  corrects: 3,
  issued_by: 'Giulia Rinaldi',
  issued_at: AT,
  hash: '5b'.repeat(32),
};
const ISSUES = [
  { ...ISSUE, changes: 1 },
  { ...ISSUE, id: 3, number: 3, revision: 0, corrects: null, changes: 0 },
];
const ISSUED = {
  ...ISSUE,
  is_last: true,
  is_whole: true,
  sealed: {
    company: 1,
    year: 2026,
    number: 4,
    revision: 1,
    corrects: 3,
    issued_by: 1,
    issued_at: AT,
    previous_hash: '0a'.repeat(32),
    content: {
      kind: 'k451',
      from: '2026-05-01',
      to: '2026-05-31',
      by: 'day',
      report: K451,
      plants: [{ proj_code: 'AUR-001', plant_name: 'Capitanata' }],
      notes: 'Corretta la tariffa di maggio.',
      inputs: [
        { kind: 'plant', id: 1, version: 3 },
        { kind: 'tariff', id: 1, version: 2 },
      ],
      changes: [
        { proj_code: 'AUR-001', period: '2026-05-11', field: 'revenue_eur', before: 1230, after: 1244.43 },
      ],
      changed_inputs: [{ kind: 'tariff', id: 1, before: 1, after: 2 }],
    },
  },
};

const SCHEDULES = [
  {
    id: 9,
    name: 'Banca',
    kind: 'k451',
    codes: ['AUR-001'],
    every: 'month',
    on_day: 3,
    hour: 7,
    members: [{ id: 1, name: 'Giulia Rinaldi' }],
    addresses: ['ufficio@example.org'],
    author: 'Giulia Rinaldi',
    next_at: '2026-07-03T05:00:00.000Z',
    last_sent: 2,
    version: 1,
  },
];

const OF_PLANTS = ['Aurora', 'Boreale', 'Ciclope'].map((plant_name, i) => ({
  proj_code: `${plant_name.slice(0, 3).toUpperCase()}-00${i + 1}`,
  plant_name,
  rows: [
    {
      period: '2026-06',
      produced_kwh: i === 2 ? null : 48_210.4 - i * 9_120.7,
      exported_kwh: i === 2 ? null : 40_104.2 - i * 9_000.2,
      used_kwh: i === 2 ? null : 8_106.2 - i * 120.5,
      total_eur: i === 2 ? null : 5_120.44 - i * 800.1,
    },
  ],
  total_eur: i === 2 ? null : 5_120.44 - i * 800.1,
  pending_days: i === 2 ? 3 : 0,
  remade_days: i === 2 ? 2 : 0,
}));

const METERS_PATH = '/apps/asset/energy-meters';
const METERS_API = '**/api/v1/energy-meter';
const RGI_PATH = '/apps/asset/rgi';
const RGI_API = '**/availability/v1/rgi';
const REVENUES_PATH = '/apps/asset/revenues';

const answers: readonly (readonly [pattern: string, json: unknown])[] = [
  [`${METERS_API}/**`, METERS],
  [`${METERS_API}-by-id/7/`, METERS[0]],
  [`${METERS_API}-models/`, [{ model: 'Landis+Gyr E650', digits: 6, meters: 3 }]],
  [`${METERS_API}/7/readings/**`, LINES],
  [`${METERS_API}/7/check/`, { lines: 3, whole: true, broken_line: null }],
  [`${METERS_API}-year/**`, YEAR],
  [`${METERS_API}-comparisons/**`, COMPARED],
  [`${METERS_API}-differences/**`, DIFFERENCES],
  [`${METERS_API}/7/comparison/**`, COMPARISON],
  [`${RGI_API}/**`, [ENTRY]],
  [`${RGI_API}/7/`, MANY],
  [`${RGI_API}-periods/**`, PERIODS],
  [`${RGI_API}-preview/`, PREVIEW],
  ['**/availability/v1/availability/**', AVAILABILITY],
  ['**/availability/v1/guarantees/**', GUARANTEES],
  ['**/availability/v1/guarantee-standings/**', STANDINGS],
  ['**/availability/v1/intervals/**', INTERVALS],
  ['**/api/v1/revenues/**', REVENUES],
  ['**/api/v1/revenues-of-plants/**', OF_PLANTS],
  ['**/api/v1/suggest-revenue/**', SUGGESTED],
  ['**/api/v1/tariffs/**', TARIFFS],
  ['**/api/v1/tariff-fees/**', FEES],
  ['**/api/v1/payment-balance/**', BALANCE],
  ['**/api/v1/plant-budget/**', BUDGET],
  ['**/api/v1/k451-data/', K451],
  ['**/api/v1/k410-data/**', K410],
  ['**/api/v1/report-issues/**', { count: ISSUES.length, next: null, previous: null, results: ISSUES }],
  ['**/api/v1/report-issues/4/', ISSUED],
  ['**/api/v1/report-schedules/**', SCHEDULES],
];
const prepare = async (page: Page) => {
  for (const [pattern, json] of answers) await page.route(pattern, (route) => route.fulfill({ json }));
};
const shows = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const full = { signedIn: true, prepare };

/** Energy meters with a register, the RGI calendar with availability, and revenue with its tariffs. */
export const MONEY_SCREENS: readonly Screen[] = [
  { ...full, name: 'energy-meters', path: METERS_PATH, ready: shows('M1-001') },
  {
    name: 'energy-meters-states',
    path: METERS_PATH,
    signedIn: true,
    ready: heading,
    stub: { call: `${METERS_API}/**`, empty: [] },
  },
  { ...full, name: 'energy-meters-register', path: `${METERS_PATH}?open=7`, ready: shows('Letta male') },
  { ...full, name: 'energy-meters-form', path: `${METERS_PATH}?form=new`, ready: heading },
  {
    ...full,
    name: 'energy-meters-reading',
    path: `${METERS_PATH}?open=7&form=reading`,
    ready: shows('Letta male'),
  },
  {
    ...full,
    name: 'energy-meters-comparisons',
    path: `${METERS_PATH}?view=comparisons&month=2026-05&plants=AUR-001,AUR-003`,
    ready: shows('M1-001'),
  },
  {
    name: 'energy-meters-comparisons-states',
    signedIn: true,
    ready: heading,
    path: `${METERS_PATH}?view=comparisons&month=2026-05`,
    stub: { call: `${METERS_API}-comparisons/**`, empty: { ...COMPARED, rows: [] } },
    prepare: (page) => page.route(`${METERS_API}-differences/**`, (route) => route.fulfill({ json: [] })),
  },
  {
    ...full,
    name: 'energy-meters-comparison',
    path: `${METERS_PATH}?view=comparisons&month=2026-05&open=7`,
    ready: shows('INV-02'),
    act: (page) => press(page, /^(Day by day|Giorno per giorno)$/),
  },
  {
    ...full,
    name: 'energy-meters-statement',
    path: `${METERS_PATH}?view=comparisons&month=2026-05&form=statement`,
    ready: heading,
  },
  {
    ...full,
    name: 'energy-meters-year',
    path: `${METERS_PATH}?view=year&plant=AUR-001`,
    ready: shows(/14[.,]020/),
  },
  { ...full, name: 'rgi', path: `${RGI_PATH}?day=2026-06-11`, ready: shows('Taglio erba') },
  {
    name: 'rgi-states',
    path: `${RGI_PATH}?view=list`,
    signedIn: true,
    ready: heading,
    stub: { call: `${RGI_API}/**`, empty: [] },
  },
  { ...full, name: 'rgi-list', path: `${RGI_PATH}?view=list`, ready: shows('Taglio erba') },
  { ...full, name: 'rgi-week', path: `${RGI_PATH}?show=week&day=2026-06-11`, ready: shows('Taglio erba') },
  {
    ...full,
    name: 'rgi-year',
    path: `${RGI_PATH}?show=year&day=2026-06-11`,
    ready: shows(/^(giugno|June)$/),
  },
  {
    ...full,
    name: 'rgi-entry',
    path: `${RGI_PATH}?view=list&open=7`,
    ready: shows(/1–20 (di|of) 400/),
  },
  { ...full, name: 'rgi-import', path: `${RGI_PATH}?form=import`, ready: heading },
  {
    ...full,
    name: 'rgi-copy',
    path: `${RGI_PATH}?view=list&open=7&form=copy`,
    ready: shows(/Europe\/Rome/),
  },
  {
    ...full,
    name: 'rgi-form',
    path: `${RGI_PATH}?form=new&day=2026-06-11&until=2026-06-13&plant=AUR-001`,
    ready: heading,
  },
  {
    ...full,
    name: 'rgi-availability',
    long: true,
    path: `${RGI_PATH}?view=availability&plant=AUR-001&month=2026-06&day=2026-06-11`,
    ready: shows(/Mancanza rete/),
  },
  {
    ...full,
    name: 'rgi-threshold',
    path: `${RGI_PATH}?view=availability&plant=AUR-001&month=2026-06&form=threshold`,
    ready: shows('INV-03'),
  },
  {
    ...full,
    name: 'rgi-guarantee-form',
    path: `${RGI_PATH}?view=availability&plant=AUR-001&month=2026-06&form=guarantee`,
    ready: shows('INV-03'),
  },
  {
    ...full,
    name: 'revenues',
    path: `${REVENUES_PATH}?plant=AUR-001&month=2026-06`,
    ready: shows('11/06/2026'),
    act: (page) => press(page, /^11\/06\/2026$/),
  },
  {
    ...full,
    name: 'revenues-all',
    path: `${REVENUES_PATH}?month=2026-06`,
    ready: shows('Aurora'),
  },
  {
    ...full,
    name: 'revenues-suggested',
    path: `${REVENUES_PATH}?view=suggested&plant=AUR-001&month=2026-06`,
    ready: shows('Vendita in rete'),
  },
  {
    ...full,
    name: 'revenues-payments',
    path: `${REVENUES_PATH}?view=payments&plant=AUR-001&month=2026-06`,
    ready: shows(/1[.,]646[.,]76/),
    act: (page) => press(page, /^(maggio|May) 2026$/),
  },
  {
    ...full,
    name: 'revenues-payment-form',
    path: `${REVENUES_PATH}?view=payments&plant=AUR-001&month=2026-06&form=payment`,
    ready: shows(/1[.,]646[.,]76/),
  },
  {
    ...full,
    name: 'revenues-payment-import',
    path: `${REVENUES_PATH}?view=payments&plant=AUR-001&month=2026-06&form=import`,
    ready: shows(/1[.,]646[.,]76/),
  },
  {
    ...full,
    name: 'revenues-budget',
    path: `${REVENUES_PATH}?view=budget&plant=AUR-001&month=2026-06`,
    ready: shows(/98[.,]000/),
  },
  {
    ...full,
    name: 'revenues-budget-form',
    path: `${REVENUES_PATH}?view=budget&plant=AUR-001&month=2026-06&form=budget`,
    ready: shows(/98[.,]000/),
  },
  { ...full, name: 'tariffs', path: `${REVENUES_PATH}?view=tariffs`, ready: shows('Conto Energia') },
  {
    name: 'tariffs-states',
    path: `${REVENUES_PATH}?view=tariffs`,
    signedIn: true,
    ready: heading,
    stub: { call: '**/api/v1/tariffs/**', empty: [] },
  },
  {
    ...full,
    name: 'report-k451',
    path: '/apps/asset/report/k451?month=2026-06',
    ready: shows('Guasto inverter'),
    act: (page) => press(page, /^4.2026$/),
  },
  {
    ...full,
    name: 'report-k451-issue',
    path: '/apps/asset/report/k451?month=2026-06',
    ready: shows('Guasto inverter'),
    act: (page) => press(page, /^(Emetti|Issue)$/),
  },
  {
    ...full,
    name: 'report-k451-schedule',
    path: '/apps/asset/report/k451?month=2026-06',
    ready: shows('Guasto inverter'),
    act: (page) => press(page, /^(Invia per email|Send by mail)$/),
  },
  {
    name: 'report-k451-states',
    path: '/apps/asset/report/k451',
    signedIn: true,
    ready: heading,
    stub: { call: '**/api/v1/k451-data/', empty: { ...K451, rows: [], totals: [] } },
  },
  {
    ...full,
    name: 'report-k410',
    path: '/apps/asset/report/k410?year=2026',
    ready: shows(/^(giugno|June)$/),
  },
  {
    name: 'report-k410-states',
    path: '/apps/asset/report/k410',
    signedIn: true,
    ready: heading,
    stub: { call: '**/api/v1/k410-data/**', empty: { ...K410, rows: [], totals: [] } },
  },
  { ...full, name: 'tariffs-form', path: `${REVENUES_PATH}?view=tariffs&form=new`, ready: heading },
];
