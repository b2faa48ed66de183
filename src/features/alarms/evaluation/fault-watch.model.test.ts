import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  closingOf,
  type Delays,
  type FaultStatus,
  lastOf,
  packWatch,
  quietWatch,
  stepWatch,
  unpackWatch,
  type Watch,
} from './fault-watch.model.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const START = Date.parse('2026-06-20T10:00:00Z');
const DELAYS: Delays = { open_ms: 15 * MINUTE, close_ms: 5 * MINUTE };
const around = (now: number, delays = DELAYS) => ({ now, delays, apart_ms: 120_000 });

interface Turn {
  readonly at: number;
  readonly open: boolean;
  readonly began_at: number;
}

/** Looks every ten seconds; answers the watch and the minutes at which it opened or closed. */
function run(watch: Watch, observations: readonly [FaultStatus, minutes: number][]) {
  const turns: Turn[] = [];
  let [current, now] = [watch, START];
  for (const [snapshot, minutes] of observations) {
    for (const end = now + minutes * MINUTE; now < end; now += 10 * SECOND) {
      const next = stepWatch(current, { status: snapshot }, around(now));
      if (next.open !== current.open) {
        const began_at = next.open ? (next.began_at - START) / MINUTE : 0;
        turns.push({ at: (now - START) / MINUTE, open: next.open, began_at });
      }
      current = next;
    }
  }
  return { watch: current, turns };
}

const open = () => quietWatch(true, START);

describe('a watch over one fault', () => {
  it('opens once the fault was seen for its delay, dated from its beginning', () => {
    assert.deepEqual(run(quietWatch(false), [['faulty', 20]]).turns, [{ at: 15, open: true, began_at: 0 }]);
  });

  it('lets what spoke for a fault fade while it is gone', () => {
    const { watch, turns } = run(quietWatch(false), [
      ['faulty', 10],
      ['fine', 45],
      ['faulty', 14],
    ]);
    assert.deepEqual(turns, []);
    assert.equal(watch.held_ms, 14 * MINUTE - 10 * SECOND);
  });

  it('adds up the times of evidence and leaves out those without', () => {
    const { turns } = run(quietWatch(false), [
      ['faulty', 10],
      ['unknown', 30],
      ['faulty', 10],
    ]);
    // Ten minutes less one look before the gap: the rest must be seen after it.
    assert.deepEqual(turns, [{ at: 45 + 1 / 6, open: true, began_at: 0 }]);
  });

  it('does not join evidence that lies more than an hour apart', () => {
    const { turns } = run(quietWatch(false), [
      ['faulty', 10],
      ['unknown', 70],
      ['faulty', 10],
    ]);
    assert.deepEqual(turns, []);
  });

  it('closes only after the fault was gone for its delay without a break, and longer after a relapse', () => {
    const { turns } = run(open(), [
      ['fine', 4],
      ['faulty', 1],
      ['fine', 12],
    ]);
    assert.deepEqual(turns, [{ at: 15, open: false, began_at: 0 }]);
  });

  it('is one alarm, however the fault comes and goes', () => {
    for (const [on, off] of [
      [1, 1],
      [1, 2],
      [14, 4],
      [5, 4],
      [20, 10],
      [90, 20],
    ] as const) {
      const observations = Array.from(
        { length: Math.ceil(1200 / (on + off)) },
        (): [FaultStatus, number][] => [
          ['faulty', on],
          ['fine', off],
        ],
      ).flat();
      const { turns, watch } = run(quietWatch(false), observations);
      const opened = turns.filter((turn) => turn.open).length;
      // Until its pauses are known it may close, twice at most.
      assert.ok(opened >= 1 && opened <= (off > 4 ? 3 : 1), `${on} on, ${off} off: ${opened}`);
      assert.equal(watch.open, true, `${on} on, ${off} off`);
    }
  });

  it('stays open while nothing can be said', () => {
    assert.equal(run(open(), [['unknown', 600]]).watch.open, true);
  });

  it('does not count the time in which nobody looked', () => {
    const first = stepWatch(quietWatch(false), { status: 'faulty' }, around(START));
    const later = stepWatch(first, { status: 'faulty' }, around(START + 30 * MINUTE));
    assert.deepEqual([later.open, later.held_ms], [false, 0]);
  });

  it('opens at once when the readings themselves tell a beginning long enough ago', () => {
    const observation = { status: 'faulty', since: START - 16 * MINUTE } as const;
    const watch = stepWatch(quietWatch(false), observation, around(START));
    assert.deepEqual([watch.open, watch.began_at], [true, START - 16 * MINUTE]);
  });

  it('gathers and does not open while its cause is on the way', () => {
    const observation = { status: 'faulty', since: START - 16 * MINUTE } as const;
    const held = stepWatch(quietWatch(false), observation, { ...around(START), suppressed: true });
    assert.equal(held.open, false);
    assert.equal(stepWatch(held, observation, around(START + MINUTE)).open, true);
  });

  it('says since when its fault is gone and when it closes, longer once it came back; nothing while it is there or out of sight', () => {
    const after = (...observations: [FaultStatus, number][]) => {
      const { after_ms, back } = closingOf(run(open(), observations).watch, DELAYS.close_ms);
      const minutes = (at: number) => (at - START) / MINUTE;
      return [after_ms / MINUTE, back && minutes(back.since), back && minutes(back.closes_at)];
    };
    assert.deepEqual(after(['faulty', 1]), [5, null, null]);
    assert.deepEqual(after(['faulty', 1], ['fine', 2]), [5, 1, 6]);
    assert.deepEqual(after(['fine', 2], ['faulty', 1], ['fine', 3]), [10, 3, 13]);
    assert.deepEqual(after(['fine', 2], ['unknown', 1]), [5, null, null]);
    const parts = [
      { after_ms: 1, back: { since: 2, closes_at: 9 } },
      { after_ms: 4, back: { since: 5, closes_at: 6 } },
    ];
    assert.deepEqual(lastOf(parts), { after_ms: 4, back: { since: 5, closes_at: 9 } });
    assert.equal(lastOf([...parts, { after_ms: 1, back: null }]).back, null);
  });

  it('closes in time though the clock is set back meanwhile, as soon as the correction is over', () => {
    let watch = run(open(), [['fine', 3]]).watch;
    let minutes = 3;
    for (; watch.open && minutes < 60; minutes++)
      watch = stepWatch(watch, { status: 'fine' }, around(START + (minutes - 60) * MINUTE));
    assert.equal(minutes, 7);
  });

  it('is kept as plain numbers', () => {
    const { watch } = run(open(), [
      ['fine', 4],
      ['faulty', 1],
      ['fine', 2],
    ]);
    assert.deepEqual(unpackWatch(JSON.parse(JSON.stringify(packWatch(watch)))), watch);
    assert.deepEqual(unpackWatch(packWatch(quietWatch(false))), quietWatch(false));
  });
});
