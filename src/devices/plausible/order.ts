import { type NumericType, registersOf, WORD_ORDERS, type WordOrder } from '../decode/data-type.ts';
import type { Raw } from '../decode/raw.ts';
import { type Grade, gradeRaw, type Judgement, type Why } from './grade.ts';
import { rawInOrders, sameReading, type Words } from './seen.ts';

/** One order's reading of a value, with how plausible it is and why. */
export interface JudgedOrder {
  readonly word_order: WordOrder;
  /** As `decodeRaw` answers it: before factor, offset and scale register. */
  readonly raw: Raw;
  readonly judgement: Judgement;
  readonly why: readonly Why[];
}

export interface JudgedValue {
  /** In the order of `WORD_ORDERS`. */
  readonly orders: readonly JudgedOrder[];
  /** The one order that is likely; null where none is, or more than one may be. */
  readonly pick: WordOrder | null;
  /** The orders that read best, none of which this value alone can rule out; empty where it is silent. */
  readonly top: readonly WordOrder[];
  /** Says nothing of the order: zero, "not measured", equal bytes, bits. */
  readonly silent: boolean;
}

/** One jump is calm where every other is this many times as far: a swapped byte makes 256 of 1. */
const CALMER = 16;
/** More than this share of itself no value is expected to change by between two reads. */
const CALM_SHARE = 0.5;

/** Bit patterns of floats that say "not measured": the quiet NaNs, and all ones. */
const NOT_A_FLOAT: readonly string[] = ['7fc0', 'ffc0', '7ff8', 'fff8', 'ffff'];

function isMarkedNaN(words: Words, word_order: WordOrder, data_type: NumericType): boolean {
  if (data_type !== 'float32' && data_type !== 'float64') return false;
  if (words.every((word) => word === 0xffff)) return true;
  const straight = word_order === 'ABCD' || word_order === 'BADC' ? words : words.toReversed();
  const swapped = word_order === 'BADC' || word_order === 'DCBA';
  const hex = straight.map((word) => (swapped ? ((word & 0xff) << 8) | (word >> 8) : word).toString(16));
  return NOT_A_FLOAT.includes(hex[0] ?? '') && hex.slice(1).every((word) => word === '0');
}

function gradesOf(words: Words, data_type: NumericType): Map<WordOrder, { raw: Raw; grade: Grade }> {
  const graded = [...rawInOrders(words, data_type)].map(([word_order, raw]) => {
    const grade: Grade = isMarkedNaN(words, word_order, data_type)
      ? { judgement: 'possible', why: { code: 'not_measured' } }
      : gradeRaw(raw, data_type);
    return [word_order, { raw, grade }] as const;
  });
  return new Map(graded);
}

/** The order in which a value changed least since an earlier read, if it stands out; with what it changed by. */
function calmest(now: Words, before: Words, data_type: NumericType) {
  const float = data_type === 'float32' || data_type === 'float64';
  const earlier = rawInOrders(before, data_type);
  const jumps = [...rawInOrders(now, data_type)].flatMap(([word_order, raw]) => {
    const by = Number(raw) - Number(earlier.get(word_order));
    const size = Math.max(Math.abs(Number(raw)), Math.abs(Number(earlier.get(word_order))));
    const far = float ? Math.abs(by) / size : Math.abs(by);
    return Number.isFinite(far) ? [{ word_order, by, far, calm: Math.abs(by) <= CALM_SHARE * size }] : [];
  });
  const [first, second] = jumps.toSorted((a, b) => a.far - b.far);
  if (!first || first.far === 0 || !first.calm) return null;
  // Orders that read one register alike jump alike.
  const stands = !second || second.far >= CALMER * first.far;
  return stands ? { ...first, grows: first.by > 0 && !float } : null;
}

/** The words with which a calm change is told, and the others' jumps. */
function changeWhy(calm: NonNullable<ReturnType<typeof calmest>>, word_order: WordOrder): Why {
  if (word_order !== calm.word_order) return { code: 'jumps', order: calm.word_order };
  return calm.grows ? { code: 'grows', by: calm.by } : { code: 'steady' };
}

/**
 * How plausible each of the four orders is for one value.
 *
 * 1. By itself (`gradeRaw`): a float with a sane exponent, an integer with an empty high register or of moderate size.
 * 2. Where an earlier read is given: the order in which it changed by far the least outweighs the first rule, unless
 *    that order reads nonsense. Counters grow by little; in a wrong order they leap.
 * 3. One likely order is picked. Of several none is: each is `possible`, because the value alone cannot tell.
 * @param words the value's registers, as many as its type takes.
 * @param before the same registers as they were read earlier.
 */
export function judgeValue(words: Words, data_type: NumericType, before: Words | null = null): JudgedValue {
  const graded = gradesOf(words, data_type);
  const raws = [...graded.values()].map(({ raw }) => raw);
  const alike = raws.every((raw) => sameReading(raw, raws[0] ?? 0));
  const grades = [...graded.values()].map(({ grade }) => grade);
  if (alike || registersOf(data_type) === 1 || grades.some(({ silent }) => silent)) {
    return silentValue(graded, alike);
  }
  const calm = before && calmest(words, before, data_type);
  const calmGrade = calm && graded.get(calm.word_order)?.grade;
  const leads = calm && calmGrade && calmGrade.judgement !== 'unlikely' ? calm : null;
  const top = leads ? [leads.word_order] : WORD_ORDERS.filter((order) => mayBe(graded.get(order)?.grade));
  const [only = null] = top.length === 1 ? top : [];
  // A value that is not measured is never sure.
  const isMissing = (order: WordOrder) => graded.get(order)?.grade.why.code === 'not_measured';
  const pick = only && !isMissing(only) ? only : null;
  const orders = WORD_ORDERS.map((word_order): JudgedOrder => {
    const { raw, grade } = graded.get(word_order) ?? { raw: 0, grade: gradeRaw(0, data_type) };
    const change = leads ? [changeWhy(leads, word_order)] : [];
    const doubt: Why[] =
      top.length > 1 && top.includes(word_order) ? [{ code: 'ambiguous', orders: top.join(', ') }] : [];
    const judgement = judgementOf(word_order, grade.judgement, pick);
    return { word_order, raw, judgement, why: [...change, grade.why, ...doubt] };
  });
  const silent = top.length > 0 && top.every(isMissing);
  return { orders, pick, top: silent ? [] : top, silent };
}

/** An order that reads sanely, or by the very pattern that says "not measured". */
const mayBe = (grade: Grade | undefined) =>
  grade?.judgement === 'likely' || grade?.why.code === 'not_measured';

function judgementOf(word_order: WordOrder, own: Judgement, pick: WordOrder | null): Judgement {
  if (word_order === pick) return 'likely';
  return own === 'likely' ? 'possible' : own;
}

/** A value that does not tell its order: one register, equal bytes, zero. */
function silentValue(
  graded: ReadonlyMap<WordOrder, { raw: Raw; grade: Grade }>,
  alike: boolean,
): JudgedValue {
  const orders = WORD_ORDERS.map((word_order): JudgedOrder => {
    const { raw, grade } = graded.get(word_order) ?? { raw: 0, grade: gradeRaw(0, 'uint16') };
    const { judgement, why } = grade;
    const same: Why[] = alike && why.code !== 'zero' && why.code !== 'bits' ? [{ code: 'same' }] : [];
    return {
      word_order,
      raw,
      judgement: judgement === 'likely' ? 'possible' : judgement,
      why: [why, ...same],
    };
  });
  return { orders, pick: null, top: [], silent: true };
}
