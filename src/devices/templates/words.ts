/** What a variable's name means, for a company whose catalogue lacks it. */
export interface NameWords {
  readonly label_en: string;
  readonly label_it: string;
  readonly unit: string;
  readonly decimals: number;
  /** Code of a group of variables. */
  readonly group_name: string;
  readonly kind: 'gauge' | 'counter' | 'state';
  readonly quantity: string;
}

type Row = readonly [
  label_en: string,
  label_it: string,
  unit: string,
  decimals: number,
  group: string,
  kind?: NameWords['kind'],
  quantity?: string,
];

const ROWS: Readonly<Record<string, Row>> = {
  apparent_power_kva: ['Apparent power', 'Potenza apparente', 'kVA', 2, 'power'],
  active_power_l1_kw: ['Active power L1', 'Potenza attiva L1', 'kW', 2, 'power'],
  active_power_l2_kw: ['Active power L2', 'Potenza attiva L2', 'kW', 2, 'power'],
  active_power_l3_kw: ['Active power L3', 'Potenza attiva L3', 'kW', 2, 'power'],
  power_peak_today_kw: ['Highest power today', 'Potenza massima di oggi', 'kW', 2, 'power'],
  power_demand_kw: ['Power demand', 'Potenza media di periodo', 'kW', 2, 'power'],
  efficiency_percent: ['Efficiency', 'Rendimento', '%', 2, 'power'],
  voltage_l12_v: ['Voltage L1-L2', 'Tensione L1-L2', 'V', 1, 'grid'],
  voltage_l23_v: ['Voltage L2-L3', 'Tensione L2-L3', 'V', 1, 'grid'],
  voltage_l31_v: ['Voltage L3-L1', 'Tensione L3-L1', 'V', 1, 'grid'],
  current_n_a: ['Current N', 'Corrente N', 'A', 2, 'grid'],
  power_factor_l1: ['Power factor L1', 'Fattore di potenza L1', '', 3, 'grid'],
  power_factor_l2: ['Power factor L2', 'Fattore di potenza L2', '', 3, 'grid'],
  power_factor_l3: ['Power factor L3', 'Fattore di potenza L3', '', 3, 'grid'],
  voltage_thd_l1_percent: ['Voltage THD L1', 'THD tensione L1', '%', 2, 'grid'],
  voltage_thd_l2_percent: ['Voltage THD L2', 'THD tensione L2', '%', 2, 'grid'],
  voltage_thd_l3_percent: ['Voltage THD L3', 'THD tensione L3', '%', 2, 'grid'],
  current_thd_l1_percent: ['Current THD L1', 'THD corrente L1', '%', 2, 'grid'],
  current_thd_l2_percent: ['Current THD L2', 'THD corrente L2', '%', 2, 'grid'],
  current_thd_l3_percent: ['Current THD L3', 'THD corrente L3', '%', 2, 'grid'],
  energy_today_kwh: ['Energy produced today', 'Energia prodotta oggi', 'kWh', 1, 'energy'],
  energy_import_l1_kwh: ['Energy imported L1', 'Energia prelevata L1', 'kWh', 2, 'energy', 'counter'],
  energy_import_l2_kwh: ['Energy imported L2', 'Energia prelevata L2', 'kWh', 2, 'energy', 'counter'],
  energy_import_l3_kwh: ['Energy imported L3', 'Energia prelevata L3', 'kWh', 2, 'energy', 'counter'],
  energy_export_l1_kwh: ['Energy exported L1', 'Energia immessa L1', 'kWh', 2, 'energy', 'counter'],
  energy_export_l2_kwh: ['Energy exported L2', 'Energia immessa L2', 'kWh', 2, 'energy', 'counter'],
  energy_export_l3_kwh: ['Energy exported L3', 'Energia immessa L3', 'kWh', 2, 'energy', 'counter'],
  reactive_import_kvarh: [
    'Reactive energy imported',
    'Energia reattiva prelevata',
    'kvarh',
    2,
    'energy',
    'counter',
  ],
  reactive_export_kvarh: [
    'Reactive energy exported',
    'Energia reattiva immessa',
    'kvarh',
    2,
    'energy',
    'counter',
  ],
  running_time_h: ['Running time', 'Tempo di funzionamento', 'h', 0, 'state', 'counter'],
  // Called as SunSpec calls it: what no list of the program says in words.
  vendor_event_1: ["Maker's event code 1", 'Codice evento costruttore 1', '', 0, 'state', 'state'],
  alarm_1: ['Alarm word 1', 'Parola di allarme 1', '', 0, 'state', 'state'],
  alarm_2: ['Alarm word 2', 'Parola di allarme 2', '', 0, 'state', 'state'],
  alarm_3: ['Alarm word 3', 'Parola di allarme 3', '', 0, 'state', 'state'],
  alarm_flags: ['Event flags', 'Segnalazioni', '', 0, 'state', 'state'],
};

/** Names with a number in them, and what they mean. */
const NUMBERED: readonly (readonly [pattern: RegExp, row: Row])[] = [
  [/^pv_(\d\d)_voltage_v$/, ['PV input {n} voltage', 'Tensione ingresso FV {n}', 'V', 1, 'dc']],
  [/^mppt_(\d\d)_voltage_v$/, ['MPPT {n} voltage', 'Tensione MPPT {n}', 'V', 1, 'dc']],
  [/^mppt_(\d\d)_current_a$/, ['MPPT {n} current', 'Corrente MPPT {n}', 'A', 2, 'dc']],
  [/^mppt_(\d\d)_power_kw$/, ['MPPT {n} power', 'Potenza MPPT {n}', 'kW', 2, 'dc']],
  [
    /^string_current_(\d\d)_a$/,
    ['String {n} current', 'Corrente stringa {n}', 'A', 2, 'strings', 'gauge', 'string_current_a'],
  ],
  [/^digital_input_(\d\d)$/, ['Digital input {n}', 'Ingresso digitale {n}', '', 0, 'process', 'state']],
  [/^pulse_count_(\d\d)$/, ['Pulses of input {n}', 'Impulsi ingresso {n}', '', 0, 'process', 'counter']],
  [/^analogue_input_(\d\d)$/, ['Analogue input {n}', 'Ingresso analogico {n}', '', 3, 'process']],
];

/** The meaning of a name that makers' devices use; undefined where every company's catalogue begins with it. */
export function wordsOf(name: string): NameWords | undefined {
  const own = ROWS[name];
  if (own) return asWords(own);
  for (const [pattern, row] of NUMBERED) {
    const number = pattern.exec(name)?.[1];
    if (number) return asWords(row, number);
  }
  return undefined;
}

function asWords(
  [label_en, label_it, unit, decimals, group_name, kind = 'gauge', quantity = 'other']: Row,
  number = '',
): NameWords {
  const said = (label: string): string => label.replace('{n}', number);
  return { label_en: said(label_en), label_it: said(label_it), unit, decimals, group_name, kind, quantity };
}
