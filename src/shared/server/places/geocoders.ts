import type { GeocoderName } from '../geocoder-settings.ts';
import type { Geocoder } from './geocoder.ts';
import { google } from './google.ts';
import { nominatim } from './nominatim.ts';
import { photon } from './photon.ts';

/** Who can be asked over the network. */
const GEOCODERS: Readonly<Record<Exclude<GeocoderName, 'none'>, Geocoder>> = { nominatim, photon, google };

/** The geocoder of that name; undefined where nobody is asked. */
export const geocoderOf = (name: GeocoderName): Geocoder | undefined =>
  name === 'none' ? undefined : GEOCODERS[name];
