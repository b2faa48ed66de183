import type { Locator, Page } from 'playwright-core';
import { frameOf } from './things.ts';
import { type Words, withoutValues } from './words.ts';

/** A control is there, or this role has it not; what comes of pressing it may take its time on a busy machine. */
export const PATIENCE_MS = { opening: 10_000, pressing: 4_000, waiting: 20_000 };
/** What opens more of a screen: menus, drop-downs, parts that are folded, tabs. */
const OPENERS =
  'button[aria-haspopup], button[aria-expanded=false], [role=tab][aria-selected=false], summary';
/** An element in the page, as far as it is used here. */
interface InPage {
  readonly textContent: string;
  getAttribute(name: string): string | null;
  closest(selector: string): unknown;
}
const labelled = (elements: readonly unknown[]) =>
  (elements as readonly InPage[]).map((one) => ({
    label: one.getAttribute('aria-label') ?? one.textContent,
    inMain: one.closest('main, [role=dialog]') !== null,
    isTab: one.getAttribute('role') === 'tab',
  }));

type Label = ReturnType<typeof labelled>[number];
/** Tells what is there now; what the frame has opened belongs to the frame. */
export type Take = (ofFrame?: boolean) => Promise<void>;
const isOpen = (elements: readonly unknown[]) =>
  (elements as readonly InPage[]).map((one) => one.getAttribute('aria-expanded') === 'true');

export const reasonOf = (error: unknown): string => String(error).split('\n')[0] ?? '';

/** Opens one menu, folded part or tab, tells what is there, and closes it again. */
async function openOne(opener: Locator, { isTab, inMain }: Label, take: Take): Promise<void> {
  const timeout = PATIENCE_MS.pressing;
  await opener.click({ timeout });
  await take(!inMain);
  if (isTab) return;
  await opener.page().keyboard.press('Escape');
  const [still] = await opener.evaluateAll(isOpen);
  if (still) await opener.click({ timeout });
}

interface Exploring {
  readonly page: Page;
  readonly place: string;
  /** What was opened already, so that a menu that stands on every row is opened once. */
  readonly opened: Set<string>;
  readonly words: Words;
  readonly take: Take;
}

/** Opens whatever of the screen is folded away, each kind of thing once. */
export async function explore({ page, place, opened, words, take }: Exploring): Promise<void> {
  const openers = page.locator(OPENERS).filter({ visible: true });
  const keyOf = ({ label, inMain }: Label) =>
    `${inMain ? place : frameOf(place)}\t${withoutValues(label, words)}`;
  let path = page.url();
  // Where a button led away, the others are gone; each opening may fold or bring others.
  while (page.url() === path) {
    const labels = await openers.evaluateAll(labelled);
    const closed = labels.filter((label) => !opened.has(keyOf(label)));
    // Tabs come last: what the others open may stand in the first one.
    const label = closed.find(({ isTab }) => !isTab) ?? closed[0];
    if (!label) return;
    opened.add(keyOf(label));
    try {
      await openOne(openers.nth(labels.indexOf(label)), label, take);
    } catch (error) {
      console.error(`${keyOf(label)} was not opened: ${reasonOf(error)}`);
    }
    if (label.isTab) path = page.url();
  }
}
