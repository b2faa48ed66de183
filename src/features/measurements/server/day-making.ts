import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, HOUR_MS } from '../../../shared/units/zones.ts';
import { between, joinReadings, mergeReadings, type Readings } from '../columns.model.ts';
import { type DayRow, type DeviceMeta, energyKind, type SlotPast, summariseDay } from '../day-row.model.ts';
import type { KnownValue } from '../energy-steps.model.ts';
import {
  type CounterPlace,
  type DueDay,
  deviceMeta,
  listEnteredEvents,
  listSlots,
  type MadeDay,
  writeEvents,
} from './day-rows.repository.ts';
import { listExpired } from './figures.repository.ts';
import { listPreviousValues, type MovedDay } from './known-days.ts';
import { daysOfMask, type MonthBook, monthOf } from './month-book.ts';
import { type DeviceDay, markDays } from './readings.repository.ts';
import { type BorderedDay, listHotDays, removeHot, takeHot } from './stored-readings.repository.ts';
import { countedOf, loadReadings } from './stored-readings.ts';
import { packOver } from './stretch-store.ts';

/** No border of a day moves further when its zone does. */
const BESIDE_DAYS = 2;
/** Days whose end is further back than this leave the hot table when they are made. */
export const PACKED_AFTER_MS = 48 * HOUR_MS;

/** A day that is to be made. */
export interface DayTask extends BorderedDay {
  readonly due: DueDay;
  readonly meta: DeviceMeta;
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
    return { device_id, day: day.day, start, end, due: day, meta };
  });
}

/**
 * What there is to do for due days. Days whose readings were let go are left as they are: readings that came for them
 * since are removed. A month whose days were made in another zone is made whole, for it has one zone.
 */
export async function prepareTasks(tx: Tx, book: MonthBook, due: readonly DueDay[]): Promise<DayTask[]> {
  await removeExpired(tx, due);
  await book.open(due);
  const all = new Map(due.map((day) => [keyOf(day), day]));
  for (const day of due)
    for (const other of book.otherZone(day, day.time_zone)) {
      const { device_id } = day;
      if (!all.has(keyOf({ device_id, day: other })))
        all.set(keyOf({ device_id, day: other }), { ...day, day: other });
    }
  const days = [...all.values()].sort((a, b) => a.device_id - b.device_id || (a.day < b.day ? -1 : 1));
  return borderedTasks(
    tx,
    days.filter((day) => !book.isExpired(day)),
  );
}

/** Removes hot rows that came for days whose readings were let go, as far as these reach into the named ones. */
async function removeExpired(tx: Tx, due: readonly DueDay[]): Promise<void> {
  const near = due.map(({ device_id, day, time_zone }) => ({ device_id, ...dayBorders(time_zone, day) }));
  const days = due.map(({ day }) => day).sort();
  const expired = await listExpired(tx, {
    device_ids: [...new Set(due.map(({ device_id }) => device_id))],
    from: monthOf(addDays(days[0] ?? '', -BESIDE_DAYS)),
    to: monthOf(addDays(days.at(-1) ?? '', BESIDE_DAYS)),
  });
  const gone = expired.flatMap(({ device_id, month, expired: mask, zone }) =>
    daysOfMask(month, mask)
      .map((day) => ({ device_id, ...dayBorders(zone, day) }))
      .filter((day) =>
        near.some((one) => one.device_id === device_id && one.start < day.end && one.end > day.start),
      ),
  );
  await removeHot(tx, gone);
}

/**
 * What each counter showed before each day: what is stored, unless that lies in a day of this same batch or before it. What
 * such a day showed last when it was made before may no longer be a good reading.
 */
class Past {
  readonly #stored = new Map<string, KnownValue | undefined>();
  /** What is known behind the last day that was made of a device, and where that day ends. */
  readonly #made = new Map<string, { known: KnownValue | undefined; end: number }>();

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
    return made && !(stored && stored.ts >= made.end) ? made.known : stored;
  }

  note(task: DayTask, { row }: Pick<MadeDay, 'row'>): void {
    const { device_id, meta, end } = task;
    for (const { slot } of meta.slots) {
      const [value, ts] = [row.last[slot] ?? Number.NaN, row.last_ts[slot] ?? Number.NaN];
      const known = Number.isNaN(value) ? this.before(task, slot) : { value, ts };
      this.#made.set(`${device_id}/${slot}`, { known, end });
    }
  }
}

/** What must be read for a day: its readings, and the first of the next, up to one interval past its end. */
export const windowOf = ({ device_id, start, end, due }: DayTask) => ({
  device_id,
  start,
  end: end + due.interval_s * 1000,
});

/** Readings that a writer brings for days that are over, by device: they came last, and were not stored yet. */
export type Delivered = ReadonlyMap<number, Readings>;

/** The closed days among tasks. */
const closedOf = (tasks: readonly DayTask[], now: number): DayTask[] =>
  tasks.filter(({ end }) => end < now - PACKED_AFTER_MS);

/** The readings of a device that lie in some of its days. */
function withinDays(readings: Readings, days: readonly DayTask[]): Readings {
  return joinReadings(
    days.map(({ start, end }) => between(readings, start, end)).filter(({ ts }) => ts.length > 0),
  );
}

/**
 * Takes what is to be packed out of the hot table, and packs it. Rows that a writer is at stay there: they are packed once
 * more when it is done, by its mark or by the one that is made here in case that it changes nothing. Answers the readings of
 * each day as they came, up to one interval past its end.
 */
async function takeReadings(
  tx: Tx,
  tasks: readonly DayTask[],
  { now, delivered }: { now: number; delivered: Delivered },
): Promise<{ came: Readings[]; changed: number }> {
  const closed = closedOf(tasks, now);
  const hot = new Set((await listHotDays(tx, closed)).map(keyOf));
  const taken = await takeHot(
    tx,
    closed.filter((task) => hot.has(keyOf(task))),
  );
  const daysOf = Map.groupBy(closed, ({ device_id }) => device_id);
  const later = new Map<number, Readings>();
  for (const [device_id, days] of daysOf) {
    const came = withinDays(delivered.get(device_id) ?? NOTHING, days);
    const both = mergeReadings(taken.get(device_id), came);
    if (both.ts.length > 0) later.set(device_id, both);
  }
  const runs = runsOf(tasks);
  const stored = (await loadReadings(tx, { windows: runs, slots: null })) ?? [];
  const changed = await packOver(tx, later, now);
  if (hot.size > 0) await markDays(tx, await listHotDays(tx, closed));
  const came = runs.flatMap(({ device_id, start, end, tasks: own }, i) => {
    const whole = mergeReadings(stored[i], between(later.get(device_id) ?? NOTHING, start, end + 1));
    return own.map((task) => between(whole, task.start, windowOf(task).end + 1));
  });
  return { came, changed };
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

/**
 * Makes days. The readings of those that ended two days ago leave the hot table, packed; answers also how many instants of
 * these are new or changed.
 */
export async function makeDays(
  tx: Tx,
  tasks: readonly DayTask[],
  { now, delivered = new Map() }: { now: number; delivered?: Delivered },
): Promise<{ made: MadeDay[]; changed: number }> {
  const { came, changed } = await takeReadings(tx, tasks, { now, delivered });
  const counted = await countDays(tx, tasks, came);
  const made = tasks.flatMap((task, i) => {
    const { device_id, day, start, end, due } = task;
    const [from, figures] = [came[i], counted[i]];
    if (!from || !figures) return [];
    return [
      {
        device_id,
        day,
        start,
        end,
        zone: due.time_zone,
        ...figures,
        rows: between(from, start, end).ts.length,
      },
    ];
  });
  return { made, changed };
}

/**
 * Puts made days into the book of their months, with the counter events found in them. Answers the days after which a
 * counter now stands differently, and where, so that the next day on which it speaks counts from another border; and those
 * that come to something else than before.
 */
export async function putDays(
  tx: Tx,
  book: MonthBook,
  made: readonly MadeDay[],
): Promise<{ moved: MovedDay[]; other: MadeDay[] }> {
  const before = made.map((day) => book.rowOf(day));
  const after = made.map((day) => (saysSomething(day) ? day.row : undefined));
  const moved = made.flatMap(({ device_id, day }, i) => {
    const slots = movedSlots(before[i], after[i]);
    return slots.length > 0 ? [{ device_id, day, slots }] : [];
  });
  const other = made.filter((_, i) => comesToOther(before[i], after[i]));
  for (const day of made) {
    if (saysSomething(day)) book.put(day, day.zone, day.row);
    else book.remove(day);
  }
  await writeEvents(tx, made);
  await book.save();
  return { moved, other };
}

/** Whether a day comes to something else than it did: its energies, and what its means are made of. */
function comesToOther(old: DayRow | undefined, row: DayRow | undefined): boolean {
  const slots = Math.max(old?.n.length ?? 0, row?.n.length ?? 0);
  const differs = (figure: 'sum' | 'energy', slot: number) =>
    !Object.is(old?.[figure][slot] ?? Number.NaN, row?.[figure][slot] ?? Number.NaN);
  return Array.from({ length: slots }, (_, slot) => slot).some(
    (slot) => (old?.n[slot] ?? 0) !== (row?.n[slot] ?? 0) || differs('sum', slot) || differs('energy', slot),
  );
}

/** The slots that end a day elsewhere, by its row as it was and as it is. */
function movedSlots(old: DayRow | undefined, row: DayRow | undefined): number[] {
  const slots = Math.max(old?.last.length ?? 0, row?.last.length ?? 0);
  const differs = (figure: 'last' | 'last_ts', slot: number) =>
    !Object.is(old?.[figure][slot] ?? Number.NaN, row?.[figure][slot] ?? Number.NaN);
  return Array.from({ length: slots }, (_, slot) => slot).filter(
    (slot) => differs('last', slot) || differs('last_ts', slot),
  );
}

const NOTHING: Readings = { ts: new Float64Array(0), columns: [] };

/** A day may be marked only because the next one begins, or be empty since the zone changed: then it has no row. */
export function saysSomething({ rows, row }: MadeDay): boolean {
  return rows > 0 || row.energy.some((energy) => !Number.isNaN(energy));
}
