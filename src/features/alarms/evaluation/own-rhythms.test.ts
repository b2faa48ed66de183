import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inverterAt, MINUTE, plantOf } from '../../../../tests/support/watched-plant.ts';
import { CompanyRules } from '../alarm-rules.model.ts';
import { subjectKey } from './active-alarm.model.ts';
import { AlarmEvaluator } from './evaluator.model.ts';
import type { WatchedDevice } from './watched.model.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Midnight; the plant of these tests sees the sun from about 3:40 to 18:50. */
const START = Date.parse('2026-06-20T00:00:00Z');
const STEP = 5 * MINUTE;
const STANDARD = new CompanyRules([]);
const SILENT = '7/0/device_silent';

interface Sender {
  /** The newest reading that it has brought in by an instant. */
  readonly heard: (now: number) => number | null;
  readonly category?: WatchedDevice['category'];
}

/** When its silence is an alarm, in hours from the start, beside a polled neighbour that answers. */
function alarmsOf({ heard, category = 'weather_station' }: Sender, days: number, restart?: boolean) {
  let evaluator = new AlarmEvaluator({ open: [], state: null, now: START, apart_ms: 2 * STEP });
  const found: number[] = [];
  let active: ReturnType<AlarmEvaluator['evaluate']> = [];
  for (let now = START; now < START + days * DAY; now += STEP) {
    if (restart && now % HOUR === 0) {
      const state = JSON.parse(JSON.stringify(evaluator.state()));
      evaluator = new AlarmEvaluator({ open: active, state, now, apart_ms: 2 * STEP });
    }
    const own = { category, polled: false, port_id: null, last_good_at: heard(now), values: [] };
    const before = active.some((alarm) => subjectKey(alarm) === SILENT);
    active = evaluator.evaluate([plantOf([inverterAt(1, now), inverterAt(7, now, own)])], STANDARD, now);
    const stands = active.some((alarm) => subjectKey(alarm) === SILENT);
    if (stands !== before) found.push((now - START) / HOUR);
  }
  return found;
}

/** Sends each so many minutes but between two hours. */
const each =
  (minutes: number, [from, to]: readonly [number, number] = [1e9, 1e9]) =>
  (now: number): number => {
    const until = now >= START + from * HOUR && now < START + to * HOUR ? START + from * HOUR - 1 : now;
    return Math.floor(until / (minutes * MINUTE)) * minutes * MINUTE;
  };
const near = (found: readonly number[], ...hours: number[]) => {
  assert.equal(found.length, hours.length, found.join());
  for (const [i, hour] of hours.entries()) assert.ok(Math.abs((found[i] ?? 0) - hour) < 0.25, found.join());
};

describe('a device that sends by itself', () => {
  it('is silent after an hour where it sends each five minutes, also with restarts in between', () => {
    const sender = { heard: each(5, [58, 61]) };
    near(alarmsOf(sender, 3), 59, 61);
    near(alarmsOf(sender, 3, true), 59, 61);
  });

  it('is silent after four times its usual silence where that is longer', () => {
    assert.deepEqual(alarmsOf({ heard: each(60, [58, 61]) }, 3), []);
    near(alarmsOf({ heard: each(60, [58, 66]) }, 3), 61.2, 66);
  });

  it('is not evaluated on its first day, nor where it brings its readings but twice a day', () => {
    assert.deepEqual(alarmsOf({ heard: each(5, [8, 12]) }, 1), []);
    assert.deepEqual(alarmsOf({ heard: each(13 * 60, [50, 300]) }, 8), []);
  });

  it('may sleep: an inverter by night, and whatever slept on its first day', () => {
    const byDay = (now: number): number => {
      const hour = (now % DAY) / HOUR;
      if (hour < 4) return now - (hour + 6) * HOUR;
      return hour < 18 ? now : now - (hour - 18) * HOUR;
    };
    assert.deepEqual(alarmsOf({ heard: byDay, category: 'inverter' }, 4), []);
    assert.deepEqual(alarmsOf({ heard: byDay }, 4), []);
  });

  it('is found by day when it is gone since the night: an inverter two hours after the sun', () => {
    const gone = (now: number): number => Math.min(now, START + 2 * DAY + 21 * HOUR);
    const [found = 0] = alarmsOf({ heard: gone, category: 'inverter' }, 4);
    assert.ok(found > 72 + 5 && found < 72 + 6.2, String(found));
  });

  it('is no archive: a past that a file brings in promises nothing', () => {
    // Two years come in within an hour, up to yesterday or to now.
    for (const end of [START - DAY, START + 2 * HOUR]) {
      const imported = (now: number): number => {
        const share = Math.min(1, (now - START) / HOUR);
        return now < START + HOUR ? START - 700 * DAY * (1 - share) : Math.min(now, end);
      };
      assert.deepEqual(alarmsOf({ heard: imported }, 6), []);
    }
  });

  it('is heard again after an outage, also where it hardly ever speaks', () => {
    // Each four hours: what it learns of twenty is no more than twelve, which still is a rhythm.
    near(alarmsOf({ heard: each(240, [50, 70]) }, 6), 64.2, 70);
    const thrice = (now: number): number =>
      Math.min(each(5, [48, 60])(now), each(5, [84, 100])(now), each(5, [120, 180])(now));
    const found = alarmsOf({ heard: thrice }, 9);
    assert.equal(found.length % 2, 0, found.join());
    assert.ok(found.length >= 4, found.join());
  });

  it('that brings in afterwards what it had to keep, oldest first, learns of an outage but once', () => {
    // Fourteen hours out, then two hours of each look, until it has caught up.
    const out = [58, 72] as const;
    const caughtUp = (now: number): number => {
      const late = (now - START) / STEP - out[1] * 12;
      return late < 0 ? Number.POSITIVE_INFINITY : START + out[0] * HOUR + (late + 1) * 2 * HOUR;
    };
    const heard = (now: number): number =>
      Math.min(each(5, out)(now), each(5, [100, 110])(now), caughtUp(now));
    near(alarmsOf({ heard }, 5), 59, 72.5, 103.2, 110);
  });

  it('is evaluated where its port is taken away no longer than its readings are heard of', () => {
    const evaluator = new AlarmEvaluator({ open: [], state: null, now: START, apart_ms: 2 * STEP });
    const keys: string[] = [];
    for (let now = START + 8 * HOUR; now < START + 10 * HOUR; now += STEP) {
      const set_up = now < START + 9 * HOUR ? {} : { polled: false, port_id: null };
      const dead = inverterAt(7, START + 8 * HOUR, { ...set_up, category: 'other', values: [] });
      const found = evaluator.evaluate([plantOf([inverterAt(1, now), dead])], STANDARD, now).map(subjectKey);
      if (found.join() !== keys.at(-1)) keys.push(found.join());
      if (keys.length > 2) break;
    }
    assert.deepEqual(keys, ['', SILENT, '']);
    assert.deepEqual([...evaluator.unobserved], [[`1/${SILENT}`, 'nothing_watched']]);
  });

  it('is none where somebody brings in files, twice on a day and once more on the third', () => {
    const byHand = (now: number): number | null => {
      const brought = [8, 8.5, 57].filter((hour) => now >= START + hour * HOUR).at(-1);
      return brought === undefined ? null : START + brought * HOUR;
    };
    assert.deepEqual(alarmsOf({ heard: byHand }, 5), []);
  });

  it('is told of only when something was learnt: what is kept of it hardly ever changes', () => {
    const evaluator = new AlarmEvaluator({ open: [], state: null, now: START, apart_ms: 2 * STEP });
    const revisions = new Set<number>();
    for (let now = START; now < START + 3 * DAY; now += STEP) {
      const own = { category: 'other', polled: false, port_id: null, values: [] } as const;
      evaluator.evaluate([plantOf([inverterAt(7, now, own)])], STANDARD, now);
      if (now > START + 30 * HOUR) revisions.add(evaluator.learnt);
    }
    assert.equal(revisions.size, 1);
    assert.equal('rhythms' in evaluator.gathered(), false);
  });

  it('is evaluated in a replay by what is known of it today, and teaches nothing there', () => {
    const known = { 7: [START - 30 * DAY, 2900, 60, 60, 1, 0] };
    const evaluator = new AlarmEvaluator({
      open: [],
      state: null,
      now: START,
      apart_ms: 2 * STEP,
      rhythms: known,
    });
    const found: number[] = [];
    for (let now = START; now < START + 12 * HOUR; now += STEP) {
      const heard = each(5, [2, 9])(now);
      const own = {
        category: 'other',
        polled: false,
        port_id: null,
        last_good_at: heard,
        values: [],
      } as const;
      const stood = evaluator.evaluate(
        [plantOf([inverterAt(1, now), inverterAt(7, now, own)])],
        STANDARD,
        now,
      );
      if (stood.length > 0) found.push((now - START) / HOUR);
    }
    // Four hours of silence, not one: it delivers by the hour.
    assert.ok(Math.abs((found[0] ?? 0) - 6) < 0.25, String(found[0]));
    assert.deepEqual(evaluator.state().rhythms, known);
  });

  it('needs a neighbour that speaks, and raises its usual silence by one outage no more than fourfold', () => {
    const twice = (now: number): number => {
      const [first, second] = [each(5, [48, 100])(now), each(5, [130, 134])(now)];
      return Math.min(first, second);
    };
    // Of an outage of two days it learns 48 minutes: the next is heard of after 3.2 hours.
    near(alarmsOf({ heard: twice }, 6), 49, 100, 133.3, 134);
  });

  it('whose facts are broken stops the look at its own plant alone', () => {
    const faults: number[] = [];
    const evaluator = new AlarmEvaluator({
      open: [],
      state: null,
      now: START,
      onFault: (id) => faults.push(id),
    });
    const broken = Object.defineProperty(
      inverterAt(7, START, { polled: false, port_id: null }),
      'last_good_at',
      {
        get: () => {
          throw new Error('no instant');
        },
      },
    );
    const plant = plantOf([broken]);
    assert.deepEqual(evaluator.evaluate([plant], STANDARD, START), []);
    assert.deepEqual(faults, [plant.plant_id]);
  });
});
