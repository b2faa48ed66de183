import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { MINUTE_MS } from '../../../shared/units/zones.ts';
import { IngestService } from './ingest.service.ts';
import { ReadingWriter } from './reading-writer.ts';
import { addRefused, listRefused, removeOldRefused } from './refused.repository.ts';
import { RefusedReadings } from './refused-readings.ts';

const NOW = new Date('2026-06-01T10:00:00Z');

describe('refused readings', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let now = NOW;
  const warnings: unknown[] = [];
  const log = { warn: (given: unknown) => void warnings.push(given) };
  const counter = () => new RefusedReadings({ pool: base.pool, log, now: () => now });
  const listed = (whose = scope) => inScope(base.pool, whose, (tx) => listRefused(tx, 1000), 'read only');

  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Refused');
  });
  after(() => base?.close());

  it('are counted by device and reason, over several rounds, newest first', async () => {
    const refused = counter();
    const of = { company_id: scope.company_id, source: 'http', reason: 'unknown_device' } as const;
    refused.countRefused({ ...of, device: 'INV1', count: 3 });
    refused.countRefused({ ...of, device: 'INV1', count: 4 });
    await refused.flush();
    now = new Date(NOW.getTime() + MINUTE_MS);
    refused.countRefused({ ...of, device: 'INV1', count: 1 });
    refused.countRefused({ ...of, device: undefined, source: 'mqtt', count: 2 });
    refused.countRefused({ ...of, device: `\0${'n'.repeat(300)}`, count: 0 });
    await refused.close();
    const [first, second, ...more] = await listed();
    assert.deepEqual(more, []);
    const { company_id: _, ...seen } = of;
    assert.deepEqual(first, { ...seen, device: 'INV1', count: 8, first_at: NOW, last_at: now });
    assert.deepEqual([second?.source, second?.device, second?.count], ['mqtt', '', 2]);
    assert.deepEqual(warnings, []);
  });

  it('of more names than are told apart become one row, whoever counts', async () => {
    const company = await makeCompany(base.pool, 'Flooded');
    const { company_id } = company;
    for (const round of [1, 2, 3]) {
      const refused = counter();
      for (let i = 0; i < 400; i++)
        refused.countRefused({
          company_id,
          source: 'http',
          device: `${round}-${i}`,
          reason: 'unknown_device',
          count: 1,
        });
      await refused.close();
    }
    const rows = await listed(company);
    assert.ok(rows.length <= 500, `${rows.length} rows`);
    assert.equal(
      rows.reduce((sum, { count }) => sum + count, 0),
      1200,
    );
    const other = rows.find(({ device }) => device === '');
    assert.deepEqual([other?.reason, other?.count], ['other', 1200 - (rows.length - 1)]);
  });

  it('are kept for the next time when they cannot be written', async () => {
    const company = await makeCompany(base.pool, 'Later');
    const broken = { connect: () => Promise.reject(new Error('the database is away')) };
    const pool = { connect: () => (away ? broken.connect() : base.pool.connect()) } as typeof base.pool;
    let away = true;
    const refused = new RefusedReadings({ pool, log, now: () => now });
    refused.countRefused({
      company_id: company.company_id,
      source: 'modbus',
      device: 'M1',
      reason: 'too_old',
      count: 5,
    });
    await refused.flush();
    assert.equal(warnings.length, 1);
    away = false;
    await refused.close();
    assert.deepEqual(
      (await listed(company)).map(({ device, count }) => [device, count]),
      [['M1', 5]],
    );
  });

  it('are shown of the plants that somebody sees, and removed a month after the last', async () => {
    const company = await makeCompany(base.pool, 'Plants');
    const [one, two] = [await makePlant(base.pool, company, 'P1'), await makePlant(base.pool, company, 'P2')];
    await makeDevice(base.pool, company, one, 'A1', ['ac_power_kw']);
    await makeDevice(base.pool, company, two, 'B1', ['ac_power_kw']);
    const days = (n: number) => new Date(Date.now() - n * 86_400_000);
    const of = { source: 'http', reason: 'too_old', count: 1, first_at: days(60) } as const;
    await inScope(base.pool, company, (tx) =>
      addRefused(tx, [
        { ...of, device: 'A1', last_at: days(1) },
        { ...of, device: 'P1/A1', reason: 'unknown_device', last_at: days(1.5) },
        { ...of, device: 'P1/A1', last_at: days(29) },
        { ...of, device: 'P2/B1', last_at: days(31) },
        { ...of, device: 'P2/A1', last_at: days(2) },
      ]),
    );
    const names = async (whose: Scope) => (await listed(whose)).map(({ device }) => device);
    assert.deepEqual(await names(scopeOfWork(company.company_id, [one])), ['P1/A1']);
    assert.deepEqual(await names(scopeOfWork(company.company_id, [two])), ['P2/B1']);
    await inScope(base.pool, company, removeOldRefused);
    assert.deepEqual(await names(company), ['A1', 'P1/A1', 'P2/A1', 'P1/A1']);
  });

  it('of a plant are nothing to whoever sees another with a device of the same name', async () => {
    const company = await makeCompany(base.pool, 'Namesakes');
    const { company_id } = company;
    const [one, two] = [await makePlant(base.pool, company, 'P1'), await makePlant(base.pool, company, 'P2')];
    for (const plant of [one, two]) await makeDevice(base.pool, company, plant, 'INV01', ['ac_power_kw']);
    const refused = counter();
    const writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    const ingest = new IngestService({ pool: base.pool, writer, now: () => NOW, refused });
    const reading = (device: string, values: unknown = { ac_power_kw: 'x' }) => ({
      device,
      ts: NOW.getTime(),
      values,
    });
    const key = scopeOfWork(company_id, [two]);
    await ingest.take(
      key,
      // The third claims to be a device of the plant that this key may not write to.
      [reading('INV01'), reading('P2/INV01'), reading('P1/INV01', 7), reading('P1/INV01')],
      { partial: true },
    );
    await ingest.takePart(key, [{ row: 1, code: 'text_value', of: { device: 'INV01', variable: 'text' } }]);
    await refused.close();
    const seen = async (plants: Scope['plants']) =>
      (await listed(scopeOfWork(company_id, plants)))
        .map(({ device, reason, count }) => `${device} ${reason} ${count}`)
        .sort();
    const known = ['P2/INV01 bad_value 2', 'P2/INV01 text_value 1'];
    assert.deepEqual(await seen([one]), []);
    assert.deepEqual(await seen([two]), known);
    assert.deepEqual(await seen('all'), ['P1/INV01 unknown_device 2', ...known]);
  });
});
