import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { liveCalls } from '../../src/shared/contract/live.contract.ts';
import { notifyLive } from '../../src/shared/server/live/notice.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { openPortal } from '../support/browser.ts';
import { findChromium } from '../support/chromium.ts';
import { makeLivePlants } from './support/field.ts';
import { reaches, type Stage, signInByForm, startStage } from './support/portal.ts';

/** One more than the connections that a browser opens to one host. */
const TABS = 7;
const HOST = 'portal.test';

interface Tabs {
  readonly context: BrowserContext;
  readonly pages: readonly Page[];
  /** The page that reads the stream: the last one that asked for it. */
  reader(): Page;
}

describe('tabs of one browser', () => {
  let stage: Stage;
  let browser: Browser;
  let company: Scope;
  let user: TestUser;
  /** The live streams that are open at the server. */
  const streams = new Set<ServerResponse>();
  before(async () => {
    // By http its cookies must come back without TLS.
    stage = await startStage({ publicUrl: `http://${HOST}` });
    stage.app.server.on('request', (request, response) => {
      if (request.url !== liveCalls.events.path) return;
      streams.add(response);
      response.once('close', () => streams.delete(response));
    });
    // Plain http is an insecure context unless the host is this very machine, so it goes by a name here.
    const { executable, env } = await findChromium();
    browser = await chromium.launch({
      executablePath: executable,
      env: { ...process.env, ...env },
      args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
    });
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [{ code: 'LIVE-1', power_kw: 1.25 }]);
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  const isOne = () => reaches(async () => streams.size === 1);
  const card = (page: Page) => page.locator('[data-plant-card="LIVE-1"]');

  /** Signs in and opens the dashboard in so many tabs, one after the other. */
  async function openTabs(origin: string, count: number): Promise<Tabs> {
    const portal = await openPortal(browser, { origin });
    const { context } = portal;
    const asked: Page[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith(liveCalls.events.path)) asked.push(request.frame().page());
    });
    await signInByForm(portal, user);
    for (let i = 0; i < count; i += 1) {
      const page = i === 0 ? portal.page : await context.newPage();
      await page.goto('/apps/asset');
      await card(page).waitFor();
    }
    return { context, pages: context.pages(), reader: () => asked.at(-1) ?? assert.fail('nobody reads') };
  }

  /** Changes what the card shows, without a word to the browsers. */
  const setPower = (power_kw: number) =>
    stage.arrange('update plant_live set power_kw = $1 where company_id = $2', [
      power_kw,
      company.company_id,
    ]);

  const tellOfPlant = () =>
    notifyLive(stage.pool, { company_id: company.company_id, kind: 'plants', codes: ['LIVE-1'] });

  async function allShow(pages: readonly Page[], power: string): Promise<void> {
    for (const page of pages) await card(page).getByText(power).waitFor();
  }

  it('share one live stream over plain http, and go on when the tab that reads it is closed', async () => {
    const { context, pages, reader } = await openTabs(stage.origin.replace('127.0.0.1', HOST), TABS);
    assert.equal(await reader().evaluate('isSecureContext || Boolean(navigator.locks)'), false);
    assert.ok(await isOne(), `${streams.size} streams`);
    await setPower(2.25);
    await tellOfPlant();
    await allShow(pages, '2,25');

    const closed = reader();
    const rest = pages.filter((page) => page !== closed);
    await setPower(3.25);
    await closed.close();
    // Nobody told of the new figure: it is asked for, because something may have been said meanwhile.
    await allShow(rest, '3,25');
    assert.ok(rest.includes(reader()));
    assert.ok(await isOne(), `${streams.size} streams`);
    await setPower(4.25);
    await tellOfPlant();
    await allShow(rest, '4,25');
    await context.close();
    assert.ok(await reaches(async () => streams.size === 0));
  });

  it('hear from the browser, where it may tell, that the tab that reads has died', async () => {
    const { context, pages, reader } = await openTabs(stage.origin, 3);
    const dead = reader();
    assert.equal(await dead.evaluate('isSecureContext'), true);
    const debugging = await context.newCDPSession(dead);
    const died = dead.waitForEvent('crash');
    // A page that dies does not answer.
    debugging.send('Page.crash').catch(() => undefined);
    await died;
    await setPower(5.25);
    const rest = pages.filter((page) => page !== dead);
    await allShow(rest, '5,25');
    assert.ok(rest.includes(reader()));
    assert.ok(await isOne(), `${streams.size} streams`);
    await context.close();
  });
});
