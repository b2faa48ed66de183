import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Aedes } from 'aedes';
import { connectAsync, type MqttClient } from 'mqtt';
import { deviceOfUser, topicOf } from '../../features/measurements/mqtt.model.ts';
import { createLog } from '../../shared/server/log.ts';
import { EmbeddedBroker } from './embedded-broker.ts';

interface Kept {
  incomingGetPacket(client: object, packet: object): Promise<unknown>;
}

/** Devices of any company are let in; what they publish is taken. */
const options = {
  receiver: { take: async () => 'stored', refuse: async () => undefined, seen: () => undefined },
  check: {
    prove: async ({ user }: { user: string }) => {
      const device = deviceOfUser(user);
      return device ? { ...device, user, hash: 'h' } : 'wrong';
    },
  },
  log: createLog('silent', 'test'),
  host: '127.0.0.1',
  port: 0,
  connections_at_most: 8,
  sign_in: { at_most: 4, of_address: 4, within_ms: 5_000 },
} as unknown as Parameters<typeof EmbeddedBroker.listen>[0];

describe('places at the embedded broker', { timeout: 20_000 }, () => {
  let broker: EmbeddedBroker;
  const clients: MqttClient[] = [];
  const join = async (user: string, more: object = {}) => {
    const given = { username: user, password: 'x', reconnectPeriod: 0, connectTimeout: 5_000, ...more };
    const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, given);
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  before(async () => {
    broker = await EmbeddedBroker.listen(options);
  });
  after(async () => {
    for (const client of clients) await client.endAsync(true);
    await broker.close();
  });
  const closed = (client: MqttClient) =>
    client.connected ? new Promise<void>((resolve) => client.once('close', () => resolve())) : undefined;

  it('are given up by the company that has the most', async () => {
    const many: MqttClient[] = [];
    for (const device of [1, 2, 3]) many.push(await join(`c1-d${device}`));
    const few = await join('c2-d1');
    // All four are taken: whoever comes gets the oldest of the company that has three.
    const [oldest] = many;
    assert.ok(oldest);
    const gone = closed(oldest);
    const another = await join('c2-d2');
    await gone;
    assert.deepEqual(
      [few, another, ...many.slice(1)].map(({ connected }) => connected),
      [true, true, true, true],
    );
    for (const client of [few, another, ...many]) await client.endAsync(true);
  });

  it('keep nothing of a message that is left half sent, whatever session was asked for', async () => {
    let made: { persistence: Kept } | undefined;
    // The broker keeps what is half sent where nothing of ours looks.
    const parts = Aedes.prototype as unknown as { registerClient(client: object): unknown };
    const { registerClient } = parts;
    parts.registerClient = function (this: { persistence: Kept }, client) {
      made = this;
      return registerClient.call(this, client);
    };
    const user = 'c3-d1';
    const client = await join(user, { clean: false, clientId: 'lasting' });
    parts.registerClient = registerClient;
    client.on('packetreceive', ({ cmd }) => {
      if (cmd === 'pubrec') client.stream.destroy();
    });
    const gone = closed(client);
    void client.publishAsync(topicOf(user), '{}', { qos: 2, messageId: 7 } as object).catch(() => undefined);
    await gone;
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.ok(made);
    const { persistence } = made as { persistence: Kept };
    for (let messageId = 1; messageId < 65_536; messageId += 1)
      await assert.rejects(persistence.incomingGetPacket({ id: `${user}/lasting` }, { messageId }));
  });
});
