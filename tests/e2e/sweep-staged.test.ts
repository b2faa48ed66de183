import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { areaFinder } from '../../scripts/portal-pages.ts';
import { installAtNoon, noonOfJune } from '../../scripts/sheet/noon.ts';
import type { Screen } from '../../scripts/sheet/screen.ts';
import { SWEPT } from '../../scripts/sheet/screens.ts';
import { canShow, type State } from '../../scripts/sheet/staging.ts';
import { defaultDemoPassword } from '../../src/shared/server/config.ts';
import { stillGeocoder } from '../support/still-geocoder.ts';
import { changedWebs, today, tryAll } from '../support/today.ts';
import { LOOKS } from './support/looks.ts';
import { type Stage, startStage } from './support/portal.ts';
import { walkerOf } from './support/walk.ts';

/** All of them; or, while one works on some, those whose name holds a part: `SCREENS=downtime,outside`. */
const parts = (process.env.SCREENS ?? '').split(',');
const whole = tryAll || parts.some((part) => part !== '');
/** Dialogs of the list of maintenance types once more: the same parts with other words. */
const TWICE = /^downtime-causes-(?:fault|history|remove|purge)$/;
const screens = SWEPT.filter(({ name }) => !TWICE.test(name) && parts.some((part) => name.includes(part)));

const placeOf = ({ path }: Screen) => path.split('?')[0];
/** A dialog or another state of a page that stands in the list before it. */
const further = new Set(
  screens.filter((one, i) => screens.findIndex((first) => placeOf(first) === placeOf(one)) < i),
);

const areaOf = areaFinder(fileURLToPath(new URL('../..', import.meta.url)));
const changed = changedWebs();
/** Screens whose own area has just changed what it shows. */
const changedScreens = new Set(screens.filter(({ path }) => changed.has(areaOf(path) ?? '')));

/** In so many days every dialog has been opened in both looks. */
const DAYS = 8;

/**
 * What of a screen is shown in a look today. A page is full in one look, and empty or failed; in the other look tomorrow. A dialog
 * or another state of a page has its day every fourth day, once in this look and once in the other. What belongs to an
 * area whose browser's side has changed is full in both. `LOOPS=whole` shows all of them in both looks, and so does `SCREENS`.
 */
function statesOf(screen: Screen, place: number, look: number): State[] {
  const turn = place + today;
  const isDue = further.has(screen) ? turn % DAYS === (look * DAYS) / 2 : turn % 2 === look;
  const other: State = Math.floor(turn / (further.has(screen) ? DAYS : 2)) % 2 === 0 ? 'empty' : 'failed';
  const todays: State[] = isDue ? ['full', other] : changedScreens.has(screen) ? ['full'] : [];
  const states: State[] = whole ? ['full', 'empty', 'failed'] : todays;
  return states.filter((one) => canShow(screen, one));
}

describe('every staged screen that needs no readings', () => {
  const noon = noonOfJune();
  let stage: Stage;
  before(async () => {
    stage = await startStage({ now: () => new Date(noon), demo: true, geocoder: await stillGeocoder() });
    await installAtNoon(stage, defaultDemoPassword, noon);
  });
  after(() => stage?.close());

  for (const [nth, look] of LOOKS.entries())
    describe(look.name, () => {
      let visit: ReturnType<typeof walkerOf>['visit'];
      before(() => {
        ({ visit } = walkerOf(stage, look, noon));
      });
      for (const [i, screen] of screens.entries())
        for (const state of statesOf(screen, i, nth))
          it(`${screen.name}, ${state}`, async () => assert.deepEqual(await visit(screen, state), []));
    });
});
