import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildWeb } from '../../../scripts/build-web.ts';
import { createTestApp, type TestApp, type TestAppOptions, type TestUser } from '../../support/app.ts';
import { launchBrowser, type OpenPortal, type PortalView } from '../../support/browser.ts';
import { type Profiles, profilesOf } from './profiles.ts';

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url));

/** The whole portal on a free port of this machine, with a database of its own, and a browser to open it in. */
export interface Stage extends TestApp {
  readonly origin: string;
  /**
   * A browser profile that knows nothing, with one page; signed in already when a user is given. It is gone with the test
   * that opened it, unless it stays.
   */
  open(view?: Omit<PortalView, 'origin'>, user?: Credentials, stays?: boolean): Promise<OpenPortal>;
}

export type Credentials = Pick<TestUser, 'email' | 'password'>;

/** The stories follow one another: the browser stays for the next one, and ends soon after the last. */
const LINGER_MS = 1_500;
let browser: Promise<Browser> | undefined;
let users = 0;

async function borrowBrowser(): Promise<Browser> {
  users += 1;
  browser ??= launchBrowser();
  const lent = browser;
  // One that did not start is not lent to the stories that follow.
  lent.catch(() => {
    users -= 1;
    if (browser === lent) browser = undefined;
  });
  return lent;
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

const stages = new Set<Profiles>();
let telling: Promise<unknown> = Promise.resolve();
/** What the pages showed when a test failed, by its name: before the next test goes on with them. */
const shownAtFailure = new Map<string, Promise<string>[]>();
const allPages = () => [...stages].flatMap((one) => one.pages());
afterEach(async (context) => {
  if (!('passed' in context) || context.passed) return;
  const shown = allPages().map(shownOn);
  shownAtFailure.set(context.name, shown);
  await Promise.allSettled(shown);
});
// A failure is read by somebody who was not there. The report comes to it later, when the next test may have begun.
subscribe('meridiana:test-failed', (message) => {
  const { name, said } = message as { name: string; said: Promise<string>[] };
  said.push(...(shownAtFailure.get(name) ?? allPages().map(shownOn)));
  telling = Promise.allSettled(said);
});

/** As long as a page may take to say what it shows: one that is stuck never says. */
const TELLING_MS = 2_000;

/** What stands in dialogs, and on the page beneath. */
function shownOn(page: Page): Promise<string> {
  const stuck = sleep(TELLING_MS, `on ${page.url()}: it does not say what it shows`, { ref: false });
  return Promise.race([readFrom(page), stuck]);
}

async function readFrom(page: Page): Promise<string> {
  const dialogs = await page.getByRole('dialog').allInnerTexts();
  const whole = await page.locator('body').allInnerTexts();
  const text = [...dialogs, ...whole];
  return `on ${page.url()}:\n${text.map((one) => one.replaceAll(/\s+/g, ' ').slice(0, 1_500)).join('\n')}`;
}

/** As an installation is where nobody has said otherwise. */
const NO_GEOCODER = { provider: 'none', url: undefined, key: undefined } as const;

let built: Promise<string> | undefined;

/** The portal, built where its sources changed, as a copy: whoever builds it during the stories does not take its files away. */
function builtPortal(): Promise<string> {
  built ??= (async () => {
    await buildWeb({ quiet: true });
    const own = await mkdtemp(join(tmpdir(), 'meridiana-web-'));
    process.once('exit', () => rmSync(own, { recursive: true, force: true }));
    await cp(webFolder, own, { recursive: true });
    return own;
  })();
  return built;
}

/** Serves the portal on a database of its own and lends the stories' browser; `close` ends all but that. */
export async function startStage({
  port = 0,
  ...options
}: Omit<TestAppOptions, 'webFolder'> & { port?: number } = {}): Promise<Stage> {
  const test = await createTestApp({ geocoder: NO_GEOCODER, ...options, webFolder: await builtPortal() });
  try {
    const origin = await test.app.listen({ host: '127.0.0.1', port });
    const profiles = profilesOf(await borrowBrowser(), origin);
    stages.add(profiles);
    return {
      ...test,
      origin,
      open: async (view = {}, user, stays) => {
        const portal = await profiles.take(view, user !== undefined, stays);
        if (user) await signInBehind(portal, origin, user);
        return portal;
      },
      close: async () => {
        // A test that has just failed is told of before its pages are gone.
        await sleep(10);
        await telling;
        stages.delete(profiles);
        await profiles.close();
        await returnBrowser();
        await test.close();
      },
    };
  } catch (error) {
    await test.close();
    throw error;
  }
}

/** Puts the session's cookie into the profile without a form. */
async function signInBehind({ context }: OpenPortal, origin: string, user: Credentials): Promise<void> {
  const { email, password } = user;
  const answer = await context.request.post(`${origin}/user/v1/login/`, { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} was not signed in: ${answer.status()}`);
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
export async function reaches(holds: () => Promise<boolean>, within_ms = 90_000): Promise<boolean> {
  const end = Date.now() + within_ms;
  for (;;) {
    if (await holds()) return true;
    if (Date.now() > end) return false;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Waits until what is read is what is expected; fails with the difference that stayed. */
export async function comesTo<T>(read: () => Promise<T>, expected: T, why?: string): Promise<void> {
  let last: T | undefined;
  await reaches(async () => {
    last = await read();
    return isDeepStrictEqual(last, expected);
  });
  assert.deepEqual(last, expected, why);
}

/** Waits until a part of the page reads like this, as `seen` tells it. */
export async function reads(part: Locator, like: RegExp): Promise<void> {
  let last = '';
  await reaches(async () => {
    last = await seen(part);
    return like.test(last);
  });
  assert.match(last, like);
}

/** Waits until an expression holds in the page. */
export async function until(page: Page, expression: string, within_ms?: number): Promise<void> {
  const held = await reaches(async () => Boolean(await page.evaluate(expression)), within_ms);
  if (!held) throw new Error(`in time this did not become true: ${expression}`);
}
