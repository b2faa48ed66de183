import { UNKNOWN_DAY } from '../../energy/community/existing.ts';
import { earnsTariff } from '../../energy/community/plant-money.ts';
import { total } from '../../energy/community/settle.ts';
import { surplus, type YearOfPlant } from '../../energy/community/surplus.ts';
import type { SettledMonth } from './measured.model.ts';
import { type MonthInputs, sumOf } from './statement-energies.model.ts';
import type { SurplusBasis } from './statements.contract.ts';

const GROUPS = ['tariff_only', 'with_grant', 'not_earning'] as const;

/** What the plants of each group did in the month. */
export function surplusBasis({ measured }: MonthInputs, { settlement }: SettledMonth): SurplusBasis[] {
  const plants = new Map(measured.plants.map((plant) => [plant.id, plant]));
  const rows = settlement.plants.map((row) => {
    const { power_kw, in_operation, grant_share = 0 } = plants.get(row.id) ?? {};
    const earns = earnsTariff({ power_kw: power_kw ?? 0, in_operation: in_operation ?? UNKNOWN_DAY });
    const group = !earns ? 'not_earning' : grant_share > 0 ? 'with_grant' : 'tariff_only';
    return { group, row };
  });
  return GROUPS.flatMap((group) => {
    const own = rows.filter((one) => one.group === group);
    if (own.length === 0) return [];
    return [
      {
        group,
        injected_kwh: sumOf(own, ({ row }) => total(row.injected_kwh)),
        incentivised_kwh: sumOf(own, ({ row }) => total(row.incentivised_kwh)),
        incentive_eur: sumOf(own, ({ row }) => total(row.incentive_eur)),
      },
    ];
  });
}

const asPlant = ({ group, ...sums }: SurplusBasis): YearOfPlant => ({
  ...sums,
  earns: group !== 'not_earning',
  grant_share: group === 'with_grant' ? 1 : 0,
});

type Judged = Pick<MonthInputs, 'measured' | 'others'>;

/** The year's other closed months with which a month is judged; none where each month stands for itself. */
const togetherWith = ({ measured, others }: Judged) =>
  measured.switches.surplus_period === 'month' ? [] : others.filter((one) => one.basis !== null);

/** How the surplus is judged with a month: by which months, what they come to, and what the others told already. */
export function surplusJudged(inputs: Judged, basis: readonly SurplusBasis[]) {
  const { month, switches } = inputs.measured;
  const together = togetherWith(inputs);
  const rows = [...together.flatMap((one) => one.basis ?? []), ...basis].map(asPlant);
  return {
    months: together.length + 1,
    told_eur: sumOf(together, ({ surplus_cents }) => surplus_cents) / 100,
    groups: surplus(rows, `${month}-01`, switches),
  };
}

/**
 * The surplus premium that a month's statement tells: what the year's closed months come to together, less what the others
 * told. With December it is the year's, which the law judges, also when an earlier month is corrected after it; a month in which less
 * was shared takes some of it back.
 */
export function surplusOf(inputs: Judged, basis: readonly SurplusBasis[]): number {
  const { groups, told_eur } = surplusJudged(inputs, basis);
  return sumOf(groups, ({ surplus_eur }) => surplus_eur) - told_eur;
}
