/** What a point becomes: a variable name with its words, unit and reading plan. */
export interface SunspecName {
  readonly name: string;
  readonly label_en: string;
  readonly label_it: string;
  readonly unit: string;
  readonly decimals: number;
  /** Code of a group of variables of the catalogue, or nothing. */
  readonly group_name: string;
  readonly kind: 'gauge' | 'counter' | 'state';
  /** One of the portal's quantities. */
  readonly quantity: string;
  readonly poll: 'fast' | 'slow' | 'daily';
}

type Row = readonly [name: string, label_en: string, label_it: string, unit: string, decimals: number];
type Common = Partial<Pick<SunspecName, 'group_name' | 'kind' | 'quantity' | 'poll'>>;

function names(common: Common, rows: readonly Row[]): SunspecName[] {
  return rows.map(([name, label_en, label_it, unit, decimals]) => ({
    name,
    label_en,
    label_it,
    unit,
    decimals,
    group_name: '',
    kind: 'gauge',
    quantity: 'other',
    poll: 'fast',
    ...common,
  }));
}

/** Named like the portal's own names, which keep what they are in each company. */
const OWN: readonly SunspecName[] = [
  ...names({ group_name: 'power', quantity: 'ac_power_kw' }, [
    ['ac_power_kw', 'AC power', 'Potenza AC', 'kW', 2],
  ]),
  ...names({ group_name: 'power', quantity: 'dc_power_kw' }, [
    ['dc_power_kw', 'DC power', 'Potenza DC', 'kW', 2],
  ]),
  ...names({ group_name: 'power', quantity: 'reactive_power_kvar' }, [
    ['reactive_power_kvar', 'Reactive power', 'Potenza reattiva', 'kvar', 2],
  ]),
  ...names({ group_name: 'power', quantity: 'power_factor' }, [
    ['power_factor', 'Power factor', 'Fattore di potenza', '', 3],
  ]),
  ...names({ group_name: 'grid', quantity: 'frequency_hz' }, [
    ['frequency_hz', 'Frequency', 'Frequenza', 'Hz', 2],
  ]),
  ...names({ group_name: 'grid', quantity: 'ac_voltage_v' }, [
    ['voltage_l1_v', 'Voltage L1', 'Tensione L1', 'V', 1],
    ['voltage_l2_v', 'Voltage L2', 'Tensione L2', 'V', 1],
    ['voltage_l3_v', 'Voltage L3', 'Tensione L3', 'V', 1],
  ]),
  ...names({ group_name: 'grid', quantity: 'ac_current_a' }, [
    ['current_l1_a', 'Current L1', 'Corrente L1', 'A', 2],
    ['current_l2_a', 'Current L2', 'Corrente L2', 'A', 2],
    ['current_l3_a', 'Current L3', 'Corrente L3', 'A', 2],
  ]),
  ...names({ group_name: 'dc', quantity: 'dc_voltage_v' }, [
    ['dc_voltage_v', 'DC voltage', 'Tensione DC', 'V', 1],
  ]),
  ...names({ group_name: 'dc', quantity: 'dc_current_a' }, [
    ['dc_current_a', 'DC current', 'Corrente DC', 'A', 2],
  ]),
  ...names({ group_name: 'energy', kind: 'counter', quantity: 'energy_export_kwh' }, [
    ['energy_total_kwh', 'Energy produced', 'Energia prodotta', 'kWh', 2],
  ]),
  ...names({ group_name: 'energy', kind: 'counter', quantity: 'energy_import_kwh' }, [
    ['energy_import_kwh', 'Energy imported', 'Energia prelevata', 'kWh', 2],
  ]),
  ...names({ group_name: 'temperature', quantity: 'device_temperature_c' }, [
    ['cabinet_temperature_c', 'Cabinet temperature', 'Temperatura interna', '°C', 1],
  ]),
  ...names({ group_name: 'state', kind: 'state', quantity: 'device_state' }, [
    ['inverter_state', 'State', 'Stato', '', 0],
  ]),
  ...names({ group_name: 'state', kind: 'state', quantity: 'event_code' }, [
    ['event_code', 'Event code', 'Codice evento', '', 0],
  ]),
  ...names({ group_name: 'strings', quantity: 'string_current_a' }, [
    ['string_current_#_a', 'String # current', 'Corrente stringa #', 'A', 2],
  ]),
  ...names({ group_name: 'weather', quantity: 'irradiance_poa_wm2' }, [
    ['irradiance_poa_wm2', 'Plane-of-array irradiance', 'Irraggiamento sul piano', 'W/m²', 0],
  ]),
  ...names({ group_name: 'weather', quantity: 'irradiance_ghi_wm2' }, [
    ['irradiance_ghi_wm2', 'Horizontal irradiance', 'Irraggiamento orizzontale', 'W/m²', 0],
  ]),
  ...names({ group_name: 'weather', quantity: 'ambient_temperature_c' }, [
    ['ambient_temperature_c', 'Air temperature', 'Temperatura aria', '°C', 1],
  ]),
  ...names({ group_name: 'weather', quantity: 'module_temperature_c' }, [
    ['module_temperature_c', 'Module temperature', 'Temperatura moduli', '°C', 1],
  ]),
  ...names({ group_name: 'weather', quantity: 'wind_speed_ms' }, [
    ['wind_speed_ms', 'Wind speed', 'Velocità del vento', 'm/s', 1],
  ]),
];

// A part of a device is no quantity of the plant: what is summed or compared over devices must be the whole.
const OF_THE_GRID: readonly SunspecName[] = [
  ...names({ group_name: 'power' }, [
    ['apparent_power_kva', 'Apparent power', 'Potenza apparente', 'kVA', 2],
    ['ac_power_l1_kw', 'AC power L1', 'Potenza AC L1', 'kW', 2],
    ['ac_power_l2_kw', 'AC power L2', 'Potenza AC L2', 'kW', 2],
    ['ac_power_l3_kw', 'AC power L3', 'Potenza AC L3', 'kW', 2],
    ['apparent_power_l1_kva', 'Apparent power L1', 'Potenza apparente L1', 'kVA', 2],
    ['apparent_power_l2_kva', 'Apparent power L2', 'Potenza apparente L2', 'kVA', 2],
    ['apparent_power_l3_kva', 'Apparent power L3', 'Potenza apparente L3', 'kVA', 2],
    ['reactive_power_l1_kvar', 'Reactive power L1', 'Potenza reattiva L1', 'kvar', 2],
    ['reactive_power_l2_kvar', 'Reactive power L2', 'Potenza reattiva L2', 'kvar', 2],
    ['reactive_power_l3_kvar', 'Reactive power L3', 'Potenza reattiva L3', 'kvar', 2],
    ['power_factor_l1', 'Power factor L1', 'Fattore di potenza L1', '', 3],
    ['power_factor_l2', 'Power factor L2', 'Fattore di potenza L2', '', 3],
    ['power_factor_l3', 'Power factor L3', 'Fattore di potenza L3', '', 3],
  ]),
  ...names({ group_name: 'grid' }, [
    ['ac_current_total_a', 'AC current, all phases', 'Corrente AC, tutte le fasi', 'A', 2],
    ['voltage_phases_v', 'Voltage, mean of phases', 'Tensione, media delle fasi', 'V', 1],
    ['voltage_lines_v', 'Line voltage, mean', 'Tensione concatenata, media', 'V', 1],
  ]),
  ...names({ group_name: 'grid', quantity: 'ac_voltage_v' }, [
    ['voltage_l1_l2_v', 'Voltage L1–L2', 'Tensione L1–L2', 'V', 1],
    ['voltage_l2_l3_v', 'Voltage L2–L3', 'Tensione L2–L3', 'V', 1],
    ['voltage_l3_l1_v', 'Voltage L3–L1', 'Tensione L3–L1', 'V', 1],
  ]),
  ...names({ group_name: 'energy', kind: 'counter', poll: 'slow' }, [
    ['energy_export_l1_kwh', 'Energy exported L1', 'Energia immessa L1', 'kWh', 2],
    ['energy_export_l2_kwh', 'Energy exported L2', 'Energia immessa L2', 'kWh', 2],
    ['energy_export_l3_kwh', 'Energy exported L3', 'Energia immessa L3', 'kWh', 2],
    ['energy_import_l1_kwh', 'Energy imported L1', 'Energia prelevata L1', 'kWh', 2],
    ['energy_import_l2_kwh', 'Energy imported L2', 'Energia prelevata L2', 'kWh', 2],
    ['energy_import_l3_kwh', 'Energy imported L3', 'Energia prelevata L3', 'kWh', 2],
    ['apparent_energy_export_kvah', 'Apparent energy exported', 'Energia apparente immessa', 'kVAh', 2],
    ['apparent_energy_import_kvah', 'Apparent energy imported', 'Energia apparente prelevata', 'kVAh', 2],
    ['reactive_energy_q1_kvarh', 'Reactive energy Q1', 'Energia reattiva Q1', 'kvarh', 2],
    ['reactive_energy_q2_kvarh', 'Reactive energy Q2', 'Energia reattiva Q2', 'kvarh', 2],
    ['reactive_energy_q3_kvarh', 'Reactive energy Q3', 'Energia reattiva Q3', 'kvarh', 2],
    ['reactive_energy_q4_kvarh', 'Reactive energy Q4', 'Energia reattiva Q4', 'kvarh', 2],
    ['energy_lifetime_kwh', 'Energy over the lifetime', "Energia dall'installazione", 'kWh', 2],
  ]),
];

const OF_THE_DEVICE: readonly SunspecName[] = [
  ...names({ group_name: 'temperature', quantity: 'device_temperature_c' }, [
    ['heat_sink_temperature_c', 'Heat sink temperature', 'Temperatura dissipatore', '°C', 1],
    ['transformer_temperature_c', 'Transformer temperature', 'Temperatura trasformatore', '°C', 1],
    ['other_temperature_c', 'Other temperature', 'Altra temperatura', '°C', 1],
  ]),
  ...names({ group_name: 'state', kind: 'state' }, [
    ['vendor_state', "Maker's state", 'Stato del costruttore', '', 0],
    ['event_flags_2', 'Event code 2', 'Codice evento 2', '', 0],
    ['vendor_event_1', "Maker's event code 1", 'Codice evento costruttore 1', '', 0],
    ['vendor_event_2', "Maker's event code 2", 'Codice evento costruttore 2', '', 0],
    ['vendor_event_3', "Maker's event code 3", 'Codice evento costruttore 3', '', 0],
    ['vendor_event_4', "Maker's event code 4", 'Codice evento costruttore 4', '', 0],
  ]),
  ...names({ group_name: 'state', kind: 'state', poll: 'slow' }, [
    ['pv_connection', 'PV connection', 'Connessione FV', '', 0],
    ['storage_connection', 'Storage connection', 'Connessione accumulo', '', 0],
    ['grid_connection', 'Grid connection', 'Connessione alla rete', '', 0],
    ['active_controls', 'Active controls', 'Comandi attivi', '', 0],
    ['ride_through', 'Ride-through active', 'Funzione di sostegno attiva', '', 0],
    ['connection_command', 'Connection command', 'Comando di connessione', '', 0],
    ['power_limit_on', 'Power limit on', 'Limite di potenza attivo', '', 0],
    ['power_factor_setpoint_on', 'Power factor setpoint on', 'Setpoint cosφ attivo', '', 0],
    ['reactive_setpoint_mode', 'Reactive setpoint mode', 'Modo setpoint reattiva', '', 0],
    ['reactive_setpoint_on', 'Reactive setpoint on', 'Setpoint reattiva attivo', '', 0],
    ['storage_control_mode', 'Storage control mode', 'Modo di controllo accumulo', '', 0],
    ['charge_from_grid', 'Charging from the grid', 'Carica dalla rete', '', 0],
  ]),
  ...names({ poll: 'slow' }, [
    ['available_power_kw', 'Available power', 'Potenza disponibile', 'kW', 2],
    ['available_reactive_power_kvar', 'Available reactive power', 'Potenza reattiva disponibile', 'kvar', 2],
    ['isolation_resistance_kohm', 'Isolation resistance', 'Resistenza di isolamento', 'kΩ', 1],
    ['max_power_kw', 'Power limit set', 'Potenza massima impostata', 'kW', 2],
    ['power_limit_pct', 'Power limit', 'Limite di potenza', '%', 1],
    ['power_factor_setpoint', 'Power factor setpoint', 'Setpoint cosφ', '', 3],
    ['reactive_setpoint_of_power_pct', 'Reactive setpoint, of power', 'Setpoint reattiva su P max', '%', 1],
    ['reactive_setpoint_of_most_pct', 'Reactive setpoint, of most', 'Setpoint reattiva su Q max', '%', 1],
    [
      'reactive_setpoint_of_available_pct',
      'Reactive setpoint, of available',
      'Setpoint reattiva su Q disponibile',
      '%',
      1,
    ],
  ]),
];

const RATINGS: readonly SunspecName[] = names({ poll: 'daily' }, [
  ['rated_power_kw', 'Rated power', 'Potenza nominale', 'kW', 2],
  ['rated_apparent_power_kva', 'Rated apparent power', 'Potenza apparente nominale', 'kVA', 2],
  ['rated_reactive_power_q1_kvar', 'Rated reactive power Q1', 'Potenza reattiva nominale Q1', 'kvar', 2],
  ['rated_reactive_power_q2_kvar', 'Rated reactive power Q2', 'Potenza reattiva nominale Q2', 'kvar', 2],
  ['rated_reactive_power_q3_kvar', 'Rated reactive power Q3', 'Potenza reattiva nominale Q3', 'kvar', 2],
  ['rated_reactive_power_q4_kvar', 'Rated reactive power Q4', 'Potenza reattiva nominale Q4', 'kvar', 2],
  ['rated_current_a', 'Rated current', 'Corrente nominale', 'A', 2],
  ['rated_storage_kwh', 'Rated storage', 'Accumulo nominale', 'kWh', 2],
  ['rated_storage_ah', 'Rated storage charge', 'Carica nominale accumulo', 'Ah', 1],
  ['rated_charge_power_kw', 'Rated charging power', 'Potenza di carica nominale', 'kW', 2],
  ['rated_discharge_power_kw', 'Rated discharging power', 'Potenza di scarica nominale', 'kW', 2],
  ['reference_grid_voltage_v', 'Reference grid voltage', 'Tensione di rete di riferimento', 'V', 1],
  ['reference_voltage_offset_v', 'Reference voltage offset', 'Scostamento tensione di riferimento', 'V', 1],
  ['max_voltage_v', 'Voltage, upper setting', 'Tensione massima impostata', 'V', 1],
  ['min_voltage_v', 'Voltage, lower setting', 'Tensione minima impostata', 'V', 1],
  ['max_apparent_power_kva', 'Apparent power limit set', 'Potenza apparente massima impostata', 'kVA', 2],
  ['max_reactive_power_q1_kvar', 'Reactive power limit Q1', 'Limite potenza reattiva Q1', 'kvar', 2],
  ['max_reactive_power_q2_kvar', 'Reactive power limit Q2', 'Limite potenza reattiva Q2', 'kvar', 2],
  ['max_reactive_power_q3_kvar', 'Reactive power limit Q3', 'Limite potenza reattiva Q3', 'kvar', 2],
  ['max_reactive_power_q4_kvar', 'Reactive power limit Q4', 'Limite potenza reattiva Q4', 'kvar', 2],
  ['ramp_rate_pct_s', 'Ramp rate', 'Gradiente di potenza', '%/s', 2],
  ['nominal_frequency_hz', 'Nominal frequency', 'Frequenza nominale', 'Hz', 2],
  ['max_charge_power_kw', 'Charging power limit', 'Limite potenza di carica', 'kW', 2],
  [
    'max_charge_apparent_kva',
    'Charging apparent power limit',
    'Limite potenza apparente di carica',
    'kVA',
    2,
  ],
  ['charge_ramp_pct_s', 'Charging ramp', 'Gradiente di carica', '%/s', 2],
  ['discharge_ramp_pct_s', 'Discharging ramp', 'Gradiente di scarica', '%/s', 2],
]);

const STORAGE: readonly SunspecName[] = [
  ...names({}, [
    ['state_of_charge_pct', 'State of charge', 'Stato di carica', '%', 1],
    ['battery_voltage_v', 'Battery voltage', 'Tensione batteria', 'V', 1],
    ['storage_available_ah', 'Charge available', 'Carica disponibile', 'Ah', 1],
  ]),
  ...names({ group_name: 'state', kind: 'state' }, [
    ['storage_state', 'Storage state', 'Stato accumulo', '', 0],
  ]),
  ...names({ poll: 'slow' }, [
    ['storage_reserve_pct', 'Storage reserve', 'Riserva accumulo', '%', 1],
    ['charge_limit_pct', 'Charging limit', 'Limite di carica', '%', 1],
    ['discharge_limit_pct', 'Discharging limit', 'Limite di scarica', '%', 1],
  ]),
];

const INPUTS: readonly SunspecName[] = [
  ...names({ group_name: 'dc' }, [
    ['mppt_#_power_kw', 'MPPT # power', 'Potenza MPPT #', 'kW', 3],
    ['mppt_#_current_a', 'MPPT # current', 'Corrente MPPT #', 'A', 2],
    ['mppt_#_voltage_v', 'MPPT # voltage', 'Tensione MPPT #', 'V', 1],
    ['dc_performance_pct', 'DC performance', 'Rendimento DC', '%', 0],
  ]),
  ...names({ group_name: 'temperature' }, [
    ['mppt_#_temperature_c', 'MPPT # temperature', 'Temperatura MPPT #', '°C', 0],
  ]),
  ...names({ group_name: 'state', kind: 'state' }, [
    ['mppt_events', 'MPPT events', 'Eventi MPPT', '', 0],
    ['mppt_#_state', 'MPPT # state', 'Stato MPPT #', '', 0],
    ['mppt_#_events', 'MPPT # events', 'Eventi MPPT #', '', 0],
    ['string_events_#', 'String # events', 'Eventi stringa #', '', 0],
  ]),
  ...names({ group_name: 'state', kind: 'state', poll: 'slow' }, [
    ['string_vendor_events_#', "String # maker's events", 'Eventi costruttore stringa #', '', 0],
  ]),
  ...names({ group_name: 'dc', kind: 'counter', poll: 'slow' }, [
    ['mppt_#_energy_kwh', 'MPPT # energy', 'Energia MPPT #', 'kWh', 2],
    ['dc_energy_kwh', 'DC energy', 'Energia DC', 'kWh', 2],
    ['dc_charge_ah', 'DC charge', 'Carica DC', 'Ah', 1],
  ]),
  ...names({ group_name: 'strings' }, [
    ['string_voltage_#_v', 'String # voltage', 'Tensione stringa #', 'V', 1],
    ['string_power_#_kw', 'String # power', 'Potenza stringa #', 'kW', 3],
  ]),
  ...names({ group_name: 'strings', kind: 'counter', poll: 'slow' }, [
    ['string_energy_#_kwh', 'String # energy', 'Energia stringa #', 'kWh', 2],
    ['string_charge_#_ah', 'String # charge', 'Carica stringa #', 'Ah', 1],
  ]),
];

const WEATHER: readonly SunspecName[] = [
  ...names({ group_name: 'weather' }, [
    ['irradiance_diffuse_wm2', 'Diffuse irradiance', 'Irraggiamento diffuso', 'W/m²', 0],
    ['irradiance_direct_wm2', 'Direct normal irradiance', 'Irraggiamento diretto normale', 'W/m²', 0],
    ['irradiance_other_wm2', 'Other irradiance', 'Altro irraggiamento', 'W/m²', 0],
    ['reference_irradiance_wm2', 'Reference irradiance', 'Irraggiamento di riferimento', 'W/m²', 0],
    ['reference_current_a', 'Reference current', 'Corrente di riferimento', 'A', 1],
    ['reference_voltage_v', 'Reference voltage', 'Tensione di riferimento', 'V', 1],
    ['reference_temperature_c', 'Reference temperature', 'Temperatura di riferimento', '°C', 1],
    ['relative_humidity_pct', 'Relative humidity', 'Umidità relativa', '%', 0],
    ['air_pressure_hpa', 'Air pressure', 'Pressione atmosferica', 'hPa', 0],
    ['wind_direction_deg', 'Wind direction', 'Direzione del vento', '°', 0],
    ['rain_mm', 'Rain', 'Pioggia', 'mm', 0],
    ['snow_depth_mm', 'Snow depth', 'Altezza neve', 'mm', 0],
    ['electric_field_vm', 'Electric field', 'Campo elettrico', 'V/m', 0],
    ['surface_wetness_kohm', 'Surface wetness', 'Bagnatura superficiale', 'kΩ', 0],
    ['soil_wetness_pct', 'Soil wetness', 'Umidità del suolo', '%', 0],
    ['inclination_x_deg', 'Inclination X', 'Inclinazione X', '°', 2],
    ['inclination_y_deg', 'Inclination Y', 'Inclinazione Y', '°', 2],
    ['inclination_z_deg', 'Inclination Z', 'Inclinazione Z', '°', 2],
  ]),
  ...names({ group_name: 'weather', kind: 'state' }, [
    ['precipitation_type', 'Kind of precipitation', 'Tipo di precipitazione', '', 0],
  ]),
  ...names({ poll: 'daily' }, [
    ['latitude_deg', 'Latitude', 'Latitudine', '°', 6],
    ['longitude_deg', 'Longitude', 'Longitudine', '°', 6],
    ['altitude_m', 'Altitude', 'Altitudine', 'm', 0],
  ]),
];

/** Every name that a point may become. */
export const sunspecNames: readonly SunspecName[] = [
  ...OWN,
  ...OF_THE_GRID,
  ...OF_THE_DEVICE,
  ...RATINGS,
  ...STORAGE,
  ...INPUTS,
  ...WEATHER,
];

const byName = new Map(sunspecNames.map((one) => [one.name, one]));

/**
 * What a point's name says, for the block of this number.
 * @throws RangeError for a name that is not listed here
 */
export function nameOfPoint(name: string, number: number | null): SunspecName {
  const found = byName.get(name);
  if (!found) throw new RangeError(`no point becomes ${name}`);
  if (number === null) return found;
  const nn = String(number).padStart(2, '0');
  const filled = (text: string): string => text.replace('#', nn);
  return {
    ...found,
    name: filled(found.name),
    label_en: filled(found.label_en),
    label_it: filled(found.label_it),
  };
}
