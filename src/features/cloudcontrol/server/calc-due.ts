import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders } from '../../../shared/units/zones.ts';
import type { ReadingRow } from '../../measurements/readings.model.ts';
import { calculateDay } from './calc-days.ts';
import { type DueMark, listDueDays, removeDueMarks, tellProgress } from './calc-due.repository.ts';
import type { Stage } from './calc-stages.ts';

/** A day that could not be calculated; its mark stands. */
export class FailedDay extends Error {
  readonly mark: DueMark;
  constructor(mark: DueMark, cause: unknown) {
    super(`${mark.day} of the virtual device ${mark.device_id} could not be calculated`, { cause });
    this.mark = mark;
  }
}

/** An open day is calculated as a whole at this distance; in between its newest results are followed. */
const OPEN_DAY_EVERY_MS = 300_000;
const FAILED_WAITS_MS = 600_000;
const DAYS_AT_ONCE = 50;
/** Whoever follows the newest results waits for this one. */
const MAX_MS = 400;

interface Rest {
  until: number;
  /** Also when its definition is new. */
  hard: boolean;
}

/** Works off the days of a company that are due. */
export class CompanyDue {
  readonly #rests = new Map<string, Rest>();

  /**
   * Calculates some of the days that are due and takes their marks away, in the transaction that holds the company's
   * calculations; answers how many. @throws FailedDay
   */
  async work(
    tx: Tx,
    stages: readonly Stage[],
    { now, write }: { now: number; write: (rows: readonly ReadingRow[]) => Promise<unknown> },
  ): Promise<number> {
    const byDevice = Map.groupBy(stages, (stage) => stage.device_id);
    const known = [...byDevice.keys()];
    const marks = await listDueDays(tx, { atMost: DAYS_AT_ONCE, known, without: this.#waiting(now) });
    const until = performance.now() + MAX_MS;
    const done: DueMark[] = [];
    for (const mark of marks) {
      const own = byDevice.get(mark.device_id);
      if (own) await this.#calculate(tx, own, mark, { now, write });
      done.push(mark);
      if (performance.now() > until) break;
    }
    await removeDueMarks(tx, done);
    if (done.some(({ past }) => past)) await tellProgress(tx);
    return done.length;
  }

  async #calculate(
    tx: Tx,
    own: readonly Stage[],
    mark: DueMark,
    work: { now: number; write: (rows: readonly ReadingRow[]) => Promise<unknown> },
  ): Promise<void> {
    try {
      await calculateDay(tx, own, { day: mark.day, ...work });
    } catch (error) {
      this.#rests.set(keyOf(mark), { until: work.now + FAILED_WAITS_MS, hard: true });
      throw new FailedDay(mark, error);
    }
    const { end } = dayBorders(own[0]?.time_zone ?? 'UTC', mark.day);
    if (end > work.now) this.#rests.set(keyOf(mark), { until: work.now + OPEN_DAY_EVERY_MS, hard: false });
  }

  #waiting(now: number) {
    for (const [key, { until }] of this.#rests) if (until <= now) this.#rests.delete(key);
    return [...this.#rests].map(([key, { hard }]) => {
      const [device_id = '', day = ''] = key.split('/');
      return { device_id: Number(device_id), day, hard };
    });
  }
}

const keyOf = ({ device_id, day }: DueMark) => `${device_id}/${day}`;
