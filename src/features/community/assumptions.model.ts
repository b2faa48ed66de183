import { SWITCHES, type Switches } from './community.model.ts';

/** What is assumed in every calculation and cannot be switched, beside what is chosen. // docs/domain.md §4 */
export const MODEL_ASSUMPTIONS = [
  'grant_linear',
  'quarter_hours',
  'load_profiles',
  'sun',
  'battery',
  'investment_made',
] as const;
export type ModelAssumption = (typeof MODEL_ASSUMPTIONS)[number];
export const ASSUMPTION_CODES = [
  ...(Object.keys(SWITCHES) as (keyof Switches)[]),
  ...MODEL_ASSUMPTIONS,
] as const;

/** A choice between readings of a rule that no official text settles, or an assumption of the calculation. */
export interface Assumption {
  readonly code: (typeof ASSUMPTION_CODES)[number];
  /** Of a switch: what is chosen. */
  readonly choice: string | null;
  /** Where what is assumed comes from. */
  readonly source: string | null;
}

type Chosen = { readonly [K in keyof Switches]?: Switches[K] | undefined };
type Taken = Pick<Assumption, 'code'> & { readonly code: ModelAssumption; readonly source?: string };

/** Choices that were made, in the order of the switches, and then what else is assumed. */
export function assumptionsOf(switches: Chosen, taken: readonly Taken[]): Assumption[] {
  const names = Object.keys(SWITCHES) as (keyof Switches)[];
  return [
    ...names.flatMap((code) => {
      const choice = switches[code];
      return choice === undefined ? [] : [{ code, choice, source: null }];
    }),
    ...taken.map(({ code, source = null }) => ({ code, choice: null, source })),
  ];
}

/** What is assumed of a measured month. */
export const assumptionsOfMonth = (switches: Chosen): Assumption[] =>
  assumptionsOf(switches, [{ code: 'grant_linear' }, { code: 'quarter_hours' }]);

/** An assumption in words. @param say what the area's words hold at a path */
export function assumptionWords(
  { code, choice, source }: Assumption,
  say: (path: string) => string,
): { label: string; text: string } {
  if (choice !== null)
    return { label: say(`switches.${code}.label`), text: say(`switches.${code}.${choice}`) };
  const text = say(`assumed.${code}.text`);
  return { label: say(`assumed.${code}.label`), text: source === null ? text : `${text}: ${source}` };
}
