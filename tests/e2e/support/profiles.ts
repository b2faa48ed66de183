import { getTestContext, type TestContext } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type OpenPortal, openPortal, type PortalView, WIDE } from '../../support/browser.ts';

/** A file of the portal that runs nothing: where a page rests that nobody looks at. */
const AT_REST = '/favicon.svg';
const EMPTY = `localStorage.clear(); sessionStorage.clear(); indexedDB.deleteDatabase('field-mode');
  navigator.serviceWorker?.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())))`;
/** What a sign-in leaves in a browser beside its cookie; only in a tab's first page, so that a sign-out in it stays one. */
const SIGNED_IN =
  "if (!sessionStorage.getItem('begun')) localStorage.setItem('session', 'open'); sessionStorage.setItem('begun', '1')";

/** The test or the hook that runs; its types do not know all that its documentation does. */
type Running = TestContext & { readonly passed: boolean };

export interface Profiles {
  /**
   * A browser profile that knows nothing, with one page in which nothing is opened. It goes back when it is closed, and
   * with the test that took it unless it stays; a test that failed leaves its own open, to be told of.
   * @param signedIn whether the portal is to find the mark of a session; its cookie is the caller's to put there
   */
  take(view: Omit<PortalView, 'origin'>, signedIn: boolean, stays?: boolean): Promise<OpenPortal>;
  /** The pages that somebody has taken and not given back. */
  pages(): Page[];
  close(): Promise<void>;
}

/**
 * The profiles of one origin. What was given back is emptied and taken again where the same view is asked for: what the
 * page has fetched and compiled stays with it, which spares two thirds of a first load.
 */
export function profilesOf(browser: Browser, origin: string): Profiles {
  const taken = new Set<BrowserContext>();
  const spent = new Set<Page>();
  const resting = new Map<string, Omit<OpenPortal, 'close'>[]>();

  async function make(view: PortalView, signedIn: boolean) {
    const portal = await openPortal(browser, view);
    if (signedIn) await portal.context.addInitScript(SIGNED_IN);
    const { page } = portal;
    const addInitScript = page.addInitScript.bind(page);
    // It cannot be taken out of the page again.
    page.addInitScript = (...given) => {
      spent.add(page);
      return addInitScript(...given);
    };
    const install = page.clock.install.bind(page.clock);
    // Nor can a clock that is moved by hand be let go.
    page.clock.install = (...given) => {
      spent.add(page);
      return install(...given);
    };
    return portal;
  }

  async function putToRest(portal: Omit<OpenPortal, 'close'>, view: PortalView): Promise<boolean> {
    const { page, context, faults } = portal;
    if (page.isClosed() || spent.has(page)) return false;
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await page.goto(AT_REST);
    await page.evaluate(EMPTY);
    await context.clearCookies();
    await context.clearPermissions();
    await page.setViewportSize(view.viewport ?? WIDE);
    for (const list of Object.values(faults)) list.length = 0;
    return true;
  }

  return {
    take: async (asked, signedIn, stays = false) => {
      const view = { ...asked, origin };
      const key = JSON.stringify([Object.entries(view).sort(), signedIn]);
      const portal = resting.get(key)?.pop() ?? (await make(view, signedIn));
      const { context } = portal;
      taken.add(context);
      const giveBack = async () => {
        if (!taken.delete(context)) return;
        if (await putToRest(portal, view)) resting.set(key, [...(resting.get(key) ?? []), portal]);
        else await context.close();
      };
      const test = stays ? undefined : (getTestContext() as Running | undefined);
      test?.after(async () => {
        if (test.passed) await giveBack();
      });
      return { ...portal, close: giveBack };
    },
    pages: () => [...taken].flatMap((context) => context.pages()),
    close: async () => {
      const contexts = [...taken, ...[...resting.values()].flat().map(({ context }) => context)];
      taken.clear();
      for (const context of contexts) await context.close();
    },
  };
}
