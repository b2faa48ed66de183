import {
  addProtocol,
  type ErrorEvent,
  type Map as MapLibre,
  type MapSourceDataEvent,
  type StyleSpecification,
} from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import type { RuntimeConfig } from '../api/config.ts';
import type { Scheme } from '../charts/colours.model.ts';

/** A map of the installation's own: where its style stands, by theme; undefined where the offline map is shown. */
export function ownStyleUrl(config: RuntimeConfig | undefined, scheme: Scheme): string | undefined {
  return (scheme === 'dark' ? config?.map_style_dark_url : undefined) ?? config?.map_style_url;
}

let speaksPmtiles = false;

/** Sources of a style may be single files of tiles: `pmtiles://https://…`. */
function speakPmtiles(): void {
  if (speaksPmtiles) return;
  speaksPmtiles = true;
  addProtocol('pmtiles', new Protocol().tile);
}

/** @throws when the style cannot be fetched, or is none */
export async function fetchStyle(url: string, signal: AbortSignal): Promise<StyleSpecification> {
  speakPmtiles();
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) });
  if (!response.ok) throw new Error(`the map's style answered ${response.status}`);
  const style: unknown = await response.json();
  if (typeof style !== 'object' || style === null || !('layers' in style) || !('sources' in style))
    throw new Error("the address of the map's style gives none");
  return style as StyleSpecification;
}

/** So many tiles that fail one after the other, none between them having come, are a server that is away. */
const FAILED = 4;
/** A map that is not whole after so long waits for a server that does not answer. */
const WHOLE_WITHIN_MS = 15_000;

/** Calls `onAway` once where the tiles of a style do not come. @returns what ends the watch */
export function watchTiles(map: MapLibre, { sources }: StyleSpecification, onAway: () => void): () => void {
  let failed = 0;
  const end = () => {
    clearTimeout(timer);
    map.off('error', onError);
    map.off('sourcedata', onData);
  };
  const away = () => {
    end();
    onAway();
  };
  const onError = (event: ErrorEvent & { sourceId?: string; tile?: unknown }) => {
    if (event.sourceId === undefined || !(event.sourceId in sources)) return;
    failed += 1;
    // Without what says where its tiles are a source has none.
    if (event.tile === undefined || failed >= FAILED) away();
  };
  const onData = (event: MapSourceDataEvent) => {
    if (event.tile && event.sourceId in sources) failed = 0;
  };
  const timer = setTimeout(away, WHOLE_WITHIN_MS);
  map.on('error', onError);
  map.on('sourcedata', onData);
  map.once('load', () => clearTimeout(timer));
  return end;
}
