import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findMosquitto, type Mosquitto, makeMosquitto } from '../../../tests/support/mosquitto.ts';
import {
  connectPublisher,
  type MqttField,
  makeMqttField,
  messageOf,
  type Publisher,
} from '../../../tests/support/mqtt-field.ts';
import { topicOf } from '../../features/measurements/mqtt.model.ts';
import { passwordLines } from '../../features/measurements/server/mqtt-credentials.service.ts';
import { ReadingWriter } from '../../features/measurements/server/reading-writer.ts';
import { RefusedReadings } from '../../features/measurements/server/refused-readings.ts';
import { createLog } from '../../shared/server/log.ts';
import { hashForBroker } from '../../shared/server/mosquitto-hash.ts';
import { inScope } from '../../shared/server/tenancy.ts';
import type { BatchWriter } from '../reading-sink.ts';
import { MqttReceiver } from './mqtt.ts';

const log = createLog('silent', 'test');
const since = Date.now() - 7_200_000;
const found = findMosquitto();
const instance = fileURLToPath(new URL('../../../tests/support/mqtt-instance.ts', import.meta.url));
const DEVICES = 8;

/** As the document on MQTT says. */
const ACCESS = [
  'user meridiana',
  'topic read meridiana/+/readings',
  '',
  'pattern write meridiana/%u/readings',
  '',
];

async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (let i = 0; i < 800; i++) {
    if (await holds()) return;
    await pause(25);
  }
  assert.fail(`not within twenty seconds: ${what}`);
}

describe("somebody else's broker", { skip: typeof found === 'string' ? found : false }, () => {
  let field: MqttField;
  let mosquitto: Mosquitto;
  let publishers: Publisher[];
  let url: string;
  const receivers: MqttReceiver[] = [];
  const children: ChildProcess[] = [];

  before(async () => {
    if (typeof found === 'string') return;
    field = await makeMqttField();
    publishers = [];
    for (let i = 0; i < DEVICES; i++) publishers.push(await field.addPublisher());
    const devices = await passwordLines(field.test.pool);
    const passwords = [...devices, `meridiana:${await hashForBroker('its own secret')}`, ''].join('\n');
    mosquitto = await makeMosquitto(found, { passwords, access: ACCESS.join('\n') });
    await mosquitto.start();
    url = `mqtt://meridiana:its%20own%20secret@127.0.0.1:${mosquitto.port}`;
  });
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close();
    for (const child of children.splice(0)) await kill(child);
  });
  after(async () => {
    await mosquitto?.close();
    await field?.test.close();
  });

  async function open(writer?: BatchWriter): Promise<MqttReceiver> {
    const { pool, database } = field.test;
    const settings = { listen: undefined, demanded: false, url, tls: undefined };
    const refused = new RefusedReadings({ pool, log });
    const own = writer ?? new ReadingWriter(pool);
    const options = { pool, database, settings, writer: own, refused, log, installation: 'test' };
    const receiver = await MqttReceiver.open({ ...options, round_ms: 200 });
    assert.ok(receiver);
    receivers.push(receiver);
    await until(() => receiver.status().state === 'open', 'the session is open');
    return receiver;
  }
  function launch(): ChildProcess {
    const child = fork(instance, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.send({ database: field.test.database, url });
    children.push(child);
    return child;
  }
  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  /** How many sessions each instance holds, fewest first. */
  async function shares(): Promise<number[]> {
    const { rows } = await field.test.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.classid = 7305 and a.datname = current_database() group by l.pid order by 1`,
    );
    return rows.map(({ count }) => count);
  }
  async function publish(publisher: Publisher, seconds: readonly number[]): Promise<void> {
    const client = await connectPublisher(`mqtt://127.0.0.1:${mosquitto.port}`, publisher);
    const sent = seconds.map((second) =>
      client.publishAsync(publisher.topic, messageOf(since, { [second]: second }), { qos: 1 }),
    );
    await Promise.all(sent);
    await client.endAsync();
  }
  const holds = async (publisher: Publisher, seconds: readonly number[]) => {
    const stored = new Map(await field.stored(publisher, since));
    return seconds.every((second) => stored.get(second) === second);
  };
  const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

  it('lets devices in by the password file and holds them to their topics by the access list', async () => {
    await open();
    const [one, other] = publishers;
    assert.ok(one && other);
    await publish(one, [1]);
    await publish({ ...one, topic: other.topic }, [2]);
    await publish({ ...one, topic: topicOf('c1-d1') }, [3]);
    await assert.rejects(publish({ ...one, secret: 'guessed' }, [4]));
    await until(() => holds(one, [1]), 'the reading is stored');
    await pause(200);
    assert.deepEqual(await field.stored(other), []);
  });

  it('loses and doubles nothing while two instances share the messages and one is killed', async () => {
    launch();
    const victim = launch();
    await until(async () => String(await shares()) === '2,2', 'both have their share');
    const seconds = range(1000, 400);
    const sent = publishers.map((publisher) => publish(publisher, seconds));
    await pause(150);
    await kill(victim);
    await Promise.all(sent);
    await until(async () => String(await shares()) === '4', 'the other took the sessions over');
    for (const publisher of publishers) {
      await until(() => holds(publisher, seconds), 'every reading is stored');
      const stored = (await field.stored(publisher, since)).filter(([second]) => second >= 1000);
      assert.deepEqual(
        stored,
        seconds.map((second) => [second, second]),
      );
    }
    assert.deepEqual(await field.refused(), []);
  });

  it('takes what came while nobody was there', async () => {
    const [publisher] = publishers;
    assert.ok(publisher);
    const receiver = await open();
    receivers.splice(0);
    await receiver.close();
    await publish(publisher, range(5000, 50));
    assert.equal(await holds(publisher, [5000]), false);
    await open();
    await until(() => holds(publisher, range(5000, 50)), 'what waited is stored');
  });

  it('does not acknowledge what could not be stored: it comes again', async () => {
    const [publisher] = publishers;
    assert.ok(publisher);
    const writer = new ReadingWriter(field.test.pool);
    let failures = 0;
    await open({
      async write(scope, rows) {
        if (failures++ < 3) throw Object.assign(new Error('no room'), { code: '53100' });
        return writer.write(scope, rows);
      },
    });
    await publish(publisher, [6000]);
    await until(() => holds(publisher, [6000]), 'the reading is stored at last');
    assert.ok(failures > 3);
  });

  it('comes back when the broker does', async () => {
    const [publisher] = publishers;
    assert.ok(publisher);
    const receiver = await open();
    await mosquitto.kill();
    await until(() => receiver.status().state === 'away', 'the loss is told');
    await mosquitto.start();
    await until(() => receiver.status().state === 'open', 'it is back');
    await publish(publisher, [7000]);
    await until(() => holds(publisher, [7000]), 'the reading is stored');
  });

  it('takes no message of a credential that was taken away here, whatever the broker still thinks', async () => {
    const [, publisher] = publishers;
    assert.ok(publisher);
    await open();
    await inScope(field.test.pool, field.scope, (tx) =>
      tx.query('delete from mqtt_credential where company_id = $1 and device_id = $2', [
        publisher.company_id,
        publisher.device_id,
      ]),
    );
    await publish(publisher, [8000]);
    await pause(300);
    assert.equal(await holds(publisher, [8000]), false);
  });
});
