import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makeUser, type TestUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { reaches, type Stage, seen, startStage } from './support/portal.ts';

/** What the frame of the portal stands on: who is signed in, where, and what the installation offers. */
const FRAME = /\/user\/v1\/|\/config|\/api\/v1\/company\/|\/live\//;
const DATA = /^\/(api|legacy|availability|cloudcontrol)\//;

interface Screen {
  path: string;
  /** Calls that are answered, so that what hangs on the others is seen. */
  answered?: RegExp;
  /** What it says of itself, whatever the answers. */
  itself?: readonly string[];
  /** What it has to say after a failure: a part that is merely missing there would pass for nothing being there. */
  owes?: readonly string[];
}

const NEIGHBOURS_UNKNOWN = 'Non è stato possibile verificare quali altri dispositivi usano questa porta.';

const screensOf = (device: number): Screen[] => [
  { path: '/' },
  { path: '/apps/asset' },
  { path: '/apps/asset/plants/AUR-001' },
  {
    path: '/apps/asset/plants/AUR-001',
    answered: /plant-overview|overview/,
    // The answer that is there tells of its alarms, too: none stands.
    itself: ['Nessun allarme aperto'],
  },
  { path: '/apps/asset/alarms' },
  { path: '/apps/asset/alarms?list=snoozes' },
  { path: '/apps/asset/alarms/rules' },
  { path: '/apps/asset/alarms/notifications' },
  { path: '/apps/asset/webhooks' },
  { path: '/apps/asset/charts' },
  { path: '/apps/asset/charts/devices' },
  { path: '/apps/asset/charts/devices', answered: /tree/ },
  { path: '/apps/asset/ingestion' },
  { path: '/apps/asset/users' },
  { path: '/apps/asset/company' },
  { path: '/apps/asset/api-keys' },
  { path: '/apps/asset/permissions' },
  { path: '/apps/asset/audit' },
  { path: '/apps/cloudcontrol' },
  { path: `/apps/cloudcontrol/devices/${device}` },
  ...['connection', 'variables', 'health', 'versions'].map((tab) => ({
    path: `/apps/cloudcontrol/devices/${device}?tab=${tab}`,
    answered: /deviceDetails/,
    // The answer that is there says when it was read last: never.
    itself: ['ancora nessun valore'],
    // Alarms stand where answers and readings are looked at.
    owes: tab === 'connection' ? [NEIGHBOURS_UNKNOWN] : tab === 'versions' ? [] : ['Allarmi aperti'],
  })),
  { path: '/apps/cloudcontrol/find' },
  { path: '/apps/cloudcontrol/bulk' },
  // Nothing has been read there before somebody asks for it: the page itself knows that.
  { path: '/apps/cloudcontrol/registers', itself: ['Ancora nessuna lettura'] },
  { path: '/apps/cloudcontrol/templates' },
  { path: '/apps/cloudcontrol/variable-names' },
  { path: '/apps/cloudcontrol/variable-groups' },
  { path: '/apps/cloudcontrol/categories' },
  { path: '/apps/cloudcontrol/tags' },
  { path: '/apps/cloudcontrol/calc-group' },
];

const isSaidOfNothing = (key: string) => /(^|_)(empty|none|nothing|never)(_|$)|^no_/.test(key);

/** Every sentence of the portal's words whose key says that it tells of nothing being there. */
function sentencesIn(words: unknown, key = ''): string[] {
  if (typeof words === 'string') return isSaidOfNothing(key) && !words.includes('{{') ? [words] : [];
  return Object.entries(words ?? {}).flatMap(([name, inner]) => sentencesIn(inner, name));
}

async function claimsOfNothing(): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('src/**/i18n/it.json'))
    found.push(...sentencesIn(JSON.parse(readFileSync(file, 'utf8'))));
  return [...new Set(found)].filter((sentence) => sentence.length > 12);
}

describe('what is not known', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let screens: Screen[];
  let claims: string[];
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    const device = await makeDevice(stage.pool, company, plants.get('AUR-001') ?? 0, 'INV1', ['ac_power_kw']);
    await stage.arrange(
      `insert into port (company_id, plant_id, name, host, port)
       select company_id, plant_id, 'Gateway', '10.0.0.7', 502 from device where company_id = $1`,
      [company.company_id],
    );
    await stage.arrange(
      'update device set unit_id = 1, port_id = (select max(id) from port where company_id = $1) where company_id = $1',
      [company.company_id],
    );
    screens = screensOf(device);
    claims = await claimsOfNothing();
  });
  after(() => stage?.close());

  /** Holds every call for data, then lets all of them fail. */
  async function hold(
    page: Page,
  ): Promise<{ held: Route[]; fail: () => Promise<void>; set: (one: Screen) => void }> {
    const held: Route[] = [];
    let failing = false;
    let answered: RegExp | undefined;
    const refuse = (route: Route) =>
      route
        .fulfill({ status: 400, json: { status: 400, code: 'invalid', errors: [] } })
        .catch(() => undefined);
    await page.route(
      (url) => DATA.test(url.pathname) && !FRAME.test(url.pathname),
      async (route) => {
        if (answered?.test(route.request().url())) return route.continue();
        if (failing) return refuse(route);
        held.push(route);
        return undefined;
      },
    );
    return {
      held,
      fail: async () => {
        failing = true;
        await Promise.all(held.splice(0).map(refuse));
      },
      set: (one) => {
        failing = false;
        held.length = 0;
        answered = one.answered;
      },
    };
  }

  it('is claimed on no screen, neither while answers are awaited nor after they failed', async () => {
    const { page } = await stage.open({}, owner);
    const calls = await hold(page);
    const main = page.getByRole('main');
    const claimedOn = async (when: string, { path, itself = [] }: Screen) => {
      const fields: string[] = await main.evaluate((element) =>
        [...element.querySelectorAll('input')].map((input) => input.placeholder),
      );
      const text = [await seen(main), ...fields].join('\n');
      const untrue = claims.filter((claim) => text.includes(claim) && !itself.includes(claim));
      return untrue.map((claim) => `${path} ${when}: ${claim}`);
    };
    const faults: string[] = [];
    for (const screen of screens) {
      calls.set(screen);
      await page.goto(screen.path);
      await main.waitFor();
      await reaches(async () => calls.held.length > 0, 3000);
      await sleep(150);
      faults.push(...(await claimedOn('while awaited', screen)));
      await calls.fail();
      await sleep(150);
      for (const owed of screen.owes ?? []) await main.getByText(owed).first().waitFor();
      faults.push(...(await claimedOn('after a failure', screen)));
    }
    assert.deepEqual(faults, []);
  });
});
