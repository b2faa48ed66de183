import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page, Request } from 'playwright-core';
import type { Stage } from '../../tests/e2e/support/portal.ts';
import { NARROW, WIDE } from '../../tests/support/browser.ts';
import type { Screen } from '../sheet/screen.ts';
import { bring, canShow, personOf, type State } from '../sheet/staging.ts';
import type { Role } from './rows.ts';
import { frameOf, type Reading, type Thing, type TreeNode, targetOf, thingsIn } from './things.ts';
import { withoutValues } from './words.ts';

const LOOK_EVERY_MS = 150;
const SETTLED_WITHIN_MS = 12_000;
const AT_REST_MS = 3_000;
/** Whoever lacks a control is not waited for long; it is there, or will not come. */
const PATIENCE_MS = { owner: 30_000, others: 4_000 };
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
type Take = (ofFrame?: boolean) => Promise<void>;
type Tree = readonly (TreeNode | string)[];
const isOpen = (elements: readonly unknown[]) =>
  (elements as readonly InPage[]).map((one) => one.getAttribute('aria-expanded') === 'true');

/** Counts what the page has asked for and waits for; the stream of events never ends. */
function countRequests(page: Page) {
  const open = new Set<Request>();
  const begin = (request: Request) => {
    if (!request.url().includes('/api/v1/events/')) open.add(request);
  };
  const end = (request: Request) => open.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  const stop = () => page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return { waiting: () => open.size, stop };
}

/** The page's tree when two looks at it are alike and nothing is on its way; where a question is never answered, when it rests. */
async function settledTree(page: Page, waiting: () => number): Promise<Tree> {
  const end = Date.now() + SETTLED_WITHIN_MS;
  let before: Tree | undefined;
  let since = Date.now();
  for (;;) {
    await sleep(LOOK_EVERY_MS);
    const tree = (await page.ariaSnapshotJSON()) as unknown as Tree;
    if (!isDeepStrictEqual(tree, before)) since = Date.now();
    else if (waiting() === 0 || Date.now() - since > AT_REST_MS) return tree;
    if (Date.now() > end) return tree;
    before = tree;
  }
}

export interface Harvest {
  readonly stage: Stage;
  readonly noon: number;
  readonly role: Role;
  readonly reading: Omit<Reading, 'place'>;
  /** What was opened already, so that a menu that stands on every row is opened once. */
  readonly opened: Set<string>;
  /** Places of which this role was shown a screen, and those where the first screen was refused: others need not be tried. */
  readonly shown: Set<string>;
  readonly closed: Set<string>;
  readonly found: (thing: Thing) => void;
}

const reasonOf = (error: unknown): string => String(error).split('\n')[0] ?? '';

/** Opens one menu, folded part or tab, tells what is there, and closes it again. */
async function openOne(opener: Locator, { isTab, inMain }: Label, take: Take): Promise<void> {
  const timeout = PATIENCE_MS.others;
  await opener.click({ timeout });
  await take(!inMain);
  if (isTab) return;
  await opener.page().keyboard.press('Escape');
  const [still] = await opener.evaluateAll(isOpen);
  if (still) await opener.click({ timeout });
}

/** Opens whatever of the screen is folded away, each kind of thing once. */
async function explore(page: Page, place: string, { opened, reading }: Harvest, take: Take): Promise<void> {
  const openers = page.locator(OPENERS).filter({ visible: true });
  const keyOf = ({ label, inMain }: Label) =>
    `${inMain ? place : frameOf(place)}\t${withoutValues(label, reading.words)}`;
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

async function harvestState(screen: Screen, state: State, harvest: Harvest): Promise<void> {
  const { stage, noon, role, reading, shown, closed, found } = harvest;
  const placeOf = (url: string) => targetOf(url.replace(/[?#].*/, ''), reading.routes);
  const asked = placeOf(screen.path);
  if (closed.has(asked)) return;
  const view = { viewport: role === 'phone' ? NARROW : WIDE, locale: 'en-GB' } as const;
  const person = screen.signedIn ? personOf(role === 'phone' ? 'owner' : role) : undefined;
  const { page, close } = await stage.open(view, person);
  const { waiting, stop } = countRequests(page);
  const take: Take = async (ofFrame = false) => {
    const tree = await settledTree(page, waiting);
    // Where the screen has led: a device's page is opened from the list of devices.
    const place = placeOf(new URL(page.url()).pathname);
    for (const thing of thingsIn(tree, { ...reading, place }))
      found(ofFrame ? { ...thing, place: thing.place.replace(`${place} »`, `${frameOf(place)} »`) } : thing);
  };
  page.setDefaultTimeout(role === 'owner' || role === 'visitor' ? PATIENCE_MS.owner : PATIENCE_MS.others);
  let phase = 'opened';
  try {
    await page.clock.setFixedTime(noon);
    await bring(page, screen, {
      state,
      english: true,
      settle: async (after) => {
        await take();
        shown.add(asked);
        phase = after === 'opening' ? 'acted on' : 'done';
      },
    });
    if (!screen.act) await explore(page, asked, harvest, take);
  } catch (error) {
    // A screen that this role is not shown, or a control that it has not: what is there instead is told.
    if (!shown.has(asked)) closed.add(asked);
    await take();
    console.error(`${role}: ${screen.name} was not ${phase}: ${reasonOf(error)}`);
  } finally {
    stop();
    await close();
  }
}

/** Tells all that a role can use and see of a screen, where there is something and where there is nothing yet. */
export async function harvestScreen(screen: Screen, harvest: Harvest): Promise<void> {
  await harvestState(screen, 'full', harvest);
  // What there is where there is nothing yet hardly differs between roles.
  if (harvest.role === 'owner' && canShow(screen, 'empty')) await harvestState(screen, 'empty', harvest);
}
