import type { Page } from 'playwright-core';
import { ALARM_TYPE } from '../../src/features/alarms/alarms.model.ts';
import type { AlarmCode } from '../../src/features/notifications/alarm-codes.model.ts';
import { noonOfJune } from './noon.ts';

const NOON = noonOfJune();
const MINUTE = 60_000;
const ago = (minutes: number): string => new Date(NOON - minutes * MINUTE).toISOString();
const MARTA = { id: 1, name: 'Marta Rinaldi' };
const LUCA = { id: 4, name: 'Luca Bianchi' };

/** An alarm as the calls answer it; what is left out is that of one nobody has looked at yet. */
const alarm = (id: number, code: AlarmCode, minutes: number, rest: object = {}) => ({
  id,
  proj_code: 'AUR-001',
  plant_name: 'Centrale di Foggia',
  time_zone: 'Europe/Rome',
  device_id: 1 as number | null,
  short_name: 'INV1' as string | null,
  type: ALARM_TYPE[code],
  code,
  params: {},
  message: '',
  date: ago(minutes),
  end_date: null as string | null,
  opened_at: ago(minutes - 1),
  count: 1,
  last_at: null as string | null,
  recovering: null as { since: string; closes_at: string } | null,
  closes_after_s: ('end_date' in rest ? null : 300) as number | null,
  cause_id: null as number | null,
  consequences: 0,
  muted: false,
  snoozed_until: null as string | null,
  snooze_kind: null as 'mute' | 'planned_work' | null,
  assigned_to: null as typeof MARTA | null,
  acknowledged_at: null as string | null,
  acknowledged_by: null as typeof MARTA | null,
  version: 1,
  ...rest,
});

const plant = (proj_code: string, plant_name: string) => ({ proj_code, plant_name });
const whole = { device_id: null, short_name: null };

const PLACES = ['Cerignola', 'Lucera', 'San Severo', 'Manfredonia', 'Ascoli Satriano', 'Torremaggiore'];

const OPEN = [
  alarm(91, 'inverter_fault', 12),
  alarm(90, 'string_weak', 47, {
    short_name: 'STR4',
    params: { strings: '3, 7, 11', n: 3, of: 16 },
    acknowledged_at: ago(20),
    acknowledged_by: LUCA,
    assigned_to: LUCA,
  }),
  alarm(88, 'connection_lost', 95, {
    ...plant('AUR-007', 'Tetto del magazzino generale di Cerignola Campagna'),
    ...whole,
    params: { port: 'Gateway Cerignola', reason: 'connect_timeout', reason_timeout_ms: 2000 },
    count: 5,
    last_at: ago(9),
    consequences: 4,
  }),
  alarm(85, 'under_expectation', 310, {
    short_name: 'INV12',
    assigned_to: MARTA,
    params: { deficit_pct: 18.4 },
  }),
  alarm(80, 'no_data', 1490, {
    ...plant('AUR-011', 'Biogas Santa Lucia'),
    ...whole,
    muted: true,
    snoozed_until: ago(-5 * 1440),
    snooze_kind: 'planned_work',
  }),
  alarm(74, 'meter_mismatch', 2300, {
    short_name: 'MT1',
    acknowledged_at: ago(1200),
    acknowledged_by: MARTA,
  }),
  alarm(70, 'production_unread', 4100, {
    ...plant('AUR-003', 'Serra Alta'),
    short_name: 'INV2',
    params: { variable: 'energy_total_kwh' },
    count: 2,
    last_at: ago(2100),
  }),
  alarm(66, 'no_production', 4700, { ...plant('AUR-003', 'Serra Alta'), short_name: 'INV5' }),
  alarm(62, 'meter_difference', 5200, {
    ...whole,
    params: {
      meter_id: 7,
      serial_number: 'M1-001',
      month: '2026-05',
      side: 'gse',
      day: null,
      own_kwh: 182_450,
      other_kwh: 189_310.5,
      threshold_pct: 3,
    },
    closes_after_s: null,
  }),
];
const CLOSED = OPEN.slice(0, 6).map((one, i) => ({
  ...one,
  id: one.id - 40,
  date: ago(3000 + i * 700),
  end_date: ago(2900 + i * 640),
  snoozed_until: null,
  snooze_kind: null,
}));

const entry = (id: number, kind: string, minutes: number, rest: object = {}) => ({
  id,
  at: ago(minutes),
  kind,
  actor: null,
  note: '',
  detail: {},
  ...rest,
});

/** A fault that came all day, and what people said about it meanwhile. */
const LONG_HISTORY = [
  entry(100, 'opened', 1500),
  ...Array.from({ length: 24 }, (_, i) => entry(101 + i, 'repeated', 1440 - i * 55)),
  entry(130, 'assigned', 90, { actor: MARTA, detail: { assigned_to: LUCA } }),
  entry(131, 'commented', 60, {
    actor: LUCA,
    note: 'Il gateway si riavvia ogni ora: sostituito l\u2019alimentatore.',
  }),
  entry(132, 'closed', 30, { detail: { duration_s: 88_200, reason: 'port_disabled' } }),
];

const HOURS_BEFORE = 4 * 60;
const wordsOf = (label_en: string, label_it: string, quantity = 'other') => ({
  label_en,
  label_it,
  quantity,
  value_table: null,
});
const STATE_WORDS = wordsOf('Inverter state', 'Stato inverter', 'device_state');
const STRING_WORDS = (n: number) => wordsOf(`String ${n} current`, `Corrente stringa ${n}`);
const FAULT_EVIDENCE = {
  start: ago(4 * 60),
  end: ago(0),
  series: [],
  figures: [
    { code: 'open_after_min', value: 1, limit: null, unit: 'min' },
    { code: 'close_after_min', value: 5, limit: null, unit: 'min' },
  ],
  readings: [
    {
      device_id: 1,
      short_name: 'INV1',
      variable: 'inverter_state',
      at: ago(12),
      value: 7,
      unit: '',
      words: STATE_WORDS,
    },
    {
      device_id: 1,
      short_name: 'INV1',
      variable: 'inverter_event',
      at: null,
      value: null,
      unit: '',
      words: null,
    },
  ],
};
/** Of a meter: no readings, and the comparison holds the rest. */
const METER_EVIDENCE = {
  start: '2026-04-30T22:00:00.000Z',
  end: '2026-05-31T22:00:00.000Z',
  series: [],
  readings: [],
  figures: [
    { code: 'own_kwh', value: 182_450, limit: null, unit: 'kWh' },
    { code: 'other_kwh', value: 189_310.5, limit: null, unit: 'kWh' },
    { code: 'difference_pct', value: -3.6239, limit: 3, unit: '%' },
  ],
};
const DETAIL = {
  alarm: { ...OPEN[1], consequences: 1 },
  evidence: {
    start: ago(HOURS_BEFORE),
    end: ago(0),
    series: [
      { device_id: 1, short_name: 'INV1', variable: 'ac_power_kw', role: 'subject' },
      { device_id: 2, short_name: 'INV2', variable: 'ac_power_kw', role: 'sibling' },
    ],
    figures: [
      { code: 'weak_strings', value: 3, limit: null, unit: '' },
      { code: 'median_a', value: 8.42, limit: null, unit: 'A' },
      { code: 'irradiance_wm2', value: 812, limit: null, unit: 'W/m²' },
      { code: 'open_after_min', value: 15, limit: null, unit: 'min' },
      { code: 'close_after_min', value: 5, limit: null, unit: 'min' },
      { code: 'weak_share_pct', value: 70, limit: null, unit: '%' },
      { code: 'bright_wm2', value: 250, limit: null, unit: 'W/m²' },
    ],
    readings: [
      {
        device_id: 1,
        short_name: 'STR4',
        variable: 'string_3_a',
        at: ago(47),
        value: 3.48,
        unit: 'A',
        words: STRING_WORDS(3),
      },
      {
        device_id: 1,
        short_name: 'STR4',
        variable: 'string_7_a',
        at: ago(47),
        value: 0,
        unit: 'A',
        words: STRING_WORDS(7),
      },
      {
        device_id: 2,
        short_name: 'METEO',
        variable: 'irradiance_poa_wm2',
        at: ago(47),
        value: 812,
        unit: 'W/m²',
        words: wordsOf('Plane-of-array irradiance', 'Irraggiamento sul piano'),
      },
    ],
  },
  cause: null,
  consequences: [alarm(92, 'under_expectation', 30, { short_name: 'INV4', cause_id: 90 })],
  history: [
    entry(1, 'opened', 47),
    entry(2, 'acknowledged', 20, { actor: LUCA }),
    entry(3, 'assigned', 20, { actor: LUCA, detail: { assigned_to: LUCA } }),
    entry(4, 'commented', 14, {
      actor: LUCA,
      note: 'Fusibili delle stringhe 3 e 7 misurati: bruciati. Ordinati i ricambi, arrivano giovedì.',
    }),
    entry(5, 'repeated', 3),
  ],
};

/** The alarm of an address, each with what it is shown for. */
function detailOf(id: number): object {
  const found = [...OPEN, ...CLOSED, ...DETAIL.consequences].find((one) => one.id === id) ?? DETAIL.alarm;
  if (id === DETAIL.alarm.id) return DETAIL;
  const bare = {
    alarm: found,
    evidence: null,
    cause: null,
    consequences: [],
    history: [entry(1, 'opened', 12)],
  };
  if (found.cause_id !== null) return { ...bare, evidence: DETAIL.evidence, cause: OPEN[1] };
  if (found.end_date !== null) return { ...bare, history: LONG_HISTORY };
  if (found.code === 'meter_difference') return { ...bare, evidence: METER_EVIDENCE };
  return { ...bare, evidence: id === 91 ? FAULT_EVIDENCE : null };
}

const snooze = (id: number, rest: object) => ({
  id,
  ...plant('AUR-011', 'Biogas Santa Lucia'),
  time_zone: 'Europe/Rome',
  kind: 'mute',
  days: 7,
  snooze_message: 'Manutenzione annuale del motore, i tecnici sono sul posto',
  starts_at: ago(2 * 1440),
  ends_at: ago(-5 * 1440),
  state: 'active',
  ended_at: null,
  end_reason: null,
  created_by: MARTA,
  created_at: ago(2 * 1440),
  ended_by: null,
  muted: 6,
  version: 1,
  ...rest,
});
const SNOOZES = [
  snooze(5, {
    ...plant('AUR-003', 'Serra Alta'),
    state: 'planned',
    kind: 'planned_work',
    days: 2,
    starts_at: ago(-3 * 1440),
    ends_at: ago(-5 * 1440),
    snooze_message: 'Sostituzione del trasformatore',
    muted: 0,
  }),
  snooze(4, {}),
  snooze(3, {
    state: 'ended',
    ended_at: ago(3000),
    end_reason: 'early',
    ended_by: LUCA,
    starts_at: ago(9000),
    ends_at: ago(100),
  }),
  snooze(2, {
    state: 'ended',
    ended_at: ago(9100),
    end_reason: 'worse',
    starts_at: ago(12_000),
    ends_at: ago(2000),
    created_by: null,
    muted: 1,
  }),
];

const logEntry = (id: number, source: string, kind: string, rest: object = {}) => ({
  id,
  at: ago(id * 7),
  source,
  kind,
  ...plant('AUR-001', 'Centrale di Foggia'),
  time_zone: 'Europe/Rome',
  device_id: 1,
  short_name: 'INV1',
  alarm_id: null,
  actor: null,
  note: '',
  detail: {},
  ...rest,
});
const ENTRIES = [
  logEntry(1, 'alarm', 'opened', { alarm_id: 91, detail: { code: 'inverter_fault', type: 'E', params: {} } }),
  logEntry(2, 'alarm', 'commented', {
    alarm_id: 91,
    actor: LUCA,
    note: 'Chiamato il tecnico.',
    detail: { code: 'inverter_fault' },
  }),
  logEntry(3, 'device', 'silent', { detail: { reason: { code: 'timeout', timeout_ms: 2000 } } }),
  logEntry(4, 'device', 'answers'),
  logEntry(5, 'configuration', 'device.changed', { actor: MARTA, detail: { number: 7 } }),
  ...[6, 7, 8, 9].map((id) =>
    logEntry(id, 'configuration', 'device.attribute_added', {
      at: ago(41),
      actor: MARTA,
      detail: { number: id },
    }),
  ),
  logEntry(10, 'alarm', 'closed', { alarm_id: 51, detail: { code: 'device_silent', duration_s: 5400 } }),
];

const paged = (results: readonly unknown[], count = results.length) => ({
  count,
  next: null,
  previous: null,
  results,
});
export const NO_ROWS = paged([]);

/** Alarms, snoozes and logs of every kind, whatever the demonstration has at that moment. */
/** The readings that an alarm was raised upon: a device falls behind its sibling. */
const STEP_MINUTES = 5;
const power = (device_id: number, share: number) => ({
  device_id,
  short_name: `INV${device_id}`,
  proj_code: 'AUR-001',
  name: 'ac_power_kw',
  label_en: 'AC power',
  label_it: 'Potenza AC',
  quantity: 'power',
  value_table: null,
  unit: 'kW',
  decimals: 1,
  colour: '#2f6fdb',
  resolution: 'raw',
  aggregate: 'avg',
  step_s: 300,
  ts: Array.from({ length: 49 }, (_, i) => ago((48 - i) * STEP_MINUTES)),
  values: Array.from({ length: 49 }, (_, i) => (i < 30 ? 80 + i : (80 + i) * share)),
});
const WHY = [power(1, 0.7), power(2, 1)];

export async function answerAlarms(page: Page): Promise<void> {
  const answers: readonly [string, unknown][] = [
    ['**/api/v1/alarms/?**', paged(OPEN, 212)],
    ['**/api/v1/alarms-bin/?**', paged(CLOSED, 4_381)],
    ['**/api/v1/alarm-snoozes/?**', paged(SNOOZES)],
    ['**/api/v1/alarm-snoozes/?*state=active*', NO_ROWS],
    ['**/api/v1/logs-detail/?**', paged(ENTRIES)],
  ];
  for (const [call, json] of answers) await page.route(call, (route) => route.fulfill({ json }));
  // A plant's page is told of its alarms with its figures, which are the demonstration's own.
  await page.route('**/api/v1/plant-overview/*/', async (route) => {
    const answer = await route.fetch();
    const alarms = { count: 212, results: OPEN.slice(0, 5), silent: null };
    await route.fulfill({ json: { ...(await answer.json()), alarms } });
  });
  // The devices of these alarms are none of the demonstration's.
  await page.route(/chart-results-data\/\?devices=1(%2C|&)/, (route) => route.fulfill({ json: WHY }));
  await page.route('**/api/v1/alarm/*/', (route) => {
    const id = Number(/alarm\/(\d+)\//.exec(route.request().url())?.[1]);
    return route.fulfill({ json: detailOf(id) });
  });
}

const version = (number: number, minutes: number, action: string, rest: object = {}) => ({
  number,
  at: ago(minutes),
  action,
  names: [],
  fields: [],
  person: MARTA.name,
  ...rest,
});
/** Of the device of an alarm of 12 minutes ago: after it, shortly before it and long before it. */
const VERSIONS = [
  version(9, 2, 'device.changed', { fields: ['model'], person: LUCA.name }),
  version(8, 34, 'port.changed', { fields: ['host', 'timeout_ms'] }),
  version(7, 52, 'device.variable_changed', { names: ['ac_power_kw'], fields: ['factor'] }),
  version(6, 300, 'device.attribute_added', { names: ['serial_number'], person: null }),
  version(5, 9000, 'device.added'),
];
const changed = (field: string, before: unknown, after: unknown) => ({ field, before, after });
const CHANGED: Readonly<Record<number, readonly object[]>> = {
  8: [
    {
      part: 'port',
      name: null,
      change: 'changed',
      fields: [changed('host', '10.20.0.14', '10.20.0.41'), changed('timeout_ms', 2000, 500)],
    },
  ],
  7: [
    {
      part: 'variable',
      name: 'ac_power_kw',
      change: 'changed',
      fields: [changed('factor', 0.001, 0.01)],
    },
  ],
};

/** The same, with an alarm before which somebody changed its device and its port. */
export async function answerChanges(page: Page): Promise<void> {
  await answerAlarms(page);
  await page.route('**/cloudcontrol/v1/devices/1/versions/**', (route) =>
    route.fulfill({ json: paged(VERSIONS) }),
  );
  await page.route('**/cloudcontrol/v1/devices/1/versions-difference/**', (route) => {
    const to = Number(new URL(route.request().url()).searchParams.get('to'));
    return route.fulfill({ json: { from: to - 1, to, differences: CHANGED[to] ?? [] } });
  });
}

/** The same, with the plant of each alarm snoozed already. */
export async function answerSnoozed(page: Page): Promise<void> {
  await answerAlarms(page);
  const inForce = SNOOZES.filter(({ state }) => state === 'active');
  await page.route('**/api/v1/alarm-snoozes/?**', (route) => route.fulfill({ json: paged(inForce) }));
}

/** A bad day of a large company: 200 open alarms in 80 plants. */
const CROWD = Array.from({ length: 200 }, (_, i) => {
  const place = (i * 37) % 80;
  const whose = OPEN[i % OPEN.length] ?? OPEN[0];
  return {
    ...whose,
    ...plant(
      `AUR-${String(place + 1).padStart(3, '0')}`,
      `Parco fotovoltaico ${PLACES[place % PLACES.length]} ${place + 1}`,
    ),
    id: 1000 - i,
    // Lost connections came within two seconds.
    date: ago(whose?.code === 'connection_lost' ? 41 + i / 6000 : 4 + i * 13),
    end_date: null,
    snoozed_until: i % 40 === 0 ? ago(-3 * 1440) : null,
  };
});

/** 200 open alarms, a page at a time for the list, all of them for the bell. */
export async function answerCrowd(page: Page): Promise<void> {
  await answerAlarms(page);
  await page.route('**/api/v1/alarms/?**', (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const size = Number(asked.get('page_size') ?? 50);
    const first = (Number(asked.get('page') ?? 1) - 1) * size;
    const type = asked.get('type');
    const found = CROWD.filter((one) => type === null || one.type === type);
    return route.fulfill({ json: paged(found.slice(first, first + size), found.length) });
  });
}
