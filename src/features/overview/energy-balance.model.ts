import { sumKnown } from '../../shared/units/sums.ts';
import { offsetAt } from '../../shared/units/zones.ts';
import type { ProductionType } from '../plants/production.model.ts';

/** Energies of periods, kWh; null where nothing is known. */
export type Kwh = readonly (number | null)[];

/**
 * What is due of a source in a part: nothing (before its first day, or after its last one where it does not work any more), a
 * part of it (its first day), all, or the night's rest, in which silence is no energy and nothing is missing.
 */
export type Duty = 'none' | 'begins' | 'all' | 'rest';

/** What one device told of a flow, part by part. */
export interface Source {
  readonly kwh: Kwh;
  readonly duty: readonly Duty[];
}

/** The duty of a source in the parts between `borders` (epoch ms). */
export function dutyOf(
  kwh: Kwh,
  borders: readonly number[],
  device: {
    /** Epoch ms of its first day with a reading; null for one that never said anything. */
    readonly since: number | null;
    readonly enabled: boolean;
    /** Where parts are days a first one is told in part. */
    readonly byDays: boolean;
    readonly rests: (part: number) => boolean;
  },
): Duty[] {
  const { since, enabled, byDays, rests } = device;
  const last = kwh.findLastIndex((value) => value !== null);
  return borders.slice(1).map((end, i): Duty => {
    const at = borders[i] ?? end;
    if (since === null || end <= since || !(enabled || i <= last)) return 'none';
    if (byDays && since >= at) return 'begins';
    return rests(i) ? 'rest' : 'all';
  });
}

/** The sum of sources part by part as far as it is known: null where none is known, which is no zero. */
export function sumSources(sources: readonly Source[], parts: number): (number | null)[] {
  return Array.from({ length: parts }, (_, i) => sumKnown(sources.map(({ kwh }) => kwh[i] ?? null)));
}

/** The sum of sources in the parts in which all that were due told it; else null. One that rests made nothing. */
export function wholeSums(sources: readonly Source[], parts: number): (number | null)[] {
  return Array.from({ length: parts }, (_, i) => {
    let sum: number | null = null;
    for (const { kwh, duty } of sources) {
      const value = kwh[i] ?? null;
      if (duty[i] === 'begins' || (duty[i] === 'all' && value === null)) return null;
      if (value !== null || duty[i] === 'rest') sum = (sum ?? 0) + (value ?? 0);
    }
    return sum;
  });
}

/** Share of what was due of sources in the parts that have ended that they did not tell, 0…1; null where nothing was due. */
export function missingShare(sources: readonly Source[], ended: number): number | null {
  let [due, missing] = [0, 0];
  for (const { kwh, duty } of sources) {
    for (let i = 0; i < ended; i++) {
      if (duty[i] !== 'all') continue;
      due++;
      if ((kwh[i] ?? null) === null) missing++;
    }
  }
  return due === 0 ? null : missing / due;
}

/**
 * The sum of a period that is over; null where nothing was told of the time in which energy was due. History that begins in a night
 * tells of hours of rest, or of a first day without energy: that is no zero of the whole.
 */
export function periodTotal(sources: readonly Source[], parts: number): number | null {
  const tells = sources.some(({ kwh, duty }) =>
    duty.some(
      (due, i) => (due === 'all' && (kwh[i] ?? null) !== null) || (due === 'begins' && (kwh[i] ?? 0) > 0),
    ),
  );
  return tells ? sumKnown(sumSources(sources, parts)) : null;
}

/** The whole sums of a flow, part by part; without any device it is not measured. */
export interface Flow {
  readonly whole: Kwh;
  readonly measured: boolean;
}

export interface Balance {
  /** Produced less fed in, of the parts in which both are known; null where one of them is not measured. */
  readonly used_kwh: number | null;
  /** What the site took in all, used on site and drawn; null where what was drawn is not known in all of those parts. */
  readonly consumed_kwh: number | null;
  /** Share of what was produced that was used on site, 0…1. */
  readonly used_share: number | null;
  /** Ended parts in which produced and fed in are both known. */
  readonly known_parts: number;
  /** More was fed in than produced: one of the meters is wrong, and nothing is made of both. */
  readonly fault: 'fed_in_above_produced' | null;
}

/** Meters that read the same energy differ by so much of it. */
const TOLERANCE = 0.02;

/** What two counters may differ by however little was made, kWh: their own step, or 1 % of the nominal power for an hour. */
export const counterFloor = (nominal_kwp: number | null): number => Math.max(1, 0.01 * (nominal_kwp ?? 0));

/**
 * The balance of a site. A part in which a source of one flow lacks is left out of both: E_used = E_produced − E_fed in,
 * E_consumed = E_used + E_drawn. Source: IEC 61724-1, energies at the site's boundary.
 * @param ended so many parts have ended: counters of the one that has not may be read at different moments
 * @param floor_kwh as `counterFloor` has it
 */
export function balanceOf(
  flows: Readonly<Record<'produced' | 'exported' | 'imported', Flow>>,
  { ended, floor_kwh }: { ended: number; floor_kwh: number },
): Balance {
  const { produced, exported, imported } = flows;
  const nothing = { used_kwh: null, consumed_kwh: null, used_share: null, fault: null } as const;
  if (!produced.measured || !exported.measured) return { ...nothing, known_parts: 0 };
  const parts = produced.whole.flatMap((made, i) => {
    const fed = exported.whole[i] ?? null;
    const drawn = imported.whole[i] ?? null;
    // The running part counts where all that is measured has told of it: what lacks there is no zero.
    const lacks = imported.measured && drawn === null && i >= ended;
    return made === null || fed === null || lacks ? [] : [{ i, made, fed, drawn }];
  });
  const over = parts.filter(({ i }) => i < ended);
  const known_parts = over.length;
  if (parts.length === 0) return { ...nothing, known_parts };
  const sum = (of: typeof parts, name: 'made' | 'fed' | 'drawn') =>
    of.reduce((all, part) => all + (part[name] ?? 0), 0);
  if (sum(over, 'fed') > sum(over, 'made') * (1 + TOLERANCE) + floor_kwh)
    return { ...nothing, known_parts, fault: 'fed_in_above_produced' };
  const made = sum(parts, 'made');
  const used_kwh = Math.max(0, made - sum(parts, 'fed'));
  const isDrawnKnown = imported.measured && over.every(({ drawn }) => drawn !== null);
  return {
    used_kwh,
    consumed_kwh: isDrawnKnown ? used_kwh + sum(parts, 'drawn') : null,
    used_share: made > 0 ? used_kwh / made : null,
    known_parts,
    fault: null,
  };
}

export interface YearAgo {
  /** kWh of the ended parts that both years know whole. */
  readonly now_so_far_kwh: number | null;
  readonly then_so_far_kwh: number | null;
  /** How much more it was: 0.03 is 3 % more than a year ago. */
  readonly change: number | null;
  /** So many parts are compared, and the place of the last of them. */
  readonly parts: number;
  readonly last: number | null;
}

/** What parts are called on the wall: the year before has the same names at other places. A name that comes twice is two. */
export function wallNames(zone: string, starts: readonly number[], unit: 'hour' | 'day'): string[] {
  const seen = new Map<string, number>();
  return starts.map((at) => {
    const wall = new Date(at + offsetAt(zone, at)).toISOString();
    const name = unit === 'hour' ? wall.slice(11, 16) : wall.slice(5, 10);
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name} again`;
  });
}

/** Energies of the year before at the places of this one's parts, by their names on the wall; null where there is no such part. */
export function matchedBy(names: readonly string[], then: { names: readonly string[]; kwh: Kwh }) {
  const places = new Map(then.names.map((name, i) => [name, i]));
  return names.map((name) => then.kwh[places.get(name) ?? -1] ?? null);
}

/** A period beside the same one a year ago, both up to the same point: `ended` of its parts have passed. */
export function besideYearAgo(now: Kwh, then: Kwh, ended: number): YearAgo {
  let [now_sum, then_sum, parts] = [0, 0, 0];
  let last: number | null = null;
  for (let i = 0; i < ended; i++) {
    const [own, before] = [now[i] ?? null, then[i] ?? null];
    if (own === null || before === null) continue;
    now_sum += own;
    then_sum += before;
    parts++;
    last = i;
  }
  return {
    now_so_far_kwh: parts > 0 ? now_sum : null,
    then_so_far_kwh: parts > 0 ? then_sum : null,
    change: parts > 0 && then_sum > 0 ? now_sum / then_sum - 1 : null,
    parts,
    last,
  };
}

const CLEAN: readonly string[] = ['photovoltaic', 'wind', 'hydro'] satisfies ProductionType[];

/** Whether what a plant of this type makes spares the grid's emissions: one that burns something has its own. */
export const sparesCo2 = (production_type: string): boolean => CLEAN.includes(production_type);

/**
 * Carbon dioxide that was not emitted elsewhere.
 * @param kwh energy produced
 * @param factor kg of CO2 for each kWh of the grid, as the installation set it with its source
 * @returns kg; m = E × f. Null where either is not known.
 */
export function co2Avoided(kwh: number | null, factor: number | null): number | null {
  return kwh === null || factor === null ? null : kwh * factor;
}

/** The same day a year earlier (YYYY-MM-DD); null for a 29 February. */
export function yearBefore(day: string): string | null {
  const then = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  const at = Date.parse(`${then}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== then ? null : then;
}
