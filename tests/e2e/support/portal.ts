import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { buildWeb } from '../../../scripts/build-web.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { launchBrowser, type OpenPortal, openPortal, type PortalView } from '../../support/browser.ts';

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/** The whole portal on a free port of this machine, with a database of its own, and a browser to open it in. */
export interface Stage extends TestApp {
  readonly origin: string;
  open(view?: Omit<PortalView, 'origin'>): Promise<OpenPortal>;
}

/** Builds the portal where its sources changed, serves it and starts a browser; `close` ends both. */
export async function startStage(): Promise<Stage> {
  await buildWeb({ quiet: true });
  const test = await createTestApp({ webFolder });
  let browser: Browser | undefined;
  try {
    const origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const running = await launchBrowser();
    browser = running;
    return {
      ...test,
      origin,
      open: (view = {}) => openPortal(running, { ...view, origin }),
      close: async () => {
        await running.close();
        await test.close();
      },
    };
  } catch (error) {
    await browser?.close();
    await test.close();
    throw error;
  }
}

/** Signs in through the form, as a person does, and waits until the portal has left it. */
export async function signInByForm(
  { page }: OpenPortal,
  user: { email: string; password: string },
): Promise<void> {
  await page.goto('/login');
  await page.locator('input[type=email], input[name=email]').first().fill(user.email);
  await page.locator('input[type=password]').first().fill(user.password);
  await page.locator('button[type=submit]').first().click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}
