import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CameraServer } from '../../../../simulators/camera-server.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import { installDemoCameras, startDemoCameras } from './demo-cameras.ts';

const secretKey = 'the key of a demonstration, long enough for that';

describe("the demonstration's wall of cameras", () => {
  let test: TestApp;
  let scope: Scope;
  let headers: Headers;
  const running: CameraServer[] = [];
  before(async () => {
    test = await createTestApp({ secretKey });
    scope = await makeCompany(test.pool, 'Aurora');
    await makePlant(test.pool, scope, 'AUR-001');
    const owner = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    headers = await signIn(test, owner, scope);
  });
  after(async () => {
    await Promise.all(running.map((server) => server.stop()));
    await test?.close();
  });

  async function start(): Promise<void> {
    const server = await startDemoCameras();
    running.push(server);
    await installDemoCameras(test.pool, scope, { port: server.port, secretKey });
  }
  const ask = (url: string) => test.app.inject({ method: 'GET', url, headers });

  it('shows six cameras, also where they stand after the next start', async () => {
    for (const _ of ['the first start', 'the next']) {
      await start();
      const { cameras } = (await ask('/api/v1/security_camera/')).json() as { cameras: { id: number }[] };
      assert.equal(cameras.length, 6);
      const shown = await Promise.all(cameras.map(({ id }) => ask(`/api/v1/proxy_img/?id=${id}`)));
      for (const { statusCode, headers: said, body } of shown)
        assert.deepEqual([statusCode, said['content-type']], [200, 'image/jpeg'], body.slice(0, 200));
      await running.shift()?.stop();
    }
  });
});
