import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import type { AppError } from '../../../shared/server/errors.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { IngestService } from './ingest.service.ts';
import { ReadingWriter } from './reading-writer.ts';

const NOW = new Date('2026-06-01T10:00:00Z');
const ts = NOW.toISOString();

describe('ingestion', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let writer: ReadingWriter;
  let ingest: IngestService;
  const plants: number[] = [];
  const devices: number[] = [];
  const stored = (device_id: number | undefined) =>
    inScope(base.pool, scope, async (tx) => {
      const { rows } = await tx.query<{ vals: number[] }>(
        'select vals from obs where device_id = $1 order by ts',
        [device_id],
      );
      return rows.map((row) => row.vals);
    });

  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Ingest');
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    ingest = new IngestService({ pool: base.pool, writer, now: () => NOW });
    for (const code of ['P1', 'P2']) plants.push(await makePlant(base.pool, scope, code));
    const [one = 0, two = 0] = plants;
    for (const [plant, name] of [
      [one, 'INV1'],
      [one, 'ONLY'],
      [two, 'INV1'],
    ] as const)
      devices.push(await makeDevice(base.pool, scope, plant, name, ['ac_power_kw']));
  });
  after(async () => {
    await writer.close();
    await base.close();
  });

  it("finds a company key's devices by plant and name, a bare name only when one device has it", async () => {
    const values = { ac_power_kw: 4 };
    const good = [
      { device: 'P2/INV1', ts, values },
      { device: 'ONLY', ts, values },
    ];
    assert.deepEqual(await ingest.take(scope, good), { stored: 2, refused: 0 });
    assert.deepEqual(await stored(devices[2]), [[4]]);
    assert.deepEqual(await stored(devices[1]), [[4]]);
    await assert.rejects(ingest.take(scope, [{ device: 'INV1', ts, values }]), { status: 422 });
  });

  it("finds a plant key's devices by their name, and no other plant's", async () => {
    const key = scopeOfWork(scope.company_id, [plants[0] ?? 0]);
    const values = { ac_power_kw: 5 };
    await ingest.take(key, [{ device: 'INV1', ts, values }]);
    assert.deepEqual(await stored(devices[0]), [[5]]);
    await assert.rejects(ingest.take(key, [{ device: 'P2/INV1', ts, values }]), { status: 422 });
  });

  it('takes all or nothing, and with partial the good ones', async () => {
    const delivery = [
      { device: 'P1/INV1', ts: NOW.getTime() - 60_000, values: { ac_power_kw: 6 } },
      { device: 'P1/INV1', ts: NOW.getTime() - 30_000, values: { ac_power_kw: 'six' } },
    ];
    const before = await stored(devices[0]);
    await assert.rejects(ingest.take(scope, delivery), (refusal: AppError) => {
      assert.equal(refusal.status, 422);
      assert.match(refusal.message, /\?partial=true/);
      assert.deepEqual(refusal.options.errors?.[0]?.path, 'readings.1.values.ac_power_kw');
      return true;
    });
    assert.deepEqual(await stored(devices[0]), before);
    const answer = await ingest.take(scope, delivery, { partial: true });
    assert.deepEqual([answer.stored, answer.refused, answer.errors?.length], [1, 1, 1]);
    assert.deepEqual(await stored(devices[0]), [[6], ...before]);
    assert.equal((await ingest.take(scope, delivery, { partial: true })).stored, 1);
    assert.deepEqual(await stored(devices[0]), [[6], ...before]);
  });

  it('takes the good rows beside numbers that are none and names that no database could be asked for', async () => {
    const bad = [
      { device: 'P1/INV1', ts: NOW.getTime() - 20_000, values: { ac_power_kw: Number.POSITIVE_INFINITY } },
      { device: 'P1/IN\u0000V1', ts, values: { ac_power_kw: 1 } },
      { device: 'P1/INV\ud800', ts, values: { ac_power_kw: 1 } },
      { device: 'P1/INV1', ts: NOW.getTime() - 20_000, values: { 'ac\u0000': 1 } },
    ];
    const good = { device: 'P1/INV1', ts: NOW.getTime() - 10_000, values: { ac_power_kw: 8 } };
    const answer = await ingest.take(scope, [...bad, good], { partial: true });
    assert.deepEqual([answer.stored, answer.refused], [1, 4]);
    assert.deepEqual(
      answer.errors?.map(({ row, reason }) => [row, reason]),
      [
        [0, 'value must be a finite number or null'],
        [1, 'unknown device'],
        [2, 'unknown device'],
        [3, 'unknown variable'],
      ],
    );
  });

  it('finds a device the moment it is there, though it was asked for in vain just before', async () => {
    const delivery = [{ device: 'P1/NEW', ts, values: { ac_power_kw: 9 } }];
    await assert.rejects(ingest.take(scope, delivery), { status: 422 });
    const id = await makeDevice(base.pool, scope, plants[0] ?? 0, 'NEW', ['ac_power_kw']);
    assert.deepEqual(await ingest.take(scope, delivery), { stored: 1, refused: 0 });
    assert.deepEqual(await stored(id), [[9]]);
  });
});
