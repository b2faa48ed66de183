import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS } from '../../shared/units/zones.ts';
import { type MadeDay, recoveredSince } from './recovery.model.ts';

const START = Date.parse('2026-06-18T06:00:00Z');
const UNKNOWN = new Float64Array(8).fill(Number.NaN);

/** Hours of a device that should make 0.5 kWh for each kW, by what it made of that; null: not known. */
const hoursOf = (shares: readonly (number | null)[]): MadeDay => ({
  start: START,
  hours: shares.length,
  dark: shares.map(() => false),
  parts: [
    {
      yields: { sisters: Float64Array.from(shares, () => 0.5), irradiance: UNKNOWN, expected: UNKNOWN },
      made: Float64Array.from(shares, (share) => (share === null ? Number.NaN : 0.5 * share)),
    },
  ],
});
const since = (shares: readonly (number | null)[]) => {
  const at = recoveredSince([hoursOf(shares)], START);
  return at === null ? null : (at - START) / HOUR_MS;
};

describe('since when a device makes again what it should', () => {
  it('is the first hour of those that are well to the end', () => {
    assert.equal(since([0, 0, 1, 1]), 2);
    assert.equal(since([0, 0.4, 0.4]), null);
    // An hour that tells nothing is no standstill.
    assert.equal(since([0, 1, null, 1]), 1);
  });

  it('is the last time where it came back twice', () => {
    assert.equal(since([0, 1, 0, 0, 1, 1]), 4);
    assert.equal(since([0, 1, 1, 0]), null, 'it stands again');
  });
});
