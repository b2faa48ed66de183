import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { stillPicture } from '../../../../tests/support/still-camera.ts';
import { FirstFrame, readPicture } from './picture-content.ts';

const firstFrame = (type: string, whole: Buffer) => new FirstFrame(type).take(whole);

const faultOf = (bytes: Buffer) => {
  const read = readPicture(bytes);
  return 'fault' in read ? read.fault : read.media_type;
};

describe('what a camera sends', () => {
  it('is a picture by its bytes: JPEG, plain or progressive, or PNG', async () => {
    const jpeg = await stillPicture();
    assert.equal(faultOf(jpeg), 'image/jpeg');
    assert.equal(faultOf(Buffer.concat([jpeg, Buffer.alloc(100)])), 'image/jpeg');
    assert.equal(
      faultOf(await sharp(jpeg).jpeg({ progressive: true }).withMetadata().toBuffer()),
      'image/jpeg',
    );
    assert.equal(faultOf(await sharp(jpeg).png().toBuffer()), 'image/png');
  });

  it('is none where it is something else, whatever it is called', async () => {
    const jpeg = await stillPicture();
    for (const other of [
      '',
      '<html><img></html>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a',
      '%PDF-1.7',
    ])
      assert.equal(faultOf(Buffer.from(other)), 'no_picture', other);
    assert.equal(faultOf(await sharp(jpeg).webp().toBuffer()), 'no_picture');
  });

  it('is refused where it broke off, or would fill the memory of a browser', async () => {
    const jpeg = await stillPicture();
    assert.equal(faultOf(jpeg.subarray(0, jpeg.length - 40)), 'broken_picture');
    assert.equal(faultOf(Buffer.from([0xff, 0xd8, 0xff, 0xd9])), 'broken_picture');
    const png = await sharp(jpeg).png().toBuffer();
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(5000, 20);
    bomb.writeUInt32BE(5001, 16);
    assert.equal(faultOf(bomb), 'too_many_pixels');
    bomb.writeUInt32BE(5000, 16);
    assert.equal(faultOf(bomb), 'image/png');
  });
});

describe('the first picture of a stream', () => {
  const picture = Buffer.from('<picture>');
  const part = (head: string) =>
    Buffer.concat([Buffer.from(`--frame\r\n${head}\r\n\r\n`), picture, Buffer.from('\r\n')]);
  const type = 'multipart/x-mixed-replace; boundary=frame';

  it('is whole where its length is told, or the next one begins', () => {
    const told = part(`Content-Type: image/jpeg\r\nContent-Length: ${picture.length}`);
    assert.deepEqual(firstFrame(type, told), picture);
    const untold = part('Content-Type: image/jpeg');
    assert.equal(firstFrame(type, untold), undefined);
    const [first] = [firstFrame(type, Buffer.concat([untold, untold]))];
    assert.equal(first?.toString().trimEnd(), picture.toString());
  });

  it('is not there while it is on its way', () => {
    const told = part(`Content-Length: ${picture.length}`);
    for (let length = 0; length < told.length - 2; length += 1)
      assert.equal(firstFrame(type, told.subarray(0, length)), undefined);
  });

  it('is found in whatever pieces it comes, and each of them is searched once', () => {
    const untold = part('Content-Type: image/jpeg');
    const whole = Buffer.concat([Buffer.from('preamble\r\n'), untold, untold]);
    for (const size of [1, 2, 3, 7, 1000]) {
      const stream = new FirstFrame(type);
      let found: Buffer | undefined;
      for (let at = 0; at < whole.length && !found; at += size)
        found = stream.take(whole.subarray(at, at + size));
      assert.equal(found?.toString().trimEnd(), picture.toString(), `${size}`);
    }
    // Four megabytes, drop by drop: searched from the start each time this takes minutes.
    const drops = new FirstFrame(type);
    drops.take(Buffer.from('--frame\r\n\r\n'));
    const drop = Buffer.alloc(128);
    const began = performance.now();
    for (let i = 0; i < 32_768; i++) assert.equal(drops.take(drop), undefined);
    assert.ok(performance.now() - began < 30_000, `${performance.now() - began} ms`);
  });

  it('is found where the dashes in front count as a part of the name, or it stands in quotes', () => {
    const told = part(`content-length:${picture.length}`);
    for (const boundary of ['--frame', '"frame"', '"--frame"', 'frame; x=y'])
      assert.deepEqual(firstFrame(`multipart/x-mixed-replace;boundary=${boundary}`, told), picture, boundary);
  });
});
