import type { Tx } from '../../../shared/server/tenancy.ts';
import type { Period } from '../../../shared/units/zones.ts';
import type { Points } from '../buckets.model.ts';
import { listSeriesDevices } from './series.repository.ts';
import { loadSources, MAX_VALUES, type SeriesSource } from './series-sources.ts';

/** A slot of a device whose hours are asked for. */
export interface HoursPlace {
  readonly device_id: number;
  readonly slot: number;
}

export interface HoursQuery {
  /** Whose energy is counted, and whose readings are averaged. */
  readonly energy: readonly HoursPlace[];
  readonly means: readonly HoursPlace[];
  /** Epoch ms of local midnights, half-open. */
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

export const placeKey = ({ device_id, slot }: HoursPlace): string => `${device_id}/${slot}`;

/** What places come to by periods of their plants' own days. */
export interface PeriodsQuery {
  readonly places: readonly HoursPlace[];
  readonly aggregate: 'energy' | 'mean';
  readonly resolution: Period;
  /** Epoch ms of local midnights, half-open. */
  readonly start: number;
  readonly end: number;
  readonly now: number;
  /** Values of readings that may be counted; MAX_VALUES unless it is said. */
  readonly mostValues?: number;
}

/**
 * Energy or means of slots period by period, counted as charts count them, by `placeKey`. A slot that is not there is left
 * out. What the database shows is answered: whoever asks has judged who may know.
 * @returns undefined when the readings would be too many at once: ask for fewer days
 */
export async function loadPeriods(tx: Tx, query: PeriodsQuery): Promise<Map<string, Points> | undefined> {
  const { places, aggregate, resolution, start, end, now } = query;
  const found = new Map<string, Points>();
  if (places.length === 0) return found;
  const device_ids = [...new Set(places.map(({ device_id }) => device_id))];
  const devices = new Map(
    (await listSeriesDevices(tx, { device_ids, plants: [], everyPlant: true })).map((d) => [d.device_id, d]),
  );
  const sources = places.flatMap(({ device_id, slot }): SeriesSource[] => {
    const device = devices.get(device_id);
    const variable = device?.slots.find((one) => one.slot === slot);
    return device && variable ? [{ device, variable }] : [];
  });
  if (sources.length === 0) return found;
  const loaded = await loadSources(tx, sources, {
    resolution,
    window: { start, end },
    now,
    mostValues: query.mostValues ?? MAX_VALUES,
    aggregates: [aggregate],
  });
  if (!loaded) return undefined;
  for (const source of sources) {
    const key = placeKey({ device_id: source.device.device_id, slot: source.variable.slot });
    found.set(key, loaded.points(source, aggregate));
  }
  return found;
}

/**
 * The same, where these are too many readings at once of half of the devices after the other: it takes longer, and nobody waits for it.
 * @returns undefined when one device alone has too many
 */
export async function loadPeriodsInParts(
  tx: Tx,
  query: PeriodsQuery,
): Promise<Map<string, Points> | undefined> {
  const loaded = await loadPeriods(tx, query);
  const devices = [...new Set(query.places.map(({ device_id }) => device_id))];
  if (loaded || devices.length < 2) return loaded;
  const first = new Set(devices.slice(0, Math.ceil(devices.length / 2)));
  const found = new Map<string, Points>();
  for (const isOf of [true, false]) {
    const places = query.places.filter(({ device_id }) => first.has(device_id) === isOf);
    const part = await loadPeriodsInParts(tx, { ...query, places });
    if (!part) return undefined;
    for (const [key, points] of part) found.set(key, points);
  }
  return found;
}

/**
 * Energy and means of slots hour by hour, as `loadPeriods` answers them; in parts as `loadPeriodsInParts`.
 * @returns undefined when the readings would be too many at once: ask for fewer days
 */
export async function loadHours(
  tx: Tx,
  query: HoursQuery & { readonly in_parts?: boolean },
): Promise<Map<string, Points> | undefined> {
  const { start, end, now } = query;
  const asked = { resolution: 'hour', start, end, now } as const;
  const load = query.in_parts ? loadPeriodsInParts : loadPeriods;
  const energies = await load(tx, { ...asked, places: query.energy, aggregate: 'energy' });
  const means = await load(tx, { ...asked, places: query.means, aggregate: 'mean' });
  return energies && means && new Map([...energies, ...means]);
}
