import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTestApp, type TestApp } from '../support/app.ts';
import { send } from './support/ask.ts';
import { calls } from './support/calls.ts';

/** What is served beside the contract: for machines that watch, for people that read, and the portal's own files. */
const BESIDE = [
  '/health/live',
  '/health/ready',
  '/health',
  '/ping',
  '/openapi',
  '/openapi.json',
  '/.well-known/security.txt',
  '/security.md',
  '/register-maps.md',
  '/alarms.md',
  '/webhooks.md',
  '/config.json',
  '/metrics',
  '/*', // files of the built portal
];

interface Row {
  readonly area: string;
  readonly method: string;
  readonly path: string;
  readonly rest: readonly string[];
}
const place = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

async function rowsOf(name: string): Promise<Row[]> {
  const file = fileURLToPath(new URL(`../../docs/spec/${name}`, import.meta.url));
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => {
    const [area = '', method = '', path = '', ...rest] = line.split('\t');
    return { area, method, path, rest };
  });
}

describe('what is served and what the specification asks for', () => {
  let test: TestApp;
  let folder: string;
  let specified: Row[];
  let own: Row[];
  let built: Row[];
  const served = calls.map(({ area, call }) => ({ area, method: call.method, path: call.path }));
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meridiana-portal-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Portal</title>');
    test = await createTestApp({ webFolder: folder });
    [specified, own, built] = await Promise.all([
      rowsOf('calls.tsv'),
      rowsOf('own-calls.tsv'),
      rowsOf('built.tsv'),
    ]);
  });
  after(async () => {
    await test?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('every declared call stands in calls.tsv or own-calls.tsv, with one line of purpose', () => {
    const known = new Set([...specified, ...own].map(place));
    assert.deepEqual(
      served.map(place).filter((call) => !known.has(call)),
      [],
    );
    for (const row of own)
      assert.ok((row.rest.join(' ').trim().length ?? 0) >= 10, `${place(row)} has no purpose`);
  });

  it('own-calls.tsv names no call of the specification and none that is not served', () => {
    const names = new Set(served.map(place));
    const specifiedNames = new Set(specified.map(place));
    assert.deepEqual(
      own.map(place).filter((call) => specifiedNames.has(call) || !names.has(call)),
      [],
    );
  });

  it('built.tsv names exactly the rows of calls.tsv that are served: it only grows', () => {
    const names = new Set(served.map(place));
    assert.deepEqual(
      built.map(place).sort(),
      specified
        .map(place)
        .filter((call) => names.has(call))
        .sort(),
    );
    const areas = new Map(specified.map((row) => [place(row), row.area]));
    for (const row of built) assert.equal(row.area, areas.get(place(row)), place(row));
  });

  it('no place is declared twice', () => {
    assert.equal(new Set(served.map(place)).size, served.length);
  });

  it('every served call stands in the document under its method and path, with its parameters', async () => {
    const answer = await send(test, { url: '/openapi.json' });
    const { openapi, paths } = JSON.parse(answer.text) as {
      openapi: string;
      paths: Record<
        string,
        Record<string, { parameters: { name: string; in: string }[]; responses: object }>
      >;
    };
    assert.match(openapi, /^3\.1\./);
    const documented = Object.entries(paths).flatMap(([path, of]) =>
      Object.keys(of).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(documented.sort(), served.map(place).sort());
    for (const { call } of calls) {
      const operation = paths[call.path]?.[call.method.toLowerCase()];
      const inPath = operation?.parameters.filter((one) => one.in === 'path').map((one) => one.name);
      const inTemplate = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.deepEqual(inPath, inTemplate, place(call));
      assert.ok(operation && String(call.status) in operation.responses, place(call));
    }
  });

  it('the server has no route but those of the contract and the few beside it', () => {
    const strangers = test.routes.filter((route) => !route.declared && !BESIDE.includes(route.path));
    assert.deepEqual(strangers, []);
    const mounted = test.routes.filter((route) => route.declared && route.method !== 'HEAD').map(place);
    assert.deepEqual(mounted.sort(), served.map(place).sort());
    for (const { method, path } of test.routes.filter((route) => !route.declared)) {
      assert.ok(['GET', 'HEAD'].includes(method), `${method} ${path}`);
    }
  });

  it('a screen is served for any address outside the calls, and no call is ever answered with it', async () => {
    const html = { accept: 'text/html,application/xhtml+xml' };
    for (const url of ['/', '/apps/asset', '/it/apps/asset/', '/user', '/login?next=/user']) {
      const answer = await send(test, { url, headers: html });
      assert.deepEqual([answer.status, answer.text.slice(0, 15)], [200, '<!doctype html>'], url);
    }
    for (const { call } of calls) {
      // A mail program posts to the very address that it opens as a page (RFC 8058).
      if (call.path === '/unsubscribe') continue;
      const path = call.path.replace(/\{\w+\}/g, '1');
      const without = await send(test, { url: path.slice(0, -1), headers: html });
      const there = call.method === 'GET' && path.endsWith('/');
      assert.ok(
        [there ? 308 : 404, 308, 405].includes(without.status),
        `${path} without its slash: ${without.status}`,
      );
      const asked = await send(test, { method: call.method, url: path, headers: html });
      for (const answer of [without, asked])
        assert.match(String(answer.headers['content-type']), /problem\+json/, path);
    }
    const posted = await send(test, { method: 'POST', url: '/apps/asset', headers: html });
    assert.equal(posted.status, 404);
  });

  it('files outside the portal cannot be fetched', async () => {
    for (const url of [
      '/../package.json',
      '/..%2fpackage.json',
      '/%2e%2e/package.json',
      '/..%5cpackage.json',
      '/%00',
      '/a%00.js',
      '/.sources/..%2f..%2fpackage.json',
    ]) {
      const answer = await send(test, { url });
      assert.ok([400, 403, 404].includes(answer.status), `${url}: ${answer.status}`);
      assert.ok(!answer.text.includes('"dependencies"'), url);
    }
  });
});
