import { isSunUp } from '../../../energy/solar-position.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { stepsOf } from '../alarm-life.model.ts';
import { type BoxSeen, JOINS_WITHIN_MS, judgeBox } from '../anomalies.model.ts';
import { type Schedule, wantedAt } from '../night.model.ts';
import { takeSteps } from './alarm-steps.repository.ts';
import { listOverrides } from './commands.repository.ts';
import { endUnjudged, type JudgedRow, listJudged, listStanding } from './judge.repository.ts';
import { readSchedules, scheduleOfBox } from './schedules.ts';

interface Known {
  readonly schedules: ReadonlyMap<number, Schedule>;
  /** Lines that a person's word stands on, by box. */
  readonly words: ReadonlyMap<number, readonly { readonly lines: readonly number[] }[]>;
}

function seenOf(row: JudgedRow, { schedules, words }: Known, now: Date): BoxSeen {
  const { comune_id, auto_mode, enabled, turn_on_auto, turn_on_date, turn_off_auto, turn_off_date } = row;
  const own = { comune_id, auto_mode, enabled, turn_on_auto, turn_on_date, turn_off_auto, turn_off_date };
  const schedule = scheduleOfBox(own, schedules);
  const place = comune_id === null ? undefined : schedules.get(comune_id)?.place;
  const isPlaced = place !== undefined && place.latitude !== null && place.longitude !== null;
  return {
    heard_at: row.heard_at?.getTime() ?? null,
    poll_s: row.poll_s,
    has_meter: row.has_meter,
    power_at: row.power_at?.getTime() ?? null,
    silent_meters: row.silent_meters,
    pods: row.meter_pod === null ? null : { box: row.pod, meter: row.meter_pod },
    clock_offset_s: row.clock_offset_s,
    times: row.times,
    manual: row.inputs.manual ?? null,
    door_open: row.inputs.door_open ?? null,
    supply_ok: row.inputs.supply_ok ?? null,
    leakage: row.inputs.leakage ?? null,
    is_day: isPlaced ? isSunUp(place.latitude ?? 0, place.longitude ?? 0, now) : null,
    lines: row.lines.map((line) => ({
      ...line,
      wanted: schedule ? wantedAt(schedule, line.line, now.getTime()).is_on : null,
      // Where no schedule takes over, what a person asked for stands without an end.
      overridden: schedule
        ? (words.get(row.id) ?? []).some(({ lines }) => lines.includes(line.line))
        : line.target === true,
    })),
  };
}

/** So many boxes are judged at once: others' work in this process waits no longer than for them. */
const PORTION = 1000;

/** Judges some boxes. Answers how many steps their alarms took. */
async function judgePortion(
  tx: Tx,
  rows: readonly JudgedRow[],
  { seen, now }: { readonly seen: Known; readonly now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - JOINS_WITHIN_MS);
  const ids = rows.map(({ id }) => id);
  const known = Map.groupBy(await listStanding(tx, ids, since), ({ box_id }) => box_id);
  const steps = rows.flatMap((row) =>
    stepsOf(row.id, judgeBox(seenOf(row, seen, now), now.getTime()), {
      known: known.get(row.id) ?? [],
      now: now.getTime(),
    }),
  );
  await takeSteps(tx, steps, now);
  return steps.length;
}

/** Judges a company's boxes by what was read of them last. Answers how many steps alarms took. */
export async function judgeBoxes(tx: Tx, now: Date, most = PORTION): Promise<number> {
  let steps = await endUnjudged(tx, now);
  const words = Map.groupBy(await listOverrides(tx, null, now), ({ box_id }) => box_id);
  const seen = { schedules: await readSchedules(tx), words };
  for (let after = 0, more = true; more; ) {
    const rows = await listJudged(tx, now, { after, most });
    steps += await judgePortion(tx, rows, { seen, now });
    after = rows.at(-1)?.id ?? after;
    more = rows.length === most;
  }
  if (steps > 0) await notifyTopics(tx, ['lighting']);
  return steps;
}
