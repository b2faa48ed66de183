import type { AlarmCode } from '../notifications/alarm-codes.model.ts';

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
  meter_difference: 'W',
};

export type AlarmLook = 'alarm' | 'warning' | 'string';

/** How an alarm looks: red for errors, yellow for strings, orange for other warnings. */
export function lookOf({ type, code }: { type: AlarmType; code: AlarmCode }): AlarmLook {
  if (type === 'E') return 'alarm';
  return code === 'string_weak' ? 'string' : 'warning';
}

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
