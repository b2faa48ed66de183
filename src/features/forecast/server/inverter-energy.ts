import { AppError } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { loadDays } from '../../measurements/server/stored-days.public.ts';
import type { ExpectedDay } from '../expected-day.model.ts';
import type { PlantSlot } from '../plant-model.model.ts';
import type { PlantContext } from './plant-contexts.ts';
import { listNamedDevices, type NamedDevice } from './plants.repository.ts';

/** A device that makes a part of a plant's energy. */
export interface Maker extends NamedDevice {
  /** Where its energy is counted. */
  readonly slot: PlantSlot;
  /** Its share of each section. */
  readonly shares: readonly number[];
}

/**
 * What a plant's energy is made by: its inverters, also where a meter counts for all of them.
 * @throws AppError not_found when one that is asked for is not among them
 */
export async function makersOf(
  tx: Tx,
  { plant }: Pick<PlantContext, 'plant'>,
  asked: readonly number[] | undefined,
): Promise<Maker[]> {
  const model = plant.inverters.energy.length > 0 ? plant.inverters : plant;
  const devices = new Map(
    (
      await listNamedDevices(
        tx,
        model.energy.map(({ device_id }) => device_id),
      )
    ).map((one) => [one.device_id, one]),
  );
  const makers = model.energy.flatMap((slot, place): Maker[] => {
    const device = devices.get(slot.device_id);
    return device ? [{ ...device, slot, shares: model.shares[place] ?? [] }] : [];
  });
  if (!asked) return makers;
  const chosen = makers.filter(({ device_id }) => asked.includes(device_id));
  if (chosen.length < new Set(asked).size) throw new AppError('not_found', 'Not found');
  return chosen;
}

/** What is expected of a device in each hour of a day, kWh. */
export function expectedOf(
  { shares }: Pick<Maker, 'shares'>,
  day: Pick<ExpectedDay, 'hours' | 'by_section'>,
): Float64Array {
  return Float64Array.from({ length: day.hours }, (_, hour) =>
    shares.reduce(
      (sum, share, i) => (share === 0 ? sum : sum + share * (day.by_section[i]?.[hour] ?? Number.NaN)),
      0,
    ),
  );
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
