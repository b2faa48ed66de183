import { networkUnit } from '../../energy/community/other-money.ts';
import { tariffEnd } from '../../energy/community/plant-money.ts';
import {
  EXISTING,
  GRANT,
  NETWORK,
  type RuleVersion,
  ruleOn,
  SURPLUS,
  TARIFF,
} from '../../energy/community/rules.ts';
import { type SubstationHours, total } from '../../energy/community/settle.ts';
import { grantReduction, tariffClass } from '../../energy/community/tariff.ts';
import type { MeasuredPlantMonth, MeasuredPlants } from './measured.contract.ts';
import { presence, type SettledMonth, settleMonth } from './measured.model.ts';
import { knowsShared, type MonthHours, unpaidKwh } from './month-hours.model.ts';
import { noTariff, surplusGroup, surplusOfMonth } from './month-surplus.model.ts';
import {
  type HeldPlant,
  inMonth,
  type MonthInputs,
  type StatementInputs,
  sumOf,
} from './statement-energies.model.ts';

/** A month of a community, settled, and how its surplus premium is judged; null: not known. */
export interface OpenedMonth extends MonthHours {
  readonly surplus: MeasuredPlants['surplus'];
}

/** Opens a month. @param hiddenOf how many plants belonged to it in each hour that the reader does not see */
export function openMonth(
  given: StatementInputs,
  hiddenOf: (settled: Pick<SettledMonth, 'axis'>) => Uint32Array,
): OpenedMonth {
  const inputs = inMonth(given);
  const substations: SubstationHours[] = [];
  const settled = settleMonth(inputs.measured, (hours) => substations.push(hours));
  const opened = { inputs, settled, substations, hidden: hiddenOf(settled) };
  return { ...opened, surplus: surplusOfMonth(opened) };
}

/** The tables by which a month is settled, as its statement names them. */
const RULES: readonly (readonly RuleVersion<unknown>[])[] = [TARIFF, GRANT, EXISTING, SURPLUS, NETWORK];

/** Part of a plant's incentive that is surplus premium; null: not known. */
export function surplusShare(opened: OpenedMonth, plant: HeldPlant): number | null {
  const group = surplusGroup(plant);
  if (group === null) return 0;
  return opened.surplus?.groups.find((one) => one.group === group)?.share ?? null;
}

/** A part of a sum of money, EUR; null where one of both is not known. */
export const part = (eur: number | null, share: number | null): number | null =>
  eur === null || share === null ? null : eur * share;

/** What both answers say of the month. */
export function monthOf({ inputs, hidden, surplus }: OpenedMonth): Omit<MeasuredPlants, 'plants'> {
  const { month, switches } = inputs.measured;
  return {
    community: inputs.community.id,
    month,
    switches,
    partial: hidden.some((count) => count > 0),
    network_eur_per_kwh: networkUnit(month, switches),
    surplus,
    rules: RULES.map((table) => {
      const { version, from, source, assumption } = ruleOn(table, `${month}-01`);
      return { version, from, source, assumption };
    }),
  };
}

function tariffOf({ inputs }: OpenedMonth, plant: HeldPlant): MeasuredPlantMonth['tariff'] {
  const day = `${inputs.measured.month}-01`;
  const { power_kw, in_operation, photovoltaic, grant_share } = plant;
  const found = tariffClass(power_kw ?? 0, day);
  if (!found || in_operation === null) return null;
  const { reference_price, correction } = ruleOn(TARIFF, day).value;
  return {
    up_to_kw: found.up_to_kw,
    base: found.base,
    cap: found.cap,
    reference_price,
    correction: photovoltaic ? correction[inputs.measured.area] : 0,
    reduction: grantReduction(grant_share, day),
    until: tariffEnd({ power_kw: power_kw ?? 0, in_operation }),
  };
}

/** How many hours of these PODs or plants were read, and are told by no file. */
export const readHours = (
  { settled }: OpenedMonth,
  rows: readonly (MonthInputs['measured']['pods'][number] | HeldPlant)[],
): number =>
  sumOf(rows, (row) => {
    const { from_hour, to_hour } = presence(settled.axis, row);
    return row.read?.subarray(from_hour, to_hour).reduce((sum, one) => sum + one, 0) ?? 0;
  });

/** A plant's month; where not all plants of the community are seen, nothing of what it shared is known. */
export function plantMonth(opened: OpenedMonth, proj_code: string): MeasuredPlantMonth | undefined {
  const { inputs, settled, hidden } = opened;
  const parts = inputs.measured.plants.filter(({ plant }) => plant === proj_code);
  const [first] = parts;
  if (!first) return undefined;
  const ids = new Set(parts.map(({ id }) => id));
  const rows = settled.settlement.plants.filter(({ id }) => ids.has(id));
  const { month, switches } = inputs.measured;
  const missing_hours = sumOf(rows, (row) => row.missing_hours);
  const hours = sumOf(parts, (piece) => {
    const { from_hour, to_hour } = presence(settled.axis, piece);
    return to_hour - from_hour;
  });
  const no_tariff = noTariff(opened, first);
  const unseen = hidden.some((count) => count > 0);
  // Of a plant without any reading nothing is known; an hour without its price leaves the sum open.
  const known = missing_hours < hours;
  // Nothing is shared that is known where none of its hours has readings on both sides.
  const shares = known && !unseen && parts.some((piece) => knowsShared(opened, piece));
  const unpaid = no_tariff === null && sumOf(rows, (row) => unpaidKwh(opened, row.id)) > 0;
  const sum = (of: (row: (typeof rows)[number]) => Float64Array) => sumOf(rows, (row) => total(of(row)));
  const shared = sum((row) => row.shared_kwh);
  const incentive_eur = shares && !unpaid ? sum((row) => row.incentive_eur) : null;
  return {
    proj_code,
    name: inputs.plants.find((one) => one.proj_code === proj_code)?.name ?? '',
    substation: first.substation,
    power_kw: first.power_kw,
    in_operation: first.in_operation,
    grant_share: first.grant_share,
    no_tariff,
    missing_hours,
    read_hours: readHours(opened, parts),
    tariff: no_tariff === null ? tariffOf(opened, first) : null,
    injected_kwh: known ? sum((row) => row.injected_kwh) : null,
    shared_kwh: shares ? shared : null,
    incentivised_kwh: shares ? sum((row) => row.incentivised_kwh) : null,
    incentive_eur,
    surplus_group: surplusGroup(first),
    surplus_eur: part(incentive_eur, surplusShare(opened, first)),
    grant_cut_eur: shares && !unpaid ? sum((row) => row.grant_cut_eur) : null,
    valorisation_eur: shares ? shared * networkUnit(month, switches) : null,
  };
}

/** What each plant of the community came to in the month. */
export function plantsOfMonth(opened: OpenedMonth): MeasuredPlants {
  return {
    ...monthOf(opened),
    plants: opened.inputs.plants.flatMap(({ proj_code }) => plantMonth(opened, proj_code) ?? []),
  };
}
