import type { Tx } from '../../../shared/server/tenancy.ts';
import type { WeatherSettings } from '../../../shared/server/weather-settings.ts';
import { describeClearness, worthOf } from '../offline.model.ts';
import { iconOf, type Place, placeKey, placeOf, STALE_MS, type WeatherIcon } from '../weather.model.ts';
import { listKnownPlaces } from './plant-weather.repository.ts';
import { listKeptSkies } from './sky.repository.ts';

interface SomePlant {
  readonly master_id: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

type Provider = Exclude<WeatherSettings['provider'], 'offline'>;
type Icons = ReadonlyMap<number, WeatherIcon>;

const onlyKnown = (icons: readonly (readonly [number, WeatherIcon | null])[]): Icons =>
  new Map(icons.flatMap(([id, icon]) => (icon ? [[id, icon] as const] : [])));

/** By what the plants' own sensors saw, as the worker kept it within the last ten minutes or, of the night, before. */
async function seen(tx: Tx, plants: readonly SomePlant[], now: Date): Promise<Icons> {
  // A plant whose place was taken away keeps what was seen of it; nothing is said of such a sky any more.
  const placed = new Set(plants.flatMap((one) => (placeOfPlant(one) ? [one.master_id] : [])));
  return onlyKnown(
    (await listKeptSkies(tx))
      .filter((sky) => placed.has(sky.plant_id))
      .map(({ plant_id, clearness, seen_at }) => {
        const sky = worthOf({ clearness, seen_at: seen_at.getTime() }, now.getTime());
        return [plant_id, sky ? iconOf(describeClearness(sky.clearness)) : null];
      }),
  );
}

function placeOfPlant({ latitude, longitude }: SomePlant): Place | undefined {
  return latitude === null || longitude === null ? undefined : placeOf({ latitude, longitude });
}

/** By what the provider said last of each place, as long as that is no old weather: an icon has no age beside it. */
async function told(
  tx: Tx,
  { plants, now, provider }: { plants: readonly SomePlant[]; now: Date; provider: Provider },
): Promise<Icons> {
  const places = new Map<number, string>();
  const wanted = new Map<string, Place>();
  for (const plant of plants) {
    const place = placeOfPlant(plant);
    if (!place) continue;
    places.set(plant.master_id, placeKey(place));
    wanted.set(placeKey(place), place);
  }
  const known = await listKnownPlaces(tx, { provider, places: [...wanted.values()], hours: false });
  return onlyKnown(
    [...places].map(([id, key]) => {
      const place = known.get(key);
      const old = !place || now.getTime() - place.fetched_at.getTime() > STALE_MS;
      return [id, old || place.now.description === null ? null : iconOf(place.now.description)];
    }),
  );
}

/** Icons of the weather that is known of plants, by the plants' numbers: nobody outside is asked. // spec §3: Plant build */
export const plantIcons =
  ({ provider }: Pick<WeatherSettings, 'provider'>) =>
  (tx: Tx, plants: readonly SomePlant[], now: Date): Promise<Icons> =>
    provider === 'offline' ? seen(tx, plants, now) : told(tx, { plants, now, provider });
