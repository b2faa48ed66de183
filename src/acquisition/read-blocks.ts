import { decodeBit, decodeRaw } from './decode/raw.ts';
import { type Decoded, type DecodeFailure, decodeValue, scaleRaw } from './decode/value.ts';
import { type LinkFault, ModbusException, ModbusLinkError, ModbusTimeout } from './modbus/errors.ts';
import { type ReadRequest, readsBits } from './modbus/pdu.ts';
import {
  type Block,
  blockOf,
  cutKey,
  listBlocks,
  type PlannedVariable,
  type ReadPlan,
  type Span,
} from './plan.ts';
import {
  isLeftOut,
  noteAnswer,
  noteRefusal,
  type RegisterMemory,
  type RetryPolicy,
  retryDoubling,
} from './register-memory.ts';

/** Whatever reads registers: a ModbusLink. Fails with ModbusTimeout, ModbusException or ModbusLinkError. */
export type RegisterReader = { read(request: ReadRequest): Promise<Uint8Array> };

/** `exception` the device refused the register, `configuration` the variable cannot be read as it is set up. */
export type ReadFailure =
  | Exclude<DecodeFailure, 'missing'>
  | 'timeout'
  | 'link'
  | 'exception'
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
    };

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

/** `reached` is false when no request went out: nothing is known about the device then, only about the way to it. */
export type Silence = { readonly message: string; readonly reached: boolean };

export type ReadOptions = {
  readonly memory: RegisterMemory;
  readonly retry?: RetryPolicy;
};

type Failure = { readonly reason: ReadFailure; readonly message: string; readonly reached?: boolean };
type Outcome = { readonly bytes: Uint8Array } | Failure;

type Poll = {
  readonly link: RegisterReader;
  readonly unit: number;
  readonly memory: RegisterMemory;
  readonly retry: RetryPolicy;
  readonly outcomes: Map<string, Outcome>;
  /** The failure of the last requests in a row that brought no answer. */
  silence: Failure | null;
  silences: number;
  answered: boolean;
  requests: number;
};

/** A device may stay silent about one range; silent twice in a row it is not there, and the rest is not asked. */
const SILENCES_BEFORE_GIVING_UP = 2;
/** Acknowledge, busy, and a gateway that does not reach its device: they say nothing about the registers asked. */
const EXCEPTIONS_OF_THE_MOMENT: readonly number[] = [5, 6, 10, 11];
const GATEWAY_EXCEPTIONS: readonly number[] = [10, 11];
const UNREACHED: readonly LinkFault[] = [
  'refused_address',
  'connect_failed',
  'connect_timeout',
  'backing_off',
  'closed',
];

/**
 * Polls one device: reads the plan's blocks one after the other and decodes every variable. A block that the device
 * refuses with an exception is halved down to the single span, and what is refused is remembered; silence is not
 * halved. Never fails: what went wrong stands in the readings.
 * @param options.memory of this device; it is changed.
 */
export async function readBlocks(
  link: RegisterReader,
  unit: number,
  plan: ReadPlan,
  options: ReadOptions,
): Promise<PollResult> {
  const { memory, retry = retryDoubling } = options;
  const outcomes = new Map<string, Outcome>();
  const poll: Poll = {
    link,
    unit,
    memory,
    retry,
    outcomes,
    silence: null,
    silences: 0,
    answered: false,
    requests: 0,
  };
  memory.polls += 1;
  for (const block of listBlocks(plan, memory)) await readBlock(poll, block);
  const readings = plan.variables.map((planned) => readingOf(poll, planned));
  const refused = plan.refused.map(({ slot, message }) => failed(slot, { reason: 'configuration', message }));
  const { answered, requests } = poll;
  return { readings: [...readings, ...refused], answered, silence: silenceOf(poll), requests };
}

function silenceOf({ answered, silence }: Poll): Silence | null {
  if (answered || silence === null) return null;
  return { message: silence.message, reached: silence.reached ?? true };
}

/** Reads a block, halving it where it is refused. True when all of it was answered. */
async function readBlock(poll: Poll, block: Block): Promise<boolean> {
  if (poll.silence !== null && poll.silences >= SILENCES_BEFORE_GIVING_UP) {
    setFailure(poll, block, poll.silence);
    return false;
  }
  const { function_code, address, quantity } = block;
  poll.requests += 1;
  try {
    const payload = await poll.link.read({ unit: poll.unit, function_code, address, quantity });
    noteHeard(poll);
    setAnswer(poll, block, payload);
    return true;
  } catch (error) {
    if (!(error instanceof ModbusException)) return noteSilence(poll, block, failureOf(error));
    if (GATEWAY_EXCEPTIONS.includes(error.code)) return noteSilence(poll, block, exceptionFailure(error));
    noteHeard(poll);
    return await refusedBlock(poll, block, error);
  }
}

async function refusedBlock(poll: Poll, block: Block, error: ModbusException): Promise<boolean> {
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

function setAnswer(poll: Poll, block: Block, payload: Uint8Array): void {
  for (const [index, span] of block.spans.entries()) {
    poll.outcomes.set(span.key, { bytes: cutOut(payload, block, span) });
    noteAnswer(poll.memory, span.key);
    if (index > 0) noteAnswer(poll.memory, cutKey(span));
  }
}

function cutOut(payload: Uint8Array, block: Block, span: Span): Uint8Array {
  const start = span.address - block.address;
  if (readsBits(block.function_code)) return Uint8Array.of(decodeBit(payload, start));
  return payload.subarray(start * 2, (start + span.quantity) * 2);
}

function setFailure(poll: Poll, block: Block, failure: Failure): void {
  for (const span of block.spans) poll.outcomes.set(span.key, failure);
}

function noteHeard(poll: Poll): void {
  poll.answered = true;
  poll.silence = null;
  poll.silences = 0;
}

function noteSilence(poll: Poll, block: Block, failure: Failure): false {
  poll.silence = failure;
  poll.silences += 1;
  setFailure(poll, block, failure);
  return false;
}

function exceptionFailure(error: ModbusException): Failure {
  return { reason: 'exception', message: error.message };
}

// Anything but the link's own errors is a defect of ours and must be seen.
function failureOf(error: unknown): Failure {
  if (error instanceof ModbusTimeout) return { reason: 'timeout', message: error.message };
  if (error instanceof ModbusLinkError)
    return { reason: 'link', message: error.message, reached: !UNREACHED.includes(error.fault) };
  throw error;
}

function readingOf(poll: Poll, { variable, value, scale }: PlannedVariable): SlotReading {
  const { slot } = variable;
  const content = outcomeOf(poll, value);
  if ('reason' in content) return failed(slot, content);
  const scaling = scale === null ? null : outcomeOf(poll, scale);
  if (scaling !== null && 'reason' in scaling) {
    return failed(slot, { ...scaling, message: `scale register: ${scaling.message}` });
  }
  const { word_order } = variable;
  const exponent =
    scaling === null ? null : Number(decodeRaw(scaling.bytes, { data_type: 'int16', word_order, bit: null }));
  const decoded = readsBits(variable.function_code)
    ? scaleRaw(content.bytes[0] ?? 0, variable, exponent)
    : decodeValue(content.bytes, variable, exponent);
  return asReading(slot, decoded, content.bytes);
}

function outcomeOf(poll: Poll, span: Span): Outcome {
  const outcome = poll.outcomes.get(span.key);
  if (outcome !== undefined) return outcome;
  const entry = poll.memory.entries.get(span.key);
  if (entry === undefined || !isLeftOut(poll.memory, span.key))
    throw new Error(`span ${span.key} was not read`);
  const polls = entry.retry_at_poll - poll.memory.polls;
  const { message } = new ModbusException(entry.code);
  return { reason: 'exception', message: `${message}, left out; asked again in ${polls} polls` };
}

const DECODE_MESSAGES: Readonly<Record<Exclude<DecodeFailure, 'missing'>, string>> = {
  not_finite: 'the value is not a finite number',
  out_of_range: 'the raw value is beyond 2^53: data type, word order or address are wrong',
  bad_scale: 'the scale register is not within -10…10: its address is wrong',
};

function asReading(slot: number, decoded: Decoded, bytes: Uint8Array): SlotReading {
  if ('value' in decoded) return { slot, quality: 'good', value: decoded.value };
  if (decoded.failed === 'missing') return { slot, quality: 'missing' };
  const message = `${DECODE_MESSAGES[decoded.failed]} (read ${Buffer.from(bytes).toString('hex')})`;
  return failed(slot, { reason: decoded.failed, message });
}

function failed(slot: number, { reason, message }: Failure): SlotReading {
  return { slot, quality: 'failed', reason, message };
}
