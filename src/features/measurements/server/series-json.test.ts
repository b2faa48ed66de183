import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QUALITIES } from '../measurements.model.ts';
import { type SeriesHead, SeriesWriter } from './series-json.ts';

const head = { short_name: 'Cabina "B" – 21 °C', unit: 'W/m²', device_id: 4 } as unknown as SeriesHead;
const NONE = Number.NaN;
const of = (ts: readonly number[], values: readonly number[], quality: readonly number[]) => ({
  ts: Float64Array.from(ts),
  values: Float64Array.from(values),
  quality: Uint8Array.from(quality),
});
const read = (bytes: Uint8Array): Record<string, unknown> => JSON.parse(Buffer.from(bytes).toString());

describe('a series as JSON', () => {
  it('is what JSON.stringify would write of it, with null for what is no number', () => {
    const ts = [-1, 0, 999, 1000, 86_399_999, 86_400_000, Date.parse('2026-10-25T00:30:15.037Z'), 4e12];
    const values = [0, -0, 1e21, 5e-324, NONE, Number.POSITIVE_INFINITY, -12.3456789012345, 1 / 3];
    const quality = [0, 1, 2, 3, 4, 0, 0, 0];
    const figures = { n: 8, sum: null };
    const marked = [{ start: 'a', end: 'b', reason: 'snow ❄' }];
    const written = read(new SeriesWriter().write(head, of(ts, values, quality), { marked, figures }));
    assert.deepEqual(written, {
      ...head,
      ts: ts.map((at) => new Date(at).toISOString()),
      values: values.map((value) => (Number.isFinite(value) ? value + 0 : null)),
      quality: quality.map((state) => QUALITIES[state]),
      marked,
      figures,
    });
  });

  it('leaves out what is nothing to say', () => {
    const writer = new SeriesWriter();
    assert.deepEqual(read(writer.write(head, of([], [], []))), { ...head, ts: [], values: [] });
    assert.deepEqual(read(writer.write(head, of([5], [1], [0]), { marked: [] })), {
      ...head,
      ts: ['1970-01-01T00:00:00.005Z'],
      values: [1],
    });
  });

  it('never takes the instants of one series for those of another', () => {
    const writer = new SeriesWriter();
    for (let i = 0; i < 40; i++) {
      const ts = Array.from({ length: 3 }, (_, k) => (i % 13) * 1000 + k);
      const written = read(writer.write(head, of(ts, [i, NONE, 2], [0, 3, 0])));
      assert.deepEqual(
        written.ts,
        ts.map((at) => new Date(at).toISOString()),
      );
    }
  });

  it('lies in memory of its own, which can be given away', () => {
    const bytes = new SeriesWriter().write(head, of([1, 2], [3, 4], [0, 0]));
    assert.equal(bytes.buffer.byteLength, bytes.byteLength);
    assert.ok(structuredClone(bytes, { transfer: [bytes.buffer] }).byteLength > 0);
    assert.equal(bytes.byteLength, 0);
  });
});
