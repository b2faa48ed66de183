import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Delays, type Evidence, quietWatch, stepWatch, type Watch } from './fault-watch.model.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DELAYS: Delays = { open_after_s: 900, close_after_s: 300 };

/** Looks every ten seconds from `start`; answers the watch and the instants at which it opened or closed. */
function run(watch: Watch, start: number, looks: readonly [Evidence, minutes: number][], delays = DELAYS) {
  const turns: { at: number; open: boolean; opened_at: number | undefined }[] = [];
  let [current, now] = [watch, start];
  for (const [evidence, minutes] of looks) {
    for (const end = now + minutes * MINUTE; now < end; now += 10 * SECOND) {
      const { watch: next, opened_at } = stepWatch(current, { evidence }, now, delays);
      if (next.open !== current.open) turns.push({ at: now, open: next.open, opened_at });
      current = next;
    }
  }
  return { watch: current, turns };
}

describe('a watch over one fault', () => {
  it('opens once the fault was seen for its delay, dated from its beginning', () => {
    const { turns } = run(quietWatch(false), 0, [['faulty', 20]]);
    assert.deepEqual(turns, [{ at: 15 * MINUTE, open: true, opened_at: 0 }]);
  });

  it('forgets a fault that was gone in between', () => {
    const { turns } = run(quietWatch(false), 0, [
      ['faulty', 14],
      ['fine', 1],
      ['faulty', 14],
    ]);
    assert.deepEqual(turns, []);
  });

  it('adds up the times of evidence and leaves out those without', () => {
    const { turns } = run(quietWatch(false), 0, [
      ['faulty', 10],
      ['unknown', 30],
      ['faulty', 10],
    ]);
    assert.equal(turns.length, 1);
    assert.equal(turns[0]?.opened_at, 0);
    // Ten minutes less one look before the gap: the rest must be seen after it.
    assert.equal(turns[0]?.at, 45 * MINUTE + 10 * SECOND);
  });

  it('does not join evidence that lies more than an hour apart', () => {
    const { turns } = run(quietWatch(false), 0, [
      ['faulty', 10],
      ['unknown', 70],
      ['faulty', 10],
    ]);
    assert.deepEqual(turns, []);
  });

  it('closes only after the fault was gone for its delay, and a relapse starts that anew', () => {
    const { turns } = run(quietWatch(true), 0, [
      ['fine', 4],
      ['faulty', 1],
      ['fine', 6],
    ]);
    assert.deepEqual(turns, [{ at: 10 * MINUTE, open: false, opened_at: undefined }]);
  });

  it('stays open while nothing can be said', () => {
    const { watch } = run(quietWatch(true), 0, [['unknown', 600]]);
    assert.equal(watch.open, true);
  });

  it('does not count the time in which nobody looked', () => {
    const first = stepWatch(quietWatch(false), { evidence: 'faulty' }, 0, DELAYS).watch;
    const later = stepWatch(first, { evidence: 'faulty' }, 30 * MINUTE, DELAYS).watch;
    assert.equal(later.open, false);
    assert.equal(later.held_ms, 0);
  });

  it('opens at once when the readings themselves tell a beginning long enough ago', () => {
    const look = { evidence: 'faulty', since: -16 * MINUTE } as const;
    const { watch, opened_at } = stepWatch(quietWatch(false), look, 0, DELAYS);
    assert.equal(watch.open, true);
    assert.equal(opened_at, -16 * MINUTE);
  });
});
