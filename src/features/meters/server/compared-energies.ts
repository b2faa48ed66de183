import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, HOUR_MS, type LocalDay, localDay } from '../../../shared/units/zones.ts';
import type { Points } from '../../measurements/buckets.model.ts';
import { loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { isAsleep, isRestTime, type Place, restsAtNight } from '../../plants/daylight.model.ts';
import {
  type CountedPart,
  NEAR_DAY_MS,
  type SideEnergy,
  type Span,
  sumOfParts,
} from '../comparison.model.ts';
import type { ComparedDevice } from './comparison.repository.ts';

/** A variable of a device that was counted, and the time that is asked for. */
export interface Counted {
  readonly device: ComparedDevice;
  readonly slot: number;
  readonly plant: Place;
  readonly time_zone: string;
}

const placeOf = ({ device, slot }: Counted) => ({ device_id: device.device_id, slot });
const keyOf = (counted: Counted): string => placeKey(placeOf(counted));

/** The local days that a span touches. */
function daysOf(zone: string, { start, end }: Span): LocalDay[] {
  const days: LocalDay[] = [];
  for (let day = localDay(zone, start); day.start < end; day = dayBorders(zone, addDays(day.day, 1)))
    days.push(day);
  return days;
}

/** Whether a span cuts a day anywhere but at its midnights. */
const isCut = (day: LocalDay, { start, end }: Span): boolean =>
  (start > day.start + NEAR_DAY_MS && start < day.end - NEAR_DAY_MS) ||
  (end > day.start + NEAR_DAY_MS && end < day.end - NEAR_DAY_MS);

/** Whether a silent hour of a device is the night's rest, in which nothing is made. */
const rests = ({ device, plant }: Counted, at: number): boolean =>
  restsAtNight(device.category)
    ? isRestTime(plant, at)
    : isAsleep(plant, at) && isAsleep(plant, at + HOUR_MS);

function tooMuch(): never {
  const message = 'These are too many readings at once: ask for fewer plants';
  throw new AppError('invalid', message, { errors: [{ path: 'codes', message, code: 'too_much' }] });
}

function dayParts(zone: string, points: Points | undefined): CountedPart[] {
  const parts: CountedPart[] = [];
  points?.ts.forEach((start, i) => {
    const value = points.values[i] ?? Number.NaN;
    parts.push({ start, end: localDay(zone, start).end, kwh: Number.isNaN(value) ? null : value });
  });
  return parts;
}

function hourParts(counted: Counted, points: Points | undefined): CountedPart[] {
  const parts: CountedPart[] = [];
  points?.ts.forEach((start, i) => {
    const value = points.values[i] ?? Number.NaN;
    const silent = rests(counted, start) ? 0 : null;
    parts.push({ start, end: start + HOUR_MS, kwh: Number.isNaN(value) ? silent : value });
  });
  return parts;
}

/** What devices counted in spans of time. */
export interface Energies {
  of(counted: Counted, span: Span): SideEnergy;
}

export interface Wanted {
  readonly counted: Counted;
  readonly span: Span;
}

interface CutDay extends LocalDay {
  readonly zone: string;
  readonly wanted: readonly Counted[];
}

/** The days that some spans cut, each with whose hours are to be read. */
function cutDaysOf(wanted: readonly Wanted[]): CutDay[] {
  const cuts = wanted.flatMap(({ counted, span }) =>
    daysOf(counted.time_zone, span)
      .filter((day) => isCut(day, span))
      .map((day) => ({ ...day, zone: counted.time_zone, counted })),
  );
  return [...Map.groupBy(cuts, ({ zone, day }) => `${zone} ${day}`).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, wanted: same.map(({ counted }) => counted) }] : [];
  });
}

/** Reads what is counted of some spans: whole days as they are kept, and hours where a reading stands within a day. */
export async function loadEnergies(tx: Tx, wanted: readonly Wanted[], now: number): Promise<Energies> {
  const parts = new Map<string, Map<string, CountedPart[]>>();
  const keep = (counted: Counted, list: readonly CountedPart[]) => {
    const own = parts.get(keyOf(counted)) ?? new Map<string, CountedPart[]>();
    for (const [day, of] of Map.groupBy(list, ({ start }) => localDay(counted.time_zone, start).day))
      own.set(day, of);
    parts.set(keyOf(counted), own);
  };
  for (const [zone, of] of Map.groupBy(wanted, ({ counted }) => counted.time_zone)) {
    const start = localDay(zone, Math.min(...of.map(({ span }) => span.start))).start;
    const end = localDay(zone, Math.max(...of.map(({ span }) => span.end)) - 1).end;
    const places = [...new Map(of.map(({ counted }) => [keyOf(counted), placeOf(counted)])).values()];
    const asked = { places, aggregate: 'energy', resolution: 'day', start, end, now } as const;
    const loaded = (await loadPeriods(tx, asked)) ?? tooMuch();
    for (const { counted } of of) keep(counted, dayParts(zone, loaded.get(keyOf(counted))));
  }
  for (const { start, end, wanted: of } of cutDaysOf(wanted)) {
    const places = of.map(placeOf);
    const asked = { places, aggregate: 'energy', resolution: 'hour', start, end, now } as const;
    const loaded = (await loadPeriods(tx, asked)) ?? tooMuch();
    for (const counted of of) keep(counted, hourParts(counted, loaded.get(keyOf(counted))));
  }
  return {
    of: (counted, span) =>
      sumOfParts(
        daysOf(counted.time_zone, span).flatMap(({ day }) => parts.get(keyOf(counted))?.get(day) ?? []),
        span,
      ),
  };
}
