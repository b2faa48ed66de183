import { GRANT, GRANT_COST, ruleOn } from './rules.ts';

interface Granted {
  readonly granted_eur: number;
  /** Whether less is granted than the share that was asked of the whole cost. */
  readonly is_capped: boolean;
}

/**
 * What a capital grant pays of a plant: at most 40 % of its cost, of which so much counts for each kW; nothing beyond 1 MW.
 * granted = min(g, 0.40) × min(cost, EUR/kW of the class × P). Source: D.M. 414/2023, PNRR.
 */
export function capitalGrant(
  plant: { readonly power_kw: number; readonly cost_eur: number; readonly grant_share: number },
  day: string,
): Granted {
  const { power_kw, cost_eur, grant_share } = plant;
  const limit = ruleOn(GRANT_COST, day).value.find(({ up_to_kw }) => power_kw <= up_to_kw);
  const counted = Math.min(cost_eur, (limit?.eur_per_kw ?? 0) * power_kw);
  const granted_eur = Math.min(grant_share, ruleOn(GRANT, day).value.most_share) * counted;
  // A cent is binary noise.
  return { granted_eur, is_capped: granted_eur < grant_share * cost_eur - 0.01 };
}
