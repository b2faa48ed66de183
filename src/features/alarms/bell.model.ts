import type { Alarm } from './alarms.contract.ts';
import { type AlarmLook, lookOf } from './alarms.model.ts';
import { faultParamsOf } from './fault-text.model.ts';

/** The gravest first. */
const LOOKS: readonly AlarmLook[] = ['alarm', 'warning', 'string'];

/** Open alarms of one plant and one type, as the bell shows them. */
export interface Notification {
  proj_code: string;
  plant_name: string;
  type: 'E' | 'W';
  /** IANA zone of the plant. */
  time_zone: string;
  /** Until when the plant is snoozed, or null. */
  snoozed_until: string | null;
  snooze_kind: Alarm['snooze_kind'];
  /** Alarms that follow from them, which the bell does not list. */
  follow: number;
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
      const { proj_code, plant_name, type, time_zone, snoozed_until, snooze_kind, date } = alarm;
      const one = { ids: [alarm.id], alarms: [alarm], date, follow: alarm.consequences };
      groups.set(key, { proj_code, plant_name, type, time_zone, snoozed_until, snooze_kind, ...one });
      continue;
    }
    group.ids.push(alarm.id);
    group.alarms.push(alarm);
    group.follow += alarm.consequences;
    if (Date.parse(alarm.date) < Date.parse(group.date)) group.date = alarm.date;
  }
  return [...groups.values()].sort((a, b) => Date.parse(b.date) - Date.parse(a.date));
}

/** How a group looks: as its alarms do where they look alike, else as what is graver. */
export const lookOfGroup = ({ alarms }: Pick<Notification, 'alarms'>): AlarmLook =>
  LOOKS.find((look) => alarms.some((alarm) => lookOf(alarm) === look)) ?? 'warning';

/** What is wrong, once for each code and for what inverters say of their fault, with the devices it is wrong with. */
export interface Message {
  /** Tells the messages of a group apart. */
  key: string;
  code: Alarm['code'];
  params: Alarm['params'];
  devices: string[];
}

/** Faults that inverters say in the same way are one message; of other alarms each code is. */
const keyOf = ({ code, params }: Pick<Alarm, 'code' | 'params'>): string =>
  code === 'inverter_fault' ? `${code} ${JSON.stringify(faultParamsOf(params))}` : code;

export function messagesOf(alarms: readonly Pick<Alarm, 'code' | 'params' | 'short_name'>[]): Message[] {
  return [...Map.groupBy(alarms, keyOf)].flatMap(([key, alike]) => {
    const [first] = alike;
    if (!first) return [];
    const devices = [...new Set(alike.flatMap(({ short_name }) => short_name ?? []))];
    return [{ key, code: first.code, params: first.params, devices }];
  });
}

/** What the bell says without being opened: the alarms that call, those that are snoozed alone, or that neither is known. */
export type BellState =
  | { kind: 'awaited' }
  | { kind: 'failed' }
  | { kind: 'none' }
  | { kind: 'loud' | 'snoozed'; count: number; worst: 'alarm' | 'warning' };

const isActive = ({ snoozed_until }: Notification): boolean => snoozed_until === null;

/** What is snoozed is not counted, and does not call. @param groups undefined while no answer has ever come */
export function bellState(groups: readonly Notification[] | undefined, failed: boolean): BellState {
  if (!groups) return { kind: failed ? 'failed' : 'awaited' };
  const active = groups.filter(isActive);
  const shown = active.length > 0 ? active : groups;
  if (shown.length === 0) return { kind: 'none' };
  return {
    kind: active.length > 0 ? 'loud' : 'snoozed',
    count: shown.reduce((sum, { ids }) => sum + ids.length, 0),
    worst: shown.some(({ type }) => type === 'E') ? 'alarm' : 'warning',
  };
}
