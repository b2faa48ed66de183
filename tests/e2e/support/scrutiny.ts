import type { Page } from 'playwright-core';
import { findAxeFaults, type OpenPortal } from '../../support/browser.ts';

/** Words that a missing translation would leave on screen, such as `dashboard.title`. */
const RAW_KEYS = `(() => {
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) texts.push(walk.currentNode.nodeValue);
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
  return texts.map((text) => text.trim()).filter((text) => /^[a-z]+(\\.[a-z_]+)+$/.test(text));
})()`;

/** How many pixels the page is wider than its window, and what sticks out. */
const OVERFLOW = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const out = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
  return [scrollWidth - clientWidth + ' px too wide', ...out.slice(0, 5).map((one) => one.outerHTML.slice(0, 120))];
})()`;

/** A tooltip hangs outside of every landmark, and goes with the pointer and the focus. */
async function dismissTooltips(page: Page): Promise<void> {
  const tooltips = page.getByRole('tooltip');
  // Also one that is about to come: a pressed button has the pointer on it still.
  await page.mouse.move(1, 1);
  if ((await tooltips.count()) === 0) return;
  await page.evaluate('document.activeElement?.blur()');
  await tooltips.first().waitFor({ state: 'detached' });
}

/**
 * What is wrong with a screen as it stands: rules of accessibility, keys without words, a page wider than its window,
 * errors of the console and of the content policy since it was opened. Each fault names the screen.
 */
export async function scrutinise({ page, faults }: OpenPortal, screen: string): Promise<string[]> {
  await dismissTooltips(page);
  const found = [
    ...(await findAxeFaults(page)),
    ...((await page.evaluate(RAW_KEYS)) as string[]).map((key) => `a key without words: ${key}`),
    ...((await page.evaluate(OVERFLOW)) as string[]),
    ...faults.errors.splice(0).map((text) => `console: ${text}`),
    ...faults.csp.splice(0).map((text) => `content policy: ${text}`),
  ];
  return found.map((text) => `${screen}: ${text}`);
}

interface Stop {
  name: string;
  /** Whether somebody who looks can tell that the focus is there. */
  visible: boolean;
}

const STOP = `(async () => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const look = () => {
    const seen = [];
    for (let one = element, up = 0; one && up < 3; one = one.parentElement, up++) {
      const style = getComputedStyle(one);
      seen.push(style.outlineStyle === 'none' ? '' : style.outlineColor + style.outlineWidth);
      seen.push(style.boxShadow, style.borderColor, style.backgroundColor);
    }
    return seen.join();
  };
  // Colours may take their time to change.
  const calm = () => new Promise((done) => setTimeout(done, 200));
  const focus = () => element.focus({ preventScroll: true, focusVisible: true });
  const focused = look();
  element.blur();
  const left = look();
  focus();
  let visible = focused !== left;
  if (!visible) {
    await calm();
    const settled = look();
    element.blur();
    await calm();
    visible = settled !== look();
    focus();
  }
  const name = element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent || element.tagName;
  return { name: name.trim().replace(/\\s+/g, ' ').slice(0, 60), visible };
})()`;

/** Presses Tab from the start of the page and tells where the focus stops, at most so many times. */
export async function tabThrough(page: Page, most: number): Promise<Stop[]> {
  await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)');
  const stops: Stop[] = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(STOP)) as Stop | null;
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}
