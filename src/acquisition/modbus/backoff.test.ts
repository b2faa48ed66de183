import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Backoff } from './backoff.ts';

function waits(random: number, failures: number): number[] {
  const backoff = new Backoff(() => random);
  return Array.from({ length: failures }, () => {
    backoff.failed(1000);
    return Math.round(backoff.remainingMs(1000));
  });
}

describe('Backoff', () => {
  it('doubles from 250 ms to 30 s, drawn between half and all of it', () => {
    assert.deepEqual(waits(0.999999, 9), [250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]);
    assert.deepEqual(waits(0, 9), [125, 250, 500, 1000, 2000, 4000, 8000, 15000, 15000]);
    assert.equal(waits(0, 5000).at(-1), 15000);
  });

  it('is over when its time has passed, and begins anew after a success', () => {
    const backoff = new Backoff(() => 0);
    assert.equal(backoff.remainingMs(0), 0);
    backoff.failed(0);
    backoff.failed(0);
    assert.equal(backoff.remainingMs(100), 150);
    assert.equal(backoff.remainingMs(250), 0);
    backoff.succeeded();
    backoff.failed(300);
    assert.equal(backoff.remainingMs(300), 125);
  });
});
