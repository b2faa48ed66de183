import { KILO, type Model, point, row, scales } from '../model.ts';

const QUADRANTS = ['Q1', 'Q2', 'Q3', 'Q4'] as const;
const ofQuadrants = (id: string): string[] => QUADRANTS.map((quadrant) => `${id}${quadrant}`);
const named = (name: string): string[] => QUADRANTS.map((one) => name.replace('#', one.toLowerCase()));

/** 120: what the device is made for. */
const nameplate: Model = {
  id: 120,
  label_en: 'Nameplate',
  label_it: 'Dati di targa',
  length: 26,
  points: [
    point('WRtg', 3, 'uint16', { scale: 'WRtg_SF', name: 'rated_power_kw', factor: KILO, mandatory: true }),
    point('VARtg', 5, 'uint16', { scale: 'VARtg_SF', name: 'rated_apparent_power_kva', factor: KILO }),
    ...row(
      ofQuadrants('VArRtg'),
      { from: 7, type: 'int16' },
      { scale: 'VArRtg_SF', factor: KILO, names: named('rated_reactive_power_#_kvar') },
    ),
    point('ARtg', 12, 'uint16', { scale: 'ARtg_SF', name: 'rated_current_a' }),
    point('WHRtg', 19, 'uint16', { scale: 'WHRtg_SF', name: 'rated_storage_kwh', factor: KILO }),
    point('AhrRtg', 21, 'uint16', { scale: 'AhrRtg_SF', name: 'rated_storage_ah' }),
    point('MaxChaRte', 23, 'uint16', { scale: 'MaxChaRte_SF', name: 'rated_charge_power_kw', factor: KILO }),
    point('MaxDisChaRte', 25, 'uint16', {
      scale: 'MaxDisChaRte_SF',
      name: 'rated_discharge_power_kw',
      factor: KILO,
    }),
    ...scales({ WRtg_SF: 4, VARtg_SF: 6, VArRtg_SF: 11, ARtg_SF: 13, WHRtg_SF: 20, AhrRtg_SF: 22 }),
    ...scales({ MaxChaRte_SF: 24, MaxDisChaRte_SF: 26 }),
  ],
};

/** 121: what it is set to. */
const settings: Model = {
  id: 121,
  label_en: 'Basic settings',
  label_it: 'Impostazioni di base',
  length: 30,
  points: [
    point('WMax', 2, 'uint16', { scale: 'WMax_SF', name: 'max_power_kw', factor: KILO, mandatory: true }),
    point('VRef', 3, 'uint16', { scale: 'VRef_SF', name: 'reference_grid_voltage_v' }),
    point('VRefOfs', 4, 'int16', { scale: 'VRefOfs_SF', name: 'reference_voltage_offset_v' }),
    point('VMax', 5, 'uint16', { scale: 'VMinMax_SF', name: 'max_voltage_v' }),
    point('VMin', 6, 'uint16', { scale: 'VMinMax_SF', name: 'min_voltage_v' }),
    point('VAMax', 7, 'uint16', { scale: 'VAMax_SF', name: 'max_apparent_power_kva', factor: KILO }),
    ...row(
      ofQuadrants('VArMax'),
      { from: 8, type: 'int16' },
      { scale: 'VArMax_SF', factor: KILO, names: named('max_reactive_power_#_kvar') },
    ),
    point('WGra', 12, 'uint16', { scale: 'WGra_SF', name: 'ramp_rate_pct_s' }),
    point('ECPNomHz', 20, 'uint16', { scale: 'ECPNomHz_SF', name: 'nominal_frequency_hz' }),
    ...scales({ WMax_SF: 22, VRef_SF: 23, VRefOfs_SF: 24, VMinMax_SF: 25, VAMax_SF: 26, VArMax_SF: 27 }),
    ...scales({ WGra_SF: 28, ECPNomHz_SF: 31 }),
  ],
};

/** 122: what it counts over its life, and what it is able to do now. */
const status: Model = {
  id: 122,
  label_en: 'Measurements and status',
  label_it: 'Misure e stato',
  length: 44,
  points: [
    point('PVConn', 2, 'bitfield16', { name: 'pv_connection', mandatory: true }),
    point('StorConn', 3, 'bitfield16', { name: 'storage_connection', mandatory: true }),
    point('ECPConn', 4, 'bitfield16', { name: 'grid_connection', mandatory: true }),
    point('ActWh', 5, 'acc64', { name: 'energy_lifetime_kwh', factor: KILO }),
    point('ActVAh', 9, 'acc64', { name: 'apparent_energy_export_kvah', factor: KILO }),
    ...row(
      ofQuadrants('ActVArh'),
      { from: 13, step: 4, type: 'acc64' },
      { factor: KILO, names: named('reactive_energy_#_kvarh') },
    ),
    point('VArAval', 29, 'int16', {
      scale: 'VArAval_SF',
      name: 'available_reactive_power_kvar',
      factor: KILO,
    }),
    point('WAval', 31, 'uint16', { scale: 'WAval_SF', name: 'available_power_kw', factor: KILO }),
    // StSetLimMsk is left out: reading it clears it for whoever else reads it.
    point('StActCtl', 35, 'bitfield32', { name: 'active_controls' }),
    point('RtSt', 43, 'bitfield16', { name: 'ride_through' }),
    point('Ris', 44, 'uint16', { scale: 'Ris_SF', name: 'isolation_resistance_kohm', factor: KILO }),
    ...scales({ VArAval_SF: 30, WAval_SF: 32, Ris_SF: 45 }),
  ],
};

/** 123: what it is told to do now. */
const controls: Model = {
  id: 123,
  label_en: 'Immediate controls',
  label_it: 'Comandi immediati',
  length: 24,
  points: [
    point('Conn', 4, 'enum16', { name: 'connection_command', mandatory: true }),
    point('WMaxLimPct', 5, 'uint16', { scale: 'WMaxLimPct_SF', name: 'power_limit_pct', mandatory: true }),
    point('WMaxLim_Ena', 9, 'enum16', { name: 'power_limit_on', mandatory: true }),
    point('OutPFSet', 10, 'int16', { scale: 'OutPFSet_SF', name: 'power_factor_setpoint', mandatory: true }),
    point('OutPFSet_Ena', 14, 'enum16', { name: 'power_factor_setpoint_on', mandatory: true }),
    point('VArWMaxPct', 15, 'int16', { scale: 'VArPct_SF', name: 'reactive_setpoint_of_power_pct' }),
    point('VArMaxPct', 16, 'int16', { scale: 'VArPct_SF', name: 'reactive_setpoint_of_most_pct' }),
    point('VArAvalPct', 17, 'int16', { scale: 'VArPct_SF', name: 'reactive_setpoint_of_available_pct' }),
    point('VArPct_Mod', 21, 'enum16', { name: 'reactive_setpoint_mode' }),
    point('VArPct_Ena', 22, 'enum16', { name: 'reactive_setpoint_on', mandatory: true }),
    ...scales({ WMaxLimPct_SF: 23, OutPFSet_SF: 24, VArPct_SF: 25 }),
  ],
};

/** 124: a battery. */
const storage: Model = {
  id: 124,
  label_en: 'Storage',
  label_it: 'Accumulo',
  length: 24,
  points: [
    point('ChaState', 8, 'uint16', { scale: 'ChaState_SF', name: 'state_of_charge_pct' }),
    point('InBatV', 10, 'uint16', { scale: 'InBatV_SF', name: 'battery_voltage_v' }),
    point('ChaSt', 11, 'enum16', { name: 'storage_state' }),
    point('StorAval', 9, 'uint16', { scale: 'StorAval_SF', name: 'storage_available_ah' }),
    point('WChaMax', 2, 'uint16', {
      scale: 'WChaMax_SF',
      name: 'max_charge_power_kw',
      factor: KILO,
      mandatory: true,
    }),
    point('WChaGra', 3, 'uint16', { scale: 'WChaDisChaGra_SF', name: 'charge_ramp_pct_s', mandatory: true }),
    point('WDisChaGra', 4, 'uint16', {
      scale: 'WChaDisChaGra_SF',
      name: 'discharge_ramp_pct_s',
      mandatory: true,
    }),
    point('StorCtl_Mod', 5, 'bitfield16', { name: 'storage_control_mode', mandatory: true }),
    point('VAChaMax', 6, 'uint16', { scale: 'VAChaMax_SF', name: 'max_charge_apparent_kva', factor: KILO }),
    point('MinRsvPct', 7, 'uint16', { scale: 'MinRsvPct_SF', name: 'storage_reserve_pct' }),
    point('OutWRte', 12, 'int16', { scale: 'InOutWRte_SF', name: 'discharge_limit_pct' }),
    point('InWRte', 13, 'int16', { scale: 'InOutWRte_SF', name: 'charge_limit_pct' }),
    point('ChaGriSet', 17, 'enum16', { name: 'charge_from_grid' }),
    ...scales({ WChaMax_SF: 18, WChaDisChaGra_SF: 19, VAChaMax_SF: 20, MinRsvPct_SF: 21, ChaState_SF: 22 }),
    ...scales({ StorAval_SF: 23, InBatV_SF: 24, InOutWRte_SF: 25 }),
  ],
};

/** Source: SunSpec information models 120–124. */
export const settingsModels: readonly Model[] = [nameplate, settings, status, controls, storage];
