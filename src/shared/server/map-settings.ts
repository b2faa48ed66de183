import { z } from 'zod';
import { splitList } from './network-settings.ts';

/** The installation's own map; without a style the offline map is shown. */
export interface MapSettings {
  readonly styleUrl: string | undefined;
  readonly styleDarkUrl: string | undefined;
  /** Whatever the browser may fetch for it, beside the portal itself. */
  readonly origins: readonly string[];
}

const ORIGIN = /^https?:\/\/[\w.-]+(:\d{1,5})?$/;

const isTiles = (url: string): boolean => /\.pmtiles$/i.test(URL.parse(url)?.pathname ?? '');

const styleUrl = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://tiles.example.com/style.json' })
    .refine(
      (url) => !isTiles(url),
      'must be the address of a style, not of tiles: name the .pmtiles file as a source in a style, as pmtiles://https://…',
    )
    .optional();

/** What the environment says of the map. The descriptions are what docs/settings.md lists. */
export const mapEnvironment = {
  MAP_STYLE_URL: styleUrl().describe(
    'a MapLibre style that is shown instead of the offline map, not a file of tiles; its sources may be single files of tiles, pmtiles://https://…',
  ),
  MAP_STYLE_DARK_URL: styleUrl().describe('the same for the dark theme'),
  MAP_ORIGINS: z
    .string()
    .default('')
    .transform(splitList)
    .pipe(z.array(z.string().regex(ORIGIN, 'must list origins such as https://tiles.example.com')))
    .describe('further places from which the browser fetches tiles, letters and signs of that style'),
};

type Values = z.output<z.ZodObject<typeof mapEnvironment>>;

export function mapSettings({ MAP_STYLE_URL, MAP_STYLE_DARK_URL, MAP_ORIGINS }: Values): MapSettings {
  const styles = [MAP_STYLE_URL, MAP_STYLE_DARK_URL].filter((url) => url !== undefined);
  return {
    styleUrl: MAP_STYLE_URL,
    styleDarkUrl: MAP_STYLE_DARK_URL,
    origins: [...new Set([...styles.map((url) => new URL(url).origin), ...MAP_ORIGINS])],
  };
}
