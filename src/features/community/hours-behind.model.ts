import { at as valueAt } from '../../energy/community/case.ts';
import { networkUnit } from '../../energy/community/other-money.ts';
import { type TracedHour, traceHours } from '../../energy/community/plant-trace.ts';
import { sumKnown } from '../../shared/units/sums.ts';
import type { MeasuredHour, MeasuredHours } from './measured.contract.ts';
import { presence } from './measured.model.ts';
import { readingOf, rowOf, substationHour } from './month-hours.model.ts';
import {
  monthOf,
  type OpenedMonth,
  part,
  plantMonth,
  readHours,
  surplusShare,
} from './opened-month.model.ts';
import { sumOf } from './statement-energies.model.ts';

const NO_MONEY = {
  price_eur_mwh: null,
  base: null,
  variable: null,
  capped: null,
  correction: null,
  grant_cut: null,
  touched: null,
  tip: null,
  incentivised_kwh: null,
  incentive_eur: null,
  grant_cut_eur: null,
  valorisation_eur: null,
  surplus_eur: null,
};

/** The tariff's parts as they stand in an hour. */
function tariffHour({ price, parts, touched, ...row }: TracedHour) {
  return {
    price_eur_mwh: price,
    base: parts?.base ?? null,
    variable: parts?.variable ?? null,
    capped: parts?.capped ?? null,
    correction: parts?.correction ?? null,
    grant_cut: parts?.grant_cut ?? null,
    touched: parts ? touched : null,
    tip: parts ? parts.tariff + parts.grant_cut * (1 - touched) : null,
    incentivised_kwh: row.paid_kwh,
    incentive_eur: row.incentive_eur,
    grant_cut_eur: row.grant_cut_eur,
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
          ...base,
          own_kwh,
          own_source: sourceOf(own_kwh, [piece.read?.[hour] === 1]),
          own_unknown_pods: own_kwh === null ? 1 : 0,
          served: null,
          own_shared_kwh: shares ? shared : null,
          ...(shares
            ? {
                ...tariffHour(trace),
                valorisation_eur: shared * unit,
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

/** The hours of a member in which one of its PODs belonged to the community. */
function memberHours(opened: OpenedMonth, member_id: number): MeasuredHour[] {
  const { inputs, settled, substations } = opened;
  const pods = inputs.measured.pods.filter((pod) => pod.member_id === member_id);
  const rows = Array.from(
    { length: settled.axis.count },
    (): { own: number | null; here: boolean; unknown: number; read: boolean[] } => ({
      own: null,
      here: false,
      unknown: 0,
      read: [],
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
        ...base,
        own_kwh: own,
        own_source: sourceOf(own, read),
        own_unknown_pods: unknown,
        ...NO_MONEY,
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
  const sum = (value: (hour: MeasuredHour) => number | null) => sumKnown(hours.map(value));
  const { id, name, role, kind, level, pods } = member;
  const partial = opened.hidden.some((count) => count > 0);
  const first = opened.inputs.measured.pods.find((pod) => pod.member_id === id);
  return {
    ...monthOf(opened),
    plant: null,
    member: {
      id,
      name,
      role,
      kind,
      level,
      substation: first?.substation ?? '',
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
