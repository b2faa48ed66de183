import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GeocoderSettings } from '../../src/shared/server/geocoder-settings.ts';

/** What Photon answers of one address, in its documented format. */
const LECCE = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [18.1724, 40.3528] },
      properties: {
        osm_type: 'N',
        osm_id: 1,
        type: 'house',
        street: 'Via Garibaldi',
        housenumber: '10',
        postcode: '73100',
        city: 'Lecce',
        county: 'Lecce',
        state: 'Puglia',
        country: 'Italia',
        countrycode: 'IT',
      },
    },
  ],
};

let running: Promise<GeocoderSettings> | undefined;

async function start(): Promise<GeocoderSettings> {
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(LECCE)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Nobody ends it: it goes with the process.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return { provider: 'photon', url: `http://127.0.0.1:${port}`, key: undefined };
}

/** A geocoder on this machine that finds one address, whatever is looked for; one for the whole process. */
export function stillGeocoder(): Promise<GeocoderSettings> {
  running ??= start();
  return running;
}
