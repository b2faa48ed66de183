import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Readings } from '../../src/features/measurements/columns.model.ts';
import { PackedStretch, packStretch } from '../../src/features/measurements/server/packed-stretch.ts';
import { unpackStretch } from '../../src/features/measurements/server/read-stretches.ts';
import { cutReadings } from '../../src/features/measurements/server/stretch-cutting.ts';
import { DAY_MS } from '../../src/shared/units/zones.ts';
import { END, type FieldDevice, LAYOUTS, makeField, scaleOf } from './field.ts';
import { makePiece } from './generator.ts';

function readingsOf(device: FieldDevice, days: number): Readings {
  const { ts, columns } = makePiece(device, END - days * DAY_MS, END);
  return { ts, columns: columns.map((values) => ({ values, quality: null })) };
}

function sizeOf(device: FieldDevice | undefined, days: number): number {
  assert.ok(device);
  const readings = readingsOf(device, days);
  const made = cutReadings(readings).map(packStretch);
  const back = made.map(unpackStretch);
  for (const [slot, { values }] of readings.columns.entries())
    assert.deepEqual(
      Float64Array.from(back.flatMap(({ columns }) => [...(columns[slot]?.values ?? [])])),
      values,
    );
  return (
    made.reduce((sum, { length }) => sum + length, 0) /
    made.reduce((sum, bytes) => sum + new PackedStretch(bytes).values, 0)
  );
}

describe("the field's readings as stretches", () => {
  for (const layout of LAYOUTS)
    it(`take the bytes that they took when the format was made, layout ${layout}`, () => {
      const { fleet, meters, inverter } = makeField(scaleOf('20m'), layout);
      const sizes = [
        [sizeOf(fleet[3], 7), 0.55],
        [sizeOf(meters[3], 300), 1.12],
        [sizeOf(inverter, 14), 0.5],
      ] as const;
      for (const [size, most] of sizes) assert.ok(size <= most, `${size} bytes a reading`);
      // Of a reading of the field half are the meters', nearly all others the fleet's.
      const [[fleets], [meter]] = sizes;
      assert.ok((fleets + meter) / 2 <= 0.82, `${(fleets + meter) / 2} bytes a reading`);
    });
});
