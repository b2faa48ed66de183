import assert from 'node:assert/strict';
import { connect as connectSocket } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import {
  closeOf,
  connectPublisher,
  type MqttField,
  makeMqttField,
  messageOf,
  type Publisher,
} from '../../../tests/support/mqtt-field.ts';
import { setEnabled } from '../../features/companies/server/companies.repository.ts';
import { topicOf } from '../../features/measurements/mqtt.model.ts';
import {
  createCredential,
  credentialsOf,
  removeCredential,
} from '../../features/measurements/server/mqtt-credentials.service.ts';
import { ReadingWriter } from '../../features/measurements/server/reading-writer.ts';
import { RefusedReadings } from '../../features/measurements/server/refused-readings.ts';
import { createLog } from '../../shared/server/log.ts';
import { inScope, type Scope } from '../../shared/server/tenancy.ts';
import type { BatchWriter } from '../reading-sink.ts';
import { CredentialCheck } from './credential-check.ts';
import { MqttReceiver } from './mqtt.ts';

const log = createLog('silent', 'test');
const since = Date.now() - 3_600_000;

/** A writer that can be held up, or made to fail. */
class Gate implements BatchWriter {
  readonly #writer: BatchWriter;
  batches = 0;
  fault: Error | undefined;
  #held: Promise<void> | undefined;
  #free: () => void = () => undefined;

  constructor(writer: BatchWriter) {
    this.#writer = writer;
  }
  hold(): void {
    this.batches = 0;
    this.#held = new Promise((resolve) => {
      this.#free = resolve;
    });
  }
  free(): void {
    this.#held = undefined;
    this.#free();
  }
  async write(scope: Scope, rows: Parameters<BatchWriter['write']>[1]): Promise<unknown> {
    this.batches++;
    await this.#held;
    if (this.fault) throw this.fault;
    return this.#writer.write(scope, rows);
  }
}

async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (await holds()) return;
    await pause(25);
  }
  assert.fail(`not within ten seconds: ${what}`);
}

describe('the embedded broker', () => {
  let field: MqttField;
  let writer: ReadingWriter;
  let gate: Gate;
  let refused: RefusedReadings;
  let receiver: MqttReceiver;
  let url: string;
  const clients: MqttClient[] = [];

  before(async () => {
    field = await makeMqttField();
    const { pool, database } = field.test;
    writer = new ReadingWriter(pool);
    gate = new Gate(writer);
    refused = new RefusedReadings({ pool, log });
    const settings = {
      listen: { host: '127.0.0.1', port: 0 },
      demanded: true,
      url: undefined,
      tls: undefined,
    };
    const options = { pool, database, settings, writer: gate, refused, log, installation: 'test' };
    const opened = await MqttReceiver.open({ ...options, round_ms: 200 });
    assert.ok(opened);
    receiver = opened;
    url = `mqtt://127.0.0.1:${receiver.status().port}`;
  });
  afterEach(async () => {
    gate.fault = undefined;
    gate.free();
    for (const client of clients.splice(0)) await client.endAsync(true);
  });
  after(async () => {
    await receiver.close();
    await refused.close();
    await writer.close();
    await field.test.close();
  });

  async function join(publisher: Pick<Publisher, 'user' | 'secret'>, options: IClientOptions = {}) {
    const client = await connectPublisher(url, publisher, options);
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  }
  const isRefused = async (publisher: Pick<Publisher, 'user' | 'secret'>, code: number) =>
    assert.rejects(join(publisher), (error: Error & { code?: number }) => {
      assert.equal(error.code, code, error.message);
      return true;
    });
  const refusedOf = async ({ name }: Publisher) => {
    await refused.flush();
    return (await field.refused()).filter(([device]) => device === name).map(([, ...rest]) => rest);
  };

  it('stores what a device publishes at QoS 0, 1 and 2, singly and in lists, with and without a time', async () => {
    const publisher = await field.addPublisher();
    const client = await join(publisher);
    await client.publishAsync(publisher.topic, messageOf(since, { 1: 10, 2: 20 }), { qos: 1 });
    await client.publishAsync(publisher.topic, messageOf(since, { 3: 30 }), { qos: 2 });
    await client.publishAsync(publisher.topic, messageOf(since, { 4: 40 }), { qos: 0 });
    const before_ms = Date.now();
    await client.publishAsync(publisher.topic, '{"values":{"ac_power_kw":50}}', { qos: 1 });
    const stored = await field.stored(publisher, since);
    assert.deepEqual(stored.slice(0, 4), [
      [1, 10],
      [2, 20],
      [3, 30],
      [4, 40],
    ]);
    const [[at = 0, value] = []] = stored.slice(4);
    assert.equal(value, 50);
    assert.ok(since + at * 1000 >= before_ms && since + at * 1000 <= Date.now());
  });

  it('acknowledges after the commit, not before, whatever the quality of service', async () => {
    const publisher = await field.addPublisher();
    const client = await join(publisher);
    gate.hold();
    const acknowledged: string[] = [];
    const sent = ([1, 2] as const).map((qos) =>
      client
        .publishAsync(publisher.topic, messageOf(since, { [qos]: qos }), { qos })
        .then(() => acknowledged.push(`qos ${qos}`)),
    );
    await until(() => gate.batches > 0, 'the batch is being written');
    await pause(200);
    assert.deepEqual(acknowledged, []);
    assert.deepEqual(await field.stored(publisher), []);
    gate.free();
    await Promise.all(sent);
    assert.deepEqual(await field.stored(publisher, since), [
      [1, 1],
      [2, 2],
    ]);
  });

  it('ends the connection instead where the commit fails, and takes the message when it comes again', async () => {
    const publisher = await field.addPublisher();
    gate.fault = Object.assign(new Error('no room'), { code: '53100' });
    const client = await join(publisher, { clean: false, clientId: 'stubborn', reconnectPeriod: 100 });
    let acknowledged = false;
    const sent = client.publishAsync(publisher.topic, messageOf(since, { 1: 1 }), { qos: 1 });
    void sent.then(() => {
      acknowledged = true;
    });
    for (let lost = 0; lost < 3; lost++) await closeOf(client);
    assert.equal(acknowledged, false);
    gate.fault = undefined;
    await sent;
    assert.deepEqual(await field.stored(publisher, since), [[1, 1]]);
  });

  for (const [what, fault] of [
    ['a fault that nobody knows', Object.assign(new Error('out of luck'), { code: 'XX000' })],
    ['a database that only reads', Object.assign(new Error('read-only transaction'), { code: '25006' })],
  ] as const)
    it(`never acknowledges a message because of ${what}, however often it comes`, async () => {
      const publisher = await field.addPublisher();
      gate.fault = fault;
      gate.batches = 0;
      const client = await join(publisher, { clean: false, clientId: 'patient', reconnectPeriod: 20 });
      const sent = client.publishAsync(publisher.topic, messageOf(since, { 1: 1 }), { qos: 1 });
      await until(() => gate.batches > 10, 'it came more than ten times');
      gate.fault = undefined;
      await sent;
      assert.deepEqual(await field.stored(publisher, since), [[1, 1]]);
      assert.deepEqual(await refusedOf(publisher), []);
    });

  it('acknowledges what can never be stored and counts it, so that it does not stand before the good ones', async () => {
    const publisher = await field.addPublisher();
    const client = await join(publisher);
    for (const payload of [
      'no json',
      '3',
      '[]',
      '   ',
      JSON.stringify({ ts: 'yesterday', values: { ac_power_kw: 1 } }),
      JSON.stringify({ ts: since, values: { wind: 1 } }),
      JSON.stringify({ ts: since, values: { ac_power_kw: 'much' } }),
      Buffer.alloc(600_000, 0x20),
    ])
      await client.publishAsync(publisher.topic, payload, { qos: 1 });
    const mixed = [
      { ts: since, values: { ac_power_kw: 1e300 } },
      { ts: since + 5000, values: { ac_power_kw: 5 } },
    ];
    await client.publishAsync(publisher.topic, JSON.stringify(mixed), { qos: 1 });
    assert.deepEqual(await field.stored(publisher, since), [[5, 5]]);
    assert.deepEqual(await refusedOf(publisher), [
      ['bad_payload', 3],
      ['bad_ts', 1],
      ['bad_value', 1],
      ['empty_message', 1],
      ['out_of_range', 1],
      ['too_large', 1],
      ['unknown_variable', 1],
    ]);
  });

  it('lets a message that the database refuses take no other one down', async () => {
    const [good, bad] = [await field.addPublisher(), await field.addPublisher()];
    const clientOfGood = await join(good);
    const clientOfBad = await join(bad);
    gate.hold();
    const first = clientOfGood.publishAsync(good.topic, messageOf(since, { 1: 1 }), { qos: 1 });
    await until(() => gate.batches > 0, 'a batch is being written');
    const others = [
      clientOfBad.publishAsync(bad.topic, messageOf(since, { 2: 2 }), { qos: 1 }),
      clientOfGood.publishAsync(good.topic, messageOf(since, { 3: 3 }), { qos: 1 }),
    ];
    await pause(100);
    const original = gate.write.bind(gate);
    gate.write = async (scope, rows) => {
      if (rows.some(({ device_id }) => device_id === bad.device_id))
        throw Object.assign(new Error('refused'), { code: '23514' });
      return original(scope, rows);
    };
    gate.free();
    await Promise.all([first, ...others]);
    gate.write = original;
    assert.deepEqual(await field.stored(good, since), [
      [1, 1],
      [3, 3],
    ]);
    assert.deepEqual(await refusedOf(bad), [['other', 1]]);
  });

  it('lets nobody in with a wrong secret, a wrong user name or none', async () => {
    const publisher = await field.addPublisher();
    await isRefused({ ...publisher, secret: 'guessed' }, 4);
    await isRefused({ ...publisher, user: 'c1-d999999' }, 4);
    await isRefused({ ...publisher, user: 'admin' }, 4);
    await isRefused({ ...publisher, user: `c2147483647-d${publisher.device_id}` }, 4);
    await assert.rejects(connectPublisher(url, publisher, { username: '', password: '' }));
    const client = await join(publisher);
    assert.ok(client.connected);
  });

  it('lets a device in, however many wrong secrets came for it from the same address', async () => {
    const { user, secret } = await field.addPublisher();
    // By itself, for the broker forgets what it counted whenever it hears that something was configured.
    const check = new CredentialCheck({ pool: field.test.pool });
    const tries = (tried: string) => check.prove({ user, address: '192.0.2.1', secret: Buffer.from(tried) });
    for (let i = 0; i < 11; i++) assert.equal(await tries('guessed'), 'wrong');
    const guesses = Array.from({ length: 200 }, () => tries('guessed'));
    const right = tries(secret);
    assert.deepEqual(new Set(await Promise.all(guesses)), new Set(['wrong']));
    assert.ok(typeof (await right) === 'object');
  });

  it('stores nothing on any topic but the one of the credential, and counts it', async () => {
    const [publisher, other] = [await field.addPublisher(), await field.addPublisher()];
    const client = await join(publisher);
    for (const topic of [other.topic, topicOf('c1-d1'), 'readings', `${publisher.topic}/more`, '$SYS/x'])
      await client.publishAsync(topic, messageOf(since, { 1: 1 }), { qos: 1 });
    assert.deepEqual(await field.stored(other), []);
    assert.deepEqual(await field.stored(publisher), []);
    assert.deepEqual(await refusedOf(publisher), [['foreign_topic', 5]]);
    assert.ok(client.connected);
  });

  it('gives no message to anybody', async () => {
    const [publisher, listener] = [await field.addPublisher(), await field.addPublisher()];
    const ears = await join(listener);
    let heard = 0;
    ears.on('message', () => {
      heard++;
    });
    for (const topic of ['#', publisher.topic, listener.topic, '$SYS/#', '$share/x/#'])
      await assert.rejects(ears.subscribeAsync(topic), /Unspecified error|128/);
    const client = await join(publisher);
    await client.publishAsync(publisher.topic, messageOf(since, { 1: 1 }), { qos: 1, retain: true });
    await client.publishAsync(publisher.topic, '', { qos: 1, retain: true });
    assert.equal(heard, 0);
    assert.deepEqual(await refusedOf(publisher), []);
    assert.equal((await field.stored(publisher)).length, 1);
  });

  it('takes a last will as a message of its device, and none to another topic', async () => {
    const [publisher, other] = [await field.addPublisher(), await field.addPublisher()];
    const payload = Buffer.from(messageOf(since, { 7: 7 }));
    for (const topic of [publisher.topic, other.topic]) {
      const client = await join(publisher, { will: { topic, payload, qos: 1, retain: true } });
      client.stream.destroy();
    }
    await until(async () => (await field.stored(publisher)).length === 1, 'the will is stored');
    await until(async () => (await refusedOf(publisher)).length === 1, 'the other will is counted');
    assert.deepEqual(await field.stored(other), []);
  });

  it('keeps devices with the same client id apart', async () => {
    const [one, two] = [await field.addPublisher(), await field.addPublisher()];
    const first = await join(one, { clientId: 'gateway' });
    const second = await join(two, { clientId: 'gateway' });
    await first.publishAsync(one.topic, messageOf(since, { 1: 1 }), { qos: 1 });
    await second.publishAsync(two.topic, messageOf(since, { 1: 2 }), { qos: 1 });
    assert.ok(first.connected && second.connected);
  });

  it('survives bytes that are no MQTT, packets without end and clients that say nothing', async () => {
    const publisher = await field.addPublisher();
    const { port } = new URL(url);
    const bytes = [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.alloc(100_000, 0xff),
      // A CONNECT that promises 256 MB, a PUBLISH before any CONNECT.
      Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0, 4]),
      Buffer.from([0x30, 0x05, 0, 1, 0x61, 0x31, 0x32]),
      Buffer.from([0x10, 0x02, 0, 4]),
    ];
    for (const some of bytes) {
      const socket = connectSocket(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(some);
      await new Promise((resolve) => socket.once('close', resolve));
    }
    const client = await join(publisher);
    client.publish(publisher.topic, Buffer.alloc(3_000_000), { qos: 1 });
    await closeOf(client);
    const again = await join(publisher);
    await again.publishAsync(publisher.topic, messageOf(since, { 1: 1 }), { qos: 1 });
    assert.equal((await field.stored(publisher)).length, 1);
  });

  it('takes the messages of 80 devices together, each once', async () => {
    const publishers: Publisher[] = [];
    for (let i = 0; i < 80; i++) publishers.push(await field.addPublisher());
    const connected = await Promise.all(publishers.map((publisher) => join(publisher)));
    gate.batches = 0;
    await Promise.all(
      connected.flatMap((client, i) =>
        [1, 2, 3].map((second) =>
          client.publishAsync(publishers[i]?.topic ?? '', messageOf(since, { [second]: i }), { qos: 1 }),
        ),
      ),
    );
    for (const [i, publisher] of publishers.entries()) {
      const wanted = [1, 2, 3].map((second) => [second, i]);
      assert.deepEqual(await field.stored(publisher, since), wanted);
    }
    assert.ok(gate.batches < 120, `${gate.batches} commits for 240 messages`);
  });

  it('ends the connections of a credential that is taken away or replaced, and of a company that is closed', async () => {
    const { pool } = field.test;
    const publishers = [await field.addPublisher(), await field.addPublisher(), await field.addPublisher()];
    const [removed, replaced, closed] = await Promise.all(publishers.map((publisher) => join(publisher)));
    const [first, second, third] = publishers;
    assert.ok(removed && replaced && closed && first && second && third);
    await inScope(pool, field.scope, (tx) => removeCredential(tx, first.device_id));
    await until(() => !removed.connected, 'the connection of the removed credential ends');
    await isRefused(first, 4);
    const { secret } = await inScope(pool, field.scope, (tx) =>
      createCredential(tx, { device_id: second.device_id, replace: true }),
    );
    await until(() => !replaced.connected, 'the connection of the replaced credential ends');
    await isRefused(second, 4);
    assert.ok((await join({ ...second, secret })).connected);
    assert.ok(closed.connected);
    await inScope(pool, field.scope, (tx) => setEnabled(tx, false));
    await until(() => !closed.connected, 'the connections of the closed company end');
    await isRefused(third, 4);
    await inScope(pool, field.scope, (tx) => setEnabled(tx, true));
    // It hears of that a moment later.
    let back: MqttClient | undefined;
    await until(async () => {
      back = await join(third).catch(() => undefined);
      return back !== undefined;
    }, 'the opened company is let in');
    await back?.publishAsync(third.topic, messageOf(since, { 1: 1 }), { qos: 1 });
  });

  it('refuses nobody while it cannot look: the connection ends, and the device comes again', async () => {
    const publisher = await field.addPublisher();
    const { database } = field.test;
    const away = async () => {
      throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
    };
    const pool = { connect: away, query: away } as unknown as MqttField['test']['pool'];
    const settings = {
      listen: { host: '127.0.0.1', port: 0 },
      demanded: true,
      url: undefined,
      tls: undefined,
    };
    const options = { pool, database, settings, writer: gate, refused, log, installation: 'test' };
    const other = await MqttReceiver.open(options);
    const { user: username, secret: password } = publisher;
    const client = connect(`mqtt://127.0.0.1:${other?.status().port}`, { username, password });
    const messages: string[] = [];
    client.on('error', ({ message }) => messages.push(message));
    let reconnects = 0;
    client.on('reconnect', () => {
      reconnects++;
    });
    await until(() => reconnects >= 2, 'it tries again');
    assert.deepEqual(messages, []);
    await client.endAsync(true);
    await other?.close();
  });

  it('notes when a device was last seen', async () => {
    const publisher = await field.addPublisher();
    await join(publisher);
    const seen = async () => {
      const filter = { device_id: publisher.device_id };
      const [one] = await inScope(field.test.pool, field.scope, (tx) => credentialsOf(tx, filter));
      return one?.last_seen_at;
    };
    await until(async () => (await seen()) !== null, 'it was seen');
  });
});
