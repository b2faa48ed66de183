import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders, HOUR_MS, localDay } from '../../../shared/units/zones.ts';
import { between, mergeReadings, type Readings } from '../columns.model.ts';
import { type DeviceMeta, energyKind, type SlotPast, summariseDay } from '../day-row.model.ts';
import type { KnownValue } from '../energy-steps.model.ts';
import type { ReadingRow } from '../readings.model.ts';
import {
  type CounterPlace,
  type DueDay,
  deviceMeta,
  listEnteredEvents,
  listPreviousValues,
  listSlots,
  type MadeDay,
} from './day-rows.repository.ts';
import { packDay } from './packed-day.ts';
import { type DeviceDay, ensureMonth, markDays, putBeneath } from './readings.repository.ts';
import {
  type BorderedDay,
  listHotDays,
  listKnownDays,
  removeExpiredHot,
  takeHot,
  takeMisplaced,
} from './stored-readings.repository.ts';
import { countedOf, loadReadings, unpackBytes } from './stored-readings.ts';

/** Days whose end is further back than this leave the hot table when they are made. */
export const PACKED_AFTER_MS = 48 * HOUR_MS;

/** A day that is to be made. */
export interface DayTask extends BorderedDay {
  readonly due: DueDay;
  readonly meta: DeviceMeta;
  /** Whether its readings are packed already. */
  readonly isPacked: boolean;
}

const keyOf = ({ device_id, day }: DeviceDay): string => `${device_id}/${day}`;

/** Days with their borders in the present zone of their plant, and what their devices measure. */
export async function borderedTasks(tx: Tx, due: readonly DueDay[]): Promise<DayTask[]> {
  const slots = Map.groupBy(
    await listSlots(tx, [...new Set(due.map((d) => d.device_id))]),
    (slot) => slot.device_id,
  );
  const metas = new Map<number, DeviceMeta>();
  return due.map((day) => {
    const { device_id } = day;
    const meta = metas.get(device_id) ?? deviceMeta(slots.get(device_id) ?? [], day);
    metas.set(device_id, meta);
    const { start, end } = dayBorders(day.time_zone, day.day);
    return { device_id, day: day.day, start, end, due: day, meta, isPacked: false };
  });
}

/**
 * What there is to do for due days. Days whose readings were let go are left as they are: readings that came for them
 * since are removed. Packed days that lie across the present borders, because the zone changed, become hot rows again.
 */
export async function prepareTasks(tx: Tx, due: readonly DueDay[]): Promise<DayTask[]> {
  const tasks = await borderedTasks(tx, due);
  await removeExpiredHot(tx, tasks);
  await unpackMisplaced(tx, tasks);
  const known = new Map((await listKnownDays(tx, due)).map((day) => [keyOf(day), day]));
  return tasks
    .filter((task) => !known.get(keyOf(task))?.expired)
    .map((task) => ({ ...task, isPacked: known.get(keyOf(task))?.is_packed ?? false }));
}

const ROWS_AT_ONCE = 2000;

function rowsOf(device_id: number, { ts, columns }: Readings): ReadingRow[] {
  return Array.from(ts, (at, i) => ({
    device_id,
    ts: at,
    values: Float64Array.from(columns, ({ values }) => values[i] ?? Number.NaN),
    quality: columns.some(({ quality }) => quality?.[i])
      ? Uint8Array.from(columns, ({ quality }) => quality?.[i] ?? 0)
      : null,
  }));
}

/** The days of a zone that a stretch touches. */
function touched({ device_id, start, end }: BorderedDay, zone: string): DeviceDay[] {
  const days: DeviceDay[] = [];
  for (let at = start; at < end; ) {
    const day = localDay(zone, at);
    days.push({ device_id, day: day.day });
    at = day.end;
  }
  return days;
}

async function unpackMisplaced(tx: Tx, tasks: readonly DayTask[]): Promise<void> {
  const misplaced = await takeMisplaced(tx, tasks);
  if (misplaced.length === 0) return;
  const rows = misplaced.flatMap((old) => rowsOf(old.device_id, unpackBytes(old)));
  for (const month of new Set(rows.map((row) => new Date(row.ts).toISOString().slice(0, 7))))
    await ensureMonth(tx, month);
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) await putBeneath(tx, rows.slice(i, i + ROWS_AT_ONCE));
  const inHand = new Set(tasks.map(keyOf));
  const days = misplaced.flatMap((old) => {
    const zone = tasks.find((task) => task.device_id === old.device_id)?.due.time_zone ?? 'UTC';
    return [{ device_id: old.device_id, day: old.day }, ...touched(old, zone)];
  });
  const others = new Map(days.filter((day) => !inHand.has(keyOf(day))).map((day) => [keyOf(day), day]));
  if (others.size > 0) await markDays(tx, [...others.values()]);
}

/** What each counter showed before each day: from the day rows, or from a day of this same batch where that is newer. */
class Past {
  readonly #stored = new Map<string, KnownValue | undefined>();
  readonly #made = new Map<string, KnownValue>();

  static async load(tx: Tx, tasks: readonly DayTask[]): Promise<Past> {
    const places: CounterPlace[] = tasks.flatMap(({ device_id, day, meta, start }) =>
      meta.slots
        .filter((slot) => energyKind(slot) === 'counter')
        .map(({ slot }) => ({ device_id, day, slot, start })),
    );
    const values = await listPreviousValues(tx, places);
    const past = new Past();
    places.forEach((place, i) => {
      past.#stored.set(`${keyOf(place)}/${place.slot}`, values[i]);
    });
    return past;
  }

  before(task: DayTask, slot: number): KnownValue | undefined {
    const stored = this.#stored.get(`${keyOf(task)}/${slot}`);
    const made = this.#made.get(`${task.device_id}/${slot}`);
    return made && (!stored || made.ts >= stored.ts) ? made : stored;
  }

  note({ device_id, meta }: DayTask, { row }: Pick<MadeDay, 'row'>): void {
    for (const { slot } of meta.slots) {
      const [value, ts] = [row.last[slot] ?? Number.NaN, row.last_ts[slot] ?? Number.NaN];
      if (!Number.isNaN(value)) this.#made.set(`${device_id}/${slot}`, { value, ts });
    }
  }
}

/** A day's readings as they came, up to one interval past its end, and whether any left the hot table for it. */
interface DayReadings {
  readonly came: Readings;
  readonly taken: boolean;
}

/** What must be read for a day: its readings, and the first of the next, up to one interval past its end. */
export const windowOf = ({ device_id, start, end, due }: DayTask) => ({
  device_id,
  start,
  end: end + due.interval_s * 1000,
});

/**
 * Takes what is packed out of the hot table. Rows that a writer is at stay there: they are packed as they are now and
 * once more when it is done, by its mark or by the one that is made here in case that it changes nothing.
 */
async function takeReadings(tx: Tx, tasks: readonly DayTask[], now: number): Promise<DayReadings[]> {
  const closed = tasks.filter(({ end }) => end < now - PACKED_AFTER_MS);
  const taken = await takeHot(tx, closed);
  const runs = runsOf(tasks);
  const rest = (await loadReadings(tx, { windows: runs, slots: null })) ?? [];
  await markDays(tx, await listHotDays(tx, closed));
  // A day ends with the first readings of the next, which may just have been taken as well.
  return runs.flatMap(({ device_id, tasks: own }, i) => {
    const hot = taken.get(device_id) ?? NOTHING;
    const stored = rest[i] ?? NOTHING;
    return own.map((task) => {
      const { start, end } = windowOf(task);
      const came = mergeReadings(between(stored, start, end + 1), between(hot, start, end + 1));
      return { came, taken: between(hot, start, task.end).ts.length > 0 };
    });
  });
}

interface Run {
  readonly device_id: number;
  readonly start: number;
  end: number;
  readonly tasks: DayTask[];
}

/** What must be read for days, in their order: those of a device that follow each other are read as one. */
function runsOf(tasks: readonly DayTask[]): Run[] {
  const runs: Run[] = [];
  for (const task of tasks) {
    const last = runs.at(-1);
    const { device_id, start, end } = windowOf(task);
    if (last?.device_id === device_id && start >= last.start && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.tasks.push(task);
    } else runs.push({ device_id, start, end, tasks: [task] });
  }
  return runs;
}

/** What days (oldest first for each device) come to by readings as they came, without what people marked as bad. */
export async function countDays(
  tx: Tx,
  tasks: readonly DayTask[],
  came: readonly Readings[],
): Promise<Pick<MadeDay, 'row' | 'events'>[]> {
  const devices = [...new Set(tasks.map((task) => task.device_id))];
  const [counted, past, entered] = await Promise.all([
    countedOf(tx, tasks.map(windowOf), came),
    Past.load(tx, tasks),
    listEnteredEvents(tx, devices),
  ]);
  const events = Map.groupBy(entered, (event) => event.device_id);
  return tasks.map((task, i) => {
    const { device_id, start, end, meta } = task;
    const pasts = new Map<number, SlotPast>(
      meta.slots.map(({ slot }) => [
        slot,
        {
          previous: past.before(task, slot),
          entered: (events.get(device_id) ?? []).filter((event) => event.slot === slot),
        },
      ]),
    );
    const made = summariseDay({ start, end }, counted[i] ?? NOTHING, meta, pasts);
    past.note(task, made);
    return made;
  });
}

/** Makes days. The readings of those that ended two days ago leave the hot table: they go with the day, packed. */
export async function makeDays(tx: Tx, tasks: readonly DayTask[], now: number): Promise<MadeDay[]> {
  const readings = await takeReadings(tx, tasks, now);
  const counted = await countDays(
    tx,
    tasks,
    readings.map(({ came }) => came),
  );
  return tasks.flatMap((task, i) => {
    const { device_id, day, start, end } = task;
    const [from, made] = [readings[i], counted[i]];
    if (!from || !made) return [];
    const own = between(from.came, start, end);
    const packs = end < now - PACKED_AFTER_MS && (from.taken || !task.isPacked);
    return [
      { device_id, day, start, end, ...made, packed: packs ? packDay(own) : null, rows: own.ts.length },
    ];
  });
}

const NOTHING: Readings = { ts: new Float64Array(0), columns: [] };

/** A day may be marked only because the next one begins, or be empty since the zone changed: then it has no row. */
export function saysSomething({ rows, row }: MadeDay): boolean {
  return rows > 0 || row.energy.some((energy) => !Number.isNaN(energy));
}
