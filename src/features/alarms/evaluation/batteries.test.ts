import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR, inverterAt, lastValue, MINUTE, plantOf } from '../../../../tests/support/watched-plant.ts';
import { CompanyRules } from '../alarm-rules.model.ts';
import { subjectKey } from './active-alarm.model.ts';
import { AlarmEvaluator } from './evaluator.model.ts';
import { MAX_STEPS, STEP_MS, type WatchedPlant } from './watched.model.ts';

const NOON = Date.parse('2026-06-20T12:00:00Z');
const RULES = new CompanyRules([]);

/** kW of 100 at an instant. */
type Power = (at: number) => number;
const sunny: Power = (at) => 60 + Math.sin(at);
const charging: Power = (at) => -20 + Math.sin(at);

function plantAt(now: number, powers: readonly Power[], section_id: number | null): WatchedPlant {
  const end = Math.floor(now / STEP_MS) * STEP_MS;
  const begins = Array.from({ length: MAX_STEPS }, (_, i) => end - (MAX_STEPS - i) * STEP_MS);
  return plantOf(
    powers.map((power, i) =>
      inverterAt(i + 1, now, {
        section_id,
        values: [lastValue(0, 'ac_power_kw', now, power(now))],
        steps: { end, means: begins.map(power), covered: begins.map(() => 1) },
      }),
    ),
  );
}

/** Codes and devices of what is raised from 8 to 16 o'clock. */
function raised(powers: readonly Power[], section_id: number | null = 7): string[] {
  const from = NOON - 6 * HOUR;
  const evaluator = new AlarmEvaluator({ open: [], state: null, now: from });
  const found = new Set<string>();
  for (let now = from; now <= NOON + 4 * HOUR; now += MINUTE)
    for (const alarm of evaluator.evaluate([plantAt(now, powers, section_id)], RULES, now))
      found.add(subjectKey(alarm));
  return [...found].sort();
}

describe('an inverter with a battery behind it', () => {
  it('is neither without production nor under expectation while it charges', () => {
    assert.deepEqual(raised([sunny, sunny, charging]), []);
    assert.deepEqual(raised([sunny, sunny, (at) => (at < NOON ? charging(at) : sunny(at))]), []);
    // Full, and waiting for the evening.
    assert.deepEqual(raised([sunny, sunny, (at) => (at < NOON ? charging(at) : Math.sin(at) / 10)]), []);
  });

  it('does not make a plant one that produces nothing', () => {
    assert.deepEqual(raised([charging, charging], null), []);
  });

  it('is no measure for the others', () => {
    assert.deepEqual(raised([sunny, charging, charging]), []);
  });

  it('still stands out where it makes nothing, and draws no more than its own consumption', () => {
    const off: Power = (at) => -0.5 + Math.sin(at) / 10;
    assert.ok(raised([sunny, sunny, off]).includes('3/0/no_production'));
  });
});
