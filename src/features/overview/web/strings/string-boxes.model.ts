import type { Series } from '../../../measurements/series.contract.ts';
import type { PlantOverview } from '../../overview.contract.ts';
import type { StringSeries } from '../../string-map.model.ts';

type Device = PlantOverview['devices'][number];

/** A device that measures currents of strings: a string box, or an inverter that does so at its inputs. */
export interface StringBox {
  readonly device_id: number;
  readonly short_name: string;
  readonly strings: readonly { name: string; label_en: string; label_it: string }[];
}

/** The plant's devices that measure currents of strings. */
export function stringBoxesOf(devices: readonly Device[]): StringBox[] {
  return devices.flatMap(({ device_id, short_name, values }) => {
    const strings = values.filter(({ quantity }) => quantity === 'string_current_a');
    return strings.length > 0 ? [{ device_id, short_name, strings }] : [];
  });
}

const QUARTER_MS = 900_000;

/** The day's steps: quarters of an hour, longer ones where readings come more rarely. */
export function gridOf(
  answers: readonly Pick<Series, 'step_s'>[],
  { start, end }: { start: number; end: number },
): { at: number[]; step_ms: number } {
  const step_ms = Math.max(QUARTER_MS, ...answers.map(({ step_s }) => step_s * 1000));
  const count = Math.max(1, Math.ceil((end - start) / step_ms));
  return { at: Array.from({ length: count }, (_, i) => start + i * step_ms), step_ms };
}

/** A series on the steps of the day: the mean of what it knows in each, null where that is nothing. */
export function onGrid(
  { ts, values }: Pick<Series, 'ts' | 'values'>,
  { at, step_ms }: { at: readonly number[]; step_ms: number },
): (number | null)[] {
  const sums = at.map(() => 0);
  const counts = at.map(() => 0);
  for (const [i, text] of ts.entries()) {
    const value = values[i] ?? null;
    const step = Math.floor((Date.parse(text) - (at[0] ?? 0)) / step_ms);
    if (value === null || step < 0 || step >= at.length) continue;
    sums[step] = (sums[step] ?? 0) + value;
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return sums.map((sum, i) => ((counts[i] ?? 0) > 0 ? sum / (counts[i] ?? 1) : null));
}

/** The strings of boxes with their currents, in the order of the boxes; one without an answer has gaps alone. */
export function seriesOfBoxes(
  boxes: readonly StringBox[],
  answers: readonly Series[],
  grid: { at: readonly number[]; step_ms: number },
  language: 'it' | 'en',
): StringSeries[] {
  const found = new Map(answers.map((answer) => [`${answer.device_id}.${answer.name}`, answer]));
  const nothing = grid.at.map(() => null);
  return boxes.flatMap(({ device_id, short_name, strings }) =>
    strings.map(({ name, label_en, label_it }) => {
      const answer = found.get(`${device_id}.${name}`);
      return {
        device_id,
        box: short_name,
        name,
        label: language === 'it' ? label_it : label_en,
        currents: answer ? onGrid(answer, grid) : nothing,
      };
    }),
  );
}

/** What one question about series may name at most. */
const MOST = { series: 500, variables: 100, devices: 200 } as const;

function chunksOf<T>(items: readonly T[], most: number): T[][] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, i) => items.slice(i * most, (i + 1) * most));
}

/**
 * Boxes that want the same variables are asked for together: calls that answer exactly these strings, none of more series
 * than are answered at once.
 */
export function questionsOf(boxes: readonly StringBox[]): { devices: string; variables: string }[] {
  const same = Map.groupBy(boxes, ({ strings }) => strings.map(({ name }) => name).join(','));
  return [...same.values()].flatMap((some) =>
    chunksOf(some[0]?.strings ?? [], MOST.variables).flatMap((strings) =>
      chunksOf(some, Math.min(MOST.devices, Math.floor(MOST.series / strings.length))).map((devices) => ({
        variables: strings.map(({ name }) => name).join(','),
        devices: devices.map(({ device_id }) => device_id).join(','),
      })),
    ),
  );
}

/** So many boxes are drawn at a time. */
export const BOXES_AT_ONCE = 24;
/** Up to so many strings of a plant are asked for together, and held against each other. */
const MAX_STRINGS = 2000;

/** The boxes of a page, counted from 1, and those whose strings are looked at for it: all of the plant, or the page's where they are too many. */
export function pageOfBoxes<T extends Pick<StringBox, 'strings'>>(
  all: readonly T[],
  page: number,
): { shown: readonly T[]; looked: readonly T[] } {
  const shown = all.slice((page - 1) * BOXES_AT_ONCE, page * BOXES_AT_ONCE);
  const strings = all.reduce((sum, box) => sum + box.strings.length, 0);
  return { shown, looked: strings <= MAX_STRINGS ? all : shown };
}
