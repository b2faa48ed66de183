import { databaseIsAway, databaseIsBusy } from '../../../shared/server/database-faults.ts';
import { lockLiveFigures } from '../../../shared/server/live/live.repository.ts';
import { notifyLive } from '../../../shared/server/live/notice.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { inSavepoint } from '../../../shared/server/savepoint.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { type Changes, changedFlags, changesBetween, type StoredAlarm, worsened } from '../changes.model.ts';
import { AlarmJudge } from '../judge/judge.model.ts';
import { alarmKey, type JudgeState, type StandingAlarm, type UnseenEnd } from '../judge/standing.model.ts';
import {
  addOpenings,
  type CloseReason,
  closeAlarms,
  followCauses,
  standAlone,
  takeBackAcknowledgements,
} from './alarm-events.repository.ts';
import {
  changeClosings,
  changeParams,
  holdAlarms,
  linkCauses,
  listFlags,
  listOpenAlarms,
  openAlarms,
  saveFlags,
} from './alarm-rows.repository.ts';
import { closeReason, unwatchedOf } from './close-reasons.ts';
import {
  forgetKeeping,
  readKeeping,
  saveKeeping,
  saveLook,
  saveUnjudged,
  takeKeeping,
} from './keeping.repository.ts';
import { listKnownToSnoozers } from './returning.repository.ts';
import {
  countMuted,
  endSnoozesOf,
  holdSnoozedPlants,
  lockSnoozes,
  turnSnoozes,
} from './snooze.repository.ts';
import { listFates } from './watched.repository.ts';
import { type Watched, WatchedCompany } from './watched-company.ts';

interface Judging {
  readonly judge: AlarmJudge;
  /** Of what is stored. */
  revision: number;
  kept: string;
  kept_at: number;
  /** What of rhythms is stored (judge.learnt), and since when. */
  learnt: number;
  learnt_at: number;
}

/** What only went on is kept no more often (ms), where it is long: evidence that is gathered goes on by itself. */
const KEEP_LONG_EVERY_MS = 10_000;
const LONG = 64_000;
/** What was learnt of rhythms is long too, and is learnt again where it is lost (ms). */
const KEEP_RHYTHMS_EVERY_MS = 60_000;
/** That somebody looked is kept so often (ms), where nothing else is. */
const KEEP_LOOK_EVERY_MS = 30_000;

export interface CompanyAlarmsOptions {
  /** Told once of each plant that could not be judged, and when it is judged again. */
  readonly log?: Pick<Logger, 'warn' | 'info'>;
  /** Quarters of an hour that one look reads from readings, at most. */
  readonly quartersAtOnce?: number | undefined;
}

/** One company's alarms between two looks; thrown away whole when a look fails. */
export class CompanyAlarms {
  readonly #options: CompanyAlarmsOptions;
  readonly #watched: WatchedCompany;
  #judging: Judging | undefined;
  /** Plants that this look could not judge, and those that the one before could not. */
  #faults = new Map<number, unknown>();
  #unjudged: readonly number[] | undefined;

  constructor(options: CompanyAlarmsOptions = {}) {
    this.#options = options;
    this.#watched = new WatchedCompany(options.quartersAtOnce);
  }

  /**
   * Looks at the company's readings, opens and closes alarms, and tells the browsers; all in the transaction that holds
   * the company. Answers false when another instance looks just now.
   */
  async look(tx: Tx, now: number, changed: boolean): Promise<boolean> {
    const at = new Date(now);
    const revision = await takeKeeping(tx, at);
    if (revision === undefined) return false;
    const [stored, turned] = await Promise.all([listOpenAlarms(tx), turnSnoozes(tx, at)]);
    const watched = await this.#watched.load(tx, { now, changed });
    const judging = await this.#judgingOf(tx, { revision, stored, now });
    this.#faults = new Map();
    const standing = judging.judge.judge(watched.plants, watched.rules, now);
    const isJudged = ({ plant_id }: { plant_id: number }) => !this.#faults.has(plant_id);
    const before = (await listFlags(tx)).filter(isJudged);
    const judged = changedFlags(before, standing);
    const worseBut = (known?: ReadonlySet<string>) => {
      const flagged = changedFlags(before, standing, known).filter((plant) => plant.worse);
      return [...new Set([...flagged.map((plant) => plant.plant_id), ...worsened(stored, standing, known)])];
    };
    const worse = worseBut(await listKnownToSnoozers(tx, worseBut(), at));
    const changes = changesBetween(stored.filter(isJudged), standing);
    await this.#write(tx, { changes, stored, watched, worse, unseen: judging.judge.unseen }, at);
    const flags = judged.filter(isJudged);
    if (flags.length > 0) {
      await lockLiveFigures(tx);
      await saveFlags(tx, flags);
    }
    const touched = touchedBy(changes).filter(isJudged);
    await this.#keep(tx, judging, { at, alarms: touched.length > 0 });
    await this.#keepFaults(tx);
    await tell(tx, watched, 'alarms', touched);
    await tell(tx, watched, 'plants', [...flags, ...turned.map((plant_id) => ({ plant_id }))]);
    return true;
  }

  /** The judge of the last look, or one that goes on from what is stored where another instance has looked since. */
  async #judgingOf(
    tx: Tx,
    { revision, stored, now }: { revision: number; stored: readonly StoredAlarm[]; now: number },
  ): Promise<Judging> {
    if (this.#judging?.revision === revision) return this.#judging;
    const state = await readKeeping(tx);
    const onFault = (plant_id: number, error: unknown) => this.#faults.set(plant_id, error);
    const judge = new AlarmJudge({ open: stored, state, now, onFault });
    const [kept, kept_at] = [state ? textOf(state) : '', state?.looked_at ?? 0];
    this.#judging = { judge, revision, kept, kept_at, learnt: judge.learnt, learnt_at: kept_at };
    return this.#judging;
  }

  /**
   * Writes what this look found. Where the database refuses a row, each plant is written by itself: what is refused of one
   * holds up no other, and is tried again at the next look.
   */
  async #write(tx: Tx, found: Found, at: Date): Promise<void> {
    if (found.worse.length + touchedBy(found.changes).length === 0) return;
    try {
      await inSavepoint(tx, () => writeFound(tx, found, at));
    } catch (error) {
      if (databaseIsAway(error) || databaseIsBusy(error)) throw error;
      for (const one of byPlant(found)) await this.#writePlant(tx, one, at);
    }
  }

  async #writePlant(tx: Tx, { plant_id, ...found }: Found & { plant_id: number }, at: Date): Promise<void> {
    try {
      await inSavepoint(tx, () => writeFound(tx, found, at));
    } catch (error) {
      if (databaseIsAway(error) || databaseIsBusy(error)) throw error;
      this.#faults.set(plant_id, error);
    }
  }

  /** Stores what the judge goes on from, in the transaction of the alarms that it follows from. */
  async #keep(tx: Tx, judging: Judging, { at, alarms }: { at: Date; alarms: boolean }): Promise<void> {
    const { judge } = judging;
    const state = textOf(judge.gathered());
    const age_ms = at.getTime() - judging.kept_at;
    const isLearnt =
      judge.learnt !== judging.learnt && at.getTime() - judging.learnt_at >= KEEP_RHYTHMS_EVERY_MS;
    const isDue = alarms || state.length < LONG || age_ms >= KEEP_LONG_EVERY_MS;
    if (isLearnt || (state !== judging.kept && isDue)) {
      const rhythms = isLearnt ? JSON.stringify(judge.state().rhythms) : null;
      judging.revision = await saveKeeping(tx, { state, rhythms }, at);
      judging.kept = state;
      if (isLearnt) [judging.learnt, judging.learnt_at] = [judge.learnt, at.getTime()];
    } else if (age_ms >= KEEP_LOOK_EVERY_MS) await saveLook(tx, at);
    else return;
    judging.kept_at = at.getTime();
  }

  /** A plant that cannot be judged is a fault of the program or of its data: said once, and kept where an operator sees it. */
  async #keepFaults(tx: Tx): Promise<void> {
    const { company_id } = tx.scope;
    const before = this.#unjudged ?? [];
    const unjudged = [...this.#faults.keys()];
    for (const plant_id of unjudged)
      if (!before.includes(plant_id))
        this.#options.log?.warn(
          { err: this.#faults.get(plant_id), company_id, plant_id },
          'a plant could not be judged: its alarms stand as they stood, the others are looked after',
        );
    for (const plant_id of before)
      if (!this.#faults.has(plant_id))
        this.#options.log?.info({ company_id, plant_id }, 'a plant is judged again');
    if (this.#unjudged === undefined || String(unjudged) !== String(before)) await saveUnjudged(tx, unjudged);
    this.#unjudged = unjudged;
  }
}

/** When it looked, and rhythms, stand in columns of their own: where nothing changed they are not written. */
const textOf = ({ looked_at: _, rhythms: __, ...gathered }: JudgeState): string => JSON.stringify(gathered);

interface Written {
  readonly changes: Changes;
  readonly stored: readonly StoredAlarm[];
  readonly watched: Watched;
  readonly unseen: ReadonlyMap<string, UnseenEnd>;
}

/** What a look found; `worse`: plants whose snoozes end because something got worse. */
interface Found extends Written {
  readonly worse: readonly number[];
}

const touchedBy = ({ opened, closed, changed, moved, closing }: Changes): { plant_id: number }[] => [
  ...opened,
  ...closed,
  ...changed,
  ...moved,
  ...closing,
];

/** The same, each plant's by itself. */
function byPlant({ changes, worse, ...rest }: Found): (Found & { plant_id: number })[] {
  const plants = new Set([...worse, ...touchedBy(changes).map(({ plant_id }) => plant_id)]);
  return [...plants].map((plant_id) => {
    const own = <T extends { plant_id: number }>(all: readonly T[]) =>
      all.filter((one) => one.plant_id === plant_id);
    const { opened, closed, changed, moved, closing } = changes;
    return {
      ...rest,
      plant_id,
      worse: worse.filter((one) => one === plant_id),
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

async function writeFound(tx: Tx, { worse, ...written }: Found, now: Date): Promise<void> {
  // Before anything is written: what opens now is not muted by a snooze that it ends.
  await lockSnoozes(tx, worse);
  if (worse.length > 0) await endSnoozesOf(tx, worse, { reason: 'worse', by: null, now });
  await write(tx, written, now);
}

/** Writes what changed, in a few statements however much it is. */
async function write(tx: Tx, { changes, stored, watched, unseen }: Written, now: Date): Promise<void> {
  const { opened, closed, changed, moved, closing } = changes;
  if (touchedBy(changes).length === 0) return;
  const snoozed = new Set(await holdSnoozedPlants(tx, now));
  const ids = [...closed, ...changed, ...moved, ...closing].map(({ id }) => id);
  await holdAlarms(tx, { ids, opening: opened, now });
  await close(tx, closed, { watched, unseen, now });
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
async function open(
  tx: Tx,
  opened: readonly StandingAlarm[],
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
  await takeBackAcknowledgements(tx, again, now);
  const muted = made.filter((one) => one.muted).map(({ alarm }) => alarm.plant_id);
  if (muted.length > 0) await countMuted(tx, muted, now);
  return new Map(made.map(({ id, alarm }) => [alarmKey(alarm), id]));
}

async function close(
  tx: Tx,
  closed: readonly StoredAlarm[],
  { watched, unseen, now }: Pick<Written, 'watched' | 'unseen'> & { now: Date },
): Promise<void> {
  if (closed.length === 0) return;
  const unwatched = unwatchedOf(closed, watched.plants);
  const fates =
    unwatched.device_ids.length + unwatched.port_ids.length === 0
      ? { devices: new Set<number>(), ports: new Set<number>(), off: new Set<number>() }
      : await listFates(tx, unwatched);
  const closings = closed.map((alarm) => ({
    id: alarm.id,
    reason: closeReason(alarm, watched, fates) ?? unseen.get(alarmKey(alarm)) ?? null,
  }));
  await closeAlarms(tx, closings, now);
}

/** A company's past as it was, and the judge that goes through it. */
export interface Past {
  /** The instants (epoch ms, ascending) at which it is looked at. */
  readonly looks: readonly number[];
  readonly judge: AlarmJudge;
  readonly watchedAt: (now: number) => Watched | Promise<Watched>;
}

/**
 * Lives through a company's past as the looks of that time would have, alarms and events with their instants. Cards and
 * browsers are left to the looks of the present, which go on from where this ends. Answers false when another looks just now.
 */
export async function livePast(tx: Tx, { looks, judge, watchedAt }: Past): Promise<boolean> {
  if ((await takeKeeping(tx, new Date())) === undefined) return false;
  for (const now of looks) {
    const watched = await watchedAt(now);
    const stored = await listOpenAlarms(tx);
    const standing = judge.judge(watched.plants, watched.rules, now);
    const changes = changesBetween(stored, standing);
    await write(tx, { changes, stored, watched, unseen: judge.unseen }, new Date(now));
  }
  const state = judge.state();
  const kept = { state: textOf(state), rhythms: JSON.stringify(state.rhythms) };
  await saveKeeping(tx, kept, new Date(looks.at(-1) ?? 0));
  return true;
}

/**
 * Closes what is open of a company that is disabled: nobody looks at it any more. What was gathered is forgotten, so that
 * no alarm opens by it should the company be enabled again. Answers how many there were.
 */
export async function closeAllAlarms(tx: Tx, now: Date): Promise<number> {
  if ((await takeKeeping(tx, now)) === undefined) return 0;
  await forgetKeeping(tx);
  const stored = await listOpenAlarms(tx);
  const reason: CloseReason = 'company_disabled';
  await holdAlarms(tx, { ids: stored.map(({ id }) => id), opening: [], now });
  await closeAlarms(
    tx,
    stored.map(({ id }) => ({ id, reason })),
    now,
  );
  const flags = changedFlags(await listFlags(tx), []);
  if (flags.length > 0) {
    await lockLiveFigures(tx);
    await saveFlags(tx, flags);
  }
  return stored.length;
}

async function tell(
  tx: Tx,
  { plants }: Watched,
  kind: 'alarms' | 'plants',
  changed: readonly { plant_id: number }[],
): Promise<void> {
  if (changed.length === 0) return;
  const ids = new Set(changed.map((c) => c.plant_id));
  const codes = plants.filter((p) => ids.has(p.plant_id)).map((p) => p.proj_code);
  await notifyLive(tx, { company_id: tx.scope.company_id, kind, codes });
}
