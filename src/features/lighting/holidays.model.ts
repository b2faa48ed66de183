import { type Holiday, holidayOf } from '../../shared/units/holidays.ts';
import { addDays } from '../../shared/units/zones.ts';
import { coversNight, type Exception, exceptionOf, LINES } from './night.model.ts';

export interface HolidayNight {
  readonly day: string;
  readonly holiday: Holiday | 'patron';
  /** The name of an exception that comes before on all of its lines; null where the night is its own. */
  readonly before: string | null;
}

interface Order {
  readonly exceptions: readonly Exception[];
  readonly times: { readonly patron_day: string | null };
}

/** The nights of an exception for public holidays, by its position, from a day on. */
export function holidaysAhead(
  order: Order,
  { position, from, nights = 365 }: { position: number; from: string; nights?: number },
): HolidayNight[] {
  const one = order.exceptions.find((other) => other.position === position);
  if (!one) return [];
  const lines = one.lines.length === 0 ? LINES : one.lines;
  return Array.from({ length: nights }, (_, i) => addDays(from, i))
    .filter((day) => coversNight(one, day, order.times.patron_day))
    .map((day) => {
      const acting = lines.map((line) => exceptionOf(order, day, line));
      const isBeaten = acting.every((first) => first?.position !== position);
      return { day, holiday: holidayOf(day) ?? 'patron', before: isBeaten ? (acting[0]?.name ?? '') : null };
    });
}
