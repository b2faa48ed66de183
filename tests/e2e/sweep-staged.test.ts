import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { installAtNoon, noonOfJune } from '../../scripts/sheet/noon.ts';
import type { Screen } from '../../scripts/sheet/screen.ts';
import { SWEPT } from '../../scripts/sheet/screens.ts';
import { canShow, type State } from '../../scripts/sheet/staging.ts';
import { defaultDemoPassword } from '../../src/shared/server/config.ts';
import { stillGeocoder } from '../support/still-geocoder.ts';
import { LOOKS } from './support/looks.ts';
import { type Stage, startStage } from './support/portal.ts';
import { walkerOf } from './support/walk.ts';

/** All of them; or, while one works on some, those whose name holds a part: `SCREENS=downtime,outside`. */
const parts = (process.env.SCREENS ?? '').split(',');
const whole = process.env.LOOPS === 'whole' || parts.some((part) => part !== '');
/** Dialogs of the list of maintenance types once more: the same parts with other words. */
const TWICE = /^downtime-causes-(?:fault|history|remove|purge)$/;
const screens = SWEPT.filter(({ name }) => !TWICE.test(name) && parts.some((part) => name.includes(part)));

const placeOf = ({ path }: Screen) => path.split('?')[0];
/** A dialog or another state of a page that stands in the list before it. */
const further = new Set(
  screens.filter((one, i) => screens.findIndex((first) => placeOf(first) === placeOf(one)) < i),
);

/**
 * Of a screen, in a look: full in each; empty in one and failed in the other, by turns from screen to screen. A dialog of a page that
 * is seen in both is full in one of them, by turns as well; `LOOPS=whole` shows all of them in both, and so does `SCREENS`.
 */
function statesOf(screen: Screen, turn: number): State[] {
  const full = whole || !further.has(screen) || turn % 2 === 0;
  const states: State[] = [...(full ? (['full'] as const) : []), turn % 2 === 0 ? 'empty' : 'failed'];
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
        for (const state of statesOf(screen, i + nth))
          it(`${screen.name}, ${state}`, async () => assert.deepEqual(await visit(screen, state), []));
    });
});
