import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { setBrowser, setRefresh } from './cookies.ts';

describe('the cookies of a sign-in', () => {
  const apps: ReturnType<typeof Fastify>[] = [];
  after(() => Promise.all(apps.map((app) => app.close())));

  async function cookiesUnder(publicUrl: string, trustProxy: boolean) {
    const app = Fastify({ trustProxy });
    apps.push(app);
    await app.register(cookie);
    app.get('/', async (request, reply) => {
      setRefresh({ request, reply, publicUrl }, 'token');
      setBrowser({ request, reply, publicUrl }, { id: 'b', marks: [] });
      return {};
    });
    return app.inject({ url: '/', headers: { 'x-forwarded-proto': 'http' } });
  }

  it('go by TLS only where PUBLIC_URL says so, whatever is known of a proxy', async () => {
    for (const trustProxy of [false, true]) {
      const { cookies } = await cookiesUnder('https://portal.example.com', trustProxy);
      assert.deepEqual(
        cookies.map(({ secure, httpOnly }) => [secure, httpOnly]),
        [
          [true, true],
          [true, true],
        ],
      );
    }
    const { cookies } = await cookiesUnder('http://127.0.0.1:3000', false);
    assert.deepEqual(
      cookies.map(({ secure }) => secure),
      [undefined, undefined],
    );
  });
});
