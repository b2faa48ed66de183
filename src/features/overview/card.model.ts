import { withoutNoise } from '../../shared/units/units.ts';
import { MINUTE_MS } from '../../shared/units/zones.ts';
import { hasNoData } from '../alarms/daylight.model.ts';
import { isAsleep } from '../plants/daylight.model.ts';
import type { ProductionType } from '../plants/plants.model.ts';
import type { Card } from './overview.contract.ts';
import { plantDay } from './plant-day.model.ts';

/** A plant with its live figures as they are stored; instants in epoch ms. */
export interface LivePlant {
  readonly proj_code: string;
  readonly name: string;
  readonly production_type: ProductionType;
  readonly potenza_nominale: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly comune: string;
  readonly time_zone: string;
  readonly snooze_date: number | null;
  readonly snooze_kind: Card['snooze_kind'];
  readonly power_kw: number | null;
  readonly power_partial: boolean;
  readonly production: number | null;
  readonly irradianza: number | null;
  readonly last_reading_at: number | null;
  /** Seconds between two polls of its quickest device; null without devices. */
  readonly poll_s: number | null;
  readonly error: boolean;
  readonly warning: boolean;
  readonly string_w: boolean;
  /** Whether the connection of one of its ports is lost, and of all that its devices are behind. */
  readonly lost_ports: boolean;
  readonly lost: boolean;
  /** The local day that production and the line belong to, YYYY-MM-DD. */
  readonly spark_day: string | null;
}

const MINUTES_KEPT = 1000;
/** Minutes as they are written, up to their seconds: instants of many plants lie within a few, and a date is dear to write. */
const minutes = new Map<number, string>();

function minuteOf(minute: number): string {
  const known = minutes.get(minute);
  if (known !== undefined) return known;
  const written = new Date(minute * MINUTE_MS).toISOString().slice(0, -7);
  if (minutes.size >= MINUTES_KEPT) minutes.clear();
  minutes.set(minute, written);
  return written;
}

/** As `Date.toISOString` writes it. @throws RangeError for what is no instant */
export function instant(ms: number | null): string | null {
  if (ms === null) return null;
  const whole = Math.trunc(ms);
  const minute = Math.floor(whole / MINUTE_MS);
  const rest = whole - minute * MINUTE_MS;
  const seconds = Math.floor(rest / 1000);
  const thousandths = rest - seconds * 1000;
  return `${minuteOf(minute)}${seconds < 10 ? '0' : ''}${seconds}.${thousandths < 100 ? '0' : ''}${thousandths < 10 ? '0' : ''}${thousandths}Z`;
}

/** Whether what is stored of the day belongs to the plant's day at `now`, and not to one before it. */
export function isOfToday(plant: Pick<LivePlant, 'spark_day' | 'time_zone'>, now: number): boolean {
  return plant.spark_day === plantDay(plant.time_zone, now).day;
}

/** A plant's card at `now`. // spec §3: Plant card */
export function cardOf(plant: LivePlant, now: number): Card {
  return {
    code: plant.proj_code,
    descr: plant.name,
    error: plant.error ? 1 : 0,
    warning: plant.warning ? 1 : 0,
    string_w: plant.string_w,
    snooze_date: instant(plant.snooze_date),
    snooze_kind: plant.snooze_kind,
    potenza_nominale: plant.potenza_nominale,
    production: isOfToday(plant, now) ? withoutNoise(plant.production) : null,
    irradianza: withoutNoise(plant.irradianza),
    power_kw: withoutNoise(plant.power_kw),
    partial: plant.power_partial || plant.lost_ports,
    lost: plant.lost,
    last_reading_at: instant(plant.last_reading_at),
    no_data: hasNoData(plant, plant, now),
    asleep: isAsleep(plant, now),
    productionType: plant.production_type,
    comune: plant.comune,
    time_zone: plant.time_zone,
  };
}
