import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR, inverterAt, plantOf } from '../../../../tests/support/watched-plant.ts';
import { CompanyRules } from '../alarm-rules.model.ts';
import { subjectKey } from './active-alarm.model.ts';
import { AlarmEvaluator } from './evaluator.model.ts';
import { MAX_STEPS, STEP_MS, type WatchedDevice, type WatchedPlant } from './watched.model.ts';

/** Noon; the sun is gone from about 18:50 to 3:40. */
const NOON = Date.parse('2026-06-20T12:00:00Z');
const at = (hour: number): number => NOON + (hour - 12) * HOUR;
const STANDARD = new CompanyRules([]);

/** Mean power (kW of 100) of the quarter that begins at an instant. */
type Power = (at: number) => number | null;

const sunny: Power = (ts) =>
  Math.max(0, 80 - (0.9 * Math.abs(ts - NOON) ** 2) / HOUR ** 2) * (1 + Math.sin(ts) / 50);
const dark: Power = (ts) => (ts < at(19) ? sunny(ts) : 0);
const between =
  (from: number, until: number, kw: number | null): Power =>
  (ts) =>
    ts >= at(from) && ts < at(until) ? kw : dark(ts);

interface Around {
  readonly light?: Power;
  readonly hours?: number;
  readonly category?: WatchedDevice['category'];
}

function plantAt(
  now: number,
  powers: readonly Power[],
  { light, category = 'inverter' }: Around = {},
): WatchedPlant {
  const stepsOf = (power: Power) => {
    const begins = Array.from({ length: MAX_STEPS }, (_, i) => now - (MAX_STEPS - i) * STEP_MS);
    const means = begins.map(power);
    return { end: now, means, covered: means.map((mean) => (mean === null ? 0 : 1)) };
  };
  const devices = powers.map((power, i) => inverterAt(i + 1, now, { category, steps: stepsOf(power) }));
  const sensor =
    light &&
    inverterAt(99, now, {
      category: 'weather_station',
      nominal_power: null,
      values: [],
      steps: stepsOf(light),
    });
  return plantOf(sensor ? [...devices, sensor] : devices);
}

/** What is said of readings from noon on, each quarter, as hour of the clock and what changed. */
function storyOf(powers: readonly Power[], around: Around = {}): string[] {
  const { hours = 16 } = around;
  // What an inverter draws is evaluated once it has been seen for a day.
  const from = NOON - 25 * HOUR;
  const evaluator = new AlarmEvaluator({ open: [], state: null, now: from, apart_ms: 2 * STEP_MS });
  const story: string[] = [];
  let before = '';
  for (let now = from; now <= NOON + hours * HOUR; now += STEP_MS) {
    const active = evaluator.evaluate([plantAt(now, powers, around)], STANDARD, now);
    const said = active
      .map(subjectKey)
      .filter((key) => key.includes('readings'))
      .join();
    if (said !== before) story.push(`${12 + (now - NOON) / HOUR} ${said}`.trim());
    before = said;
  }
  return story;
}

describe('readings that stand still', () => {
  it('are found an hour after dark, and closed once they move', () => {
    const [opened = '', closed] = storyOf([between(13, 23, 40)]);
    assert.match(opened, /^20(\.\d+)? 1\/0\/readings_still$|^21(\.\d+)? 1\/0\/readings_still$/);
    assert.equal(closed, '23.75');
  });

  it('are found by day where two siblings, or a sensor, see the light go', () => {
    const cloud = between(16, 19, 8);
    const story = storyOf([between(13, 18, 60), cloud, cloud]);
    assert.deepEqual(story, ['17 1/0/readings_still', '18.75']);
    assert.deepEqual(storyOf([between(13, 18, 60)], { light: (ts) => 10 * (cloud(ts) ?? 0) }), story);
  });

  it('are none where power is held back, where nothing is made, where a hair moves, or where nothing is heard', () => {
    assert.deepEqual(storyOf([between(8, 17, 30), between(8, 17, 30), between(8, 17, 30)]), []);
    assert.deepEqual(storyOf([between(8, 18.5, 30)], { light: (ts) => 12 * (sunny(ts) ?? 0) }), []);
    assert.deepEqual(storyOf([between(13, 28, 0.9)]), []);
    assert.deepEqual(storyOf([(ts) => (ts > at(13) ? 40 + 0.001 * Math.sin(ts) : sunny(ts))]), []);
    assert.deepEqual(storyOf([between(13, 28, null)]), []);
  });

  it('are none of a generator, which may run at a set power by night', () => {
    assert.deepEqual(storyOf([between(13, 30, 40)], { category: 'generator' }), []);
  });

  it('are none where a sensor says little of what an inverter sees: at nominal power, or a sensor that is dead', () => {
    assert.deepEqual(storyOf([between(8, 17, 100)], { light: () => 480, hours: 5 }), []);
    assert.deepEqual(storyOf([between(8, 17, 30)], { light: () => 0, hours: 5 }), []);
  });

  it('are none by a single sibling that fails beside one that is held back', () => {
    assert.deepEqual(storyOf([between(8, 18, 60), between(8, 18, 5)], { hours: 6 }), []);
  });

  it('explain that their inverter is under expectation', () => {
    const evaluator = new AlarmEvaluator({ open: [], state: null, now: NOON, apart_ms: 2 * STEP_MS });
    const powers = [between(8, 30, 10), dark, dark, dark, dark];
    let last: ReturnType<AlarmEvaluator['evaluate']> = [];
    for (let now = NOON; now <= at(22); now += STEP_MS)
      last = evaluator.evaluate([plantAt(now, powers)], STANDARD, now);
    const causes = Object.fromEntries(last.map((alarm) => [subjectKey(alarm), alarm.cause]));
    assert.deepEqual(causes, { '1/0/readings_still': null, '1/0/under_expectation': '1/1/0/readings_still' });
  });
});

describe('an inverter with a battery behind it', () => {
  /** Charges by day, gives by night: at a power that moves, or at a set one. */
  const battery =
    (set: boolean): Power =>
    (ts) => {
      const hour = (ts / HOUR) % 24;
      if (hour >= 9 && hour < 15) return -40 * (1 + Math.sin(ts) / 50);
      return hour >= 20 || hour < 1 ? 30 * (set ? 1 : 1 + Math.sin(ts) / 50) : 0;
    };

  it('is not evaluated by what it draws by day, nor by a set power at night', () => {
    for (const set of [false, true]) assert.deepEqual(storyOf([battery(set)], { hours: 60 }), [], `${set}`);
  });

  it('is told from one whose sign is wrong', () => {
    const story = storyOf([(ts) => -(sunny(ts) ?? 0)], { hours: 5 });
    assert.equal(story.length, 1);
    assert.match(story[0] ?? '', /readings_implausible$/);
  });
});

describe('an inverter beside one whose readings stand still', () => {
  it('is not measured against it', () => {
    const evaluator = new AlarmEvaluator({ open: [], state: null, now: NOON, apart_ms: 2 * STEP_MS });
    for (let now = NOON; now <= at(19); now += STEP_MS) {
      const plant = plantAt(now, [between(13, 30, 75), dark]);
      const devices = plant.devices.map((device) => ({ ...device, section_id: 1 }));
      assert.deepEqual(evaluator.evaluate([{ ...plant, devices }], STANDARD, now), []);
    }
  });
});

describe('readings that cannot be', () => {
  it('are found by one quarter of an hour beyond the nominal power, or drawn by day', () => {
    for (const kw of [116, -5.5, 4000]) {
      const story = storyOf([between(14, 14.25, kw)]);
      assert.deepEqual(story, ['14.25 1/0/readings_implausible', '15.75'], `${kw}`);
    }
  });

  it('are none within what makers allow, nor what an inverter draws, nor by night', () => {
    for (const kw of [114, -4.5]) assert.deepEqual(storyOf([between(14, 15, kw)]), [], `${kw}`);
    assert.deepEqual(storyOf([between(21, 23, -50)]), []);
  });
});
