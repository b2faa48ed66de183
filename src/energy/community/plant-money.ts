import { at, type CommunityCase, type CommunityPlant } from './case.ts';
import { hourOfDay } from './hour-axis.ts';
import { EXISTING, MAX_POWER_KW, ruleOn, TARIFF } from './rules.ts';
import { plantTariff } from './tariff.ts';

/** What a plant injected, shared and earned, by month of the axis. */
export interface PlantSettlement {
  readonly id: string;
  readonly injected_kwh: Float64Array;
  readonly shared_kwh: Float64Array;
  readonly incentivised_kwh: Float64Array;
  /** After the grant's reduction. */
  readonly incentive_eur: Float64Array;
  /** What the grant took. */
  readonly grant_cut_eur: Float64Array;
  /** Injected energy at the zonal price. */
  readonly sale_eur: Float64Array;
  /** Energy whose hour has no price: neither incentive nor sale are known of it. */
  readonly unpriced_kwh: number;
  /** Hours of its presence of which nothing is known. */
  readonly missing_hours: number;
}

/** What of a plant's hours is known before money. */
export interface PlantHours {
  readonly plant: CommunityPlant;
  readonly injected: Float64Array;
  readonly shared: Float64Array;
  /** Of its substation: what was shared, and by bodies that a grant does not touch. */
  readonly all_shared: Float64Array;
  readonly exempt: Float64Array;
  readonly missing_hours: number;
}

/** Sums by hour over the whole community. */
export interface HourSums {
  readonly injected_kwh: Float64Array;
  readonly withdrawn_kwh: Float64Array;
  readonly shared_kwh: Float64Array;
  readonly incentivised_kwh: Float64Array;
  readonly incentive_eur: Float64Array;
  /** Injected without a market price, and what a tariff pays of it that needs one: its incentive is not known. */
  readonly unpriced_kwh: Float64Array;
  readonly unpaid_kwh: Float64Array;
}

/** The day some years after another; 29 February becomes 1 March. */
const yearsLater = (day: string, years: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)) + years, Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))))
    .toISOString()
    .slice(0, 10);

/** Whether a plant earns the premium tariff at all: new, and of 1 MW at most. */
export function earnsTariff({
  power_kw,
  in_operation,
}: Pick<CommunityPlant, 'power_kw' | 'in_operation'>): boolean {
  return (
    power_kw > 0 && power_kw <= MAX_POWER_KW && in_operation > ruleOn(EXISTING, in_operation).value.until
  );
}

/** The first day on which a plant is paid no tariff any more; null for one that never is. */
export function tariffEnd(plant: Pick<CommunityPlant, 'power_kw' | 'in_operation'>): string | null {
  if (!earnsTariff(plant)) return null;
  return yearsLater(plant.in_operation, ruleOn(TARIFF, plant.in_operation).value.years);
}

/** The first hour in which a plant earns nothing more; 0 for one that never does. */
export function paidUntil({ axis }: Pick<CommunityCase, 'axis'>, plant: CommunityPlant): number {
  const end = tariffEnd(plant);
  return end === null ? 0 : hourOfDay(axis, end);
}

/** EUR/MWh of an hour: the whole tariff, and what a grant takes where nobody is exempt. */
function pricing({ axis, eur_per_kwh = null, switches }: CommunityCase, plant: CommunityPlant) {
  if (eur_per_kwh !== null) return { full: () => eur_per_kwh * 1000, cut: () => 0 };
  return plantTariff(plant, axis.days[0] ?? plant.in_operation, switches);
}

/** A plant's energy and money by month; its hours are added to the community's. */
export function plantMoney(
  community: CommunityCase,
  { plant, injected, shared, all_shared, exempt, missing_hours }: PlantHours,
  sums: HourSums,
): PlantSettlement {
  const { axis, switches } = community;
  const months = () => new Float64Array(axis.months.length);
  const [injected_kwh, shared_kwh, incentivised_kwh] = [months(), months(), months()];
  const [incentive_eur, grant_cut_eur, sale_eur] = [months(), months(), months()];
  const prices = community.prices[plant.zone];
  const tariff = pricing(community, plant);
  const until = tariff ? paidUntil(community, plant) : 0;
  const exempts = switches.exempt_bodies === 'keep_tariff';
  const constant = (community.eur_per_kwh ?? null) !== null;
  let unpriced_kwh = 0;
  for (let hour = 0; hour < axis.count; hour++) {
    const month = at(axis.month_of, hour);
    const [made, used] = [at(injected, hour), at(shared, hour)];
    const price = prices?.[hour] ?? Number.NaN;
    const paid = hour < until ? used : 0;
    injected_kwh[month] = at(injected_kwh, month) + made;
    shared_kwh[month] = at(shared_kwh, month) + used;
    incentivised_kwh[month] = at(incentivised_kwh, month) + paid;
    sums.injected_kwh[hour] = at(sums.injected_kwh, hour) + made;
    sums.incentivised_kwh[hour] = at(sums.incentivised_kwh, hour) + paid;
    if (Number.isNaN(price)) {
      unpriced_kwh += made;
      sums.unpriced_kwh[hour] = at(sums.unpriced_kwh, hour) + made;
      if (tariff && !constant) sums.unpaid_kwh[hour] = at(sums.unpaid_kwh, hour) + paid;
    } else sale_eur[month] = at(sale_eur, month) + (made * price) / 1000;
    if (paid === 0 || !tariff || (Number.isNaN(price) && !constant)) continue;
    const touched = exempts ? 1 - at(exempt, hour) / at(all_shared, hour) : 1;
    const cut = (paid * tariff.cut(price) * touched) / 1000;
    const earned = (paid * tariff.full(price)) / 1000 - cut;
    incentive_eur[month] = at(incentive_eur, month) + earned;
    grant_cut_eur[month] = at(grant_cut_eur, month) + cut;
    sums.incentive_eur[hour] = at(sums.incentive_eur, hour) + earned;
  }
  return {
    id: plant.id,
    injected_kwh,
    shared_kwh,
    incentivised_kwh,
    incentive_eur,
    grant_cut_eur,
    sale_eur,
    unpriced_kwh,
    missing_hours,
  };
}
