import { type Scheme, variableColour } from '../../../../shared/web/charts/colours.model.ts';

/** Surfaces that lines and marks are drawn on, as in shared/web/theme/tokens.css. */
const SURFACE: Readonly<Record<Scheme, string>> = { light: '#ffffff', dark: '#141b25' };
/** What a line or a mark needs beside its surface. // WCAG 1.4.11 */
const ENOUGH = 3;
/** Colours that mean a state, as in shared/web/theme/tokens.css. */
const STATES = ['#d92d20', '#e8590c', '#eab308', '#17a364', '#f97066', '#ff8a4c', '#facc15', '#3ccb7f'];
/** Nearer than this, of 0 to 442, two colours pass for one another in a thin line. */
const ALIKE = 32;

const channelsOf = (hex: string): number[] => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));

function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(hex).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How much one colour stands out from another: 1 not at all, 21 black on white. // WCAG 2.2, contrast ratio */
export function contrastOf(a: string, b: string): number {
  const [x, y] = [luminanceOf(a), luminanceOf(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** A colour as it is drawn in each theme, and how it stands out there. */
export interface Look {
  scheme: Scheme;
  drawn: string;
  surface: string;
  ratio: number;
  enough: boolean;
}

/** How a stated colour looks in both themes; undefined for what is no colour. */
export function looksOf(stated: string): readonly Look[] | undefined {
  const schemes: readonly Scheme[] = ['light', 'dark'];
  const looks = schemes.flatMap((scheme) => {
    const drawn = variableColour(stated, scheme);
    if (drawn === undefined) return [];
    const surface = SURFACE[scheme];
    const ratio = contrastOf(drawn, surface);
    return [{ scheme, drawn, surface, ratio, enough: ratio >= ENOUGH }];
  });
  return looks.length > 0 ? looks : undefined;
}

/** Whether a colour would pass for that of an alarm, a warning or of all being well. */
export function looksLikeState(stated: string): boolean {
  if (!/^#[0-9a-f]{6}$/i.test(stated)) return false;
  const own = channelsOf(stated);
  return STATES.some((state) => {
    const other = channelsOf(state);
    return Math.hypot(...own.map((channel, i) => channel - (other[i] ?? 0))) < ALIKE;
  });
}
