import { useNavigate } from '@tanstack/react-router';
import type { Map as MapLibre } from 'maplibre-gl';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../shared/web/api/call-key.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { type MapPoint, PointsMap } from '../../../shared/web/geo/PointsMap.tsx';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { type Box, boxesCalls } from '../boxes.contract.ts';
import { LOOKS } from './looks.ts';
import classes from './map.module.css';

/** From here on single lamps can be told apart. */
const LIGHTS_ZOOM = 11;

type Placed = Answer<(typeof boxesCalls)['map']>[number];
type Light = Answer<(typeof boxesCalls)['mapLights']>['lights'][number];

const boxPoint = ({ id, latitude, longitude, state }: Placed): MapPoint => ({
  key: String(id),
  latitude,
  longitude,
  look: LOOKS[state].look,
});
const lightPoint = ({ id, latitude, longitude, is_lit }: Light): MapPoint => ({
  key: String(id),
  latitude,
  longitude,
  look: is_lit === null ? 'nodata' : LOOKS[is_lit ? 'lit' : 'dark'].look,
});

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
  const boxes = useMemo(
    () => (all ?? []).filter((box) => state === '' || box.state === state).map(boxPoint),
    [all, state],
  );
  const [seen, setSeen] = useState<Seen | null>(null);
  const nearby = useCall(boxesCalls.mapLights, seen && { query: { ...seen, ...of } }, {
    placeholderData: (before) => before,
  });
  const near = seen ? nearby.data : undefined;
  const lights = useMemo(() => near?.lights.map(lightPoint), [near]);
  const failed = placed.error ? placed : seen && nearby.error ? nearby : null;
  return (
    <>
      <div className={classes.map}>
        <PointsMap
          label={t('home.map')}
          points={boxes}
          {...(lights && { under: lights })}
          onChoose={(id) => void navigate({ to: '/apps/illuminazione/boxes/$id', params: { id } })}
          onSeen={(map) => setSeen(seenOf(map))}
        />
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
