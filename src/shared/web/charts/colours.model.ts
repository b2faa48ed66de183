export type Scheme = 'light' | 'dark';

/** The colour of a line and, where text wants more contrast, that of its axis labels. */
interface Hue {
  line: Readonly<Record<Scheme, string>>;
  label: Readonly<Record<Scheme, string>>;
}

const hue = (light: string, dark: string, label = light): Hue => ({
  line: { light, dark },
  label: { light: label, dark },
});

/** One fixed colour for each unit, everywhere in the portal; none is a colour of a state. */
const BY_UNIT: Readonly<Record<string, Hue>> = {
  kW: hue('#2456E6', '#7C9CFF'),
  'W/m²': hue('#B83280', '#F08BC0'),
  kWh: hue('#0E8F82', '#3CC7B7', '#0B7268'),
  '°C': hue('#9B4FD0', '#C58BF2', '#8238B5'),
  '€': hue('#475467', '#CBD5E1'),
  V: hue('#0E7490', '#4CC3DD'),
  A: hue('#4D7C0F', '#A3C46A'),
  kvar: hue('#475467', '#CBD5E1'),
  Hz: hue('#5B6779', '#9AA7BA'),
  'm/s': hue('#4D7C0F', '#A3C46A'),
  'm³/s': hue('#0E7490', '#4CC3DD'),
  m: hue('#4D7C0F', '#A3C46A'),
  'm³/h': hue('#7A5C86', '#C3A6CE'),
};
const OTHERS: readonly Hue[] = [
  hue('#475467', '#CBD5E1'),
  hue('#0E7490', '#4CC3DD'),
  hue('#4D7C0F', '#A3C46A'),
  hue('#7A5C86', '#C3A6CE'),
  hue('#0369A1', '#6CC0F0'),
];

/** The colours that somebody may choose from, as they are on the light page; none is a colour of a state. */
export const PALETTE: readonly string[] = [
  ...new Set([...Object.values(BY_UNIT), ...OTHERS].map(({ line }) => line.light)),
];

/** A hue for each unit of a chart, no two alike: the fixed one, or the next free of the spare ones. */
export function huesFor(
  units: readonly string[],
  scheme: Scheme,
): Map<string, { line: string; label: string }> {
  const taken = new Set<string>();
  const hues = new Map<string, { line: string; label: string }>();
  const take = (unit: string, candidates: readonly (Hue | undefined)[]) => {
    const free = candidates.find((one) => one && !taken.has(one.line.light)) ?? OTHERS[0];
    if (!free) return;
    taken.add(free.line.light);
    hues.set(unit, { line: free.line[scheme], label: free.label[scheme] });
  };
  for (const unit of units) take(unit, [BY_UNIT[unit], ...OTHERS]);
  return hues;
}

function toHsl(hex: string): [number, number, number] {
  const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const light = (max + min) / 2;
  const spread = max - min;
  if (spread === 0) return [0, 0, light];
  const saturation = spread / (1 - Math.abs(2 * light - 1));
  const sector =
    max === r ? ((g - b) / spread + 6) % 6 : max === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return [sector * 60, saturation, light];
}

function toHex(h: number, s: number, l: number): string {
  const channel = (n: number) => {
    const k = (n + h / 30) % 12;
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

const DASHES = ['solid', 'dashed', 'dotted'] as const;
/** Lines nearer than this look alike: as far apart as two neighbouring blues or greys of the palette are, and less. */
const ALIKE = 75;

/** How far apart two colours look, from 0 to about 765: reds and blues weigh by how red the pair is. */
function apart(one: string, other: string): number {
  const channels = (hex: string) =>
    [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as [number, number, number];
  const [a, b] = [channels(one), channels(other)];
  const red = (a[0] + b[0]) / 2;
  return Math.sqrt(
    (2 + red / 256) * (a[0] - b[0]) ** 2 +
      4 * (a[1] - b[1]) ** 2 +
      (2 + (255 - red) / 256) * (a[2] - b[2]) ** 2,
  );
}

/** Whether a line of a colour could be taken for one of others. */
export const isAlike = (colour: string, others: Iterable<string>): boolean =>
  [...others].some((other) => apart(colour, other) < ALIKE);

/**
 * The look of a further series of a chart: the next hue of the palette that looks like none in use; once all are in use,
 * hues again, dashed and then dotted. `looks` are those in use.
 */
export function nextLook(
  looks: readonly { colour: string; dash: string }[],
  scheme: Scheme,
): { colour: string; dash: (typeof DASHES)[number] } {
  const hues = [...new Set([...Object.values(BY_UNIT), ...OTHERS].map(({ line }) => line[scheme]))];
  for (const dash of DASHES) {
    const used = looks.filter((one) => one.dash === dash).map((one) => one.colour);
    const colour = hues.find((one) => !isAlike(one, used));
    if (colour) return { colour, dash };
  }
  const n = looks.length;
  return { colour: hues[n % hues.length] ?? '#475467', dash: DASHES[n % DASHES.length] ?? 'solid' };
}

const KNOWN_DARK = new Map(
  [...Object.values(BY_UNIT), ...OTHERS].map(({ line }) => [line.light, line.dark] as const),
);

/**
 * The colour that a variable states (#RRGGBB), made readable on the page: known ones have their own dark counterpart,
 * others are lightened or darkened as far as a line needs to be seen. Undefined for what is no colour.
 */
export function variableColour(stated: string | undefined, scheme: Scheme): string | undefined {
  if (!stated || !/^#[0-9a-f]{6}$/i.test(stated)) return undefined;
  const hex = stated.toUpperCase();
  const known = KNOWN_DARK.get(hex);
  if (known) return scheme === 'dark' ? known : hex;
  const [h, s, l] = toHsl(hex);
  const seen = scheme === 'dark' ? Math.max(l, 0.62) : Math.min(l, 0.5);
  return seen === l ? hex : toHex(h, s, seen);
}
