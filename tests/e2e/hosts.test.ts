import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeUser } from '../support/app.ts';
import { type Stage, startStage } from './support/portal.ts';

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      server.close(() => (at && typeof at === 'object' ? done(at.port) : failed(new Error('no port'))));
    });
  });
}

// spec §7: residential, community, cloud function and cloud control hosts
describe('hosts of their own', () => {
  let stage: Stage;
  let other: string;
  before(async () => {
    // One program under two names: for a browser they are two hosts.
    const port = await freePort();
    other = `http://localhost:${port}`;
    const elsewhere = { hosts: { community: other }, portalOrigins: [`http://127.0.0.1:${port}`] };
    stage = await startStage({ port, elsewhere, host: '127.0.0.1' });
  });
  after(() => stage?.close());

  it('are asked by the portal for the calls of their area, and for no other', async () => {
    const company = await makeCompany(stage.pool, 'Sole Comune');
    const user = await makeUser(stage, {
      company,
      roles: ['COMPANY_OWNER', 'APP_0'],
    });
    const { page, faults } = await stage.open({}, user);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/apps/cerresid/energy_community');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByRole('button', { name: /comunit/i })
      .first()
      .waitFor();
    const calls = asked
      .map((url) => new URL(url))
      .filter(({ pathname }) => /^\/(api|cer|user)\//.test(pathname));
    const of = (origin: string) =>
      calls.filter((url) => url.origin === origin).map(({ pathname }) => pathname);
    assert.ok(of(other).includes('/cer/v1/communities/'), of(other).join(' '));
    assert.ok(
      of(other).every((path) => path.startsWith('/cer/')),
      of(other).join(' '),
    );
    assert.ok(
      of(stage.origin).every((path) => !path.startsWith('/cer/')),
      of(stage.origin).join(' '),
    );
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('let the portal ask and nobody else', async () => {
    const preflight = async (origin: string) => {
      const headers = {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'id-client',
      };
      return (await stage.app.inject({ method: 'OPTIONS', url: '/cer/v1/communities/', headers })).headers;
    };
    const own = await preflight(stage.origin);
    assert.equal(own['access-control-allow-origin'], stage.origin);
    assert.equal(own['access-control-allow-credentials'], undefined);
    assert.equal((await preflight('https://evil.example'))['access-control-allow-origin'], undefined);
    // What is refused can be read, too.
    const refused = await stage.app.inject({
      url: '/cer/v1/communities/',
      headers: { origin: stage.origin },
    });
    assert.deepEqual(
      [refused.statusCode, refused.headers['access-control-allow-origin']],
      [401, stage.origin],
    );
  });
});
