import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadingRow } from '../features/measurements/readings.model.ts';
import { AppError } from '../shared/server/errors.ts';
import { type BatchWriter, ReadingSink, type ReadingSinkOptions } from './reading-sink.ts';

const rowOf = (device_id: number, ts = 0): ReadingRow => ({
  device_id,
  ts,
  values: Float64Array.of(1),
  quality: null,
});
const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

type Batch = { company_id: number; devices: number[]; stamps: number[] };

function sinkWith(write: (batch: Batch) => void, options: Partial<ReadingSinkOptions> = {}) {
  const stored: Batch[] = [];
  const messages: string[] = [];
  const tell = (_: object, message: string) => void messages.push(message);
  const writer: BatchWriter = {
    async write(scope, rows) {
      const batch = {
        company_id: scope.company_id,
        devices: rows.map((row) => row.device_id),
        stamps: rows.map((row) => row.ts),
      };
      write(batch);
      stored.push(batch);
    },
  };
  const sink = new ReadingSink({
    writer,
    log: { warn: tell, info: tell },
    flush_ms: 5,
    retry_ms: 20,
    ...options,
  });
  const devices = () => stored.flatMap((batch) => batch.devices).sort((a, b) => a - b);
  return { sink, stored, messages, devices };
}

describe('the sink of readings', () => {
  it('writes what came within a moment at once, each company by itself', async () => {
    const { sink, stored } = sinkWith(() => undefined);
    sink.add(1, rowOf(10));
    sink.add(2, rowOf(20));
    sink.add(1, rowOf(11));
    assert.equal(sink.status().waiting, 3);
    await sink.close();
    assert.deepEqual(
      stored.map(({ company_id, devices }) => [company_id, devices]),
      [
        [1, [10, 11]],
        [2, [20]],
      ],
    );
    assert.equal(sink.status().waiting, 0);
  });

  it('does not wait when a batch is full', async () => {
    const { sink, devices } = sinkWith(() => undefined, { flush_ms: 60_000, batch_rows: 2 });
    sink.add(1, rowOf(1));
    sink.add(1, rowOf(2));
    await sleep(20);
    assert.deepEqual(devices(), [1, 2]);
    await sink.close();
  });

  it('keeps rows while the database is away, and tells it once', async () => {
    let failures = 2;
    const { sink, devices, messages } = sinkWith(() => {
      if (failures-- > 0) throw away();
    });
    sink.add(1, rowOf(1));
    await sleep(20);
    sink.add(1, rowOf(2));
    assert.equal(sink.status().waiting, 2);
    await sink.close();
    assert.deepEqual(devices(), [1, 2]);
    assert.deepEqual(sink.status(), { waiting: 0, dropped: 0, refused: 0 });
    assert.deepEqual(messages, [
      'readings cannot be stored now; they wait and are tried again',
      'readings are stored again',
    ]);
  });

  it('keeps rows for as long as the database only reads', async () => {
    let failures = 10;
    const readOnly = () => Object.assign(new Error('read-only transaction'), { code: '25006' });
    const { sink, devices } = sinkWith(
      () => {
        if (failures-- > 0) throw readOnly();
      },
      { retry_ms: 1 },
    );
    sink.add(1, rowOf(1));
    for (let i = 0; failures >= 0 && i < 1_000; i++) await sleep(5);
    await sink.close();
    assert.deepEqual(devices(), [1]);
    assert.equal(sink.status().refused, 0);
  });

  it('drops the oldest when the buffer is full, counts them, and tells it once a minute', async () => {
    let broken = true;
    const { sink, stored, messages } = sinkWith(
      () => {
        if (broken) throw away();
      },
      { most_rows: 10 },
    );
    for (let ts = 0; ts < 15; ts++) sink.add(1, rowOf(1, ts));
    assert.deepEqual([sink.status().waiting, sink.status().dropped], [10, 5]);
    assert.deepEqual(messages, ['the oldest readings were dropped: the buffer is full']);
    broken = false;
    await sink.close();
    assert.deepEqual(
      stored.flatMap((batch) => batch.stamps),
      [5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
    );
  });

  it('stores the others when a device is gone, and asks few times for it', async () => {
    let asked = 0;
    const { sink, devices, messages } = sinkWith((batch) => {
      asked += 1;
      if (batch.devices.includes(7)) throw new AppError('not_found', 'Not found');
    });
    for (let ts = 0; ts < 64; ts++) sink.add(1, rowOf(7, ts));
    for (const id of [3, 9, 5]) sink.add(1, rowOf(id));
    await sink.close();
    assert.deepEqual(devices(), [3, 5, 9]);
    assert.deepEqual(sink.status(), { waiting: 0, dropped: 0, refused: 64 });
    assert.ok(asked < 32, `${asked} batches`);
    assert.ok(messages.every((message) => message === 'readings were refused'));
  });

  it('leaves out the row alone whose instant cannot be', async () => {
    const { sink, stored } = sinkWith((batch) => {
      if (batch.stamps.includes(-1)) throw Object.assign(new Error('no partition'), { code: '22008' });
    });
    for (const ts of [1, -1, 2]) sink.add(1, rowOf(7, ts));
    await sink.close();
    assert.deepEqual(stored.flatMap((batch) => batch.stamps).sort(), [1, 2]);
    assert.equal(sink.status().refused, 1);
  });

  it('tells what is lost when the database is still away at the end', async () => {
    const { sink, messages } = sinkWith(() => {
      throw away();
    });
    sink.add(1, rowOf(1));
    await sink.close(10);
    assert.equal(sink.status().waiting, 1);
    assert.equal(messages.at(-1), 'readings were lost: they could not be stored until the end');
  });

  it('goes on with the other companies when one has a fault that nobody knows', async () => {
    const { sink, stored, messages } = sinkWith((batch) => {
      if (batch.company_id === 1) throw new RangeError('Invalid time zone specified: Europe/Atlantis');
    });
    sink.add(1, rowOf(10));
    sink.add(2, rowOf(20, 1));
    await sleep(30);
    sink.add(2, rowOf(20, 2));
    await sleep(30);
    assert.deepEqual(
      stored.map(({ company_id, stamps }) => [company_id, stamps]),
      [
        [2, [1]],
        [2, [2]],
      ],
    );
    assert.equal(sink.status().waiting, 1);
    assert.equal(messages.length, 1);
    await sink.close(1);
  });

  it('stores the others, soon and all of them, where the database is away for one with a long backlog', async () => {
    let broken = true;
    const { sink, stored, messages } = sinkWith(
      ({ company_id }) => {
        if (broken && company_id === 1) throw away();
      },
      { batch_rows: 5 },
    );
    for (let ts = 0; ts < 100; ts++) sink.add(1, rowOf(1, ts));
    for (let ts = 0; ts < 20; ts++) {
      for (const company_id of [2, 3]) sink.add(company_id, rowOf(company_id, ts));
      sink.add(1, rowOf(1, 100 + ts));
      await sleep(10);
    }
    await sleep(60);
    const meanwhile = sink.status();
    broken = false;
    await sink.close();
    assert.deepEqual(meanwhile, { waiting: 120, dropped: 0, refused: 0 });
    // Whether it is away for all is not known before the others come; then it is the company's own.
    const own = "a company's readings cannot be stored now; they wait and are tried again";
    assert.equal(messages.filter((message) => message === own).length, 1, messages.join());
    assert.ok(messages.length <= 3, messages.join());
    const count = (company_id: number) =>
      stored.filter((batch) => batch.company_id === company_id).flatMap((batch) => batch.stamps).length;
    assert.deepEqual([1, 2, 3].map(count), [120, 20, 20]);
  });

  it('stores at the end what it can, though the database is away for one', async () => {
    const { sink, devices } = sinkWith(
      ({ company_id }) => {
        if (company_id === 1) throw away();
      },
      { batch_rows: 5 },
    );
    for (let ts = 0; ts < 100; ts++) sink.add(1, rowOf(1, ts));
    sink.add(2, rowOf(2));
    await sink.close(100);
    assert.deepEqual(devices(), [2]);
    assert.equal(sink.status().waiting, 100);
  });

  it('ends a round early where the database is away for many, and asks others in the next', async () => {
    let asked = 0;
    const { sink, messages } = sinkWith(
      () => {
        asked += 1;
        throw away();
      },
      { retry_ms: 200 },
    );
    for (let id = 1; id <= 100; id++) sink.add(id, rowOf(id));
    while (asked === 0) await sleep(1);
    const before = [asked, messages.length];
    await sink.close(1);
    assert.deepEqual(
      [before[1], messages[0]],
      [1, 'readings cannot be stored now; they wait and are tried again'],
    );
    assert.ok(before[0] && before[0] >= 8 && before[0] <= 11, `${before[0]}`);
  });

  it('leaves out the rows at fault when their company has been tried often enough, and stores the rest', async () => {
    const { sink, devices } = sinkWith((batch) => {
      if (batch.devices.includes(7)) throw new RangeError('Invalid time zone specified: Europe/Atlantis');
    });
    for (const id of [3, 7, 9]) sink.add(1, rowOf(id));
    await sink.close(10_000);
    assert.deepEqual(devices(), [3, 9]);
    assert.deepEqual(sink.status(), { waiting: 0, dropped: 0, refused: 1 });
  });

  it('never refuses what waits for a lock or a server', async () => {
    for (const code of ['40P01', '55P03', '57P03', 'ECONNRESET']) {
      let failures = 10;
      const { sink, devices } = sinkWith(() => {
        if (failures-- > 0) throw Object.assign(new Error('later'), { code });
      });
      sink.add(1, rowOf(1));
      await sink.close(5000);
      assert.deepEqual(devices(), [1], code);
      assert.equal(sink.status().refused, 0);
    }
  });
});
