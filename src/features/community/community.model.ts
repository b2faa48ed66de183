import { AREAS, type MarketZone, ZONES } from '../../energy/community/rules.ts';
import { DEFAULT_SWITCHES, SWITCHES, type Switches } from '../../energy/community/switches.ts';

export { AREAS, type MarketZone, SWITCHES, type Switches, ZONES };

export const MEMBER_ROLES = ['producer', 'consumer', 'prosumer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];
/** Who a member is: enterprises are given no surplus, and a grant does not touch what the last three share. */
export const MEMBER_BODIES = ['family', 'firm', 'municipality', 'church', 'third_sector'] as const;
export type MemberBody = (typeof MEMBER_BODIES)[number];

/** Whether a grant leaves the tariff of a member's shared energy as it is. */
export const isExempt = (body: MemberBody): boolean => body !== 'family' && body !== 'firm';

/** A point of withdrawal as Italian distributors number them. */
export const POD = /^IT[0-9A-Z]{12,13}$/;

/** A POD in one spelling: without blanks and dashes, in capitals. */
export const podOf = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

/** What percentages come to; a millionth is binary noise. */
export function percentSum(parts: readonly number[]): number {
  return Math.round(parts.reduce((sum, percent) => sum + percent, 0) * 1e6) / 1e6;
}

/** Choices with those that nobody made. */
export function switchesOf(given: { readonly [K in keyof Switches]?: Switches[K] | undefined }): Switches {
  const made = Object.entries(given).filter(([, choice]) => choice !== undefined);
  return { ...DEFAULT_SWITCHES, ...Object.fromEntries(made) };
}

/** A stretch of days, the last excluded; null has no end. */
export interface Stretch {
  readonly from_on: string;
  readonly until_on: string | null;
}

/** Whether two stretches of days have one in common. */
export function overlaps(a: Stretch, b: Stretch): boolean {
  return (a.until_on === null || b.from_on < a.until_on) && (b.until_on === null || a.from_on < b.until_on);
}

/** The first POD that a list names twice for the same days, with the place of the second. */
export function doubledPod(
  pods: readonly (Stretch & { readonly pod: string; readonly path: string })[],
): { pod: string; path: string } | undefined {
  const before = new Map<string, Stretch[]>();
  for (const one of pods) {
    const own = before.get(one.pod);
    if (own?.some((other) => overlaps(other, one))) return { pod: one.pod, path: one.path };
    if (own) own.push(one);
    else before.set(one.pod, [one]);
  }
  return undefined;
}
