import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays } from '../../../shared/units/zones.ts';
import type { Tonight } from '../lighting-fields.contract.ts';
import type { Municipality } from '../municipalities.contract.ts';
import { LINES, nightDay, nightOf, type OwnTimes, type Schedule } from '../night.model.ts';
import { listMunicipalities } from './municipalities.repository.ts';
import { type ExceptionRow, listExceptions, listSettings, type SettingsRow } from './settings.repository.ts';

/** A municipality's schedule, without what a box has of its own. */
export function scheduleOf(
  { latitude, longitude, time_zone }: Municipality,
  times: SettingsRow,
  exceptions: readonly ExceptionRow[],
): Schedule {
  return { place: { latitude, longitude, time_zone }, times, exceptions, own: null };
}

/** The schedules of the company's municipalities, by their number. */
export async function readSchedules(tx: Tx): Promise<ReadonlyMap<number, Schedule>> {
  const municipalities = await listMunicipalities(tx, null);
  const settings = new Map(
    (await listSettings(tx, { id: null, municipality_id: null })).map((one) => [one.municipality_id, one]),
  );
  const exceptions = Map.groupBy(await listExceptions(tx, null), (one) => one.municipality_id);
  return new Map(
    municipalities.flatMap((one) => {
      const times = settings.get(one.id);
      return times ? [[one.id, scheduleOf(one, times, exceptions.get(one.id) ?? [])] as const] : [];
    }),
  );
}

interface Scheduled extends OwnTimes {
  readonly comune_id: number | null;
  readonly auto_mode: boolean;
  readonly enabled: boolean;
}

const followed = new WeakMap<Schedule, Map<string, Schedule>>();

/** One schedule for all boxes of a municipality that have the same times of their own: its nights are worked out once. */
export function withOwn(schedule: Schedule, own: OwnTimes): Schedule {
  const known = followed.get(schedule) ?? new Map<string, Schedule>();
  followed.set(schedule, known);
  const key = JSON.stringify([own.turn_on_auto, own.turn_on_date, own.turn_off_auto, own.turn_off_date]);
  const found = known.get(key) ?? { ...schedule, own };
  known.set(key, found);
  return found;
}

/** What a box follows; undefined for one that is unpaired, out of use or switched by hand alone. */
export function scheduleOfBox(
  box: Scheduled,
  schedules: ReadonlyMap<number, Schedule>,
): Schedule | undefined {
  const { comune_id, auto_mode, enabled, ...own } = box;
  const schedule = comune_id === null ? undefined : schedules.get(comune_id);
  return schedule && auto_mode && enabled ? withOwn(schedule, own) : undefined;
}

/** The night that is; once its lights are out, the next one. */
export function tonightOf(schedule: Schedule, now: Date): Tonight {
  const today = nightDay(schedule.place.time_zone, now.getTime());
  const stretches = LINES.flatMap((line) => nightOf(schedule, today, line).stretches);
  // A night that stays dark lasts until noon.
  const isOver = stretches.length > 0 && stretches.every(({ to }) => to <= now.getTime());
  const day = isOver ? addDays(today, 1) : today;
  const lines = LINES.map((line) => {
    const { stretches, on_why, off_why } = nightOf(schedule, day, line);
    const shown = stretches.map(({ from, to }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    }));
    return { line, stretches: shown, on_why, off_why };
  });
  return { day, lines };
}
