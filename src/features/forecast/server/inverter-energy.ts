import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { loadDays } from '../../measurements/server/stored-days.public.ts';
import type { ExpectedDay } from '../expected-day.model.ts';
import type { EnergySource, PlantSlot } from '../plant-model.model.ts';
import { type Shares, SharesOf, standingOf, standsAt } from '../shares.model.ts';
import type { PlantContext } from './plant-contexts.ts';
import { listNamedDevices, type NamedDevice } from './plants.repository.ts';
import { loadSince, type SinceOf } from './since.ts';

/** A device that makes a part of a plant's energy. */
export interface Maker extends NamedDevice {
  /** Where its energy is counted. */
  readonly slot: PlantSlot;
  /** Its share of each section as things stand now: none of one that was switched off. */
  readonly shares: readonly number[];
  /** The same at an instant (epoch ms), with what stood there then; null where it did not. */
  readonly sharesAt: (at: number) => readonly number[] | null;
}

/** What a plant's energy is made by: its inverters, also where a meter counts for all of them. */
const sourcesOf = ({ inverters, energy }: PlantContext['plant']): readonly EnergySource[] =>
  inverters.length > 0 ? inverters : energy;

/** Whether what makes a plant's energy is what counts it. */
export const countThemselves = (plant: PlantContext['plant']): boolean => {
  const counted = new Set(plant.energy.map(({ device_id, slot }) => `${device_id}/${slot}`));
  const makers = sourcesOf(plant);
  return (
    makers.length === counted.size &&
    makers.every(({ device_id, slot }) => counted.has(`${device_id}/${slot}`))
  );
};

/** Shares of sections by the instant, each looked up once. */
function sharesAtOf(
  sources: readonly EnergySource[],
  sections: PlantContext['plant']['sections'],
  since: SinceOf,
): { now: Shares; at: (place: number, at: number) => readonly number[] | null } {
  const shares = new SharesOf(sources, sections);
  const standings = sources.map((source) => standingOf(source, since(source)));
  const known = new Map<number, Shares>();
  const sharesAt = (at: number): Shares => {
    const found = known.get(at) ?? shares.at(standings, at);
    known.set(at, found);
    return found;
  };
  return {
    now: shares.of(sources.map(({ ended_at }) => ended_at === null)),
    at: (place, at) => {
      const standing = standings[place];
      return standing && standsAt(standing, at) ? (sharesAt(at)[place] ?? []) : null;
    },
  };
}

/** What the energy of plants is made by, by name, plant by plant. */
export async function makersOfAll(
  tx: Tx,
  contexts: readonly Pick<PlantContext, 'plant'>[],
): Promise<Maker[][]> {
  const all = contexts.flatMap(({ plant }) => sourcesOf(plant));
  const named = await listNamedDevices(
    tx,
    all.map(({ device_id }) => device_id),
  );
  const devices = new Map(named.map((one) => [one.device_id, one]));
  const since = await loadSince(tx, all);
  return contexts.map(({ plant }) => {
    const sources = sourcesOf(plant);
    const shares = sharesAtOf(sources, plant.sections, since);
    return sources.flatMap((slot, place): Maker[] => {
      const device = devices.get(slot.device_id);
      if (!device) return [];
      const sharesAt = (at: number) => shares.at(place, at);
      return [{ ...device, slot, shares: shares.now[place] ?? [], sharesAt }];
    });
  });
}

/**
 * What one plant's energy is made by.
 * @throws AppError not_found when one that is asked for is not among them
 */
export async function makersOf(
  tx: Tx,
  context: Pick<PlantContext, 'plant'>,
  asked: readonly number[] | undefined,
): Promise<Maker[]> {
  const [makers = []] = await makersOfAll(tx, [context]);
  return asked ? chosenOf(makers, asked) : makers;
}

/** Those of some makers that are asked for. @throws AppError not_found when one of them is not there */
export function chosenOf(makers: readonly Maker[], asked: readonly number[]): Maker[] {
  const chosen = makers.filter(({ device_id }) => asked.includes(device_id));
  if (chosen.length < new Set(asked).size) throw new AppError('not_found', 'Not found');
  return chosen;
}

/** What is expected of a device in each hour of a day, kWh; NaN where it is not known, or the device was not there. */
export function expectedOf(
  { sharesAt }: Pick<Maker, 'sharesAt'>,
  day: Pick<ExpectedDay, 'start' | 'hours' | 'by_section'>,
): Float64Array {
  return Float64Array.from({ length: day.hours }, (_, hour) => {
    const shares = sharesAt(day.start + hour * HOUR_MS);
    if (!shares) return Number.NaN;
    return shares.reduce(
      (sum, share, i) => (share === 0 ? sum : sum + share * (day.by_section[i]?.[hour] ?? Number.NaN)),
      0,
    );
  });
}

/** Energy of devices by day, kWh; days without are left out. */
export async function loadDayEnergies(
  tx: Tx,
  makers: readonly Maker[],
  { from, to }: { from: string; to: string },
): Promise<Map<number, Map<string, number>>> {
  const energies = new Map<number, Map<string, number>>(
    makers.map(({ device_id }) => [device_id, new Map()]),
  );
  if (makers.length === 0) return energies;
  const slots = [...new Set(makers.map(({ slot }) => slot.slot))].sort((a, b) => a - b);
  const slotOf = new Map(makers.map(({ device_id, slot }) => [device_id, slots.indexOf(slot.slot)]));
  const device_ids = makers.map(({ device_id }) => device_id);
  for (const { device_id, day, row } of await loadDays(tx, {
    device_ids,
    slots,
    from,
    to,
    fields: ['n', 'energy'],
  })) {
    const kwh = row.energy[slotOf.get(device_id) ?? -1] ?? Number.NaN;
    if (!Number.isNaN(kwh)) energies.get(device_id)?.set(day, kwh);
  }
  return energies;
}
