import type { Page, Route } from 'playwright-core';
import type {
  AskedQuestion,
  FieldTask,
  FoundDevice,
} from '../../../src/features/cloudcontrol/field-tools.contract.ts';
import { findTask as task } from '../../support/field-tasks.ts';

const QUESTION = '**/cloudcontrol/v1/field-questions/**';
const ID = '0b5f9c1e-0000-4000-8000-000000000001';

type Seen = FoundDevice['variables'][number];
type Kind = NonNullable<NonNullable<Seen['of_name']>['quantity']>;

const seen = (
  name: string,
  words: [en: string, it: string, unit: string, quantity: Kind],
  value: number | null,
): Seen => ({
  name,
  value,
  register: {
    function_code: 3,
    address: 40_071,
    data_type: 'int16',
    word_order: 'ABCD',
    bit_count: 1,
    factor: 1,
    value_offset: 0,
    sentinel: true,
  },
  of_name: {
    label_en: words[0],
    label_it: words[1],
    unit: words[2],
    decimals: 2,
    group_name: '',
    kind: 'gauge',
    quantity: words[3],
  },
});

const VARIABLES: readonly Seen[] = [
  seen('ac_current_a', ['AC current', 'Corrente AC', 'A', 'ac_current_a'], 41.3),
  seen('current_l1_a', ['Current L1', 'Corrente L1', 'A', 'ac_current_a'], 13.9),
  seen('voltage_l1_l2_v', ['Voltage L1–L2', 'Tensione L1–L2', 'V', 'ac_voltage_v'], null),
  seen('voltage_l1_v', ['Voltage L1', 'Tensione L1', 'V', 'ac_voltage_v'], 231.4),
  seen('ac_power_kw', ['AC power', 'Potenza AC', 'kW', 'ac_power_kw'], 28.44),
  seen('frequency_hz', ['Frequency', 'Frequenza', 'Hz', 'frequency_hz'], 50.01),
  seen('energy_total_kwh', ['Energy produced', 'Energia prodotta', 'kWh', 'energy_export_kwh'], 184_223.1),
  seen('dc_power_kw', ['DC power', 'Potenza DC', 'kW', 'dc_power_kw'], 29.02),
  seen(
    'cabinet_temperature_c',
    ['Cabinet temperature', 'Temperatura interna', '°C', 'device_temperature_c'],
    41.2,
  ),
  seen(
    'heat_sink_temperature_c',
    ['Heat sink temperature', 'Temperatura dissipatore', '°C', 'device_temperature_c'],
    null,
  ),
  { ...seen('inverter_state', ['State', 'Stato', '', 'device_state'], 4), decimals: 0 },
];

const model = (
  id: number,
  address: number,
  words: readonly [string, string],
  counts: readonly [number, number],
) => ({
  id,
  address,
  length: 50,
  known: counts[0] > 0 || id === 1,
  label_en: words[0],
  label_it: words[1],
  variables: counts[0],
  not_implemented: counts[1],
});

/** An inverter as the server describes one that it found. */
export const foundInverter = (unit_id: number, change: Partial<FoundDevice> = {}): FoundDevice => ({
  unit_id,
  base: 40_000,
  manufacturer: 'Aurora Inverters',
  model: 'AI-30K-TL',
  options: '',
  firmware: '1.4.2',
  serial_number: `AI30-00${unit_id}`,
  category: 'inverter',
  nominal_power: 30,
  short_name: `INV${unit_id}`,
  models: [
    model(1, 40_002, ['Common', 'Comune'], [0, 0]),
    model(103, 40_070, ['Three-phase inverter', 'Inverter trifase'], [11, 2]),
    model(120, 40_122, ['Nameplate', 'Targa'], [0, 3]),
    model(64_001, 40_150, ['', ''], [0, 0]),
  ],
  variables: [...VARIABLES],
  attributes: [
    { name: 'firmware', function_code: 3, address: 40_044, length: 8, swapped: false, value: '1.4.2' },
  ],
  warnings: [],
  device_id: null,
  ...change,
});

/** What the field says, in turn: the last word is said again and again. */
export const SAID = {
  running: [task(1, { state: 'running' }), task(2, { state: 'waiting' })],
  found: [
    task(1, { found: [foundInverter(1)] }),
    task(2, {
      found: [
        foundInverter(2, {
          model: 'AM-203',
          category: 'exchange_meter',
          warnings: [
            { code: 'base_beside', base: 39_999 },
            { code: 'power_factor_zero', id: 203 },
          ],
        }),
      ],
    }),
    task(3, { found: [foundInverter(3, { device_id: 7 })] }),
    task(4, { reason: { code: 'timeout', timeout_ms: 2000 } }),
  ],
  forbidden: [task(1, { reason: { code: 'refused_address', address: '10.0.0.9', port: 502 } })],
  away: [task(1, { reason: { code: 'connect_failed', detail: 'ECONNREFUSED' } })],
  other: [task(1, {})],
} as const satisfies Record<string, readonly FieldTask[]>;

/** Answers the questions of a page by hand. */
export async function answerQuestions(page: Page, tasks: readonly FieldTask[]): Promise<void> {
  const ended = tasks.every(({ state }) => state === 'ended');
  await page.route(QUESTION, async (route: Route) => {
    const method = route.request().method();
    if (method === 'DELETE') return route.fulfill({ status: 204 });
    // What is not answered yet is waited for.
    if (method === 'GET' && !ended) return;
    const asked: AskedQuestion = { id: ID, ended, tasks: [...tasks] };
    return route.fulfill({ status: method === 'POST' ? 201 : 200, json: asked });
  });
}
