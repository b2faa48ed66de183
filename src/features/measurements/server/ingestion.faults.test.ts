import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makeKey,
  makePlant,
  type TestApp,
} from '../../../../tests/support/app.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const NDJSON = { 'content-type': 'application/x-ndjson' };
const TEXT = { 'content-type': 'text/plain' };

describe('readings that cannot be stored just now', () => {
  let test: TestApp;
  let key: Headers;
  let otherKey: Headers;
  let origin: string;
  /** The server's ends of its connections, by the port of the other end. */
  const ends = new Map<number | undefined, Socket>();
  const devices: number[] = [];
  const now = Math.floor(Date.now() / 1000) * 1000;
  before(async () => {
    test = await createTestApp();
    for (const name of ['First', 'Second']) {
      const scope = await makeCompany(test.pool, name, name === 'Second' ? 'apart' : undefined);
      const plant = await makePlant(test.pool, scope, 'P1');
      devices.push(await makeDevice(test.pool, scope, plant, 'INV1', ['ac_power_kw']));
      const { headers } = await makeKey(test, scope);
      if (name === 'First') key = headers;
      else otherKey = headers;
    }
    // The server's own failure, from the place where it would write.
    await test.arrange(`create function fails() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = tg_argv[0]; end $$`);
    test.app.server.on('connection', (socket: Socket) => ends.set(socket.remotePort, socket));
    await test.app.listen({ host: '127.0.0.1', port: 0 });
    const address = test.app.server.address();
    origin = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
  });
  after(() => test?.close());

  const reading = (ts: number, value = 5) =>
    JSON.stringify({ device: 'INV1', ts, values: { ac_power_kw: value } });
  const post = async (path: string, payload: string, headers: Headers) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: path,
      headers: { ...key, ...headers },
      payload,
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body };
  };
  const count = async (from: number, to: number, device = 0) => {
    const [row] = await test.arrange<{ n: string }>(
      'select count(*) as n from obs where device_id = $1 and ts between $2 and $3',
      [devices[device], new Date(from), new Date(to)],
    );
    return Number(row?.n);
  };
  const failFrom = (code: string, from: number) =>
    test.arrange(`create trigger fails before insert on obs for each row
      when (new.ts >= '${new Date(from).toISOString()}') execute function fails('${code}')`);
  const recover = () => test.arrange('drop trigger fails on obs');

  it('are not acknowledged by any call, whatever the server is short of, and are stored when they come again', async () => {
    const deliveries = (ts: number) =>
      [
        ['/ingest/v1/readings/', `{"readings":[${reading(ts)}]}`, JSON_TYPE],
        ['/ingest/v1/readings/?partial=true', `{"readings":[${reading(ts + 1000)}]}`, JSON_TYPE],
        ['/ingest/v1/ndjson/', reading(ts + 2000), NDJSON],
        ['/ingest/v1/lines/?precision=ms', `pv,device=INV1 ac_power_kw=5 ${ts + 3000}`, TEXT],
        ['/api/v2/write?precision=ms', `pv,device=INV1 ac_power_kw=5 ${ts + 4000}`, TEXT],
      ] as const;
    for (const [i, code] of ['53100', '53200', '53300', '57P01', '57P03', '08006', '40001'].entries()) {
      const ts = now - (i + 1) * 60_000;
      await failFrom(code, 0);
      for (const [path, payload, type] of deliveries(ts)) {
        const { status, headers, text } = await post(path, payload, type);
        assert.deepEqual(
          [status, headers['retry-after'] !== undefined],
          [503, true],
          `${path} at ${code}: ${text}`,
        );
        assert.equal(JSON.parse(text).code, 'unavailable');
      }
      await recover();
      assert.equal(await count(ts, ts + 5000), 0, code);
      for (const [path, payload, type] of deliveries(ts))
        assert.ok((await post(path, payload, type)).status < 300, path);
      assert.equal(await count(ts, ts + 5000), 5, code);
    }
  });

  it('leave a long body where it stands, which the answer says, and double nothing when all of it comes again', async () => {
    const first = now - 86_400_000;
    const body = Array.from({ length: 7000 }, (_, i) => reading(first + i * 1000)).join('\n');
    await failFrom('53100', first + 4500 * 1000);
    const stopped = await post('/ingest/v1/ndjson/', body, NDJSON);
    assert.equal(stopped.status, 503);
    const { lines, stored, refused } = JSON.parse(stopped.text);
    assert.deepEqual([lines, stored, refused], [4000, 4000, 0]);
    assert.equal(await count(first, first + 7000 * 1000), 4000);
    await recover();
    const again = await post('/ingest/v1/ndjson/', body, NDJSON);
    assert.deepEqual(
      [again.status, JSON.parse(again.text)],
      [200, { lines: 7000, stored: 7000, refused: 0 }],
    );
    assert.equal(await count(first, first + 7000 * 1000), 7000);
  });

  /** Sends a delivery but for its last byte. */
  function begin(ts: number, who: Headers, bytes: number) {
    const json = `{"readings":[${reading(ts)}]}`;
    const payload = Buffer.from(json.padEnd(bytes, ' '));
    const asked = httpRequest(`${origin}/ingest/v1/readings/`, {
      method: 'POST',
      agent: false,
      // A refused sender who says that it closes the connection is heard out for two seconds.
      headers: { ...who, ...JSON_TYPE, connection: 'keep-alive', 'content-length': String(payload.length) },
    });
    const answer = new Promise<{ status: number; retry: string | undefined }>((resolve, reject) => {
      asked.on('error', reject);
      asked.on('response', (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, retry: response.headers['retry-after'] });
      });
    });
    answer.catch(() => undefined);
    asked.write(payload.subarray(0, -1));
    /** Resolves when the server holds all that was sent. */
    const arrived = async () => {
      for (let tries = 0; tries < 2000; tries++) {
        if ((ends.get(asked.socket?.localPort)?.bytesRead ?? 0) >= payload.length) return;
        await sleep(10);
      }
      assert.fail('the body does not arrive');
    };
    return { answer, arrived, end: () => asked.end(payload.subarray(-1)), leave: () => asked.destroy() };
  }

  it('because too much arrives are refused with 429 or 503 and when to come back; what was let in is stored', async () => {
    const MB = 1_000_000;
    const ts = now - 2 * 86_400_000;
    // Nobody holds twice as much as another here: whoever does is cut off for them.
    const first = [begin(ts, key, 11 * MB), begin(ts + 1000, key, 11 * MB)];
    for (const { arrived } of first) await arrived();
    const refused = begin(ts + 2000, key, 11 * MB);
    const tooMuch = await refused.answer;
    assert.deepEqual([tooMuch.status, tooMuch.retry !== undefined], [429, true]);
    const second = begin(ts, otherKey, 12 * MB);
    await second.arrived();
    const refusedToo = begin(ts + 1000, otherKey, 12 * MB);
    const beyond = await refusedToo.answer;
    assert.deepEqual([beyond.status, beyond.retry !== undefined], [503, true]);
    for (const { leave } of [refused, refusedToo]) leave();
    for (const { end } of [...first, second]) end();
    for (const { answer } of [...first, second]) assert.equal((await answer).status, 200);
    assert.deepEqual([await count(ts, ts + 3000), await count(ts, ts + 3000, 1)], [2, 1]);
    const after = begin(ts + 2000, key, 15 * MB);
    after.end();
    assert.equal((await after.answer).status, 200, 'there is room again');
  });

  it('whose sender goes away in the middle leave no bytes behind', async () => {
    const ts = now - 3 * 86_400_000;
    for (let i = 0; i < 5; i++) {
      const { answer, arrived } = begin(ts, key, 15_000_000);
      const controller = httpRequest(`${origin}/ingest/v1/ndjson/`, {
        method: 'POST',
        agent: false,
        headers: { ...key, ...NDJSON },
      });
      controller.on('error', () => undefined);
      controller.write(`${reading(ts + 1000)}\n`.repeat(20_000));
      await Promise.race([arrived(), answer]);
      controller.destroy();
      test.app.server.closeAllConnections();
    }
    const good = begin(ts + 5000, key, 15_000_000);
    good.end();
    assert.equal((await good.answer).status, 200);
  });
});
