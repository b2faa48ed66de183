import { sumIfAllKnown } from '../../shared/units/sums.ts';
import { addDays, HOUR_MS, MINUTE_MS } from '../../shared/units/zones.ts';
import { exceptionOf, LINES, type LineNight, nightOf, type Schedule, type Stretch } from './night.model.ts';
import { sunDay } from './sun-memory.ts';

/** What a line takes while it is lit, and what a kWh costs on a day; null where nobody said it. */
export interface LoadOfLine {
  readonly line: number;
  readonly kw: number | null;
  readonly eur_kwh: (day: string) => number | null;
}

export interface YearOfLights {
  readonly nights: number;
  /** Burning minutes of each line, by its number. */
  readonly burning_min: Readonly<Record<number, number>>;
  /** Null where the load of no line is known. */
  readonly kwh: number | null;
  /** Null where a price is missing on some night. */
  readonly eur: number | null;
}

const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0);

/** Minutes of a night in which a line is lit. */
export const burningMinutes = ({ stretches }: LineNight): number => lengthOf(stretches) / MINUTE_MS;

/** What a year of this schedule comes to, night by night: the sum of what it then does. */
export function yearOf(
  schedule: Schedule,
  from: string,
  loads: readonly LoadOfLine[],
  nights = 365,
): YearOfLights {
  const burning: Record<number, number> = {};
  let kwh = 0;
  let eur: number | null = 0;
  for (let night = 0; night < nights; night++) {
    const day = addDays(from, night);
    for (const { line, kw, eur_kwh } of loads) {
      const minutes = burningMinutes(nightOf(schedule, day, line));
      burning[line] = (burning[line] ?? 0) + minutes;
      if (kw === null) continue;
      const used = (kw * minutes) / 60;
      kwh += used;
      const price = used === 0 ? 0 : eur_kwh(day);
      eur = eur === null || price === null ? null : eur + used * price;
    }
  }
  const isKnown = loads.some(({ kw }) => kw !== null);
  return { nights, burning_min: burning, kwh: isKnown ? kwh : null, eur: isKnown ? eur : null };
}

/** Parts of a year, one after another, as a whole. */
export const yearOfParts = (parts: readonly YearOfLights[]): YearOfLights => ({
  nights: parts.reduce((sum, { nights }) => sum + nights, 0),
  burning_min: Object.fromEntries(
    LINES.map((line) => [line, parts.reduce((sum, { burning_min }) => sum + (burning_min[line] ?? 0), 0)]),
  ),
  kwh: sumIfAllKnown(parts.map(({ kwh }) => kwh)),
  eur: sumIfAllKnown(parts.map(({ eur }) => eur)),
});

/** On how many nights each exception counts, on whichever line, in their order of precedence. */
export function exceptionNights(
  schedule: Schedule,
  from: string,
  nights = 365,
): { name: string; nights: number }[] {
  const counts = new Map(schedule.exceptions.map(({ position }) => [position, 0]));
  for (let night = 0; night < nights; night++) {
    const day = addDays(from, night);
    const acting = new Set(LINES.flatMap((line) => exceptionOf(schedule, day, line)?.position ?? []));
    for (const position of acting) counts.set(position, (counts.get(position) ?? 0) + 1);
  }
  return schedule.exceptions
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, name }) => ({ name, nights: counts.get(position) ?? 0 }));
}

/** How much of a night's darkness (sun below −6°) no line lights, in minutes; null without coordinates. */
export function darkMinutes({
  schedule,
  day,
  lines,
}: {
  schedule: Schedule;
  day: string;
  lines: readonly number[];
}): number | null {
  const { latitude, longitude } = schedule.place;
  if (latitude === null || longitude === null) return null;
  const civil = (date: string) => sunDay(latitude, longitude, date).civil;
  const [dusk, dawn] = [civil(day).sunset_at, civil(addDays(day, 1)).sunrise_at];
  if (!dusk || !dawn) return null;
  const [from, to] = [dusk.getTime(), dawn.getTime()];
  const least = Math.min(
    ...lines.map((line) => {
      const lit = nightOf(schedule, day, line).stretches.map((one) => ({
        from: Math.max(one.from, from),
        to: Math.max(Math.max(one.from, from), Math.min(one.to, to)),
      }));
      return to - from - lengthOf(lit);
    }),
  );
  return Number.isFinite(least) ? Math.round(least / MINUTE_MS) : null;
}

export interface OddNight {
  readonly day: string;
  readonly kind: 'too_dark' | 'too_short';
  /** Minutes: of darkness that nothing lights, or for which the longest line burns. */
  readonly minutes: number;
  /** The same by today's settings. */
  readonly minutes_before: number;
}

/** Dark for a quarter of an hour more than today, or lit for less than four hours and less than today. */
const DARKER_MIN = 15;
const SHORT_MIN = (4 * HOUR_MS) / MINUTE_MS;

/** Nights that would be too dark or too short, against today's settings. */
export function oddNights(
  { asked, today }: { readonly asked: Schedule; readonly today: Schedule },
  {
    from,
    lines,
    nights = 365,
  }: { readonly from: string; readonly lines: readonly number[]; readonly nights?: number },
): OddNight[] {
  const longest = (schedule: Schedule, day: string) =>
    Math.max(0, ...lines.map((line) => burningMinutes(nightOf(schedule, day, line))));
  return Array.from({ length: nights }, (_, night) => addDays(from, night)).flatMap((day): OddNight[] => {
    const [dark, darkBefore] = [asked, today].map((schedule) => darkMinutes({ schedule, day, lines }));
    const [lit, litBefore] = [longest(asked, day), longest(today, day)];
    const odd: OddNight[] = [];
    if (dark != null && darkBefore != null && dark > darkBefore + DARKER_MIN)
      odd.push({ day, kind: 'too_dark', minutes: dark, minutes_before: darkBefore });
    if (lit < SHORT_MIN && lit < litBefore)
      odd.push({ day, kind: 'too_short', minutes: lit, minutes_before: litBefore });
    return odd;
  });
}
