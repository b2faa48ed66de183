import { ALARM_TYPE, type AlarmCode } from './alarms.model.ts';
import {
  DELAYS,
  lookAtStrings,
  lookForFault,
  lookForNoData,
  lookForSilence,
  type WatchedDevice,
  type WatchedPlant,
} from './evidence.model.ts';
import { type Look, quietWatch, stepWatch, type Watch } from './fault-watch.model.ts';

export type AlarmParams = Record<string, string | number | null>;

/** An alarm that should be open: the fault of a plant (no device) or of one of its devices. */
export interface StandingAlarm {
  readonly plant_id: number;
  readonly device_id: number | null;
  readonly code: AlarmCode;
  readonly params: AlarmParams;
  /** When the fault began, epoch ms. */
  readonly began_at: number;
}

export const alarmKey = (alarm: Pick<StandingAlarm, 'plant_id' | 'device_id' | 'code'>): string =>
  `${alarm.plant_id}/${alarm.device_id ?? 0}/${alarm.code}`;

/** After a start the field must first be heard again: silence until then may be the program's own. */
const SETTLING_MS = 120_000;
const SILENCES: readonly AlarmCode[] = ['no_data', 'device_silent'];

const PARTING = ', ';
const labelsIn = (params: AlarmParams): string[] => String(params.strings ?? '').split(PARTING);

interface Kept {
  readonly watch: Watch;
  readonly began_at: number;
}

/** Holds what was seen of every possible fault of a company between looks, and says which alarms should be open. */
export class AlarmJudge {
  #kept = new Map<string, Kept>();
  readonly #settled_at: number;

  /** Begins with the alarms that are open already: they stay so until their fault is seen to be gone. */
  constructor(open: readonly StandingAlarm[], now: number) {
    this.#settled_at = now + SETTLING_MS;
    for (const alarm of open) {
      const kept = { watch: quietWatch(true), began_at: alarm.began_at };
      const key = alarmKey(alarm);
      if (alarm.code !== 'string_weak') this.#kept.set(key, kept);
      else for (const label of labelsIn(alarm.params)) this.#kept.set(`${key}/${label}`, kept);
    }
  }

  /** One look at all plants. What is not looked at any more (a device taken away) is forgotten. */
  judge(plants: readonly WatchedPlant[], now: number): StandingAlarm[] {
    const next = new Map<string, Kept>();
    const look = (key: string, code: AlarmCode, seen: Look): Kept | undefined => {
      const before = this.#kept.get(key) ?? { watch: quietWatch(false), began_at: now };
      const { watch, opened_at } = stepWatch(before.watch, this.#admit(code, seen, now), now, DELAYS[code]);
      const kept = { watch, began_at: opened_at ?? before.began_at };
      next.set(key, kept);
      return watch.open ? kept : undefined;
    };
    const standing = plants.flatMap((plant) => [
      ...judgePlant(plant, now, look),
      ...plant.devices.flatMap((device) => judgeDevice(plant, device, now, look)),
      ...judgeStrings(plant, now, look),
    ]);
    this.#kept = next;
    return standing;
  }

  #admit(code: AlarmCode, seen: Look, now: number): Look {
    const early = SILENCES.includes(code) && seen.evidence === 'faulty' && now < this.#settled_at;
    return early ? { evidence: 'unknown' } : seen;
  }
}

type LookInto = (key: string, code: AlarmCode, seen: Look) => Kept | undefined;
type Subject = Pick<StandingAlarm, 'plant_id' | 'device_id'>;

function judgeOne(
  subject: Subject,
  code: AlarmCode,
  params: AlarmParams,
  into: (key: string) => Kept | undefined,
): StandingAlarm[] {
  const kept = into(alarmKey({ ...subject, code }));
  return kept ? [{ ...subject, code, params, began_at: kept.began_at }] : [];
}

function judgePlant(plant: WatchedPlant, now: number, look: LookInto): StandingAlarm[] {
  const subject = { plant_id: plant.plant_id, device_id: null };
  return judgeOne(subject, 'no_data', {}, (key) => look(key, 'no_data', lookForNoData(plant, now)));
}

function judgeDevice(
  plant: WatchedPlant,
  device: WatchedDevice,
  now: number,
  look: LookInto,
): StandingAlarm[] {
  const subject = { plant_id: plant.plant_id, device_id: device.device_id };
  const named = { device: device.short_name };
  const silent = judgeOne(subject, 'device_silent', named, (key) =>
    look(key, 'device_silent', lookForSilence(plant, device, now)),
  );
  if (device.category !== 'inverter' && device.category !== 'generator') return silent;
  const event_code = device.values.find((v) => v.quantity === 'event_code')?.value ?? null;
  const fault = judgeOne(subject, 'inverter_fault', { ...named, event_code }, (key) =>
    look(key, 'inverter_fault', lookForFault(device, now)),
  );
  return [...silent, ...fault];
}

/** One alarm for each box, however many of its strings are weak. */
function judgeStrings(plant: WatchedPlant, now: number, look: LookInto): StandingAlarm[] {
  return lookAtStrings(plant, now).flatMap(({ device, strings }) => {
    const subject = { plant_id: plant.plant_id, device_id: device.device_id, code: 'string_weak' as const };
    const weak = strings.flatMap((string) => {
      const kept = look(`${alarmKey(subject)}/${string.label}`, 'string_weak', string.look);
      return kept ? [{ label: string.label, began_at: kept.began_at }] : [];
    });
    if (weak.length === 0) return [];
    const params = {
      device: device.short_name,
      strings: weak.map((w) => w.label).join(PARTING),
      n: weak.length,
      of: strings.length,
    };
    return [{ ...subject, params, began_at: Math.min(...weak.map((w) => w.began_at)) }];
  });
}

/** An alarm as it is stored. */
export interface StoredAlarm extends StandingAlarm {
  readonly id: number;
}

export interface Changes {
  readonly opened: StandingAlarm[];
  readonly closed: StoredAlarm[];
  /** Open alarms whose parameters say something else now. */
  readonly changed: StoredAlarm[];
}

/** What must change so that the stored open alarms are the standing ones. */
export function changesBetween(stored: readonly StoredAlarm[], standing: readonly StandingAlarm[]): Changes {
  const storedByKey = new Map(stored.map((alarm) => [alarmKey(alarm), alarm]));
  const standingKeys = new Set(standing.map(alarmKey));
  return {
    opened: standing.filter((alarm) => !storedByKey.has(alarmKey(alarm))),
    closed: stored.filter((alarm) => !standingKeys.has(alarmKey(alarm))),
    changed: standing.flatMap((alarm) => {
      const before = storedByKey.get(alarmKey(alarm));
      // The parameters of other alarms are those of the moment at which they opened.
      if (!before || alarm.code !== 'string_weak' || before.params.strings === alarm.params.strings)
        return [];
      return [{ ...before, params: alarm.params }];
    }),
  };
}

/** What open alarms make of a plant's card. A snooze changes none of them. // spec §4: plant dashboard status */
export function flagsOf(codes: readonly AlarmCode[]): {
  error: boolean;
  warning: boolean;
  string_w: boolean;
} {
  return {
    error: codes.some((code) => ALARM_TYPE[code] === 'E'),
    warning: codes.some((code) => ALARM_TYPE[code] === 'W' && code !== 'string_weak'),
    string_w: codes.includes('string_weak'),
  };
}
