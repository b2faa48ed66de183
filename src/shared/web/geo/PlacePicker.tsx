import { type LngLat, type LngLatBoundsLike, type Map as MapLibre, Marker } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ITALY, MapCanvas } from './MapCanvas.tsx';
import classes from './map.module.css';
import { rounded, type Spot } from './places.model.ts';
import { still } from './still.ts';

interface Props {
  spot: Spot | null;
  /** A place to go to, nearer than it is now. */
  goTo: Spot | null;
  onPick: (spot: Spot) => void;
}

/** Degrees around a place that are seen at first: about 40 km. */
const AROUND = 0.2;
const NEAR_ZOOM = 10;

const spotAt = ({ lat, lng }: LngLat): Spot => rounded({ latitude: lat, longitude: lng });

function boundsAround({ latitude, longitude }: Spot): LngLatBoundsLike {
  const [south, north] = [Math.max(-85, latitude - AROUND), Math.min(85, latitude + AROUND)];
  return [longitude - AROUND, south, longitude + AROUND, north];
}

function markOn(map: MapLibre, onMoved: (spot: Spot) => void): Marker {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--brand').trim();
  const mark = new Marker({ color, draggable: true, className: classes.picked ?? '' });
  mark.setLngLat(map.getCenter());
  // Arrows move it by pixels while it has the focus, and each of them ends a drag.
  mark.on('dragend', () => onMoved(spotAt(mark.getLngLat())));
  return mark;
}

/** A map on which a place is chosen: by a click, or by a mark that is dragged or moved with the arrows. */
export function PlacePicker({ spot, goTo, onPick }: Props) {
  const { t } = useTranslation('geo');
  const [drawn, setDrawn] = useState<{ map: MapLibre; mark: Marker } | null>(null);
  const [first] = useState(() => (spot ? boundsAround(spot) : ITALY));
  const pick = useRef(onPick);
  pick.current = onPick;

  const onMap = useCallback((map: MapLibre) => {
    const mark = markOn(map, (moved) => pick.current(moved));
    // The wheel belongs to the form that the map stands in.
    map.scrollZoom.disable();
    map.getCanvas().style.cursor = 'crosshair';
    map.on('click', ({ lngLat, originalEvent }) => {
      const isOnMark =
        originalEvent.target instanceof Node && mark.getElement().contains(originalEvent.target);
      if (!isOnMark) pick.current(spotAt(lngLat.wrap()));
    });
    setDrawn({ map, mark });
    return () => {
      mark.remove();
      setDrawn(null);
    };
  }, []);

  const { latitude, longitude } = spot ?? {};
  useEffect(() => {
    if (!drawn) return;
    const { map, mark } = drawn;
    if (latitude === undefined || longitude === undefined) {
      mark.remove();
      return;
    }
    mark.setLngLat([longitude, latitude]);
    // Added anew it would lose the focus that its keys need.
    if (!mark.getElement().isConnected) mark.addTo(map);
    if (!map.getBounds().contains([longitude, latitude]))
      map.easeTo({ center: [longitude, latitude], animate: !still() });
  }, [drawn, latitude, longitude]);

  useEffect(() => {
    if (!drawn || !goTo) return;
    const zoom = Math.max(drawn.map.getZoom(), NEAR_ZOOM);
    drawn.map.easeTo({ center: [goTo.longitude, goTo.latitude], zoom, animate: !still() });
  }, [drawn, goTo]);

  return <MapCanvas label={t('pick_map')} bounds={first} onMap={onMap} undrawn={t('pick_undrawn')} />;
}
