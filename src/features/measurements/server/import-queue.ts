import { defineQueue } from '../../../shared/server/jobs.ts';
import type { CsvMapping } from '../measurements.contract.ts';

/** A file that waits to be stored. */
export interface ImportJob {
  company_id: number;
  import_id: number;
  progress_id: number;
  mapping: CsvMapping;
}

export const importQueue = defineQueue<ImportJob>('import');
