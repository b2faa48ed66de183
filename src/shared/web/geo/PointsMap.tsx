import type { GeoJSONSource, Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { StateLook } from '../theme/states.ts';
import { ITALY, MapCanvas } from './MapCanvas.tsx';

const LAYER = 'points';
/** Pixels around a point in which it is still meant. */
const REACH = 6;

/** Something that stands at a place, in the colour of its state. */
export interface MapPoint {
  readonly key: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly look: StateLook;
}

/** The colour of a state, as the page has it just now. */
const colourOf = (look: StateLook): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${look}-solid`).trim();

function collectionOf(points: readonly MapPoint[]) {
  const colours = new Map([...new Set(points.map(({ look }) => look))].map((look) => [look, colourOf(look)]));
  return {
    type: 'FeatureCollection' as const,
    features: points.map(({ key, longitude, latitude, look }) => ({
      type: 'Feature' as const,
      properties: { key, colour: colours.get(look) ?? '' },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    })),
  };
}

/** The key of the point that the pointer means; undefined beside all. */
function keyAt(map: MapLibre, { point: { x, y } }: MapMouseEvent): string | undefined {
  const [found] = map.queryRenderedFeatures(
    [
      [x - REACH, y - REACH],
      [x + REACH, y + REACH],
    ],
    { layers: [LAYER] },
  );
  const key: unknown = found?.properties.key;
  return typeof key === 'string' ? key : undefined;
}

/** Points on a map in the colours of their states; a list beside it says the same. What is pressed is told by its key. */
export function PointsMap({
  label,
  points,
  onChoose,
}: {
  label: string;
  points: readonly MapPoint[];
  onChoose?: (key: string) => void;
}) {
  const latest = useRef({ points, onChoose });
  latest.current = { points, onChoose };
  const [map, setMap] = useState<MapLibre | null>(null);
  const onMap = useCallback((drawn: MapLibre) => {
    drawn.addSource(LAYER, { type: 'geojson', data: collectionOf(latest.current.points) });
    const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
    drawn.addLayer({
      id: LAYER,
      type: 'circle',
      source: LAYER,
      paint: {
        'circle-radius': 6,
        'circle-color': ['get', 'colour'],
        'circle-stroke-width': 1.5,
        'circle-stroke-color': surface,
      },
    });
    drawn.on('click', (event) => {
      const key = keyAt(drawn, event);
      if (key !== undefined) latest.current.onChoose?.(key);
    });
    drawn.on('mousemove', (event) => {
      const means = latest.current.onChoose !== undefined && keyAt(drawn, event) !== undefined;
      drawn.getCanvas().style.cursor = means ? 'pointer' : '';
    });
    setMap(drawn);
    return () => setMap(null);
  }, []);
  useEffect(() => {
    map?.getSource<GeoJSONSource>(LAYER)?.setData(collectionOf(points));
  }, [map, points]);
  return <MapCanvas label={label} bounds={ITALY} onMap={onMap} />;
}
