import { at as valueAt } from '../../energy/community/case.ts';
import { existingBeyond, UNKNOWN_DAY } from '../../energy/community/existing.ts';
import { networkUnit } from '../../energy/community/other-money.ts';
import { earnsTariff, tariffEnd } from '../../energy/community/plant-money.ts';
import { type TracedHour, traceHours } from '../../energy/community/plant-trace.ts';
import {
  EXISTING,
  GRANT,
  MOST_POWER_KW,
  NETWORK,
  type RuleVersion,
  ruleOn,
  SURPLUS,
  TARIFF,
} from '../../energy/community/rules.ts';
import { type SubstationHours, total } from '../../energy/community/settle.ts';
import { grantReduction, tariffClass } from '../../energy/community/tariff.ts';
import { HOUR_MS } from '../../shared/units/zones.ts';
import type { MeasuredHour, MeasuredHours, MeasuredPlantMonth, MeasuredPlants } from './measured.contract.ts';
import { presence, type SettledMonth, settleMonth } from './measured.model.ts';
import {
  type HeldPlant,
  inMonth,
  type MonthInputs,
  type StatementInputs,
  sumOf,
} from './statement-energies.model.ts';
import { surplusBasis, surplusJudged } from './statement-surplus.model.ts';

/** A month of a community, settled, with the hours of each primary substation. */
export interface OpenedMonth {
  readonly inputs: MonthInputs;
  readonly settled: SettledMonth;
  readonly substations: readonly SubstationHours[];
  /** How many plants belonged to it in each hour that the reader does not see. */
  readonly hidden: Uint32Array;
  /** How the surplus premium is judged; null: not known. */
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

type Judged = NonNullable<MeasuredPlants['surplus']>;

/** How the surplus premium is judged; null where plants are not seen. */
function surplusOfMonth(opened: Omit<OpenedMonth, 'surplus'>): Judged | null {
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
    ...{ period: inputs.measured.switches.surplus_period, months, told_eur, groups: judged },
    month_eur: surplus.length < judged.length ? null : sumOf(surplus, (eur) => eur) - told_eur,
  };
}

/** Whether it is known of some hour of a plant what was shared: it and the other side have readings. */
function knowsShared(opened: Omit<OpenedMonth, 'surplus'>, plant: HeldPlant): boolean {
  const found = rowOf(opened.substations, plant.id);
  if (!found) return false;
  const hourAt = substationHour(opened, found.substation);
  const { from_hour, to_hour } = presence(opened.settled.axis, plant);
  for (let hour = from_hour; hour < to_hour; hour++)
    if (readingOf(plant.hours, hour) !== null && hourAt(hour).knows) return true;
  return false;
}

/** The group by whose quota a plant's surplus is judged; null for one that earns no tariff. */
function surplusGroup({
  power_kw,
  in_operation,
  grant_share,
}: HeldPlant): MeasuredPlantMonth['surplus_group'] {
  if (!earnsTariff({ power_kw: power_kw ?? 0, in_operation: in_operation ?? UNKNOWN_DAY })) return null;
  return grant_share > 0 ? 'with_grant' : 'tariff_only';
}

/** Part of a plant's incentive that is surplus premium; null: not known. */
function surplusShare(opened: OpenedMonth, plant: HeldPlant): number | null {
  const group = surplusGroup(plant);
  if (group === null) return 0;
  return opened.surplus?.groups.find((one) => one.group === group)?.share ?? null;
}

const part = (eur: number | null, share: number | null): number | null =>
  eur === null || share === null ? null : eur * share;

/** What both answers say of the month. */
function monthOf({ inputs, hidden, surplus }: OpenedMonth): Omit<MeasuredPlants, 'plants'> {
  const { month, switches } = inputs.measured;
  return {
    ...{ community: inputs.community.id, month, switches },
    partial: hidden.some((count) => count > 0),
    network_eur_per_kwh: networkUnit(month, switches),
    surplus,
    rules: RULES.map((table) => {
      const { version, from, source, assumption } = ruleOn(table, `${month}-01`);
      return { version, from, source, assumption };
    }),
  };
}

/** Why a plant is paid no tariff in the month; null where it is. */
function noTariff(
  { inputs }: Pick<OpenedMonth, 'inputs'>,
  plant: HeldPlant,
): MeasuredPlantMonth['no_tariff'] {
  const { power_kw, in_operation } = plant;
  const day = `${inputs.measured.month}-01`;
  if (power_kw === null || power_kw <= 0) return 'power_unknown';
  if (power_kw > MOST_POWER_KW) return 'over_1mw';
  if (in_operation === null) return 'operation_date_unknown';
  const known = { power_kw, in_operation };
  if (earnsTariff(known)) return (tariffEnd(known) ?? day) <= day ? 'ended' : null;
  const beyond = existingBeyond(
    inputs.measured.plants.map(({ plant: id, power_kw: kw, in_operation: since }) => ({
      ...{ id, power_kw: kw ?? 0, in_operation: since ?? UNKNOWN_DAY },
    })),
    day,
    inputs.measured.switches,
  );
  return beyond.has(plant.plant) ? 'left_out' : 'existing';
}

function tariffOf({ inputs }: OpenedMonth, plant: HeldPlant): MeasuredPlantMonth['tariff'] {
  const day = `${inputs.measured.month}-01`;
  const { power_kw, in_operation, photovoltaic, grant_share } = plant;
  const found = tariffClass(power_kw ?? 0, day);
  if (!found || in_operation === null) return null;
  const { reference_price, correction } = ruleOn(TARIFF, day).value;
  return {
    ...{ up_to_kw: found.up_to_kw, base: found.base, cap: found.cap, reference_price },
    correction: photovoltaic ? correction[inputs.measured.area] : 0,
    reduction: grantReduction(grant_share, day),
    until: tariffEnd({ power_kw: power_kw ?? 0, in_operation }),
  };
}

/** How many hours of these PODs or plants were read, and are told by no file. */
const readHours = (
  { settled }: OpenedMonth,
  rows: readonly (MonthInputs['measured']['pods'][number] | HeldPlant)[],
): number =>
  sumOf(rows, (row) => {
    const { from_hour, to_hour } = presence(settled.axis, row);
    return row.read?.subarray(from_hour, to_hour).reduce((sum, one) => sum + one, 0) ?? 0;
  });

/** A plant's month; where not all plants of the community are seen, nothing of what it shared is known. */
function plantMonth(opened: OpenedMonth, proj_code: string): MeasuredPlantMonth | undefined {
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
  const shares =
    known && !unseen && plantHours(opened, proj_code).some(({ own_shared_kwh }) => own_shared_kwh !== null);
  const unpaid = no_tariff === null && sumOf(rows, (row) => unpaidKwh(opened, row.id)) > 0;
  const sum = (of: (row: (typeof rows)[number]) => Float64Array) => sumOf(rows, (row) => total(of(row)));
  const shared = sum((row) => row.shared_kwh);
  const incentive_eur = shares && !unpaid ? sum((row) => row.incentive_eur) : null;
  return {
    ...{ proj_code, name: inputs.plants.find((one) => one.proj_code === proj_code)?.name ?? '' },
    ...{ substation: first.substation, power_kw: first.power_kw, in_operation: first.in_operation },
    ...{ grant_share: first.grant_share, no_tariff, missing_hours, read_hours: readHours(opened, parts) },
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

const rowOf = (substations: readonly SubstationHours[], id: string) => {
  for (const substation of substations) {
    const hours = substation.plants.find(({ plant }) => plant.id === id);
    if (hours) return { substation, hours };
  }
  return undefined;
};

/** Energy of a plant that the tariff pays by a price that is not known, kWh. */
function unpaidKwh({ settled, substations }: Omit<OpenedMonth, 'surplus'>, id: string): number {
  const found = rowOf(substations, id);
  if (!found) return 0;
  return sumOf(traceHours(settled.community, found.hours), ({ incentive_eur, paid_kwh }) =>
    incentive_eur === null ? paid_kwh : 0,
  );
}

/** What each plant of the community came to in the month. */
export function plantsOfMonth(opened: OpenedMonth): MeasuredPlants {
  return {
    ...monthOf(opened),
    plants: opened.inputs.plants.flatMap(({ proj_code }) => plantMonth(opened, proj_code) ?? []),
  };
}

/** PODs of a primary substation that should have been measured in each hour, and those that were. */
function readingsAt({ inputs, settled }: Omit<OpenedMonth, 'surplus'>, substation: string) {
  const { axis } = settled;
  const counts = () => ({ expected: new Uint32Array(axis.count), known: new Uint32Array(axis.count) });
  const [withdrawn, injected] = [counts(), counts()];
  const note = (
    rows: readonly (MonthInputs['measured']['pods'][number] | HeldPlant)[],
    to: typeof injected,
  ) => {
    for (const row of rows.filter((one) => one.substation === substation)) {
      const { from_hour, to_hour } = presence(axis, row);
      for (let hour = from_hour; hour < to_hour; hour++) {
        to.expected[hour] = valueAt(to.expected, hour) + 1;
        if (!Number.isNaN(row.hours?.[hour] ?? Number.NaN)) to.known[hour] = valueAt(to.known, hour) + 1;
      }
    }
  };
  note(inputs.measured.pods, withdrawn);
  note(inputs.measured.plants, injected);
  return (hour: number) => {
    const gap = ({ expected, known }: typeof injected) => valueAt(expected, hour) - valueAt(known, hour);
    const blank = ({ expected, known }: typeof injected) =>
      valueAt(expected, hour) > 0 && valueAt(known, hour) === 0;
    return {
      unknown_pods: gap(withdrawn) + gap(injected),
      no_withdrawal: blank(withdrawn),
      no_injection: blank(injected),
    };
  };
}

/** An hour of the substation, and whether what it shared is known. */
function substationHour(opened: Omit<OpenedMonth, 'surplus'>, of: SubstationHours) {
  const readings = readingsAt(opened, of.substation);
  return (hour: number) => {
    const { unknown_pods, no_withdrawal, no_injection } = readings(hour);
    const unseen = valueAt(opened.hidden, hour) > 0;
    const knows = !no_withdrawal && !no_injection && !unseen;
    const base = {
      at: new Date(opened.settled.axis.start + hour * HOUR_MS).toISOString(),
      substation_injected_kwh: no_injection || unseen ? null : valueAt(of.injected, hour),
      substation_withdrawn_kwh: no_withdrawal ? null : valueAt(of.sharing.withdrawn_kwh, hour),
      substation_shared_kwh: knows ? valueAt(of.sharing.shared_kwh, hour) : null,
      unknown_pods,
    };
    return { base, knows };
  };
}

const NO_MONEY = {
  ...{ price_eur_mwh: null, base: null, variable: null, capped: null, correction: null, grant_cut: null },
  ...{ touched: null, tip: null },
  ...{ incentivised_kwh: null, incentive_eur: null, grant_cut_eur: null, valorisation_eur: null },
  surplus_eur: null,
};

/** The tariff's parts as they stand in an hour. */
function tariffHour({ price, parts, touched, ...row }: TracedHour) {
  return {
    ...{ price_eur_mwh: price, base: parts?.base ?? null, variable: parts?.variable ?? null },
    ...{ capped: parts?.capped ?? null, correction: parts?.correction ?? null },
    ...{ grant_cut: parts?.grant_cut ?? null, touched: parts ? touched : null },
    tip: parts ? parts.tariff + parts.grant_cut * (1 - touched) : null,
    ...{ incentivised_kwh: row.paid_kwh, incentive_eur: row.incentive_eur, grant_cut_eur: row.grant_cut_eur },
  };
}

/** The hours of a plant in which it belonged to the community. */
function plantHours(opened: OpenedMonth, proj_code: string): MeasuredHour[] {
  const { inputs, settled, substations } = opened;
  const { month, switches } = inputs.measured;
  const unit = networkUnit(month, switches);
  return inputs.measured.plants
    .filter(({ plant }) => plant === proj_code)
    .toSorted((a, b) => (a.from_on < b.from_on ? -1 : 1))
    .flatMap((piece) => {
      const found = rowOf(substations, piece.id);
      if (!found) return [];
      const hourAt = substationHour(opened, found.substation);
      const traced = traceHours(settled.community, found.hours);
      const premium = surplusShare(opened, piece);
      const { from_hour, to_hour } = presence(settled.axis, piece);
      return Array.from({ length: to_hour - from_hour }, (_, index): MeasuredHour => {
        const hour = from_hour + index;
        const { base, knows } = hourAt(hour);
        const own_kwh = readingOf(piece.hours, hour);
        const trace = traced[hour];
        const shares = knows && own_kwh !== null && trace !== undefined;
        const shared = valueAt(found.hours.shared, hour);
        return {
          ...{ ...base, own_kwh, own_source: sourceOf(own_kwh, [piece.read?.[hour] === 1]) },
          ...{ own_unknown_pods: own_kwh === null ? 1 : 0, served: null },
          own_shared_kwh: shares ? shared : null,
          ...(shares
            ? {
                ...{ ...tariffHour(trace), valorisation_eur: shared * unit },
                surplus_eur: part(trace.incentive_eur, premium),
              }
            : { ...NO_MONEY, price_eur_mwh: trace?.price ?? null }),
        };
      });
    });
}

/** Where energy is from, by whether each of the PODs that told it was read. */
function sourceOf(own_kwh: number | null, read: readonly boolean[]): MeasuredHour['own_source'] {
  if (own_kwh === null) return null;
  if (!read.includes(true)) return 'file';
  return read.includes(false) ? 'both' : 'readings';
}

const readingOf = (hours: readonly number[] | undefined, hour: number): number | null => {
  const value = hours?.[hour] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
};

/** The hours of a member in which one of its PODs belonged to the community. */
function memberHours(opened: OpenedMonth, member_id: number): MeasuredHour[] {
  const { inputs, settled, substations } = opened;
  const pods = inputs.measured.pods.filter((pod) => pod.member_id === member_id);
  const rows = Array.from(
    { length: settled.axis.count },
    (): { own: number | null; here: boolean; unknown: number; read: boolean[] } => ({
      ...{ own: null, here: false, unknown: 0, read: [] },
    }),
  );
  for (const pod of pods) {
    const { from_hour, to_hour } = presence(settled.axis, pod);
    for (let hour = from_hour; hour < to_hour; hour++) {
      const row = rows[hour];
      const reading = readingOf(pod.hours, hour);
      if (!row) continue;
      row.here = true;
      if (reading === null) row.unknown += 1;
      else {
        row.own = (row.own ?? 0) + reading;
        row.read.push(pod.read?.[hour] === 1);
      }
    }
  }
  const [first] = pods;
  const substation = substations.find((one) => one.substation === first?.substation);
  if (!first || !substation) return [];
  const hourAt = substationHour(opened, substation);
  const served = substation.sharing.served.get(first.level);
  return rows.flatMap(({ own, here, unknown, read }, hour): MeasuredHour[] => {
    if (!here) return [];
    const { base, knows } = hourAt(hour);
    const ratio = served?.[hour] ?? 0;
    const shares = knows && own !== null;
    return [
      {
        ...{ ...base, own_kwh: own, own_source: sourceOf(own, read), own_unknown_pods: unknown, ...NO_MONEY },
        own_shared_kwh: shares ? own * ratio : null,
        served: knows ? ratio : null,
      },
    ];
  });
}

/** Hours of a member's PODs of which nothing is known. */
function missingOf({ inputs, settled }: OpenedMonth, member_id: number): number {
  const own = inputs.measured.pods.filter((pod) => pod.member_id === member_id);
  const ids = new Set(own.map(({ id }) => id));
  return sumOf(
    settled.settlement.members.filter(({ id }) => ids.has(id)),
    (row) => row.missing_hours,
  );
}

type PlantOrMember = { readonly plant: string } | { readonly member: number };

/** The hours behind a plant's euros, or a member's share; undefined where it did not belong to the month. */
export function hoursBehind(opened: OpenedMonth, of: PlantOrMember): MeasuredHours | undefined {
  if ('plant' in of) {
    const plant = plantMonth(opened, of.plant);
    if (!plant) return undefined;
    return { ...monthOf(opened), plant, member: null, hours: plantHours(opened, of.plant) };
  }
  const member = opened.inputs.members.find(({ id }) => id === of.member);
  if (!member) return undefined;
  const hours = memberHours(opened, of.member);
  const sum = (value: (hour: MeasuredHour) => number | null) => {
    const known = hours.flatMap((hour) => value(hour) ?? []);
    return known.length === 0 ? null : known.reduce((all, one) => all + one, 0);
  };
  const { id, name, role, kind, level, pods } = member;
  const partial = opened.hidden.some((count) => count > 0);
  const first = opened.inputs.measured.pods.find((pod) => pod.member_id === id);
  return {
    ...monthOf(opened),
    plant: null,
    member: {
      ...{ id, name, role, kind, level, substation: first?.substation ?? '' },
      pods: [...new Set(pods.map(({ pod }) => pod))],
      withdrawn_kwh: sum(({ own_kwh }) => own_kwh),
      shared_kwh: partial ? null : sum(({ own_shared_kwh }) => own_shared_kwh),
      missing_hours: missingOf(opened, id),
      read_hours: readHours(
        opened,
        opened.inputs.measured.pods.filter((pod) => pod.member_id === id),
      ),
    },
    hours,
  };
}
