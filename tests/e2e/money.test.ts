import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { makeUser, type TestUser } from '../support/app.ts';
import { at, NOW, StoppedPlant } from '../support/stopped-plant.ts';
import { type Stage, startStage } from './support/portal.ts';

const english = { locale: 'en-GB' } as const;

describe('meters, RGI and revenue', () => {
  let stage: Stage;
  let owner: TestUser;
  before(async () => {
    stage = await startStage({ now: () => new Date(NOW) });
    const { company } = await StoppedPlant.make([{ from: at('10:00'), to: at('13:00') }], stage);
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
  });
  after(() => stage?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

  it('a meter is added, read, refused a lower reading, and its register is whole', async () => {
    const { page, faults } = await stage.open(english, owner);
    await page.clock.setFixedTime(NOW);
    await page.goto('/apps/asset/energy-meters?plant=SUNNY&form=new');
    const form = dialog(page, 'New meter');
    await form.getByRole('textbox', { name: 'Serial number' }).fill('M2-001');
    await form.getByRole('combobox', { name: 'Model' }).fill('Landis+Gyr E650');
    await button(page, 'Save').click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'M2-001' }).click();
    for (const [value, refused] of [
      ['1000', false],
      ['900', true],
    ] as const) {
      await button(page, 'Write a reading').click();
      const reading = dialog(page, 'Reading of M2-001');
      await reading.getByRole('textbox', { name: 'Reading' }).fill(value);
      await reading.getByRole('button', { name: 'Save' }).click();
      // Of the same minute, or lower: either is said at its field, and nothing is written.
      if (refused)
        await reading
          .getByText(/already|Lower than/)
          .first()
          .waitFor();
      else await reading.waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Escape');
    await page.getByText('Every line is as it was written').first().waitFor();
    // The browser tells of the refusal.
    assert.equal(faults.errors.filter((error) => !error.includes('status of 400')).length, 0);
  });

  it('hours in which a plant is closed stand in the calendar, and a tariff shows what was earned', async () => {
    const { page, faults } = await stage.open(english, owner);
    await page.clock.setFixedTime(NOW);
    await page.goto('/apps/asset/rgi?plant=SUNNY&form=new&day=2026-06-18');
    const form = dialog(page, 'New period');
    await form.getByRole('textbox', { name: 'Name' }).fill('Mowing');
    await button(page, 'Save').click();
    await form.waitFor({ state: 'detached' });
    await page
      .getByRole('link', { name: /Mowing/ })
      .first()
      .waitFor();
    await page.goto('/apps/asset/rgi?plant=SUNNY&view=availability&month=2026-06');
    await page.getByText('INV1').first().waitFor();

    await page.goto('/apps/asset/revenues?plant=SUNNY&view=tariffs&form=new');
    const tariff = dialog(page, 'New tariff');
    await tariff.getByRole('textbox', { name: 'Tariff' }).fill('Sale');
    await tariff.getByRole('textbox', { name: 'Rate' }).fill('0.1');
    await button(page, 'Save').click();
    await tariff.waitFor({ state: 'detached' });
    await page.goto('/apps/asset/revenues?plant=SUNNY&month=2026-06');
    await page.getByRole('button', { name: '18/06/2026' }).click();
    await page.getByText(/^Sale \(Fixed price\): /).waitFor();
    assert.deepEqual(faults.errors, []);
  });
});
