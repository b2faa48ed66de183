import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, dayBorders } from '../../../shared/units/zones.ts';
import { columnsOfRows, type Readings, withMarks } from '../columns.model.ts';
import type { SeriesTree } from '../saved-charts.contract.ts';
import { listExpired } from './figures.repository.ts';
import { daysOfMask, monthOf } from './month-book.ts';
import { listOldExpired, listRecentRows, type SlotWindow } from './recent-readings.repository.ts';
import { readSeriesTree } from './series-tree.repository.ts';
import { listMarksWithin } from './stored-readings.repository.ts';
import { loadCounted } from './stored-readings.ts';

export type { SlotWindow } from './recent-readings.repository.ts';

const NOTHING: Readings = { ts: new Float64Array(0), columns: [] };

/**
 * The readings of slots of devices as they count, packed and hot, without what people declared bad: for each window its
 * columns in the order of its slots. Devices that want the same slots are read together.
 * @returns undefined when there are more than `mostRows` instants
 * @throws DamagedReadings
 */
export async function loadSlots(
  tx: Tx,
  windows: readonly SlotWindow[],
  maxRows = Number.POSITIVE_INFINITY,
): Promise<Readings[] | undefined> {
  const result: Readings[] = windows.map(() => NOTHING);
  const bySlots = Map.groupBy(windows.entries(), ([, { slots }]) => slots.join(','));
  let left = maxRows;
  for (const same of bySlots.values()) {
    const slots = same[0]?.[1].slots ?? [];
    const query = { windows: same.map(([, window]) => window), slots, mostRows: left };
    const loaded = await loadCounted(tx, query);
    if (!loaded) return undefined;
    same.forEach(([place], i) => {
      result[place] = loaded[i] ?? NOTHING;
      left -= loaded[i]?.ts.length ?? 0;
    });
  }
  return result;
}

/**
 * All readings of stretches of devices as they count, both ends inclusive: the columns are the slots.
 * @returns undefined when there are more than `mostRows` instants
 * @throws DamagedReadings
 */
export async function loadDevices(
  tx: Tx,
  windows: readonly Omit<SlotWindow, 'slots'>[],
  maxRows: number,
): Promise<Readings[] | undefined> {
  return loadCounted(tx, { windows, slots: null, mostRows: maxRows });
}

/** The same of the last hours, which no packed day reaches into: one question for all windows, and one for the marks. */
export async function loadRecentSlots(tx: Tx, windows: readonly SlotWindow[]): Promise<Readings[]> {
  if (windows.length === 0) return [];
  const rows = await listRecentRows(tx, windows);
  const start = windows.reduce((min, w) => Math.min(min, w.start), Number.POSITIVE_INFINITY);
  const end = windows.reduce((max, w) => Math.max(max, w.end), Number.NEGATIVE_INFINITY);
  const devices = windows.map((window) => window.device_id);
  const marks = Map.groupBy(await listMarksWithin(tx, devices, start, end), (mark) => mark.device_id);
  return windows.map(({ device_id, slots }, i) =>
    withMarks(columnsOfRows(rows[i] ?? []), slots, marks.get(device_id) ?? []),
  );
}

/** Plants, devices and variables that can be chosen, as far as the scope may see. */
export async function readChoosable(tx: Tx): Promise<SeriesTree> {
  return readSeriesTree(tx);
}

/** Devices of which readings were let go in any of these windows: what was calculated from them stays as it is. */
export async function findLetGo(tx: Tx, windows: readonly SlotWindow[]): Promise<Set<number>> {
  if (windows.length === 0) return new Set();
  const expired = await listExpired(tx, {
    device_ids: [...new Set(windows.map(({ device_id }) => device_id))],
    from: monthOf(new Date(Math.min(...windows.map(({ start }) => start)) - DAY_MS).toISOString()),
    to: monthOf(new Date(Math.max(...windows.map(({ end }) => end)) + DAY_MS).toISOString()),
  });
  const days = Map.groupBy(
    expired.flatMap(({ device_id, month, expired: mask, zone }) =>
      daysOfMask(month, mask).map((day) => ({ device_id, ...dayBorders(zone, day) })),
    ),
    ({ device_id }) => device_id,
  );
  const touched = windows.filter(({ device_id, start, end }) =>
    days.get(device_id)?.some((day) => day.start < end && day.end > start),
  );
  return new Set([...touched.map(({ device_id }) => device_id), ...(await listOldExpired(tx, windows))]);
}

/** Whether readings of any of these windows were let go. */
export async function areLetGo(tx: Tx, windows: readonly SlotWindow[]): Promise<boolean> {
  return (await findLetGo(tx, windows)).size > 0;
}
