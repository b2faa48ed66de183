import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pictureTypeOf, squareOf } from './avatar-cut.ts';

describe('a picture of oneself', () => {
  it('is known by its first bytes, whatever its name says', () => {
    assert.equal(
      pictureTypeOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)),
      'image/png',
    );
    assert.equal(pictureTypeOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)), 'image/jpeg');
    assert.equal(pictureTypeOf(new TextEncoder().encode('GIF89a')), null);
    assert.equal(pictureTypeOf(new TextEncoder().encode('<svg xmlns=')), null);
    assert.equal(pictureTypeOf(Uint8Array.of(0x89, 0x50)), null);
    assert.equal(pictureTypeOf(new Uint8Array()), null);
  });

  it('is cut to its largest square, which moves along the longer side', () => {
    const wide = { width: 300, height: 100 };
    assert.deepEqual(squareOf(wide, 0), { x: 0, y: 0, side: 100 });
    assert.deepEqual(squareOf(wide, 0.5), { x: 100, y: 0, side: 100 });
    assert.deepEqual(squareOf({ width: 100, height: 301 }, 1), { x: 0, y: 201, side: 100 });
    assert.deepEqual(squareOf({ width: 80, height: 80 }, 0.7), { x: 0, y: 0, side: 80 });
  });

  it('is never cut beside itself', () => {
    assert.deepEqual(squareOf({ width: 300, height: 100 }, 7), { x: 200, y: 0, side: 100 });
    assert.deepEqual(squareOf({ width: 300, height: 100 }, -1), { x: 0, y: 0, side: 100 });
  });
});
