/** What a home gateway tells, whatever the way in (MQTT, HTTP, line protocol, CSV, SunSpec, a manufacturer's cloud), as data: its devices by short name, each with the names of what it reads. */
export const HOME_GATEWAY = {
  INV: { category: 'inverter', variables: ['ac_power_kw', 'energy_total_kwh'] },
  GRID: { category: 'exchange_meter', variables: ['ac_power_kw', 'energy_total_kwh', 'energy_import_kwh'] },
  BAT: {
    category: 'other',
    variables: [
      'battery_power_kw',
      'battery_soc_pct',
      'battery_charge_kwh',
      'battery_discharge_kwh',
      'battery_capacity_kwh',
    ],
  },
} as const;
export type GatewayDevice = keyof typeof HOME_GATEWAY;

/** Seconds between two of its readings. */
export const GATEWAY_INTERVAL_S = 60;
/** The same where they come from the cloud of a manufacturer, which tells quarters of an hour. */
export const CLOUD_INTERVAL_S = 900;

/** The devices behind a home's gateway: no battery's where the home has no storage. */
export const gatewayDevices = (storage_kwh: number | null | undefined): GatewayDevice[] =>
  storage_kwh ? ['INV', 'GRID', 'BAT'] : ['INV', 'GRID'];
