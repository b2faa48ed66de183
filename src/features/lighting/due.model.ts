import { DAY_MS, MINUTE_MS } from '../../shared/units/zones.ts';
import type { TimetableRow } from './controllers.contract.ts';
import { LINES, nightOf, type Schedule, wantedAt } from './night.model.ts';

/** A box as the portal's clock looks at it. */
export interface ClockBox {
  readonly id: number;
  /** It goes on without the portal. */
  readonly own_timetable: boolean;
  readonly heard_at: number | null;
  readonly lines: readonly {
    readonly line: number;
    readonly target: boolean | null;
    readonly enabled: boolean;
  }[];
  /** A person's words, the oldest first, with their ends: those that stand, and those that ended. */
  readonly overrides: readonly { readonly lines: readonly number[]; readonly until: number }[];
}

/** What is to be switched: recorded once for its key, whoever looks and however often. */
export interface DueSwitch {
  readonly box_id: number;
  readonly lines: readonly number[];
  readonly turn_on: boolean;
  readonly origin: 'schedule' | 'return';
  /** The moment of the schedule, or of an override's end, and the lines: the same for everybody who looks. */
  readonly key: string;
  readonly expires_at: number;
}

interface DueLine {
  readonly line: number;
  readonly turn_on: boolean;
  readonly origin: DueSwitch['origin'];
  readonly at: number;
  readonly until: number;
}

function dueLine(box: ClockBox, schedule: Schedule, { line, now }: { line: number; now: number }): DueLine[] {
  // Of several words on a line the newest counts, also where an older one would have lasted longer.
  const ended =
    box.overrides.findLast(({ lines }) => lines.includes(line))?.until ?? Number.NEGATIVE_INFINITY;
  if (ended > now) return [];
  const { is_on, since, until } = wantedAt(schedule, line, now);
  const returns = since === null || ended > since;
  if (returns ? !Number.isFinite(ended) : box.own_timetable) return [];
  const at = returns ? ended : (since ?? ended);
  return [
    { line, turn_on: is_on, origin: returns ? 'return' : 'schedule', at, until: until ?? now + DAY_MS / 2 },
  ];
}

/**
 * What the portal must switch of a box now: what its schedule wants and nobody has asked for yet. A box with its own timetable
 * is only brought back from a person's override. The key is the moment of the switch, so that a restart, a clock that steps
 * back or a second program find it done.
 */
export function dueSwitches(box: ClockBox, schedule: Schedule, now: number): DueSwitch[] {
  const due = box.lines
    .filter(({ enabled }) => enabled)
    .flatMap(({ line, target }) =>
      dueLine(box, schedule, { line, now }).filter(({ turn_on }) => turn_on !== target),
    );
  return [
    ...Map.groupBy(due, ({ origin, turn_on, at }) => `${origin}:${box.id}:${at}:${turn_on ? 'on' : 'off'}`),
  ].map(([moment, lines]) => ({
    // Where a person's word took some of the lines, the others are asked for under a key of their own.
    key: `${moment}:${lines.map(({ line }) => line).join(',')}`,
    ...{ box_id: box.id, lines: lines.map(({ line }) => line) },
    ...{ turn_on: lines[0]?.turn_on === true, origin: lines[0]?.origin ?? 'schedule' },
    expires_at: Math.min(...lines.map(({ until }) => until)),
  }));
}

const minuteOf = (day: string, at: number): number => (at - Date.parse(`${day}T00:00:00Z`)) / MINUTE_MS;

/** The times of some nights for lines in use, as a controller holds them: minutes after 00:00 UTC of the evening's day. */
export function timetableOf(
  schedule: Schedule | undefined,
  days: readonly string[],
  lines: readonly number[] = LINES,
): TimetableRow[] {
  return days.flatMap((day) =>
    lines.map((line): TimetableRow => {
      const stretches = schedule ? nightOf(schedule, day, line).stretches : [];
      const [first, last] = [stretches[0], stretches.at(-1)];
      if (!first || !last)
        return { day, line, on_min: null, off_min: null, pause_from_min: null, pause_to_min: null };
      const pauses = first !== last;
      return {
        ...{ day, line, on_min: minuteOf(day, first.from), off_min: minuteOf(day, last.to) },
        pause_from_min: pauses ? minuteOf(day, first.to) : null,
        pause_to_min: pauses ? minuteOf(day, last.from) : null,
      };
    }),
  );
}
