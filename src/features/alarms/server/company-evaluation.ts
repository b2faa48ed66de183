import { databaseIsAway, databaseIsBusy } from '../../../shared/server/database-faults.ts';
import { lockLiveFigures } from '../../../shared/server/live/live.repository.ts';
import { notifyLive } from '../../../shared/server/live/notice.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { inSavepoint } from '../../../shared/server/savepoint.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { changedFlags, changesBetween, type StoredAlarm, worsened } from '../changes.model.ts';
import type { EvaluationState } from '../evaluation/active-alarm.model.ts';
import { AlarmEvaluator } from '../evaluation/evaluator.model.ts';
import { type CloseReason, closeAlarms } from './alarm-events.repository.ts';
import { listFlags, listOpenAlarms, lockAlarmRows, saveFlags } from './alarm-rows.repository.ts';
import {
  byPlant,
  type EvaluationResult,
  touchedBy,
  writeChanges,
  writeResult,
} from './evaluation-result.service.ts';
import {
  clearEvaluationState,
  lockEvaluationState,
  readEvaluationState,
  saveEvaluatedAt,
  saveEvaluationState,
  saveFailedPlants,
} from './evaluation-state.repository.ts';
import { listKnownToSnoozers } from './known-alarms.repository.ts';
import { listRaised } from './raised-alarms.repository.ts';
import { advanceSnoozes } from './snooze-state.repository.ts';
import { type Watched, WatchedCompany } from './watched-company.ts';

interface EvaluatorSession {
  readonly evaluator: AlarmEvaluator;
  /** Of what is stored. */
  revision: number;
  saved: string;
  saved_at: number;
  /** Which revision of the rhythms is stored (evaluator.learnt), and since when. */
  learnt: number;
  learnt_at: number;
}

/** What only went on is kept no more often (ms), where it is long: evidence that is gathered goes on by itself. */
const SAVE_LONG_STATE_EVERY_MS = 10_000;
const LONG_STATE = 64_000;
/** What was learnt of rhythms is long too, and is learnt again where it is lost (ms). */
const SAVE_RHYTHMS_EVERY_MS = 60_000;
/** The time of the last evaluation is saved so often (ms), where nothing else is. */
const SAVE_EVALUATED_AT_EVERY_MS = 30_000;

export interface CompanyEvaluationOptions {
  /** Logs once each plant that could not be evaluated, and when it is evaluated again. */
  readonly log?: Pick<Logger, 'warn' | 'info'>;
  /** Quarters of an hour that one evaluation reads from readings, at most. */
  readonly quartersAtOnce?: number | undefined;
}

/** One company's evaluation state in memory; thrown away whole when an evaluation fails. */
export class CompanyEvaluation {
  readonly #options: CompanyEvaluationOptions;
  readonly #watched: WatchedCompany;
  #session: EvaluatorSession | undefined;
  /** Plants that this evaluation failed for, and those of the one before. */
  #failures = new Map<number, unknown>();
  #failedPlants: readonly number[] | undefined;

  constructor(options: CompanyEvaluationOptions = {}) {
    this.#options = options;
    this.#watched = new WatchedCompany(options.quartersAtOnce);
  }

  /**
   * Evaluates the company's readings, opens and closes alarms, and notifies the browsers; all in the transaction that
   * locks the company's state. Answers false when another instance is evaluating it.
   */
  async evaluate(tx: Tx, now: number, changed: boolean): Promise<boolean> {
    const at = new Date(now);
    const revision = await lockEvaluationState(tx, at);
    if (revision === undefined) return false;
    const [stored, changedSnoozes] = await Promise.all([listOpenAlarms(tx), advanceSnoozes(tx, at)]);
    const raised = await listRaised(tx);
    const archived = raised.filter((one) => one.archived);
    const watched = await this.#watched.load(tx, { now, changed });
    const session = await this.#sessionOf(tx, { revision, stored, now });
    this.#failures = new Map();
    const active = session.evaluator.evaluate(watched.plants, watched.rules, now);
    const isEvaluated = ({ plant_id }: { plant_id: number }) => !this.#failures.has(plant_id);
    const before = (await listFlags(tx)).filter(isEvaluated);
    const standing = [...active, ...raised.filter((one) => !one.archived)];
    const changedPlantFlags = changedFlags(before, standing);
    const worseBut = (known?: ReadonlySet<string>) => {
      const flagged = changedFlags(before, standing, known).filter((plant) => plant.worse);
      return [...new Set([...flagged.map((plant) => plant.plant_id), ...worsened(stored, active, known)])];
    };
    const worse = worseBut(await listKnownToSnoozers(tx, worseBut(), at));
    const changes = changesBetween(stored.filter(isEvaluated), active);
    await this.#writeChanges(
      tx,
      { changes, stored, watched, worse, archived, unobserved: session.evaluator.unobserved },
      at,
    );
    const flags = changedPlantFlags.filter(isEvaluated);
    if (flags.length > 0) {
      await lockLiveFigures(tx);
      await saveFlags(tx, flags);
    }
    const touched = touchedBy(changes).filter(isEvaluated);
    await this.#saveState(tx, session, { at, alarms: touched.length > 0 });
    await this.#saveFailedPlants(tx);
    await notifyBrowsers(tx, watched, 'alarms', touched);
    await notifyBrowsers(tx, watched, 'plants', [
      ...flags,
      ...changedSnoozes.map((plant_id) => ({ plant_id })),
    ]);
    return true;
  }

  /** The evaluator of the last evaluation, or a new one from the stored state where another instance has evaluated since. */
  async #sessionOf(
    tx: Tx,
    { revision, stored, now }: { revision: number; stored: readonly StoredAlarm[]; now: number },
  ): Promise<EvaluatorSession> {
    if (this.#session?.revision === revision) return this.#session;
    const state = await readEvaluationState(tx);
    const onFault = (plant_id: number, error: unknown) => this.#failures.set(plant_id, error);
    const evaluator = new AlarmEvaluator({ open: stored, state, now, onFault });
    const [saved, saved_at] = [state ? textOf(state) : '', state?.evaluated_at ?? 0];
    this.#session = { evaluator, revision, saved, saved_at, learnt: evaluator.learnt, learnt_at: saved_at };
    return this.#session;
  }

  /**
   * Writes the result of this evaluation. Where the database refuses a row, each plant is written by itself: what is
   * refused of one holds up no other, and is tried again in the next evaluation.
   */
  async #writeChanges(tx: Tx, result: EvaluationResult, at: Date): Promise<void> {
    const { worse, changes, archived } = result;
    if (worse.length + touchedBy(changes).length + archived.length === 0) return;
    try {
      await inSavepoint(tx, () => writeResult(tx, result, at));
    } catch (error) {
      if (databaseIsAway(error) || databaseIsBusy(error)) throw error;
      for (const one of byPlant(result)) await this.#writePlant(tx, one, at);
    }
  }

  async #writePlant(
    tx: Tx,
    { plant_id, ...result }: EvaluationResult & { plant_id: number },
    at: Date,
  ): Promise<void> {
    try {
      await inSavepoint(tx, () => writeResult(tx, result, at));
    } catch (error) {
      if (databaseIsAway(error) || databaseIsBusy(error)) throw error;
      this.#failures.set(plant_id, error);
    }
  }

  /** Saves the evaluator's state in the transaction of the alarms that it belongs to. */
  async #saveState(
    tx: Tx,
    session: EvaluatorSession,
    { at, alarms }: { at: Date; alarms: boolean },
  ): Promise<void> {
    const { evaluator } = session;
    const state = textOf(evaluator.gathered());
    const age_ms = at.getTime() - session.saved_at;
    const isLearnt =
      evaluator.learnt !== session.learnt && at.getTime() - session.learnt_at >= SAVE_RHYTHMS_EVERY_MS;
    const isDue = alarms || state.length < LONG_STATE || age_ms >= SAVE_LONG_STATE_EVERY_MS;
    if (isLearnt || (state !== session.saved && isDue)) {
      const rhythms = isLearnt ? JSON.stringify(evaluator.state().rhythms) : null;
      session.revision = await saveEvaluationState(tx, { state, rhythms }, at);
      session.saved = state;
      if (isLearnt) [session.learnt, session.learnt_at] = [evaluator.learnt, at.getTime()];
    } else if (age_ms >= SAVE_EVALUATED_AT_EVERY_MS) await saveEvaluatedAt(tx, at);
    else return;
    session.saved_at = at.getTime();
  }

  /** A plant that cannot be evaluated is a fault of the program or of its data: logged once, and saved where an operator sees it. */
  async #saveFailedPlants(tx: Tx): Promise<void> {
    const { company_id } = tx.scope;
    const before = this.#failedPlants ?? [];
    const failedPlants = [...this.#failures.keys()];
    for (const plant_id of failedPlants)
      if (!before.includes(plant_id))
        this.#options.log?.warn(
          { err: this.#failures.get(plant_id), company_id, plant_id },
          'a plant could not be evaluated: its alarms stay as they were, the others are evaluated',
        );
    for (const plant_id of before)
      if (!this.#failures.has(plant_id))
        this.#options.log?.info({ company_id, plant_id }, 'a plant is evaluated again');
    if (this.#failedPlants === undefined || String(failedPlants) !== String(before))
      await saveFailedPlants(tx, failedPlants);
    this.#failedPlants = failedPlants;
  }
}

/** The time of the evaluation and the rhythms have columns of their own: where nothing changed they are not written. */
const textOf = ({ evaluated_at: _, rhythms: __, ...gathered }: EvaluationState): string =>
  JSON.stringify(gathered);

/** A company's past as it was, and the evaluator that replays it. */
export interface PastEvaluation {
  /** The instants (epoch ms, ascending) at which it is evaluated. */
  readonly instants: readonly number[];
  readonly evaluator: AlarmEvaluator;
  readonly watchedAt: (now: number) => Watched | Promise<Watched>;
}

/**
 * Replays a company's past as the evaluations of that time would have gone, alarms and events with their instants.
 * Cards and browsers are left to the evaluations of the present, which go on from where this ends. Answers false when
 * another instance is evaluating the company.
 */
export async function replayPast(
  tx: Tx,
  { instants, evaluator, watchedAt }: PastEvaluation,
): Promise<boolean> {
  if ((await lockEvaluationState(tx, new Date())) === undefined) return false;
  for (const now of instants) {
    const watched = await watchedAt(now);
    const stored = await listOpenAlarms(tx);
    const active = evaluator.evaluate(watched.plants, watched.rules, now);
    const changes = changesBetween(stored, active);
    const { unobserved } = evaluator;
    await writeChanges(tx, { changes, stored, watched, unobserved, archived: [] }, new Date(now));
  }
  const state = evaluator.state();
  const saved = { state: textOf(state), rhythms: JSON.stringify(state.rhythms) };
  await saveEvaluationState(tx, saved, new Date(instants.at(-1) ?? 0));
  return true;
}

/**
 * Closes what is open of a company that is disabled: it is not evaluated any more. The state is cleared, so that no
 * alarm opens by it should the company be enabled again. Answers how many there were.
 */
export async function closeAllAlarms(tx: Tx, now: Date): Promise<number> {
  if ((await lockEvaluationState(tx, now)) === undefined) return 0;
  await clearEvaluationState(tx);
  const stored = [...(await listOpenAlarms(tx)), ...(await listRaised(tx))];
  const reason: CloseReason = 'company_disabled';
  await lockAlarmRows(tx, { ids: stored.map(({ id }) => id), opening: [], now });
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

async function notifyBrowsers(
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
