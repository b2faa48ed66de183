import { readPvgisYear } from '../../../src/energy/pvgis-year.ts';
import type { forecastFeature } from '../../../src/features/forecast/forecast.feature.ts';
import { packYear } from '../../../src/features/forecast/server/packed-year.ts';
import { madePvgisYear } from '../../support/made-year.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { ago, type Things } from '../support/world.ts';

const YEAR = Buffer.from(madePvgisYear());
const PACKED = packYear(readPvgisYear(madePvgisYear()));

const window = ({ proj_code }: Things) => ({ proj_code, start: ago(2880), end: ago(0) });

/** Examples for the loops: expected energy. */
export const area: AreaExamples<typeof forecastFeature.calls> = {
  examples: {
    forecast: {
      expectedInverter: (_, things) => ({ query: window(things) }),
      expectedTotal: (_, things) => ({ query: window(things) }),
      expectedData: (_, things) => ({ query: window(things) }),
      normalized: (_, things) => ({ query: window(things) }),
      waterfall: (_, things) => ({ query: window(things) }),
    },
    typicalYears: {
      find: (_, { proj_code }) => ({ params: { proj_code } }),
      replace: (_, { proj_code, mark }) => ({
        params: { proj_code },
        query: { file_name: mark },
        body: YEAR,
      }),
      remove: async ({ test, scope }, { proj_code }) => {
        await test.arrange(
          `insert into typical_year (company_id, plant_id, format, latitude, longitude, offset_h, hours, digest)
           select company_id, id, 'epw', 45, 9, 0.5, $3, repeat('0', 64) from plant where company_id = $1 and proj_code = $2
           on conflict do nothing`,
          [scope.company_id, proj_code, PACKED],
        );
        return { params: { proj_code } };
      },
    },
  },
  slots: {},
  rows: {
    typical_year: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      format: 'pvgis',
      file_name: mark,
      latitude: 45,
      longitude: 9,
      offset_h: 0.5,
      hours: PACKED,
      digest: mark.padEnd(64, '0').slice(0, 64),
    }),
    expected_day: ({ company_id, ids, mark }) => ({
      company_id,
      plant_id: ids.plant,
      day: '2020-01-01',
      basis: mark,
      inputs: [0],
      temperature: 0,
      measured: true,
      sun_hours: 9,
      missing_hours: 0,
      sums: [1, 1, 1, 1, 1, 1, 1],
      hours: Buffer.alloc(4 * 4 * 24),
      neighbour_id: ids.plant,
      weather_provider: 'open-meteo',
    }),
  },
  meaningful: { 'expected_day.weather_provider': 'a word of the program' },
};
