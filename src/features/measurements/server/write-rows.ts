import type { Tx } from '../../../shared/server/tenancy.ts';
import { lastRows, type ReadingRow, wholeRows } from '../readings.model.ts';
import {
  type DeviceDay,
  insertObs,
  markDays,
  moveLastOn,
  type RowTypes,
  upsertLast,
  upsertObs,
} from './readings.repository.ts';

/** What is stored at once: rows as `orderRows` gives them, those of them that may be the newest, and the days that they touch. */
export interface RowsToWrite {
  readonly rows: readonly ReadingRow[];
  readonly newest: readonly ReadingRow[];
  readonly days: () => readonly DeviceDay[];
}

/** Rows in one statement: enough to make its cost small, few enough to keep its parameter small. */
const ROWS_AT_ONCE = 2000;
/** Values of one statement, said or not: 13 bytes each. */
const SLOTS_AT_ONCE = 250_000;

/** Merges rows slot by slot over what is stored; answers how many are new or changed. `before` counts what changed already. */
export async function mergeRows(
  tx: Tx,
  { rows, newest, days }: RowsToWrite,
  { types, before }: { types: RowTypes; before: number },
): Promise<number> {
  let changed = before;
  // Encoded one after another: all at once would take more memory than the rows themselves.
  for (const part of partsOf(rows)) changed += await upsertObs(tx, part, types);
  if (changed === 0) return 0;
  const last = lastRows(newest);
  const moved = last.length > 0 && upsertLast(tx, last, types);
  await Promise.all([moved, rows.length > 0 && markDays(tx, days())]);
  return changed;
}

/**
 * Stores rows that are thought to be new: a key that is there already fails the transaction (23505), and the rows are to be
 * merged then. Costs two thirds of merging.
 */
export async function addNewRows(
  tx: Tx,
  { rows, newest, days }: RowsToWrite,
  types: RowTypes,
): Promise<number> {
  // All in one flight, in the order in which merging takes its locks: the database works while the rest is made ready.
  const inserted = [...partsOf(rows)].map((part) => insertObs(tx, part, types));
  await Promise.all([...inserted, moveNewest(tx, newest, types), markDays(tx, days())]);
  return rows.length;
}

/** Most devices say something good and newer in every slot: their last rows need no merging. */
async function moveNewest(tx: Tx, newest: readonly ReadingRow[], types: RowTypes): Promise<void> {
  if (newest.length === 0) return;
  const whole = wholeRows(newest);
  if (whole && (await moveLastOn(tx, whole, types)) === whole.length) return;
  await upsertLast(tx, lastRows(newest), types);
}

/** Rows in pieces that are small enough for one statement. */
function* partsOf(rows: readonly ReadingRow[]): Generator<readonly ReadingRow[]> {
  if (rows.length === 0) return;
  let [from, slots] = [0, 0];
  for (const [at, { values }] of rows.entries()) {
    if (at > from && (at - from >= ROWS_AT_ONCE || slots + values.length > SLOTS_AT_ONCE)) {
      yield rows.slice(from, at);
      [from, slots] = [at, 0];
    }
    slots += values.length;
  }
  yield rows.slice(from);
}
