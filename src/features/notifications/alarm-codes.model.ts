/** What can be wrong. The words are rendered in the reader's language from code and parameters. */
export const ALARM_CODES = [
  'no_data',
  'connection_lost',
  'device_silent',
  'production_unread',
  'inverter_fault',
  'no_production',
  'under_expectation',
  'string_weak',
  'meter_mismatch',
  'readings_still',
  'readings_implausible',
] as const;
export type AlarmCode = (typeof ALARM_CODES)[number];
