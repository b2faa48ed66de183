import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  apartStrings,
  hourlyShares,
  mapStrings,
  type StringSeries,
  type StringSteps,
  stretchesOf,
  toneOf,
} from './string-map.model.ts';

const QUARTER = 900_000;
const steps = (count: number, rest: Partial<StringSteps> = {}): StringSteps => ({
  at: Array.from({ length: count }, (_, i) => i * QUARTER),
  step_ms: QUARTER,
  answered_at: (count + 1) * QUARTER,
  isNight: () => false,
  isRest: () => false,
  ...rest,
});
const string = (device_id: number, name: string, ...currents: (number | null)[]): StringSeries => ({
  device_id,
  box: `SB${device_id}`,
  name,
  label: name,
  currents,
});

describe('strings against their siblings', () => {
  it('divides each current by the median of its box at that instant', () => {
    // Medians of 8, 8, 2 and of 4, 5, 1: 8 and 4.
    const [box] = mapStrings([string(1, 'a', 8, 4), string(1, 'b', 8, 5), string(1, 'c', 2, 1)], steps(2));
    assert.deepEqual(
      box?.strings.map(({ cells }) => cells),
      [
        [1, 1],
        [1, 1.25],
        [0.25, 0.25],
      ],
    );
    // (2 + 1) / (8 + 4) of the day.
    assert.equal(box?.strings[2]?.share, 0.25);
  });

  it('tells night, a step to come, too little light and a gap apart, and none of them is a zero', () => {
    const [box] = mapStrings(
      [
        string(1, 'a', 0, 0.2, null, 6, null),
        string(1, 'b', 0, 0.2, 6, 6, null),
        string(1, 'c', 0, 0.2, 6, 0, null),
      ],
      steps(5, { isNight: (at) => at === 0, answered_at: 4.5 * QUARTER }),
    );
    assert.deepEqual(box?.strings[0]?.cells, ['night', 'dim', 'gap', 1, 'later']);
    assert.equal(box?.strings[2]?.cells[3], 0);
    assert.equal(box?.strings[0]?.gaps, 1);
  });

  it('compares no string with itself alone, and takes a box that is mostly dead under the sun for no dim light', () => {
    // One of three was read: it has no siblings at that step.
    const [alone] = mapStrings([string(1, 'a', 6), string(1, 'b', null), string(1, 'c', null)], steps(1));
    assert.deepEqual(alone?.strings[0]?.cells, ['dim']);
    // Three of five are dead at noon: measured against those that flow, (8 + 8) / 2.
    const [dead] = mapStrings(
      [8, 8, 0, 0, 0].map((current, i) => string(1, `s${i}`, current)),
      steps(1),
    );
    assert.deepEqual(
      dead?.strings.map(({ cells }) => cells[0]),
      [1, 1, 0, 0, 0],
    );
    // At dawn some pass the limit before others: that tells nothing.
    const [dawn] = mapStrings(
      [0.6, 0.4, 0.4].map((current, i) => string(1, `s${i}`, current)),
      steps(1),
    );
    assert.deepEqual(dawn?.strings[1]?.cells, ['dim']);
  });

  it('waits until a step has ended and its readings came, as of the answer', () => {
    const cellAt = (answered_at: number) =>
      mapStrings([string(1, 'a', null)], steps(1, { answered_at }))[0]?.strings[0]?.cells[0];
    assert.equal(cellAt(QUARTER / 10), 'later');
    assert.equal(cellAt(QUARTER + 5000), 'later');
    assert.equal(cellAt(QUARTER + 10_000), 'gap');
  });

  it('takes silence around sunrise and sunset for the night, and what is read there for what it is', () => {
    const [box] = mapStrings(
      ['a', 'b', 'c'].map((name) => string(1, name, null, 2, 8)),
      steps(3, { isRest: (at) => at < 2 * QUARTER }),
    );
    assert.deepEqual(box?.strings[0]?.cells, ['night', 1, 1]);
    assert.deepEqual(box?.cells.slice(0, 1), ['night']);
    assert.equal(box?.strings[0]?.gaps, 0);
  });

  it('measures a box that is out, or has fewer than three strings, against the others', () => {
    const boxes = mapStrings(
      [
        ...['a', 'b', 'c'].map((name) => string(1, name, 8)),
        ...['a', 'b', 'c'].map((name) => string(2, name, 0.1)),
        string(3, 'a', 6),
      ],
      steps(1),
    );
    // The medians of the other boxes are 8 and 6, so 7; 0.1/7.
    assert.equal(boxes[1]?.strings[0]?.reference[0], 7);
    // Of all strings 0.1, 0.1, 0.1, 6, 8, 8, 8 the middle is 6.
    assert.equal(boxes[2]?.strings[0]?.cells[0], 1);
    assert.equal(boxes[1]?.cells[0], 0.1 / 7);
  });

  it('names what stood apart for three quarters of an hour, the farthest first', () => {
    const day = (value: number) => [value, value, value, value];
    const boxes = mapStrings(
      [
        string(1, 'fine', ...day(8)),
        ...['good', 'calm', 'kept'].map((name) => string(1, name, ...day(8))),
        string(1, 'weak', ...day(6)),
        string(1, 'far', ...day(2)),
        string(1, 'once', 2, 8, 8, 8),
      ],
      steps(4),
    );
    assert.deepEqual(
      apartStrings(boxes).map(({ name, apart }) => [name, apart.share, apart.for_ms / QUARTER]),
      [
        ['far', 0.25, 4],
        ['weak', 0.75, 4],
      ],
    );
    assert.equal(boxes[0]?.apart, 2);
  });

  it('draws neighbours of one class as one stretch, and sums hours up for the table', () => {
    assert.deepEqual(stretchesOf(['night', 'later', 1, 1.05, 0.4, 'gap']), [
      { tone: 'blank', from: 0, to: 2 },
      { tone: 'even', from: 2, to: 4 },
      { tone: 'far', from: 4, to: 5 },
      { tone: 'gap', from: 5, to: 6 },
    ]);
    assert.deepEqual([0.6, 0.85, 1.2].map(toneOf), ['weak', 'low', 'above']);
    const [box] = mapStrings(
      ['a', 'b', 'c'].map((name) => string(1, name, 8, 8, null, null)),
      steps(4),
    );
    assert.deepEqual(box?.strings[0] && hourlyShares(box.strings[0], 2), [1, null]);
  });
});
