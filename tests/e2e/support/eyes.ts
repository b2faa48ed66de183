import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { OpenPortal } from '../../support/browser.ts';
import { forgetAll, goOn } from './go-on.ts';
import { type Look, looksOfToday } from './looks.ts';
import type { Credentials, Stage } from './portal.ts';
import { scrutinise } from './scrutiny.ts';

/** Somebody who goes through screens in one look, and remembers what is wrong with them. */
export interface Eyes extends Look {
  /** The page that is looked at; there is none before `open`. */
  readonly page: Page;
  /** A fresh profile, signed in when a user is given. The one before it is closed: what nobody looks at costs no time. */
  open(stage: Stage, user?: Credentials): Promise<Page>;
  /**
   * Goes to a path in this look's language as a link would, and waits for the screen's heading. What the screens before
   * have asked for is known there, until `forget`.
   */
  goto(path: string): Promise<void>;
  /** Opens a path as from the address bar: the whole portal is loaded, which costs several times what `goto` does. */
  enter(path: string): Promise<void>;
  /** Leaves the portal's screens and lets it forget what they asked for: `goto` goes to a screen that asks for everything. */
  forget(): Promise<void>;
  /** Scrutinises the screen as it stands. */
  look(screen: string): Promise<void>;
  /**
   * Refusals that were brought about are no fault of the screen: what the console has noted of them, and what it still
   * notes before the next screen, as it does so in its own time.
   */
  forgive(): void;
  /** Fails with all that was found since the last verdict. */
  verdict(): void;
  dialog(): Locator;
  dialogGone(): Promise<void>;
}

/** How the browser notes a refusal. */
const REFUSAL = 'console: Failed to load resource: the server responded with';

function eyesOf(look: Look): Eyes {
  let portal: OpenPortal | undefined;
  const found: string[] = [];
  let forgiving = false;
  const shown = (): OpenPortal => portal ?? assert.fail('nothing is open');
  const dialog = () => shown().page.getByRole('dialog');
  const heading = () => shown().page.getByRole('heading', { level: 1 }).waitFor();
  const enter = async (path: string) => {
    forgiving = false;
    await shown().page.goto(look.prefix + path);
    await heading();
  };
  const goto = async (path: string) => {
    forgiving = false;
    if (!(await goOn(shown().page, look.prefix, path))) return enter(path);
    await heading();
  };
  return {
    ...look,
    get page() {
      return shown().page;
    },
    open: async (stage, user) => {
      await portal?.close();
      forgiving = false;
      portal = await stage.open(look.view, user, true);
      return portal.page;
    },
    goto,
    forget: async () => {
      forgiving = false;
      await forgetAll(shown().page, look.prefix);
    },
    enter,
    look: async (screen) => {
      const faults = await scrutinise(shown(), screen);
      found.push(...faults.filter((fault) => !forgiving || !fault.includes(REFUSAL)));
    },
    forgive: () => {
      forgiving = true;
      shown().faults.errors.length = 0;
    },
    verdict: () => assert.deepEqual(found.splice(0), []),
    dialog,
    dialogGone: () => dialog().waitFor({ state: 'detached' }),
  };
}

/**
 * Tells the tests of a sweep in a look, with eyes of its own: in one today and in the other tomorrow. What a screen does hangs
 * on neither, and how it looks in the other is seen a day later, or at once with `LOOPS=whole`.
 * @param nth the place of the sweep among the sweeps: half of them are in one look, half in the other
 */
export function inTodaysLook(nth: number, tell: (eyes: Eyes) => void): void {
  for (const look of looksOfToday(nth)) describe(look.name, () => tell(eyesOf(look)));
}
