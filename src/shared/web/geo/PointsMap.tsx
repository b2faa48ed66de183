import type { GeoJSONSource, Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { StateLook } from '../theme/states.ts';
import { ITALY, MapCanvas } from './MapCanvas.tsx';

const LAYER = 'points';
const UNDER = 'points-under';
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

function addCircles(map: MapLibre, id: string, radius: number): void {
  map.addSource(id, { type: 'geojson', data: collectionOf([]) });
  const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  map.addLayer({
    id,
    type: 'circle',
    source: id,
    paint: {
      'circle-radius': radius,
      'circle-color': ['get', 'colour'],
      'circle-stroke-width': 1.5,
      'circle-stroke-color': surface,
    },
  });
}

/** West, south, east, north of them all. */
const boundsOf = (points: readonly MapPoint[]): [number, number, number, number] =>
  points.reduce<[number, number, number, number]>(
    ([west, south, east, north], { longitude, latitude }) => [
      Math.min(west, longitude),
      Math.min(south, latitude),
      Math.max(east, longitude),
      Math.max(north, latitude),
    ],
    [180, 90, -180, -90],
  );

const NONE: readonly MapPoint[] = [];

interface Props {
  label: string;
  points: readonly MapPoint[];
  /** Smaller ones beneath, which nobody presses: what belongs to the points. */
  under?: readonly MapPoint[];
  onChoose?: (key: string) => void;
  /** Told what is on screen, at first and after each move. */
  onSeen?: (map: MapLibre) => void;
}

/**
 * Points on a map in the colours of their states; a list beside it says the same. It begins where they are. What is pressed is
 * told by its key.
 */
export function PointsMap({ label, points, under = NONE, onChoose, onSeen }: Props) {
  const latest = useRef({ onChoose, onSeen });
  latest.current = { onChoose, onSeen };
  const begun = useRef(false);
  const [map, setMap] = useState<MapLibre | null>(null);
  const onMap = useCallback((drawn: MapLibre) => {
    addCircles(drawn, UNDER, 3);
    addCircles(drawn, LAYER, 6);
    drawn.on('click', (event) => {
      const key = keyAt(drawn, event);
      if (key !== undefined) latest.current.onChoose?.(key);
    });
    drawn.on('mousemove', (event) => {
      const means = latest.current.onChoose !== undefined && keyAt(drawn, event) !== undefined;
      drawn.getCanvas().style.cursor = means ? 'pointer' : '';
    });
    const look = () => latest.current.onSeen?.(drawn);
    drawn.on('moveend', look);
    look();
    setMap(drawn);
    return () => setMap(null);
  }, []);
  useEffect(() => {
    map?.getSource<GeoJSONSource>(LAYER)?.setData(collectionOf(points));
    if (!map || points.length === 0 || begun.current) return;
    begun.current = true;
    map.fitBounds(boundsOf(points), { padding: 40, maxZoom: 12, duration: 0 });
  }, [map, points]);
  useEffect(() => {
    map?.getSource<GeoJSONSource>(UNDER)?.setData(collectionOf(under));
  }, [map, under]);
  return <MapCanvas label={label} bounds={ITALY} onMap={onMap} />;
}
