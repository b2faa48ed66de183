import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGzip, gzipSync } from 'node:zlib';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makeKey,
  makePlant,
  type TestApp,
} from '../../../../tests/support/app.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import { MINUTE_MS } from '../../../shared/units/zones.ts';

/** Lets go of what nobody holds, so that what is measured is what is held. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const NDJSON = { 'content-type': 'application/x-ndjson' };
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

describe('readings that come in lines', () => {
  let test: TestApp;
  let scope: Scope;
  let key: Headers;
  let token: string;
  let origin: string;
  let minutes = 0;
  const devices: number[] = [];
  before(async () => {
    test = await createTestApp();
    scope = await makeCompany(test.pool, 'Lines');
    const plant = await makePlant(test.pool, scope, 'P1');
    const other = await makePlant(test.pool, scope, 'P2');
    const names = ['ac_power_kw', 'energy_total_kwh'];
    devices.push(await makeDevice(test.pool, scope, plant, 'INV1', names));
    devices.push(await makeDevice(test.pool, scope, other, 'INV2', names));
    ({ headers: key } = await makeKey(test, scope, { proj_code: 'P1' }));
    token = key.authorization?.split(' ')[1] ?? '';
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const address = test.app.server.address();
    origin = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
  });
  after(() => test?.close());

  /** Another whole minute each time, newest first, so that no test meets another's readings. */
  const fresh = () => Math.floor(Date.now() / 1000) * 1000 - ++minutes * MINUTE_MS;
  const post = async (path: string, payload: string | Buffer, headers: Headers) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: path,
      headers: { ...key, ...headers },
      payload,
    });
    const body = answer.body === '' ? undefined : answer.json();
    return { status: answer.statusCode, headers: answer.headers, body };
  };
  const stored = async (ts: number, device = 0) => {
    const [row] = await test.arrange<{ vals: number[] }>(
      'select vals from obs where device_id = $1 and ts = $2',
      [devices[device], new Date(ts)],
    );
    return row?.vals;
  };
  const json = (ts: number, more: object = {}) =>
    JSON.stringify({ device: 'INV1', ts, values: { ac_power_kw: 5 }, ...more });

  it('are stored from line protocol in each precision, the good ones beside the bad', async () => {
    const ts = fresh();
    for (const [precision, stamp] of [
      ['ns', `${ts}000000`],
      ['us', `${ts}000`],
      ['ms', `${ts}`],
      ['s', `${ts / 1000}`],
    ]) {
      const { status, body } = await post(
        `/ingest/v1/lines/?precision=${precision}`,
        `# from a gateway\npv,device=INV1 ac_power_kw=${precision?.length}i ${stamp}\n`,
        TEXT,
      );
      assert.deepEqual([status, body], [200, { lines: 2, stored: 1, refused: 0 }]);
      assert.deepEqual((await stored(ts))?.[0], precision?.length);
    }
    const { body } = await post(
      '/ingest/v1/lines/',
      [
        `pv,device=INV1 ac_power_kw=7,status="ok" ${ts}000000`,
        `pv,device=P2/INV2 ac_power_kw=7 ${ts}000000`,
        `pv,device=INV1 ac_power_kw=7 ${ts}`,
        'pv ac_power_kw=7',
        'nonsense',
        `pv,device=P1/INV1 energy_total_kwh=9u ${ts}000000`,
      ].join('\n'),
      TEXT,
    );
    assert.deepEqual([body.lines, body.stored, body.refused], [6, 2, 5]);
    assert.deepEqual(
      body.errors.map(({ line, code }: { line: number; code: string }) => [line, code]),
      [
        [1, 'text_value'],
        [2, 'unknown_device'],
        [3, 'looks_like_ms'],
        [4, 'no_device'],
        [5, 'bad_line'],
      ],
    );
    assert.deepEqual(await stored(ts), [7, 9]);
    assert.equal(await stored(ts, 1), undefined, "another plant's device was written to");
  });

  it('are stored at the moment they come when a line has no time', async () => {
    const before = Date.now();
    await post('/ingest/v1/lines/', 'pv,device=INV1 ac_power_kw=77', TEXT);
    const [row] = await test.arrange<{ ts: Date }>(
      'select ts from obs where device_id = $1 order by ts desc limit 1',
      [devices[0]],
    );
    assert.ok(row && row.ts.getTime() >= before && row.ts.getTime() <= Date.now());
  });

  it('are taken where InfluxDB 2 takes them, with its word for a key and its answers', async () => {
    const ts = fresh();
    const write = (payload: string | Buffer, headers: Headers = {}) =>
      post('/api/v2/write?org=any&bucket=any&precision=ms', payload, {
        ...TEXT,
        authorization: `Token ${token}`,
        ...headers,
      });
    const line = `pv,device=INV1 ac_power_kw=3 ${ts}`;
    const good = await write(gzipSync(line), { 'content-encoding': 'gzip' });
    assert.deepEqual([good.status, good.body], [204, undefined]);
    assert.equal((await stored(ts))?.[0], 3);
    const partly = await write(`${line}\npv,device=INV9 ac_power_kw=3 ${ts}`);
    assert.deepEqual([partly.status, partly.body.code], [400, 'invalid']);
    assert.equal(partly.body.message, 'partial write: 1 stored, 1 refused; line 2: unknown device');
    assert.equal((await write(line, { authorization: 'Token nonsense' })).status, 401);
    assert.equal((await write(line, { authorization: `Basic ${token}` })).status, 401);
  });

  it('may come packed with gzip, as JSON too, and nothing else may', async () => {
    const ts = fresh();
    const packed = { 'content-encoding': 'gzip' };
    const body = gzipSync(`{"readings":[${json(ts)}]}`);
    const answer = await post('/ingest/v1/readings/', body, {
      ...packed,
      'content-type': 'application/json',
    });
    assert.deepEqual([answer.status, answer.body], [200, { stored: 1, refused: 0 }]);
    assert.equal(
      (await post('/ingest/v1/ndjson/', gzipSync(json(ts)), { ...packed, ...NDJSON })).body.stored,
      1,
    );
    const broken = await post('/ingest/v1/ndjson/', body.subarray(0, 30), { ...packed, ...NDJSON });
    assert.deepEqual([broken.status, broken.body.detail], [400, 'The body is not packed with gzip']);
    assert.equal((await post('/ingest/v1/lines/', 'no gzip', { ...packed, ...TEXT })).status, 400);
    assert.equal(
      (await post('/user/v1/login/', body, { ...packed, 'content-type': 'application/json' })).status,
      415,
    );
  });

  it('are NDJSON of which each line is judged by itself', async () => {
    const ts = fresh();
    const { status, body } = await post(
      '/ingest/v1/ndjson/',
      [
        `\ufeff${json(ts)}`,
        '',
        '{"device":"INV1",',
        '[1]',
        json(ts, { values: { ac_power_kw: null }, quality: { energy_total_kwh: 'failed' } }),
        `{"device":"INV1","ts":${ts},"values":{"ac_power_kw":NaN}}\r`,
        json(ts / 1000),
      ].join('\n'),
      NDJSON,
    );
    assert.deepEqual([status, body.lines, body.stored, body.refused], [200, 7, 2, 4]);
    assert.deepEqual(
      body.errors.map(({ line, code }: { line: number; code: string }) => [line, code]),
      [
        [3, 'not_json'],
        [4, 'not_json'],
        [6, 'bad_value'],
        [7, 'looks_like_s'],
      ],
    );
    const [row] = await test.arrange<{ q: unknown }>('select q from obs where device_id = $1 and ts = $2', [
      devices[0],
      new Date(ts),
    ]);
    assert.ok(row?.q, 'the quality was not stored');
  });

  /** Sends a body on a connection of its own, piece by piece as it is taken. */
  function send(
    path: string,
    pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
    headers: Headers,
  ) {
    return new Promise<{ status: number; headers: Record<string, unknown>; body: Record<string, unknown> }>(
      (resolve, reject) => {
        const asked = httpRequest(origin + path, {
          method: 'POST',
          agent: false,
          headers: { ...key, ...headers },
        });
        asked.on('error', reject);
        asked.on('response', (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: JSON.parse(Buffer.concat(parts).toString()),
            }),
          );
        });
        Readable.from(pieces).pipe(asked);
      },
    );
  }

  it('may be a hundred thousand in one request without being kept in memory', async () => {
    const first = Math.floor(Date.now() / 1000) * 1000 - 399 * 86_400_000;
    const LINES = 100_000;
    let max = 0;
    collect();
    const before = process.memoryUsage();
    function* pieces() {
      for (let i = 0; i < LINES; i += 500) {
        yield Array.from({ length: 500 }, (_, j) => `${json(first + (i + j) * 1000)}\n`).join('');
        if (i % 10_000 === 0) {
          collect();
          const { heapUsed, external } = process.memoryUsage();
          max = Math.max(max, heapUsed + external - before.heapUsed - before.external);
        }
      }
    }
    const { status, body } = await send('/ingest/v1/ndjson/', pieces(), NDJSON);
    assert.deepEqual([status, body], [200, { lines: LINES, stored: LINES, refused: 0 }]);
    const [count] = await test.arrange<{ n: string }>(
      'select count(*) as n from obs where device_id = $1 and ts < $2',
      [devices[0], new Date(first + LINES * 1000)],
    );
    assert.equal(Number(count?.n), LINES);
    // The body alone is 7 MB, its readings as objects some 35.
    assert.ok(max < 15_000_000, `memory grew by ${Math.round(max / 1e6)} MB`);
  });

  it('tell how many are on disk when something stops them in the middle, and sent again double nothing', async () => {
    const first = fresh() - 30 * 86_400_000;
    const lines = (count: number) =>
      Array.from({ length: count }, (_, i) => json(first + i * 1000)).join('\n');
    const whole = `${lines(5000)}\n`;
    const stopped = await post('/ingest/v1/ndjson/', `${whole}${' '.repeat(1_100_000)}`, NDJSON);
    assert.deepEqual([stopped.status, stopped.body.lines, stopped.body.stored], [413, 4000, 4000]);
    assert.match(stopped.body.detail, /^Line 5001 is longer/);
    const again = await post('/ingest/v1/ndjson/', whole, NDJSON);
    assert.deepEqual(again.body, { lines: 5000, stored: 5000, refused: 0 });
    const [count] = await test.arrange<{ n: string }>(
      'select count(*) as n from obs where device_id = $1 and ts between $2 and $3',
      [devices[0], new Date(first), new Date(first + 4999 * 1000)],
    );
    assert.equal(Number(count?.n), 5000);
  });

  it('are refused when they swell too much, at little cost', async () => {
    async function* bomb() {
      const gzip = createGzip();
      const blanks = Buffer.alloc(1_000_000, ' ');
      Readable.from(Array.from({ length: 300 }, () => blanks)).pipe(gzip);
      for await (const part of gzip) yield part as Buffer;
    }
    for (const [path, type] of [
      ['/ingest/v1/ndjson/', NDJSON],
      ['/ingest/v1/lines/', TEXT],
    ] as const) {
      const { status, body } = await send(path, bomb(), { ...type, 'content-encoding': 'gzip' });
      assert.equal(status, 413, JSON.stringify(body));
    }
  });

  it('do not hold a connection to the database while their sender is slow', async () => {
    const ts = fresh();
    let go: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    async function* slowly() {
      yield `${json(ts)}\n`;
      await waiting;
      yield `${json(ts + 1000)}\n`;
    }
    // More than the pool has connections.
    const slow = Array.from({ length: 6 }, () => send('/ingest/v1/ndjson/', slowly(), NDJSON));
    const quick = await post('/ingest/v1/ndjson/', json(ts + 2000), NDJSON);
    assert.equal(quick.status, 200);
    go();
    for (const { status } of await Promise.all(slow)) assert.equal(status, 200);
  });

  it('are counted where they were refused', async () => {
    await test.app.close();
    const rows = await test.arrange<{ device: string; reason: string }>(
      'select device, reason from refused_reading where company_id = $1',
      [scope.company_id],
    );
    assert.ok(rows.some(({ device, reason }) => device === 'P1/INV1' && reason === 'looks_like_ms'));
    assert.ok(rows.some(({ device, reason }) => device === 'P2/INV2' && reason === 'unknown_device'));
  });
});
