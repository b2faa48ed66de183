import { registersOf } from '../devices/decode/data-type.ts';
import type { Encoding } from '../devices/decode/value.ts';
import { findRegisterFault } from '../devices/register.ts';
import { type FunctionCode, maxQuantity, readsBits } from './modbus/pdu.ts';
import { createRegisterMemory, isLeftOut, type RegisterMemory } from './register-memory.ts';

/** One variable of a device: where its registers are and how they become its value. */
export type PlanVariable = Encoding & {
  /** Its place in the device's row of readings. */
  readonly slot: number;
  readonly function_code: FunctionCode;
  readonly address: number;
  /** Register of its sunssf, read with the same function; null where it has none. */
  readonly scale_address: number | null;
  /** How often it is read; fast where it is not said. */
  readonly poll?: 'fast' | 'slow' | 'daily';
};

/** A range of registers or bits that is asked for as a whole: a value, or a scale. */
export type Span = {
  readonly key: string;
  /** Its place among the spans of its plan. */
  readonly place: number;
  readonly function_code: FunctionCode;
  readonly address: number;
  readonly quantity: number;
};

/** One request: the spans it covers, in the order of their addresses. */
export type Block = Omit<Span, 'key' | 'place'> & { readonly spans: readonly Span[] };

/** A variable that can be read, and the spans that its value needs. */
export type PlannedVariable = {
  readonly variable: PlanVariable;
  readonly value: Span;
  readonly scale: Span | null;
};

/** A variable whose configuration cannot be read; `message` says why. */
export type RefusedVariable = { readonly slot: number; readonly message: string };

export type ReadPlan = {
  readonly variables: readonly PlannedVariable[];
  readonly refused: readonly RefusedVariable[];
  /** All spans, each once, by function, address and quantity. */
  readonly spans: readonly Span[];
  /** The requests of a poll while nothing is refused. */
  readonly blocks: readonly Block[];
  /** Registers that nobody asked for and that a block may still read over (16 times as many bits). */
  readonly gap: number;
};

const DEFAULT_GAP = 8;
const BITS_PER_REGISTER = 16;

/**
 * Prepares the reading of a device. A variable that is configured wrongly is set apart with its reason and does not
 * keep the others from being read.
 * @param gap registers to read over rather than to send another request, 8 by default.
 */
export function makePlan(variables: readonly PlanVariable[], { gap = DEFAULT_GAP } = {}): ReadPlan {
  const wanted: PlanVariable[] = [];
  const refused: RefusedVariable[] = [];
  for (const variable of variables) {
    const fault = findRegisterFault(variable);
    if (fault !== null) {
      refused.push({ slot: variable.slot, message: fault.message });
      continue;
    }
    wanted.push(variable);
  }
  const spans = listSpans(wanted);
  const ofKey = new Map(spans.map((span) => [span.key, span]));
  const planned = wanted.flatMap((variable) => {
    const value = ofKey.get(valueRange(variable).key);
    const scale = ofKey.get(scaleRange(variable)?.key ?? '') ?? null;
    return value === undefined ? [] : [{ variable, value, scale }];
  });
  const plan = { variables: planned, refused, spans, gap };
  return { ...plan, blocks: joinSpans(plan, createRegisterMemory()) };
}

type Range = Omit<Span, 'place'>;

/** What has to be read for all of them, each once, in the order of the addresses. */
function listSpans(variables: readonly PlanVariable[]): Span[] {
  const ranges = new Map<string, Range>();
  for (const variable of variables)
    for (const range of [valueRange(variable), scaleRange(variable)])
      if (range !== null) ranges.set(range.key, range);
  return [...ranges.values()].sort(byAddress).map((range, place) => ({ ...range, place }));
}

function valueRange({ function_code, address, data_type }: PlanVariable): Range {
  return rangeOf(function_code, address, registersOf(data_type));
}

function scaleRange({ function_code, scale_address }: PlanVariable): Range | null {
  return scale_address === null ? null : rangeOf(function_code, scale_address, 1);
}

function rangeOf(function_code: FunctionCode, address: number, quantity: number): Range {
  return { key: `${function_code}:${address}:${quantity}`, function_code, address, quantity };
}

function byAddress(a: Range, b: Range): number {
  return a.function_code - b.function_code || a.address - b.address || a.quantity - b.quantity;
}

/**
 * The requests of one poll: neighbours joined over at most `gap`, within 125 registers or 2000 bits, functions apart.
 * Spans that the memory leaves out are not asked, nor read over; those due for another try are asked alone, so that
 * they cannot spoil their neighbours; where the memory holds a cut, nothing is joined.
 */
export function listBlocks(plan: ReadPlan, memory: RegisterMemory): readonly Block[] {
  return memory.entries.size === 0 ? plan.blocks : joinSpans(plan, memory);
}

function joinSpans(plan: Pick<ReadPlan, 'spans' | 'gap'>, memory: RegisterMemory): Block[] {
  const blocks: Block[] = [];
  let open: Span[] = [];
  let end = 0;
  const close = () => {
    if (open.length > 0) blocks.push(blockOf(open));
    open = [];
    end = 0;
  };
  for (const span of plan.spans) {
    const refused_before = memory.entries.has(span.key);
    const joined = joins(open[0], end, span, plan.gap) && !isLeftOut(memory, cutKey(span));
    if (refused_before || !joined) close();
    if (isLeftOut(memory, span.key)) continue;
    open.push(span);
    end = Math.max(end, span.address + span.quantity);
    if (refused_before) close();
  }
  close();
  return blocks;
}

/** The memory's key for "the device does not answer for this range". */
export function quietKey({ function_code, address, quantity }: Omit<Block, 'spans'>): string {
  return `quiet:${function_code}:${address}:${quantity}`;
}

/** The memory's key for "nothing is joined to what comes before this span". */
export function cutKey(right: Span): string {
  return `cut:${right.key}`;
}

function joins(first: Span | undefined, end: number, next: Span, gap: number): boolean {
  if (first === undefined || first.function_code !== next.function_code) return false;
  const allowed = readsBits(next.function_code) ? gap * BITS_PER_REGISTER : gap;
  if (next.address - end > allowed) return false;
  return Math.max(end, next.address + next.quantity) - first.address <= maxQuantity(next.function_code);
}

/** The request that covers these spans. @throws RangeError when there are none. */
export function blockOf(spans: readonly Span[]): Block {
  const [first] = spans;
  if (first === undefined) throw new RangeError('a block has at least one span');
  const end = spans.reduce((max, span) => Math.max(max, span.address + span.quantity), 0);
  return { function_code: first.function_code, address: first.address, quantity: end - first.address, spans };
}
