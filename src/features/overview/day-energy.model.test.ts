import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KnownValue } from '../measurements/energy-steps.model.ts';
import { DayReadings, type EnergyRule } from './day-energy.model.ts';

const MIDNIGHT = Date.parse('2026-06-19T22:00:00Z');
const HOUR = 3_600_000;
const TODAY = { start: MIDNIGHT, end: MIDNIGHT + 24 * HOUR };
const counter: EnergyRule = {
  meta: { slot: 1, kind: 'counter', quantity: 'energy_export_kwh' },
  interval_s: 60,
  nominalOf: () => 100,
};
const power: EnergyRule = {
  meta: { slot: 0, kind: 'gauge', quantity: 'ac_power_kw' },
  interval_s: 900,
  nominalOf: () => null,
};
const at = (hours: number, value: number): KnownValue => ({ ts: MIDNIGHT + hours * HOUR, value });

function dayOf(
  rule: EnergyRule,
  previous: KnownValue | undefined,
  ...readings: { ts: number; value: number | null }[]
) {
  const day = new DayReadings({ previous }, rule);
  for (const reading of readings) day.add(reading);
  return day;
}

describe('energy since midnight by a counter', () => {
  it('is the difference to what stood before midnight, however long ago that was', () => {
    assert.equal(dayOf(counter, at(-0.01, 5000), at(6, 5060), at(7, 5120.5)).energy(TODAY), 120.5);
    assert.equal(dayOf(counter, at(-12, 5000), at(8, 5310)).energy(TODAY), 310);
  });
  it('takes no reading twice and none that is older', () => {
    const day = dayOf(counter, at(0, 100), at(2, 150), at(2, 150), at(1, 120));
    assert.equal(day.energy(TODAY), 50);
  });
  it('counts on after a reset and books nothing for a swap', () => {
    const after = (value: number) => dayOf(counter, at(0, 5000), at(2, 5100), at(3, value)).energy(TODAY);
    assert.equal(after(40), 140);
    assert.equal(after(3000), 100);
    assert.equal(after(90_000), 100);
  });
  it('counts the big steps of a slow register: the time since it last moved is what they took', () => {
    const minutes = Array.from({ length: 240 }, (_, i) =>
      at((i + 1) / 60, i < 119 ? 1000 : i < 239 ? 1100 : 1200),
    );
    const day = dayOf({ ...counter, nominalOf: () => 60 }, at(0, 1000), ...minutes);
    assert.equal(day.energy(TODAY), 200);
  });
  it('is unknown while there is nothing to count from', () => {
    assert.equal(dayOf(counter, undefined, at(3, 500)).energy(TODAY), null);
    assert.equal(dayOf(counter, at(-1, 500)).energy(TODAY), null);
  });
});

describe('energy since midnight by a power', () => {
  it('lets each value stand until the next, and nothing over a gap', () => {
    const day = dayOf(power, undefined, at(1, 40), at(1.25, 60), at(3, 20));
    assert.equal(day.energy(TODAY), 10 + 15 + 5);
  });
  it('ends where the slot failed', () => {
    assert.equal(dayOf(power, undefined, at(1, 40), { ts: at(1.125, 0).ts, value: null }).energy(TODAY), 5);
  });
  it('holds more readings than it began with room for', () => {
    const readings = Array.from({ length: 200 }, (_, i) => at(i / 60, 60));
    assert.equal(dayOf({ ...power, interval_s: 60 }, undefined, ...readings).energy(TODAY), 200);
  });
});

describe('a day so far', () => {
  it('is whole when nothing older can come in', () => {
    assert.equal(dayOf(counter, at(-1 / 60, 5), at(1, 6)).isWhole(TODAY), true);
    assert.equal(dayOf(counter, at(-1, 5), at(1, 6)).isWhole(TODAY), false);
    assert.equal(dayOf(power, undefined, at(0.25, 5)).isWhole(TODAY), true);
    assert.equal(dayOf(power, undefined, at(0.5, 5)).isWhole(TODAY), false);
  });
  it('knows its gaps', () => {
    assert.equal(dayOf(power, undefined, at(1, 5), at(1.3, 5)).hasGaps(), false);
    assert.equal(dayOf(power, undefined, at(1, 5), at(1.5, 5)).hasGaps(), true);
  });
});
