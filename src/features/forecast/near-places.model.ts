import { distanceKm, NEIGHBOUR_KM } from './inputs.model.ts';

export interface PlaceOfPlant {
  readonly plant_id: number;
  readonly latitude: number;
  readonly longitude: number;
}
type Spot = Pick<PlaceOfPlant, 'latitude' | 'longitude'>;

/** The corner of a cell of a tenth of a degree, in tenths. */
export interface Cell {
  readonly lat: number;
  readonly lon: number;
}

/** A degree of latitude is at least as long, km. */
const KM_OF_DEGREE = 110.5;
const ROUND_EARTH = 3600;
/** At the poles a cell is no broader than this share of one at the equator. */
const MIN_BREADTH = 0.02;

const keyOf = ({ lat, lon }: Cell): string => `${lat}/${lon}`;
const cellOf = ({ latitude, longitude }: Spot): Cell => ({
  lat: Math.floor(latitude * 10),
  lon: Math.floor(longitude * 10),
});
const breadthAt = (latitude: number): number => Math.max(MIN_BREADTH, Math.cos((latitude * Math.PI) / 180));
/** Longitudes go on at 180°. */
const around = (lon: number): number => ((((lon + 1800) % ROUND_EARTH) + ROUND_EARTH) % ROUND_EARTH) - 1800;

/** The cells in which a place within reach of another one may lie. */
export function cellsAround(spot: Spot): Cell[] {
  const { lat, lon } = cellOf(spot);
  const north = Math.ceil((NEIGHBOUR_KM / KM_OF_DEGREE) * 10);
  const east = Math.ceil(north / breadthAt(Math.abs(spot.latitude) + 0.1));
  const cells: Cell[] = [];
  for (let i = -north; i <= north; i++)
    for (let j = -east; j <= east; j++) cells.push({ lat: lat + i, lon: around(lon + j) });
  return cells;
}

/** The cells around some places, each once. */
export const cellsAroundAll = (spots: readonly Spot[]): Cell[] => [
  ...new Map(spots.flatMap(cellsAround).map((cell) => [keyOf(cell), cell])).values(),
];

/** Places that are looked for by nearness: of ten thousand in one town each finds its nearest without sorting all. */
export class NearPlaces<P extends PlaceOfPlant> {
  readonly #cells: Map<string, P[]>;

  constructor(places: readonly P[]) {
    this.#cells = Map.groupBy(places, (place) => keyOf(cellOf(place)));
  }

  /** The nearest within reach of a plant, the plant itself left out, the nearest first, so many at most. */
  of(plant: PlaceOfPlant, most: number): P[] {
    const breadth = breadthAt(plant.latitude);
    const found: { place: P; away: number }[] = [];
    for (const cell of cellsAround(plant))
      for (const place of this.#cells.get(keyOf(cell)) ?? []) {
        if (place.plant_id === plant.plant_id) continue;
        const east = Math.abs(place.longitude - plant.longitude);
        // On so few kilometres the earth is flat: this ranks, and the distance itself decides below.
        const away = (place.latitude - plant.latitude) ** 2 + (Math.min(east, 360 - east) * breadth) ** 2;
        if (found.length === most && away >= (found.at(-1)?.away ?? 0)) continue;
        if (found.length === most) found.pop();
        const at = found.findIndex((one) => one.away > away);
        found.splice(at < 0 ? found.length : at, 0, { place, away });
      }
    return found.map(({ place }) => place).filter((place) => distanceKm(place, plant) <= NEIGHBOUR_KM);
  }
}
