import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import Fastify from 'fastify';
import { knowRoutes } from '../../shared/server/http/routes-known.ts';
import { servePortal } from './portal.ts';

const pageOf = (script: string) => `<!doctype html><html><script src="/assets/${script}.js"></script></html>`;

describe('the page of a portal that is built anew under its server', () => {
  const app = Fastify();
  let folder: string;
  let minute = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-'));
    await write(pageOf('one'));
    const config = { demo: false, demoPassword: '', providerName: 'Test', registration: 'invite' } as const;
    await servePortal(app, { folder, config, nowhere: knowRoutes(app) });
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Each time later than the time before, however coarse the clock of files is. */
  async function write(text: string): Promise<void> {
    const path = join(folder, 'index.html');
    await writeFile(path, text);
    minute += 1;
    await utimes(path, minute * 60, minute * 60);
  }

  const shown = () => app.inject({ url: '/login', headers: { accept: 'text/html' } });

  it('names the new scripts, and is asked for each time', async () => {
    assert.equal((await shown()).body, pageOf('one'));
    await write(pageOf('two'));
    const answer = await shown();
    assert.equal(answer.body, pageOf('two'));
    assert.equal(answer.headers['cache-control'], 'no-cache');
  });

  it('stands as it was while the new one is half written or away', async () => {
    await write('<!doctype html><html>');
    assert.equal((await shown()).body, pageOf('two'));
    await rm(join(folder, 'index.html'));
    assert.equal((await shown()).body, pageOf('two'));
    await write(pageOf('three'));
    assert.equal((await shown()).body, pageOf('three'));
  });

  it('is shown to whoever asks for no more than the address, and only there', async () => {
    for (const accept of ['*/*', undefined]) {
      const headers = accept ? { accept } : {};
      assert.equal((await app.inject({ url: '/', headers })).body, pageOf('three'));
      assert.equal((await app.inject({ url: '/login', headers })).statusCode, 404);
    }
    assert.equal((await app.inject({ method: 'POST', url: '/' })).statusCode, 404);
  });

  it('comes with a service worker and a manifest that are asked for each time', async () => {
    for (const [name, type] of [
      ['sw.js', /^(text|application)\/javascript/],
      ['manifest.webmanifest', /^application\/manifest\+json/],
    ] as const) {
      await writeFile(join(folder, name), '{}');
      const { statusCode, headers } = await app.inject({ url: `/${name}` });
      assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-cache'], name);
      assert.match(String(headers['content-type']), type);
    }
  });

  it('is told whether an account can be made without an invitation', async () => {
    assert.equal((await app.inject('/config.json')).json().registration, 'invite');
  });
});

describe('the password of the demonstration', () => {
  const app = Fastify();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-demo-'));
    await writeFile(join(folder, 'index.html'), pageOf('one'));
    const config = {
      demo: true,
      demoPassword: 'set by hand',
      providerName: 'Test',
      registration: 'open',
    } as const;
    await servePortal(app, { folder, config, nowhere: knowRoutes(app) });
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const resultOf = async (remoteAddress: string, headers = {}) => {
    const answer = await app.inject({
      url: '/config.json',
      remoteAddress,
      headers: { host: 'localhost:3000', ...headers },
    });
    const { demo_users, demo_password } = answer.json();
    assert.ok(demo_users.length > 0);
    return demo_password;
  };

  it('is told to whoever sits at this machine', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      assert.equal(await resultOf(address), 'set by hand');
  });

  it('is told to nobody else, whoever a proxy or a name says they are', async () => {
    for (const address of ['203.0.113.9', '192.168.1.7', '::ffff:203.0.113.9', 'fe80::1'])
      assert.equal(await resultOf(address), undefined, address);
    for (const header of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])
      assert.equal(await resultOf('127.0.0.1', { [header]: '127.0.0.1' }), undefined, header);
    assert.equal(await resultOf('127.0.0.1', { host: 'rebound.example' }), undefined);
  });
});
