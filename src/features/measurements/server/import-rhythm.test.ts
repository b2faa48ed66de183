import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { chartOf } from '../../../../tests/support/series.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { readingDevices } from '../../plants/server/reading-devices.public.ts';
import { addNames } from '../../plants/server/variables.public.ts';
import type { CsvMapping } from '../measurements.contract.ts';
import { understand } from './csv-file.ts';
import { deviceOf, importCsvFile, slotsOf, storeFile } from './import-work.ts';
import { ReadingWriter } from './reading-writer.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const now = () => NOW;

describe('what an import does to its device', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-csv-'));
  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Rhythms');
  });
  after(async () => {
    await base.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('counts days that are there already as before when a file of another rhythm follows', async () => {
    const plant = await makePlant(base.pool, scope, 'RHYTHM', { potenza_nominale: 100 });
    const id = await makeDevice(base.pool, scope, plant, 'INV', ['ac_power_kw']);
    const bring = async (name: string, day: string, step_min: number) => {
      const rows = ['time,kW'];
      for (let at = 0; at < 240; at += step_min)
        rows.push(`${new Date(Date.parse(day) + at * 60_000).toISOString()},40`);
      const path = join(folder, name);
      writeFileSync(path, rows.join('\n'));
      const mapping = { columns: [{ column: 1, variable: 'ac_power_kw', unit: 'kW' }] };
      await importCsvFile({ pool: base.pool, scope, device: 'RHYTHM/INV', path, mapping, now });
      const window = { start: '2026-05-09T22:00:00Z', end: '2026-05-11T22:00:00Z' };
      const series = {
        devices: String(id),
        variables: 'ac_power_kw',
        resolution: 'day',
        aggregate: 'energy',
      } as const;
      const [energy] = await chartOf({ pool: base.pool, scope, now: NOW }, { ...window, ...series });
      return energy?.values.map((kwh) => kwh && Math.round(kwh * 1e6) / 1e6);
    };
    assert.deepEqual(await bring('quarters.csv', '2026-05-10T04:00:00Z', 15), [160, null]);
    assert.deepEqual(await bring('minutes.csv', '2026-05-11T04:00:00Z', 1), [160, 160]);
    assert.deepEqual(await bring('quarters.csv', '2026-05-10T04:00:00Z', 15), [160, 160]);
  });

  it('tells who keeps devices in memory of new variables and a new rhythm, with the commit', async () => {
    const plant = await makePlant(base.pool, scope, 'TOLD');
    const id = await makeDevice(base.pool, scope, plant, 'INV', []);
    const heard: string[] = [];
    const client = await base.pool.connect();
    try {
      client.on('notification', ({ payload }) => heard.push(payload ?? ''));
      await client.query('listen configuration');
      await inScope(base.pool, scope, (tx) => addNames(tx, id, ['ac_power_kw']));
      await inScope(base.pool, scope, (tx) => readingDevices.setInterval(tx, id, 900));
      await inScope(base.pool, scope, (tx) => readingDevices.setInterval(tx, id, 900));
      const cancelled = inScope(base.pool, scope, async (tx) => {
        await readingDevices.setInterval(tx, id, 60);
        throw new Error('thought better of it');
      });
      await assert.rejects(cancelled, /thought better/);
      await client.query('select 1');
      assert.deepEqual(heard, [String(scope.company_id), String(scope.company_id)]);
    } finally {
      await client.query('unlisten *');
      client.release(true);
    }
  });

  it('refuses a column whose variable has gone instead of storing it elsewhere', async () => {
    const plant = await makePlant(base.pool, scope, 'GONE');
    const id = await makeDevice(base.pool, scope, plant, 'INV', ['ac_power_kw']);
    const device = await inScope(base.pool, scope, (tx) => deviceOf(tx, id));
    const columns = [{ column: 1, variable: 'no_such_name', unit: '' }];
    const mapping = { columns } as unknown as CsvMapping;
    assert.throws(() => slotsOf(mapping, device), { code: 'invalid' });
  });

  it('says how many days it could not count because somebody else is at them', async () => {
    const plant = await makePlant(base.pool, scope, 'BUSY', { potenza_nominale: 100 });
    const device_id = await makeDevice(base.pool, scope, plant, 'INV', ['ac_power_kw']);
    const text = 'time,kW\n2026-05-10T10:00:00Z,40\n2026-05-11T10:00:00Z,40\n';
    const { mapping } = await understand(
      { text },
      await inScope(base.pool, scope, (tx) => deviceOf(tx, device_id)),
    );
    const writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    const work = { pool: base.pool, writer, scope, device_id, file_name: 'a.csv', text, mapping, now };
    await inScope(base.pool, scope, async (tx) => {
      await tx.query(`insert into obs_dirty (company_id, device_id, day) values ($1, $2, '2026-05-01')`, [
        scope.company_id,
        device_id,
      ]);
    });
    await inScope(base.pool, scope, async (tx) => {
      await tx.query('select 1 from obs_dirty where device_id = $1 for update', [device_id]);
      assert.equal((await storeFile({ ...work, daysWait_ms: 300 })).days_left, 1);
    });
    assert.equal((await storeFile(work)).days_left, 0);
    await writer.close();
  });
});
