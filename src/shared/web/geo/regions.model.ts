import type { Place } from './places.model.ts';

/** Italy's regions by the codes of their provinces. Source: ISTAT, codes of municipalities and provinces. */
const PROVINCES: Readonly<Record<string, string>> = {
  Abruzzo: 'AQ CH PE TE',
  Basilicata: 'MT PZ',
  Calabria: 'CS CZ KR RC VV',
  Campania: 'AV BN CE NA SA',
  'Emilia-Romagna': 'BO FC FE MO PC PR RA RE RN',
  'Friuli-Venezia Giulia': 'GO PN TS UD',
  Lazio: 'FR LT RI RM VT',
  Liguria: 'GE IM SP SV',
  Lombardia: 'BG BS CO CR LC LO MB MI MN PV SO VA',
  Marche: 'AN AP FM MC PU',
  Molise: 'CB IS',
  Piemonte: 'AL AT BI CN NO TO VB VC',
  Puglia: 'BA BR BT FG LE TA',
  Sardegna: 'CA NU OR SS SU',
  Sicilia: 'AG CL CT EN ME PA RG SR TP',
  Toscana: 'AR FI GR LI LU MS PI PO PT SI',
  'Trentino-Alto Adige': 'BZ TN',
  Umbria: 'PG TR',
  "Valle d'Aosta": 'AO',
  Veneto: 'BL PD RO TV VE VI VR',
};
const REGION_OF = new Map(
  Object.entries(PROVINCES).flatMap(([region, codes]) =>
    codes.split(' ').map((code) => [code, region] as const),
  ),
);

/** The region of a province by its code; undefined for a code that there is not. */
export const regionOfProvince = (province: string): string | undefined => REGION_OF.get(province);

/** A municipality this far away (degrees, about 30 km) says nothing about where a plant stands. */
const NEAR = 0.3;

interface Spot {
  readonly comune: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * Finds the region of a plant: of the municipality next to its coordinates, and where it has none, of the only
 * municipality of its name.
 */
export function regionFinder(places: readonly Place[]): (spot: Spot) => string | undefined {
  const cells = Map.groupBy(
    places,
    ([, , lat, lon]) => `${Math.floor(lat / NEAR)} ${Math.floor(lon / NEAR)}`,
  );
  const named = Map.groupBy(places, ([name]) => name.toLocaleLowerCase('it'));
  const nearest = (latitude: number, longitude: number): Place | undefined => {
    const [row, column] = [Math.floor(latitude / NEAR), Math.floor(longitude / NEAR)];
    // A degree of longitude is shorter than one of latitude.
    const shrink = Math.cos((latitude * Math.PI) / 180);
    let found: Place | undefined;
    let least = Number.POSITIVE_INFINITY;
    // Gone through once, by squares: ten thousand plants have some hundred municipalities around them each.
    for (let y = row - 1; y <= row + 1; y++)
      for (let x = column - 1; x <= column + 1; x++)
        for (const place of cells.get(`${y} ${x}`) ?? []) {
          const far = (place[2] - latitude) ** 2 + ((place[3] - longitude) * shrink) ** 2;
          if (far >= least) continue;
          least = far;
          found = place;
        }
    return found;
  };
  return ({ comune, latitude, longitude }) => {
    if (latitude !== null && longitude !== null) {
      const place = nearest(latitude, longitude);
      return place && regionOfProvince(place[1]);
    }
    const [only, ...others] = named.get(comune.trim().toLocaleLowerCase('it')) ?? [];
    return only && others.length === 0 ? regionOfProvince(only[1]) : undefined;
  };
}
