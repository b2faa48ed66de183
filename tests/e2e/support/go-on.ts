import type { Page } from 'playwright-core';

/** A screen outside of the portal that asks for nothing, and one inside that asks for next to nothing. */
const OUTSIDE = '/recover';
const INSIDE = '/companies/create';

/** Goes on within the portal that is open, which spares loading it; false where that cannot be. Who is there already leaves first. */
const GO_ON = `async (path, outside) => {
  const router = globalThis.__TSR_ROUTER__;
  if (!router) return false;
  const go = async (href) => {
    const there = new Promise((done) => {
      const leave = router.subscribe('onResolved', () => { leave(); done(); });
    });
    await router.navigate({ href, ignoreBlocker: true });
    await there;
  };
  if (location.pathname + location.search === path) {
    if (path === outside) return false;
    await go(outside);
  }
  await go(path);
  return true;
}`;

/** Finds the store of answers, which stands among the first things that React has rendered. */
const STORE = `(() => {
  const root = document.getElementById('root');
  const { stateNode } = root[Object.keys(root).find((key) => key.startsWith('__reactContainer'))];
  for (const parts = [stateNode.current]; parts.length > 0; ) {
    const { memoizedProps, child, sibling } = parts.shift();
    if (memoizedProps?.client?.getQueryCache) return memoizedProps.client;
    parts.push(...[child, sibling].filter(Boolean));
  }
  throw new Error('the store of answers is not where it was');
})()`;

/** What a reader has chosen and begun is kept in the browser, beside the mark of the session. */
const TIDY = `for (const kept of [localStorage, sessionStorage])
  for (const key of Object.keys(kept)) if (!['session', 'begun'].includes(key)) kept.removeItem(key)`;

/**
 * Something is awaited while a screen comes, a question is asked, or a part says that it is busy. Frames are counted: a
 * page whose clock stands still has no other measure of time. Where something is never answered, only the page's own
 * changes count.
 */
const SETTLED = `async (answered) => {
  // A page that has just been loaded has drawn nothing yet.
  const isDrawn = () => globalThis.__TSR_ROUTER__ && document.getElementById('root')?.firstElementChild;
  for (let waited = 0; waited < 900 && !isDrawn(); waited++) await new Promise(requestAnimationFrame);
  const store = ${STORE};
  const router = globalThis.__TSR_ROUTER__;
  let changed = false;
  const changes = new MutationObserver(() => { changed = true; });
  changes.observe(document.body, { childList: true, subtree: true, characterData: true });
  const isBusy = () => router.state.isLoading || router.state.status === 'pending'
    || answered && (store.isFetching() + store.isMutating() > 0 || document.querySelector('main [aria-busy="true"]') !== null);
  let frames = 0;
  for (let calm = 0; calm < (answered ? 4 : 12) && frames < 900; frames++) {
    changed = false;
    await new Promise(requestAnimationFrame);
    calm = isBusy() || changed ? 0 : calm + 1;
  }
  changes.disconnect();
  return frames < 900;
}`;

/** Goes to a path as a link would; false where no portal is open that could go on. */
export const goOn = (page: Page, prefix: string, path: string): Promise<boolean> =>
  page.evaluate(`(${GO_ON})(${JSON.stringify(prefix + path)}, '${prefix}${OUTSIDE}')`);

/** Leaves the portal's screens and lets it forget what they asked for: a screen that comes next asks for everything. */
export async function forgetAll(page: Page, prefix: string): Promise<void> {
  if (!(await goOn(page, prefix, OUTSIDE)) && !page.url().endsWith(OUTSIDE))
    await page.goto(prefix + OUTSIDE);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(`${STORE}.clear()`);
}

/**
 * Leaves a screen for another one that has the same frame, and lets the portal forget what only that screen has asked
 * for: the frame stays, which spares half of what the next screen costs.
 */
export async function leaveScreen(page: Page, prefix: string, signedIn: boolean): Promise<void> {
  if (!signedIn) return forgetAll(page, prefix);
  if (!(await goOn(page, prefix, INSIDE))) await page.goto(prefix + INSIDE);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(`${STORE}.removeQueries({ type: 'inactive' })`);
}

/** Empties what the portal keeps in the browser, but not the session. */
export const tidyUp = (page: Page): Promise<unknown> => page.evaluate(TIDY);

/** Waits until the screen has come to rest; false when it did not within 900 frames. */
export const comesToRest = (page: Page, answered = true): Promise<boolean> =>
  page.evaluate(`(${SETTLED})(${answered})`);
