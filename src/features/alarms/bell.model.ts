import type { Alarm } from './alarms.contract.ts';

/** Open alarms of one plant and one type, as the bell shows them. */
export interface Notification {
  proj_code: string;
  plant_name: string;
  type: 'E' | 'W';
  /** IANA zone of the plant. */
  time_zone: string;
  ids: number[];
  alarms: Alarm[];
  /** The earliest date among them. */
  date: string;
}

/** Alarms grouped by proj_code and type, messages and ids collected, newest first. // spec §3: notifications */
export function groupAlarms(alarms: readonly Alarm[]): Notification[] {
  const groups = new Map<string, Notification>();
  for (const alarm of alarms) {
    const key = `${alarm.proj_code}\n${alarm.type}`;
    const group = groups.get(key);
    if (!group) {
      const { proj_code, plant_name, type, time_zone, date } = alarm;
      groups.set(key, { proj_code, plant_name, type, time_zone, ids: [alarm.id], alarms: [alarm], date });
      continue;
    }
    group.ids.push(alarm.id);
    group.alarms.push(alarm);
    if (Date.parse(alarm.date) < Date.parse(group.date)) group.date = alarm.date;
  }
  return [...groups.values()].sort((a, b) => Date.parse(b.date) - Date.parse(a.date));
}

/** What is wrong, once for each code, with the devices it is wrong with. */
export interface Message {
  code: Alarm['code'];
  devices: string[];
}

export function messagesOf(alarms: readonly Pick<Alarm, 'code' | 'short_name'>[]): Message[] {
  const messages = new Map<Alarm['code'], Set<string>>();
  for (const { code, short_name } of alarms) {
    const devices = messages.get(code) ?? new Set<string>();
    messages.set(code, devices);
    if (short_name) devices.add(short_name);
  }
  return [...messages].map(([code, devices]) => ({ code, devices: [...devices] }));
}
