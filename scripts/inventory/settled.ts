import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Page, Request } from 'playwright-core';
import type { TreeNode } from './things.ts';

const LOOK_EVERY_MS = 150;
const SETTLED_WITHIN_MS = 12_000;
const AT_REST_MS = 3_000;

type Tree = readonly (TreeNode | string)[];

/** Counts what the page has asked for and waits for; the stream of events never ends. */
export function countRequests(page: Page) {
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
export async function settledTree(page: Page, waiting: () => number): Promise<Tree> {
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
