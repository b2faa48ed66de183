import type { Page } from 'playwright-core';
import type { YearPreview } from '../../src/features/lighting/municipalities.contract.ts';
import { heading, press, type Screen } from './screen.ts';

const ROOT = '/apps/illuminazione';
const AT = '2026-06-20T20:00:00Z';
const WHY = { by: 'sun', box: false, name: null };
const TONIGHT = {
  day: '2026-06-20',
  lines: [1, 2, 3, 4, 5, 6].map((line) => ({
    line,
    stretches: [{ from: '2026-06-20T19:42:00Z', to: '2026-06-21T02:46:00Z' }],
    on_why: WHY,
    off_why: WHY,
  })),
};
const box = (id: number, state: string, more: object = {}) => ({
  id,
  serial: `QE-${String(id).padStart(4, '0')}`,
  reg_number: `R${id}`,
  name: 'Via Roma',
  state,
  pod: 'IT001E00000001',
  supply_code: '12',
  latitude: 45.4 + id / 100,
  longitude: 11.87,
  version: 1,
  comune_id: 1,
  comune_name: 'Padova',
  enabled: true,
  auto_mode: true,
  heard_at: AT,
  fault: '',
  turn_on_auto: null,
  turn_on_date: null,
  turn_off_auto: null,
  turn_off_date: null,
  power_kw: 2.4,
  lights: 30,
  open_alarms: state === 'fault' ? 1 : 0,
  work_from: null,
  work_until: null,
  work_message: '',
  ...more,
});
const BOXES = [
  box(1, 'lit'),
  box(2, 'dark', { power_kw: 0 }),
  box(3, 'by_hand'),
  box(4, 'fault'),
  box(5, 'silent', { heard_at: null, power_kw: null, fault: 'timeout' }),
];
const page = (results: readonly object[]) => ({ count: results.length, next: null, previous: null, results });
const comune = { id: 1, istat_code: '028060', name: 'Padova', province: 'PD', boxes: 5, version: 1 };
const COMUNE = { ...comune, latitude: 45.408, longitude: 11.886, time_zone: 'Europe/Rome' };
const PLANT = {
  ...COMUNE,
  lights: 150,
  open_alarms: 1,
  open_reports: 1,
  at_work: 1,
  states: { unpaired: 0, silent: 1, fault: 1, by_hand: 1, lit: 1, dark: 1 },
  month_kwh: 1240,
  last_year_kwh: 1310,
  month_eur: 298,
  last_year_eur: null,
  tonight: TONIGHT,
};
const SETTINGS = {
  id: 1,
  comune: 1,
  turn_on_date: '17:00',
  turn_on_auto: true,
  turn_on_offset_min: 0,
  turn_on_twilight: 1,
  turn_off_date: '07:00',
  turn_off_auto: true,
  turn_off_offset_min: 0,
  turn_off_twilight: 1,
  half_night: [{ lines: [2, 4], off: '00:30', on: '05:00' }],
  exceptions: [
    {
      name: 'Notte bianca',
      from_day: '2026-12-24',
      to_day: '2026-12-25',
      every_year: false,
      lines: [],
      kind: 'times',
      only_holidays: false,
      turn_on_date: null,
      turn_off_date: '02:00',
    },
    {
      name: 'Festività',
      from_day: '2026-01-01',
      to_day: '2026-12-31',
      every_year: true,
      lines: [],
      kind: 'all_night',
      only_holidays: true,
      turn_on_date: null,
      turn_off_date: null,
    },
  ],
  min_burning_min: 0,
  patron_day: '2026-06-13',
  tonight: TONIGHT,
  version: 1,
};
const year = (hours: number, kwh: number, eur: number) => ({ hours, kwh, eur, lines: [] });
const PREVIEW: YearPreview = {
  from_day: '2026-06-20',
  asked: year(3918.4, 14210, 3410.4),
  today: year(4012.9, 14550, 3492),
  exceptions: [
    { name: 'Notte bianca', nights: 2 },
    { name: 'Festività', nights: 13 },
  ],
  energy_left_out: null,
  odd_nights: [
    { day: '2026-12-24', kind: 'too_dark', minutes: 296, minutes_before: 0 },
    { day: '2026-12-25', kind: 'too_dark', minutes: 297, minutes_before: 0 },
  ],
};
const STATUS = {
  box_id: 1,
  state: 'lit',
  heard_at: AT,
  fault: '',
  auto_mode: true,
  override_until: null,
  lines: [1, 2, 3, 4, 5, 6].map((line) => ({
    line,
    target: true,
    target_at: AT,
    feedback: line !== 3,
    feedback_at: AT,
    breaker_tripped: false,
    measured_kw: 0.4,
    measured_at: AT,
    should_be_on: true,
  })),
  tonight: TONIGHT,
  digital_inputs: { manual: false, door_open: false, supply_ok: true, leakage: null },
};
const COMMAND = {
  id: 1,
  box_id: 1,
  serial: 'QE-0001',
  lines: [1, 2],
  on: true,
  origin: 'person',
  reason: 'Festa',
  fault: '',
  who: { id: 1, name: 'Anna Bianchi' },
  state: 'confirmed',
  results: {},
  override_until: null,
  decided_by: null,
  expires_at: AT,
  created_at: AT,
  sent_at: AT,
  confirmed_at: AT,
  ended_at: AT,
};

const light = (id: number, more: object = {}) => ({
  id,
  box_id: 1,
  serial: 'QE-0001',
  line: 1,
  code: `PL-${1000 + id}`,
  lamp_kind: 'led',
  power_w: 58,
  pole: `P${id}`,
  street: 'Via Roma',
  latitude: 45.41,
  longitude: 11.87,
  pell: { road_class: 'M4' },
  is_lit: true,
  open_reports: 0,
  version: 1,
  ...more,
});
const LIGHTS = [
  light(1),
  light(2, { lamp_kind: 'sodium_high', power_w: 150, line: 2 }),
  light(3, { line: 3, is_lit: false, open_reports: 1 }),
  light(4, { power_w: null, pole: '', street: '', is_lit: null, line: 6 }),
];
const price = (id: number, more: object = {}) => ({
  id,
  pod: 'IT001E00000001',
  from_day: '2026-01-01',
  eur_kwh: 0.2412,
  boxes: 3,
  version: 1,
  ...more,
});
const PRICES = [
  price(1),
  price(2, { from_day: '2025-07-01', eur_kwh: 0.2235 }),
  price(3, { pod: 'IT001E00000009', boxes: 0 }),
];
const ANNA = { id: 1, name: 'Anna Bianchi' };
const report = (id: number, more: object = {}) => ({
  id,
  light_id: 3,
  text: 'La lampada davanti al civico 12 è spenta da tre sere.',
  state: 'open',
  reporter: 'Sig. Verdi, 049 000000',
  created_by: ANNA,
  created_at: AT,
  ended_by: null,
  ended_at: null,
  version: 1,
  ...more,
});
const REPORTS = [
  report(2),
  report(1, { text: 'Lampeggia.', reporter: '', state: 'repaired', ended_by: ANNA, ended_at: AT }),
];
const DEVICES = [
  {
    device_id: 1,
    box_id: 1,
    serial: 'QE-0001',
    kind: 'controller',
    short_name: 'IO-0001',
    description: 'Controllore a sei linee',
    state: 'answers',
    heard_at: AT,
    fault: '',
  },
  {
    device_id: 2,
    box_id: 1,
    serial: 'QE-0001',
    kind: 'meter',
    short_name: 'EM-0001',
    description: '',
    state: 'silent',
    heard_at: AT,
    fault: '',
  },
];
const FREE = [
  {
    device_id: 3,
    short_name: 'EM-0002',
    description: 'Contatore di via Po',
    has_port: true,
    can_switch: true,
  },
  { device_id: 4, short_name: 'EM-0003', description: '', has_port: true, can_switch: true },
];
const POWER = { box_id: 1, power_kw: 2.4, at: AT, source: 'meter', expected_kw: 2.6, lit_lines: [1, 2, 4] };
const alarm = (id: number, more: object = {}) => ({
  id,
  box_id: 1,
  serial: 'QE-0001',
  line: 3,
  type: 'E',
  kind: 'dark_at_night',
  message: 'Buia di notte',
  params: {},
  date: AT,
  end_date: null,
  count: 1,
  snooze_date: null,
  snooze_message: '',
  device_id: 1,
  proj_code: 'SOLE1',
  request: null,
  ...more,
});
const ALARMS = [
  alarm(2),
  alarm(1, {
    line: null,
    type: 'W',
    kind: 'door_open',
    message: 'La porta è aperta',
    count: 3,
    snooze_date: '2026-06-22T20:00:00Z',
    snooze_message: 'Lavori in corso',
    request: { id: 7, number: 7, state: 'open' },
  }),
];
const LINES = STATUS.lines.slice(0, 5).map(({ should_be_on: _, ...line }) => ({
  ...line,
  id: line.line,
  box_id: 1,
  name: line.line === 1 ? 'Via Roma nord' : '',
  enabled: line.line < 5,
  load_nominal_kw: line.line === 3 ? null : 0.45,
  lights: line.line < 5 ? 7 : 0,
  lamps_kw: 0.41,
  version: 1,
}));
const inRow = (from: number) => [0, 1, 2, 3, 4, null].map((step) => (step === null ? null : from + step));
const CONTROLLER = {
  box_id: 1,
  device_id: 1,
  short_name: 'IO-0001',
  poll_s: 60,
  own_timetable: true,
  version: 1,
  lines: STATUS.lines,
  profile: {
    coils: inRow(0),
    feedback: inRow(0),
    breaker: inRow(8),
    manual: 16,
    door: 17,
    supply: 18,
    leakage: null,
    power: null,
    line_power: null,
    pairing: { address: 400 },
    clock: { address: 100 },
    timetable: { address: 110, days: 7 },
  },
};
const MAPS = [{ profile: CONTROLLER.profile, boxes: 4, serial: 'QE-0001' }];
const IO_STATUS = {
  box_id: 1,
  heard_at: AT,
  fault: '',
  fault_since: null,
  inputs: STATUS.digital_inputs,
  lines: STATUS.lines,
  clock_offset_s: 0.4,
  clock_read_at: AT,
  timetable: { state: 'verified', fault: '', wanted: [], written_at: AT, compared_at: AT },
};
const CLAIM = {
  id: 1,
  device_id: 3,
  serial: 'QE-0009',
  reg_number: 'R9',
  state: 'wrong',
  created_at: AT,
  ended_at: AT,
  box_id: null,
};
/** A week of hours before the sheet's day, lit from 20 to 4. */
function results() {
  const last = Date.parse(AT) / 3_600_000;
  const hours = Array.from({ length: 168 }, (_, i) => (last - 168 + i) * 3_600_000);
  const isLit = (at: number) => new Date(at).getUTCHours() >= 20 || new Date(at).getUTCHours() < 4;
  const changes = hours.filter((at, i) => i === 0 || isLit(at) !== isLit(at - 3_600_000));
  const iso = (at: number) => new Date(at).toISOString();
  return {
    box_id: 1,
    resolution: 'hour',
    series: [
      {
        name: 'energy_kwh',
        unit: 'kWh',
        ts: hours.map(iso),
        values: hours.map((at) => (isLit(at) ? 2.4 : 0)),
      },
      ...[1, 2].map((line) => ({
        name: `line_${line}`,
        unit: '',
        ts: changes.map(iso),
        values: changes.map((at) => (isLit(at) ? 1 : 0)),
      })),
    ],
  };
}
const OF = { comune_id: 1, comune: 'Padova', month: '2026-06' };
const ENERGY = [1, 2, null].map((line) => ({
  ...OF,
  line,
  lines: line === null ? 5 : 5,
  hours: line === null ? null : 171.4,
  expected_hours: line === null ? null : 173.1,
  kwh: line === null ? 1240 : 620,
  expected_kwh: line === null ? 1262.4 : 631.2,
  co2_kg: line === null ? 322.4 : 161.2,
}));
const FAULTS = [
  { ...OF, kind: 'missing_load', count: 3, open: 1, mean_hours: 26.5, longest_hours: 41 },
  { ...OF, kind: 'light_report', count: 2, open: 0, mean_hours: 12.2, longest_hours: 20.1 },
];
const TRIAL = {
  rows: 40,
  added: 31,
  changed: 6,
  unchanged: 1,
  ignored: ['quartiere'],
  faults: 2,
  stand: 'a',
  told: [
    { row: 7, column: 'line', code: 'not_allowed' },
    { row: 12, column: 'power_w', code: 'not_a_number' },
  ],
};

const WAITING = { ...COMMAND, id: 3, on: false, state: 'proposed', confirmed_at: null, ended_at: null };

const ASKED = { created_at: AT, expires_at: AT };
const BATCHES = [
  {
    ...ASKED,
    id: 5,
    boxes: 40,
    commands: 40,
    lines: 200,
    on: false,
    who: { id: 4711, name: 'Luca Verdi' },
    reason: 'Festa del patrono',
    serials: Array.from({ length: 12 }, (_, i) => `QE-00${i + 10}`),
  },
];

const NOT_HELD = "The controller's own times are not in force: it goes by older ones, or by none";

/** One municipality with five boxes, one in each state. */
async function prepare(shown: Page): Promise<void> {
  const answers: readonly (readonly [RegExp, unknown])[] = [
    [/ill-pub\/plants\/$/, [PLANT]],
    [/ill-pub\/report-energy\//, ENERGY],
    [/ill-pub\/report-faults\//, FAULTS],
    [/ill-pub\/map-boxes\//, BOXES],
    [/ill-pub\/map-lights\//, { lights: LIGHTS, more: false }],
    [/ill-pub\/box\/\?.*unassigned=true/, page([box(6, 'unpaired', { comune_id: null, comune_name: null })])],
    [/ill-pub\/box\/\?(?!.*unassigned=true)/, { ...page(BOXES), count: 120 }],
    [/ill-pub\/box\/1\/$/, box(1, 'lit')],
    [/ill-pub\/box-status\//, STATUS],
    [/ill-pub\/power_line\/\d/, LINES[0]],
    [/ill-pub\/power_line\/\?/, page(LINES)],
    [/ill-pub\/io-controller\//, CONTROLLER],
    [/ill-pub\/io-controller-status\//, IO_STATUS],
    [/ill-pub\/result_data\//, results()],
    [/ill-pub\/box-claims\//, CLAIM],
    [/ill-pub\/register-maps\//, MAPS],
    [/ill-pub\/box-devices\//, DEVICES],
    [/ill-pub\/free-devices\//, FREE],
    [/ill-pub\/energy-meter-power-computed\//, POWER],
    [/ill-pub\/caution\//, { many_boxes: 50, dark_at_night: true, version: 1 }],
    [/ill-pub\/command-batches\//, BATCHES],
    [/ill-pub\/commands\/.*state=proposed/, page([WAITING, { ...WAITING, id: 4, serial: 'QE-0002' }])],
    [
      /ill-pub\/commands\/(?!.*state=proposed)/,
      page([COMMAND, { ...COMMAND, id: 2, state: 'failed', fault: 'silent' }]),
    ],
    [/ill-pub\/light_point\//, page(LIGHTS)],
    [/ill-pub\/light-point-import\//, TRIAL],
    [/ill-pub\/alarms\//, page(ALARMS)],
    [/ill-pub\/pod-price\//, page(PRICES)],
    [/ill-pub\/light-report\//, page(REPORTS)],
    [/ill-pub\/comune\/$/, [COMUNE]],
    [/ill-pub\/comune\/1\/preview\//, PREVIEW],
    [/ill-pub\/comuni\//, [COMUNE, { ...COMUNE, istat_code: '028061', name: 'Padernello' }]],
    [/ill-pub\/comune-settings\//, SETTINGS],
  ];
  for (const [pattern, json] of answers) await shown.route(pattern, (route) => route.fulfill({ json }));
}

/** A box that does not answer, whose controller goes by other times than it should, while somebody works on it. */
async function failing(shown: Page): Promise<void> {
  await prepare(shown);
  const answers: readonly (readonly [RegExp, unknown])[] = [
    [
      /ill-pub\/box\/1\/$/,
      box(1, 'silent', {
        fault: 'link',
        work_until: '2026-06-21T10:00:00Z',
        work_message: 'Sostituzione del contattore',
      }),
    ],
    [
      /ill-pub\/io-controller-status\//,
      {
        ...IO_STATUS,
        fault: 'link',
        fault_since: AT,
        clock_offset_s: -95.2,
        timetable: { ...IO_STATUS.timetable, state: 'failed', fault: 'refused' },
      },
    ],
    [/ill-pub\/alarms\//, page([{ ...ALARMS[0], kind: 'times_not_held', type: 'W', message: NOT_HELD }])],
  ];
  for (const [pattern, json] of answers) await shown.route(pattern, (route) => route.fulfill({ json }));
}

const full = { signedIn: true, prepare, ready: heading };

/** Public lighting: at a glance, its settings, a municipality and a box. */
export const LIGHTING_SCREENS: readonly Screen[] = [
  {
    ...full,
    name: 'lighting',
    path: ROOT,
    long: true,
    act: async (shown) => {
      await shown.locator('[data-drawn]').waitFor();
    },
  },
  {
    name: 'lighting-states',
    path: ROOT,
    signedIn: true,
    ready: heading,
    stub: { call: '**/api/v1/ill-pub/plants/', empty: [] },
  },
  { ...full, name: 'lighting-reports-page', path: `${ROOT}/reports`, long: true },
  { ...full, name: 'lighting-settings', path: `${ROOT}/settings`, long: true },
  {
    ...full,
    name: 'lighting-snooze',
    path: `${ROOT}/boxes/1`,
    act: async (shown) => {
      await press(shown, /^(Silenzia|Snooze): Buia di notte$/);
      await shown.getByRole('dialog').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-meter',
    path: `${ROOT}/boxes/1`,
    act: async (shown) => {
      await press(shown, /^(Assegna contatore|Assign a meter)$/);
      await shown.getByRole('dialog').getByText('EM-0003').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-claim',
    path: `${ROOT}/settings`,
    act: async (shown) => {
      await press(shown, /^(Abbina un quadro|Claim a box)$/);
      const map = shown.getByRole('combobox', { name: /^(Mappa dei registri|Register map)$/ });
      await map.selectOption({ index: 2 });
      await shown.getByRole('dialog').getByRole('textbox').last().waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-controller',
    path: `${ROOT}/boxes/1`,
    act: async (shown) => {
      await press(shown, /^(Modifica il controllore|Edit the controller)$/);
      await shown
        .getByRole('textbox', { name: /^(Orari propri: notti|Own times: nights)$/ })
        .scrollIntoViewIfNeeded();
    },
  },
  {
    ...full,
    name: 'lighting-reports',
    path: `${ROOT}/boxes/1`,
    act: async (shown) => {
      await press(shown, /^(Segnalazioni di|Reports of) PL-1003$/);
      await shown.getByRole('dialog').getByText('Lampeggia.').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-everything',
    path: ROOT,
    act: async (shown) => {
      await shown.getByRole('checkbox', { name: /QE-0001/ }).check();
      await shown.getByRole('button', { name: /^(Scegli tutte le 120|Choose all 120)/ }).waitFor();
    },
  },
  { ...full, name: 'lighting-comune', path: `${ROOT}/settings/comune?comune=1`, long: true },
  { ...full, name: 'lighting-box', path: `${ROOT}/boxes/1`, long: true },
  { ...full, name: 'lighting-box-failed', path: `${ROOT}/boxes/1`, long: true, prepare: failing },
  {
    ...full,
    name: 'lighting-work',
    path: `${ROOT}/boxes/1`,
    act: async (shown) => {
      await press(shown, /^(Lavori programmati|Planned work)$/);
      await shown.getByRole('dialog').getByRole('textbox').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-light',
    path: `${ROOT}/boxes/1`,
    act: async (shown) => {
      await press(shown, /^(Modifica|Edit) PL-1001$/);
      await shown.getByRole('dialog').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-census',
    path: `${ROOT}/boxes/1`,
    act: async (shown) => {
      await press(shown, /^(Importa|Import)$/);
      const dialog = shown.getByRole('dialog');
      await dialog.getByRole('textbox').fill('code;box;line\nPL-1;QE-0001;1');
      await dialog.getByRole('button', { name: /^(Prova|Try)$/ }).click();
      await dialog.getByText(/quartiere/).waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-switch',
    path: `${ROOT}/boxes/1`,
    act: async (shown) => {
      await press(shown, /^(Accendi|Turn on)$/);
      await shown.getByRole('dialog').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-accept',
    path: ROOT,
    act: async (shown) => {
      await press(shown, /^(Approva tutti|Accept all): /);
      await shown.getByRole('dialog').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-price',
    path: `${ROOT}/settings`,
    act: async (shown) => {
      await press(shown, /^(Aggiungi prezzo|Add a price)$/);
      await shown.getByRole('dialog').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-line',
    path: `${ROOT}/boxes/1`,
    act: async (shown) => {
      await press(shown, /^(Modifica linea|Edit line) 1$/);
      await shown.getByRole('dialog').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-many',
    path: ROOT,
    act: async (shown) => {
      await shown.getByRole('checkbox', { name: /QE-0001/ }).check();
      await press(shown, /^(Accendi|Turn on)$/);
      await shown.getByRole('dialog').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-remove',
    path: `${ROOT}/settings/comune?comune=1`,
    act: async (shown) => {
      await press(shown, /^(Elimina il comune|Delete the municipality)$/);
      await shown.getByRole('dialog').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-box-edit',
    path: `${ROOT}/boxes/1`,
    act: async (shown) => {
      await press(shown, /^(Modifica il quadro|Edit the box)$/);
      await shown.getByRole('dialog').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-assign',
    path: `${ROOT}/settings`,
    act: async (shown) => {
      await shown.getByRole('checkbox', { name: /QE-0006/ }).check();
      await press(shown, /^(Assegna a un comune|Assign to a municipality)$/);
      await shown.getByRole('dialog').getByRole('combobox').waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-new-comune',
    path: `${ROOT}/settings`,
    act: async (shown) => {
      await press(shown, /^(Aggiungi un comune|Add a municipality)$/);
      const dialog = shown.getByRole('dialog');
      await dialog.getByRole('textbox').fill('Pad');
      await dialog.getByRole('button', { name: /^(Cerca|Find)$/ }).click();
      await dialog.getByText(/Padernello/).waitFor();
    },
  },
  {
    ...full,
    name: 'lighting-preview',
    path: `${ROOT}/settings/comune?comune=1`,
    long: true,
    act: async (shown) => {
      await press(shown, /^(Anteprima di un anno|Preview a year)$/);
      await shown.getByRole('cell', { name: '13', exact: true }).scrollIntoViewIfNeeded();
    },
  },
];
