import type { FoundPlace } from '../../contract/places.contract.ts';

/** A municipality of Italy: name, province, latitude, longitude, inhabitants (0 where they are not known). */
export type Place = readonly [
  name: string,
  province: string,
  latitude: number,
  longitude: number,
  people: number,
];

/** Places of fewer inhabitants are named near by only, and come when the map is that near. */
export const VILLAGES_BELOW = 10_000;

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/**
 * The municipalities whose name begins with a text, or has a word that does, without regard to accents; exact names first,
 * then large ones. A province may follow: "Castro LE".
 */
export function findPlaces(places: readonly Place[], text: string, most: number): Place[] {
  const wanted = plain(text);
  if (wanted.length < 2) return [];
  const rank = ([name, province]: Place): number => {
    const known = plain(name);
    if (known === wanted || `${known} ${province.toLowerCase()}` === wanted) return 0;
    if (known.startsWith(wanted)) return 1;
    return ` ${known}`.includes(` ${wanted}`) ? 2 : 3;
  };
  return places
    .map((place) => ({ place, rank: rank(place) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank || b.place[4] - a.place[4])
    .slice(0, most)
    .map(({ place }) => place);
}

/** Degrees of WGS 84. */
export interface Spot {
  readonly latitude: number;
  readonly longitude: number;
}

/** Something that is found by typing. */
export interface Found extends Spot {
  readonly kind: 'municipality' | 'address';
  readonly name: string;
  /** What tells it from others of its name: the province of a municipality, the rest of an address. */
  readonly detail: string;
  /** What it is called in full; of what is found at one time no two are called alike. */
  readonly label: string;
}

const municipalityOf = ([name, detail, latitude, longitude]: Place): Found => ({
  kind: 'municipality',
  name,
  detail,
  latitude,
  longitude,
  label: `${name} (${detail})`,
});

const addressOf = ({ name, detail, latitude, longitude }: FoundPlace): Found => ({
  kind: 'address',
  name,
  detail,
  latitude,
  longitude,
  label: [name, detail].filter(Boolean).join(', '),
});

/** What is found, municipalities first; of those that are called alike the first. */
export function foundOf(municipalities: readonly Place[], addresses: readonly FoundPlace[]): Found[] {
  const all = [...municipalities.map(municipalityOf), ...addresses.map(addressOf)];
  return all.filter(({ label }, i) => all.findIndex((one) => one.label === label) === i);
}

/** Whether a text is the name of a municipality, with or without its province, and not only its beginning. */
export const isWholeName = ({ name, detail }: Found, text: string): boolean =>
  plain(text) === plain(name) || plain(text) === `${plain(name)} ${detail.toLowerCase()}`;

const whereOf = (value: unknown, most: number): number | null =>
  typeof value === 'number' && Math.abs(value) <= most ? value : null;

/** The place that two numbers name, as they stand in a form; null while they name none. */
export function spotOf(latitude: unknown, longitude: unknown): Spot | null {
  const [north, east] = [whereOf(latitude, 90), whereOf(longitude, 180)];
  return north === null || east === null ? null : { latitude: north, longitude: east };
}

const METRE = 100_000;

/** A place to a metre: what a pointer or a geocoder says beyond that is noise. */
export const rounded = ({ latitude, longitude }: Spot): Spot => ({
  latitude: Math.round(latitude * METRE) / METRE,
  longitude: Math.round(longitude * METRE) / METRE,
});
