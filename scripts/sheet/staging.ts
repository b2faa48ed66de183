import type { Page } from 'playwright-core';
import { defaultDemoPassword } from '../../src/shared/server/config.ts';
import { type Credentials, type Stage, startStage } from '../../tests/e2e/support/portal.ts';
import { stopTestPostgres } from '../../tests/support/postgres.ts';
import { stillGeocoder } from '../../tests/support/still-geocoder.ts';
import { noonOfJune, seedNoon } from './noon.ts';
import type { Screen } from './screen.ts';

/** What a screen can be brought to show; only a screen with a stub can be empty, on its way or failed. */
export type State = 'full' | 'empty' | 'loading' | 'failed';

/** One of the demonstration's people, by the first part of an address of Aurora's. */
export const personOf = (mailbox: string): Credentials => ({
  email: `${mailbox}@aurora.example`,
  password: defaultDemoPassword,
});

/** Serves the demonstration at a sunny noon to what looks at its screens, and ends it. */
export async function atNoon(look: (stage: Stage, noon: number) => Promise<void>): Promise<void> {
  const noon = noonOfJune();
  const stage = await startStage({ now: () => new Date(noon), geocoder: await stillGeocoder() });
  try {
    await seedNoon(stage, defaultDemoPassword, noon);
    await look(stage, noon);
  } finally {
    await stage.close();
    await stopTestPostgres();
  }
}

export function canShow({ stub }: Screen, state: State): boolean {
  return state === 'full' || (stub !== undefined && (state !== 'empty' || stub.empty !== undefined));
}

async function answerByHand(page: Page, { stub }: Screen, state: State): Promise<void> {
  if (!stub || state === 'full') return;
  await page.route(stub.call, async (route) => {
    if (state === 'empty') await route.fulfill({ json: stub.empty });
    if (state === 'failed') await route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } });
    // While it loads, nobody answers.
  });
}

interface Bringing {
  state: State;
  english: boolean;
  /** Waits until the page has drawn what it was last asked for. */
  settle: (after: 'opening' | 'acting') => Promise<unknown>;
  /** Another way to open it than from the address bar. */
  open?: () => Promise<unknown>;
}

/** Opens a screen in a state and does there what brings it to where it is to be seen. */
export async function bring(
  page: Page,
  screen: Screen,
  { state, english, settle, open }: Bringing,
): Promise<void> {
  await answerByHand(page, screen, state);
  await screen.prepare?.(page);
  await (open ? open() : page.goto((english ? '/en' : '') + screen.path));
  if (state === 'full') await screen.ready(page);
  await settle('opening');
  if (!screen.act) return;
  await screen.act(page);
  await settle('acting');
}
