import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { createLog } from '../../shared/server/log.ts';
import type { Claim, Verdict } from './credential-check.ts';
import { EmbeddedBroker } from './embedded-broker.ts';
import type { SignInLimits } from './sign-in-gate.ts';

const proved = async ({ user }: Claim): Promise<Verdict> => ({
  company_id: 1,
  device_id: 1,
  user,
  hash: 'hash',
});
const never = () => new Promise<Verdict>(() => undefined);

describe('sockets before the sign-in', () => {
  let broker: EmbeddedBroker;
  const sockets: Socket[] = [];
  const clients: MqttClient[] = [];

  afterEach(async () => {
    for (const client of clients.splice(0)) await client.endAsync(true);
    for (const socket of sockets.splice(0)) socket.destroy();
    await broker.close();
  });

  async function listen(sign_in: Partial<SignInLimits>, prove: (claim: Claim) => Promise<Verdict> = proved) {
    broker = await EmbeddedBroker.listen({
      receiver: { take: async () => 'stored', refuse: async () => undefined, seen: () => undefined },
      check: { prove },
      log: createLog('silent', 'test'),
      host: '127.0.0.1',
      port: 0,
      sign_in: { at_most: 100, of_address: 100, within_ms: 10_000, ...sign_in },
    });
  }
  async function stranger(localAddress = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ port: broker.port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    socket.resume();
    await once(socket, 'connect');
    return socket;
  }
  const stays = async (socket: Socket) => {
    await pause(100);
    return !socket.closed;
  };
  async function join(user: string): Promise<MqttClient> {
    const url = `mqtt://127.0.0.1:${broker.port}`;
    const client = await connectAsync(url, { username: user, password: 'x', reconnectPeriod: 0 });
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  }

  it('are so many of one address: the oldest makes room, and a device still signs in from there', async () => {
    await listen({ of_address: 2 });
    const elsewhere = await stranger('127.0.0.2');
    const [first, second, third] = [await stranger(), await stranger(), await stranger()];
    assert.deepEqual(await Promise.all([first, second, third].map(stays)), [false, true, true]);
    assert.ok((await join('c1-d1')).connected);
    assert.ok(await stays(elsewhere));
  });

  it('are so many in all', async () => {
    await listen({ at_most: 2 });
    const some = [await stranger(), await stranger('127.0.0.2'), await stranger('127.0.0.3')];
    assert.deepEqual(await Promise.all(some.map(stays)), [true, true, false]);
  });

  it('count no more once they have signed in, and are not ended then', async () => {
    await listen({ of_address: 1, within_ms: 300 });
    const joined = [await join('c1-d1'), await join('c1-d2'), await join('c1-d3')];
    await pause(500);
    assert.ok(joined.every((client) => client.connected));
  });

  it('end when the sign-in takes too long, whatever they have said', async () => {
    await listen({ within_ms: 200 }, never);
    const silent = await stranger();
    const waiting = await stranger();
    waiting.write(Buffer.from([0x10, 0x0d, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 1, 0x61]));
    for (const socket of [silent, waiting]) if (!socket.closed) await once(socket, 'close');
  });

  it('of a device are counted by what is connected now', async () => {
    await listen({});
    for (let i = 0; i < 10; i++) await join('c1-d1');
    await join('c1-d2');
    await join('c1-d1');
    for (let i = 0; i < 1000 && (clients[0]?.connected || broker.connected().length > 11); i++)
      await pause(10);
    assert.equal(broker.connected().length, 11);
    assert.deepEqual(
      clients.map((client) => client.connected),
      [false, ...Array(11).fill(true)],
      'the oldest one made room',
    );
    broker.end(({ user }) => user === 'c1-d1');
    for (let i = 0; i < 1000 && broker.connected().length > 1; i++) await pause(10);
    assert.deepEqual(
      broker.connected().map(({ user }) => user),
      ['c1-d2'],
    );
  });
});
