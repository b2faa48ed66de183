import { addProtocol, type StyleSpecification } from 'maplibre-gl';
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
