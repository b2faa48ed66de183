import type { placesCalls } from '../../contract/places.contract.ts';
import { publicReach } from '../endpoints/public-reach.ts';
import type { Services } from '../feature.ts';
import type { Handlers } from '../http/mount.ts';
import { noGeocoder } from './finder-refusals.ts';
import { geocoderOf } from './geocoders.ts';
import { PlaceFinder } from './place-finder.ts';

function finderOf({ config, log }: Pick<Services, 'config' | 'log'>): PlaceFinder | undefined {
  const { geocoder: settings, outboundAllow, publicUrl } = config;
  const geocoder = geocoderOf(settings.provider);
  if (!geocoder) return undefined;
  const userAgent = `Meridiana (+${publicUrl})`;
  return new PlaceFinder({ geocoder, settings, reach: publicReach(outboundAllow), userAgent, log });
}

export function placesHandlers(services: Pick<Services, 'config' | 'log'>): Handlers<typeof placesCalls> {
  const finder = finderOf(services);
  return {
    async find({ query, language, scope, gone }) {
      if (!finder) throw noGeocoder();
      return [...(await finder.find({ q: query.q, language }, { whose: scope, gone }))];
    },
  };
}
