import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  findPython,
  type JudgedFrame,
  judgeCases,
  makeCases,
  RECORDED,
  readFrames,
} from '../../../tests/support/pymodbus-cases.ts';
import { framerOf } from '../../acquisition/modbus/framers.ts';
import { readAnswer } from '../../acquisition/modbus/pdu.ts';
import { type NumericType, WORD_ORDERS } from './data-type.ts';
import { decodeBit, decodeRaw, decodeString, type Raw } from './raw.ts';
import { type Decoded, decodeValue, scaleRaw } from './value.ts';

const CASES = 2000;
const MAX_EXACT = 2n ** 53n;

/** The payload of the frame, by our own framer and by our own reading of the answer. */
function payloadOf({ framer, frame, transaction, unit, function_code, quantity }: JudgedFrame): Uint8Array {
  const bytes = Buffer.from(frame, 'hex');
  const taken = framerOf(framer).take(bytes);
  assert.ok(taken.kind === 'frame' && taken.used === bytes.length);
  assert.equal(taken.frame.transaction, framer === 'tcp' ? transaction : null);
  const answer = readAnswer({ unit, function_code, address: 0, quantity }, taken.frame);
  assert.ok(answer?.kind === 'payload');
  return answer.payload;
}

type Read = { readonly raw: Raw; readonly decoded: Decoded };

function readNumber(one: JudgedFrame, kind: NumericType | 'coil'): Read {
  const scale = { factor: Number(one.factor), value_offset: Number(one.offset) };
  const payload = payloadOf(one);
  if (kind === 'coil') {
    const raw = decodeBit(payload, one.bit);
    return { raw, decoded: scaleRaw(raw, scale, null) };
  }
  const { word_order, bit, bit_count } = one;
  const encoding = { data_type: kind, word_order, bit, bit_count, sentinel: false, ...scale };
  return { raw: decodeRaw(payload, encoding), decoded: decodeValue(payload, encoding, null) };
}

function sameRaw(ours: Raw, theirs: string, kind: string): boolean {
  if (typeof ours === 'bigint') return ours === BigInt(theirs);
  if (!kind.startsWith('float')) return ours === Number(theirs);
  const word = { nan: Number.NaN, inf: Infinity, '-inf': -Infinity }[theirs];
  return Object.is(ours, word ?? Number(theirs));
}

/** What must come of it: the exact result rounded once, or the failure that stands for it. */
function checkValue(one: JudgedFrame, { raw, decoded }: Read): void {
  const beyond = typeof raw === 'bigint' && (raw > MAX_EXACT || raw < -MAX_EXACT);
  if (beyond || one.value === 'none') {
    assert.deepEqual(decoded, { failed: beyond ? 'out_of_range' : 'not_finite' });
    return;
  }
  assert.ok('value' in decoded, JSON.stringify(decoded));
  const exact = Number(one.value);
  // A product and a sum are two roundings, each of half a unit in the last place of what is added.
  const size = Math.max(Math.abs(exact), Math.abs(Number(one.offset)), Number.MIN_VALUE);
  // Below 2^-1022 a unit in the last place is the least number there is.
  const grain = size * 2 ** -51 + Number.MIN_VALUE;
  assert.ok(Math.abs(decoded.value - exact) <= grain, `${decoded.value} for ${one.value}`);
  const shifts = /^-?(10*|0\.0*1)$/.test(one.factor) && !one.kind.startsWith('float');
  if (shifts && one.offset === '0') assert.equal(decoded.value, exact + 0);
}

function check(one: JudgedFrame): void {
  if (one.kind === 'string') {
    assert.equal(decodeString(payloadOf(one), one.word_order), one.raw);
    return;
  }
  const read = readNumber(one, one.kind);
  assert.ok(sameRaw(read.raw, one.raw, one.kind), `${read.raw} for ${one.raw}`);
  checkValue(one, read);
}

function checkAll(frames: readonly JudgedFrame[]): void {
  const kinds = new Set(frames.map(({ kind, word_order }) => `${kind} ${word_order}`));
  assert.equal(kinds.size, 11 * WORD_ORDERS.length);
  for (const frame of frames) {
    try {
      check(frame);
    } catch (cause) {
      throw new Error(`pymodbus says otherwise of ${JSON.stringify(frame)}`, { cause });
    }
  }
}

describe('decoding, beside pymodbus', () => {
  const python = findPython();

  it('agrees with the frames and values that were recorded from it', () => {
    checkAll(readFrames(readFileSync(RECORDED, 'utf8')));
  });

  it(`agrees with it on ${CASES} random frames of every type, order and framing`, {
    skip: python === undefined && 'pymodbus 3.0 is not installed (Debian: python3-pymodbus)',
  }, (context) => {
    const seed = Number(process.env.PYMODBUS_SEED ?? randomInt(2 ** 31));
    context.diagnostic(`PYMODBUS_SEED=${seed}`);
    checkAll(judgeCases(python ?? '', makeCases(CASES, seed)));
  });
});
