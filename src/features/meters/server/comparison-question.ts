import type { PrintFormat } from '../../../shared/contract/table-file.ts';
import type { Language } from '../../../shared/server/language.ts';

/** The comparisons of meters in a month, as JSON or as a file, as plain data on its way to a thread. */
export interface ComparisonQuestion {
  readonly compared: { readonly codes?: readonly string[] | undefined; readonly month: string };
  readonly as?: { readonly format: PrintFormat; readonly language: Language };
}
