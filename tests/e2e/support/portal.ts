import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildWeb } from '../../../scripts/build-web.ts';
import { createTestApp, type TestApp, type TestAppOptions, type TestUser } from '../../support/app.ts';
import { launchBrowser, type OpenPortal, openPortal, type PortalView } from '../../support/browser.ts';

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/** The whole portal on a free port of this machine, with a database of its own, and a browser to open it in. */
export interface Stage extends TestApp {
  readonly origin: string;
  /** A fresh browser profile with one page; signed in already when a user is given. */
  open(view?: Omit<PortalView, 'origin'>, user?: Credentials): Promise<OpenPortal>;
}

type Credentials = Pick<TestUser, 'email' | 'password'>;

/** The stories follow one another: the browser stays for the next one, and ends soon after the last. */
const LINGER_MS = 1_500;
let browser: Promise<Browser> | undefined;
let users = 0;

async function borrowBrowser(): Promise<Browser> {
  users += 1;
  browser ??= launchBrowser();
  return browser;
}

async function returnBrowser(): Promise<void> {
  users -= 1;
  const lent = browser;
  setTimeout(async () => {
    if (users > 0 || browser !== lent) return;
    browser = undefined;
    await (await lent)?.close();
  }, LINGER_MS);
}

/** Builds the portal where its sources changed, serves it and lends the stories' browser; `close` ends all but that. */
export async function startStage(options: Omit<TestAppOptions, 'webFolder'> = {}): Promise<Stage> {
  await buildWeb({ quiet: true });
  // A copy: whoever builds the portal while the story runs does not take its files away.
  const own = await mkdtemp(join(tmpdir(), 'meridiana-web-'));
  await cp(webFolder, own, { recursive: true });
  const test = await createTestApp({ ...options, webFolder: own });
  const end = async () => {
    await test.close();
    await rm(own, { recursive: true, force: true });
  };
  const opened = new Set<OpenPortal>();
  try {
    const origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const lent = await borrowBrowser();
    return {
      ...test,
      origin,
      open: async (view = {}, user) => {
        const portal = await openPortal(lent, { ...view, origin });
        opened.add(portal);
        if (user) await signInBehind(portal, origin, user);
        return portal;
      },
      close: async () => {
        for (const portal of opened) await portal.close();
        await returnBrowser();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Puts the session's cookie and its mark into the profile without a form; the portal finds them when it starts. */
async function signInBehind({ context }: OpenPortal, origin: string, user: Credentials): Promise<void> {
  const { email, password } = user;
  const answer = await context.request.post(`${origin}/user/v1/login/`, { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} was not signed in: ${answer.status()}`);
  // What the form would leave behind; only in a tab's first page, so that a sign-out in it stays one.
  await context.addInitScript(
    "if (!sessionStorage.getItem('begun')) localStorage.setItem('session', 'open'); sessionStorage.setItem('begun', '1')",
  );
}

/** Signs in through the form, as a person does, and waits until the portal has left it. */
export async function signInByForm({ page }: OpenPortal, user: Credentials): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, user);
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

/** Fills the form in either language and sends it. */
export async function fillSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(Accedi|Sign in)$/ }).click();
}

/** What a reader can see of a part of the page, as one line of text. */
export async function seen(part: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen
  return (await part.innerText()).replaceAll(/\s+/g, ' ').trim();
}

const LOOK_EVERY_MS = 50;

/** Whether something becomes true within a time; the page's policy forbids to wait for expressions inside it. */
export async function reaches(holds: () => Promise<boolean>, within_ms = 3_000): Promise<boolean> {
  const end = Date.now() + within_ms;
  for (;;) {
    if (await holds()) return true;
    if (Date.now() > end) return false;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Waits until an expression holds in the page. */
export async function until(page: Page, expression: string, within_ms?: number): Promise<void> {
  const held = await reaches(async () => Boolean(await page.evaluate(expression)), within_ms);
  if (!held) throw new Error(`in time this did not become true: ${expression}`);
}
