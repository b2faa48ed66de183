import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { FramerName } from '../../src/acquisition/modbus/framers.ts';
import type { FunctionCode } from '../../src/acquisition/modbus/pdu.ts';
import {
  type NumericType,
  registersOf,
  WORD_ORDERS,
  type WordOrder,
} from '../../src/devices/decode/data-type.ts';

/** One answer of a device, and what is to be read from it. */
export interface FrameCase {
  readonly framer: FramerName;
  readonly transaction: number;
  readonly unit: number;
  readonly function_code: FunctionCode;
  readonly kind: NumericType | 'string' | 'coil';
  readonly word_order: WordOrder;
  readonly registers?: readonly number[];
  readonly bits?: readonly boolean[];
  /** The lowest bit of a field, or the place among the bits that were answered. */
  readonly bit: number;
  readonly bit_count: number;
  /** As written, so that both sides read the same decimals. */
  readonly factor: string;
  readonly offset: string;
}

/** What the independent implementation makes of it: numbers as text, `none` where there is no finite one. */
export interface FrameAnswer {
  readonly frame: string;
  readonly raw: string;
  readonly value: string;
}

export type JudgedFrame = FrameCase & FrameAnswer & { readonly quantity: number };

const SCRIPT = fileURLToPath(new URL('../../src/devices/decode/pymodbus_frames.py', import.meta.url));
export const RECORDED = fileURLToPath(
  new URL('../../src/devices/decode/pymodbus-frames.tsv', import.meta.url),
);
const RECORDED_CASES = 400;
const RECORDED_SEED = 20261121;

// Debian's python3-pymodbus belongs to /usr/bin/python3, which need not be the first python3 of the path.
const NEEDS =
  'from pymodbus.payload import BinaryPayloadDecoder; from pymodbus.transaction import ModbusRtuFramer';

/** A python that has the pymodbus which the script needs; undefined where there is none. */
export function findPython(): string | undefined {
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', NEEDS], { stdio: 'ignore' }).status === 0,
  );
}

const NUMBERS = ['int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64'] as const;
const EDGES = [0, 1, 0x7fff, 0x8000, 0xffff, 0x7f80, 0xff80, 0x7fc0, 0x7ff0, 0x0020, 0xffe0, 0x3f80];
const register = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
  { weight: 1, arbitrary: fc.constantFrom(...EDGES) },
);
const head = {
  framer: fc.constantFrom<FramerName>('tcp', 'rtu', 'ascii'),
  transaction: fc.integer({ min: 0, max: 0xffff }),
  unit: fc.integer({ min: 1, max: 247 }),
  word_order: fc.constantFrom(...WORD_ORDERS),
  bit: fc.constant(0),
  bit_count: fc.constant(1),
  factor: fc.constantFrom('1', '0.1', '0.01', '0.001', '-1', '2.5', '10', '1000', '0.0174532925'),
  offset: fc.constantFrom('0', '0', '0', '-273.15', '100', '0.5'),
};
const ofRegisters = fc.constantFrom<FunctionCode>(3, 4);

const numbers = NUMBERS.map((kind) =>
  fc.record({
    ...head,
    function_code: ofRegisters,
    kind: fc.constant(kind),
    registers: fc.array(register, { minLength: registersOf(kind), maxLength: registersOf(kind) }),
  }),
);
const bits = fc.integer({ min: 0, max: 15 }).chain((bit) =>
  fc.record({
    ...head,
    function_code: ofRegisters,
    kind: fc.constant('bit' as const),
    registers: fc.array(register, { minLength: 1, maxLength: 1 }),
    bit: fc.constant(bit),
    bit_count: fc.integer({ min: 1, max: 16 - bit }),
  }),
);
const coils = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }).chain((values) =>
  fc.record({
    ...head,
    function_code: fc.constantFrom<FunctionCode>(1, 2),
    kind: fc.constant('coil' as const),
    bits: fc.constant(values),
    bit: fc.integer({ min: 0, max: values.length - 1 }),
  }),
);
const texts = fc.record({
  ...head,
  function_code: ofRegisters,
  kind: fc.constant('string' as const),
  registers: fc
    .tuple(fc.array(fc.constantFrom(...'AZaz09 -./_àè€Ω😀\0'), { maxLength: 16 }), head.word_order)
    .map(([characters]) => [...Buffer.from(`${characters.join('')}\0\0`)])
    .map((bytes) => bytes.slice(0, bytes.length & ~1))
    .map((bytes) =>
      Array.from({ length: bytes.length / 2 }, (_, i) => (bytes[i * 2] ?? 0) * 256 + (bytes[i * 2 + 1] ?? 0)),
    ),
});

/** So many cases of every kind, the same for the same seed. Texts come in the order that they are read in. */
export function makeCases(count: number, seed: number): FrameCase[] {
  const any: fc.Arbitrary<FrameCase> = fc.oneof(...numbers, bits, coils, texts);
  return fc.sample(any, { numRuns: count, seed }).map(asSent);
}

// A device that swaps the characters of each register sends them so.
function asSent(one: FrameCase): FrameCase {
  const swaps = one.kind === 'string' && (one.word_order === 'BADC' || one.word_order === 'DCBA');
  if (!swaps || one.registers === undefined) return one;
  return { ...one, registers: one.registers.map((word) => ((word & 0xff) << 8) | (word >> 8)) };
}

/** What pymodbus answers to all of them, in one process. @throws when it does not answer each */
export function judgeCases(python: string, cases: readonly FrameCase[]): JudgedFrame[] {
  const input = cases.map((one) => JSON.stringify(one)).join('\n');
  const done = spawnSync(python, [SCRIPT], { input, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (done.status !== 0) throw new Error(`pymodbus failed: ${done.stderr}`);
  const answers = done.stdout.trimEnd().split('\n');
  if (answers.length !== cases.length) throw new Error(`${answers.length} answers for ${cases.length} cases`);
  return cases.map((one, i) => ({
    ...one,
    ...(JSON.parse(answers[i] ?? '') as FrameAnswer),
    quantity: (one.registers ?? one.bits ?? []).length,
  }));
}

const COLUMNS = [
  'framer',
  'transaction',
  'unit',
  'function_code',
  'quantity',
  'kind',
  'word_order',
  'bit',
  'bit_count',
  'factor',
  'offset',
  'frame',
  'raw',
  'value',
] as const;
const NUMERIC = new Set<string>(['transaction', 'unit', 'function_code', 'quantity', 'bit', 'bit_count']);

/** One line a frame, under a line of names. */
export function writeFrames(frames: readonly JudgedFrame[]): string {
  const rows = frames.map((frame) =>
    COLUMNS.map((name) => (name === 'raw' ? JSON.stringify(frame.raw) : String(frame[name]))).join('\t'),
  );
  return `${[COLUMNS.join('\t'), ...rows].join('\n')}\n`;
}

/** The inverse of `writeFrames`; the registers themselves are in the frame. */
export function readFrames(text: string): JudgedFrame[] {
  const [, ...rows] = text.trimEnd().split('\n');
  return rows.map((row) => {
    const cells = row.split('\t');
    const entries = COLUMNS.map((name, i) => [name, cellOf(name, cells[i] ?? '')]);
    return Object.fromEntries(entries) as JudgedFrame;
  });
}

function cellOf(name: string, cell: string): string | number {
  if (name === 'raw') return String(JSON.parse(cell));
  return NUMERIC.has(name) ? Number(cell) : cell;
}

// node scripts/launch.mjs tests/support/pymodbus-cases.ts records the fixture anew.
if (import.meta.main) {
  const python = findPython();
  if (python === undefined) throw new Error('pymodbus 3.0 is not installed (Debian: python3-pymodbus)');
  writeFileSync(RECORDED, writeFrames(judgeCases(python, makeCases(RECORDED_CASES, RECORDED_SEED))));
}
