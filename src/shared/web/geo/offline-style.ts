import type {
  GeoJSONSource,
  GeoJSONSourceSpecification,
  Map as MapLibre,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import outlinesUrl from './atlas/outlines.json?url';
import type { MapLook } from './map-look.ts';
import { type Place, VILLAGES_BELOW } from './places.model.ts';

/** Its outlines are drawn for whole regions: nearer than this they would look like mistakes. */
export const OFFLINE_MAX_ZOOM = 12;

/** Pixels that a tile holds beyond its edges: more than any line is wide. The 128 of the library double what there is to draw. */
const BUFFER_PX = 8;

export const ATTRIBUTION = 'Natural Earth · ISTAT (CC BY 4.0) · GeoNames (CC BY 4.0)';

const villagesOf = (places: readonly Place[]): GeoJSONSourceSpecification['data'] => ({
  type: 'FeatureCollection',
  features: places
    .filter(([, , , , people]) => people < VILLAGES_BELOW)
    .map(([name, , latitude, longitude, people]) => ({
      type: 'Feature',
      properties: { name, people },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
});

/** The source of land, Italy's provinces and its towns. */
export const OUTLINES = 'outlines';
const VILLAGES = 'villages';
/** From this zoom on villages are named. */
const NEAR = 9;

/** Towns of so many inhabitants are named from a zoom on. */
const NAMED = ['step', ['zoom'], 250_000, 6, 80_000, 7, 30_000, 8, 10_000, NEAR, 3_000, 10, 0];

const named = (look: MapLook): Pick<SymbolLayerSpecification, 'type' | 'layout' | 'paint'> => ({
  type: 'symbol',
  layout: {
    'text-field': ['get', 'name'],
    'text-font': ['Inter Variable'],
    'text-size': 12,
    'symbol-sort-key': ['-', 0, ['get', 'people']],
  },
  paint: { 'text-color': look.text, 'text-halo-color': look.halo, 'text-halo-width': 1.2 },
});

/**
 * The map that needs no network: land, Italy's provinces and its municipalities, in the page's colours. Names are drawn with
 * the portal's own font, for which no server is asked. The map's own thread reads the outlines: what the page
 * hands over is copied twice on its way.
 */
export function offlineStyle(look: MapLook): StyleSpecification {
  const of = (kind: string) => ({ source: OUTLINES, filter: ['==', ['get', 'kind'], kind] as never });
  const line = { 'line-color': look.border, 'line-width': 0.8 };
  return {
    version: 8,
    sources: {
      [OUTLINES]: {
        type: 'geojson',
        data: new URL(outlinesUrl, location.href).href,
        buffer: BUFFER_PX,
        attribution: ATTRIBUTION,
      },
      [VILLAGES]: { type: 'geojson', data: villagesOf([]), buffer: 0 },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': look.sea } },
      // The line of the coasts lies over the edge.
      {
        ...of('land'),
        id: 'land',
        type: 'fill',
        paint: { 'fill-color': look.land, 'fill-antialias': false },
      },
      { ...of('land'), id: 'coasts', type: 'line', paint: line },
      { ...of('italy'), id: 'italy', type: 'fill', paint: { 'fill-color': look.italy } },
      { ...of('borders'), id: 'provinces', type: 'line', paint: line },
      {
        ...named(look),
        id: VILLAGES,
        source: VILLAGES,
        minzoom: NEAR,
        filter: ['>=', ['get', 'people'], NAMED] as never,
      },
      // The upper layer has the first choice of where names stand.
      {
        ...named(look),
        id: 'towns',
        source: OUTLINES,
        filter: ['all', ['has', 'name'], ['>=', ['get', 'people'], NAMED]] as never,
      },
    ],
  };
}

/** Gives an offline map its villages as soon as it is near enough to name them. */
export function nameVillages(map: MapLibre, fetchPlaces: () => Promise<readonly Place[]>): void {
  const look = () => {
    if (map.getZoom() < NEAR - 1) return;
    map.off('zoom', look);
    fetchPlaces().then(
      (places) => map.getSource<GeoJSONSource>(VILLAGES)?.setData(villagesOf(places)),
      // The next move asks again.
      () => map.on('zoom', look),
    );
  };
  map.on('zoom', look);
  look();
}
