import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../../tests/support/app.ts';
import { isLocalName } from './local-names.ts';

const OURS = [
  'localhost',
  'LOCALHOST:3000',
  '127.0.0.1',
  '127.0.0.1:3000',
  '127.0.0.2:1',
  '[::1]',
  '[::1]:3000',
  // PUBLIC_URL of these tests.
  'portal.example.test',
];
const FOREIGN = [
  'rebound.example',
  'rebound.example:3000',
  'localhost.rebound.example',
  '127.0.0.1.rebound.example',
  'x.portal.example.test',
  'localhost:3000.rebound.example',
  'localhost:x',
  '192.168.1.2',
  '2130706433',
  '[::2]',
];
const PLACES = [
  '/user/v1/outbox/',
  '/config.json',
  '/openapi',
  '/health/live',
  '/',
  '/apps/asset',
  '/nowhere/',
];

describe('the names by which a machine is called', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meridiana-portal-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Portal</title>');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function withApp(options: TestAppOptions, work: (test: TestApp) => Promise<void>): Promise<void> {
    const test = await createTestApp({ ...options, webFolder: folder });
    try {
      await work(test);
    } finally {
      await test.close();
    }
  }

  const statusOf = async ({ app }: TestApp, url: string, host: string): Promise<number> => {
    const headers = { accept: 'text/html, application/json', host, 'x-forwarded-host': 'localhost' };
    return (await app.inject({ url, headers })).statusCode;
  };

  it('are its own ones in the demonstration, whose mail a page of the web must not read by a name that it let point here', async () => {
    await withApp({ demo: true }, async (test) => {
      for (const url of PLACES) {
        for (const host of OURS) assert.equal(await statusOf(test, url, host), 200, `${url} of ${host}`);
        for (const host of FOREIGN) assert.equal(await statusOf(test, url, host), 421, `${url} of '${host}'`);
      }
    });
  });

  it('are none of them where no name is said at all', () => {
    for (const host of [undefined, '', ':3000']) assert.equal(isLocalName(host), false);
  });

  it('are anything where it is reached from elsewhere, and in an installation', async () => {
    for (const options of [{ demo: true, host: '0.0.0.0' }, {}]) {
      await withApp(options, async (test) => {
        assert.equal(await statusOf(test, '/config.json', 'portal.somewhere.example'), 200);
        assert.equal(await statusOf(test, '/user/v1/outbox/', 'portal.somewhere.example'), 404);
      });
    }
  });
});
