import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  behindBasic,
  behindDigest,
  endless,
  jpeg,
  startOddCameras,
} from '../../../../tests/support/odd-cameras.ts';
import { stillPicture } from '../../../../tests/support/still-camera.ts';
import type { NetworkReach } from '../../../shared/server/endpoints/reach.ts';
import { NoPicture, takePicture } from './camera-client.ts';
import type { Credentials } from './camera-servers.service.ts';

const EVERYWHERE: NetworkReach = {
  names: async () => 'told',
  open: async (_host, _port, addresses) => [...addresses],
};
const RIGHT = { username: 'viewer', password: 'p:à"s' };

describe('a camera on the network', () => {
  let cameras: Awaited<ReturnType<typeof startOddCameras>>;
  let inner: Awaited<ReturnType<typeof startOddCameras>>;
  let picture: Buffer;
  before(async () => {
    picture = await stillPicture();
    inner = await startOddCameras({ secret: jpeg(picture) });
    const stream = Buffer.concat([
      Buffer.from(`--b\r\ncontent-type: image/jpeg\r\ncontent-length: ${picture.length}\r\n\r\n`),
      picture,
    ]);
    cameras = await startOddCameras({
      plain: jpeg(picture),
      old: jpeg(picture, {
        date: 'Mon, 01 Jun 2026 12:00:00 GMT',
        'last-modified': 'Mon, 01 Jun 2026 11:55:00 GMT',
      }),
      basic: behindBasic(RIGHT.username, RIGHT.password, jpeg(picture)),
      digest: behindDigest(RIGHT.username, RIGHT.password, jpeg(picture)),
      stream: endless({ 'content-type': 'multipart/x-mixed-replace; boundary=b' }, stream),
      frameless: endless({ 'content-type': 'multipart/x-mixed-replace; boundary=b' }),
      redirect: (_, answer) =>
        answer.writeHead(302, { location: `http://127.0.0.1:${inner.port}/secret` }).end(),
      metadata: (_, answer) => answer.writeHead(301, { location: 'http://169.254.169.254/' }).end(),
      html: (_, answer) =>
        answer.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html><script>alert(1)</script>'),
      'endless-html': endless({ 'content-type': 'image/jpeg' }, Buffer.from('<html>')),
      'endless-picture': endless({ 'content-type': 'image/jpeg' }, Buffer.from([0xff, 0xd8, 0xff])),
      '200mb': endless(
        { 'content-type': 'image/jpeg', 'content-length': String(200 * 1024 * 1024) },
        Buffer.from([0xff, 0xd8, 0xff]),
      ),
      slow: () => undefined,
      trickle: (_, answer) => {
        answer.writeHead(200, { 'content-type': 'image/jpeg' });
        const timer = setInterval(() => answer.write(Buffer.from([0xff])), 20);
        answer.on('close', () => clearInterval(timer));
      },
      'broken-off': (_, answer) => {
        answer.writeHead(200, { 'content-length': String(picture.length) });
        answer.write(picture.subarray(0, 100), () => answer.destroy());
      },
      away: (_, answer) => answer.writeHead(500).end(),
      head: (_, answer) => answer.writeHead(200, { 'x-large': 'x'.repeat(100_000) }).end(),
      'odd-challenge': (_, answer) => answer.writeHead(401, { 'www-authenticate': 'Negotiate' }).end(),
    });
  });
  after(async () => {
    await Promise.all([cameras?.close(), inner?.close()]);
  });

  const take = (
    name: string,
    more: { credentials?: Credentials; within_ms?: number; reach?: NetworkReach } = {},
  ) =>
    takePicture(
      { url: `http://127.0.0.1:${cameras.port}/${name}`, credentials: more.credentials ?? null },
      { reach: more.reach ?? EVERYWHERE, within_ms: more.within_ms ?? 10_000 },
    );
  const faultOf = (name: string, more?: Parameters<typeof take>[1]) =>
    take(name, more).then(
      () => 'a picture',
      (error: unknown) => {
        if (!(error instanceof NoPicture)) throw error;
        return error.fault.code;
      },
    );
  const askedOf = (name: string) => cameras.asked.filter(({ url }) => url === `/${name}`);

  it('gives a picture, and says how old it is where it knows', async () => {
    assert.deepEqual(await take('plain'), { bytes: picture, media_type: 'image/jpeg', age_ms: 0 });
    assert.equal((await take('old')).age_ms, 300_000);
  });

  it('gives the first picture of a stream, which is then left', async () => {
    assert.deepEqual((await take('stream')).bytes, picture);
  });

  it('is told who is there when it asks, by digest without the password', async () => {
    assert.deepEqual((await take('digest', { credentials: RIGHT })).bytes, picture);
    assert.deepEqual((await take('basic', { credentials: RIGHT })).bytes, picture);
    await take('plain', { credentials: RIGHT });
    assert.ok(askedOf('plain').every(({ authorization }) => authorization === undefined));
    assert.equal(askedOf('digest')[0]?.authorization, undefined);
    assert.ok(!askedOf('digest').some(({ authorization }) => authorization?.startsWith('Basic')));
  });

  it('that does not let one in is told apart from one that needs credentials', async () => {
    const wrong = { ...RIGHT, password: 'wrong' };
    assert.equal(await faultOf('digest', { credentials: wrong }), 'unauthorized');
    assert.equal(await faultOf('basic', { credentials: wrong }), 'unauthorized');
    assert.equal(await faultOf('odd-challenge', { credentials: RIGHT }), 'unauthorized');
    assert.equal(await faultOf('digest'), 'no_credentials');
  });

  it('that leads elsewhere is not followed, with or without credentials', async () => {
    assert.equal(await faultOf('redirect', { credentials: RIGHT }), 'redirect');
    assert.equal(await faultOf('metadata'), 'redirect');
    assert.deepEqual(inner.asked, []);
  });

  it('that sends something else, without end, or too much, is left with a reason', async () => {
    assert.equal(await faultOf('html'), 'no_picture');
    assert.equal(await faultOf('endless-html'), 'no_picture');
    assert.equal(await faultOf('endless-picture'), 'too_large');
    assert.equal(await faultOf('200mb'), 'too_large');
    assert.equal(await faultOf('frameless'), 'no_picture');
    assert.equal(await faultOf('broken-off'), 'broken');
    assert.equal(await faultOf('head'), 'broken');
    assert.equal(await faultOf('away'), 'status');
  });

  it('that keeps one waiting, or sends drop by drop, is left in time', async () => {
    assert.equal(await faultOf('slow', { within_ms: 150 }), 'timeout');
    assert.equal(await faultOf('trickle', { within_ms: 150 }), 'timeout');
  });

  it('is not connected to where the company may not', async () => {
    const before = cameras.asked.length;
    const nowhere: NetworkReach = { names: async () => 'none', open: async () => [] };
    assert.equal(await faultOf('plain', { reach: nowhere }), 'not_allowed');
    const url = `http://localhost:${cameras.port}/plain`;
    await assert.rejects(takePicture({ url, credentials: null }, { reach: nowhere }), NoPicture);
    assert.equal(cameras.asked.length, before);
  });
});
