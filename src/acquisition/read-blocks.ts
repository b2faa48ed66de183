import { decodeBit, decodeRawAt } from '../devices/decode/raw.ts';
import { type Decoded, type DecodeFailure, decodeValueAt, scaleRaw } from '../devices/decode/value.ts';
import type { SilenceReason } from '../features/cloudcontrol/device-log.model.ts';
import { OUT_OF_RANGE } from '../features/measurements/ingest.model.ts';
import { ModbusException, ModbusLinkError, ModbusTimeout } from './modbus/errors.ts';
import type { Exchange } from './modbus/link.ts';
import { type ReadRequest, readsBits } from './modbus/pdu.ts';
import {
  type Block,
  blockOf,
  cutKey,
  listBlocks,
  type PlannedVariable,
  type PlanVariable,
  quietKey,
  type ReadPlan,
  type Span,
} from './plan.ts';
import {
  isLeftOut,
  noteAnswer,
  noteGood,
  noteRefusal,
  type RegisterMemory,
  type RetryPolicy,
  retryDoubling,
} from './register-memory.ts';
import { type Silence, silenceOf } from './silence.ts';

/** Whatever reads registers: a ModbusLink. Fails with ModbusTimeout, ModbusException or ModbusLinkError. */
export type RegisterReader = {
  /** @param timeout_ms in place of the link's own. */
  read(request: ReadRequest, watch?: (exchange: Exchange) => void, timeout_ms?: number): Promise<Uint8Array>;
};

/**
 * `exception` the device refused the register, `too_large` a value that is nowhere stored, `configuration` the variable
 * cannot be read as it is set up.
 */
export type ReadFailure =
  | Exclude<DecodeFailure, 'missing'>
  | 'timeout'
  | 'link'
  | 'exception'
  | 'too_large'
  | 'configuration';

/** What one poll knows of one slot. A failure is never a value: not the one before, not zero. */
export type SlotReading =
  | { readonly slot: number; readonly quality: 'good'; readonly value: number }
  | { readonly slot: number; readonly quality: 'missing' }
  | {
      readonly slot: number;
      readonly quality: 'failed';
      readonly reason: ReadFailure;
      readonly message: string;
      /** What the link said, as a code with parameters, where it is the link's failure. */
      readonly said?: LinkSaying;
    };

/** An exception of the device's own, or why nothing came. */
export type LinkSaying = SilenceReason | { readonly code: 'exception'; readonly exception: number };

export type PollResult = {
  /** One for each variable of the plan, in no particular order. */
  readonly readings: readonly SlotReading[];
  /** Did the device answer anything, be it a refusal? False also when there was nothing to ask. */
  readonly answered: boolean;
  /** Why the device answered nothing; null when it answered, and when there was nothing to ask. */
  readonly silence: Silence | null;
  /** Requests sent or tried. */
  readonly requests: number;
};

export type ReadOptions = {
  readonly memory: RegisterMemory;
  readonly retry?: RetryPolicy;
  /** It has just answered a probe. */
  readonly heard?: boolean;
  /** Unanswered requests in a row after which the rest is not asked, 2 by default. */
  readonly patience?: number;
  /** Waited for before each request but the first; a silence that it returns ends the poll. */
  readonly between?: () => Promise<Silence | null>;
  readonly watch?: (exchange: Exchange) => void;
};

type Failure = { readonly reason: ReadFailure; readonly message: string; readonly said?: LinkSaying };
/** The whole answer to a block, from which each of its spans takes its part. */
type Answer = { readonly address: number; readonly payload: Uint8Array; readonly view: DataView };
type Outcome = Answer | Failure;

type Poll = {
  readonly link: RegisterReader;
  readonly unit: number;
  readonly options: ReadOptions;
  readonly memory: RegisterMemory;
  readonly retry: RetryPolicy;
  readonly patience: number;
  /** By the place of the span. */
  readonly outcomes: (Outcome | undefined)[];
  /** The failure of the last requests in a row that brought no answer. */
  silence: { readonly failure: Failure; readonly silence: Silence } | null;
  silences: number;
  /** Ranges that were asked for and brought no answer. */
  readonly quiet: Block[];
  answered: boolean;
  /** Was anything answered with data? */
  good: boolean;
  requests: number;
};

/** A device may stay silent about one range; silent twice in a row it is not there, and the rest is not asked. */
const PATIENCE = 2;
/** Acknowledge, busy, and a gateway that does not reach its device: they say nothing about the registers asked. */
const EXCEPTIONS_OF_THE_MOMENT: readonly number[] = [5, 6, 10, 11];
const GATEWAY_EXCEPTIONS: readonly number[] = [10, 11];

/**
 * Polls one device: reads the plan's blocks one after the other and decodes every variable. A block that the device
 * refuses with an exception is halved down to the single span, and what is refused is remembered; silence is not
 * halved, but a range that the device is silent about while it answers for others is left out like a refused one.
 * Never fails: what went wrong stands in the readings.
 * @param options.memory of this device; it is changed.
 */
export async function readBlocks(
  link: RegisterReader,
  unit: number,
  plan: ReadPlan,
  options: ReadOptions,
): Promise<PollResult> {
  const { memory, retry = retryDoubling, patience = PATIENCE } = options;
  const poll: Poll = {
    link,
    unit,
    options,
    memory,
    retry,
    patience,
    outcomes: new Array(plan.spans.length),
    silence: null,
    silences: 0,
    quiet: [],
    answered: options.heard ?? false,
    good: false,
    requests: 0,
  };
  memory.polls += 1;
  if (memory.refused_since !== null) await askRefusing(poll, plan);
  for (const block of listBlocks(plan, memory)) {
    if (isLeftOut(memory, quietKey(block))) setFailure(poll, block, UNANSWERED);
    else await readBlock(poll, block);
  }
  if (poll.answered) for (const block of poll.quiet) noteRefusal(memory, quietKey(block), { code: 0, retry });
  if (poll.answered || poll.good) noteGood(memory, poll.good);
  const readings = plan.variables.map((planned) => readingOf(poll, planned));
  for (const { slot, message } of plan.refused)
    readings.push(failed(slot, { reason: 'configuration', message }));
  const { answered, requests } = poll;
  const silence = answered ? null : (poll.silence?.silence ?? null);
  return { readings, answered, silence, requests };
}

/**
 * Asks a silent device one short thing: what it answered for last, and each second time the beginning of another block,
 * because a device may be silent about one range for ever.
 * @returns its silence, null when it answered, be it with a refusal
 */
export async function probe(
  link: RegisterReader,
  unit: number,
  plan: ReadPlan,
  { memory, watch, timeout_ms }: Pick<ReadOptions, 'memory' | 'watch'> & { timeout_ms?: number | undefined },
): Promise<Silence | null> {
  const span = spanToProbe(plan, memory);
  if (span === undefined) return null;
  memory.probes += 1;
  const { function_code, address, quantity } = span;
  try {
    await link.read({ unit, function_code, address, quantity }, watch, timeout_ms);
  } catch (error) {
    if (isSilence(error)) return silenceOf(error);
  }
  memory.probes = 0;
  return null;
}

/**
 * Of a device that has refused everything one short thing is asked at each poll, however long its refusals are left alone:
 * once it is answered, all is read again.
 */
async function askRefusing(poll: Poll, plan: ReadPlan): Promise<void> {
  const { memory } = poll;
  const span = refusedSpan(plan, memory);
  memory.probes += 1;
  if (span === undefined || !isLeftOut(memory, span.key)) return;
  if (!(await readBlock(poll, blockOf([span])))) return;
  memory.probes = 0;
  noteGood(memory, true);
}

/** What was good last, and each second time another in turn: that one may be what the device never answers. */
function refusedSpan({ spans }: ReadPlan, { good, probes }: RegisterMemory): Span | undefined {
  const last = spans.find(({ key }) => key === good);
  if (last !== undefined && probes % 2 === 0) return last;
  return spans[(last === undefined ? probes : probes >> 1) % spans.length];
}

function spanToProbe({ spans, blocks }: ReadPlan, { good, probes }: RegisterMemory): Span | undefined {
  const last = spans.find(({ key }) => key === good);
  if (last !== undefined && probes % 2 === 0) return last;
  return blocks[(last === undefined ? probes : probes >> 1) % blocks.length]?.spans[0];
}

/** The readings of a poll that was not made because the device is silent: all of them failed, none is a value. */
export function failedReadings(plan: ReadPlan, { message }: Silence): SlotReading[] {
  const readings = plan.variables.map(({ variable }) =>
    failed(variable.slot, { reason: 'timeout', message }),
  );
  const refused = plan.refused.map(({ slot, message: why }) =>
    failed(slot, { reason: 'configuration', message: why }),
  );
  return [...readings, ...refused];
}

/** Reads a block, halving it where it is refused. True when all of it was answered. */
async function readBlock(poll: Poll, block: Block): Promise<boolean> {
  await letOthersIn(poll);
  if (poll.silence !== null && poll.silences >= poll.patience) {
    setFailure(poll, block, poll.silence.failure);
    return false;
  }
  const { function_code, address, quantity } = block;
  poll.requests += 1;
  try {
    const request = { unit: poll.unit, function_code, address, quantity };
    const payload = await poll.link.read(request, poll.options.watch);
    noteHeard(poll, block);
    setAnswer(poll, block, payload);
    return true;
  } catch (error) {
    if (isSilence(error)) return noteSilence(poll, block, error);
    noteHeard(poll, block);
    return await refusedBlock(poll, block, error);
  }
}

async function letOthersIn(poll: Poll): Promise<void> {
  const { between } = poll.options;
  if (poll.requests === 0 || between === undefined) return;
  const silence = await between();
  if (silence === null) return;
  poll.silence = { failure: { reason: 'timeout', message: silence.message }, silence };
  poll.silences = poll.patience;
}

// Anything but the link's own errors is a defect of ours and must be seen.
/** @throws what is no error of the link: a defect of ours */
export function isSilence(error: unknown): error is ModbusTimeout | ModbusLinkError | ModbusException {
  if (error instanceof ModbusException) return GATEWAY_EXCEPTIONS.includes(error.code);
  if (error instanceof ModbusTimeout || error instanceof ModbusLinkError) return true;
  throw error;
}

async function refusedBlock(poll: Poll, block: Block, error: unknown): Promise<boolean> {
  if (!(error instanceof ModbusException)) throw error;
  const [first] = block.spans;
  if (first === undefined || EXCEPTIONS_OF_THE_MOMENT.includes(error.code)) {
    setFailure(poll, block, exceptionFailure(error));
    return false;
  }
  if (block.spans.length === 1) {
    noteRefusal(poll.memory, first.key, { code: error.code, retry: poll.retry });
    setFailure(poll, block, exceptionFailure(error));
    return false;
  }
  await readHalves(poll, block, error);
  return false;
}

async function readHalves(poll: Poll, block: Block, error: ModbusException): Promise<void> {
  const middle = block.spans.length >> 1;
  const right = block.spans.slice(middle);
  const [seam] = right;
  const left_whole = await readBlock(poll, blockOf(block.spans.slice(0, middle)));
  const right_whole = await readBlock(poll, blockOf(right));
  // Both halves are good and the whole is not: the device refuses what lies between, or so many at once.
  if (left_whole && right_whole && seam !== undefined) {
    noteRefusal(poll.memory, cutKey(seam), { code: error.code, retry: poll.retry });
  }
}

function setAnswer(poll: Poll, { address, spans }: Block, payload: Uint8Array): void {
  poll.good = true;
  poll.memory.good = spans[0]?.key ?? null;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const answer = { address, payload, view };
  for (const span of spans) {
    poll.outcomes[span.place] = answer;
    poll.memory.known.add(span.key);
  }
  if (poll.memory.entries.size === 0) return;
  for (const [index, span] of spans.entries()) {
    noteAnswer(poll.memory, span.key);
    if (index > 0) noteAnswer(poll.memory, cutKey(span));
  }
}

function setFailure(poll: Poll, block: Block, failure: Failure): void {
  for (const span of block.spans) poll.outcomes[span.place] = failure;
}

function noteHeard(poll: Poll, block: Block): void {
  noteAnswer(poll.memory, quietKey(block));
  poll.answered = true;
  poll.silence = null;
  poll.silences = 0;
}

function noteSilence(
  poll: Poll,
  block: Block,
  error: ModbusTimeout | ModbusLinkError | ModbusException,
): false {
  const failure = failureOf(error);
  poll.silence = { failure, silence: silenceOf(error) };
  poll.silences += 1;
  if (error instanceof ModbusTimeout) poll.quiet.push(block);
  setFailure(poll, block, failure);
  return false;
}

function exceptionFailure(error: ModbusException): Failure {
  return { reason: 'exception', message: error.message, said: { code: 'exception', exception: error.code } };
}

function failureOf(error: ModbusTimeout | ModbusLinkError | ModbusException): Failure {
  if (error instanceof ModbusException) return exceptionFailure(error);
  const said = silenceOf(error).reason;
  return { reason: error instanceof ModbusTimeout ? 'timeout' : 'link', message: error.message, said };
}

function readingOf(poll: Poll, { variable, value, scale }: PlannedVariable): SlotReading {
  const { slot } = variable;
  const answer = outcomeOf(poll, value);
  if ('reason' in answer) return failed(slot, answer);
  let exponent: number | null = null;
  if (scale !== null) {
    const scaling = outcomeOf(poll, scale);
    if ('reason' in scaling)
      return failed(slot, { ...scaling, message: `scale register: ${scaling.message}` });
    exponent = exponentOf(scaling, scale, variable);
  }
  const start = value.address - answer.address;
  if (readsBits(variable.function_code)) {
    const bit = decodeBit(answer.payload, start);
    return asReading(slot, scaleRaw(bit, variable, exponent), () => Uint8Array.of(bit));
  }
  const decoded = decodeValueAt(answer.view, start * 2, { encoding: variable, scale: exponent });
  return asReading(slot, decoded, () => answer.payload.subarray(start * 2, (start + value.quantity) * 2));
}

function exponentOf({ address, view }: Answer, scale: Span, { word_order }: PlanVariable): number {
  return Number(
    decodeRawAt(view, (scale.address - address) * 2, { data_type: 'int16', word_order, bit: null }),
  );
}

function outcomeOf(poll: Poll, span: Span): Outcome {
  const outcome = poll.outcomes[span.place];
  if (outcome !== undefined) return outcome;
  const entry = poll.memory.entries.get(span.key);
  if (entry === undefined || !isLeftOut(poll.memory, span.key))
    throw new Error(`span ${span.key} was not read`);
  const polls = entry.retry_at_poll - poll.memory.polls;
  const { message } = new ModbusException(entry.code);
  const said = { code: 'exception', exception: entry.code } as const;
  return { reason: 'exception', message: `${message}, left out; asked again in ${polls} polls`, said };
}

const TOO_LARGE: Failure = {
  reason: 'too_large',
  message: 'a value is less than 1e15 and more than -1e15',
};
const UNANSWERED: Failure = {
  reason: 'timeout',
  message: 'the device does not answer for this range; it is left out and asked for again later',
};
const DECODE_MESSAGES: Readonly<Record<Exclude<DecodeFailure, 'missing'>, string>> = {
  not_finite: 'the value is not a finite number',
  out_of_range: 'the raw value is beyond 2^53: data type, word order or address are wrong',
  bad_scale: 'the scale register is not within -10…10: its address is wrong',
};

function asReading(slot: number, decoded: Decoded, read: () => Uint8Array): SlotReading {
  if ('value' in decoded && Math.abs(decoded.value) >= OUT_OF_RANGE) return failed(slot, TOO_LARGE);
  if ('value' in decoded) return { slot, quality: 'good', value: decoded.value };
  if (decoded.failed === 'missing') return { slot, quality: 'missing' };
  const message = `${DECODE_MESSAGES[decoded.failed]} (read ${Buffer.from(read()).toString('hex')})`;
  return failed(slot, { reason: decoded.failed, message });
}

function failed(slot: number, failure: Failure): SlotReading {
  return { slot, quality: 'failed', ...failure };
}
