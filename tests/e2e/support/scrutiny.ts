import type { Page } from 'playwright-core';
import { findAxeFaults, type OpenPortal } from '../../support/browser.ts';
import { TOO_SMALL } from './touch.ts';

/**
 * What an eye finds wrong in the page as it stands, once it has come to rest: words that a missing translation would leave
 * on screen, such as `dashboard.title`; how many pixels the page is wider than its window, and what sticks out.
 */
const BY_EYE = `(async () => {
  // A tooltip hangs outside of every landmark, and goes with the pointer and the focus.
  const tooltip = () => [...document.querySelectorAll('[role=tooltip]')].some((one) => one.checkVisibility({ visibilityProperty: true }));
  if (tooltip()) document.activeElement?.blur();
  for (const end = Date.now() + 60_000; tooltip() && Date.now() < end; ) await new Promise(requestAnimationFrame);
  // What is on its way from pale to full, such as the words of a button that was busy, has no colour to be judged yet.
  await Promise.all(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    .map((one) => one.finished.catch(() => undefined)));

  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) texts.push(walk.currentNode.nodeValue);
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
  const faults = texts.map((text) => text.trim()).filter((text) => /^[a-z]+(\\.[a-z_]+)+$/.test(text))
    .map((key) => 'a key without words: ' + key);
  if (tooltip()) faults.push('a tooltip that does not go');

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return faults;
  const out = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
  return [...faults, scrollWidth - clientWidth + ' px too wide', ...out.slice(0, 5).map((one) => one.outerHTML.slice(0, 120))];
})()`;

/**
 * What is wrong with a screen as it stands: rules of accessibility, keys without words, a page wider than its window, on a
 * phone what a finger misses, errors of the console and of the content policy since it was opened. Each fault names the screen.
 */
export async function scrutinise({ page, faults }: OpenPortal, screen: string): Promise<string[]> {
  // Also for a tooltip that is about to come: a pressed button has the pointer on it still.
  await page.mouse.move(1, 1);
  const found = [
    ...((await page.evaluate(BY_EYE)) as string[]),
    ...((await page.evaluate(TOO_SMALL)) as string[]).map((text) => `too small for a finger: ${text}`),
    ...(await findAxeFaults(page)),
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
  // Colours may take their time to change: only where they end counts.
  const settled = () => {
    look();
    for (const one of document.getAnimations())
      if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish();
    return look();
  };
  const pause = (time_ms) => new Promise((done) => setTimeout(done, time_ms));
  const focus = () => element.focus({ preventScroll: true, focusVisible: true });
  const differs = async (time_ms) => {
    if (time_ms) await pause(time_ms);
    const focused = settled();
    element.blur();
    if (time_ms) await pause(time_ms);
    const left = settled();
    focus();
    return focused !== left;
  };
  // At once where the style does it, later where a script does; only who is about to be blamed is given time.
  const visible = (await differs(0)) || (await differs(200));
  const name = element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent || element.tagName;
  return { name: name.trim().replace(/\\s+/g, ' ').slice(0, 60), visible };
})()`;

/** The next Tab leads to the first stop of the page, wherever somebody was before. */
const FROM_THE_START = `(() => {
  document.activeElement?.blur();
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
  scrollTo(0, 0);
})()`;

/** Ends when nothing of the screen is awaited any more: what is still on its way has no stop yet. */
const COMPLETE = `(async () => {
  for (const end = Date.now() + 60_000; document.querySelector('main [aria-busy="true"]') && Date.now() < end; )
    await new Promise(requestAnimationFrame);
})()`;

/** Presses Tab from the start of the page, once it is complete, and tells where the focus stops, at most so many times. */
export async function tabThrough(page: Page, max: number): Promise<Stop[]> {
  await page.evaluate(COMPLETE);
  await page.evaluate(FROM_THE_START);
  const stops: Stop[] = [];
  for (let i = 0; i < max; i++) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(STOP)) as Stop | null;
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}
