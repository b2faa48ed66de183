import type { Tx } from '../../../shared/server/tenancy.ts';
import { localDay } from '../../../shared/units/zones.ts';
import { plantSources } from '../../measurements/plant-series.model.ts';
import { loadPeriods, placeKey } from '../../measurements/server/plant-hours.public.ts';
import { listCountingDevices } from './energy.repository.ts';

interface Asked {
  readonly plant_id: number;
  readonly time_zone: string;
  /** Epoch ms of local midnights, half-open. */
  readonly start: number;
  readonly end: number;
}

/** What a plant produced in each month of a window, kWh by YYYY-MM; months of which nothing is known are left out. */
export async function monthEnergies(
  tx: Tx,
  { plant_id, time_zone, start, end }: Asked,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const sources = plantSources(await listCountingDevices(tx, plant_id), 'energy_export_kwh');
  const places = sources.map(({ device, slot }) => ({ device_id: device.device_id, slot }));
  const loaded = await loadPeriods(tx, {
    ...{ places, aggregate: 'energy', resolution: 'month', start, end, now: now.getTime() },
  });
  const months = new Map<string, number>();
  for (const place of places) {
    const points = loaded?.get(placeKey(place));
    points?.ts.forEach((at, i) => {
      const value = points.values[i] ?? Number.NaN;
      const month = localDay(time_zone, at).day.slice(0, 7);
      if (!Number.isNaN(value)) months.set(month, (months.get(month) ?? 0) + value);
    });
  }
  return months;
}
