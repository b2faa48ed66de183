import { existingBeyond, UNKNOWN_DAY } from '../../energy/community/existing.ts';
import { hourOfDay } from '../../energy/community/hour-axis.ts';
import { total } from '../../energy/community/settle.ts';
import type { SplitRule } from '../../energy/community/split.ts';
import { dayAfterMonth } from '../../shared/units/months.ts';
import { withoutNoise } from '../../shared/units/units.ts';
import { later } from '../../shared/units/zones.ts';
import { type MemberBody, type MemberRole, overlaps, type Stretch } from './community.model.ts';
import type { MeasuredMonth, MeasuredPlant, SettledMonth } from './measured.model.ts';
import type { StatementContent, StatementMember, SurplusBasis } from './statements.contract.ts';

export interface StatedMember {
  readonly id: number;
  readonly name: string;
  readonly role: MemberRole;
  readonly kind: MemberBody;
  readonly level: number;
  readonly pods: readonly (Stretch & { readonly pod: string })[];
}

export interface StatedPlant extends Stretch {
  readonly proj_code: string;
  readonly name: string;
  readonly pod: string;
  readonly power_kw: number | null;
}

/** Another month of the year as it was closed last; without a basis its surplus stands for itself. */
export interface OtherMonth {
  /** YYYY-MM. */
  readonly month: string;
  readonly basis: readonly SurplusBasis[] | null;
  readonly surplus_cents: number;
}

/** What a statement is made of. */
export interface StatementInputs {
  readonly community: StatementContent['community'];
  readonly rule: SplitRule;
  readonly members: readonly StatedMember[];
  readonly plants: readonly StatedPlant[];
  readonly measured: MeasuredMonth;
  readonly advance_cents: number | null;
  /** The year's other closed months: those after it, too, where it is corrected. */
  readonly others: readonly OtherMonth[];
}

export type MemberEnergies = Omit<StatementMember, 'due_cents' | 'change_cents'>;

export const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** Part of the month in which one of these stretches lies, 0…1. */
function presenceOf(stretches: readonly Stretch[], { axis }: SettledMonth): number {
  const present = new Uint8Array(axis.count);
  for (const { from_on, until_on } of stretches)
    present.fill(1, hourOfDay(axis, from_on), until_on === null ? axis.count : hourOfDay(axis, until_on));
  // Of a month that has just begun no hour is over.
  return axis.count === 0 ? 0 : present.reduce((sum, here) => sum + here, 0) / axis.count;
}

/** A plant, or the stretch of it in which one member had its POD; null: nobody had, and it is its owner's. */
export interface HeldPlant extends MeasuredPlant {
  readonly plant: string;
  readonly holder: number | null;
}

/** What a month's statement is made of, of those who belonged to the community in it. */
export type MonthInputs = Omit<StatementInputs, 'measured'> & {
  readonly measured: Omit<MeasuredMonth, 'plants'> & { readonly plants: readonly HeldPlant[] };
};

type Held = Stretch & Pick<HeldPlant, 'holder'>;

const earlierOf = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a;

/** The days of a plant by who had its POD, one after the other without a gap. */
function holdings(plant: Stretch, pod: string, members: readonly StatedMember[]): Held[] {
  const own = members
    .flatMap(({ id, pods }) =>
      pods.filter((one) => pod !== '' && one.pod === pod).map((one) => ({ ...one, holder: id })),
    )
    .toSorted((a, b) => (a.from_on === b.from_on ? a.holder - b.holder : a.from_on < b.from_on ? -1 : 1));
  const parts: Held[] = [];
  let from: string | null = plant.from_on;
  for (const { from_on, until_on, holder } of own) {
    if (from === null) break;
    const [begin, end]: [string, string | null] = [later(from_on, from), earlierOf(until_on, plant.until_on)];
    if (end !== null && end <= begin) continue;
    if (from < begin) parts.push({ from_on: from, until_on: begin, holder: null });
    parts.push({ from_on: begin, until_on: end, holder });
    from = end;
  }
  if (from !== null && (plant.until_on === null || from < plant.until_on))
    parts.push({ from_on: from, until_on: plant.until_on, holder: null });
  return parts;
}

/**
 * Who belonged to the community in the month: members and plants of other times are left out, and each plant is cut by who had its
 * POD, because who joined or left within a month counts from the day. // spec §3: Community
 */
export function inMonth({ members, plants, measured, ...inputs }: StatementInputs): MonthInputs {
  const days = { from_on: `${measured.month}-01`, until_on: dayAfterMonth(measured.month) };
  const isHere = (stretch: Stretch) => overlaps(stretch, days);
  const podOf = new Map(plants.map(({ proj_code, pod }) => [proj_code, pod]));
  const parts = measured.plants.flatMap((plant) =>
    holdings(plant, podOf.get(plant.id) ?? '', members)
      .filter(isHere)
      .map((held) => ({ ...plant, ...held, plant: plant.id, id: `${plant.id} ${held.from_on}` })),
  );
  return {
    ...inputs,
    members: members.filter(({ pods }) => pods.some(isHere)),
    plants: plants.filter(isHere),
    measured: { ...measured, pods: measured.pods.filter(isHere), plants: parts },
  };
}

/** What of the settlement belongs to whom, by member. */
function partsOf({ measured }: MonthInputs, settled: SettledMonth) {
  const { members: drawn, plants: made } = settled.settlement;
  const [byPod, byPlant] = [
    new Map(drawn.map((row) => [row.id, row])),
    new Map(made.map((row) => [row.id, row])),
  ];
  const pods = Map.groupBy(measured.pods, ({ member_id }) => member_id);
  const owned = Map.groupBy(measured.plants, ({ holder }) => holder);
  return (member_id: number) => ({
    own: (pods.get(member_id) ?? []).flatMap(({ id }) => byPod.get(id) ?? []),
    fed: (owned.get(member_id) ?? []).flatMap(({ id }) => byPlant.get(id) ?? []),
  });
}

/** Energy of the month by member, without money. */
export function memberEnergies(inputs: MonthInputs, settled: SettledMonth): MemberEnergies[] {
  const of = partsOf(inputs, settled);
  return inputs.members.map(({ id, name, role, kind, level, pods }) => {
    const { own, fed } = of(id);
    return {
      id,
      name,
      role,
      kind,
      level,
      pods: [...new Set(pods.map(({ pod }) => pod))],
      presence: presenceOf(pods, settled),
      withdrawn_kwh: withoutNoise(sumOf(own, (row) => total(row.withdrawn_kwh))),
      shared_kwh: withoutNoise(sumOf(own, (row) => total(row.shared_kwh))),
      injected_kwh: withoutNoise(sumOf(fed, (row) => total(row.injected_kwh))),
      given_kwh: withoutNoise(sumOf(fed, (row) => total(row.shared_kwh))),
      missing_hours: sumOf(own, (row) => row.missing_hours),
    };
  });
}

export type Gaps = Pick<StatementContent, 'missing' | 'missing_hours' | 'unpriced_hours'>;

/** Which hours are not known, by POD; an hour without the price that the tariff needs counts as one. */
export function gapsOf({ members, plants, measured }: MonthInputs, { settlement }: SettledMonth): Gaps {
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const drawn = new Map(settlement.members.map((row) => [row.id, row.missing_hours]));
  const made = new Map(settlement.plants.map((row) => [row.id, row.missing_hours]));
  const withdrawn = measured.pods.map(({ id, member_id, pod }) => ({
    name: names.get(member_id) ?? '',
    pod,
    direction: 'withdrawn' as const,
    hours: drawn.get(id) ?? 0,
  }));
  const parts = Map.groupBy(measured.plants, ({ plant }) => plant);
  const injected = plants.map(({ proj_code, name, pod }) => ({
    name,
    pod,
    direction: 'injected' as const,
    hours: sumOf(parts.get(proj_code) ?? [], ({ id }) => made.get(id) ?? 0),
  }));
  const missing = [...withdrawn, ...injected].filter(({ hours }) => hours > 0);
  const unpriced_hours = settlement.hours.unpaid_kwh.reduce((sum, unpaid) => sum + (unpaid > 0 ? 1 : 0), 0);
  return { missing, unpriced_hours, missing_hours: sumOf(missing, ({ hours }) => hours) + unpriced_hours };
}

type NoteCode = StatementContent['notes'][number]['code'];

/** How the surplus was judged: by the month, by the year so far, and without which of its months. */
function surplusNotes(
  { measured, others }: Pick<StatementInputs, 'measured' | 'others'>,
  surplus_cents: number,
): NoteCode[] {
  const earlier = others.filter((one) => one.month < measured.month);
  if (measured.switches.surplus_period === 'month') return surplus_cents === 0 ? [] : ['surplus_by_month'];
  const told = surplus_cents !== 0 || earlier.some((one) => one.surplus_cents !== 0);
  const known = earlier.filter(({ basis }) => basis !== null).length;
  const month = Number(measured.month.slice(5));
  return [
    ...(told && month < 12 ? (['surplus_so_far'] as const) : []),
    ...(told && known < month - 1 ? (['surplus_months_missing'] as const) : []),
  ];
}

/** Whether a plant's POD was nobody's, or more than one member's, in the month. */
function holderNotes(parts: readonly HeldPlant[]): NoteCode[] {
  const holders = new Set(parts.map(({ holder }) => holder));
  if (!holders.has(null)) return holders.size > 1 ? ['plant_parted'] : [];
  if (holders.size === 1) return ['plant_without_member'];
  return [...(holders.size > 2 ? (['plant_parted'] as const) : []), 'plant_partly_without_member'];
}

/** What was assumed, and what is not known. */
export function notesOf(
  { plants, measured, others }: MonthInputs,
  { gaps, surplus_cents }: { gaps: Gaps; surplus_cents: number },
): StatementContent['notes'] {
  const { missing, unpriced_hours } = gaps;
  const beyond = existingBeyond(
    measured.plants.map(({ plant, power_kw, in_operation }) => ({
      id: plant,
      power_kw: power_kw ?? 0,
      in_operation: in_operation ?? UNKNOWN_DAY,
    })),
    `${measured.month}-01`,
    measured.switches,
  );
  const undated = new Set(
    measured.plants.filter(({ in_operation }) => in_operation === null).map(({ plant }) => plant),
  );
  const held = Map.groupBy(measured.plants, ({ plant }) => plant);
  const note = (code: StatementContent['notes'][number]['code'], name = '') => ({ code, name });
  return [
    ...surplusNotes({ measured, others }, surplus_cents).map((code) => note(code)),
    ...plants
      .filter(({ proj_code }) => beyond.has(proj_code))
      .map(({ name }) => note('existing_left_out', name)),
    ...(missing.length > 0 ? [note('missing_hours')] : []),
    ...(unpriced_hours > 0 ? [note('unpriced_hours')] : []),
    ...plants.flatMap(({ proj_code, name }) =>
      holderNotes(held.get(proj_code) ?? []).map((code) => note(code, name)),
    ),
    ...plants
      .filter(({ power_kw }) => power_kw === null)
      .map(({ name }) => note('plant_without_power', name)),
    ...plants
      .filter(({ proj_code }) => undated.has(proj_code))
      .map(({ name }) => note('plant_without_operation_date', name)),
  ];
}
