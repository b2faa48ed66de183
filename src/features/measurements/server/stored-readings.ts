import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import {
  between,
  type Mark,
  makeReadings,
  mergeReadings,
  type Readings,
  withMarks,
} from '../columns.model.ts';
import { DamagedBytes } from './packed-bytes.ts';
import { PackedDay, unpackDay } from './packed-day.ts';
import { PackedStretch } from './packed-stretch.ts';
import { readStretches } from './read-stretches.ts';
import type { DeviceDay, ReadingWindow } from './readings.repository.ts';
import {
  findStored,
  listMarksWithin,
  type PackedBytes,
  type PackedStretchBytes,
} from './stored-readings.repository.ts';
import { countPacked } from './stretches.repository.ts';

export interface ReadingsQuery {
  /** Both ends inclusive. */
  readonly windows: readonly ReadingWindow[];
  /** Slots, ascending: the columns stand in their order. Null: all, the columns are the slots. */
  readonly slots: readonly number[] | null;
  /** Instants that are too many in all. */
  readonly mostRows?: number;
}

/** Days of devices in one statement: their bytes and rows lie in memory together. */
const DAYS_AT_ONCE = 2000;
/** So many are counted before they are read. */
const LONG_DAYS = 60;

/** Readings that are packed cannot be read. */
export class DamagedReadings extends Error {
  readonly device_id: number;
  readonly day: string;
  /** The last day that lies in the same bytes, about: YYYY-MM-DD of UTC. */
  readonly until: string | undefined;

  constructor({ device_id, day, until }: DeviceDay & { until?: string }, cause: DamagedBytes) {
    super(`The packed readings of device ${device_id} on ${day} are damaged: ${cause.message}`, { cause });
    this.device_id = device_id;
    this.day = day;
    this.until = until;
  }
}

function reading<T>(of: DeviceDay, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof DamagedBytes ? new DamagedReadings(of, error) : error;
  }
}

/** All readings of a packed day, by slot. @throws DamagedReadings */
export function unpackBytes(of: PackedBytes): Readings {
  return reading(of, () => unpackDay(of.bytes));
}

/** All readings of a stretch, by slot. @throws DamagedReadings */
export function unpackStretchOf(of: PackedStretchBytes): Readings {
  return openStretches([of], (packed) => readStretches(packed, { slots: null }));
}

/** What is read of stretches of one device that follow each other. */
function openStretches(
  stretches: readonly PackedStretchBytes[],
  read: (packed: readonly PackedStretch[]) => Readings,
): Readings {
  let at = stretches[0];
  const dayOf = (ts = 0) => new Date(ts).toISOString().slice(0, 10);
  const of = () => ({ device_id: at?.device_id ?? 0, day: dayOf(at?.first), until: dayOf(at?.last) });
  try {
    const packed = stretches.map((stretch) => {
      at = stretch;
      return new PackedStretch(stretch.bytes);
    });
    return read(packed);
  } catch (error) {
    throw error instanceof DamagedBytes ? new DamagedReadings(of(), error) : error;
  }
}

interface OpenDay extends DeviceDay {
  readonly packed: PackedDay;
}

const openDay = (of: PackedBytes): OpenDay => ({
  device_id: of.device_id,
  day: of.day,
  packed: reading(of, () => new PackedDay(of.bytes)),
});

const lengthOf = (days: readonly OpenDay[]): number =>
  days.reduce((sum, { packed }) => sum + packed.length, 0);

function packedReadings(days: readonly OpenDay[], slots: readonly number[] | null): Readings {
  const max = days.reduce((max, { packed }) => Math.max(max, packed.slots), 0);
  const wished = slots ?? Array.from({ length: max }, (_, slot) => slot);
  const readings = makeReadings(wished.length, lengthOf(days));
  // Until a day says otherwise.
  for (const column of readings.columns) column.isWhole = true;
  let at = 0;
  for (const day of days) {
    reading(day, () => day.packed.read(wished, readings, at));
    // Days of one device follow each other: their borders come from one zone.
    if (at > 0 && (readings.ts[at - 1] ?? 0) >= (readings.ts[at] ?? Number.POSITIVE_INFINITY))
      throw new DamagedReadings(day, new DamagedBytes('it begins before the day before it ends'));
    at += day.packed.length;
  }
  return readings;
}

const daysOf = ({ start, end }: ReadingWindow): number => (end - start) / DAY_MS + 2;

const isLong = (windows: readonly ReadingWindow[]): boolean =>
  windows.reduce((sum, window) => sum + daysOf(window), 0) > LONG_DAYS;

function* inParts(windows: readonly ReadingWindow[]): Generator<ReadingWindow[]> {
  let part: ReadingWindow[] = [];
  let days = 0;
  for (const window of windows) {
    const own = daysOf(window);
    if (part.length > 0 && days + own > DAYS_AT_ONCE) {
      yield part;
      [part, days] = [[], 0];
    }
    part.push(window);
    days += own;
  }
  if (part.length > 0) yield part;
}

/**
 * The readings of each window as they came, packed and hot together; where both speak the hot ones came later and win.
 * Undefined when there are more than `mostRows` instants.
 * @throws DamagedReadings
 */
export async function loadReadings(tx: Tx, query: ReadingsQuery): Promise<Readings[] | undefined> {
  const { slots, mostRows: maxRows = Number.POSITIVE_INFINITY } = query;
  const result: Readings[] = [];
  let left = maxRows;
  for (const windows of inParts(query.windows)) {
    if (left < Number.POSITIVE_INFINITY && isLong(windows) && (await countPacked(tx, windows)) > left)
      return undefined;
    const stored = await findStored(tx, windows, { slots, mostRows: left });
    if (!stored) return undefined;
    const days = stored.map(({ packed }) => packed.map(openDay));
    left -= stored.reduce((rows, { hot }, i) => rows + hot.ts.length + lengthOf(days[i] ?? []), 0);
    for (const [i, { hot, stretches }] of stored.entries()) {
      if (left < 0) return undefined;
      const { start = 0, end = 0 } = windows[i] ?? {};
      const packed = openStretches(stretches, (opened) =>
        readStretches(opened, { slots, start, end: end + 1 }),
      );
      left -= packed.ts.length;
      const old = days[i]?.length ? packedReadings(days[i] ?? [], slots) : undefined;
      result.push(between(mergeReadings(mergeReadings(old, packed), hot), start, end + 1));
    }
    if (left < 0) return undefined;
  }
  return result;
}

/** The same as they count: without what people declared bad. */
export async function loadCounted(tx: Tx, query: ReadingsQuery): Promise<Readings[] | undefined> {
  // Asked together: one way to the database and back.
  const [came, marks] = await Promise.all([loadReadings(tx, query), marksOf(tx, query.windows)]);
  return came && withoutMarked(query.windows, came, { slots: query.slots, marks });
}

/** Readings of windows as they count: what a mark covers is `failed` and has no value. */
export async function countedOf(
  tx: Tx,
  windows: readonly ReadingWindow[],
  came: readonly Readings[],
): Promise<Readings[]> {
  return withoutMarked(windows, came, { slots: null, marks: await marksOf(tx, windows) });
}

async function marksOf(tx: Tx, windows: readonly ReadingWindow[]): Promise<Mark[]> {
  if (windows.length === 0) return [];
  const start = windows.reduce((min, w) => Math.min(min, w.start), Number.POSITIVE_INFINITY);
  const end = windows.reduce((max, w) => Math.max(max, w.end), Number.NEGATIVE_INFINITY);
  const device_ids = windows.map((w) => w.device_id);
  return listMarksWithin(tx, device_ids, start, end);
}

function withoutMarked(
  windows: readonly ReadingWindow[],
  came: readonly Readings[],
  { slots, marks }: { slots: readonly number[] | null; marks: readonly Mark[] },
): Readings[] {
  if (marks.length === 0) return [...came];
  const ofDevice = Map.groupBy(marks, (mark) => mark.device_id);
  return came.map((readings, i) => {
    const own = ofDevice.get(windows[i]?.device_id ?? -1) ?? [];
    return withMarks(readings, slots ?? readings.columns.map((_, slot) => slot), own);
  });
}
