import type { Tx } from '../../../shared/server/tenancy.ts';
import { hoursBy, type KnownHours, type SaidDays, utcDay } from '../past-irradiance.model.ts';
import { ASKED_PROVIDERS, placeKey, placeOf } from '../weather.model.ts';
import { type IrradianceRow, listIrradiance, type PlaceDays } from './place-irradiance.repository.ts';

/** Where a plant stands, degrees. */
export interface Site {
  readonly latitude: number;
  readonly longitude: number;
}

/** Hours of a site that are asked about: half-open, epoch ms. */
export interface AskedHours extends Site {
  readonly start: number;
  readonly end: number;
}

/** Tells what a provider says of hours of a site: of those that were asked about, from an instant on. */
export type IrradianceOf = (
  site: Site,
  window: { readonly start: number; readonly hours: number },
) => KnownHours | null;

/** Each place once, with all days that are asked about. */
function placesOf(asked: readonly AskedHours[]): PlaceDays[] {
  const places = new Map<string, PlaceDays>();
  for (const { start, end, ...site } of asked) {
    if (end <= start) continue;
    const place = placeOf(site);
    const key = placeKey(place);
    const known = places.get(key);
    // An hour that begins before its day's end may reach beyond it, in zones of half hours.
    const [from, to] = [utcDay(start), utcDay(end)];
    places.set(key, {
      ...place,
      from: known && known.from < from ? known.from : from,
      to: known && known.to > to ? known.to : to,
    });
  }
  return [...places.values()];
}

/** What the rows of a place come to, a provider each. */
function saidOf(rows: readonly IrradianceRow[]): SaidDays[] {
  return ASKED_PROVIDERS.flatMap((provider): SaidDays[] => {
    const own = rows.filter((row) => row.provider === provider);
    return own.length === 0 ? [] : [{ provider, days: new Map(own.map((row) => [row.day, row])) }];
  });
}

/** Irradiance that weather providers say of hours that are over, for many sites and days by one query. */
export async function loadPastIrradiance(tx: Tx, asked: readonly AskedHours[]): Promise<IrradianceOf> {
  const places = placesOf(asked);
  const rows = places.length === 0 ? [] : await listIrradiance(tx, places);
  const byPlace = new Map(
    [...Map.groupBy(rows, (row) => placeKey(row))].map(([key, of]) => [key, saidOf(of)]),
  );
  return (site, window) => hoursBy(byPlace.get(placeKey(placeOf(site))) ?? [], window);
}
