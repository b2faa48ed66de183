import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { startWrongDevices } from './wrong-devices.ts';

describe("the demonstration's wrong devices", () => {
  it('say where they are when their port is taken', async () => {
    const taker = createServer().listen(0, '127.0.0.1');
    await once(taker, 'listening');
    const { port } = taker.address() as AddressInfo;
    const messages: string[] = [];
    const moved = await startWrongDevices({ warn: (text: unknown) => messages.push(String(text)) }, port);
    await moved.stop();
    assert.deepEqual(messages, [
      `Port ${port} is taken: the devices that are wrong on purpose stand at 127.0.0.1:${moved.port}`,
    ]);
    taker.close();
    await once(taker, 'close');
    const own = await startWrongDevices({ warn: (text: unknown) => messages.push(String(text)) }, port);
    assert.equal(own.port, port);
    assert.equal(messages.length, 1);
    await own.stop();
  });
});
