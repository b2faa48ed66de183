/** An amount in whole cents, half away from zero; a ten-millionth of a cent is binary noise. */
export function wholeCents(eur: number): number {
  const cents = Math.abs(eur) * 100;
  return Math.sign(eur) * Math.floor(cents + 0.5 + 1e-7) + 0;
}

/** Remainders that differ by so much are noise. */
const NOISE = 1e-6;

/**
 * The largest remainder first. Those that differ from the next one by noise alone are equal and stand by their names, so that no order of
 * summing decides about a cent.
 */
function byRemainder<T extends { readonly rest: number; readonly name: string }>(rows: readonly T[]): T[] {
  const sorted = rows.toSorted((a, b) => b.rest - a.rest);
  const order: T[] = [];
  for (let from = 0; from < sorted.length; ) {
    let until = from + 1;
    while (until < sorted.length && (sorted[until - 1]?.rest ?? 0) - (sorted[until]?.rest ?? 0) <= NOISE)
      until++;
    order.push(...sorted.slice(from, until).toSorted((a, b) => (a.name < b.name ? -1 : 1)));
    from = until;
  }
  return order;
}

/**
 * Amounts as whole cents that add up to the whole cents of their sum: by largest remainder, equal ones in the order of their names.
 * @param names one for each amount, each once
 */
export function inCents(eur: readonly number[], names: readonly string[]): number[] {
  const total = wholeCents(eur.reduce((sum, value) => sum + value, 0));
  const rows = eur.map((value, index) => {
    const floor = Math.floor(value * 100 + 1e-7);
    return { index, floor, rest: value * 100 - floor, name: names[index] ?? '' };
  });
  const cents = rows.map(({ floor }) => floor);
  const left = total - cents.reduce((sum, value) => sum + value, 0);
  const order = byRemainder(rows);
  for (let given = 0; given < left; given++) {
    const row = order[given % order.length];
    if (row) cents[row.index] = (cents[row.index] ?? 0) + 1;
  }
  return cents;
}
