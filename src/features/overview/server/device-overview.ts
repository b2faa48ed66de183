import { AppError, notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { plantSources } from '../../measurements/plant-series.model.ts';
import { loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { isAsleep } from '../../plants/daylight.model.ts';
import { groupWordsOf } from '../../plants/server/catalogue.public.ts';
import type { DeviceOverview, DeviceSiblings } from '../device.contract.ts';
import { compareSiblings, ratedBy } from '../siblings.model.ts';
import type { MeasuringDevice } from '../sources.model.ts';
import { askedPeriod, daysSoFar } from './asked-period.ts';
import { listStructure } from './follow.repository.ts';
import { listLivePlants } from './live-plants.repository.ts';
import { listNamedDevices, listPlantDevices, listPlantValues } from './overview.repository.ts';
import { presentDevice, presentPlant } from './plant-overview.ts';

interface Named {
  readonly proj_code: string;
  readonly id: number;
}

/** One working device as its page shows it. @throws AppError not_found where the scope sees no such device in the plant */
export async function getDeviceOverview(
  tx: Tx,
  { proj_code, id }: Named,
  now: number,
): Promise<DeviceOverview> {
  const [row] = await listLivePlants(tx, [proj_code]);
  const plant = row ?? notFound();
  const devices = await listPlantDevices(tx, plant.plant_id);
  const device = devices.find(({ device_id }) => device_id === id) ?? notFound();
  const [values, groups] = await Promise.all([listPlantValues(tx, plant.plant_id, id), groupWordsOf(tx)]);
  return {
    plant: presentPlant(plant),
    groups,
    device: presentDevice(device, values, isAsleep(plant, now), now),
    siblings: devices.filter(({ category }) => category === device.category).length,
  };
}

/** How a device's energy is counted, by the rules of plants' sums. */
function countedBy(device: MeasuringDevice): { slot: number; counted: 'counter' | 'power' } | null {
  // As if it stood alone: a meter of the plant takes no place from its inverters here.
  const [source] = plantSources([{ ...device, category: 'other' }], 'energy_export_kwh');
  const meta = source && device.slots.find(({ slot }) => slot === source.slot);
  if (!meta) return null;
  return { slot: meta.slot, counted: meta.quantity === 'energy_export_kwh' ? 'counter' : 'power' };
}

/** What a device made beside those of its category. @throws AppError not_found as {@link getDeviceOverview}; limit */
export async function getDeviceSiblings(
  tx: Tx,
  { proj_code, id, ...asked }: Named & { span: 'day' | 'month' | 'year'; date?: string | undefined },
  now: number,
): Promise<DeviceSiblings> {
  const [row] = await listLivePlants(tx, [proj_code]);
  const plant = row ?? notFound();
  const [structure] = await listStructure(tx, plant.plant_id);
  const working = (structure?.devices ?? []).filter(({ enabled }) => enabled);
  const device = working.find(({ device_id }) => device_id === id) ?? notFound();
  const siblings = working.filter(({ category }) => category === device.category);
  const window = askedPeriod(plant.time_zone, asked, now);
  const counted = new Map(siblings.map((one) => [one.device_id, countedBy(one)]));
  const places = siblings.flatMap(({ device_id }) => {
    const found = counted.get(device_id);
    return found ? [{ device_id, slot: found.slot }] : [];
  });
  const loaded = await loadPeriods(tx, { places, aggregate: 'energy', resolution: 'day', ...window, now });
  if (!loaded) throw new AppError('limit', 'Too many readings in this period: ask for a shorter one');
  const named = await listNamedDevices(
    tx,
    siblings.map(({ device_id }) => device_id),
  );
  const peakOf = (device_id: number) => named.get(device_id)?.kw_peak ?? null;
  const rated_by = ratedBy([...counted].flatMap(([id, found]) => (found ? [peakOf(id)] : [])));
  const energies = siblings.map(({ device_id, nominal_power }) => {
    const found = counted.get(device_id);
    const rating_kw = rated_by === 'kw_peak' ? peakOf(device_id) : nominal_power;
    const points = found && loaded.get(placeKey({ device_id, slot: found.slot }));
    const known = [...(points?.ts ?? [])].flatMap((day, i): [number, number][] => {
      const kwh = points?.values[i] ?? Number.NaN;
      return Number.isNaN(kwh) ? [] : [[day, kwh]];
    });
    return { device_id, rating_kw, counted: found?.counted ?? null, days: new Map(known) };
  });
  const { standings, median, common_days } = compareSiblings(energies);
  return {
    device_id: id,
    proj_code,
    time_zone: plant.time_zone,
    category: device.category,
    start: new Date(window.start).toISOString(),
    end: new Date(window.end).toISOString(),
    days: daysSoFar(plant.time_zone, window, now),
    common_days,
    rated_by,
    median: withoutNoise(median),
    results: standings.flatMap((standing) => {
      const energy = energies.find(({ device_id }) => device_id === standing.device_id);
      if (!energy) return [];
      const { days, ...plain } = energy;
      const sum = [...days.values()].reduce((all, kwh) => all + kwh, 0);
      const rest = { known_days: days.size, short_name: named.get(standing.device_id)?.short_name ?? '' };
      const { specific_yield, deviation } = standing;
      return [
        {
          ...plain,
          ...standing,
          ...rest,
          energy_kwh: days.size === 0 ? null : withoutNoise(sum),
          specific_yield: withoutNoise(specific_yield),
          deviation: withoutNoise(deviation),
        },
      ];
    }),
  };
}
