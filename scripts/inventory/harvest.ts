import type { Page } from 'playwright-core';
import type { Stage } from '../../tests/e2e/support/portal.ts';
import { NARROW, type OpenPortal, WIDE } from '../../tests/support/browser.ts';
import type { Screen } from '../sheet/screen.ts';
import { bring, canShow, personOf, type State } from '../sheet/staging.ts';
import { explore, PATIENCE_MS, reasonOf, type Take } from './openers.ts';
import type { Role } from './rows.ts';
import { countRequests, settledTree } from './settled.ts';
import { frameOf, type Reading, type Thing, targetOf, thingsIn } from './things.ts';

interface Failure {
  readonly opened: boolean;
  readonly reason: string;
}

export interface Harvest {
  readonly stage: Stage;
  readonly noon: number;
  readonly role: Role;
  readonly reading: Omit<Reading, 'place'>;
  readonly opened: Set<string>;
  /** Places of which this role was shown a screen, and those where the first screen was refused: others need not be tried. */
  readonly shown: Set<string>;
  readonly closed: Set<string>;
  readonly found: (thing: Thing) => void;
}

interface Visit extends Harvest {
  readonly screen: Screen;
  readonly state: State;
  /** How long an act may wait. */
  readonly patience: number;
}

const patternOf = (path: string, { reading }: Harvest): string =>
  targetOf(path.replace(/[?#].*/, ''), reading.routes);

/** Looks at a page whenever it is told to. */
function taker(page: Page, visit: Visit, waiting: () => number): Take {
  return async (ofFrame = false) => {
    const tree = await settledTree(page, waiting);
    // Where the screen has led: a device's page is opened from the list of devices.
    const place = patternOf(new URL(page.url()).pathname, visit);
    for (const thing of thingsIn(tree, { ...visit.reading, place })) {
      const whose = ofFrame ? thing.place.replace(`${place} »`, `${frameOf(place)} »`) : thing.place;
      visit.found({ ...thing, place: whose });
    }
  };
}

/** Goes through a screen as it is staged, and through what is folded away in it. Answers what could not be done. */
async function goThrough(page: Page, visit: Visit, take: Take): Promise<Failure | undefined> {
  const { screen, state, shown, patience } = visit;
  const place = patternOf(screen.path, visit);
  let opened = false;
  const settle = async () => {
    await take();
    opened = true;
    shown.add(place);
    page.setDefaultTimeout(patience);
  };
  page.setDefaultTimeout(PATIENCE_MS.opening);
  try {
    await bring(page, screen, { state, english: true, settle });
    if (!screen.act) await explore({ page, place, opened: visit.opened, words: visit.reading.words, take });
    return undefined;
  } catch (error) {
    // A screen that this role is not shown, or a control that it has not: what is there instead is told.
    await take();
    return { opened, reason: reasonOf(error) };
  }
}

async function openFor({ stage, role, screen, noon }: Visit): Promise<OpenPortal> {
  const view = { viewport: role === 'phone' ? NARROW : WIDE, locale: 'en-GB' } as const;
  const person = personOf(role === 'phone' ? 'owner' : role);
  const portal = await stage.open(view, screen.signedIn ? person : undefined);
  await portal.page.clock.setFixedTime(noon);
  return portal;
}

async function visitScreen(visit: Visit): Promise<void> {
  const { screen, role, closed, shown, patience } = visit;
  const place = patternOf(screen.path, visit);
  if (closed.has(place)) return;
  const { page, close } = await openFor(visit);
  const { waiting, stop } = countRequests(page);
  const failure = await goThrough(page, visit, taker(page, visit, waiting));
  stop();
  await close();
  if (!failure) return;
  if (!shown.has(place)) closed.add(place);
  const mayOnlyBeSlow =
    failure.opened && failure.reason.includes('waitFor') && patience < PATIENCE_MS.waiting;
  if (mayOnlyBeSlow) return visitScreen({ ...visit, patience: PATIENCE_MS.waiting });
  console.error(
    `${role}: ${screen.name} was not ${failure.opened ? 'acted on' : 'opened'}: ${failure.reason}`,
  );
}

/** Tells all that a role can use and see of a screen, where there is something and where there is nothing yet. */
export async function harvestScreen(screen: Screen, harvest: Harvest): Promise<void> {
  const visit = { ...harvest, screen, patience: PATIENCE_MS.pressing };
  await visitScreen({ ...visit, state: 'full' });
  // What there is where there is nothing yet hardly differs between roles.
  if (harvest.role === 'owner' && canShow(screen, 'empty')) await visitScreen({ ...visit, state: 'empty' });
}
