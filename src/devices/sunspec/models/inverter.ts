import { KILO, type Model, type Point, point, row, scales } from '../model.ts';

const PHASES = ['A', 'B', 'C'] as const;
const CURRENTS = ['current_l1_a', 'current_l2_a', 'current_l3_a'];
const VOLTAGES = ['voltage_l1_v', 'voltage_l2_v', 'voltage_l3_v'];
const BETWEEN = ['voltage_l1_l2_v', 'voltage_l2_l3_v', 'voltage_l3_l1_v'];
const PAIRS = ['AB', 'BC', 'CA'];
const VENDOR_EVENTS = ['vendor_event_1', 'vendor_event_2', 'vendor_event_3', 'vendor_event_4'];
const EVENT_IDS = ['EvtVnd1', 'EvtVnd2', 'EvtVnd3', 'EvtVnd4'];

const ids = (prefix: string, ends: readonly string[]): string[] => ends.map((end) => `${prefix}${end}`);

/** State and events, which lie alike behind the measurements of both kinds. */
function statePoints(from: number): Point[] {
  return [
    point('St', from, 'enum16', { name: 'inverter_state', values: 'sunspec-103-st', mandatory: true }),
    point('StVnd', from + 1, 'enum16', { name: 'vendor_state' }),
    point('Evt1', from + 2, 'bitfield32', {
      name: 'event_code',
      values: 'sunspec-103-evt1',
      mandatory: true,
    }),
    point('Evt2', from + 4, 'bitfield32', { name: 'event_flags_2', mandatory: true }),
    ...row(EVENT_IDS, { from: from + 6, step: 2, type: 'bitfield32' }, { names: VENDOR_EVENTS }),
  ];
}

/** 101, 102, 103: integers with scale factors. */
const integers = (phases: number): Point[] => [
  point('W', 14, 'int16', { scale: 'W_SF', name: 'ac_power_kw', factor: KILO, mandatory: true }),
  point('WH', 24, 'acc32', { scale: 'WH_SF', name: 'energy_total_kwh', factor: KILO, mandatory: true }),
  point('DCW', 31, 'int16', { scale: 'DCW_SF', name: 'dc_power_kw', factor: KILO }),
  point('DCV', 29, 'uint16', { scale: 'DCV_SF', name: 'dc_voltage_v' }),
  point('DCA', 27, 'uint16', { scale: 'DCA_SF', name: 'dc_current_a' }),
  ...row(
    ids('PhVph', PHASES),
    { from: 10, type: 'uint16' },
    { scale: 'V_SF', mandatory: phases, names: VOLTAGES },
  ),
  ...row(ids('PPVph', PAIRS), { from: 7, type: 'uint16' }, { scale: 'V_SF', names: BETWEEN }),
  ...row(
    ids('Aph', PHASES),
    { from: 3, type: 'uint16' },
    { scale: 'A_SF', mandatory: phases, names: CURRENTS },
  ),
  point('A', 2, 'uint16', { scale: 'A_SF', name: 'ac_current_total_a', mandatory: true }),
  point('Hz', 16, 'uint16', { scale: 'Hz_SF', name: 'frequency_hz', mandatory: true }),
  point('VA', 18, 'int16', { scale: 'VA_SF', name: 'apparent_power_kva', factor: KILO }),
  point('VAr', 20, 'int16', { scale: 'VAr_SF', name: 'reactive_power_kvar', factor: KILO }),
  point('PF', 22, 'int16', { scale: 'PF_SF', name: 'power_factor', factor: 0.01 }),
  point('TmpCab', 33, 'int16', { scale: 'Tmp_SF', name: 'cabinet_temperature_c', mandatory: true }),
  point('TmpSnk', 34, 'int16', { scale: 'Tmp_SF', name: 'heat_sink_temperature_c' }),
  point('TmpTrns', 35, 'int16', { scale: 'Tmp_SF', name: 'transformer_temperature_c' }),
  point('TmpOt', 36, 'int16', { scale: 'Tmp_SF', name: 'other_temperature_c' }),
  ...statePoints(38),
  ...scales({ A_SF: 6, V_SF: 13, W_SF: 15, Hz_SF: 17, VA_SF: 19, VAr_SF: 21, PF_SF: 23, WH_SF: 26 }),
  ...scales({ DCA_SF: 28, DCV_SF: 30, DCW_SF: 32, Tmp_SF: 37 }),
];

/** 111, 112, 113: the same as floats. */
const floats = (phases: number): Point[] => [
  point('W', 22, 'float32', { name: 'ac_power_kw', factor: KILO, mandatory: true }),
  point('WH', 32, 'float32', { name: 'energy_total_kwh', factor: KILO, mandatory: true }),
  point('DCW', 38, 'float32', { name: 'dc_power_kw', factor: KILO }),
  point('DCV', 36, 'float32', { name: 'dc_voltage_v' }),
  point('DCA', 34, 'float32', { name: 'dc_current_a' }),
  ...row(
    ids('PhVph', PHASES),
    { from: 16, step: 2, type: 'float32' },
    { mandatory: phases, names: VOLTAGES },
  ),
  ...row(ids('PPVph', PAIRS), { from: 10, step: 2, type: 'float32' }, { names: BETWEEN }),
  ...row(ids('Aph', PHASES), { from: 4, step: 2, type: 'float32' }, { mandatory: phases, names: CURRENTS }),
  point('A', 2, 'float32', { name: 'ac_current_total_a', mandatory: true }),
  point('Hz', 24, 'float32', { name: 'frequency_hz', mandatory: true }),
  point('VA', 26, 'float32', { name: 'apparent_power_kva', factor: KILO }),
  point('VAr', 28, 'float32', { name: 'reactive_power_kvar', factor: KILO }),
  point('PF', 30, 'float32', { name: 'power_factor', factor: 0.01 }),
  point('TmpCab', 40, 'float32', { name: 'cabinet_temperature_c', mandatory: true }),
  point('TmpSnk', 42, 'float32', { name: 'heat_sink_temperature_c' }),
  point('TmpTrns', 44, 'float32', { name: 'transformer_temperature_c' }),
  point('TmpOt', 46, 'float32', { name: 'other_temperature_c' }),
  ...statePoints(48),
];

const KINDS = [
  ['Single-phase inverter', 'Inverter monofase'],
  ['Split-phase inverter', 'Inverter bifase'],
  ['Three-phase inverter', 'Inverter trifase'],
] as const;

/** Source: SunSpec information models 101–103 and 111–113. */
export const inverterModels: readonly Model[] = KINDS.flatMap(([label_en, label_it], index) => [
  { id: 101 + index, label_en, label_it, length: 50, points: integers(index + 1) },
  {
    id: 111 + index,
    label_en: `${label_en}, floats`,
    label_it: `${label_it}, virgola mobile`,
    length: 60,
    points: floats(index + 1),
  },
]);
