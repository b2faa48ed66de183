import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addReading,
  beginDay,
  type EnergyRule,
  energyUntil,
  foldDay,
  isOddStep,
  sumEnergy,
} from './day-energy.model.ts';

const MIDNIGHT = Date.parse('2026-06-19T22:00:00Z');
const HOUR = 3_600_000;
const counter: EnergyRule = { by: 'counter', nominal_kw: 100, interval_s: 60 };
const power: EnergyRule = { by: 'power', nominal_kw: null, interval_s: 900 };
const at = (hours: number, value: number) => ({ ts: MIDNIGHT + hours * HOUR, value });

describe('energy since midnight by a counter', () => {
  it('is the difference to the reading at midnight', () => {
    let day = beginDay(at(-0.01, 5000));
    day = addReading(day, at(6, 5060), counter);
    day = addReading(day, at(7, 5120.5), counter);
    assert.equal(energyUntil(day, counter, MIDNIGHT + 8 * HOUR), 120.5);
  });
  it('takes no reading twice and none that is older', () => {
    const day = addReading(beginDay(at(0, 100)), at(2, 150), counter);
    assert.equal(addReading(day, at(2, 150), counter), day);
    assert.equal(addReading(day, at(1, 120), counter), day);
  });
  it('counts on after a reset and books nothing for a swap', () => {
    const before = addReading(beginDay(at(0, 5000)), at(2, 5100), counter);
    assert.equal(isOddStep(at(2, 5100), at(3, 40), counter), true);
    assert.equal(addReading(before, at(3, 40), counter).kwh, 140);
    assert.equal(addReading(before, at(3, 3000), counter).kwh, 100);
    assert.equal(addReading(before, at(3, 90_000), counter).kwh, 100);
    assert.equal(isOddStep(at(2, 5100), at(3, 5150), counter), false);
  });
});

describe('energy since midnight by a power', () => {
  it('lets each value stand until the next, at most for one interval', () => {
    const readings = [at(1, 40), at(1.25, 60), at(3, 20)];
    const day = foldDay(readings, power);
    assert.ok(day);
    // 40 kW and 60 kW for a quarter each; the gap until 3:00 counts nothing.
    assert.equal(day.kwh, 25);
    assert.equal(energyUntil(day, power, MIDNIGHT + 3.125 * HOUR), 27.5);
    assert.equal(energyUntil(day, power, MIDNIGHT + 9 * HOUR), 30);
  });
  it('is never negative, and unknown without readings', () => {
    const day = foldDay([at(1, -2), at(1.25, -2)], power);
    assert.ok(day);
    assert.equal(energyUntil(day, power, MIDNIGHT + 5 * HOUR), 0);
    assert.equal(foldDay([], power), undefined);
    assert.equal(sumEnergy([null, null]), null);
    assert.equal(sumEnergy([null, 2, 3]), 5);
  });
});
