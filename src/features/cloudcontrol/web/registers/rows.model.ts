import type { WordOrder } from '../../../../devices/decode/data-type.ts';
import { type BlockOrder, judgeBlock } from '../../../../devices/plausible/block.ts';
import type { JudgedValue } from '../../../../devices/plausible/order.ts';
import { findTexts, type SeenText } from '../../../../devices/plausible/texts.ts';
import { REGISTERS, type RegisterType } from '../../../../devices/register.ts';

export interface RowsRequest {
  readonly words: readonly number[];
  /** The same registers of an earlier reading. */
  readonly before: readonly number[] | null;
  /** Of the first register. */
  readonly address: number;
  readonly data_type: RegisterType;
  /** Registers before the first value. */
  readonly skip: number;
  /** A row for each register, whether a value begins there or not. */
  readonly each: boolean;
}

export interface Row {
  readonly index: number;
  readonly address: number;
  readonly words: readonly number[];
  /** What the same registers held before; null where nothing is compared, or nothing changed. */
  readonly was: readonly number[] | null;
  /** Null where fewer registers are left than the type takes. */
  readonly value: JudgedValue | null;
}

export interface Seen {
  readonly rows: readonly Row[];
  readonly order: BlockOrder | null;
  /** The orders that nothing rules out. */
  readonly left: readonly WordOrder[];
  /** The order that would be found if the values began a register later; null unless it is another one. */
  readonly shifted: WordOrder | null;
  readonly texts: readonly SeenText[];
}

/** The registers of a reading as rows, judged one by one and together. */
export function seenIn({ words, before, address, data_type, skip, each }: RowsRequest): Seen {
  const step = REGISTERS[data_type];
  const phase = skip % step;
  const block = judgeBlock({ words, data_type, before, phase });
  const shiftedBy = (by: number) => judgeBlock({ words, data_type, before, phase: (phase + by) % step });
  const others = each ? Array.from({ length: step - 1 }, (_, i) => shiftedBy(i + 1)) : [];
  const values = new Map([block, ...others].flatMap((one) => [...one.values]));
  const starts = each ? words.map((_, index) => index) : startsOf({ length: words.length, step, phase });
  const rows = starts.map((index): Row => {
    const value = values.get(index) ?? null;
    const here = words.slice(index, index + (value ? step : 1));
    const was = before?.slice(index, index + here.length) ?? null;
    const changed = was?.some((word, i) => word !== here[i]);
    return { index, address: address + index, words: here, was: changed ? was : null, value };
  });
  const next = step === 2 ? shiftedBy(1).order : null;
  const shifted = next && block.order && next.word_order !== block.order.word_order ? next.word_order : null;
  return { rows, order: block.order, left: block.left, shifted, texts: findTexts(words) };
}

/** Where rows begin: what lies before the first value, and what is left after the last one, register by register. */
function startsOf({ length, step, phase }: { length: number; step: number; phase: number }): number[] {
  const starts: number[] = [];
  for (let index = 0; index < length; ) {
    starts.push(index);
    index += index >= phase && index + step <= length ? step : 1;
  }
  return starts;
}

/**
 * The type to begin with, where nobody has chosen one: that of most variables which are configured here, else floats
 * where their order speaks for itself, else single registers, which are always what they are.
 */
export function typeFor(
  words: readonly number[],
  known: readonly { readonly variable: { readonly data_type: RegisterType | null } }[],
): RegisterType {
  const types = known.flatMap(({ variable }) => variable.data_type ?? []);
  const usual = [...Map.groupBy(types, (type) => type)].toSorted(([, a], [, b]) => b.length - a.length)[0];
  if (usual) return usual[0];
  const isFloat = [0, 1].some((phase) => judgeBlock({ words, data_type: 'float32', phase }).order !== null);
  return isFloat ? 'float32' : 'uint16';
}

/** The order to begin with where something is made of a row: the likely one, else one that may be, else the first. */
export function orderFor(value: JudgedValue, usual: WordOrder): WordOrder {
  if (value.pick) return value.pick;
  if (value.top.length === 0) return usual;
  return value.top.includes(usual) ? usual : (value.top[0] ?? usual);
}
