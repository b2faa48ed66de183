import { DAY, HOUR, MINUTE, type SimDevice, type SimPlant, type Trouble } from './world.ts';

/** Three months with snow, the change of the clocks (29 March 2026) and days of 9 to 13 hours. */
export const FROM = Date.parse('2026-01-10T00:00:00Z');
export const UNTIL = FROM + 90 * DAY;

/** Minutes after midnight UTC of a day of the simulated months. */
export const on = (day: number, hour: number): number => FROM + day * DAY + hour * HOUR;

const inverter = (id: number, port: number, more: Partial<SimDevice> = {}): SimDevice => ({
  id,
  category: 'inverter',
  port,
  nominal: 100,
  ...more,
});

export const PLANTS: readonly SimPlant[] = [
  {
    id: 1,
    type: 'photovoltaic',
    latitude: 41.9,
    longitude: 12.5,
    ports: [11, 12, 13],
    devices: [
      ...[101, 102, 103].map((id) => inverter(id, 11)),
      ...[104, 105].map((id) => inverter(id, 12)),
      inverter(106, 12, { nominal: 60 }),
      { id: 107, category: 'string_box', port: 12, strings: 8 },
      { id: 108, category: 'string_box', port: 12, strings: 8 },
      { id: 109, category: 'production_meter', port: 13 },
      { id: 110, category: 'weather_station', port: 13 },
    ],
  },
  {
    // East and west by sections, no sensor; what it sends sleeps at night.
    id: 2,
    type: 'photovoltaic',
    latitude: 45.4,
    longitude: 9.2,
    ports: [21, 22],
    sleeps: true,
    devices: [
      ...[201, 202].map((id) => inverter(id, 21, { faces: 'east', section: 1 })),
      ...[203, 204].map((id) => inverter(id, 22, { faces: 'west', section: 2 })),
      { id: 205, category: 'string_box', port: 21, strings: 6, section: 1, faces: 'east' },
    ],
  },
  {
    // East and west, and nobody said so; one of them comes late.
    id: 3,
    type: 'photovoltaic',
    latitude: 37.5,
    longitude: 15.1,
    ports: [31, 32, 33, 34],
    devices: [
      inverter(301, 31, { faces: 'east' }),
      inverter(302, 32, { faces: 'east' }),
      inverter(303, 33, { faces: 'west' }),
      inverter(304, 34, { faces: 'west', since: on(30, 9) }),
    ],
  },
  {
    // One inverter in the mountains.
    id: 4,
    type: 'photovoltaic',
    latitude: 46.5,
    longitude: 11.3,
    ports: [41],
    devices: [inverter(401, 41), inverter(402, 41), { id: 403, category: 'weather_station', port: 41 }],
  },
  {
    // One of four faces elsewhere, and nobody said so.
    id: 6,
    type: 'photovoltaic',
    latitude: 44.5,
    longitude: 11.3,
    ports: [61],
    devices: [
      ...[601, 602, 603].map((id) => inverter(id, 61, { faces: 'east' })),
      inverter(604, 61, { faces: 'west' }),
      // It sends by itself.
      { id: 605, category: 'exchange_meter', port: null },
    ],
  },
  {
    id: 5,
    type: 'hydro',
    latitude: 46,
    longitude: 11,
    ports: [51],
    devices: [
      { id: 501, category: 'generator', port: 51, nominal: 300 },
      { id: 502, category: 'production_meter', port: 51 },
    ],
  },
];

/** What happens in these months and is no fault: snow, somebody who holds the power back, a cold winter. */
export const WEATHER_AND_COMMANDS: readonly Trouble[] = [
  { plant: 4, from: on(0, 0), to: on(70, 0), cold: true },
  // A week of snow: all of it covers the modules, then it is thin, then it has slid off one half.
  { plant: 4, from: on(20, 14), to: on(21, 12), power: 0.01, clear: true },
  { plant: 4, from: on(21, 12), to: on(25, 0), power: 0.06, clear: true },
  { plant: 4, from: on(22, 9), to: on(24, 0), devices: [402], power: 0.5 },
  { plant: 4, from: on(25, 0), to: on(26, 12), power: 0.2 },
  // Held back to a third, and to nothing.
  { plant: 1, from: on(50, 9), to: on(50, 14), power: 0.3, devices: [101, 102, 103, 104, 105, 106] },
  {
    plant: 1,
    from: on(52, 9),
    to: on(52, 13),
    power: 0,
    state: 5,
    clear: true,
    devices: [101, 102, 103, 104, 105, 106],
  },
  { plant: 1, from: on(54, 9), to: on(54, 11), power: 0, state: 5, clear: true, devices: [104] },
  { plant: 2, from: on(51, 8), to: on(51, 15), power: 0.3 },
  // A device that is lost for less than its five polls.
  { plant: 1, from: on(53, 10), to: on(53, 10) + 5 * MINUTE, devices: [101], silent: true },
];
