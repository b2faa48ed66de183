import { DAY_MS, MINUTE_MS } from '../../shared/units/zones.ts';
import type { TimetableRow } from './controllers.contract.ts';
import { LINES, nightOf, type Schedule, wantedAt } from './night.model.ts';

/** A line as it was asked for last, and as it was read last. */
export interface ClockLine {
  readonly line: number;
  readonly target: boolean | null;
  readonly target_at: number | null;
  readonly feedback: boolean | null;
  readonly feedback_at: number | null;
  readonly enabled: boolean;
  /** Something is to be sent to it, or was sent of which is not known yet what came. */
  readonly in_hand: boolean;
}

/** A box as the portal's clock looks at it. */
export interface ClockBox {
  readonly id: number;
  /** It goes on without the portal. */
  readonly own_timetable: boolean;
  readonly heard_at: number | null;
  /** When its own times came into force last; null without any. */
  readonly written_at: number | null;
  /** Its selector stands on manual: what its lines are says nothing of what became of a command. */
  readonly manual: boolean;
  readonly lines: readonly ClockLine[];
  /** A person's words, the oldest first, with their ends: those that stand, and those that ended. */
  readonly overrides: readonly { readonly lines: readonly number[]; readonly until: number }[];
}

/** What is to be switched: recorded once for its key, whoever looks and however often. */
export interface DueSwitch {
  readonly box_id: number;
  readonly lines: readonly number[];
  readonly turn_on: boolean;
  readonly origin: 'schedule' | 'return';
  /** The moment of the schedule, of an override's end or of another word, and the lines: the same for everybody who looks. */
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

/** Whether what was asked for is not so, by what was read since: it never went out, or the controller has lost it. */
const isLost = ({ manual }: ClockBox, { target, target_at, feedback, feedback_at, in_hand }: ClockLine) =>
  feedback !== null && feedback !== target && (feedback_at ?? 0) > (target_at ?? 0) && !manual && !in_hand;

/** Whether a controller missed a moment of its own times, because they came into force after it: it goes by what is still to come. */
const isMissed = (
  { own_timetable, manual, written_at }: ClockBox,
  { feedback, feedback_at, in_hand }: ClockLine,
  { is_on, since }: { is_on: boolean; since: number | null },
): boolean => {
  if (!own_timetable || written_at === null || since === null || since >= written_at) return false;
  return feedback !== null && feedback !== is_on && (feedback_at ?? 0) > written_at && !manual && !in_hand;
};

/** The moment since which a line should be otherwise than something else asked for since; undefined where nothing did. */
function overruledAt(
  { own_timetable }: ClockBox,
  { target, target_at }: ClockLine,
  { is_on, after }: { is_on: boolean; after: number },
): number | undefined {
  if (own_timetable || target === null || target === is_on || target_at === null) return undefined;
  return target_at > after ? target_at : undefined;
}

function dueLine(
  box: ClockBox,
  schedule: Schedule,
  { line, now }: { line: ClockLine; now: number },
): DueLine[] {
  // Of several words on a line the newest counts, also where an older one would have lasted longer.
  const ended =
    box.overrides.findLast(({ lines }) => lines.includes(line.line))?.until ?? Number.NEGATIVE_INFINITY;
  if (ended > now) return [];
  const { is_on, since, until } = wantedAt(schedule, line.line, now);
  const missed = isMissed(box, line, { is_on, since });
  if (line.target === is_on && !missed && !isLost(box, line)) return [];
  const after = Math.max(since ?? ended, ended);
  const overruled = overruledAt(box, line, { is_on, after });
  // A clock that was set back finds lamps lit too early by it: they stay lit, and are not switched on twice.
  if (overruled !== undefined && overruled > now && !is_on) return [];
  const at = overruled ?? after;
  const returns = at !== since;
  if (returns ? !Number.isFinite(at) : box.own_timetable && !missed) return [];
  const origin = returns ? 'return' : 'schedule';
  return [{ line: line.line, turn_on: is_on, origin, at, until: until ?? now + DAY_MS / 2 }];
}

/**
 * What the portal must switch of a box now: what its schedule wants and nobody has asked for yet, what was asked for and is
 * not so, and what somebody asked for otherwise whose word holds no more. A box with its own timetable is brought back
 * from a person's override, and told what lay before its times came into force. The key is the moment of the switch, so that a
 * restart or a second program find it done.
 */
export function dueSwitches(box: ClockBox, schedule: Schedule, now: number): DueSwitch[] {
  const due = box.lines
    .filter(({ enabled }) => enabled)
    .flatMap((line) => dueLine(box, schedule, { line, now }));
  return [
    ...Map.groupBy(due, ({ origin, turn_on, at }) => `${origin}:${box.id}:${at}:${turn_on ? 'on' : 'off'}`),
  ].map(([moment, lines]) => ({
    // Where a person's word took some of the lines, the others are asked for under a key of their own.
    key: `${moment}:${lines.map(({ line }) => line).join(',')}`,
    box_id: box.id,
    lines: lines.map(({ line }) => line),
    turn_on: lines[0]?.turn_on === true,
    origin: lines[0]?.origin ?? 'schedule',
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
        day,
        line,
        on_min: minuteOf(day, first.from),
        off_min: minuteOf(day, last.to),
        pause_from_min: pauses ? minuteOf(day, first.to) : null,
        pause_to_min: pauses ? minuteOf(day, last.from) : null,
      };
    }),
  );
}
