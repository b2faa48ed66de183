/** A municipality of Italy: name, province, latitude, longitude, inhabitants (0 where they are not known). */
export type Place = readonly [
  name: string,
  province: string,
  latitude: number,
  longitude: number,
  people: number,
];

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
