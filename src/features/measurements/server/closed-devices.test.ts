import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import type { AppError } from '../../../shared/server/errors.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { ImportReader } from './import-reader.ts';
import { importCsvFile, storeFile } from './import-work.ts';
import { IngestService } from './ingest.service.ts';
import { ReadingWriter } from './reading-writer.ts';

const NOW = new Date('2026-06-01T10:00:00Z');
const ts = NOW.toISOString();
const CSV = 'time,kW\n2026-06-01T09:00:00Z,1\n2026-06-01T09:15:00Z,2\n';

describe('devices that take no readings from outside', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let writer: ReadingWriter;
  let ingest: IngestService;
  let virtual: number;
  let template: number;
  const counted: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-closed-'));
  const path = join(folder, 'one.csv');

  const become = (device_id: number, what: 'virtual' | 'template') =>
    inScope(base.pool, scope, (tx) =>
      tx.query(`update device set ${what} = true where id = $1`, [device_id]),
    );
  const stored = (device_id: number) =>
    inScope(base.pool, scope, async (tx) => {
      const { rowCount } = await tx.query('select from obs where device_id = $1', [device_id]);
      return rowCount;
    });

  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Closed');
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    const countRefused = ({ device, reason, count }: { device: unknown; reason: string; count: number }) => {
      counted.push(`${device} ${reason} ${count}`);
    };
    ingest = new IngestService({ pool: base.pool, writer, now: () => NOW, refused: { countRefused } });
    const plant = await makePlant(base.pool, scope, 'P1');
    virtual = await makeDevice(base.pool, scope, plant, 'SUM', ['ac_power_kw', 'ambient_temperature_c']);
    template = await makeDevice(base.pool, scope, plant, 'PATTERN', ['ac_power_kw']);
    await become(virtual, 'virtual');
    await become(template, 'template');
    writeFileSync(path, CSV);
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await writer.close();
    await base.close();
  });

  it('refuse a delivery with the reason, whatever variable it names, and count its readings', async () => {
    const readings = [
      { device: 'P1/SUM', ts, values: { ac_power_kw: 1, ambient_temperature_c: 20 } },
      { device: 'PATTERN', ts, values: { ac_power_kw: 1 } },
    ];
    await assert.rejects(ingest.take(scope, readings), (refusal: AppError) => {
      assert.equal(refusal.status, 422);
      assert.deepEqual(
        refusal.options.errors?.map(({ message }) => message),
        [
          'the device is virtual: its values are calculated, and nobody sends them',
          'the device is a template: it takes no readings',
        ],
      );
      return true;
    });
    assert.deepEqual(counted.splice(0), ['P1/SUM virtual_device 2', 'P1/PATTERN template_device 1']);
    const marks = { device: 'P1/SUM', ts, quality: { ac_power_kw: 'failed' } };
    const answer = await ingest.takePart(
      scope,
      [...readings, marks].map((reading, row) => ({ row, reading })),
    );
    assert.deepEqual([answer.stored, answer.refused], [0, 4]);
    assert.deepEqual([await stored(virtual), await stored(template)], [0, 0]);
  });

  it('do not keep a working device of the same bare name from being found', async () => {
    const there = await makePlant(base.pool, scope, 'P2');
    const id = await makeDevice(base.pool, scope, there, 'PATTERN', ['ac_power_kw']);
    await new IngestService({ pool: base.pool, writer, now: () => NOW }).take(scope, [
      { device: 'PATTERN', ts, values: { ac_power_kw: 3 } },
    ]);
    assert.deepEqual([await stored(id), await stored(template)], [1, 0]);
  });

  it('take no files either, nor one that was uploaded before', async () => {
    const reader = new ImportReader({ pool: base.pool, now: () => NOW });
    const refused = (code: string) => (refusal: AppError) => {
      assert.deepEqual([refusal.code, refusal.options.errors?.[0]?.code], ['invalid', code]);
      return true;
    };
    const file = { file_name: 'one.csv', bytes: Buffer.from(CSV) };
    await assert.rejects(reader.create(scope, { device_id: virtual, ...file }), refused('virtual_device'));
    await assert.rejects(reader.create(scope, { device_id: template, ...file }), refused('template_device'));
    await assert.rejects(
      importCsvFile({ pool: base.pool, scope, device: 'P1/SUM', path, now: () => NOW }),
      refused('virtual_device'),
    );
    const plant = await makePlant(base.pool, scope, 'P3');
    const later = await makeDevice(base.pool, scope, plant, 'LATER', ['ac_power_kw']);
    const { id, mapping } = await reader.create(scope, { device_id: later, ...file });
    await become(later, 'template');
    await assert.rejects(reader.check(scope, id, mapping), refused('template_device'));
    const work = { pool: base.pool, writer, scope, device_id: later, text: CSV, mapping, now: () => NOW };
    await assert.rejects(storeFile({ ...work, file_name: 'one.csv' }), refused('template_device'));
    assert.deepEqual([await stored(virtual), await stored(later)], [0, 0]);
  });
});
