import { type GeoJSONSource, type Map as MapLibre, Marker } from 'maplibre-gl';
import { MAP_STATES, type MapState, type PlacedPlant } from '../../map.model.ts';
import { OWN_LOOK } from '../own-state.ts';
import classes from './map.module.css';
import { drawRing } from './ring.ts';

const SOURCE = 'plants';
const POINTS = 'plant-points';
/** A finger hits a dot from so many pixels away. */
const REACH = 14;
/** Nearer than this nothing is drawn together any more. */
const CLUSTERED_TO = 11;
/** So near each other, in degrees, plants stand at one place: about ten metres. */
const ONE_PLACE = 1e-4;

/** What the layer needs of whoever draws it. */
export interface LayerOptions {
  onChoose: (code: string) => void;
  /** These stand where no zoom parts them: a list has to. */
  onTogether: (codes: readonly string[]) => void;
  /** What a cluster is called, and its number as it is read. */
  nameCluster: (count: number, counts: Readonly<Record<string, number>>) => string;
  showCount: (count: number) => string;
}

const featuresOf = (plants: readonly PlacedPlant[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: plants.map(({ card, state, latitude, longitude }) => ({
    type: 'Feature',
    properties: { code: card.code, state },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
});

const codesOf = (features: readonly GeoJSON.Feature[]): string[] => [
  ...new Set(
    features.flatMap(({ properties }): string[] => {
      const code: unknown = properties?.code;
      return typeof code === 'string' ? [code] : [];
    }),
  ),
];

/** Whether plants stand so near each other that no zoom shows them apart. */
function isOnePlace(features: readonly GeoJSON.Feature[]): boolean {
  const points = features.flatMap(({ geometry }) =>
    geometry.type === 'Point' ? [geometry.coordinates] : [],
  );
  return [0, 1].every((axis) => {
    const along = points.map((point) => point[axis] ?? 0);
    return Math.max(...along) - Math.min(...along) < ONE_PLACE;
  });
}

/** How many plants of a cluster are in each state, counted by the map itself. */
const COUNTED = Object.fromEntries(
  MAP_STATES.map((state) => [state, ['+', ['case', ['==', ['get', 'state'], state], 1, 0]]]),
);

function colourOf(state: MapState): string {
  const look = state === 'snoozed' ? state : OWN_LOOK[state];
  return getComputedStyle(document.documentElement).getPropertyValue(`--${look}-solid`).trim();
}

/** Plants on a map: dots in the colour of their state, and rings for those that stand too near each other to be told apart. */
export class PlantLayer {
  readonly #map: MapLibre;
  readonly #options: LayerOptions;
  #shown: readonly PlacedPlant[];
  #mark: Marker | undefined;
  readonly #rings = new Map<number, { marker: Marker; made: string }>();

  constructor(map: MapLibre, plants: readonly PlacedPlant[], options: LayerOptions) {
    this.#map = map;
    this.#options = options;
    this.#shown = plants;
    map.addSource(SOURCE, {
      type: 'geojson',
      data: featuresOf(plants),
      cluster: true,
      clusterRadius: 44,
      clusterMaxZoom: CLUSTERED_TO,
      clusterProperties: COUNTED,
    });
    const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
    const isPoint = ['!', ['has', 'point_count']] as never;
    map.addLayer({
      id: POINTS,
      type: 'circle',
      source: SOURCE,
      filter: isPoint,
      paint: {
        'circle-color': [
          'match',
          ['get', 'state'],
          ...MAP_STATES.flatMap((state) => [state, colourOf(state)]),
          colourOf('nodata'),
        ] as never,
        'circle-radius': 7,
        'circle-stroke-width': 2,
        'circle-stroke-color': surface,
      },
    });
    map.on('click', ({ point: { x, y } }) => {
      const near: [[number, number], [number, number]] = [
        [x - REACH, y - REACH],
        [x + REACH, y + REACH],
      ];
      this.#choose(codesOf(map.queryRenderedFeatures(near, { layers: [POINTS] })));
    });
    map.on('mouseenter', POINTS, () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', POINTS, () => {
      map.getCanvas().style.cursor = '';
    });
    map.on('render', () => {
      if (map.getSource(SOURCE) && map.isSourceLoaded(SOURCE)) this.#drawRings();
    });
  }

  #choose([first, ...others]: readonly string[]): void {
    if (first === undefined) return;
    if (others.length === 0) this.#options.onChoose(first);
    else this.#options.onTogether([first, ...others]);
  }

  show(plants: readonly PlacedPlant[]): void {
    if (plants === this.#shown) return;
    this.#shown = plants;
    this.#map.getSource<GeoJSONSource>(SOURCE)?.setData(featuresOf(plants));
  }

  /** A ring around the plant that is chosen, wherever it stands among others. */
  mark(at: [number, number] | null): void {
    this.#mark?.remove();
    if (!at) return;
    const element = document.createElement('span');
    element.classList.add(classes.mark ?? '');
    this.#mark = new Marker({ element }).setLngLat(at).addTo(this.#map);
  }

  leave(): void {
    this.#mark?.remove();
    for (const { marker } of this.#rings.values()) marker.remove();
    this.#rings.clear();
  }

  #drawRings(): void {
    const seen = new Set<number>();
    for (const { properties, geometry } of this.#map.querySourceFeatures(SOURCE)) {
      if (!properties.cluster || geometry.type !== 'Point') continue;
      const id = Number(properties.cluster_id);
      if (seen.has(id)) continue;
      seen.add(id);
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      this.#drawRing(id, properties, [longitude, latitude]);
    }
    for (const [id, { marker }] of this.#rings) {
      if (seen.has(id)) continue;
      marker.remove();
      this.#rings.delete(id);
    }
  }

  /** A ring stays the same button while its plants change their states: whoever stands on it stays there. */
  #drawRing(id: number, counts: Readonly<Record<string, number>>, at: [number, number]): void {
    const { nameCluster, showCount } = this.#options;
    const count = counts.point_count ?? 0;
    const made = [at, count, ...MAP_STATES.map((state) => counts[state])].join(' ');
    const known = this.#rings.get(id);
    if (known?.made === made) return;
    const button = known?.marker.getElement() ?? document.createElement('button');
    button.setAttribute('aria-label', nameCluster(count, counts));
    button.replaceChildren(drawRing(counts, count, showCount(count)));
    if (known) {
      known.marker.setLngLat(at);
      known.made = made;
      return;
    }
    button.setAttribute('type', 'button');
    button.classList.add(classes.ring ?? '');
    button.addEventListener('click', () => void this.#open(id, marker));
    const marker = new Marker({ element: button }).setLngLat(at).addTo(this.#map);
    this.#rings.set(id, { marker, made });
  }

  /** Goes so near that a cluster parts; one that cannot is told plant by plant. */
  async #open(id: number, marker: Marker): Promise<void> {
    const source = this.#map.getSource<GeoJSONSource>(SOURCE);
    const zoom = await source?.getClusterExpansionZoom(id);
    if (source && zoom !== undefined && zoom > Math.min(CLUSTERED_TO, this.#map.getMaxZoom())) {
      const leaves = await source.getClusterLeaves(id, this.#shown.length, 0);
      if (zoom > this.#map.getMaxZoom() || isOnePlace(leaves)) return this.#choose(codesOf(leaves));
    }
    const animate = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#map.easeTo({ center: marker.getLngLat(), ...(zoom !== undefined && { zoom }), animate });
  }
}
