/** Where an entry of a log comes from: alarms and what was done about them, the device's own log, changes of its configuration. */
export const LOG_SOURCES = ['alarm', 'snooze', 'device', 'configuration'] as const;
export type LogSource = (typeof LOG_SOURCES)[number];
