import type { Page } from 'playwright-core';

/** How a screen is told to be empty, on its way or failed: its call is answered by hand. */
export interface Stub {
  call: string;
  /** What an empty company would answer. */
  empty?: unknown;
}

/** A screen as it is photographed; `act` brings it to where it is to be seen, in either language. */
export interface Screen {
  name: string;
  path: string;
  signedIn: boolean;
  /** Wide windows or phones alone show it. */
  only?: 'wide' | 'narrow';
  /** Something that it asks for is not answered, so that it does not come to rest. */
  goesOn?: boolean;
  /** What Tab must reach on it within so many stops; the sweep then asks of every stop that it is seen. */
  keyboard?: { reaches: readonly RegExp[]; stops: number };
  /** The whole length of the page, not the window alone. */
  long?: boolean;
  stub?: Stub;
  /** Before the page is opened. */
  prepare?(page: Page): Promise<unknown>;
  ready(page: Page): Promise<unknown>;
  act?(page: Page): Promise<unknown>;
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
export const chart = (page: Page) => page.locator('canvas').first().waitFor();
export const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
