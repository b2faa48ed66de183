import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CameraFault, pictureUrl } from '../src/features/cameras/cameras.model.ts';
import { NoPicture, takePicture } from '../src/features/cameras/server/camera-client.ts';
import { type CameraServer, HOSTILE, STREAMS, startCameraServer } from './camera-server.ts';

const viewer = { username: 'demo', password: 'only a demonstration' };
const EVERYWHERE = {
  names: async () => 'told' as const,
  open: async (_host: string, _port: number, addresses: readonly string[]) => [...addresses],
};

describe('the simulated cameras', () => {
  let server: CameraServer;
  let now = Date.parse('2026-06-18T10:00:00Z');
  before(async () => {
    server = await startCameraServer({ viewer, now: () => now, slow_ms: 50 });
  });
  after(() => server?.stop());

  const take = (number: number, credentials: typeof viewer | null = viewer) => {
    const way = { url_plant: 'http://127.0.0.1', port: server.port, is_https: false };
    const url = pictureUrl({ ...way, picture_path: '/snapshot/{cam_num}' }, number);
    return takePicture({ url, credentials }, { reach: EVERYWHERE, within_ms: 5000 });
  };
  const faultOf = async (
    number: number,
    credentials?: typeof viewer | null,
  ): Promise<CameraFault['code'] | null> =>
    take(number, credentials).then(
      () => null,
      (error: unknown) => (error instanceof NoPicture ? error.fault.code : Promise.reject(error)),
    );

  for (const [name, number] of Object.entries(STREAMS))
    it(`show something else a second later: ${name}`, async () => {
      const first = await take(number);
      now += 1000;
      const second = await take(number);
      assert.equal(first.media_type, 'image/jpeg');
      assert.ok(!first.bytes.equals(second.bytes));
    });

  it('ask who looks, two of them', async () => {
    assert.equal(await faultOf(STREAMS.basic, null), 'no_credentials');
    assert.equal(await faultOf(STREAMS.digest, { ...viewer, password: 'wrong' }), 'unauthorized');
  });

  it('that are up to no good come to a reason', async () => {
    assert.equal(await faultOf(HOSTILE.redirect), 'redirect');
    assert.equal(await faultOf(HOSTILE.html), 'no_picture');
    assert.equal(await faultOf(HOSTILE.endless), 'too_large');
    assert.equal(await faultOf(HOSTILE.large), 'too_large');
    assert.equal(await faultOf(99), 'status');
  });
});
