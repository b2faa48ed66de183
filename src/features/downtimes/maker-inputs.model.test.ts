import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS } from '../../shared/units/zones.ts';
import type { Input } from '../forecast/inputs.model.ts';
import { inputsOfMaker } from './maker-inputs.model.ts';

const START = Date.parse('2026-06-01T00:00:00Z');
const inputs: readonly Input[] = ['plane_of_array', 'weather'];
const day = { start: START, hours: 24, inputs };

describe('the inputs of what makes energy', () => {
  it('are those of the sections that it stood for on the day, also where it was switched off since', () => {
    const until = (hour: number) => ({
      sharesAt: (at: number) => (at < START + hour * HOUR_MS ? [1, 0] : null),
    });
    assert.deepEqual(inputsOfMaker(until(48), day), ['plane_of_array']);
    assert.deepEqual(inputsOfMaker(until(12), day), ['plane_of_array']);
    assert.deepEqual(inputsOfMaker(until(0), day), []);
  });

  it('are those of each section that it came to stand for in the course of the day', () => {
    const moved = { sharesAt: (at: number) => (at < START + 12 * HOUR_MS ? [1, 0] : [0.5, 0.5]) };
    assert.deepEqual(inputsOfMaker(moved, day), ['plane_of_array', 'weather']);
  });
});
