import type { Tx } from '../../../shared/server/tenancy.ts';
import type { ReadingRow } from '../../measurements/readings.model.ts';
import { loadRecentSlots, type SlotWindow } from '../../measurements/server/slot-readings.public.ts';
import { beginTail, isOpen, isRipe, planTail, type Tail, type TailPlan } from '../calculation-tail.model.ts';
import { changesOf } from './calc-changes.ts';
import { type Stage, windowsOf } from './calc-stages.ts';
import { listHeard, listNewestResults } from './calc-tail.repository.ts';

type Write = (rows: readonly ReadingRow[]) => Promise<unknown>;

interface Due {
  stage: Stage;
  plan: TailPlan;
}

const keyOf = ({ level, device_id }: Stage) => `${level}/${device_id}`;

/** Keeps the newest results of a company's groups behind their inputs' readings. */
export class CompanyTail {
  readonly #stages: readonly Stage[];
  readonly #tails: Map<string, Tail>;

  /** `before`: the tail of the definitions that stood until now; what did not change goes on from there. */
  constructor(stages: readonly Stage[], before?: CompanyTail) {
    this.#stages = stages;
    this.#tails = new Map(before ? before.#tails : []);
  }

  /** Whether time alone may have made a result due. */
  isRipe(now: number): boolean {
    return this.#stages.some((stage) => isRipe(this.#tails.get(keyOf(stage)), stage.step_ms, now));
  }

  /** Whether readings that came could change anything. */
  isOpen(now: number): boolean {
    return this.#stages.some((stage) => this.#isOpen(stage, now));
  }

  #isOpen(stage: Stage, now: number): boolean {
    return isOpen(this.#tails.get(keyOf(stage)), stage.step_ms, now);
  }

  /** Calculates what is due of the last hours, level by level, and writes what changed. Answers how many rows. */
  async follow(tx: Tx, write: Write, now: number): Promise<number> {
    let written = 0;
    for (const level of new Set(this.#stages.map((stage) => stage.level))) {
      const due = await this.#plan(
        tx,
        this.#stages.filter((stage) => stage.level === level && this.#isOpen(stage, now)),
        now,
      );
      if (due.length === 0) continue;
      const rows = await calculate(tx, due);
      if (rows.length > 0) await write(rows);
      for (const { stage, plan } of due) this.#tails.set(keyOf(stage), plan.next);
      written += rows.length;
    }
    return written;
  }

  async #plan(tx: Tx, stages: readonly Stage[], now: number): Promise<Due[]> {
    if (stages.length === 0) return [];
    const queries = stages.flatMap((stage) =>
      stage.feeders.map((device_id) => ({ stage, device_id, slots: stage.slots.get(device_id) ?? [] })),
    );
    const heard = await listHeard(tx, queries);
    const byStage = Map.groupBy(queries.entries(), ([, { stage }]) => stage);
    const fresh = stages.filter((stage) => !this.#tails.has(keyOf(stage)));
    const newest =
      fresh.length > 0
        ? await listNewestResults(
            tx,
            fresh.map((s) => s.device_id),
          )
        : new Map();
    return stages.flatMap((stage) => {
      const ofStage = (byStage.get(stage) ?? []).flatMap(([i]) => heard[i] ?? []);
      const facts = {
        step_ms: stage.step_ms,
        spoke: ofStage.reduce((min, one) => Math.min(min, one.spoke), Number.POSITIVE_INFINITY),
        heard: ofStage.reduce((sum, one) => sum + one.heard, 0),
      };
      const tail =
        this.#tails.get(keyOf(stage)) ?? beginTail(newest.get(stage.device_id), stage.step_ms, now);
      const plan = planTail(tail, facts, now);
      return plan ? [{ stage, plan }] : [];
    });
  }
}

/** One question for the readings of all stages, and what is to be written of each. */
async function calculate(tx: Tx, due: readonly Due[]): Promise<ReadingRow[]> {
  const windows: SlotWindow[] = [];
  const places = due.map(({ stage, plan }) =>
    windowsOf(stage, plan.start, plan.end).map((window) => ({ window, place: windows.push(window) - 1 })),
  );
  const readings = await loadRecentSlots(tx, windows);
  return due.flatMap(({ stage, plan }, i) => {
    const loaded = new Map(
      (places[i] ?? []).flatMap(({ window, place }) => {
        const found = readings[place];
        return found ? [[window.device_id, found] as const] : [];
      }),
    );
    return changesOf(stage, loaded, plan);
  });
}
