import type { z } from 'zod';
import type { communityCalls } from '../community.contract.ts';
import type { HoursAsked, measuredCalls, ReadingsAsked } from '../measured.contract.ts';
import type { SimulationParameters } from '../parameters.contract.ts';
import type { NewStatement, statementsCalls } from '../statements.contract.ts';
import type { whatIfCalls } from '../what-if.contract.ts';

export type SizingQuestion = z.output<typeof whatIfCalls.sizing.body>;

export interface HoursQuestion {
  readonly hours: {
    readonly community: number;
    /** The file is only read. */
    readonly dry: boolean;
  };
  /** Given away: the sender cannot read them afterwards. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * What a thread is asked: what was measured over time; what stands behind a month; what a month comes to, or to close it; to read a file of measured hours, or the portal's own meters; what other parameters come to, or
 * which sizes serve best.
 */
export type CommunityQuestion =
  | { readonly results: z.output<typeof communityCalls.resultsData.query> }
  | { readonly month_plants: z.output<typeof measuredCalls.plants.query> }
  | { readonly month_hours: HoursAsked }
  | { readonly trial: z.output<typeof statementsCalls.trial.body> }
  | { readonly close: NewStatement }
  | HoursQuestion
  | { readonly readings: ReadingsAsked }
  | { readonly take_readings: ReadingsAsked }
  | { readonly what_if: SimulationParameters }
  | { readonly sizing: SizingQuestion };
