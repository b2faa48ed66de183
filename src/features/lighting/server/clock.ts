import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays, DAY_MS, ITALY, MINUTE_MS } from '../../../shared/units/zones.ts';
import { type DueSwitch, dueSwitches, timetableOf } from '../due.model.ts';
import { nightDay, type Schedule } from '../night.model.ts';
import {
  type AttemptRow,
  type ClockRow,
  listAttempts,
  listClockBoxes,
  listEnds,
  saveTimetables,
  type WantedTimes,
} from './clock.repository.ts';
import { insertCommands, type NewCommand, supersede, wakeExecutor } from './commands.repository.ts';
import { readSchedules, scheduleOfBox } from './schedules.ts';

/** A moment that failed, or whose switch was lost, is tried so often in all, each time after the box was heard again. */
const MAX_ATTEMPTS = 5;
/** An end so far ahead was written by a clock that was wrong then. */
const AHEAD_MS = MINUTE_MS;
/** Ends of overrides that are looked at: a longer one is not allowed. */
const ENDS_MS = 8 * DAY_MS;

interface Looked {
  readonly box: ClockRow;
  readonly schedule: Schedule | undefined;
}

const ownOf = ({ turn_on_auto, turn_on_date, turn_off_auto, turn_off_date, ...box }: ClockRow) => ({
  comune_id: box.comune_id,
  auto_mode: box.auto_mode,
  enabled: box.enabled,
  turn_on_auto,
  turn_on_date,
  turn_off_auto,
  turn_off_date,
});

const commandOf = ({ expires_at, lines, ...due }: DueSwitch, now: Date): NewCommand => ({
  ...due,
  lines: [...lines],
  user_id: null,
  reason: '',
  state: 'queued',
  override_until: null,
  expires_at: new Date(expires_at),
  created_at: now,
});

/** Whether a box was heard after an attempt had ended: what was read of it then says that it is to be tried again. */
function isHeardSince(heard_at: Date | null, { last_end }: AttemptRow, now: Date): boolean {
  if (heard_at === null || last_end === null) return false;
  return heard_at > last_end || last_end.getTime() > now.getTime() + AHEAD_MS;
}

/** The same moment once more where it failed or was undone and the box was heard since; nothing while it stands. */
async function attempted(
  tx: Tx,
  due: readonly DueSwitch[],
  { heard, now }: { readonly heard: ReadonlyMap<number, Date | null>; readonly now: Date },
): Promise<DueSwitch[]> {
  const before = new Map(
    (
      await listAttempts(
        tx,
        due.map(({ key }) => key),
      )
    ).map((row) => [row.key, row]),
  );
  return due.flatMap((one) => {
    const tried = before.get(one.key);
    if (!tried) return [one];
    const isBack = isHeardSince(heard.get(one.box_id) ?? null, tried, now);
    if (tried.stands || tried.attempts >= MAX_ATTEMPTS || !isBack) return [];
    return [{ ...one, key: `${one.key}#${tried.attempts + 1}` }];
  });
}

async function queueDue(tx: Tx, looked: readonly Looked[], now: Date): Promise<number> {
  const ends = Map.groupBy(await listEnds(tx, new Date(now.getTime() - ENDS_MS)), ({ box_id }) => box_id);
  const due = looked.flatMap(({ box, schedule }) => {
    const overrides = (ends.get(box.id) ?? []).map(({ lines, until_ms }) => ({ lines, until: until_ms }));
    const seen = { ...box, heard_at: box.heard_at?.getTime() ?? null, overrides };
    return schedule ? dueSwitches(seen, schedule, now.getTime()) : [];
  });
  if (due.length === 0) return 0;
  const heard = new Map(looked.map(({ box }) => [box.id, box.heard_at]));
  const asked = (await attempted(tx, due, { heard, now })).map((one) => commandOf(one, now));
  const made = await insertCommands(tx, asked);
  await supersede(tx, made, now);
  return made.length;
}

const linesInUse = ({ lines }: ClockRow): number[] =>
  lines.filter(({ enabled }) => enabled).map(({ line }) => line);

/** The nights that controllers should hold, from the one that is: most boxes of a town hold the same. */
function timetables(looked: readonly Looked[], now: Date): WantedTimes[] {
  const own = Map.groupBy(
    looked.filter(({ box }) => box.own_timetable),
    ({ schedule }) => schedule,
  );
  return [...own].flatMap(([schedule, those]) => {
    const first = nightDay(schedule?.place.time_zone ?? ITALY, now.getTime());
    const alike = Map.groupBy(those, ({ box }) => JSON.stringify([box.timetable_days ?? 1, linesInUse(box)]));
    return [...alike].map(([shape, boxes]) => {
      const [count, lines] = JSON.parse(shape) as [number, number[]];
      const days = Array.from({ length: count }, (_, step) => addDays(first, step));
      return { box_ids: boxes.map(({ box }) => box.id), wanted: timetableOf(schedule, days, lines) };
    });
  });
}

async function keepTimetables(tx: Tx, looked: readonly Looked[], now: Date): Promise<number> {
  const times = timetables(looked, now);
  return times.length === 0 ? 0 : saveTimetables(tx, times, now);
}

/**
 * What the schedule of a company's boxes wants now: switches of those without times of their own, returns from overrides, and
 * the times that the others should hold. Looked at by any number of programs, each moment is recorded once. Answers how much
 * was new.
 */
export async function followSchedules(tx: Tx, now: Date): Promise<number> {
  const boxes = await listClockBoxes(tx);
  if (boxes.length === 0) return 0;
  const schedules = await readSchedules(tx);
  const looked = boxes.map((box) => ({ box, schedule: scheduleOfBox(ownOf(box), schedules) }));
  const news = (await queueDue(tx, looked, now)) + (await keepTimetables(tx, looked, now));
  if (news > 0) {
    await wakeExecutor(tx);
    await notifyTopics(tx, ['lighting']);
  }
  return news;
}
