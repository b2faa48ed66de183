import { type NumericType, registersOf, WORD_ORDERS, type WordOrder } from '../decode/data-type.ts';
import type { Why } from './grade.ts';
import { type JudgedOrder, type JudgedValue, judgeValue } from './order.ts';
import { type Words, wordsAt } from './seen.ts';
import { findTexts } from './texts.ts';

export interface BlockRequest {
  readonly words: Words;
  readonly data_type: NumericType;
  /** The same registers as they were read earlier. */
  readonly before?: Words | null;
  /** Registers before the first value: 0 where one begins with the first register. */
  readonly phase?: number;
}

/** What the values of a block say together of their order. */
export interface BlockOrder {
  readonly word_order: WordOrder;
  /** Values that read sanely in it, and those that say anything at all. */
  readonly agree: number;
  readonly of: number;
}

export interface JudgedBlock {
  /** By the index of the value's first register; only values that follow one another from `phase` on. */
  readonly values: ReadonlyMap<number, JudgedValue>;
  /** The one order that the values agree on, or null. */
  readonly order: BlockOrder | null;
  /** The orders that the values do not rule out; all of them where nothing tells. */
  readonly left: readonly WordOrder[];
}

/** So many values at least must speak against every other order. */
const MIN_AGAINST = 2;
/** Of the values that say anything at most this share may speak against the order, and more must against the others. */
const MAX_AGAINST = 0.15;
const OTHERS_AGAINST = 0.25;
/** A byte in the wrong place makes a small number this many times as large, mostly. */
const SWAPPED_LARGER = 16;
/** So many values more must be smaller unswapped than swapped, and the others no more than a fifth of them. */
const MIN_SMALLER = 3;
const MAX_LARGER = 0.2;

const BYTES_SWAPPED: Readonly<Record<WordOrder, WordOrder>> = {
  ABCD: 'BADC',
  CDAB: 'DCBA',
  BADC: 'ABCD',
  DCBA: 'CDAB',
};

/**
 * How plausible each order is for values that follow one another, each by itself (`judgeValue`) and together: a map has
 * one order as a rule.
 *
 * 1. Values that read the same in every order are left out, registers that read as text, and among floats (two thirds at
 *    least) what reads sanely in no order: it is no float.
 * 2. The block's order is the one that hardly any value speaks against (three in twenty at most), while two values and a
 *    quarter of them speak against each other one: it reads nonsense there, or another reads better.
 * 3. Of two orders that differ in the bytes alone, the one that makes clearly smaller numbers, three values more.
 * 4. A value that alone could not tell takes the block's order, unless that reads nonsense there.
 */
export function judgeBlock({ words, data_type, before = null, phase = 0 }: BlockRequest): JudgedBlock {
  const alone = new Map<number, JudgedValue>();
  const step = registersOf(data_type);
  for (let index = phase; index + step <= words.length; index += step) {
    const now = wordsAt(words, index, data_type);
    if (now) alone.set(index, judgeValue(now, data_type, before && wordsAt(before, index, data_type)));
  }
  if (data_type === 'bit') return { values: alone, order: null, left: [] };
  const inText = textAt(words, step);
  const numbers = [...alone].filter(([index]) => !inText(index)).map(([, value]) => value);
  const { order, left } = orderOf(numbers, data_type);
  const judged = ([index, value]: [number, JudgedValue]): [number, JudgedValue] => {
    if (inText(index)) return [index, asText(value)];
    return [index, order ? withNeighbours(value, order) : value];
  };
  return { values: new Map([...alone].map(judged)), order, left };
}

/** Whether a value of so many registers lies in what is likely a text. */
function textAt(words: Words, step: number): (index: number) => boolean {
  const texts = findTexts(words).filter((text) => text.judgement === 'likely');
  return (at) => texts.some(({ index, length }) => at < index + length && at + step > index);
}

/** A number that is made of letters is possible, no more. */
function asText(value: JudgedValue): JudgedValue {
  const orders = value.orders.map((one): JudgedOrder => {
    const judgement = one.judgement === 'likely' ? 'possible' : one.judgement;
    return { ...one, judgement, why: [{ code: 'text' }, ...settled(one)] };
  });
  return { ...value, orders, pick: null };
}

const judgementIn = ({ orders }: JudgedValue, order: WordOrder) =>
  orders.find(({ word_order }) => word_order === order)?.judgement;

/** An order reads nonsense, or others read better. */
const speaksAgainst = (value: JudgedValue, order: WordOrder) =>
  judgementIn(value, order) === 'unlikely' || (value.top.length > 0 && !value.top.includes(order));

/** Of the floats that say anything so many must read sanely in some order; then the others are no floats at all. */
const MIN_FLOATS = 2 / 3;

/** The values that say anything of the order. Among floats often lie integers, which read as nonsense in each order. */
function tellingOf(values: readonly JudgedValue[], data_type: NumericType): readonly JudgedValue[] {
  const telling = values.filter((value) => !value.silent || isOneRegister(value, data_type));
  if (data_type !== 'float32' && data_type !== 'float64') return telling;
  const floats = telling.filter(({ top }) => top.length > 0);
  return floats.length >= MIN_FLOATS * telling.length ? floats : telling;
}

function orderOf(
  values: readonly JudgedValue[],
  data_type: NumericType,
): Pick<JudgedBlock, 'order' | 'left'> {
  const telling = tellingOf(values, data_type);
  const against = new Map(
    WORD_ORDERS.map((order) => [order, telling.filter((value) => speaksAgainst(value, order)).length]),
  );
  const holds = (order: WordOrder) => (against.get(order) ?? 0) <= MAX_AGAINST * telling.length;
  const refuted = (order: WordOrder) =>
    (against.get(order) ?? 0) >= Math.max(MIN_AGAINST, OTHERS_AGAINST * telling.length);
  const left = candidates(data_type).filter((order) => !refuted(order));
  const [only, other] = left;
  const chosen = left.length === 2 && only && other ? smallerOf(telling, only, other) : only;
  if (left.length > 2 || !chosen || !holds(chosen)) return { order: null, left };
  const order = {
    word_order: chosen,
    agree: telling.length - (against.get(chosen) ?? 0),
    of: telling.length,
  };
  return { order, left: [chosen] };
}

/** One register knows two orders only: its bytes as they are, or swapped. */
const candidates = (data_type: NumericType): readonly WordOrder[] =>
  registersOf(data_type) === 1 ? ['ABCD', 'BADC'] : WORD_ORDERS;

function isOneRegister(value: JudgedValue, data_type: NumericType): boolean {
  const [one, , swapped] = value.orders;
  return registersOf(data_type) === 1 && one !== undefined && one.raw !== swapped?.raw;
}

/** Of two orders that differ in their bytes alone, the one that makes clearly smaller numbers. */
function smallerOf(values: readonly JudgedValue[], one: WordOrder, other: WordOrder): WordOrder | undefined {
  if (BYTES_SWAPPED[one] !== other) return undefined;
  const sizes = values.map(({ orders }) => {
    const size = (order: WordOrder) => sizeOf(orders.find(({ word_order }) => word_order === order));
    return { one: size(one), other: size(other) };
  });
  const smaller = sizes.filter((size) => size.one * SWAPPED_LARGER <= size.other).length;
  const larger = sizes.filter((size) => size.other * SWAPPED_LARGER <= size.one).length;
  if (clearly(smaller, larger)) return one;
  return clearly(larger, smaller) ? other : undefined;
}

const sizeOf = (read: JudgedOrder | undefined) => Math.abs(Number(read?.raw ?? 0));
const clearly = (many: number, few: number) => many - few >= MIN_SMALLER && few <= MAX_LARGER * many;

/** A value as its neighbours let it be read. */
function withNeighbours(value: JudgedValue, { word_order, agree, of }: BlockOrder): JudgedValue {
  const own = value.orders.find((one) => one.word_order === word_order);
  if (!own || value.orders.every(({ raw }) => Object.is(raw, own.raw))) return value;
  const reason: Why = { code: 'neighbours', order: word_order, agree, of };
  if (own.judgement === 'unlikely' || (value.pick !== null && value.pick !== word_order)) {
    // Something else may lie here: a text, an integer among floats.
    return { ...value, pick: null, orders: value.orders.map((one) => doubted(one, word_order)) };
  }
  const missing = own.why.some(({ code }) => code === 'not_measured');
  const orders = value.orders.map((one): JudgedOrder => {
    if (one.word_order === word_order) {
      return { ...one, judgement: missing ? 'possible' : 'likely', why: [...settled(one), reason] };
    }
    if (Object.is(one.raw, own.raw)) return one;
    const judgement = one.judgement === 'likely' ? 'possible' : one.judgement;
    return { ...one, judgement, why: [...settled(one), { code: 'better_elsewhere', order: word_order }] };
  });
  return { ...value, pick: missing ? null : word_order, orders };
}

/** Doubts that the neighbours have settled. */
const settled = ({ why }: JudgedOrder) => why.filter(({ code }) => code !== 'ambiguous');

function doubted(one: JudgedOrder, order: WordOrder): JudgedOrder {
  if (one.judgement !== 'likely') return one;
  return { ...one, judgement: 'possible', why: [...one.why, { code: 'unlike_neighbours', order }] };
}
