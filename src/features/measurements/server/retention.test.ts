import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { chartOf, type SeriesQuery } from '../../../../tests/support/series.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { CsvReading, understand } from './csv-file.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { monthsBefore } from './expiry.public.ts';
import { findImportDevice } from './imports.repository.ts';
import { ReadingWriter } from './reading-writer.ts';
import { letOldReadingsGo } from './retention.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const DAY = 86_400_000;

describe('months back in the calendar', () => {
  it('ends with the month where the month is shorter', () => {
    const iso = (at: string, months: number) => monthsBefore(new Date(at), months).toISOString();
    assert.equal(iso('2026-11-20T10:00:00Z', 15), '2025-08-20T10:00:00.000Z');
    assert.equal(iso('2026-03-31T23:59:00Z', 1), '2026-02-28T23:59:00.000Z');
    assert.equal(iso('2028-03-31T00:00:00Z', 13), '2027-02-28T00:00:00.000Z');
  });
});

describe('readings that a company keeps for a while', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let writer: ReadingWriter;
  let device_id: number;
  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Kept');
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    const plant = await makePlant(base.pool, scope, 'KEPT');
    device_id = await makeDevice(base.pool, scope, plant, 'M1', ['energy_total_kwh'], { interval_s: 3600 });
    const rows = [];
    for (let hour = 0; hour < 24 * 700; hour++) {
      const ts = NOW.getTime() - 700 * DAY + hour * 3_600_000;
      rows.push({ device_id, ts, values: Float64Array.of(hour), quality: null });
    }
    await writer.write(scope, rows);
    await settle();
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  const settle = () => recomputeDirty(base.pool, scope, { clock: () => NOW.getTime() });
  const ask = async (resolution: string, start: string, end: string) => {
    const query = { devices: String(device_id), resolution, start, end };
    return (await chartOf({ pool: base.pool, scope, now: NOW }, query as SeriesQuery))[0]?.values ?? [];
  };
  const oldDay = ['2025-03-02T23:00:00Z', '2025-03-03T23:00:00Z'] as const;
  const newDay = ['2026-03-02T23:00:00Z', '2026-03-03T23:00:00Z'] as const;
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null).length;

  it('lets none go while nobody said so', async () => {
    assert.equal(await letOldReadingsGo(base.pool, scope.company_id, NOW), 0);
    assert.equal(known(await ask('hour', ...oldDay)), 24);
  });

  it('lets old ones go, keeps the figures of their days for ever, and never makes those anew', async () => {
    const before = await ask('day', '2024-12-31T23:00:00Z', '2026-10-31T23:00:00Z');
    await inScope(base.pool, scope, (tx) =>
      tx.query('update company set readings_kept_months = 15 where id_client = $1', [scope.company_id]),
    );
    const days = await letOldReadingsGo(base.pool, scope.company_id, NOW);
    assert.ok(days > 230 && days < 260, `${days} days were let go`);
    assert.equal(known(await ask('hour', ...oldDay)), 0, 'the readings are gone');
    assert.equal(known(await ask('hour', ...newDay)), 24, 'younger ones stay');
    assert.deepEqual(await ask('day', '2024-12-31T23:00:00Z', '2026-10-31T23:00:00Z'), before);
    assert.equal(await letOldReadingsGo(base.pool, scope.company_id, NOW), 0, 'once');

    // A file says so row by row, before anything is stored.
    const device = await inScope(base.pool, scope, (tx) => findImportDevice(tx, device_id), 'read only');
    assert.ok(device);
    const text = 'time;energy\n2025-03-03T10:00:00Z;5\n2026-03-03T10:00:00Z;6\n';
    const { mapping } = await understand({ text }, device);
    const file = await CsvReading.open(text, mapping, device, NOW.getTime());
    for await (const _ of file.rows());
    assert.deepEqual(file.account.bad, [{ row: 2, column: null, reason: 'not_kept' }]);

    // What was let go does not come back when the company keeps more again.
    await inScope(base.pool, scope, (tx) =>
      tx.query('update company set readings_kept_months = null where id_client = $1', [scope.company_id]),
    );
    const now = await inScope(base.pool, scope, (tx) => findImportDevice(tx, device_id), 'read only');
    assert.ok(now?.expired_until);
    assert.ok(now.expired_until > NOW.getTime() - 460 * DAY && now.expired_until < NOW.getTime() - 440 * DAY);
    const again = await CsvReading.open(text, mapping, now, NOW.getTime());
    const shown = await again.preview({ id: 1, file_name: 'a.csv', bytes: text.length }, []);
    assert.deepEqual(shown.bad, [{ row: 2, column: null, reason: 'not_kept' }]);
    const csv = async (at: number) => {
      const line = `time;energy\n${new Date(at).toISOString()};5\n`;
      const reading = await CsvReading.open(line, mapping, now, NOW.getTime());
      for await (const _ of reading.rows());
      return [reading.account.readings, reading.account.bad.map(({ reason }) => reason)];
    };
    assert.deepEqual(await csv(now.expired_until - 1000), [0, ['not_kept']]);
    assert.deepEqual(await csv(now.expired_until), [1, []]);

    // One late reading must not become the whole day.
    const ts = Date.parse('2025-03-03T10:00:00Z');
    await writer.write(scope, [{ device_id, ts, values: Float64Array.of(99_999), quality: null }]);
    await settle();
    assert.deepEqual(await ask('day', '2024-12-31T23:00:00Z', '2026-10-31T23:00:00Z'), before);
  });
});
