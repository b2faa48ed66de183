import { compareNames } from '../../shared/units/names.ts';
import type { Card } from './overview.contract.ts';
import { isSnoozed, type OwnState, ownStateOf } from './overview.model.ts';

/** How a plant looks on the map: its own state, quiet when it is snoozed. */
export type MapState = OwnState | 'snoozed';

/** A plant with a place. */
export interface PlacedPlant {
  card: Card;
  state: MapState;
  latitude: number;
  longitude: number;
}

interface Located {
  proj_code: string;
  latitude: number | null;
  longitude: number | null;
}

/** Gravest first: of a cluster's ring, clockwise from the top. */
export const MAP_STATES = [
  'alarm',
  'warning',
  'string',
  'nodata',
  'snoozed',
  'asleep',
  'success',
  'producing',
] as const satisfies readonly MapState[];

const stateOf = (card: Card, now: number): MapState => (isSnoozed(card, now) ? 'snoozed' : ownStateOf(card));

const gravity = (state: MapState) => MAP_STATES.indexOf(state);

/** Plants with a place as they are listed: gravest first, then by name. */
export const listOrder = (a: PlacedPlant, b: PlacedPlant): number =>
  gravity(a.state) - gravity(b.state) || compareNames(a.card.descr, b.card.descr);

/** Cards that stand somewhere, in the order of their list, and those that have no coordinates. */
export function placePlants(
  cards: readonly Card[],
  plants: readonly Located[],
  now: number,
): { placed: PlacedPlant[]; unplaced: Card[] } {
  const places = new Map(plants.map((plant) => [plant.proj_code, plant]));
  const placed: PlacedPlant[] = [];
  const unplaced: Card[] = [];
  for (const card of cards) {
    const { latitude = null, longitude = null } = places.get(card.code) ?? {};
    if (latitude === null || longitude === null) unplaced.push(card);
    else placed.push({ card, state: stateOf(card, now), latitude, longitude });
  }
  return { placed: placed.sort(listOrder), unplaced };
}

/** West, south, east and north of what is seen, in degrees; east is above 180 where the view crosses the date line. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

export function isWithin({ latitude, longitude }: Omit<PlacedPlant, 'card' | 'state'>, bounds: Bounds) {
  const [west, south, east, north] = bounds;
  const turned = longitude + Math.ceil((west - longitude) / 360) * 360;
  return latitude >= south && latitude <= north && turned >= west && turned <= east;
}

/** The smallest bounds with all plants in them, none when there are none. */
export function boundsOf(plants: readonly PlacedPlant[]): Bounds | undefined {
  if (plants.length === 0) return undefined;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { latitude, longitude } of plants) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return [west, south, east, north];
}

/** The arcs of a ring that shows how a cluster is made up: shares of 1, gravest first. */
export function arcsOf(
  counts: Readonly<Record<string, number>>,
): { state: MapState; from: number; share: number }[] {
  const all = MAP_STATES.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  let from = 0;
  return MAP_STATES.flatMap((state) => {
    const share = (counts[state] ?? 0) / all;
    if (!(share > 0)) return [];
    const arc = { state, from, share };
    from += share;
    return [arc];
  });
}
