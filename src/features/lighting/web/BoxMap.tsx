import { useNavigate } from '@tanstack/react-router';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../shared/web/api/call-key.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { ITALY, MapCanvas } from '../../../shared/web/geo/MapCanvas.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { type Box, boxesCalls } from '../boxes.contract.ts';
import { LOOKS } from './looks.ts';
import classes from './map.module.css';

const BOXES = 'lighting-boxes';
const LIGHTS = 'lighting-lights';
/** From here on single lamps can be told apart. */
const LIGHTS_ZOOM = 11;

type Placed = Answer<(typeof boxesCalls)['map']>[number];
type Light = Answer<(typeof boxesCalls)['mapLights']>['lights'][number];

/** A colour of the page, as it has it just now. */
const tokenOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const pointsOf = <T extends { latitude: number; longitude: number }>(
  rows: readonly T[],
  properties: (row: T) => Record<string, string | number>,
) => ({
  type: 'FeatureCollection' as const,
  features: rows.map((row) => ({
    type: 'Feature' as const,
    properties: properties(row),
    geometry: { type: 'Point' as const, coordinates: [row.longitude, row.latitude] },
  })),
});

const colourOf = (state: Box['state']): string => tokenOf(`--${LOOKS[state].look}-solid`);
const boxPoints = (boxes: readonly Placed[]) =>
  pointsOf(boxes, ({ id, state }) => ({ id, colour: colourOf(state) }));
const lightPoints = (lights: readonly Light[]) =>
  pointsOf(lights, ({ is_lit }) => ({
    colour: is_lit === null ? tokenOf('--nodata-solid') : colourOf(is_lit ? 'lit' : 'dark'),
  }));

function addCircles(map: MapLibre, id: string, radius: number): void {
  map.addSource(id, { type: 'geojson', data: pointsOf([], () => ({})) });
  map.addLayer({
    id,
    type: 'circle',
    source: id,
    paint: {
      'circle-radius': radius,
      'circle-color': ['get', 'colour'],
      'circle-stroke-width': 1.5,
      'circle-stroke-color': tokenOf('--surface'),
    },
  });
}

type Seen = Record<'south' | 'west' | 'north' | 'east', string>;

/** What is on screen, a little wider, where single lamps can be told apart; null where they cannot. */
function seenOf(map: MapLibre): Seen | null {
  if (map.getZoom() < LIGHTS_ZOOM) return null;
  const bounds = map.getBounds();
  const held = (value: number) => String(Math.max(-180, Math.min(180, Number(value.toFixed(3)))));
  const [south, west] = [held(bounds.getSouth() - 0.001), held(bounds.getWest() - 0.001)];
  return { south, west, north: held(bounds.getNorth() + 0.001), east: held(bounds.getEast() + 0.001) };
}

interface Props {
  comune: string | undefined;
  state: Box['state'] | '';
}

/** Where boxes and, from near by, light points stand, in the colours of their states; the list below says the same of boxes. */
export function BoxMap({ comune, state }: Props) {
  const { t } = useTranslation('lighting');
  const { number } = useFormat();
  const navigate = useNavigate();
  const of = comune === undefined ? {} : { comune_id: comune };
  const placed = useCall(boxesCalls.map, { query: of }, { placeholderData: (before) => before });
  const all = placed.data;
  const boxes = useMemo(() => (all ?? []).filter((box) => state === '' || box.state === state), [all, state]);
  const [seen, setSeen] = useState<Seen | null>(null);
  const nearby = useCall(boxesCalls.mapLights, seen && { query: { ...seen, ...of } }, {
    placeholderData: (before) => before,
  });
  const near = nearby.data;
  const failed = placed.error ? placed : seen && nearby.error ? nearby : null;
  const [map, setMap] = useState<MapLibre | null>(null);
  const open = useRef(navigate);
  open.current = navigate;
  const onMap = useCallback((drawn: MapLibre) => {
    addCircles(drawn, LIGHTS, 3);
    addCircles(drawn, BOXES, 6);
    const look = () => setSeen(seenOf(drawn));
    drawn.on('moveend', look);
    drawn.on('click', BOXES, ({ features }) => {
      const id = features?.[0]?.properties.id;
      if (id !== undefined)
        void open.current({ to: '/apps/illuminazione/boxes/$id', params: { id: String(id) } });
    });
    look();
    setMap(drawn);
    return () => setMap(null);
  }, []);
  useEffect(() => {
    map?.getSource<GeoJSONSource>(BOXES)?.setData(boxPoints(boxes));
  }, [map, boxes]);
  const lights = seen && near ? near.lights : null;
  useEffect(() => {
    map?.getSource<GeoJSONSource>(LIGHTS)?.setData(lightPoints(lights ?? []));
  }, [map, lights]);
  return (
    <>
      <div className={classes.map}>
        <MapCanvas label={t('home.map')} bounds={ITALY} onMap={onMap} />
      </div>
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      <Muted>
        {[
          t('home.map_boxes', { count: boxes.length, shown: number(boxes.length, 0) }),
          lights
            ? t(near?.more ? 'home.map_lights_more' : 'home.map_lights', {
                count: lights.length,
                shown: number(lights.length, 0),
              })
            : t('home.map_nearer'),
        ].join(' · ')}
      </Muted>
    </>
  );
}
