export { DEVICE_CATEGORIES, type DeviceCategory } from './device-categories.model.ts';
export { PRODUCTION_TYPES, type ProductionType } from './production.model.ts';

/** Slots of a device's row of readings; one that was taken is never given to another variable. */
export const MAX_VARIABLES = 500;

export const VARIABLE_KINDS = ['gauge', 'counter', 'state'] as const;

/** The closed vocabulary of what a variable measures. Cards, charts, indicators and alarms look for these, never for names. */
export const QUANTITIES = [
  'ac_power_kw',
  'dc_power_kw',
  'reactive_power_kvar',
  'power_factor',
  'frequency_hz',
  'ac_voltage_v',
  'ac_current_a',
  'dc_voltage_v',
  'dc_current_a',
  'energy_export_kwh',
  'energy_import_kwh',
  'device_temperature_c',
  'device_state',
  'event_code',
  'irradiance_poa_wm2',
  'irradiance_ghi_wm2',
  'ambient_temperature_c',
  'module_temperature_c',
  'wind_speed_ms',
  'string_current_a',
  'water_flow_m3s',
  'water_level_m',
  'gas_flow_m3h',
  'battery_power_kw',
  'battery_soc_pct',
  'battery_charge_kwh',
  'battery_discharge_kwh',
  'battery_capacity_kwh',
  'other',
] as const;
export type Quantity = (typeof QUANTITIES)[number];

export interface CatalogueEntry {
  name: string;
  label_en: string;
  label_it: string;
  unit: string;
  decimals: number;
  colour: string;
  group_name: string;
  kind: (typeof VARIABLE_KINDS)[number];
  quantity: Quantity;
}

type Row = [string, string, string, string, number, string, string, CatalogueEntry['kind'], Quantity];

const string = (n: number): Row => {
  const nn = String(n).padStart(2, '0');
  return [
    `string_current_${nn}_a`,
    `String ${nn} current`,
    `Corrente stringa ${nn}`,
    'A',
    2,
    '',
    'strings',
    'gauge',
    'string_current_a',
  ];
};

const ROWS: Row[] = [
  ['ac_power_kw', 'AC power', 'Potenza AC', 'kW', 2, '#2456E6', 'power', 'gauge', 'ac_power_kw'],
  ['dc_power_kw', 'DC power', 'Potenza DC', 'kW', 2, '#6A8DF1', 'power', 'gauge', 'dc_power_kw'],
  [
    'reactive_power_kvar',
    'Reactive power',
    'Potenza reattiva',
    'kvar',
    2,
    '',
    'power',
    'gauge',
    'reactive_power_kvar',
  ],
  ['power_factor', 'Power factor', 'Fattore di potenza', '', 3, '', 'power', 'gauge', 'power_factor'],
  ['frequency_hz', 'Frequency', 'Frequenza', 'Hz', 2, '', 'grid', 'gauge', 'frequency_hz'],
  ['voltage_l1_v', 'Voltage L1', 'Tensione L1', 'V', 1, '', 'grid', 'gauge', 'ac_voltage_v'],
  ['voltage_l2_v', 'Voltage L2', 'Tensione L2', 'V', 1, '', 'grid', 'gauge', 'ac_voltage_v'],
  ['voltage_l3_v', 'Voltage L3', 'Tensione L3', 'V', 1, '', 'grid', 'gauge', 'ac_voltage_v'],
  ['current_l1_a', 'Current L1', 'Corrente L1', 'A', 2, '', 'grid', 'gauge', 'ac_current_a'],
  ['current_l2_a', 'Current L2', 'Corrente L2', 'A', 2, '', 'grid', 'gauge', 'ac_current_a'],
  ['current_l3_a', 'Current L3', 'Corrente L3', 'A', 2, '', 'grid', 'gauge', 'ac_current_a'],
  ['dc_voltage_v', 'DC voltage', 'Tensione DC', 'V', 1, '', 'dc', 'gauge', 'dc_voltage_v'],
  ['dc_current_a', 'DC current', 'Corrente DC', 'A', 2, '', 'dc', 'gauge', 'dc_current_a'],
  [
    'energy_total_kwh',
    'Energy produced',
    'Energia prodotta',
    'kWh',
    2,
    '#0E8F82',
    'energy',
    'counter',
    'energy_export_kwh',
  ],
  [
    'energy_import_kwh',
    'Energy imported',
    'Energia prelevata',
    'kWh',
    2,
    '',
    'energy',
    'counter',
    'energy_import_kwh',
  ],
  [
    'cabinet_temperature_c',
    'Cabinet temperature',
    'Temperatura interna',
    '°C',
    1,
    '#9B4FD0',
    'temperature',
    'gauge',
    'device_temperature_c',
  ],
  ['inverter_state', 'State', 'Stato', '', 0, '', 'state', 'state', 'device_state'],
  ['event_code', 'Event code', 'Codice evento', '', 0, '', 'state', 'state', 'event_code'],
  [
    'irradiance_poa_wm2',
    'Plane-of-array irradiance',
    'Irraggiamento sul piano',
    'W/m²',
    0,
    '#B83280',
    'weather',
    'gauge',
    'irradiance_poa_wm2',
  ],
  [
    'irradiance_ghi_wm2',
    'Horizontal irradiance',
    'Irraggiamento orizzontale',
    'W/m²',
    0,
    '',
    'weather',
    'gauge',
    'irradiance_ghi_wm2',
  ],
  [
    'ambient_temperature_c',
    'Air temperature',
    'Temperatura aria',
    '°C',
    1,
    '',
    'weather',
    'gauge',
    'ambient_temperature_c',
  ],
  [
    'module_temperature_c',
    'Module temperature',
    'Temperatura moduli',
    '°C',
    1,
    '#9B4FD0',
    'weather',
    'gauge',
    'module_temperature_c',
  ],
  ['wind_speed_ms', 'Wind speed', 'Velocità del vento', 'm/s', 1, '', 'weather', 'gauge', 'wind_speed_ms'],
  ['water_flow_m3s', 'Water flow', "Portata d'acqua", 'm³/s', 2, '', 'process', 'gauge', 'water_flow_m3s'],
  ['water_level_m', 'Water level', "Livello dell'acqua", 'm', 2, '', 'process', 'gauge', 'water_level_m'],
  ['gas_flow_m3h', 'Gas flow', 'Portata di gas', 'm³/h', 1, '', 'process', 'gauge', 'gas_flow_m3h'],
  // Out of the battery is positive, into it negative.
  [
    'battery_power_kw',
    'Battery power',
    'Potenza batteria',
    'kW',
    2,
    '',
    'power',
    'gauge',
    'battery_power_kw',
  ],
  [
    'battery_soc_pct',
    'Battery state of charge',
    'Stato di carica batteria',
    '%',
    0,
    '',
    'state',
    'gauge',
    'battery_soc_pct',
  ],
  [
    'battery_charge_kwh',
    'Energy into the battery',
    'Energia caricata in batteria',
    'kWh',
    2,
    '',
    'energy',
    'counter',
    'battery_charge_kwh',
  ],
  [
    'battery_discharge_kwh',
    'Energy out of the battery',
    'Energia prelevata dalla batteria',
    'kWh',
    2,
    '',
    'energy',
    'counter',
    'battery_discharge_kwh',
  ],
  [
    'battery_capacity_kwh',
    'Usable battery capacity',
    'Capacità utile della batteria',
    'kWh',
    2,
    '',
    'state',
    'gauge',
    'battery_capacity_kwh',
  ],
  ...Array.from({ length: 12 }, (_, i) => string(i + 1)),
];

/** The catalogue of variable names that a new company starts with; it may add its own. */
export const CATALOGUE: readonly CatalogueEntry[] = ROWS.map(
  ([name, label_en, label_it, unit, decimals, colour, group_name, kind, quantity]) => ({
    name,
    label_en,
    label_it,
    unit,
    decimals,
    colour,
    group_name,
    kind,
    quantity,
  }),
);
