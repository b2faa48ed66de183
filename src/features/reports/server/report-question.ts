import type { PrintFormat } from '../../../shared/contract/table-file.ts';
import type { Language } from '../../../shared/server/language.ts';
import type { RevenueQuestion } from '../../revenues/server/revenue-question.public.ts';
import type { ReportPeriod } from '../reports.model.ts';

interface K451Asked {
  readonly codes?: readonly string[] | undefined;
  readonly from: string;
  readonly to: string;
  readonly by: ReportPeriod;
  /** Plants at most. */
  readonly most?: number;
  /** As `k451Report` has it. */
  readonly counts_all?: boolean;
}
interface K410Asked {
  readonly codes?: readonly string[] | undefined;
  readonly year: number;
}
interface As {
  readonly format: PrintFormat;
  readonly language: Language;
}

/** A report of many plants, as JSON or as a file, as plain data on its way to a thread. */
export type ReportQuestion =
  | RevenueQuestion
  | { readonly k451: K451Asked; readonly as?: As }
  | { readonly k410: K410Asked; readonly as?: As };
