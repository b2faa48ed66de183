import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { answerAddresses, startModbusPeer } from '../../../tests/support/modbus-peer.ts';
import type { WriteOrder } from '../lighting/write-order.ts';
import type { FramerName } from './framers.ts';
import { ModbusLink } from './link.ts';
import type { FunctionCode } from './pdu.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

function listSources(): { name: string; text: string }[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
}

describe('the Modbus client', () => {
  it('cannot spell a write: no function beyond 4, one place that sends, nothing named after a write', () => {
    const sources = listSources();
    assert.ok(sources.length >= 6);
    const found = sources.flatMap(({ name, text }) =>
      [
        ...text.matchAll(
          /function_code\s*[=:,]+\s*(?:0x)?0*(?:[5-9]|[1-9]\d)\b|write_?(?:single|multiple|coil|register)|mask_?write/gi,
        ),
      ].map(([match]) => `${name}: ${match}`),
    );
    assert.deepEqual(found, []);
    const senders = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/\.write\(|\.end\(./g)].map(() => name),
    );
    assert.deepEqual(senders, ['link.ts']);
  });

  for (const framer of ['tcp', 'rtu', 'ascii'] satisfies FramerName[])
    it(`${framer}: reads by functions 1 to 4, and sends of all others that lighting has not made not a byte`, async () => {
      const peer = await startModbusPeer(framer, answerAddresses);
      const link = new ModbusLink({ host: '127.0.0.1', port: peer.port, framer, timeout_ms: 5000 });
      try {
        for (let code = 0; code < 256; code += 1) {
          // Whoever gets past the types with a number from elsewhere.
          const request = { unit: 1, function_code: code as FunctionCode, address: 1, quantity: 1 };
          if (code >= 1 && code <= 4) await link.read(request);
          else await assert.rejects(link.read(request), RangeError);
          const forged = { unit: 1, function_code: code, pdu: Uint8Array.of(code, 0, 1, 0xff, 0) };
          await assert.rejects(link.carry(forged as unknown as WriteOrder), RangeError);
        }
        assert.deepEqual(
          peer.requests.map(({ pdu }) => pdu[0]),
          [1, 2, 3, 4],
        );
      } finally {
        link.close();
        await peer.stop();
      }
    });
});
