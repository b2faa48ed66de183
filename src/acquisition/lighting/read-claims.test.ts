import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIX_LINES } from '../../features/lighting/io-profile.model.ts';
import { ModbusException, ModbusTimeout } from '../modbus/errors.ts';
import type { ReadRequest } from '../modbus/pdu.ts';
import { outcomeOf } from './read-claims.ts';

const CODE = 1234;
const SUNS = 0x5375_6e53;

/** A device that has these values in two registers, by address; what is missing it refuses, or leaves unanswered. */
const lineWith = (values: Readonly<Record<number, number>>, missing: () => Error) => ({
  hurry: () => undefined,
  read: async ({ address }: ReadRequest): Promise<Uint8Array> => {
    const value = values[address];
    if (value === undefined) throw missing();
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  },
});
const refuses = () => new ModbusException(2);
const isSilent = () => new ModbusTimeout(1000);
const claim = { unit_id: 1, code: String(CODE), profile: SIX_LINES };

describe('a claim of a cabinet', () => {
  it('matches where the code stands, and nothing says that it is a SunSpec device', async () => {
    assert.equal(await outcomeOf(claim, lineWith({ 400: CODE }, refuses)), 'matched');
    assert.equal(await outcomeOf(claim, lineWith({ 400: CODE }, isSilent)), 'matched');
    assert.equal(await outcomeOf(claim, lineWith({ 400: CODE, 0: 7, 40000: 0 }, refuses)), 'matched');
    assert.equal(await outcomeOf(claim, lineWith({ 400: CODE + 1 }, refuses)), 'wrong');
    assert.equal(await outcomeOf(claim, lineWith({}, isSilent)), 'silent');
  });

  it('of an inverter or a meter comes to nothing, wherever its map begins', async () => {
    for (const base of [0, 40_000, 50_000])
      assert.equal(await outcomeOf(claim, lineWith({ 400: CODE, [base]: SUNS }, refuses)), 'sunspec');
    // The mark itself is no code.
    const there = { ...claim, code: String(SUNS), profile: { ...SIX_LINES, pairing: { address: 40_000 } } };
    assert.equal(await outcomeOf(there, lineWith({ 40000: SUNS }, refuses)), 'sunspec');
  });
});
