/** What devices are, as cards and alarms tell them apart. */
export const DEVICE_CATEGORIES = [
  'inverter',
  'production_meter',
  'exchange_meter',
  'weather_station',
  'string_box',
  'generator',
  'other',
] as const;
export type DeviceCategory = (typeof DEVICE_CATEGORIES)[number];
