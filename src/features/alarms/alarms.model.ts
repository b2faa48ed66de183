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

export type AlarmType = 'E' | 'W';

/** E: production or sight of the plant is lost; W: something needs a look. // spec §3 */
export const ALARM_TYPE: Readonly<Record<AlarmCode, AlarmType>> = {
  no_data: 'E',
  connection_lost: 'E',
  device_silent: 'W',
  production_unread: 'W',
  inverter_fault: 'E',
  no_production: 'E',
  under_expectation: 'W',
  string_weak: 'W',
  meter_mismatch: 'W',
  readings_still: 'W',
  readings_implausible: 'W',
};

export const ALARM_EVENTS = [
  'opened',
  'repeated',
  'closed',
  'followed',
  'stood_alone',
  'acknowledged',
  'unacknowledged',
  'assigned',
  'unassigned',
  'commented',
] as const;
export type AlarmEventKind = (typeof ALARM_EVENTS)[number];
