import { defineQueue } from '../../../shared/server/jobs.ts';

/** Meters whose comparisons of some months are to be judged anew. */
export interface JudgeMetersJob {
  readonly company_id: number;
  readonly meter_ids: readonly number[];
  /** YYYY-MM. */
  readonly months: readonly string[];
}

export const judgeMetersQueue = defineQueue<JudgeMetersJob>('meter-differences');
