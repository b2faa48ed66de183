import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ITALY, MapCanvas } from '../../../shared/web/geo/MapCanvas.tsx';
import type { Box } from '../boxes.contract.ts';
import { LOOKS } from './looks.ts';
import classes from './map.module.css';

const SOURCE = 'lighting-boxes';

/** The colour of a state, as the page has it just now. */
function colourOf(state: Box['state']): string {
  const name = `--${LOOKS[state].look}-solid`;
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

type Placed = Box & { latitude: number; longitude: number };
const isPlaced = (box: Box): box is Placed => box.latitude !== null && box.longitude !== null;

const collectionOf = (boxes: readonly Placed[]) => ({
  type: 'FeatureCollection' as const,
  features: boxes.map(({ longitude, latitude, state }) => ({
    type: 'Feature' as const,
    properties: { colour: colourOf(state) },
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  })),
});

/** Where the boxes of the list stand, in the colours of their states; the list beside it says the same. */
export function BoxMap({ boxes }: { boxes: readonly Box[] }) {
  const { t } = useTranslation('lighting');
  const placed = useMemo(() => boxes.filter(isPlaced), [boxes]);
  const latest = useRef(placed);
  latest.current = placed;
  const [map, setMap] = useState<MapLibre | null>(null);
  const onMap = useCallback((drawn: MapLibre) => {
    drawn.addSource(SOURCE, { type: 'geojson', data: collectionOf(latest.current) });
    const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
    drawn.addLayer({
      id: SOURCE,
      type: 'circle',
      source: SOURCE,
      paint: {
        'circle-radius': 6,
        'circle-color': ['get', 'colour'],
        'circle-stroke-width': 1.5,
        'circle-stroke-color': surface,
      },
    });
    setMap(drawn);
    return () => setMap(null);
  }, []);
  useEffect(() => {
    map?.getSource<GeoJSONSource>(SOURCE)?.setData(collectionOf(placed));
  }, [map, placed]);
  return (
    <div className={classes.map}>
      <MapCanvas label={t('home.map')} bounds={ITALY} onMap={onMap} />
    </div>
  );
}
