import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  addressesPdu,
  type PeerHandler,
  type PeerRequest,
  startModbusPeer,
} from '../../../tests/support/modbus-peer.ts';
import { ModbusException, ModbusLinkError, ModbusTimeout } from './errors.ts';
import type { FramerName } from './framers.ts';
import { ModbusLink } from './link.ts';

/** What a peer may do to a request. Wrong values are 0xEEEE, which no right answer of these tests holds. */
type Trick =
  | 'right'
  | 'twice'
  | 'split'
  | 'unit'
  | 'function'
  | 'length'
  | 'late'
  | 'silent'
  | 'refuse'
  | 'noise'
  | 'close';

const TRICKS: readonly Trick[] = [
  'right',
  'twice',
  'split',
  'unit',
  'function',
  'length',
  'late',
  'silent',
  'refuse',
  'noise',
  'close',
];
const WRONG = Uint8Array.of(3, 4, 0xee, 0xee, 0xee, 0xee);

function play(trick: Trick, request: PeerRequest, noise: Uint8Array, late: (() => void)[]): void {
  const { socket, frame, pdu } = request;
  const right = Buffer.from(frame(addressesPdu(pdu)));
  const send = (bytes: Uint8Array) => {
    if (!socket.destroyed) socket.write(bytes);
  };
  const play_it: Readonly<Record<Trick, () => void>> = {
    right: () => send(right),
    twice: () => send(Buffer.concat([right, right])),
    split: () => {
      for (const byte of right) send(Uint8Array.of(byte));
    },
    unit: () => send(frame(WRONG, { unit: request.unit + 1 })),
    function: () => send(frame(Uint8Array.of(4, ...WRONG.subarray(1)))),
    length: () => send(frame(Uint8Array.of(3, 2, 0xee, 0xee))),
    late: () => late.push(() => send(frame(WRONG))),
    silent: () => undefined,
    refuse: () => send(frame(Uint8Array.of(0x83, 4))),
    noise: () => send(noise),
    close: () => socket.destroy(),
  };
  for (const deliver of late.splice(0)) deliver();
  play_it[trick]();
}

describe('ModbusLink under a peer that misbehaves in any order', () => {
  for (const framer of ['tcp', 'rtu', 'ascii'] satisfies FramerName[]) {
    it(`${framer}: gives the right value or a typed error, and reads again when the peer is well`, async () => {
      const peer = await startModbusPeer(framer, () => undefined);
      const step = fc.record({
        trick: fc.constantFrom(...TRICKS),
        noise: fc.uint8Array({ minLength: 1, maxLength: 40 }),
      });
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
            let now_ms = 0;
            const link = new ModbusLink({
              host: '127.0.0.1',
              port: peer.port,
              framer,
              timeout_ms: 25,
              connect_timeout_ms: 5000,
              now: () => now_ms,
            });
            const late: (() => void)[] = [];
            try {
              for (const [index, { trick, noise }] of steps.entries()) {
                peer.handle((request) => play(trick, request, noise, late));
                now_ms += 60_000;
                await expectTruth(link, index * 10);
              }
              await expectRecovery(
                link,
                (handler) => peer.handle(handler),
                () => {
                  now_ms += 60_000;
                },
              );
            } finally {
              link.close();
            }
          }),
          { numRuns: 25 },
        );
      } finally {
        await peer.stop();
      }
    });
  }
});

async function expectTruth(link: ModbusLink, address: number): Promise<void> {
  try {
    const bytes = await link.read({ unit: 1, function_code: 3, address, quantity: 2 });
    assert.deepEqual([...bytes], [0, address, 0, address + 1]);
  } catch (error) {
    const typed = [ModbusTimeout, ModbusException, ModbusLinkError].some((type) => error instanceof type);
    assert.ok(typed, String(error));
  }
}

// Reads may still meet what the peer did before (a closing connection, the rest of its noise) or a busy machine.
async function expectRecovery(
  link: ModbusLink,
  handle: (handler: PeerHandler) => void,
  pass: () => void,
): Promise<void> {
  handle(({ socket, frame, pdu }) => socket.write(frame(addressesPdu(pdu))));
  const request = { unit: 1, function_code: 3, address: 77, quantity: 2 } as const;
  for (let attempt = 1; ; attempt += 1) {
    pass();
    try {
      assert.deepEqual([...(await link.read(request))], [0, 77, 0, 78]);
      return;
    } catch (error) {
      if (attempt === 40) throw error;
    }
  }
}
