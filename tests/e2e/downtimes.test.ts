import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { makeUser, type TestUser } from '../support/app.ts';
import { at, NOW, StoppedPlant } from '../support/stopped-plant.ts';
import { type Stage, startStage } from './support/portal.ts';

const english = { locale: 'en-GB' } as const;

describe('downtimes', () => {
  let stage: Stage;
  let plant: StoppedPlant;
  let owner: TestUser;
  let engineer: TestUser;
  let alarm: string;
  before(async () => {
    stage = await startStage({ now: () => new Date(NOW) });
    plant = await StoppedPlant.make([{ from: at('10:00'), to: at('13:00') }], stage);
    const { company } = plant;
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    engineer = await makeUser(stage, {
      company,
      roles: ['ENGINEER_0', 'APP_0'],
      plants: [plant.plant_id],
    });
    for (const hour of ['10:00', '11:00', '12:00'])
      await stage.arrange(
        `insert into market_price (zone, start_at, eur_mwh, imported_at) values ('PUN', $1, 100, $2)`,
        [at(hour), new Date(NOW)],
      );
    const [row] = await stage.arrange<{ id: string }>(
      `insert into alarm (company_id, plant_id, device_id, type, code, params, date, end_date)
       values ($1, $2, $3, 'E', 'inverter_fault', '{"short_name": "INV1"}', $4, $5) returning id`,
      [company.company_id, plant.plant_id, plant.inverters[0], at('10:00'), at('13:00')],
    );
    alarm = String(row?.id);
  });
  after(() => stage?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const detail = (page: Page) => page.getByRole('region', { name: 'Lost energy and earnings' });

  it('are made from an alarm, say what was lost and by what that is known, and are overruled', async () => {
    const { page, faults } = await stage.open(english, engineer);
    await page.goto(`/apps/asset/alarms?view=closed&alarm=${alarm}`);
    await page
      .getByRole('region', { name: 'Downtimes', exact: true })
      .getByRole('link', { name: 'New downtime' })
      .click();
    const form = page.getByRole('dialog', { name: 'New downtime' });
    await form.getByText('INV1').first().waitFor();
    await button(page, 'Save').click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('Is being calculated').or(detail(page)).first().waitFor();
    await plant.count();
    // It is told live, without a reload.
    await detail(page).getByText('1 device of the plant that was in operation').waitFor();
    await detail(page).getByText('national market price (PUN): the plant has no zone').waitFor();
    await page.getByRole('link', { name: 'Inverter fault' }).first().waitFor();

    await button(page, 'Edit').click();
    const edit = page.getByRole('dialog', { name: 'Edit downtime' });
    await edit.getByRole('textbox', { name: 'Energy lost' }).fill('150');
    await button(page, 'Save').click();
    await edit.waitFor({ state: 'detached' });
    await detail(page)
      .getByText(/^by hand – calculated: \d/)
      .first()
      .waitFor();
    assert.deepEqual(faults.errors, []);
  });

  it('are totalled, saved as a file, and found on the page of their plant while they last', async () => {
    const { page } = await stage.open(english, engineer);
    await page.goto('/apps/asset/downtimes');
    await page.getByText('all with a figure').first().waitFor();
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: 'CSV file' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    assert.match(text, /SUNNY \(SUNNY\),INV1,18\/06\/2026 10:00,18\/06\/2026 13:00/);
    await stage.arrange('update downtime set stop_at = null');
    await page.goto('/apps/asset/plants/SUNNY');
    await page.getByRole('region', { name: 'Open downtimes' }).getByRole('link', { name: /^INV1/ }).waitFor();
  });

  it('are deleted, restored, and deleted for ever by the owner alone, who types the name', async () => {
    const { page } = await stage.open(english, engineer);
    const bin = '/apps/asset/downtimes/bin';
    const remove = async () => {
      await page.goto('/apps/asset/downtimes');
      await page.locator('[data-row-link]').first().click();
      await button(page, 'Delete').click();
      await page
        .getByRole('dialog', { name: /^Delete “/ })
        .getByRole('button', { name: 'Delete', exact: true })
        .click();
      // It stands where it was while somebody reads the list, and says that it has gone.
      await page.getByText('no longer in this list').or(page.getByText('No downtimes')).waitFor();
    };
    await remove();
    await page.goto(bin);
    await page.getByRole('button', { name: /^Restore/ }).click();
    await page.getByRole('button', { name: /^Restore/ }).waitFor({ state: 'detached' });
    await remove();
    await page.goto(bin);
    await page.getByRole('button', { name: /^Restore/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Delete permanently/ }).count(), 0);

    const { page: boss } = await stage.open(english, owner);
    await boss.goto(bin);
    await boss.getByRole('button', { name: /^Delete permanently/ }).click();
    const dialog = boss.getByRole('dialog');
    await dialog.getByRole('textbox').fill('SUNNY 18/06/2026 10:00');
    await button(boss, 'Delete permanently').click();
    await boss.getByRole('button', { name: /^Restore/ }).waitFor({ state: 'detached' });
    const rows = await stage.arrange('select from downtime');
    assert.equal(rows.length, 0);
  });
});
