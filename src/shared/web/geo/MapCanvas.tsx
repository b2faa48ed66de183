import { useComputedColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  AttributionControl,
  type ErrorEvent,
  type LngLatBoundsLike,
  Map as MapLibre,
  NavigationControl,
  prewarm,
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
import { nameVillages, OFFLINE_MAX_ZOOM, OUTLINES, offlineStyle } from './offline-style.ts';
import { placesQuery } from './places.ts';

setWorkerUrl(workerUrl);
// The worker's program is half a megabyte: it is read while the page makes what is drawn.
prewarm();

/** Italy, as west, south, east, north. */
export const ITALY: LngLatBoundsLike = [6.3, 35.3, 18.8, 47.3];

/**
 * Pixels for each of the screen's while the offline map comes together, within a second. Where there is no graphics card a
 * frame costs by its pixels, and there are half a dozen before all of it is there.
 */
const COARSE = 1 / 16;

interface Props {
  label: string;
  /** What is seen at first; after a change of the theme it is what was seen last. */
  bounds: LngLatBoundsLike;
  /** How near it begins: pixels left free around the bounds, and the nearest zoom. */
  fit?: { padding: number; maxZoom?: number };
  /** What to do where the browser cannot draw it; where nothing is said, the list beside it. */
  undrawn?: string;
  /** Called with each map that can be drawn on, whose tiles may yet have to come; what it returns is called before that map goes. */
  onMap: (map: MapLibre) => () => void;
}

/**
 * A map: the installation's own where it has one and style and tiles can be reached, else the one that comes with the portal. It is drawn
 * anew with the theme. Its canvas is moved by arrows, plus and minus.
 */
export function MapCanvas({ label, bounds, fit = { padding: 24 }, undrawn, onMap }: Props) {
  const { t } = useTranslation('geo');
  const place = useRef<HTMLDivElement>(null);
  const camera = useRef<{ center: [number, number]; zoom: number } | null>(null);
  const scheme = useComputedColorScheme('light');
  const config = useConfig();
  const queries = useQueryClient();
  const [fault, setFault] = useState<'undrawn' | 'unreachable' | null>(null);
  const first = useRef({ bounds, fitBoundsOptions: fit });
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
    async function draw(): Promise<void> {
      const own = url && (await fetchStyle(url, abort.signal).catch(() => undefined));
      setFault(configured && !own ? 'unreachable' : null);
      const style = own || offlineStyle(mapLookOf(document.documentElement));
      if (abort.signal.aborted || !container) return;
      map = new MapLibre({
        container,
        style,
        ...(camera.current ?? first.current),
        ...(!own && { maxZoom: OFFLINE_MAX_ZOOM }),
        attributionControl: false,
        // Names that fade in are a dozen frames, each of which is dear where there is no graphics card.
        fadeDuration: 0,
        ...(!own && { pixelRatio: COARSE }),
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
      else
        map.on('error', ({ sourceId, error }: ErrorEvent & { sourceId?: string }) => {
          if (sourceId !== OUTLINES) return;
          console.warn('the map cannot be drawn', error);
          setFault('undrawn');
        });
      map.on('moveend', () => {
        camera.current = { center: made.getCenter().toArray(), zoom: made.getZoom() };
      });
      // What is drawn on it does not wait for its tiles.
      map.once('style.load', () => {
        leave = onMap(made);
        if (!own) nameVillages(made, () => queries.fetchQuery(placesQuery));
      });
      map.once('load', () => {
        // Whoever looks for a place does not wait for their list.
        if (!own) made.once('idle', () => void queries.prefetchQuery(placesQuery));
        // The library's word for the screen's own ratio is null, which its type leaves out.
        if (!own) made.setPixelRatio(null as unknown as number);
        made.once('render', () => {
          container.dataset.drawn = '';
        });
        made.triggerRepaint();
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
