import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { linesOf } from './ndjson.ts';

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Buffer, size: number) {
  const lines = [];
  for await (const some of linesOf(inPieces(bytes, size))) lines.push(...some);
  return lines;
}

describe('lines of a body that arrives in pieces', () => {
  it('are the same however it was cut, characters of several bytes included', async () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\n'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        async (lines, size) => {
          const bytes = Buffer.from(lines.join('\n'));
          const got = await read(bytes, size);
          const expected = bytes.length === 0 ? [] : lines.at(-1) === '' ? lines.slice(0, -1) : lines;
          assert.deepEqual(
            got.map(({ text }) => text),
            expected,
          );
          assert.deepEqual(
            got.map(({ number }) => number),
            expected.map((_, i) => i + 1),
          );
          assert.equal(
            got.reduce((sum, one) => sum + one.bytes, 0),
            bytes.length,
          );
        },
      ),
    );
  });

  it('are refused when one is too long, before all of it is there', async () => {
    let pieces = 0;
    async function* endless() {
      for (;;) {
        pieces++;
        yield Buffer.alloc(65_536, ' ');
      }
    }
    await assert.rejects(
      async () => {
        for await (const _ of linesOf(endless()));
      },
      { status: 413 },
    );
    assert.ok(pieces < 20);
  });
});
