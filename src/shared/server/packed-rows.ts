/** Rows as columns: `null` where there is no row. */
export type Packed<R, K extends keyof R = keyof R> = { readonly [N in K]: readonly R[N][] | null };

/** One row with a JSON array of each column: of thousands of rows the driver takes 250,000 values apart far more slowly. */
export const packed = (names: readonly string[], statement: string): string =>
  `select ${names.map((name) => `json_agg(r.${name}) as ${name}`).join(', ')} from (${statement}) r`;

/** The value of a column at a place that is there. */
export const at = <T>(values: readonly T[] | null, i: number): T => values?.[i] as T;
