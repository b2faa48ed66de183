import { installedKw } from './case.ts';
import { EXISTING, MAX_POWER_KW, ruleOn } from './rules.ts';

/** What stands against a community's configuration, by codes that the portal says in words. */
export type CommunityFinding =
  | { readonly code: 'plant_over_1mw'; readonly id: string; readonly power_kw: number }
  | {
      readonly code: 'existing_over_share';
      readonly existing_kw: number;
      readonly all_kw: number;
      readonly most_share: number;
    }
  | { readonly code: 'substation_without_plant'; readonly id: string; readonly substation: string }
  | { readonly code: 'substation_without_member'; readonly id: string; readonly substation: string };

type Placed = { readonly id: string; readonly substation: string };
type Plant = Placed & {
  readonly power_kw: number;
  /** Of several alike, what all of them come to. */
  readonly installed_kw?: number;
  readonly in_operation: string;
};

/** Plants beyond 1 MW earn no tariff; existing ones may be 30 % of the power; who shares must stand at a plant's substation. */
export function findingsOf(
  plants: readonly Plant[],
  members: readonly Placed[],
  day: string,
): CommunityFinding[] {
  const { until, most_share } = ruleOn(EXISTING, day).value;
  const power = (rows: readonly Plant[]): number => rows.reduce((sum, plant) => sum + installedKw(plant), 0);
  const [existing_kw, all_kw] = [
    power(plants.filter(({ in_operation }) => in_operation <= until)),
    power(plants),
  ];
  const [made, drawn] = [plants, members].map((rows) => new Set(rows.map(({ substation }) => substation)));
  return [
    ...plants
      .filter(({ power_kw }) => power_kw > MAX_POWER_KW)
      .map(({ id, power_kw }) => ({ code: 'plant_over_1mw' as const, id, power_kw })),
    // A millionth is binary noise.
    ...(existing_kw > most_share * all_kw + 1e-6
      ? [{ code: 'existing_over_share' as const, existing_kw, all_kw, most_share }]
      : []),
    ...members
      .filter(({ substation }) => !made?.has(substation))
      .map(({ id, substation }) => ({ code: 'substation_without_plant' as const, id, substation })),
    ...plants
      .filter(({ substation }) => !drawn?.has(substation))
      .map(({ id, substation }) => ({ code: 'substation_without_member' as const, id, substation })),
  ];
}
