import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { NARROW, WIDE } from '../support/browser.ts';
import { today, tryAll } from '../support/today.ts';
import { makeCharted } from './support/charted.ts';
import { openAlarms } from './support/field.ts';
import { type Stage, startStage, until } from './support/portal.ts';

/** A screen whose answers come one after the other, in this order and in the opposite one. */
interface Slow {
  path: string;
  answers: readonly string[];
  /** Its parts by selector: once one is seen, it stays where it is. */
  parts: Readonly<Record<string, string>>;
}

const SCREENS: readonly Slow[] = [
  {
    path: '/apps/asset/plants/NORD',
    answers: ['/plant-overview/', '/plants-card-list/', '/alarms/', '/chart-results-data/'],
    parts: {
      heading: 'main h1',
      'way to the form': 'main a[href$="/edit"]',
      figures: 'main dl',
      'list of alarms': 'main section li',
      'tools of the chart': 'main [role=toolbar]',
      plot: 'main figure canvas',
      devices: 'main table',
    },
  },
  {
    path: '/',
    answers: ['/plants-card-list/', '/alarms/', '/company-user/'],
    parts: {
      figures: 'main dl',
      'list of alarms': 'main section li',
      'way to the plants': 'main a[href="/apps/asset"]',
    },
  },
  {
    path: '/apps/asset',
    answers: ['/plants-card-list/', '/alarms/', '/dashboard-data/'],
    parts: {
      heading: 'main h1',
      'new plant': 'main header button:last-of-type',
      'first card': '[data-plant-card]',
    },
  },
  {
    path: '/apps/asset/alarms',
    answers: ['/alarms/', '/alarms-bin/', '/alarm-snoozes/'],
    parts: {
      heading: 'main h1',
      'last tab': 'main [role=tab]:last-child',
      'last chip': 'main fieldset > button:last-child',
    },
  },
  {
    path: '/apps/cloudcontrol',
    answers: ['/loadDevices/', '/definedParameters/'],
    parts: { heading: 'main h1', search: 'main input' },
  },
  {
    path: '/apps/cloudcontrol/devices/$device',
    answers: ['/deviceDetails/', '/newest/', '/alarms/', '/loadDevices/'],
    parts: {
      heading: 'main h1',
      'last tab': 'main [role=tab]:last-child',
      'first field': 'main [role=tabpanel] input',
    },
  },
];

/** Holds answers back until they are let go, kind by kind. */
async function held(page: Page, kinds: readonly string[]) {
  const waiting = new Map<string, Route[] | null>(kinds.map((kind) => [kind, []]));
  await page.route(/\/(api|cloudcontrol)\/v1\//, (route) => {
    const path = new URL(route.request().url()).pathname;
    const routes = waiting.get(kinds.find((kind) => path.includes(kind)) ?? '');
    if (!routes) return route.continue();
    routes.push(route);
  });
  return async (kind: string) => {
    const routes = waiting.get(kind) ?? [];
    waiting.set(kind, null);
    await Promise.all(
      routes.map(async (route) => {
        await route.continue();
        await route.request().response();
      }),
    );
  };
}

/** From the first picture on: where each part was seen first, and what moved from there. */
const watch = (parts: Slow['parts']) => `(() => {
  const seen = (globalThis.seen = {});
  const moved = (globalThis.moved = []);
  const look = () => {
    for (const [name, selector] of ${JSON.stringify(Object.entries(parts))}) {
      const part = document.querySelector(selector);
      if (!part?.checkVisibility({ visibilityProperty: true })) continue;
      const { left, top } = part.getBoundingClientRect();
      const at = [left + scrollX, top + scrollY];
      seen[name] ??= at;
      const far = Math.max(...at.map((one, i) => Math.abs(one - seen[name][i])));
      if (far > 1) moved.push(name + ' from ' + seen[name].map(Math.round) + ' to ' + at.map(Math.round));
      seen[name] = at;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

describe('a screen that is loading', () => {
  let stage: Stage;
  let user: TestUser;
  let device_id: number;
  before(async () => {
    stage = await startStage();
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const { plants, devices } = await makeCharted(stage, company);
    const plant_id = plants.get('NORD') ?? 0;
    device_id = devices.get('NORD/INV1') ?? 0;
    await openAlarms(stage.pool, company, [
      { plant_id, device_id, code: 'device_silent', date: new Date(Date.now() - 3_600_000) },
    ]);
  });
  after(() => stage?.close());

  /**
   * An order in one of the windows, tomorrow in the other, and the opposite order the day after; `LOOPS=whole` tries both in
   * each.
   */
  const ordersOf = (answers: readonly string[], window: number, place: number) => {
    const [turn, orders] = [place + today, [answers, answers.toReversed()]];
    if (tryAll) return orders;
    return turn % 2 === window ? orders.filter((_, i) => i === Math.floor(turn / 2) % 2) : [];
  };
  const windows = Object.entries({ wide: WIDE, narrow: NARROW });
  for (const [w, [name, viewport]] of windows.entries())
    for (const [i, { path, answers, parts }] of SCREENS.entries()) {
      const orders = ordersOf(answers, w, i);
      if (orders.length === 0) continue;
      it(`keeps everything in its place, whatever comes first: ${path}, ${name}`, async () => {
        for (const order of orders) {
          const { page, close } = await stage.open({ viewport }, user);
          await page.addInitScript(watch(parts));
          const letGo = await held(page, answers);
          await page.goto(path.replace('$device', String(device_id)));
          await page.locator('main').waitFor();
          for (const kind of order) {
            await letGo(kind);
            await page.evaluate(PAINTED);
          }
          for (const part of Object.keys(parts))
            await until(page, `${JSON.stringify(part)} in globalThis.seen`);
          await page.evaluate(PAINTED);
          assert.deepEqual(await page.evaluate('globalThis.moved'), [], order.join(', '));
          await close();
        }
      });
    }
});
