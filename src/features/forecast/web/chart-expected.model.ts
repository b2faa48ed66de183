/** Expected energy stands for the hours that are paired with it: so much of what was made must lie in them. */
const PAIRED = 0.98;

interface Expected {
  /** The begin of each part. */
  readonly ts: readonly string[];
  readonly expected_kwh: readonly (number | null)[];
  /** Of the hours of which both are known. */
  readonly actual_kwh: readonly (number | null)[];
}

interface Made {
  readonly ts: readonly string[];
  readonly produced: { readonly kwh: readonly (number | null)[] };
}

/**
 * What was expected, by instant (epoch ms), as a line may be drawn beside what was made. It is left out of a part of which more was
 * made than in the hours compared: where only a part of the plant told its energy, or hours lack, the line would be that of another
 * plant or another time.
 * @param made what is drawn; null where the hours compared are drawn themselves
 */
export function expectedBeside(data: Expected, made: Made | null): Map<number, number | null> {
  const known = made && new Map(made.ts.map((at, i) => [Date.parse(at), made.produced.kwh[i] ?? null]));
  return new Map(
    data.ts.map((ts, i) => {
      const at = Date.parse(ts);
      const [paired, drawn] = [data.actual_kwh[i] ?? null, known?.get(at) ?? null];
      const stands = drawn === null || (paired !== null && paired >= PAIRED * drawn);
      return [at, stands ? (data.expected_kwh[i] ?? null) : null];
    }),
  );
}
