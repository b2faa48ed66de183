type Id = number | string;

/** Rows as they stand on screen while the list behind them changes. */
export interface StableRows<T> {
  readonly rows: readonly T[];
  /** Came while the list was on screen, and stand in it. */
  readonly arrived: ReadonlySet<Id>;
  /** Are not in the list any more; they keep their place while somebody reads. */
  readonly gone: ReadonlySet<Id>;
  /** Are in the list and not yet on screen. */
  readonly waiting: number;
}

const NONE: ReadonlySet<Id> = new Set();

export const freshRows = <T>(rows: readonly T[]): StableRows<T> => ({
  rows,
  arrived: NONE,
  gone: NONE,
  waiting: 0,
});

interface StableRowsContext<T> {
  rowKey: (row: T) => Id;
  frozen: boolean;
  /** As many rows as the list can have. */
  page_size: number;
}

/**
 * What is shown after the list was asked for again. While somebody reads (`held`) no row moves: those that are there say
 * what they are now, those that went keep their place, those that came wait. Else the list is shown as it is.
 */
export function updateStableRows<T>(
  shown: StableRows<T>,
  fresh: readonly T[],
  { frozen, page_size, rowKey }: StableRowsContext<T>,
): StableRows<T> {
  const before = new Set(shown.rows.map(rowKey));
  const now = new Map(fresh.map((row) => [rowKey(row), row]));
  const came = fresh.filter((row) => !before.has(rowKey(row)));
  if (!frozen) {
    const arrived = [...came.map(rowKey), ...shown.arrived].filter((id) => now.has(id));
    return { rows: fresh, arrived: new Set(arrived), gone: NONE, waiting: 0 };
  }
  const rows = shown.rows.map((row) => now.get(rowKey(row)) ?? row);
  // What came at the top of a full page pushes others from its foot: these are not gone, only on the next one.
  const last =
    came.length === 0 || fresh.length < page_size
      ? rows.length
      : rows.findLastIndex((row) => now.has(rowKey(row)));
  const gone = new Set(
    rows
      .slice(0, last + 1)
      .map(rowKey)
      .filter((key) => !now.has(key)),
  );
  return { rows, arrived: shown.arrived, gone, waiting: came.length };
}
