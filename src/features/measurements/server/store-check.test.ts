import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { packDay, unpackDay } from './packed-day.ts';
import { ReadingWriter } from './reading-writer.ts';
import { checkStore } from './store-check.ts';

const START = Date.parse('2026-10-20T22:00:00Z');
const VARIABLES = ['ac_power_kw', 'energy_total_kwh', 'module_temperature_c'];

describe('the check of the store', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let writer: ReadingWriter;
  before(async () => {
    base = await openTestPool();
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const run = <T extends object>(text: string, values: unknown[] = []) =>
    inScope(base.pool, scope, async (tx) => (await tx.query<T>(text, values)).rows);
  const check = async () => {
    const faults: string[] = [];
    const counts = await checkStore(base.pool, scope, (sentence) => faults.push(sentence));
    return { counts, faults };
  };
  const rows = (device_id: number, from: number, until: number) => {
    const made = [];
    for (let i = from; i < until; i++) {
      const quality = i % 13 === 5 ? Uint8Array.of(0, 0, 4) : null;
      const kwh = i < 300 ? 800 + i / 10 : i / 7;
      const values = Float64Array.of((i * 7) % 40, kwh, quality ? Number.NaN : 20 + (i % 3) / 3);
      made.push({ device_id, ts: START + i * 900_000, values, quality });
    }
    return made;
  };
  /** A company with a device whose eight days are packed, but for two that are hot and one that waits. */
  const arrange = async (name: string): Promise<number> => {
    scope = await makeCompany(base.pool, name);
    const plant = await makePlant(base.pool, scope, 'CHECK');
    const id = await makeDevice(base.pool, scope, plant, 'INV', VARIABLES, {
      interval_s: 900,
      nominal_power: 50,
    });
    await writer.write(scope, rows(id, 0, 8 * 96));
    await recomputeDirty(base.pool, scope, { clock: () => START + 8 * DAY_MS, today: true });
    return id;
  };

  it('finds no fault with packed, hot, marked, expired and waiting days of 25 hours and others', async () => {
    const id = await arrange('Sound');
    await run(
      `insert into reading_mark (company_id, device_id, slots, start_at, end_at, reason) values ($1, $2, '{0}', $3, $4, 'test')`,
      [scope.company_id, id, new Date(START + 2.2 * DAY_MS), new Date(START + 3.4 * DAY_MS)],
    );
    await run(
      `insert into obs_dirty (company_id, device_id, day) select company_id, device_id, day from obs_day on conflict do nothing`,
    );
    await recomputeDirty(base.pool, scope, { clock: () => START + 8 * DAY_MS, today: true });
    await run(`update obs_day set packed = null, expired = true where day = '2026-10-21'`);
    await writer.write(
      scope,
      rows(id, 200, 210).map((row) => ({ ...row, ts: row.ts + 1 })),
    );
    const { counts, faults } = await check();
    assert.deepEqual(faults, []);
    const { devices, days, packed, expired, waiting } = counts;
    assert.deepEqual([devices, days, packed, expired, waiting], [1, 8, 4, 1, 1]);
    assert.ok(counts.readings > 1500);
  });

  it('tells each planted fault in a sentence', async () => {
    const id = await arrange('Planted');
    assert.deepEqual((await check()).faults, []);
    await run(`update obs_day set sum[1] = sum[1] + 0.001 where day = '2026-10-22'`);
    await run(
      `update obs_day set packed = substring(packed for length(packed) - 3) where day = '2026-10-21'`,
    );
    const [lost] = await run<{ packed: Buffer }>(`select packed from obs_day where day = '2026-10-23'`);
    const whole = unpackDay(lost?.packed ?? Buffer.alloc(0));
    const silent = { values: new Float64Array(whole.ts.length).fill(Number.NaN), quality: null };
    await run(`update obs_day set packed = $1 where day = '2026-10-23'`, [
      packDay({ ts: whole.ts, columns: [silent, ...whole.columns.slice(1)] }),
    ]);
    await run(`update obs_day set start_at = start_at + interval '1 hour' where day = '2026-10-24'`);
    await run(`update obs_day set packed = null, expired = true where day = '2026-10-25'`);
    await writer.write(scope, rows(id, 4 * 96 + 30, 4 * 96 + 31));
    await writer.write(scope, [
      { device_id: id, ts: START - 40 * DAY_MS, values: Float64Array.of(1), quality: null },
    ]);
    await run('delete from obs_dirty');
    const { faults, counts } = await check();
    const said = [
      /CHECK\/INV .*2026-10-22, slot 0, sum: .* is kept, the readings come to /,
      /the month 2026-10, slot 0, sum: .* is kept, its days come to /,
      /2026-10-21 cannot be read: its checksum is wrong/,
      /2026-10-23, slot 0, n: 96 is kept, the readings come to 0/,
      /the borders of 2026-10-24 are not those of its time zone/,
      /1 readings lie in days whose readings were let go/,
      /readings of 2026-09-11 are counted nowhere/,
    ];
    for (const sentence of said)
      assert.ok(
        faults.some((fault) => sentence.test(fault)),
        `${sentence}\n${faults.join('\n')}`,
      );
    assert.equal(counts.faults, faults.length);
    assert.equal(faults.length, said.length);
  });

  it("keeps to one company's devices", async () => {
    await arrange('First');
    const first = scope;
    await arrange('Second');
    await run(`update obs_day set n[1] = 1 where day = '2026-10-21'`);
    assert.equal((await check()).faults.length, 2, 'the day, and its month');
    scope = first;
    assert.deepEqual((await check()).faults, []);
  });
});
