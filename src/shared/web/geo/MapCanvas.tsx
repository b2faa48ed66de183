import { useComputedColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  AttributionControl,
  type LngLatBoundsLike,
  Map as MapLibre,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../api/config.ts';
import { Note } from '../page/Text.tsx';
import { fetchStyle, ownStyleUrl, watchTiles } from './basemap.ts';
import classes from './map.module.css';
import { mapLookOf } from './map-look.ts';
import { OFFLINE_MAX_ZOOM, offlineStyle } from './offline-style.ts';
import { placesQuery } from './places.ts';

setWorkerUrl(workerUrl);

/** Italy, as west, south, east, north. */
export const ITALY: LngLatBoundsLike = [6.3, 35.3, 18.8, 47.3];

interface Props {
  label: string;
  /** What is seen at first; after a change of the theme it is what was seen last. */
  bounds: LngLatBoundsLike;
  /** What to do where the browser cannot draw it; where nothing is said, the list beside it. */
  undrawn?: string;
  /** Called with each map that is ready to be drawn on; what it returns is called before that map goes. */
  onMap: (map: MapLibre) => () => void;
}

/**
 * A map: the installation's own where it has one and style and tiles can be reached, else the one that comes with the portal. It is drawn
 * anew with the theme. Its canvas is moved by arrows, plus and minus.
 */
export function MapCanvas({ label, bounds, undrawn, onMap }: Props) {
  const { t } = useTranslation('geo');
  const place = useRef<HTMLDivElement>(null);
  const camera = useRef<{ center: [number, number]; zoom: number } | null>(null);
  const scheme = useComputedColorScheme('light');
  const config = useConfig();
  const queries = useQueryClient();
  const [fault, setFault] = useState<'undrawn' | 'unreachable' | null>(null);
  const first = useRef(bounds);
  const configured = ownStyleUrl(config, scheme);
  // A map whose tiles do not come is not tried again on this page.
  const [away, setAway] = useState<string | null>(null);
  const url = configured === away ? undefined : configured;
  const known = config !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read from the page
  useEffect(() => {
    const container = place.current;
    if (!known || !container) return;
    const abort = new AbortController();
    let map: MapLibre | undefined;
    let leave: (() => void) | undefined;
    let forget: (() => void) | undefined;
    const offline = () =>
      offlineStyle(mapLookOf(document.documentElement), queries.fetchQuery(placesQuery), abort.signal);

    async function draw(): Promise<void> {
      const own = url && (await fetchStyle(url, abort.signal).catch(() => undefined));
      setFault(configured && !own ? 'unreachable' : null);
      const style = own || (await offline());
      if (abort.signal.aborted || !container) return;
      map = new MapLibre({
        container,
        style,
        ...(camera.current ?? { bounds: first.current, fitBoundsOptions: { padding: 24 } }),
        ...(!own && { maxZoom: OFFLINE_MAX_ZOOM }),
        attributionControl: false,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        locale: {
          'Map.Title': label,
          'Marker.Title': t('mark'),
          'NavigationControl.ZoomIn': t('zoom_in'),
          'NavigationControl.ZoomOut': t('zoom_out'),
          'AttributionControl.ToggleAttribution': t('sources'),
        },
      });
      map.touchZoomRotate.disableRotation();
      map.keyboard.disableRotation();
      map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
      map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
      const made = map;
      if (own) forget = watchTiles(made, own, () => setAway(url ?? null));
      map.on('moveend', () => {
        camera.current = { center: made.getCenter().toArray(), zoom: made.getZoom() };
      });
      map.once('load', () => {
        leave = onMap(made);
        container.dataset.drawn = '';
      });
    }
    draw().catch((fault: unknown) => {
      if (abort.signal.aborted) return;
      console.warn('the map cannot be drawn', fault);
      setFault('undrawn');
    });
    return () => {
      abort.abort();
      delete container.dataset.drawn;
      forget?.();
      leave?.();
      map?.remove();
    };
  }, [known, url, configured, scheme, label, onMap, queries, t]);

  return (
    <div className={classes.frame}>
      <div ref={place} className={classes.canvas} />
      {fault && (
        <div className={classes.fault} role="status">
          <Note tone="warning">{(fault === 'undrawn' && undrawn) || t(fault)}</Note>
        </div>
      )}
    </div>
  );
}
