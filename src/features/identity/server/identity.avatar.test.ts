import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { Visitor } from '../../../../tests/support/accounts.ts';
import {
  createTestApp,
  makeCompany,
  makeUser,
  signIn,
  type TestApp,
  type TestUser,
} from '../../../../tests/support/app.ts';

const RED = { r: 220, g: 20, b: 20 };
const BLUE = { r: 20, g: 20, b: 220 };

/** A picture whose left half is red and whose right half is blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: BLUE } },
      left: Math.floor(width / 2),
      top: 0,
    },
  ]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG file by hand: of a size that it declares, with the pixels that it really has. */
function pngOf(width: number, height: number, pixels: Buffer, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture of oneself', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test?.close());

  async function put(user: TestUser, bytes: Buffer, type = 'image/png') {
    const headers = { ...(await signIn(test, user)), 'content-type': type };
    return new Visitor(test).ask('PUT', `/user/v1/user-info/${user.id}/avatar/`, bytes, headers);
  }

  async function get(digest: string, user: TestUser) {
    return test.app.inject({ url: `/user/v1/avatars/${digest}/`, headers: await signIn(test, user) });
  }

  /** Uploads a picture and fetches what became of it. */
  async function throughPortal(bytes: Buffer, type?: string): Promise<Buffer> {
    const user = await makeUser(test);
    const answer = await put(user, bytes, type);
    assert.equal(answer.status, 200, answer.text);
    return (await get(answer.json.avatar, user)).rawPayload;
  }

  async function colourAt(picture: Buffer, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
    const at = (y * info.width + x) * info.channels;
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (g > 60) return 'other';
    if (r > 180 && b < 60) return 'red';
    return b > 180 && r < 60 ? 'blue' : 'other';
  }

  for (const [name, make] of [
    ['png', () => halves(600, 400).png().toBuffer()],
    ['jpg', () => halves(400, 600).jpeg().toBuffer()],
    ['jpeg, progressive', () => halves(500, 500).jpeg({ progressive: true }).toBuffer()],
    ['png, tiny', () => halves(2, 2).png().toBuffer()],
    [
      'png, grey with transparency',
      () =>
        sharp({ create: { width: 99, height: 40, channels: 4, background: '#8888' } })
          .toColourspace('b-w')
          .png()
          .toBuffer(),
    ],
    ['jpeg of a printer (CMYK)', () => halves(300, 200).toColourspace('cmyk').jpeg().toBuffer()],
  ] as const) {
    it(`is taken as ${name}, and kept as a small square WebP`, async () => {
      const picture = await throughPortal(await make());
      const { width, height, format } = await sharp(picture).metadata();
      assert.deepEqual([width, height, format], [256, 256, 'webp']);
      assert.ok(picture.length < 64 * 1024, `${picture.length} bytes`);
    });
  }

  it('is cut around its middle', async () => {
    const picture = await throughPortal(await halves(1000, 300).png().toBuffer());
    assert.deepEqual([await colourAt(picture, 20, 128), await colourAt(picture, 235, 128)], ['red', 'blue']);
  });

  it('is turned upright, and loses what else the file tells: place, camera, comments', async () => {
    const jpeg = await halves(400, 400)
      .withExif({
        IFD0: { Make: 'SecretCamera', ImageDescription: 'at home' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 27/1 51/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">at home</x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const given = await sharp(jpeg).metadata();
    assert.ok(given.exif && given.orientation === 6, 'the file says what it should lose');
    const picture = await throughPortal(jpeg, 'image/jpeg');
    const kept = await sharp(picture).metadata();
    assert.deepEqual([kept.exif, kept.xmp, kept.icc, kept.iptc, kept.orientation], Array(5).fill(undefined));
    for (const secret of ['SecretCamera', 'at home']) assert.ok(!picture.includes(secret), secret);
    // Orientation 6 is turned a quarter clockwise: left comes to the top.
    assert.deepEqual([await colourAt(picture, 128, 20), await colourAt(picture, 128, 235)], ['red', 'blue']);
  });

  it('is nothing of what was smuggled in behind or between its pixels', async () => {
    const script = '<script>alert(1)</script>';
    const plain = await halves(64, 64).png().toBuffer();
    const text = pngOf(1, 1, Buffer.from([0, 200, 10, 10]), [
      chunk('tEXt', Buffer.from(`Comment\0${script}`)),
    ]);
    for (const bytes of [Buffer.concat([plain, Buffer.from(`${script}PK\x03\x04`)]), text]) {
      const picture = await throughPortal(bytes);
      assert.ok(!picture.includes('script') && !picture.includes('PK\x03\x04'));
    }
  });

  const SENTENCE = 'The picture must be a png, jpg or jpeg file';
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
  for (const [name, make] of [
    ['a drawing (SVG)', async () => Buffer.from(svg)],
    ['a page (HTML)', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', () => halves(20, 20).gif().toBuffer()],
    ['a WebP', () => halves(20, 20).webp().toBuffer()],
    ['a TIFF', () => halves(20, 20).tiff().toBuffer()],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')],
    ['a program', async () => Buffer.from('#!/bin/sh\necho')],
    ['a few bytes', async () => Buffer.from([0x89, 0x50, 0x4e])],
  ] as const) {
    it(`is not ${name}, whatever it is called`, async () => {
      const user = await makeUser(test);
      for (const type of ['image/png', 'image/jpeg']) {
        const refused = await put(user, await make(), type);
        assert.deepEqual([refused.status, refused.json.detail], [400, SENTENCE]);
        assert.deepEqual(refused.json.errors, [{ path: 'avatar', message: SENTENCE, code: 'avatar_type' }]);
      }
    });
  }

  it('is not what only begins like one, or was cut off', async () => {
    const user = await makeUser(test);
    const [png, jpeg] = [await halves(300, 300).png().toBuffer(), await halves(300, 300).jpeg().toBuffer()];
    const broken = Buffer.from(png);
    broken.fill(0xff, 60, 120);
    for (const bytes of [
      png.subarray(0, png.length / 2),
      jpeg.subarray(0, jpeg.length / 2),
      png.subarray(0, 8),
      jpeg.subarray(0, 3),
      broken,
      Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]),
      Buffer.concat([jpeg.subarray(0, 3), Buffer.from(svg)]),
      pngOf(0, 0, Buffer.alloc(0)),
      pngOf(50, 50, Buffer.alloc(10)),
    ]) {
      const refused = await put(user, bytes);
      assert.deepEqual([refused.status, refused.json.errors?.[0].code], [400, 'avatar_broken'], refused.text);
    }
    assert.equal((await put(user, Buffer.alloc(0))).status, 400);
    assert.equal((await put(user, Buffer.from('{}'), 'application/json')).status, 415);
    assert.equal((await put(user, png, 'application/octet-stream')).status, 415);
    const { avatar } = (
      await new Visitor(test).ask('GET', '/user/v1/user-info/', undefined, await signIn(test, user))
    ).json;
    assert.equal(avatar, null);
  });

  it('is not unpacked when it declares more pixels than a picture has, however small the file', async () => {
    const user = await makeUser(test);
    const before = process.memoryUsage().rss;
    for (const [width, height] of [
      [20_000, 20_000],
      [100_000, 100_000],
      [2_147_483_647, 1],
    ] as const) {
      const refused = await put(user, pngOf(width, height, Buffer.alloc(1_000_000)));
      assert.equal(refused.status, 400);
      assert.ok(['avatar_pixels', 'avatar_broken'].includes(refused.json.errors[0].code), refused.text);
    }
    const grown = (process.memoryUsage().rss - before) / 1024 ** 2;
    assert.ok(grown < 150, `${Math.round(grown)} MB more`);
  });

  it('is no larger than ten megabytes', async () => {
    const user = await makeUser(test);
    assert.equal((await put(user, Buffer.alloc(10 * 1024 * 1024 + 1))).status, 413);
  });

  it('is put and taken away by its owner only', async () => {
    const [user, other] = [await makeUser(test), await makeUser(test)];
    const png = await halves(30, 30).png().toBuffer();
    const headers = { ...(await signIn(test, other)), 'content-type': 'image/png' };
    const url = `/user/v1/user-info/${user.id}/avatar/`;
    assert.equal((await new Visitor(test).ask('PUT', url, png, headers)).status, 404);
    const digest = (await put(user, png)).json.avatar;
    assert.equal(
      (await new Visitor(test).ask('DELETE', url, undefined, await signIn(test, other))).status,
      404,
    );
    assert.equal((await get(digest, user)).statusCode, 200);
    assert.equal(
      (await new Visitor(test).ask('DELETE', url, undefined, await signIn(test, user))).status,
      204,
    );
    assert.equal((await get(digest, user)).statusCode, 404);
  });

  it('is seen by its owner and their colleagues, by its content, and for everybody else there is none', async () => {
    const [ours, theirs] = [await makeCompany(test.pool, 'Ours'), await makeCompany(test.pool, 'Theirs')];
    const user = await makeUser(test, { company: ours, roles: ['VIEWER'] });
    const colleague = await makeUser(test, { company: ours, roles: ['VIEWER'] });
    const stranger = await makeUser(test, { company: theirs, roles: ['COMPANY_OWNER'] });
    const digest = (await put(user, await halves(31, 17).png().toBuffer())).json.avatar;
    for (const one of [user, colleague]) {
      const answer = await get(digest, one);
      assert.equal(answer.statusCode, 200);
      assert.equal(createHash('sha256').update(answer.rawPayload).digest('hex'), digest);
      assert.equal(answer.headers['content-type'], 'image/webp');
      assert.equal(answer.headers['cache-control'], 'private, no-cache');
      assert.equal(answer.headers.etag, `"${digest}"`);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    }
    const [foreign, missing] = [await get(digest, stranger), await get('0'.repeat(64), stranger)];
    assert.deepEqual([foreign.statusCode, foreign.body], [404, missing.body]);
    assert.equal((await test.app.inject({ url: `/user/v1/avatars/${digest}/` })).statusCode, 401);
    await test.arrange('update company set enabled = false where id_client = $1', [ours.company_id]);
    assert.equal((await get(digest, colleague)).statusCode, 404, 'no colleagues any more');
    assert.equal((await get(digest, user)).statusCode, 200);
  });

  it('may be kept by a browser, which asks each time whether it still may be shown', async () => {
    const company = await makeCompany(test.pool, 'Asking again');
    const user = await makeUser(test, { company, roles: ['VIEWER'] });
    const colleague = await makeUser(test, { company, roles: ['VIEWER'] });
    const digest = (await put(user, await halves(29, 19).png().toBuffer())).json.avatar;
    const again = async (tag: string) =>
      test.app.inject({
        url: `/user/v1/avatars/${digest}/`,
        headers: { ...(await signIn(test, colleague)), 'if-none-match': tag },
      });
    for (const tag of [`"${digest}"`, `W/"${digest}"`, `"other", "${digest}"`]) {
      const kept = await again(tag);
      assert.deepEqual([kept.statusCode, kept.rawPayload.length], [304, 0], tag);
      assert.equal(kept.headers['cache-control'], 'private, no-cache');
    }
    assert.equal((await again('"other"')).statusCode, 200);
    await test.arrange('delete from company_user where user_id = $1', [colleague.id]);
    assert.equal(
      (await again(`"${digest}"`)).statusCode,
      404,
      'whoever was dismissed is not told that it holds',
    );
  });

  it('takes its turn when many come at once', async () => {
    const user = await makeUser(test);
    const png = await halves(800, 800).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 12 }, () => put(user, png)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(sharp.concurrency(), 1);
  });
});
