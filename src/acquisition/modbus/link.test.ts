import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addressesPdu,
  answerAddresses,
  type ModbusPeer,
  type PeerHandler,
  type PeerRequest,
  startModbusPeer,
} from '../../../tests/support/modbus-peer.ts';
import { reachOf } from '../../../tests/support/reach.ts';
import type { SilenceReason } from '../../features/cloudcontrol/device-log.model.ts';
import { reasonOf } from '../silence.ts';
import { type LinkFault, ModbusException, ModbusLinkError, ModbusTimeout } from './errors.ts';
import type { FramerName } from './framers.ts';
import { ModbusLink, type ModbusLinkOptions } from './link.ts';
import type { ReadRequest } from './pdu.ts';

const ALL: readonly FramerName[] = ['tcp', 'rtu', 'ascii'];
const PATIENT_MS = 5000;
const HASTY_MS = 80;
const REQUEST: ReadRequest = { unit: 1, function_code: 3, address: 10, quantity: 2 };
const ANSWER = Buffer.from([0, 10, 0, 11]);

const opened: { peers: ModbusPeer[]; links: ModbusLink[] } = { peers: [], links: [] };

async function startPeer(framer: FramerName, handler: PeerHandler, port = 0): Promise<ModbusPeer> {
  const peer = await startModbusPeer(framer, handler, port);
  opened.peers.push(peer);
  return peer;
}

function openLink(port: number, options: Partial<ModbusLinkOptions> = {}): ModbusLink {
  const link = new ModbusLink({ host: '127.0.0.1', port, framer: 'tcp', timeout_ms: PATIENT_MS, ...options });
  opened.links.push(link);
  return link;
}

async function closeAll(): Promise<void> {
  for (const link of opened.links.splice(0)) link.close();
  await Promise.all(opened.peers.splice(0).map((peer) => peer.stop()));
}

function faultIs(fault: LinkFault): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ModbusLinkError, String(error));
    assert.equal(error.fault, fault, error.message);
    return true;
  };
}

const silent: PeerHandler = () => undefined;
const asIs = (error: unknown): unknown => error;

describe('ModbusLink reads', () => {
  afterEach(closeAll);

  for (const framer of ALL) {
    it(`${framer}: registers and bits, one connection for all`, async () => {
      const peer = await startPeer(framer, answerAddresses);
      const link = openLink(peer.port, { framer });
      assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
      assert.equal((await link.read({ ...REQUEST, function_code: 4, quantity: 125 })).length, 250);
      const bits = await link.read({ ...REQUEST, function_code: 1, address: 7, quantity: 10 });
      assert.deepEqual([...bits], [0b01010101, 0b01]);
      assert.equal((await link.read({ ...REQUEST, function_code: 2, quantity: 2000 })).length, 250);
      assert.equal(peer.connections, 1);
    });

    it(`${framer}: an answer that arrives byte by byte`, async () => {
      const peer = await startPeer(framer, async ({ socket, frame, pdu }) => {
        for (const byte of frame(addressesPdu(pdu))) {
          socket.write(Uint8Array.of(byte));
          await sleep(1);
        }
      });
      const link = openLink(peer.port, { framer });
      assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
    });

    it(`${framer}: an exception is one, with its code, and the link stays`, async () => {
      const peer = await startPeer(framer, ({ socket, frame }) =>
        socket.write(frame(Uint8Array.of(0x83, 2))),
      );
      const link = openLink(peer.port, { framer });
      await assert.rejects(
        link.read(REQUEST),
        (error) => error instanceof ModbusException && error.code === 2,
      );
      peer.handle(answerAddresses);
      assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
      assert.equal(peer.connections, 1);
    });

    it(`${framer}: one request in flight unless a window is given`, async () => {
      let in_flight = 0;
      let max = 0;
      const peer = await startPeer(framer, async (request) => {
        in_flight += 1;
        max = Math.max(max, in_flight);
        await sleep(5);
        in_flight -= 1;
        answerAddresses(request);
      });
      const link = openLink(peer.port, { framer });
      const answers = await Promise.all(
        [1, 2, 3, 4].map((address) => link.read({ ...REQUEST, address, quantity: 1 })),
      );
      assert.deepEqual(
        answers.map((bytes) => bytes[1]),
        [1, 2, 3, 4],
      );
      assert.equal(max, 1);
    });
  }

  it('several answers in one piece, in another order than they were asked', async () => {
    const held: Uint8Array[] = [];
    const peer = await startPeer('tcp', ({ socket, frame, pdu }) => {
      held.unshift(frame(addressesPdu(pdu)));
      if (held.length === 3) socket.write(Buffer.concat(held));
    });
    const link = openLink(peer.port, { window: 3 });
    const answers = await Promise.all(
      [7, 8, 9].map((address) => link.read({ ...REQUEST, address, quantity: 1 })),
    );
    assert.deepEqual(
      answers.map((bytes) => bytes[1]),
      [7, 8, 9],
    );
  });

  it('rests between an answer and the next request where a gap is set', async () => {
    const peer = await startPeer('tcp', answerAddresses);
    const link = openLink(peer.port, { gap_ms: 60 });
    await link.read(REQUEST);
    const answered_at = performance.now();
    await link.read(REQUEST);
    assert.ok(performance.now() - answered_at >= 55);
  });

  it('refuses what no device may be asked, without a word to it', async () => {
    const peer = await startPeer('tcp', answerAddresses);
    const link = openLink(peer.port);
    const wrong: Partial<ReadRequest>[] = [
      { function_code: 6 as 3 },
      { function_code: 16 as 3 },
      { unit: 256 },
      { address: -1 },
      { address: 65535 },
      { quantity: 0 },
      { quantity: 126 },
      { quantity: 1.5 },
      { function_code: 1, quantity: 2001 },
    ];
    for (const change of wrong) await assert.rejects(link.read({ ...REQUEST, ...change }), RangeError);
    assert.equal(peer.requests.length, 0);
    assert.throws(() => openLink(peer.port, { framer: 'rtu', window: 2 }), RangeError);
  });
});

describe('ModbusLink and answers that are not the answer', () => {
  afterEach(closeAll);

  const wrong: Readonly<Record<string, PeerHandler>> = {
    'another transaction': ({ socket, frame, transaction }) =>
      socket.write(frame(Uint8Array.of(3, 4, 9, 9, 9, 9), { transaction: transaction + 1 })),
    'another protocol': ({ socket, frame }) => {
      const bytes = Buffer.from(frame(Uint8Array.of(3, 4, 9, 9, 9, 9)));
      bytes.writeUInt16BE(1, 2);
      socket.write(bytes);
    },
    'another unit': ({ socket, frame }) => socket.write(frame(Uint8Array.of(3, 4, 9, 9, 9, 9), { unit: 2 })),
    'another function': ({ socket, frame }) => socket.write(frame(Uint8Array.of(4, 4, 9, 9, 9, 9))),
    'another length': ({ socket, frame }) => socket.write(frame(Uint8Array.of(3, 2, 9, 9))),
    'a byte count that lies': ({ socket, frame }) => socket.write(frame(Uint8Array.of(3, 2, 9, 9, 9, 9))),
    "another function's exception": ({ socket, frame }) => socket.write(frame(Uint8Array.of(0x84, 2))),
  };

  // RTU has no length beside the byte count: there a lie breaks the checksum.
  const framers_of: Readonly<Record<string, readonly FramerName[]>> = {
    'another transaction': ['tcp'],
    'another protocol': ['tcp'],
    'a byte count that lies': ['tcp', 'ascii'],
  };

  for (const [name, handler] of Object.entries(wrong)) {
    for (const framer of framers_of[name] ?? ALL) {
      it(`${framer}: ${name} is dropped, the answer behind it is taken`, async () => {
        const peer = await startPeer(framer, (request) => {
          handler(request);
          answerAddresses(request);
        });
        const link = openLink(peer.port, { framer });
        assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
      });
    }
  }

  const result: Readonly<Record<string, SilenceReason>> = {
    'another unit': { code: 'wrong_unit', expected: 1, received: 2 },
    'another function': { code: 'wrong_function', expected: 3, received: 4 },
    'another length': { code: 'wrong_length', expected: 4, received: 2 },
    'another transaction': { code: 'timeout', timeout_ms: HASTY_MS },
  };

  for (const [name, reason] of Object.entries(result)) {
    it(`${name} alone ends in a time-out, never in a value, and is told as what it is`, async () => {
      const peer = await startPeer('tcp', wrong[name] ?? silent);
      const error: unknown = await openLink(peer.port, { timeout_ms: HASTY_MS }).read(REQUEST).catch(asIs);
      assert.ok(error instanceof ModbusTimeout);
      assert.deepEqual(reasonOf(error), reason);
    });
  }

  for (const stray of [1, 3, 6, 9, 40]) {
    it(`${stray} bytes behind each frame cost no request and no connection`, async () => {
      const peer = await startPeer('tcp', ({ socket, frame, pdu }) => {
        socket.write(Buffer.concat([frame(addressesPdu(pdu)), Buffer.alloc(stray, 0xaa)]));
      });
      const link = openLink(peer.port);
      for (let i = 0; i < 6; i += 1) assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
      assert.equal(peer.connections, 1);
    });
  }

  for (const framer of ALL) {
    it(`${framer}: a late answer never satisfies a later request`, async () => {
      const late: (() => void)[] = [];
      const peer = await startPeer(framer, ({ count, socket, frame, pdu }) => {
        if (count === 1) {
          late.push(() => socket.write(frame(Uint8Array.of(3, 4, 9, 9, 9, 9))));
          return;
        }
        for (const send of late) send();
        socket.write(frame(addressesPdu(pdu)));
      });
      const link = openLink(peer.port, { framer, timeout_ms: HASTY_MS });
      await assert.rejects(link.read(REQUEST), ModbusTimeout);
      assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
      assert.equal(late.length, 1);
      // Without a transaction only a new connection tells the late answer from the right one.
      assert.equal(peer.connections, framer === 'tcp' ? 1 : 2);
    });
  }

  for (const framer of ['rtu', 'ascii'] as const) {
    it(`${framer}: nor where a converter passes it to whoever is connected then`, async () => {
      let bus = Promise.resolve();
      let connected: PeerRequest['socket'] | undefined;
      const peer = await startPeer(framer, ({ socket, frame, pdu }) => {
        const answer = addressesPdu(pdu);
        connected = socket;
        bus = bus.then(async () => {
          await sleep(pdu[2] === 99 ? 1.5 * HASTY_MS : 1);
          connected?.write(frame(answer));
        });
      });
      const link = openLink(peer.port, { framer, timeout_ms: HASTY_MS });
      const values = async (address: number, unit = 1) => {
        const payload = await link.read({ ...REQUEST, address, unit }).catch(() => undefined);
        return payload && [...payload].filter((_, i) => i % 2 === 1);
      };
      assert.equal(await values(99), undefined);
      assert.deepEqual(await values(200), [200, 201]);
      assert.deepEqual(await values(210), [210, 211]);
      assert.equal(await values(99), undefined);
      // Others are asked meanwhile: the late answer cannot be taken for theirs.
      const began_ms = performance.now();
      assert.deepEqual(await values(150, 2), [150, 151]);
      assert.ok(performance.now() - began_ms < HASTY_MS - 5);
      assert.deepEqual(await values(220), [220, 221]);
      assert.equal(peer.requests.length, 6);
    });

    it(`${framer}: waiting for a late answer ends with the link`, async () => {
      const peer = await startPeer(framer, silent);
      const link = openLink(peer.port, { framer });
      await assert.rejects(link.read(REQUEST, undefined, HASTY_MS), ModbusTimeout);
      const read = link.read(REQUEST);
      link.close();
      await assert.rejects(read, faultIs('closed'));
    });

    it(`${framer}: an answer sent twice does not answer the next request`, async () => {
      const peer = await startPeer(framer, ({ socket, frame, pdu }) => {
        const answer = frame(addressesPdu(pdu));
        socket.write(Buffer.concat([answer, answer]));
      });
      const link = openLink(peer.port, { framer });
      assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
      const next = await link.read({ ...REQUEST, address: 50 });
      assert.deepEqual(Buffer.from(next), Buffer.from([0, 50, 0, 51]));
      assert.equal(peer.connections, 2);
    });
  }

  for (const framer of ALL) {
    it(`${framer}: garbage fails the request and the next read finds the device`, async () => {
      const peer = await startPeer(framer, ({ socket }) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
      let now_ms = 0;
      const link = openLink(peer.port, { framer, now: () => now_ms });
      await assert.rejects(link.read(REQUEST), faultIs('garbage'));
      assert.equal(link.connected, false);
      peer.handle(answerAddresses);
      now_ms += 1000;
      assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
    });
  }

  for (const framer of ['rtu', 'ascii'] as const) {
    it(`${framer}: a wrong checksum is garbage, on a proven connection without back-off`, async () => {
      const peer = await startPeer(framer, answerAddresses);
      const link = openLink(peer.port, { framer });
      await link.read(REQUEST);
      peer.handle(({ socket, frame, pdu }) => {
        const bytes = Buffer.from(frame(addressesPdu(pdu)));
        bytes.writeUInt8(bytes.readUInt8(4) ^ 1, 4);
        socket.write(bytes);
      });
      await assert.rejects(link.read(REQUEST), faultIs('garbage'));
      peer.handle(answerAddresses);
      assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
    });
  }
});

describe('ModbusLink and a peer that is away', () => {
  afterEach(closeAll);

  it('silence ends in a time-out; silent twice, the connection is taken for half open and made anew', async () => {
    const peer = await startPeer('tcp', silent);
    const link = openLink(peer.port, { timeout_ms: HASTY_MS });
    const asked_at = performance.now();
    await assert.rejects(link.read(REQUEST), ModbusTimeout);
    assert.ok(performance.now() - asked_at >= HASTY_MS - 5);
    assert.equal(link.connected, true);
    await assert.rejects(link.read(REQUEST), ModbusTimeout);
    assert.equal(link.connected, false);
    peer.handle(answerAddresses);
    assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
    assert.equal(peer.connections, 2);
  });

  it('what a person asks in vain fails nobody else: the connection closes only where nothing else is in flight', async () => {
    const peer = await startPeer('tcp', async (request) => {
      if (request.unit === 9) return;
      await sleep(4 * HASTY_MS);
      answerAddresses(request);
    });
    const link = openLink(peer.port, { window: 3 });
    const poll = link.read(REQUEST);
    const inVain = () =>
      assert.rejects(link.aside.read({ ...REQUEST, unit: 9 }, undefined, HASTY_MS), ModbusTimeout);
    await Promise.all([inVain(), inVain()]);
    assert.deepEqual(Buffer.from(await poll), ANSWER);
    assert.equal(link.connected, true);
    await inVain();
    await inVain();
    assert.equal(link.connected, false, 'a half-open connection is found out by questions alone as well');
  });

  it('half an answer and then silence closes the connection at once: its rest would spoil the next', async () => {
    const peer = await startPeer('tcp', ({ socket, frame, pdu }) =>
      socket.write(frame(addressesPdu(pdu)).subarray(0, 9)),
    );
    const link = openLink(peer.port, { timeout_ms: HASTY_MS });
    await assert.rejects(link.read(REQUEST), ModbusTimeout);
    assert.equal(link.connected, false);
  });

  it('a peer that closes instead of answering fails the request', async () => {
    const peer = await startPeer('tcp', ({ socket }) => socket.destroy());
    await assert.rejects(openLink(peer.port).read(REQUEST), faultIs('lost'));
  });

  it('a device that dies and returns on its port is read again', async () => {
    const peer = await startPeer('tcp', answerAddresses);
    let now_ms = 0;
    const link = openLink(peer.port, { now: () => now_ms });
    await link.read(REQUEST);
    await peer.stop();
    while (link.connected) await sleep(2);
    await assert.rejects(link.read(REQUEST), faultIs('connect_failed'));
    await startPeer('tcp', answerAddresses, peer.port);
    now_ms += 250;
    assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
  });

  it('leaves a peer that refuses alone until the next attempt is due, and says why', async () => {
    const peer = await startPeer('tcp', answerAddresses);
    await peer.stop();
    let now_ms = 0;
    const link = openLink(peer.port, { now: () => now_ms, random: () => 0 });
    await assert.rejects(link.read(REQUEST), faultIs('connect_failed'));
    now_ms = 124;
    await assert.rejects(link.read(REQUEST), /next attempt in 1 ms: connect ECONNREFUSED/);
    await assert.rejects(link.read(REQUEST), faultIs('backing_off'));
    now_ms = 125;
    await assert.rejects(link.read(REQUEST), faultIs('connect_failed'));
    now_ms = 374;
    await assert.rejects(link.read(REQUEST), faultIs('backing_off'));
  });

  it('the outbound guard is asked about the resolved address, and nothing is connected', async () => {
    const peer = await startPeer('tcp', answerAddresses);
    const asked: string[] = [];
    const reach = reachOf((address, port) => {
      asked.push(`${address} ${port === peer.port}`);
      return false;
    });
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    await assert.rejects(openLink(peer.port, { reach }).read(REQUEST), faultIs('refused_address'));
    const named = openLink(peer.port, { reach, lookup, host: 'inverter.example' });
    await assert.rejects(named.read(REQUEST), faultIs('refused_address'));
    const numbered = openLink(peer.port, { reach, host: '2130706433' });
    await assert.rejects(numbered.read(REQUEST), faultIs('refused_address'));
    assert.deepEqual(
      asked,
      Array.from({ length: 3 }, () => '127.0.0.1 true'),
    );
    assert.equal(peer.connections, 0);
  });

  it('of a name with several addresses only an allowed one is reached', async () => {
    const peer = await startPeer('tcp', answerAddresses);
    const lookup: LookupFunction = (_name, _options, callback) =>
      callback(null, [
        { address: '192.0.2.1', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    const reach = reachOf((address) => address === '127.0.0.1');
    const link = openLink(peer.port, { reach, lookup, host: 'inverter.example' });
    assert.deepEqual(Buffer.from(await link.read(REQUEST)), ANSWER);
  });

  it('a refusal tells nothing that a name stands for, and where names are looked up quietly not whether there is one', async () => {
    const found: LookupFunction = (_name, _options, callback) =>
      callback(null, [{ address: '10.9.8.7', family: 4 }]);
    const unknown: LookupFunction = (name, _options, callback) =>
      callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), []);
    const closed = reachOf(() => false);
    const quiet = { ...closed, names: async () => 'quiet' as const };
    const result = async (lookup: LookupFunction, reach: typeof closed) => {
      const error = await openLink(502, { host: 'inner.example', lookup, reach })
        .read(REQUEST)
        .catch((thrown: unknown) => thrown);
      assert.ok(error instanceof ModbusLinkError);
      return { fault: error.fault, message: error.message, params: error.params };
    };
    const refused = await result(found, quiet);
    assert.deepEqual(
      [refused.fault, refused.params],
      ['refused_address', { address: 'inner.example', port: 502 }],
    );
    assert.deepEqual(await result(unknown, quiet), refused);
    const asked: string[] = [];
    const never: LookupFunction = (name) => void asked.push(name);
    assert.deepEqual(await result(never, { ...closed, names: async () => 'none' as const }), refused);
    assert.deepEqual(asked, []);
    assert.match((await result(unknown, closed)).message, /ENOTFOUND/);
  });

  it('a resolver that never answers ends in the connection time-out', async () => {
    const link = openLink(502, {
      host: 'inverter.example',
      lookup: () => undefined,
      connect_timeout_ms: HASTY_MS,
    });
    await assert.rejects(link.read(REQUEST), faultIs('connect_timeout'));
  });

  it('closing fails the request in flight, those that wait, and every later one', async () => {
    const peer = await startPeer('tcp', silent);
    const link = openLink(peer.port);
    const reads = [link.read(REQUEST), link.read(REQUEST)];
    while (peer.requests.length === 0) await sleep(2);
    link.close();
    for (const read of reads) await assert.rejects(read, faultIs('closed'));
    await assert.rejects(link.read(REQUEST), faultIs('closed'));
  });

  it('closing ends an attempt to connect', async () => {
    const link = openLink(502, { host: 'inverter.example', lookup: () => undefined });
    const read = link.read(REQUEST);
    await sleep(5);
    link.close();
    await assert.rejects(read, faultIs('closed'));
  });
});
