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

interface Row {
  readonly id: Id;
}

const NONE: ReadonlySet<Id> = new Set();

export const freshRows = <T extends Row>(rows: readonly T[]): StableRows<T> => ({
  rows,
  arrived: NONE,
  gone: NONE,
  waiting: 0,
});

interface StableRowsContext {
  frozen: boolean;
  /** As many rows as the list can have. */
  page_size: number;
}

/**
 * What is shown after the list was asked for again. While somebody reads (`held`) no row moves: those that are there say
 * what they are now, those that went keep their place, those that came wait. Else the list is shown as it is.
 */
export function updateStableRows<T extends Row>(
  shown: StableRows<T>,
  fresh: readonly T[],
  { frozen, page_size }: StableRowsContext,
): StableRows<T> {
  const before = new Set(shown.rows.map(({ id }) => id));
  const now = new Map(fresh.map((row) => [row.id, row]));
  const came = fresh.filter(({ id }) => !before.has(id));
  if (!frozen) {
    const arrived = [...came.map(({ id }) => id), ...shown.arrived].filter((id) => now.has(id));
    return { rows: fresh, arrived: new Set(arrived), gone: NONE, waiting: 0 };
  }
  const rows = shown.rows.map((row) => now.get(row.id) ?? row);
  // What came at the top of a full page pushes others from its foot: these are not gone, only on the next one.
  const last =
    came.length === 0 || fresh.length < page_size ? rows.length : rows.findLastIndex(({ id }) => now.has(id));
  const gone = new Set(rows.slice(0, last + 1).flatMap(({ id }) => (now.has(id) ? [] : [id])));
  return { rows, arrived: shown.arrived, gone, waiting: came.length };
}
