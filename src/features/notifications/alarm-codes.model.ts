/** What alarms find in readings by themselves, each by its threshold. */
export const EVALUATED_CODES = [
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
export type EvaluatedCode = (typeof EVALUATED_CODES)[number];

/** What other areas find, raise and close. */
export const RAISED_CODES = ['meter_difference'] as const;
export type RaisedCode = (typeof RAISED_CODES)[number];

/** What can be wrong. The words are rendered in the reader's language from code and parameters. */
export const ALARM_CODES = [...EVALUATED_CODES, ...RAISED_CODES] as const;
export type AlarmCode = (typeof ALARM_CODES)[number];

/** Whether a threshold of alarms governs it. */
export const isEvaluated = (code: AlarmCode): code is EvaluatedCode =>
  EVALUATED_CODES.some((one) => one === code);
