import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Changes, StoredAlarm } from '../changes.model.ts';
import { alarmKey, type UnobservedEnd } from '../evaluation/active-alarm.model.ts';
import {
  addOpenings,
  closeAlarms,
  followCauses,
  revokeAcknowledgements,
  standAlone,
} from './alarm-events.repository.ts';
import {
  changeClosings,
  changeParams,
  linkCauses,
  lockAlarmRows,
  type NewAlarm,
  openAlarms,
} from './alarm-rows.repository.ts';
import { closeReason, unwatchedOf } from './close-reasons.ts';
import { countMuted, endSnoozesOf, lockSnoozedPlants, lockSnoozes } from './snooze-state.repository.ts';
import { listExistingSubjects } from './watched.repository.ts';
import type { Watched } from './watched-company.ts';

/** An alarm of another area whose plant lies in the archive. */
interface ArchivedAlarm {
  readonly id: number;
  readonly plant_id: number;
}

interface ResultChanges {
  /** Close as evaluation's own do at such plants, in the same turn. */
  readonly archived: readonly ArchivedAlarm[];
  readonly changes: Changes;
  readonly stored: readonly StoredAlarm[];
  readonly watched: Watched;
  readonly unobserved: ReadonlyMap<string, UnobservedEnd>;
}

/** The result of an evaluation; `worse`: plants whose snoozes end because something got worse. */
export interface EvaluationResult extends ResultChanges {
  readonly worse: readonly number[];
}

/** What any of the changes touched. */
export const touchedBy = ({ opened, closed, changed, moved, closing }: Changes): { plant_id: number }[] => [
  ...opened,
  ...closed,
  ...changed,
  ...moved,
  ...closing,
];

/** The same, each plant's by itself. */
export function byPlant({
  changes,
  worse,
  archived,
  ...rest
}: EvaluationResult): (EvaluationResult & { plant_id: number })[] {
  const touched = [...touchedBy(changes), ...archived];
  const plants = new Set([...worse, ...touched.map(({ plant_id }) => plant_id)]);
  return [...plants].map((plant_id) => {
    const own = <T extends { plant_id: number }>(all: readonly T[]) =>
      all.filter((one) => one.plant_id === plant_id);
    const { opened, closed, changed, moved, closing } = changes;
    return {
      ...rest,
      plant_id,
      worse: worse.filter((one) => one === plant_id),
      archived: own(archived),
      changes: {
        opened: own(opened),
        closed: own(closed),
        changed: own(changed),
        moved: own(moved),
        closing: own(closing),
      },
    };
  });
}

/** Ends the snoozes of plants that got worse, then writes what changed. */
export async function writeResult(tx: Tx, { worse, ...rest }: EvaluationResult, now: Date): Promise<void> {
  // Before anything is written: what opens now is not muted by a snooze that it ends.
  await lockSnoozes(tx, worse);
  if (worse.length > 0) await endSnoozesOf(tx, worse, { reason: 'worse', by: null, now });
  await writeChanges(tx, rest, now);
}

/** Writes what changed, in a few statements however much it is. */
export async function writeChanges(
  tx: Tx,
  { changes, stored, watched, unobserved, archived }: ResultChanges,
  now: Date,
): Promise<void> {
  const { opened, closed, changed, moved, closing } = changes;
  if (touchedBy(changes).length + archived.length === 0) return;
  const snoozed = new Set(await lockSnoozedPlants(tx, now));
  const ids = [...closed, ...changed, ...moved, ...closing, ...archived].map(({ id }) => id);
  await lockAlarmRows(tx, { ids, opening: opened, now });
  await close(tx, closed, { watched, unobserved, now });
  await closeAlarms(
    tx,
    archived.map(({ id }) => ({ id, reason: 'nothing_watched' })),
    now,
  );
  const known = await open(tx, opened, { snoozed, now });
  for (const { id, ...alarm } of stored) known.set(alarmKey(alarm), id);
  const idOf = (cause: string) => known.get(cause) ?? [];
  await linkCauses(
    tx,
    opened.flatMap((alarm) => {
      const [id, cause_id] = [
        known.get(alarmKey(alarm)),
        alarm.cause === null ? undefined : known.get(alarm.cause),
      ];
      return id === undefined || cause_id === undefined ? [] : [{ id, cause_id }];
    }),
  );
  await followCauses(
    tx,
    moved.flatMap(({ id, cause }) =>
      cause === null ? [] : [idOf(cause)].flat().map((cause_id) => ({ id, cause_id })),
    ),
    now,
  );
  const alone = moved.filter(({ cause }) => cause === null);
  await standAlone(
    tx,
    alone.map(({ id, was, plant_id }) => ({ id, was, snoozed: snoozed.has(plant_id) })),
    now,
  );
  await changeParams(tx, changed);
  await changeClosings(tx, closing);
}

/** Opens alarms with their events; answers their ids by key. A consequence is muted by its cause, not by a snooze. */
export async function open(
  tx: Tx,
  opened: readonly NewAlarm[],
  { snoozed, now }: { snoozed: ReadonlySet<number>; now: Date },
): Promise<Map<string, number>> {
  const openings = opened.map((alarm) => ({
    alarm,
    muted: alarm.cause === null && snoozed.has(alarm.plant_id),
  }));
  const made = await openAlarms(tx, openings, now);
  const events = made.map(({ id, joined, muted, alarm }) => ({
    id,
    kind: joined ? ('repeated' as const) : ('opened' as const),
    silent: alarm.cause !== null ? ('consequence' as const) : muted ? ('snoozed' as const) : null,
  }));
  await addOpenings(tx, events, now);
  const again = made.filter((one) => one.unacknowledged).map(({ id }) => id);
  await revokeAcknowledgements(tx, again, now);
  const muted = made.filter((one) => one.muted).map(({ alarm }) => alarm.plant_id);
  if (muted.length > 0) await countMuted(tx, muted, now);
  return new Map(made.map(({ id, alarm }) => [alarmKey(alarm), id]));
}

async function close(
  tx: Tx,
  closed: readonly StoredAlarm[],
  { watched, unobserved, now }: Pick<ResultChanges, 'watched' | 'unobserved'> & { now: Date },
): Promise<void> {
  if (closed.length === 0) return;
  const unwatched = unwatchedOf(closed, watched.plants);
  const existing =
    unwatched.device_ids.length + unwatched.port_ids.length === 0
      ? { devices: new Set<number>(), ports: new Set<number>(), off: new Set<number>() }
      : await listExistingSubjects(tx, unwatched);
  const closings = closed.map((alarm) => ({
    id: alarm.id,
    reason: closeReason(alarm, watched, existing) ?? unobserved.get(alarmKey(alarm)) ?? null,
  }));
  await closeAlarms(tx, closings, now);
}
