import { existingBeyond, UNKNOWN_DAY } from '../../energy/community/existing.ts';
import { hourOfDay } from '../../energy/community/hour-axis.ts';
import { total } from '../../energy/community/settle.ts';
import type { SplitRule } from '../../energy/community/split.ts';
import { withoutNoise } from '../../shared/units/units.ts';
import type { MemberBody, MemberRole, Stretch } from './community.model.ts';
import type { MeasuredMonth, SettledMonth } from './measured.model.ts';
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

type OfMonth = Pick<SettledMonth, 'axis'>;

/** First hour of the month in which a stretch lies, and the first after it. */
const hoursOf = ({ from_on, until_on }: Stretch, { axis }: OfMonth) => ({
  from: hourOfDay(axis, from_on),
  to: until_on === null ? axis.count : hourOfDay(axis, until_on),
});

/** Whether a stretch has a day in common with the month. */
export function isWithin(stretch: Stretch, month: OfMonth): boolean {
  const { from, to } = hoursOf(stretch, month);
  return from < to;
}

/** Part of the month in which one of these stretches lies, 0…1. */
function presenceOf(stretches: readonly Stretch[], { axis }: SettledMonth): number {
  const present = new Uint8Array(axis.count);
  for (const { from_on, until_on } of stretches)
    present.fill(1, hourOfDay(axis, from_on), until_on === null ? axis.count : hourOfDay(axis, until_on));
  return present.reduce((sum, here) => sum + here, 0) / axis.count;
}

interface Owner {
  readonly member: StatedMember;
  /** Hours of the month in which the plant's POD was the member's and the plant the community's. */
  readonly hours: number;
}

/** The members that had a plant's POD in the month, whoever had it longest first. */
export function ownersOf(
  plant: StatedPlant,
  members: readonly StatedMember[],
  { axis }: Pick<SettledMonth, 'axis'>,
): Owner[] {
  const hoursOf = ({ from_on, until_on }: Stretch) => ({
    from: hourOfDay(axis, from_on),
    to: until_on === null ? axis.count : hourOfDay(axis, until_on),
  });
  const whole = hoursOf(plant);
  const heldBy = ({ pods }: StatedMember) =>
    sumOf(
      pods.filter(({ pod }) => pod === plant.pod && pod !== ''),
      (pod) => {
        const { from, to } = hoursOf(pod);
        return Math.max(0, Math.min(to, whole.to) - Math.max(from, whole.from));
      },
    );
  return members
    .map((member) => ({ member, hours: heldBy(member) }))
    .filter(({ hours }) => hours > 0)
    .toSorted((a, b) => b.hours - a.hours || a.member.id - b.member.id);
}

/** Who is given what a plant earns as a producer: the member that had its POD longest in the month. */
export const ownerOf = (...asked: Parameters<typeof ownersOf>): StatedMember | undefined =>
  ownersOf(...asked)[0]?.member;

/** What of the settlement belongs to whom, by member. */
function partsOf({ members, plants, measured }: StatementInputs, settled: SettledMonth) {
  const { members: drawn, plants: made } = settled.settlement;
  const [byPod, byPlant] = [
    new Map(drawn.map((row) => [row.id, row])),
    new Map(made.map((row) => [row.id, row])),
  ];
  const pods = Map.groupBy(measured.pods, ({ member_id }) => member_id);
  const owned = Map.groupBy(plants, (plant) => ownerOf(plant, members, settled)?.id);
  return (member_id: number) => ({
    own: (pods.get(member_id) ?? []).flatMap(({ id }) => byPod.get(id) ?? []),
    fed: (owned.get(member_id) ?? []).flatMap(({ proj_code }) => byPlant.get(proj_code) ?? []),
  });
}

/** Energy of the month by member, without money. */
export function memberEnergies(inputs: StatementInputs, settled: SettledMonth): MemberEnergies[] {
  const of = partsOf(inputs, settled);
  return inputs.members.map(({ id, name, role, kind, level, pods }) => {
    const { own, fed } = of(id);
    return {
      ...{ id, name, role, kind, level },
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
export function gapsOf({ members, plants, measured }: StatementInputs, { settlement }: SettledMonth): Gaps {
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const drawn = new Map(settlement.members.map((row) => [row.id, row.missing_hours]));
  const made = new Map(settlement.plants.map((row) => [row.id, row.missing_hours]));
  const withdrawn = measured.pods.map(({ id, member_id, pod }) => ({
    ...{ name: names.get(member_id) ?? '', pod, direction: 'withdrawn' as const, hours: drawn.get(id) ?? 0 },
  }));
  const injected = plants.map(({ proj_code, name, pod }) => ({
    ...{ name, pod, direction: 'injected' as const, hours: made.get(proj_code) ?? 0 },
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

/** What was assumed, and what is not known. */
export function notesOf(
  { members, plants, measured, others }: StatementInputs,
  { settled, gaps, surplus_cents }: { settled: SettledMonth; gaps: Gaps; surplus_cents: number },
): StatementContent['notes'] {
  const { missing, unpriced_hours } = gaps;
  const beyond = existingBeyond(
    measured.plants
      .filter((plant) => isWithin(plant, settled))
      .map(({ id, power_kw, in_operation }) => ({
        ...{ id, power_kw: power_kw ?? 0, in_operation: in_operation ?? UNKNOWN_DAY },
      })),
    `${measured.month}-01`,
    measured.switches,
  );
  const undated = new Set(
    measured.plants.filter(({ in_operation }) => in_operation === null).map(({ id }) => id),
  );
  const note = (code: StatementContent['notes'][number]['code'], name = '') => ({ code, name });
  return [
    ...surplusNotes({ measured, others }, surplus_cents).map((code) => note(code)),
    ...plants
      .filter(({ proj_code }) => beyond.has(proj_code))
      .map(({ name }) => note('existing_left_out', name)),
    ...(missing.length > 0 ? [note('missing_hours')] : []),
    ...(unpriced_hours > 0 ? [note('unpriced_hours')] : []),
    ...plants
      .filter((plant) => !ownerOf(plant, members, settled))
      .map(({ name }) => note('plant_without_member', name)),
    ...plants
      .filter((plant) => ownersOf(plant, members, settled).length > 1)
      .map(({ name }) => note('plant_changed_member', name)),
    ...plants
      .filter(({ power_kw }) => power_kw === null)
      .map(({ name }) => note('plant_without_power', name)),
    ...plants
      .filter(({ proj_code }) => undated.has(proj_code))
      .map(({ name }) => note('plant_without_operation_date', name)),
  ];
}
