import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gridOf, onGrid, pageOfBoxes, questionsOf } from './string-boxes.model.ts';

describe('strings as they are asked for', () => {
  it('asks for boxes of the same strings together', () => {
    const box = (device_id: number, ...names: string[]) => ({
      device_id,
      short_name: `SB${device_id}`,
      strings: names.map((name) => ({ name, label_en: name, label_it: name })),
    });
    assert.deepEqual(questionsOf([box(1, 'a', 'b'), box(2, 'a'), box(3, 'a', 'b')]), [
      { variables: 'a,b', devices: '1,3' },
      { variables: 'a', devices: '2' },
    ]);
  });

  it('asks for no more series at once than are answered', () => {
    const box = (device_id: number, count: number) => ({
      device_id,
      short_name: `INV${device_id}`,
      strings: Array.from({ length: count }, (_, i) => ({ name: `i${i}`, label_en: '', label_it: '' })),
    });
    const boxes = (count: number, strings: number) =>
      Array.from({ length: count }, (_, i) => box(i + 1, strings));
    const sizes = (asked: { devices: string; variables: string }[]) =>
      asked.map(({ devices, variables }) => [devices.split(',').length, variables.split(',').length]);
    assert.deepEqual(sizes(questionsOf(boxes(24, 28))), [
      [17, 28],
      [7, 28],
    ]);
    assert.deepEqual(sizes(questionsOf(boxes(1, 120))), [
      [1, 100],
      [1, 20],
    ]);
    // All of a plant are held against each other, also those of other pages, up to 2,000 strings.
    const looked = (all: ReturnType<typeof boxes>) => {
      const { shown, looked } = pageOfBoxes(all, 2);
      return [shown.length, looked.length];
    };
    assert.deepEqual(looked(boxes(30, 16)), [6, 30]);
    assert.deepEqual(looked(boxes(30, 100)), [6, 6]);
  });

  it('lays series of different steps on those of the slowest', () => {
    const grid = gridOf([{ step_s: 900 }, { step_s: 1800 }], { start: 0, end: 3_600_000 });
    assert.deepEqual(grid, { at: [0, 1_800_000], step_ms: 1_800_000 });
    const ts = [0, 900, 1800, 2700].map((s) => new Date(s * 1000).toISOString());
    assert.deepEqual(onGrid({ ts, values: [4, 6, null, null] }, grid), [5, null]);
  });
});
