/** When a line's feedback took another value, and as what it came into the stretch that is looked at. */
export interface LitChange {
  readonly at_ms: number;
  readonly is_on: boolean;
}

/**
 * For how many hours a line was lit in each period; null where nobody knows. What it last was it is until something else was
 * read, and not after `until`.
 * @param borders ascending; the periods lie between two of them
 */
export function litHours(
  changes: readonly LitChange[],
  borders: readonly number[],
  until: number,
): (number | null)[] {
  const hours: (number | null)[] = borders.slice(1).map(() => null);
  changes.forEach(({ at_ms, is_on }, i) => {
    const end = Math.min(until, changes[i + 1]?.at_ms ?? until);
    borders.slice(1).forEach((border, at) => {
      const from = Math.max(at_ms, borders[at] ?? border);
      const to = Math.min(end, border);
      if (to > from) hours[at] = (hours[at] ?? 0) + (is_on ? (to - from) / 3_600_000 : 0);
    });
  });
  return hours;
}
