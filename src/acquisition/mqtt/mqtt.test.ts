import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect as connectSocket, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  connectPublisher,
  type MqttField,
  makeMqttField,
  messageOf,
} from '../../../tests/support/mqtt-field.ts';
import { CERTIFICATE, KEY } from '../../../tests/support/smtp-peer.ts';
import { findMqttBroker } from '../../features/measurements/server/mqtt-credentials.routes.ts';
import { ReadingWriter } from '../../features/measurements/server/reading-writer.ts';
import { RefusedReadings } from '../../features/measurements/server/refused-readings.ts';
import { createLog } from '../../shared/server/log.ts';
import type { MqttSettings } from '../../shared/server/mqtt-settings.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { MqttReceiver } from './mqtt.ts';

const log = createLog('silent', 'test');

describe('the way in by MQTT', () => {
  const home = mkdtempSync(join(tmpdir(), 'meridiana-mqtt-'));
  let field: MqttField;
  let taker: Server;
  let taken: number;
  const receivers: MqttReceiver[] = [];

  before(async () => {
    field = await makeMqttField();
    taker = createServer().listen(0, '127.0.0.1');
    await once(taker, 'listening');
    taken = (taker.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close();
  });
  after(async () => {
    taker.close();
    rmSync(home, { recursive: true });
    await field.test.close();
  });

  const settingsOf = (given: Partial<MqttSettings>): MqttSettings => ({
    listen: undefined,
    demanded: false,
    url: undefined,
    tls: undefined,
    ...given,
  });
  async function open(settings: MqttSettings, any_port = false): Promise<MqttReceiver | undefined> {
    const { pool, database } = field.test;
    const writer = new ReadingWriter(pool);
    const refused = new RefusedReadings({ pool, log });
    const options = { pool, database, settings, writer, refused, log, installation: 'test', any_port };
    const receiver = await MqttReceiver.open({ ...options, round_ms: 100 });
    if (receiver) receivers.push(receiver);
    return receiver;
  }
  async function broker(settings: MqttSettings, state: string) {
    for (let i = 0; ; i++) {
      const receiver = await findMqttBroker(field.test.pool, settings);
      if (receiver.state === state) return receiver;
      assert.ok(i < 200, `it says ${receiver.state}, not ${state}`);
      await pause(25);
    }
  }

  it('is none where the settings ask for none', async () => {
    assert.equal(await open(settingsOf({})), undefined);
    assert.equal((await findMqttBroker(field.test.pool, settingsOf({}))).kind, 'off');
  });

  it('is told, with its port, for as long as its process lives', async () => {
    const settings = settingsOf({ listen: { host: '127.0.0.1', port: 0 } });
    assert.equal((await findMqttBroker(field.test.pool, settings)).state, 'unknown');
    const receiver = await open(settings);
    const { host, port, kind, tls } = await broker(settings, 'open');
    assert.deepEqual([kind, host, port, tls], ['embedded', '127.0.0.1', receiver?.status().port, false]);
    await receiver?.close();
    receivers.length = 0;
    await broker(settings, 'unknown');
  });

  it('does without a taken port that nobody asked for, and has it once it is free', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const settings = settingsOf({ listen: { host: '127.0.0.1', port } });
    const receiver = await open(settings);
    assert.equal(receiver?.status().state, 'taken');
    await broker(settings, 'taken');
    other.close();
    await once(other, 'close');
    assert.equal((await broker(settings, 'open')).port, port);
  });

  it('is a fault at start where somebody asked for a taken port, or for one of another machine', async () => {
    const refused = (listen: { host: string; port: number }, sentence: RegExp) =>
      assert.rejects(open(settingsOf({ demanded: true, listen })), (error) => {
        assert.ok(error instanceof StartFault);
        assert.match(error.message, sentence);
        return true;
      });
    await refused(
      { host: '127.0.0.1', port: taken },
      /^MQTT_LISTEN 127.0.0.1:\d+ is taken by another program/,
    );
    await refused({ host: '192.0.2.1', port: 0 }, /^MQTT_LISTEN 192.0.2.1:0 is no address of this machine/);
  });

  it('takes any free port in a demonstration', async () => {
    const receiver = await open(settingsOf({ listen: { host: '127.0.0.1', port: taken } }), true);
    assert.equal(receiver?.status().state, 'open');
    assert.notEqual(receiver?.status().port, taken);
  });

  it('speaks TLS, and nothing else, with a certificate', async () => {
    const tls = { cert: join(home, 'cert.pem'), key: join(home, 'key.pem') };
    writeFileSync(tls.cert, CERTIFICATE);
    writeFileSync(tls.key, KEY);
    const receiver = await open(settingsOf({ listen: { host: '127.0.0.1', port: 0 }, tls }));
    const publisher = await field.addPublisher();
    const port = receiver?.status().port;
    const client = await connectPublisher(`mqtts://127.0.0.1:${port}`, publisher, { ca: CERTIFICATE });
    const at = Date.now() - 5000;
    await client.publishAsync(publisher.topic, messageOf(at, { 0: 3 }), { qos: 1 });
    assert.deepEqual(await field.stored(publisher, at), [[0, 3]]);
    await client.endAsync();
    const plain = connectSocket(port ?? 0, '127.0.0.1');
    let welcomed = false;
    plain.on('data', ([type]) => {
      welcomed ||= type === 0x20;
    });
    plain.on('error', () => undefined);
    // A CONNECT as it is sent without TLS.
    plain.write(Buffer.from([0x10, 0x0d, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 1, 0x61]));
    await new Promise((resolve) => plain.once('close', resolve));
    assert.equal(welcomed, false);
  });

  it('names a certificate that cannot be read or is none', async () => {
    const listen = { host: '127.0.0.1', port: 0 };
    const missing = join(home, 'missing.pem');
    await assert.rejects(
      open(settingsOf({ listen, tls: { cert: missing, key: missing } })),
      /missing.pem for MQTT cannot be read/,
    );
    const none = join(home, 'none.pem');
    writeFileSync(none, 'none');
    await assert.rejects(
      open(settingsOf({ listen, tls: { cert: none, key: none } })),
      /are no certificate and its key/,
    );
  });
});
