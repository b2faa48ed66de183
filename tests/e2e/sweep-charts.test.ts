import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { makeCharted } from './support/charted.ts';
import { inTodaysLook } from './support/eyes.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const BOARD = '/apps/asset/charts';

describe('the screens of charts', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let id: number;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const { devices } = await makeCharted(stage, company);
    const series = [
      { proj_code: 'NORD', device_id: null, name: 'ac_power_kw' },
      { proj_code: 'SUD', device_id: devices.get('SUD/INV1') ?? 0, name: 'cabinet_temperature_c' },
      { proj_code: 'NORD', device_id: 8_000_000_000_000, name: 'ac_power_kw' },
    ];
    const [row] = await stage.arrange<{ id: number }>(
      `insert into saved_chart (company_id, owner_id, name, shared, definition)
       values ($1, $2, 'Un grafico con un nome lungo che su un telefono non sta in una riga', true, $3) returning id`,
      [company.company_id, owner.id, JSON.stringify({ series, span: 'day' })],
    );
    id = Number(row?.id);
  });
  after(() => stage?.close());

  const button = (page: Page, name: RegExp) => page.getByRole('button', { name });

  inTodaysLook(8, (eyes) => {
    const { narrow, goto, look, verdict } = eyes;

    it('the workbench, empty and while one chooses', async () => {
      const page = await eyes.open(stage, owner);
      await goto(BOARD);
      await look('charts, empty');
      if (narrow) await button(page, /variable/).click();
      await page.getByRole('combobox', { name: /^(Cerca impianto|Search plant)/ }).fill('inv');
      await page.locator('[role=treeitem][aria-selected=false]').first().waitFor();
      await look('charts, choosing');
      await page.keyboard.press('Enter');
      if (narrow) await page.keyboard.press('Escape');
      await page.locator('canvas').first().waitFor();
      await look('charts, chosen');
      verdict();
    });

    it('all devices', async () => {
      const { page } = eyes;
      await goto('/apps/asset/charts/devices?variable=ac_power_kw');
      await page.locator('canvas').first().waitFor();
      await page.getByText('INV2').last().waitFor();
      await look('all devices');
      await page.route('**/*results-data-all-device/**', (route) =>
        route.fulfill({ status: 403, json: { status: 403, code: 'forbidden', detail: 'Not for you' } }),
      );
      await goto('/apps/asset/charts/devices?variable=ac_power_kw&span=week');
      await page.getByText('Not for you').waitFor();
      eyes.forgive();
      await look('all devices, refused');
      await page.unrouteAll();
      verdict();
    });

    it('a saved chart with its dialogs', async () => {
      const { page } = eyes;
      await goto(`/apps/asset/charts/${id}`);
      await page.locator('canvas').first().waitFor();
      await page.getByText(/^1 (series is not|serie non)/).waitFor();
      await look('saved chart');
      await button(page, /^(Condividi|Share)$/).click();
      await page.getByRole('switch').waitFor();
      await look('sharing');
      await page.keyboard.press('Escape');
      await button(page, /^(Altro|More)$/).click();
      await page.getByRole('menuitem', { name: /^(Rinomina|Rename)$/ }).click();
      await page.getByRole('dialog').waitFor();
      await look('renaming');
      await page.keyboard.press('Escape');
      await button(page, /^(Grafici salvati|Saved charts)$/).click();
      await page.getByRole('dialog').getByRole('link').waitFor();
      await look('list of saved charts');
      verdict();
    });

    it('is walked through by the keyboard', async () => {
      await goto(`${BOARD}?vars=plant.NORD.ac_power_kw`);
      await eyes.page.locator('canvas').first().waitFor();
      const stops = await tabThrough(eyes.page, 60);
      assert.deepEqual(
        stops.filter((stop) => !stop.visible || stop.name === ''),
        [],
      );
    });
  });
});
