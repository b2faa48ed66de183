import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import type { ReadingRow } from '../readings.model.ts';
import { ReadingWriter } from './reading-writer.ts';

const NOW = Date.parse('2026-06-01T10:00:00Z');
const NAMES = ['ac_power_kw', 'dc_power_kw', 'energy_total_kwh'];

/** A slot says nothing, something good, or something bad. */
const anySlot = fc.constantFrom<[number, number]>(
  [Number.NaN, 0],
  [1, 0],
  [2.5, 0],
  [3, 0],
  [4, 2],
  [Number.NaN, 4],
);
const whole = fc.integer({ min: 1, max: 9 }).map((value): [number, number] => [value, 0]);
const anyRow = fc.record({
  device: fc.integer({ min: 0, max: 2 }),
  minute: fc.integer({ min: 0, max: 12 }),
  slots: fc.oneof(
    { weight: 3, arbitrary: fc.array(whole, { minLength: 2, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(anySlot, { minLength: 1, maxLength: 3 }) },
  ),
});
/** Deliveries of two processes; most are newer than what went before. */
const deliveries = fc.array(
  fc.record({
    by: fc.integer({ min: 0, max: 1 }),
    later: fc.constantFrom(0, 5, 13),
    rows: fc.array(anyRow, { minLength: 1, maxLength: 8 }),
  }),
  { minLength: 2, maxLength: 12 },
);

describe('rows that are thought to be new', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let plant: number;
  const open = () => new ReadingWriter(base.pool, { announce: async () => undefined, clock: () => NOW });
  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'New rows');
    plant = await makePlant(base.pool, scope, 'NEW');
  });
  after(() => base.close());

  const devices = async (run: string) => {
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c'])
      ids.push(await makeDevice(base.pool, scope, plant, `${run}_${name}`, NAMES));
    return ids;
  };
  /** What is stored of devices: hot rows, last rows and marks. */
  const stored = (ids: readonly number[]) =>
    inScope(base.pool, scope, async (tx) => {
      const read = async (text: string) =>
        (await tx.query<{ row: string }>(text, [ids])).rows.map(({ row }) => row);
      const place = 'array_position($1::bigint[], device_id)';
      return [
        await read(
          `select (${place}, ts, vals, q)::text as row from obs where device_id = any($1) order by device_id, ts`,
        ),
        await read(`select (${place}, ts, vals, slot_ts, q, coalesce(spoke_at, slot_ts))::text as row
                    from obs_last where device_id = any($1) order by device_id`),
        await read(
          `select (${place}, day)::text as row from obs_dirty where device_id = any($1) order by device_id, day`,
        ),
      ];
    });

  it('are stored as merging would store them, whoever delivered what before', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(deliveries, async (all) => {
        const run = runs++;
        const [quick, plain] = [await devices(`q${run}`), await devices(`p${run}`)];
        const writers = [open(), open()];
        let start = NOW - 86_400_000;
        for (const { by, later, rows } of all) {
          start += later * 60_000;
          const rowsOf = (ids: readonly number[]): ReadingRow[] =>
            rows.map(({ device, minute, slots }) => ({
              device_id: ids[device] ?? 0,
              ts: start + minute * 60_000,
              values: Float64Array.from(slots, ([value]) => value),
              quality: Uint8Array.from(slots, ([, state]) => state),
            }));
          // A writer that has just begun knows nothing, and merges.
          const told = await open().write(scope, rowsOf(plain));
          assert.deepEqual(await writers[by]?.write(scope, rowsOf(quick)), told);
        }
        assert.deepEqual(await stored(quick), await stored(plain));
      }),
      { numRuns: 40 },
    );
  });

  it('are merged where another process was quicker, all at once', async () => {
    const [a = 0] = await devices('race');
    const writers = [open(), open(), open()];
    const row = (minute: number, values: number[]): ReadingRow => ({
      device_id: a,
      ts: NOW + minute * 60_000 - 86_400_000,
      values: Float64Array.from(values),
      quality: null,
    });
    for (const writer of writers) await writer.write(scope, [row(0, [1, 1, 1])]);
    const values = [
      [7, Number.NaN, Number.NaN],
      [Number.NaN, 8, Number.NaN],
      [Number.NaN, Number.NaN, 9],
    ];
    await Promise.all(
      writers.map((writer, i) => writer.write(scope, [row(1, values[i] ?? []), row(2, [2, 2, 2])])),
    );
    const [hot, last] = await stored([a]);
    assert.deepEqual(
      hot?.map((text) => text.match(/\{[^}]*\}/)?.[0]),
      ['{1,1,1}', '{7,8,9}', '{2,2,2}'],
    );
    assert.match(last?.[0] ?? '', /\{2,2,2\}/);
  });
});
