import { ruleOn, SURPLUS } from './rules.ts';
import type { Switches } from './switches.ts';

/** A plant's year, as the surplus rule needs it. */
export interface YearOfPlant {
  readonly grant_share: number;
  /** Whether it can earn the tariff; what others inject belongs to no group. */
  readonly earns: boolean;
  readonly injected_kwh: number;
  readonly incentivised_kwh: number;
  readonly incentive_eur: number;
}

export interface GroupSurplus {
  readonly group: 'tariff_only' | 'with_grant';
  readonly threshold: number;
  /** Incentivised over injected energy; null where nothing was injected. */
  readonly quota: number | null;
  readonly incentive_eur: number;
  readonly surplus_eur: number;
}

const sum = (rows: readonly YearOfPlant[], of: (row: YearOfPlant) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/**
 * The part of a year's premium that must go to consumers that are no enterprises, or to social purposes of the territory.
 * surplus_g = incentive_g × max(0, (Q_g − thr_g) / Q_g). Source: D.M. 414/2023; the quota's denominator is assumed.
 */
export function surplus(
  plants: readonly YearOfPlant[],
  day: string,
  { quota_of }: Pick<Switches, 'quota_of'>,
): GroupSurplus[] {
  const thresholds = ruleOn(SURPLUS, day).value;
  const earning = plants.filter(({ earns }) => earns);
  return (['tariff_only', 'with_grant'] as const).map((group) => {
    const own = earning.filter(({ grant_share }) => grant_share > 0 === (group === 'with_grant'));
    const threshold = thresholds[group];
    const injected = sum(quota_of === 'all_injection' ? plants : own, (row) => row.injected_kwh);
    const quota = injected > 0 ? sum(own, (row) => row.incentivised_kwh) / injected : null;
    const incentive_eur = sum(own, (row) => row.incentive_eur);
    const share = quota !== null && quota > threshold ? (quota - threshold) / quota : 0;
    return { group, threshold, quota, incentive_eur, surplus_eur: incentive_eur * share };
  });
}
