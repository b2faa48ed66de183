/** An amount in whole cents, half away from zero; a ten-millionth of a cent is binary noise. */
export function wholeCents(eur: number): number {
  const cents = Math.abs(eur) * 100;
  return Math.sign(eur) * Math.floor(cents + 0.5 + 1e-7) + 0;
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
  // Remainders that differ by noise alone are equal, so that no order of summing decides about a cent.
  const order = rows.toSorted((a, b) =>
    Math.abs(b.rest - a.rest) > 1e-6 ? b.rest - a.rest : a.name < b.name ? -1 : 1,
  );
  for (let given = 0; given < left; given++) {
    const row = order[given % order.length];
    if (row) cents[row.index] = (cents[row.index] ?? 0) + 1;
  }
  return cents;
}
