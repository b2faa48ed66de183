import type { Irradiance } from '../../energy/plane-of-array.ts';
import { DAY_MS, HOUR_MS } from '../../shared/units/zones.ts';
import type { AskedProvider } from './weather.model.ts';

/** More than this is no mean of an hour anywhere on the ground, W/m². */
export const MAX_WM2 = 1500;
/**
 * Days before today of which a provider is asked what their hours were: an installation that was off catches up. With the five
 * days ahead they are 14, which Open-Meteo still counts as one request.
 */
export const PAST_DAYS = 9;
/** So long it is kept: longer than days of expected energy are made anew by themselves. */
export const IRRADIANCE_KEPT_DAYS = 830;

export const COMPONENTS = ['ghi_wm2', 'dni_wm2', 'dhi_wm2'] as const satisfies readonly (keyof Irradiance)[];

/** Means of an hour, W/m²; null is what the provider does not say. */
export type SaidIrradiance = { readonly [name in (typeof COMPONENTS)[number]]: number | null };

/** What a provider says of an hour that is over. */
export interface PastHour extends SaidIrradiance {
  /** Begin of the hour, a full one of UTC: milliseconds of the Unix clock. */
  readonly start: number;
}

/** A day (UTC) of a place; each list has 24 hours. */
export type IrradianceDay = { readonly day: string } & {
  readonly [name in (typeof COMPONENTS)[number]]: readonly (number | null)[];
};

const HOURS = 24;

/** The day (UTC) that holds an instant. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** To a tenth of W/m²: what is said again is then the same, to the last digit. */
const tenth = (wm2: number | null): number | null => (wm2 === null ? null : Math.round(wm2 * 10) / 10);

/** What is said of the hours that are over, the oldest first; those of which nothing is said are left out. */
export function pastHours(now: number, saidOf: (start: number) => SaidIrradiance): PastHour[] {
  const end = Math.floor(now / HOUR_MS) * HOUR_MS;
  const starts = Array.from({ length: (PAST_DAYS + 1) * HOURS }, (_, i) => end - (i + 1) * HOUR_MS);
  return starts.reverse().flatMap((start) => {
    const said = saidOf(start);
    if (COMPONENTS.every((name) => said[name] === null)) return [];
    const { ghi_wm2, dni_wm2, dhi_wm2 } = said;
    return [{ start, ghi_wm2: tenth(ghi_wm2), dni_wm2: tenth(dni_wm2), dhi_wm2: tenth(dhi_wm2) }];
  });
}

const unknown = (): null[] => Array.from({ length: HOURS }, () => null);

export const unknownDay = (day: string): IrradianceDay => ({
  day,
  ghi_wm2: unknown(),
  dni_wm2: unknown(),
  dhi_wm2: unknown(),
});

const saidAt = (day: IrradianceDay, place: number): SaidIrradiance => ({
  ghi_wm2: day.ghi_wm2[place] ?? null,
  dni_wm2: day.dni_wm2[place] ?? null,
  dhi_wm2: day.dhi_wm2[place] ?? null,
});

const isWhole = (said: SaidIrradiance): said is Irradiance => COMPONENTS.every((name) => said[name] !== null);

/**
 * A day with what is said of its hours now; undefined where that changes nothing. What is said later counts, but an hour that is
 * known as a whole is never replaced by less.
 */
export function dayWith(before: IrradianceDay, said: readonly PastHour[]): IrradianceDay | undefined {
  const after = {
    day: before.day,
    ghi_wm2: [...before.ghi_wm2],
    dni_wm2: [...before.dni_wm2],
    dhi_wm2: [...before.dhi_wm2],
  };
  let isChanged = false;
  for (const hour of said) {
    const place = (hour.start % DAY_MS) / HOUR_MS;
    const held = saidAt(before, place);
    if (isWhole(held) && !isWhole(hour)) continue;
    for (const name of COMPONENTS) after[name][place] = hour[name];
    isChanged ||= COMPONENTS.some((name) => held[name] !== hour[name]);
  }
  return isChanged ? after : undefined;
}

/** What a provider said of some days of a place, by day, and when it said something new of each last. */
export interface SaidDays {
  readonly provider: AskedProvider;
  readonly days: ReadonlyMap<string, IrradianceDay & { readonly said_at: Date }>;
}

/** Hours of a plant's day, by one provider. */
export interface KnownHours {
  readonly provider: AskedProvider;
  /** Of each hour; null where it is not known as a whole. */
  readonly hours: readonly (Irradiance | null)[];
}

function fullHour({ days }: SaidDays, start: number): Irradiance | null {
  const day = days.get(utcDay(start));
  const said = day && saidAt(day, (start % DAY_MS) / HOUR_MS);
  return said && isWhole(said) ? said : null;
}

/** An hour that begins within an hour of UTC, as in zones of half hours, is the mean of the two it lies in, by their parts. */
function hourFrom(said: SaidDays, start: number): Irradiance | null {
  const into = start % HOUR_MS;
  const first = fullHour(said, start - into);
  if (into === 0 || !first) return first;
  const second = fullHour(said, start - into + HOUR_MS);
  const share = into / HOUR_MS;
  const mean = (name: keyof Irradiance) => (1 - share) * first[name] + share * (second?.[name] ?? 0);
  return second && { ghi_wm2: mean('ghi_wm2'), dni_wm2: mean('dni_wm2'), dhi_wm2: mean('dhi_wm2') };
}

interface Window {
  readonly start: number;
  readonly hours: number;
}

/** When a provider said something new last of the days that a window touches. */
function lastSaid({ days }: SaidDays, { start, hours }: Window): number {
  const touched = new Set([utcDay(start), utcDay(start + hours * HOUR_MS)]);
  return [...touched].reduce((last, day) => Math.max(last, days.get(day)?.said_at.getTime() ?? 0), 0);
}

/**
 * The hours from an instant on, a day at most, by the provider that knows most of them, else by the one that spoke last: a day is
 * never put together from two. Null where nobody knows any.
 */
export function hoursBy(all: readonly SaidDays[], window: Window): KnownHours | null {
  const told = all
    .map((said) => {
      const hours = Array.from({ length: window.hours }, (_, i) =>
        hourFrom(said, window.start + i * HOUR_MS),
      );
      const known = hours.filter((hour) => hour !== null).length;
      return { provider: said.provider, hours, known, said_at: lastSaid(said, window) };
    })
    .filter(({ known }) => known > 0)
    .sort((a, b) => b.known - a.known || b.said_at - a.said_at);
  const [best] = told;
  return best ? { provider: best.provider, hours: best.hours } : null;
}
