/** What can be wrong. The words are rendered in the reader's language from code and parameters. */
export const ALARM_CODES = ['no_data', 'device_silent', 'inverter_fault', 'string_weak'] as const;
export type AlarmCode = (typeof ALARM_CODES)[number];

/** E: production or sight of the plant is lost; W: something needs a look. // spec §3 */
export const ALARM_TYPE: Readonly<Record<AlarmCode, 'E' | 'W'>> = {
  no_data: 'E',
  device_silent: 'W',
  inverter_fault: 'E',
  string_weak: 'W',
};
