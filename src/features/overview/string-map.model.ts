import { medianOf } from '../../shared/units/median.ts';
import { SETTLING_MS } from './quarters.model.ts';

/** A string's currents over a day, step by step. */
export interface StringSeries {
  readonly device_id: number;
  /** The box, or the inverter, that it is measured in. */
  readonly box: string;
  readonly name: string;
  readonly label: string;
  /** A, the mean of each step; null where nothing was read. */
  readonly currents: readonly (number | null)[];
}

/** Why a step has no share: the night's rest, it has not ended yet, there is too little light to compare, nothing was read. */
export type Blank = 'night' | 'later' | 'dim' | 'gap';

/** A step of a string: its current over that of its siblings, or why there is none. */
export type StringCell = number | Blank;

export interface StringSteps {
  /** Begin of each step, epoch ms, ascending. */
  readonly at: readonly number[];
  readonly step_ms: number;
  /** When the currents were answered, epoch ms. */
  readonly answered_at: number;
  readonly isNight: (at: number) => boolean;
  /** Whether what measures strings may be off: around sunrise and sunset too. Silence is no gap then. */
  readonly isRest: (at: number) => boolean;
}

/** What stands apart from its siblings, and since when. */
export interface Apart {
  /** Over the day: the sum of its currents over that of what its siblings had at the same steps. */
  readonly share: number;
  /** How long it stood apart, ms. */
  readonly for_ms: number;
  /** Begin of the first step in which it did, epoch ms. */
  readonly since: number;
}

export interface MappedString extends Omit<StringSeries, 'currents'> {
  readonly currents: readonly (number | null)[];
  readonly cells: readonly StringCell[];
  /** What it is measured against at each step, A; null where there is too little to compare. */
  readonly reference: readonly (number | null)[];
  /** Null where no step can be compared. */
  readonly share: number | null;
  readonly apart: Apart | null;
  /** Its steps in light in which nothing was read. */
  readonly gaps: number;
}

export interface MappedBox {
  readonly device_id: number;
  readonly box: string;
  /** The median of its strings against that of the other boxes' medians. */
  readonly cells: readonly StringCell[];
  readonly share: number | null;
  readonly strings: readonly MappedString[];
  /** How many of them stand apart. */
  readonly apart: number;
}

/** A box with fewer strings has none to compare one with: its strings are measured against all of the plant. */
const MIN_SIBLINGS = 3;
/** Medians below this tell nothing, A. */
const COMPARABLE_A = 0.5;
/** A box below this share of the other boxes is out as a whole: its strings are measured against the others. */
const OUT_SHARE = 0.15;
/** From these shares on a step stands apart. */
export const WEAK_SHARE = 0.8;
const STRONG_SHARE = 1.25;
/** Where most strings tell nothing while others make at least so much, it is not the light that lacks, A. */
const BRIGHT_A = 2;
/** A string that stood apart for less is not named. */
const NAMED_MS = 45 * 60_000;

const knownAt = (strings: readonly StringSeries[], i: number): number[] =>
  strings.flatMap(({ currents }) => currents[i] ?? []);

/** The median of currents, A; of those that flow, where most do not although the sun shines. Null where none is known. */
function typicalOf(currents: readonly number[]): number | null {
  const median = medianOf(currents);
  if (median === null || median >= COMPARABLE_A) return median;
  const flowing = medianOf(currents.filter((current) => current >= COMPARABLE_A));
  return flowing !== null && flowing >= BRIGHT_A ? flowing : median;
}

const blankAt = (at: number, read: boolean, steps: StringSteps): Blank | null => {
  if (at + steps.step_ms + SETTLING_MS > steps.answered_at) return 'later';
  if (steps.isNight(at) || (!read && steps.isRest(at))) return 'night';
  return read ? null : 'gap';
};

/** What the strings of a box are measured against at each step, A: the median of its own, or of the plant's where they tell nothing. */
function referencesOf(strings: readonly StringSeries[], { own, others, all }: Medians): (number | null)[] {
  return own.map((median, i) => {
    const other = others[i] ?? null;
    const few = knownAt(strings, i).length < MIN_SIBLINGS;
    const out = median !== null && other !== null && median < OUT_SHARE * other;
    const reference = few ? (all[i] ?? null) : out ? other : median;
    return reference !== null && reference >= COMPARABLE_A ? reference : null;
  });
}

function cellsOf(
  values: readonly (number | null)[],
  reference: readonly (number | null)[],
  steps: StringSteps,
): StringCell[] {
  return steps.at.map((at, i) => {
    const value = values[i] ?? null;
    const blank = blankAt(at, value !== null, steps);
    if (blank !== null || value === null) return blank ?? 'gap';
    const sibling = reference[i] ?? null;
    return sibling === null ? 'dim' : Math.max(0, value) / sibling;
  });
}

/** A sum over a sum: bright hours weigh more than dim ones, as energy does. */
function shareOf(
  cells: readonly StringCell[],
  values: readonly (number | null)[],
  reference: readonly (number | null)[],
): number | null {
  let [own, siblings] = [0, 0];
  for (const [i, cell] of cells.entries()) {
    if (typeof cell !== 'number') continue;
    own += Math.max(0, values[i] ?? 0);
    siblings += reference[i] ?? 0;
  }
  return siblings > 0 ? own / siblings : null;
}

const isApart = (cell: StringCell): boolean =>
  typeof cell === 'number' && (cell < WEAK_SHARE || cell > STRONG_SHARE);

function apartOf(cells: readonly StringCell[], share: number | null, steps: StringSteps): Apart | null {
  const places = [...cells.keys()].filter((i) => isApart(cells[i] ?? 'gap'));
  const [first] = places;
  const for_ms = places.length * steps.step_ms;
  if (share === null || first === undefined || for_ms < NAMED_MS) return null;
  return { share, for_ms, since: steps.at[first] ?? 0 };
}

function mapBox(strings: readonly StringSeries[], medians: Medians, steps: StringSteps): MappedBox {
  const [{ device_id, box } = { device_id: 0, box: '' }] = strings;
  const { own, others } = medians;
  const reference = referencesOf(strings, medians);
  const mapped = strings.map((string): MappedString => {
    const cells = cellsOf(string.currents, reference, steps);
    const share = shareOf(cells, string.currents, reference);
    const apart = apartOf(cells, share, steps);
    return { ...string, cells, reference, share, apart, gaps: cells.filter((cell) => cell === 'gap').length };
  });
  const beside = others.map((median) => (median !== null && median >= COMPARABLE_A ? median : null));
  const cells = cellsOf(own, beside, steps);
  const apart = mapped.filter((string) => string.apart).length;
  return { device_id, box, cells, share: shareOf(cells, own, beside), strings: mapped, apart };
}

type Medians = Readonly<Record<'own' | 'others' | 'all', readonly (number | null)[]>>;

/**
 * Each string of a day against the median of its siblings in the box at the same instant; where fewer than three of a box were read,
 * or it is out as a whole, against the plant's others; against nothing where fewer than three of the plant were read.
 * share = I / median(I of the siblings), each the mean of a step.
 */
export function mapStrings(strings: readonly StringSeries[], steps: StringSteps): MappedBox[] {
  const boxes = [...Map.groupBy(strings, ({ device_id }) => device_id).values()];
  const places = [...steps.at.keys()];
  const own = boxes.map((box) => places.map((i) => typicalOf(knownAt(box, i))));
  const all = places.map((i) => {
    const known = knownAt(strings, i);
    return known.length < MIN_SIBLINGS ? null : typicalOf(known);
  });
  return boxes.map((box, b) => {
    const others = places.map((i) =>
      medianOf(own.flatMap((medians, other) => (other === b ? [] : (medians[i] ?? [])))),
    );
    return mapBox(box, { own: own[b] ?? [], others, all }, steps);
  });
}

/** The strings that stand apart, the farthest from its siblings first. */
export const apartStrings = (boxes: readonly MappedBox[]): (MappedString & { readonly apart: Apart })[] =>
  boxes
    .flatMap(({ strings }) => strings)
    .flatMap((string) => (string.apart ? [{ ...string, apart: string.apart }] : []))
    .toSorted((a, b) => Math.abs(1 - b.apart.share) - Math.abs(1 - a.apart.share));

/** How a cell is coloured, and called in the legend. */
export const TONES = ['far', 'weak', 'low', 'even', 'above', 'gap', 'blank'] as const;
export type Tone = (typeof TONES)[number];

/** The class of a cell: shares by steps, what was not read, and what has nothing to say. */
export function toneOf(cell: StringCell): Tone {
  if (cell === 'gap') return 'gap';
  if (typeof cell !== 'number') return 'blank';
  if (cell < 0.5) return 'far';
  if (cell < WEAK_SHARE) return 'weak';
  if (cell < 0.93) return 'low';
  return cell <= 1.07 ? 'even' : 'above';
}

/** Neighbouring cells of one class, as stretches of [from, to): a row is drawn by a few of them. */
export function stretchesOf(cells: readonly StringCell[]): { tone: Tone; from: number; to: number }[] {
  const stretches: { tone: Tone; from: number; to: number }[] = [];
  for (const [i, cell] of cells.entries()) {
    const tone = toneOf(cell);
    const last = stretches.at(-1);
    if (last?.tone === tone) last.to = i + 1;
    else stretches.push({ tone, from: i, to: i + 1 });
  }
  return stretches;
}

/** The mean share of each hour of a day (four steps), null where none can be compared: what the table says. */
export function hourlyShares(
  { cells, currents, reference }: MappedString,
  perHour: number,
): (number | null)[] {
  const hours = Math.ceil(cells.length / perHour);
  return Array.from({ length: hours }, (_, hour) => {
    const part = <T>(list: readonly T[]) => list.slice(hour * perHour, (hour + 1) * perHour);
    return shareOf(part(cells), part(currents), part(reference));
  });
}
