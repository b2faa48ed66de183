import type { z } from 'zod';
import type { NewStatement, statementsCalls } from '../statements.contract.ts';

/** What a thread is asked of a month: what it comes to, or to close it. */
export type StatementQuestion =
  | { readonly trial: z.output<typeof statementsCalls.trial.body> }
  | { readonly close: NewStatement };
