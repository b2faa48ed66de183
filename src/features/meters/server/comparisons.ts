import { AppError, notFound } from '../../../shared/server/errors.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';
import { countOfDays } from '../../../shared/units/months.ts';
import { addDays, DAY_MS, DEFAULT_CLOCK, dayBorders, localDay } from '../../../shared/units/zones.ts';
import { plantSources } from '../../measurements/plant-series.model.ts';
import { plantCodes } from '../../plants/server/plant-codes.public.ts';
import {
  type ComparedMonth,
  type ComparedSide,
  MAX_COMPARED,
  type MeterComparison,
} from '../comparison.contract.ts';
import {
  differenceOf,
  grainOf,
  MIN_COMPLETE,
  monthSpan,
  NEAR_MONTH_MS,
  type OwnEnergy,
  ownEnergy,
  type SideEnergy,
  type SideGap,
  type Span,
  statedOfMonth,
  sumOfSources,
} from '../comparison.model.ts';
import { type StandingReading, standingReadings } from '../register.model.ts';
import { type Counted, type Energies, loadEnergies } from './compared-energies.ts';
import {
  type ComparedDevice,
  type ComparedPlant,
  listComparedDevices,
  listComparedPlants,
  listStatements,
  type StatementRow,
} from './comparison.repository.ts';
import { listMeters, type MeterRow } from './meters.repository.ts';
import { listRegisters } from './register.repository.ts';
import { linesOf } from './register.service.ts';

/** Where a side's energy comes from, or why it has none. */
interface SideSources {
  readonly counted: readonly Counted[];
  readonly gap: SideGap | null;
}

/** A meter in a month, with all that it is compared with. */
export interface ComparedMeter {
  readonly meter: MeterRow;
  readonly month: string;
  /** In which it served, as far as it is over. */
  readonly span: Span;
  readonly standing: readonly StandingReading[];
  readonly own: OwnEnergy | null;
  readonly device: SideSources;
  readonly inverters: SideSources;
  readonly statements: readonly StatementRow[];
  readonly energies: Energies;
}

/** The part of a month in which a meter served, up to the last midnight; null where there is none. */
function servedSpan(meter: MeterRow, month: string, now: number): Span | null {
  const { time_zone, from_on, to_on, retired_at } = meter;
  const { start, end } = monthSpan(time_zone, month);
  const began = dayBorders(time_zone, from_on).start;
  const ended = to_on === null ? retired_at?.getTime() : dayBorders(time_zone, addDays(to_on, 1)).start;
  const span = {
    start: Math.max(start, began),
    end: Math.min(end, ended ?? end, localDay(time_zone, now).start),
  };
  return span.start < span.end ? span : null;
}

/** A swap lies within a day: the meter that goes serves until its final reading, the one that comes from its first. */
function untilSwapped({ start, end }: Span, standing: readonly StandingReading[]): Span | null {
  const swap = (which: 'first' | 'final') =>
    standing.find(({ event, kind }) => event === 'swap' && kind === which)?.at;
  const span = { start: Math.max(start, swap('first') ?? start), end: Math.min(end, swap('final') ?? end) };
  return span.start < span.end ? span : null;
}

const counters = (device: ComparedDevice, { role }: MeterRow) => {
  const quantity = role === 'import' ? 'energy_import_kwh' : 'energy_export_kwh';
  return device.slots.filter((slot) => slot.kind === 'counter' && slot.quantity === quantity);
};

interface Ground {
  readonly plant: ComparedPlant;
  readonly devices: readonly ComparedDevice[];
  readonly others: readonly { readonly meter: MeterRow; readonly span: Span }[];
}

/** The counter of the device that reads a meter. */
function deviceSource(meter: MeterRow, { plant, devices }: Ground): SideSources {
  const device = devices.find(({ device_id }) => device_id === meter.device_id);
  if (meter.device_id === null) return { counted: [], gap: 'no_device' };
  const found = device ? counters(device, meter) : [];
  const slot = found.find(({ heard }) => heard !== false) ?? found[0];
  if (!device || !slot) return { counted: [], gap: 'no_counter' };
  return { counted: [{ device, slot: slot.slot, plant, time_zone: meter.time_zone }], gap: null };
}

/** Whether two meters count the same inverters at once: a meter and the one in whose place it was put share a day at most. */
function countsTheSame(
  [meter, span]: readonly [MeterRow, Span],
  [other, served]: readonly [MeterRow, Span],
): boolean {
  const shared = Math.min(span.end, served.end) - Math.max(span.start, served.start);
  const apart =
    meter.section_id !== null && other.section_id !== null && meter.section_id !== other.section_id;
  return other.id !== meter.id && other.role === 'production' && !apart && shared > DAY_MS + NEAR_MONTH_MS;
}

/** The inverters whose energy a production meter counts: those of its section, or of its plant. */
function inverterSources(meter: MeterRow, span: Span, { plant, devices, others }: Ground): SideSources {
  if (meter.role !== 'production') return { counted: [], gap: 'no_production' };
  if (others.some((other) => countsTheSame([meter, span], [other.meter, other.span])))
    return { counted: [], gap: 'several_meters' };
  const own = devices.filter(
    ({ category, section_id }) =>
      (category === 'inverter' || category === 'generator') &&
      (meter.section_id === null || section_id === meter.section_id),
  );
  const counted = plantSources(own, 'energy_export_kwh').map(({ device, slot }) => ({
    device,
    slot,
    plant,
    time_zone: meter.time_zone,
  }));
  return { counted, gap: counted.length === 0 ? 'no_inverters' : null };
}

export interface AskedMonth {
  readonly codes?: readonly string[] | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly month: string;
}

/** The meters of the plants that are asked for, with those that stand beside them. */
async function metersAsked(tx: Tx, { codes, ids }: AskedMonth): Promise<MeterRow[]> {
  if (!ids) return listMeters(tx, { codes });
  const own = await listMeters(tx, { ids });
  return listMeters(tx, { codes: [...new Set(own.map(({ proj_code }) => proj_code))] });
}

function tooManyMeters(): never {
  const message = `At most ${MAX_COMPARED} meters are compared at once: ask for fewer plants`;
  throw new AppError('invalid', message, {
    errors: [{ path: 'codes', message, code: 'too_many_meters', params: { most: MAX_COMPARED } }],
  });
}

type Placed = Omit<ComparedMeter, 'energies'>;

const spanOf = ({ own, span }: Pick<ComparedMeter, 'own' | 'span'>): Span =>
  own ? { start: own.from, end: own.to } : span;

/** Meters in a month beside all that they are compared with, in a handful of statements however many they are. */
export async function compareMeters(tx: Tx, asked: AskedMonth, now: number): Promise<ComparedMeter[]> {
  const { ids, month } = asked;
  const all = (await metersAsked(tx, asked)).flatMap((meter) => {
    const span = servedSpan(meter, month, now);
    return span ? [{ meter, span }] : [];
  });
  const wanted = ids ? all.filter(({ meter }) => ids.includes(meter.id)) : all;
  if (wanted.length === 0) return [];
  if (!ids && wanted.length > MAX_COMPARED) tooManyMeters();
  const meter_ids = wanted.map(({ meter }) => meter.id);
  const plant_ids = [...new Set(wanted.map(({ meter }) => meter.plant_id))];
  const around = {
    start: Math.min(...wanted.map(({ span }) => span.start)) - NEAR_MONTH_MS,
    end: Math.max(...wanted.map(({ span }) => span.end)) + NEAR_MONTH_MS,
  };
  const registers = await listRegisters(tx, meter_ids, around);
  const plants = new Map((await listComparedPlants(tx, plant_ids)).map((plant) => [plant.plant_id, plant]));
  const devices = Map.groupBy(await listComparedDevices(tx, plant_ids), ({ plant_id }) => plant_id);
  const statements = Map.groupBy(await listStatements(tx, meter_ids, month), ({ meter_id }) => meter_id);
  const beside = Map.groupBy(all, ({ meter }) => meter.plant_id);
  const placed = wanted.flatMap(({ meter, span: days }): Placed[] => {
    const plant = plants.get(meter.plant_id);
    const standing = standingReadings(linesOf(registers.get(meter.id) ?? []));
    const span = untilSwapped(days, standing);
    if (!plant || !span) return [];
    const ground = {
      plant,
      devices: devices.get(meter.plant_id) ?? [],
      others: beside.get(meter.plant_id) ?? [],
    };
    return [
      {
        meter,
        month,
        span,
        standing,
        own: ownEnergy(standing, span, NEAR_MONTH_MS),
        device: deviceSource(meter, ground),
        inverters: inverterSources(meter, span, ground),
        statements: statements.get(meter.id) ?? [],
      },
    ];
  });
  const energies = await loadEnergies(
    tx,
    placed.flatMap((one) =>
      [...one.device.counted, ...one.inverters.counted].flatMap((counted) => [
        { counted, span: spanOf(one) },
        { counted, span: one.span },
      ]),
    ),
    now,
  );
  return placed.map((one) => ({ ...one, energies }));
}

const nothing = (gap: SideGap): SideEnergy => ({ kwh: null, completeness: null, gap });

/** What each source of a side counted; one that was switched off and is silent is none. */
export const countedBy = ({ energies }: ComparedMeter, { counted }: SideSources, span: Span) =>
  counted
    .map((one) => ({ counted: one, energy: energies.of(one, span) }))
    .filter(({ counted: { device }, energy }) => device.enabled || energy.kwh !== null);

export function energyOf(compared: ComparedMeter, side: SideSources, span: Span): SideEnergy {
  if (side.gap !== null) return nothing(side.gap);
  return sumOfSources(countedBy(compared, side, span).map(({ energy }) => energy));
}

export interface ComparedEnergies {
  readonly own_kwh: number | null;
  readonly sides: Readonly<Record<'device' | 'inverters' | 'distributor' | 'gse', SideEnergy>>;
  readonly grain: number;
}

/** The sides as they are answered, each with its difference. */
export function sidesOf(
  { meter: { threshold_pct } }: ComparedMeter,
  { own_kwh, sides, grain }: ComparedEnergies,
): MeterComparison['sides'] {
  const side = (energy: SideEnergy): ComparedSide => {
    const { kwh, pct, over, gap } = differenceOf(own_kwh, energy, { threshold_pct, grain });
    const { completeness } = energy;
    return { kwh: energy.kwh, completeness, difference_kwh: kwh, difference_pct: pct, over, gap };
  };
  return {
    device: side(sides.device),
    inverters: side(sides.inverters),
    distributor: side(sides.distributor),
    gse: side(sides.gse),
  };
}

/** A statement is of the whole month: readings of a part of it say nothing about it. */
function statedSide({ month, statements, own }: ComparedMeter, source: StatementRow['source']): SideEnergy {
  const lines = statements.filter((line) => line.source === source);
  const stated = statedOfMonth(lines, { month, days: countOfDays(month) });
  const whole = own === null || own.completeness >= MIN_COMPLETE;
  return whole || stated.kwh === null ? stated : { ...stated, gap: 'other_days' };
}

/** A meter's month as it is answered. */
export function presentComparison(compared: ComparedMeter): MeterComparison {
  const { meter, month, own } = compared;
  const { id, serial_number, proj_code, plant_name, time_zone, role, threshold_pct } = meter;
  const span = spanOf(compared);
  const sides = {
    device: energyOf(compared, compared.device, span),
    inverters: energyOf(compared, compared.inverters, span),
    distributor: statedSide(compared, 'distributor'),
    gse: statedSide(compared, 'gse'),
  };
  const grain = own ? grainOf([own.first, own.last]) : 0;
  return {
    id,
    serial_number,
    proj_code,
    plant_name,
    time_zone,
    role,
    month,
    threshold_pct,
    from: new Date(span.start).toISOString(),
    to: new Date(span.end).toISOString(),
    own_kwh: own?.kwh ?? null,
    own_completeness: own?.completeness ?? null,
    sides: sidesOf(compared, { own_kwh: own?.kwh ?? null, sides, grain }),
  };
}

/** Whether a month is over at all of some plants. */
export const isClosed = (zones: readonly string[], month: string, now: number): boolean =>
  zones.every((zone) => monthSpan(zone, month).end <= now);

/** The comparisons of a month. @throws AppError not_found for a plant that the scope does not see */
export async function comparedMonth(
  tx: Tx,
  { codes, month }: { codes?: readonly string[] | undefined; month: string },
  now: Date,
): Promise<ComparedMonth> {
  if (codes) {
    const seen = await plantCodes.find(tx, codes, plantFilter(tx.scope));
    if (new Set(codes).size !== seen.length) notFound();
  }
  const rows = (await compareMeters(tx, { codes, month }, now.getTime())).map(presentComparison);
  const zones = rows.length > 0 ? rows.map(({ time_zone }) => time_zone) : [DEFAULT_CLOCK];
  return { month, closed: isClosed(zones, month, now.getTime()), rows };
}
