interface Part<T> {
  readonly count: number;
  readonly results: readonly T[];
}

/** So often pages that moved meanwhile are loaded again. */
const TRIES = 3;

/**
 * All rows of a list that comes in pages, as many as `most`. What comes to fit the filters or fits them no more moves the pages,
 * and a row is then in none of those that were loaded: as long as the count changed, or not all of it came, they are loaded
 * again; after some tries all that were in one count.
 */
export async function loadAllPages<T extends { readonly id: number }>(
  load: (page: number) => Promise<Part<T>>,
  { size, most }: { readonly size: number; readonly most: number },
): Promise<T[]> {
  const ever = new Map<number, T>();
  for (let tried = 0; tried < TRIES; tried++) {
    const rows = new Map<number, T>();
    const counts = new Set<number>();
    for (let page = 1, count = 1; (page - 1) * size < Math.min(count, most); page++) {
      const part = await load(page);
      count = part.count;
      counts.add(count);
      for (const row of part.results) rows.set(row.id, row);
    }
    const [count = 0] = counts;
    if (counts.size === 1 && rows.size >= Math.min(count, most)) return [...rows.values()].slice(0, most);
    for (const [id, row] of rows) ever.set(id, row);
  }
  return [...ever.values()].slice(0, most);
}
