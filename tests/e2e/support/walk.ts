import type { Page } from 'playwright-core';
import type { Screen } from '../../../scripts/sheet/screen.ts';
import { bring, personOf, type State } from '../../../scripts/sheet/staging.ts';
import type { OpenPortal } from '../../support/browser.ts';
import { comesToRest, goOn, leaveScreen, tidyUp } from './go-on.ts';
import type { Look } from './looks.ts';
import type { Stage } from './portal.ts';
import { scrutinise, tabThrough } from './scrutiny.ts';

/** Goes through staged screens in one look, with one page for those signed in and one for the others. */
export interface Walker {
  /** Brings a screen to a state and tells what is wrong with it. */
  visit(screen: Screen, state: State): Promise<string[]>;
}

/** A page, and what was refused in it by hand: the browser notes it on the console, and it is no fault of the screen. */
interface Walked extends OpenPortal {
  /** Addresses refused by the screen that stands, and by the one before: a note may come late. */
  refused: [now: Set<string>, before: Set<string>];
}

/** Notes the addresses that screens refuse by hand. */
function noteRefusals(walked: Walked): void {
  const { page } = walked;
  const route = page.route.bind(page);
  page.route = (url, handler, options) =>
    route(
      url,
      (one, request) => {
        const fulfill = one.fulfill.bind(one);
        one.fulfill = (given = {}) => {
          if ((given.status ?? 200) >= 400) walked.refused[0].add(request.url());
          return fulfill(given);
        };
        return handler(one, request);
      },
      options,
    );
}

/** Takes the notes of such refusals from what the console was told. */
function forgive({ faults, refused }: Walked): void {
  const isRefusal = (text: string) =>
    text.startsWith('Failed to load resource') &&
    refused.some((addresses) => [...addresses].some((address) => text.endsWith(`(${address})`)));
  const others = faults.errors.filter((text) => !isRefusal(text));
  faults.errors.splice(0, faults.errors.length, ...others);
}

async function tabOver(page: Page, { keyboard }: Screen): Promise<string[]> {
  if (!keyboard) return [];
  const stops = await tabThrough(page, keyboard.stops);
  const missing = keyboard.reaches.filter((one) => !stops.some(({ name }) => one.test(name)));
  const unseen = stops.filter(({ visible }) => !visible);
  return [
    ...missing.map((one) => `Tab does not reach ${one}: ${stops.map(({ name }) => name)}`),
    ...unseen.map(({ name }) => `the focus cannot be seen: ${name}`),
  ];
}

/** @param noon the instant at which clocks of pages stand still */
export function walkerOf(stage: Stage, look: Look, noon: number): Walker {
  const pages = new Map<boolean, Walked>();

  async function pageFor(signedIn: boolean): Promise<Walked> {
    const known = pages.get(signedIn);
    if (known) return known;
    const portal = await stage.open(look.view, signedIn ? personOf('owner') : undefined, true);
    await portal.page.clock.setFixedTime(noon);
    const walked: Walked = { ...portal, refused: [new Set(), new Set()] };
    noteRefusals(walked);
    pages.set(signedIn, walked);
    return walked;
  }

  /** The page as it is before any screen: nothing answered by hand, nothing known, nothing kept. */
  async function clear(walked: Walked, signedIn: boolean): Promise<void> {
    const { page } = walked;
    // What a screen says on leaving is answered as it was staged.
    await leaveScreen(page, look.prefix, signedIn);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await tidyUp(page);
    walked.refused = [new Set(), walked.refused[0]];
  }

  return {
    visit: async (screen, state) => {
      const walked = await pageFor(screen.signedIn);
      const { page } = walked;
      await clear(walked, screen.signedIn);
      await bring(page, screen, {
        state,
        english: look.prefix === '/en',
        settle: () => comesToRest(page, !screen.goesOn),
        open: async () => {
          if (!(await goOn(page, look.prefix, screen.path))) await page.goto(look.prefix + screen.path);
        },
      });
      forgive(walked);
      const found = await scrutinise(walked, 'as it stands');
      return state === 'full' ? [...found, ...(await tabOver(page, screen))] : found;
    },
  };
}
