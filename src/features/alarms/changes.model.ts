import type { AlarmCode } from '../notifications/alarm-codes.model.ts';
import { ALARM_TYPE } from './alarms.model.ts';
import {
  type ActiveAlarm,
  type AlarmParams,
  alarmKey,
  type OpenAlarm,
} from './evaluation/active-alarm.model.ts';
import type { Closing } from './evaluation/fault-watch.model.ts';

/** An open alarm as it is stored. */
export interface StoredAlarm extends OpenAlarm {
  readonly id: number;
  readonly cause_id: number | null;
  /** How it closes, as it is stored; null where nobody has said it yet. */
  readonly closing?: Closing | null;
}

export interface Changes {
  readonly opened: readonly ActiveAlarm[];
  readonly closed: readonly StoredAlarm[];
  /** Open alarms whose parameters say something else now. */
  readonly changed: readonly {
    readonly id: number;
    readonly plant_id: number;
    readonly params: AlarmParams;
  }[];
  /** Open alarms that became a consequence, of the alarm with this key; or, with null, stand alone now. */
  readonly moved: readonly {
    readonly id: number;
    readonly plant_id: number;
    readonly cause: string | null;
    readonly was: number | null;
  }[];
  /** Open alarms whose fault has gone, or is there again, or that close at another time than was said. */
  readonly closing: readonly { readonly id: number; readonly plant_id: number; readonly closing: Closing }[];
}

/** An end that is said need not move for less (ms): looks are seconds apart. */
const CLOSES_WITHIN_MS = 15_000;

function sameClosing(was: Closing | null | undefined, now: Closing): boolean {
  if (!was || was.after_ms !== now.after_ms || was.back?.since !== now.back?.since) return false;
  return Math.abs((was.back?.closes_at ?? 0) - (now.back?.closes_at ?? 0)) < CLOSES_WITHIN_MS;
}

const NONE: ReadonlySet<string> = new Set();

/** What must change so that the stored open alarms are the standing ones. */
export function changesBetween(stored: readonly StoredAlarm[], active: readonly ActiveAlarm[]): Changes {
  const storedByKey = new Map(stored.map((alarm) => [alarmKey(alarm), alarm]));
  const keyById = new Map(stored.map((alarm) => [alarm.id, alarmKey(alarm)]));
  const activeKeys = new Set(active.map(alarmKey));
  const remaining = active.flatMap((alarm) => {
    const before = storedByKey.get(alarmKey(alarm));
    return before ? [{ before, alarm }] : [];
  });
  return {
    opened: active.filter((alarm) => !storedByKey.has(alarmKey(alarm))),
    closed: stored.filter((alarm) => !activeKeys.has(alarmKey(alarm))),
    changed: remaining.flatMap(({ before, alarm }) => {
      // The parameters of other alarms are those of the moment at which they opened.
      if (alarm.code !== 'string_weak' || before.params.strings === alarm.params.strings) return [];
      return [{ id: before.id, plant_id: before.plant_id, params: alarm.params }];
    }),
    moved: remaining.flatMap(({ before: { id, plant_id, cause_id: was }, alarm: { cause } }) => {
      // A cause that has ended is as it was.
      const ended = cause !== null && !activeKeys.has(cause);
      const same = ended || (was === null ? cause === null : keyById.get(was) === cause);
      return same ? [] : [{ id, plant_id, cause, was }];
    }),
    closing: remaining.flatMap(({ before, alarm: { closing } }) =>
      closing === undefined || sameClosing(before.closing, closing)
        ? []
        : [{ id: before.id, plant_id: before.plant_id, closing }],
    ),
  };
}

export interface Flags {
  readonly error: boolean;
  readonly warning: boolean;
  readonly string_w: boolean;
}

/** What counts for a plant's card: what evaluation found, and what other areas raised. */
export type CardAlarm = Pick<ActiveAlarm, 'plant_id' | 'device_id' | 'port_id' | 'cause'> & {
  readonly code: AlarmCode;
  readonly raised_for?: string;
};

/** What open alarms make of a plant's card; consequences do not count. A snooze changes none of them. // spec §4: plant dashboard status */
export function flagsOf(codes: readonly AlarmCode[]): Flags {
  return {
    error: codes.some((code) => ALARM_TYPE[code] === 'E'),
    warning: codes.some((code) => ALARM_TYPE[code] === 'W' && code !== 'string_weak'),
    string_w: codes.includes('string_weak'),
  };
}

/** What a plant's card shows of its alarms, as stored. */
export interface PlantFlags extends Flags {
  readonly plant_id: number;
}

/**
 * The plants of which a warning got worse, whatever else is open there: an alarm of type E opens for a device that had a
 * warning, or as the cause of one. It ends their snoozes. // spec §4: Snoozed
 * @param returning keys of what comes again and was known when the plant was snoozed: that is no news
 */
export function worsened(
  stored: readonly StoredAlarm[],
  active: readonly ActiveAlarm[],
  returning: ReadonlySet<string> = NONE,
): Set<number> {
  const known = new Set(stored.map(alarmKey));
  const warnings = new Set(
    stored.filter(({ code, cause_id }) => ALARM_TYPE[code] === 'W' && cause_id === null).map(alarmKey),
  );
  const devices = new Set(stored.flatMap((alarm) => (warnings.has(alarmKey(alarm)) ? alarm.device_id : [])));
  const causes = new Set(active.flatMap((alarm) => (warnings.has(alarmKey(alarm)) ? alarm.cause : [])));
  const graver = active.filter((alarm) => {
    if (alarm.cause !== null || ALARM_TYPE[alarm.code] !== 'E' || known.has(alarmKey(alarm))) return false;
    if (returning.has(alarmKey(alarm))) return false;
    return causes.has(alarmKey(alarm)) || (alarm.device_id !== null && devices.has(alarm.device_id));
  });
  return new Set(graver.map(({ plant_id }) => plant_id));
}

/** The plants whose card says something else now; `worse`: a warning has become an error, which is no return. // spec §4: Snoozed */
export function changedFlags(
  before: readonly PlantFlags[],
  active: readonly CardAlarm[],
  returning: ReadonlySet<string> = NONE,
): (PlantFlags & { worse: boolean })[] {
  const ofPlant = Map.groupBy(
    active.filter(({ cause }) => cause === null),
    ({ plant_id }) => plant_id,
  );
  return before.flatMap((was) => {
    const alarms = ofPlant.get(was.plant_id) ?? [];
    const flags = flagsOf(alarms.map(({ code }) => code));
    if (flags.error === was.error && flags.warning === was.warning && flags.string_w === was.string_w)
      return [];
    const isNews = alarms.some((one) => ALARM_TYPE[one.code] === 'E' && !returning.has(alarmKey(one)));
    const worse = isNews && !was.error && (was.warning || was.string_w);
    return [{ plant_id: was.plant_id, ...flags, worse }];
  });
}
