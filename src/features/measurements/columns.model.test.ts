import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  between,
  columnsOfRows,
  goodReadings,
  type HotRow,
  mergeReadings,
  withMarks,
} from './columns.model.ts';
import { orderRows, type ReadingRow } from './readings.model.ts';

const NONE = Number.NaN;
const FAILED = 4;

const row = fc.record({
  ts: fc.nat({ max: 30 }),
  slots: fc.array(fc.tuple(fc.constantFrom(1, 2, -0, NONE), fc.constantFrom(0, 0, 0, 1, 4)), {
    minLength: 1,
    maxLength: 3,
  }),
});
const toRow = ({ ts, slots }: { ts: number; slots: [number, number][] }): ReadingRow => ({
  device_id: 1,
  ts,
  values: Float64Array.from(slots, ([value]) => value),
  quality: Uint8Array.from(slots, ([, quality]) => quality),
});
const resultOf = (rows: readonly HotRow[]) => {
  const { ts, columns } = columnsOfRows(rows);
  return tell({ ts, columns });
};
const tell = ({ ts, columns }: ReturnType<typeof columnsOfRows>) =>
  Array.from(ts, (at, i) => [
    at,
    ...[0, 1, 2].flatMap((slot) => [columns[slot]?.values[i] ?? NONE, columns[slot]?.quality?.[i] ?? 0]),
  ]);

describe('readings in columns', () => {
  it('merge slot by slot as the writer merges deliveries', () => {
    fc.assert(
      fc.property(fc.array(row), fc.array(row), (first, second) => {
        const [a, b] = [first.map(toRow), second.map(toRow)];
        const merged = mergeReadings(columnsOfRows(orderRows(a)), columnsOfRows(orderRows(b)));
        assert.deepEqual(tell(merged), resultOf(orderRows([...a, ...b])));
      }),
    );
  });

  it('are cut by instants, the end left out', () => {
    const readings = columnsOfRows(
      [1, 3, 5, 9].map((ts) => ({ ts, values: Float64Array.of(ts), quality: null })),
    );
    assert.deepEqual([...(between(readings, 3, 9).columns[0]?.values ?? [])], [3, 5]);
    assert.equal(between(readings, 6, 9).ts.length, 0);
  });

  it('are left out of what counts where a person marked them, and stay as they came', () => {
    const rows = [1, 2, 3].map((ts) => ({
      ts,
      values: Float64Array.of(ts, ts === 2 ? NONE : 7),
      quality: null,
    }));
    const came = columnsOfRows(rows);
    const mark = { device_id: 1, start: 2, end: 3 };
    const all = withMarks(came, [0, 1], [{ ...mark, slots: null }]);
    assert.deepEqual(tell(all)[1], [2, NONE, FAILED, NONE, 0, NONE, 0]);
    assert.deepEqual(tell(all)[2], [3, 3, 0, 7, 0, NONE, 0]);
    const second = withMarks(came, [4, 6], [{ ...mark, end: 9, slots: [6] }]);
    assert.deepEqual(tell(second)[1], [2, 2, 0, NONE, 0, NONE, 0]);
    assert.deepEqual(tell(second)[2], [3, 3, 0, NONE, FAILED, NONE, 0]);
    assert.deepEqual([...goodReadings(all.ts, all.columns[0]).values], [1, 3]);
    assert.deepEqual([...goodReadings(all.ts, all.columns[0]).next], [2, NONE]);
    assert.deepEqual(tell(came), resultOf(rows));
  });
});
