import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { reaches, type Stage, startStage } from './support/portal.ts';
import { scrutinise } from './support/scrutiny.ts';

const HERE = new URL('.', import.meta.url);
const ROUTER = new URL('../../src/apps/web/router.tsx', import.meta.url);

describe('the sweeps together', () => {
  it('look at every screen that the portal has a route for', async () => {
    const routes = [...(await readFile(ROUTER, 'utf8')).matchAll(/\bpath: '(\/[^']*)'/g)].map(
      ([, path = '']) => path,
    );
    const files = (await readdir(HERE)).filter((name) => /^sweep.*\.test\.ts$/.test(name));
    const sources = await Promise.all(files.map((name) => readFile(new URL(name, HERE), 'utf8')));
    const opened = sources.flatMap((text) => [...text.matchAll(/['`](\/[^'`\s]*)['`]/g)].map((m) => m[1]));
    assert.ok(routes.length >= 15);
    const unseen = routes.filter((route) => {
      const shape = new RegExp(`^${route.replace(/\$\w+/g, '[^/?#]+')}/?([?#].*)?$`);
      return !opened.some((path) => path !== undefined && shape.test(path));
    });
    assert.deepEqual(unseen, [], 'add them to a sweep');
  });
});

describe('a page that breaks the policy of content', () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.close());

  it('is a fault of the sweep: a script that stands in the page, and a picture from elsewhere', async () => {
    const portal = await stage.open();
    await portal.page.goto('/login');
    await portal.page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(portal.faults.csp, []);
    await portal.page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'globalThis.hasRun = true';
      document.head.append(script);
      new Image().src = 'http://127.0.0.1:1/x.png';
    `);
    assert.ok(await reaches(async () => portal.faults.csp.length >= 2), 'nothing was reported');
    assert.equal(await portal.page.evaluate('globalThis.hasRun'), undefined);
    const told = (await scrutinise(portal, 'login')).join('\n');
    assert.match(told, /login: content policy: script-src/);
    assert.match(told, /login: content policy: img-src http:\/\/127\.0\.0\.1:1\/x\.png/);
  });
});
