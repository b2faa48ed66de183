import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { findAxeFaults, launchBrowser, NARROW, openPortal } from './browser.ts';
import { unpackChromium } from './chromium.ts';

const page = (body: string, head = '') =>
  `data:text/html,${encodeURIComponent(`<!doctype html><html lang="en"><head><title>Try</title>${head}</head><body>${body}</body></html>`)}`;

describe('the browser that npm brings', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser(await unpackChromium());
  });
  after(async () => {
    await browser?.close();
  });

  it('paints text, knows the wished language, colours and size, and draws with WebGL2', async () => {
    const view = await openPortal(browser, { viewport: NARROW, locale: 'en-GB', colorScheme: 'dark' });
    await view.page.goto(page('<main><h1>Hello</h1></main>'));
    const seen = await view.page.evaluate(`({
      language: navigator.language,
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      width: innerWidth,
      webgl: document.createElement('canvas').getContext('webgl2') !== null,
      height: document.querySelector('h1').offsetHeight > 0,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })`);
    assert.deepEqual(seen, {
      language: 'en-GB',
      dark: true,
      width: 390,
      webgl: true,
      height: true,
      zone: 'Europe/Rome',
    });
    assert.deepEqual(view.faults, { errors: [], csp: [] });
    await view.close();
  });

  it('tells what axe finds, in spite of a policy that forbids scripts', async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
    const view = await openPortal(browser);
    await view.page.goto(page('<main><h1>Try</h1><button></button></main>', policy));
    const faults = await findAxeFaults(view.page);
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', /button-name/);
    await view.close();
  });

  it('collects console errors, exceptions and violations of the policy', async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'; img-src 'none'">`;
    const script = `<script>console.error('one'); setTimeout(() => { throw new Error('two') }, 50)</script>`;
    const view = await openPortal(browser);
    const thrown = view.page.waitForEvent('pageerror');
    await view.page.goto(page(`<img src="http://127.0.0.1:1/x.png" alt="">${script}`, policy));
    await thrown;
    assert.match(view.faults.errors.join('\n'), /one[\s\S]*two/);
    assert.match(view.faults.csp.join('\n'), /img-src http:\/\/127\.0\.0\.1:1\/x\.png/);
    await view.close();
  });
});
