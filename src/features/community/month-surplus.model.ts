import { existingBeyond, UNKNOWN_DAY } from '../../energy/community/existing.ts';
import { earnsTariff, tariffEnd } from '../../energy/community/plant-money.ts';
import { MAX_POWER_KW } from '../../energy/community/rules.ts';
import type { MeasuredPlantMonth, MeasuredPlants } from './measured.contract.ts';
import { knowsShared, type MonthHours, unpaidKwh } from './month-hours.model.ts';
import { type HeldPlant, sumOf } from './statement-energies.model.ts';
import { surplusBasis, surplusJudged } from './statement-surplus.model.ts';

/** Why a plant is paid no tariff in the month; null where it is. */
export function noTariff(
  { inputs }: Pick<MonthHours, 'inputs'>,
  plant: HeldPlant,
): MeasuredPlantMonth['no_tariff'] {
  const { power_kw, in_operation } = plant;
  const day = `${inputs.measured.month}-01`;
  if (power_kw === null || power_kw <= 0) return 'power_unknown';
  if (power_kw > MAX_POWER_KW) return 'over_1mw';
  if (in_operation === null) return 'operation_date_unknown';
  const known = { power_kw, in_operation };
  if (earnsTariff(known)) return (tariffEnd(known) ?? day) <= day ? 'ended' : null;
  const beyond = existingBeyond(
    inputs.measured.plants.map(({ plant: id, power_kw: kw, in_operation: since }) => ({
      id,
      power_kw: kw ?? 0,
      in_operation: since ?? UNKNOWN_DAY,
    })),
    day,
    inputs.measured.switches,
  );
  return beyond.has(plant.plant) ? 'left_out' : 'existing';
}

type Judged = NonNullable<MeasuredPlants['surplus']>;

/** How the surplus premium is judged; null where plants are not seen. */
export function surplusOfMonth(opened: MonthHours): Judged | null {
  const { inputs, settled, hidden } = opened;
  if (hidden.some((count) => count > 0)) return null;
  const { months, told_eur, groups } = surplusJudged(inputs, surplusBasis(inputs, settled));
  const judged = groups.map((row): Judged['groups'][number] => {
    const { group, quota, threshold } = row;
    const own = inputs.measured.plants.filter((plant) => surplusGroup(plant) === group);
    // What a month without readings comes to is not known, and neither is the quota with it.
    if (own.length > 0 && !own.some((plant) => knowsShared(opened, plant)))
      return { ...row, quota: null, share: null, incentive_eur: null, surplus_eur: null };
    const share = quota !== null && quota > threshold ? (quota - threshold) / quota : 0;
    const unpaid = own.some((plant) => noTariff(opened, plant) === null && unpaidKwh(opened, plant.id) > 0);
    return unpaid ? { ...row, share, incentive_eur: null, surplus_eur: null } : { ...row, share };
  });
  const surplus = judged.flatMap(({ surplus_eur }) => surplus_eur ?? []);
  return {
    period: inputs.measured.switches.surplus_period,
    months,
    told_eur,
    groups: judged,
    month_eur: surplus.length < judged.length ? null : sumOf(surplus, (eur) => eur) - told_eur,
  };
}

/** The group by whose quota a plant's surplus is judged; null for one that earns no tariff. */
export function surplusGroup({
  power_kw,
  in_operation,
  grant_share,
}: HeldPlant): MeasuredPlantMonth['surplus_group'] {
  if (!earnsTariff({ power_kw: power_kw ?? 0, in_operation: in_operation ?? UNKNOWN_DAY })) return null;
  return grant_share > 0 ? 'with_grant' : 'tariff_only';
}
