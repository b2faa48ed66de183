import type { LngLatBoundsLike, Map as MapLibre } from 'maplibre-gl';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ITALY, MapCanvas } from '../../../../shared/web/geo/MapCanvas.tsx';
import { still } from '../../../../shared/web/geo/still.ts';
import { type Bounds, boundsOf, MAP_STATES, type PlacedPlant } from '../../map.model.ts';
import { PlantLayer } from './plant-layer.ts';

interface Props {
  plants: readonly PlacedPlant[];
  chosen: PlacedPlant | undefined;
  onChoose: (code: string) => void;
  /** Plants that stand where no zoom parts them. */
  onTogether: (codes: readonly string[]) => void;
  /** What is seen, after each move. */
  onView: (bounds: Bounds) => void;
  /** All of it has been drawn. */
  onDrawn: () => void;
  /** Another number: all plants are to be seen. */
  fit: number;
  /** A place to go to. */
  goTo: { latitude: number; longitude: number } | null;
}

/** How near all plants are seen: one alone stands in its region. */
const FIT = { padding: 48, maxZoom: 10 };

function viewOf(map: MapLibre): Bounds {
  const seen = map.getBounds();
  return [seen.getWest(), seen.getSouth(), seen.getEast(), seen.getNorth()];
}

/** The plants on the map, in the colours of their states; moved by pointer, finger and keys. */
export const PlantMap = memo(function PlantMap(props: Props) {
  const { plants, chosen, onChoose, onTogether, onView, onDrawn, fit, goTo } = props;
  const { t } = useTranslation('overview');
  const { t: common } = useTranslation();
  const format = useFormat();
  const [drawn, setDrawn] = useState<{ map: MapLibre; layer: PlantLayer } | null>(null);
  const [first] = useState((): LngLatBoundsLike => {
    const bounds = boundsOf(plants);
    return bounds ? [...bounds] : ITALY;
  });
  const said = useRef({ onChoose, onTogether, onView, onDrawn, format });
  said.current = { onChoose, onTogether, onView, onDrawn, format };
  const latest = useRef(plants);
  latest.current = plants;

  const onMap = useCallback(
    (map: MapLibre) => {
      const layer = new PlantLayer(map, latest.current, {
        onChoose: (code) => said.current.onChoose(code),
        onTogether: (codes) => said.current.onTogether(codes),
        nameCluster: (count, counts) =>
          t('map.cluster', {
            count,
            states: MAP_STATES.filter((state) => counts[state])
              .map((state) => `${counts[state]} ${common(`state.${state}`)}`)
              .join(', '),
          }),
        showCount: (count) => said.current.format.number(count, 0),
      });
      const tell = () => said.current.onView(viewOf(map));
      map.on('moveend', tell);
      tell();
      map.once('idle', () => said.current.onDrawn());
      setDrawn({ map, layer });
      return () => {
        layer.leave();
        setDrawn(null);
      };
    },
    [t, common],
  );

  useEffect(() => drawn?.layer.show(plants), [drawn, plants]);

  // It begins with all of them in sight, and one that is drawn anew shows what was seen last.
  const fitted = useRef(fit);
  useEffect(() => {
    const bounds = boundsOf(latest.current);
    if (!drawn || fit === fitted.current) return;
    fitted.current = fit;
    if (bounds) drawn.map.fitBounds([...bounds], { ...FIT, animate: !still() });
  }, [drawn, fit]);

  useEffect(() => {
    if (goTo) drawn?.map.easeTo({ center: [goTo.longitude, goTo.latitude], zoom: 10, animate: !still() });
  }, [drawn, goTo]);

  const code = chosen?.card.code;
  const place = useRef(chosen);
  place.current = chosen;
  useEffect(() => {
    const at = code === undefined ? undefined : place.current;
    if (!drawn || !at) return;
    const center: [number, number] = [at.longitude, at.latitude];
    drawn.layer.mark(center);
    if (!drawn.map.getBounds().contains(center)) drawn.map.easeTo({ center, animate: !still() });
    return () => drawn.layer.mark(null);
  }, [drawn, code]);

  return <MapCanvas label={t('map.label')} bounds={first} fit={FIT} onMap={onMap} />;
});
