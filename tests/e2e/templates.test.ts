import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { plantsCalls } from '../../src/features/plants/plants.contract.ts';
import { ask } from '../contract/support/ask.ts';
import { makeCompany, makePlant, makeUser, signIn, type TestUser } from '../support/app.ts';
import { WIDE } from '../support/browser.ts';
import { type Stage, startStage } from './support/portal.ts';

const LIST = '/apps/cloudcontrol/templates';
const register = (address: number) => ({ function_code: 3, address, data_type: 'uint16' }) as const;

describe('templates of devices on screen', () => {
  let stage: Stage;
  let owner: TestUser;
  const ids: number[] = [];
  before(async () => {
    stage = await startStage();
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makePlant(stage.pool, company, 'AUR-001');
    const headers = await signIn(stage, owner, company);
    const power = (address: number) => ({ name: 'ac_power_kw', register: register(address) });
    const frequency = { name: 'frequency_hz', register: register(70) };
    const maps = [[power(10), frequency], [power(20)], [power(20)]];
    for (const [i, variables] of maps.entries()) {
      const body = { proj_code: 'AUR-001', short_name: `INV${i + 1}`, variables };
      const answer = await ask(stage, plantsCalls.createDevice, { body }, headers);
      ids.push((JSON.parse(answer.text) as { id: number }).id);
    }
  });
  after(() => stage?.close());

  const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name, exact: true });
  const dialog = (page: Page) => page.getByRole('dialog');
  async function apply(page: Page, confirm: string): Promise<void> {
    await dialog(page).getByRole('button', { name: confirm }).click();
    await dialog(page).waitFor({ state: 'detached' });
  }

  it('is made from a device, applied to two, changed, and brought to them with the difference in sight', async () => {
    const portal = await stage.open({ viewport: WIDE, locale: 'it-IT' }, owner);
    const { page } = portal;
    await page.goto(`/it/apps/cloudcontrol/devices/${ids[0]}`);
    await page.getByRole('button', { name: /INV1/ }).last().click();
    await page.getByRole('menuitem', { name: 'Crea un template da questo dispositivo' }).click();
    await dialog(page).getByLabel('Template').fill('Inverter del tetto');
    await apply(page, 'Crea template');
    await page.getByRole('heading', { level: 1, name: 'Inverter del tetto' }).waitFor();
    await page.getByText('Ancora nessun dispositivo creato').waitFor();

    await button(page, 'Applica a dispositivi').click();
    for (const name of ['INV2', 'INV3']) await dialog(page).getByLabel(name).check();
    await dialog(page).getByRole('button', { name: 'Anteprima delle modifiche' }).click();
    const group = dialog(page).getByRole('listitem').filter({ hasText: '2 dispositivi' });
    await group.getByText('1 aggiunta').waitFor();
    await group.getByText('1 modificata').waitFor();
    await apply(page, 'Applica a 2 dispositivi');
    const standing = page.getByRole('table', { name: 'Dispositivi creati da questo template' });
    await standing.getByText('Aggiornato').nth(1).waitFor();

    await button(page, 'Modifica ac_power_kw').click();
    await dialog(page).getByLabel('Indirizzo').fill('4000');
    await apply(page, 'Salva');
    await page.getByText('2 dispositivi hanno la versione 1').waitFor();
    await page.goto(`/it/apps/cloudcontrol/devices/${ids[1]}`);
    await page.getByText('aggiornamento disponibile (versione 2)').waitFor();
    await page.getByRole('link', { name: 'Inverter del tetto, versione 1' }).click();
    await page.getByText('2 dispositivi hanno la versione 1').waitFor();
    await button(page, 'Aggiorna 2 dispositivi').click();
    await dialog(page).getByRole('button', { name: 'Mostra tutte le modifiche' }).click();
    await dialog(page).getByText('4000').waitFor();
    await apply(page, 'Applica a 2 dispositivi');
    await standing.getByText('Aggiornato').nth(1).waitFor();
    const stored = await stage.arrange<{ address: number }>(
      `select address from variable where device_id = any($1) and address = 4000`,
      [ids.slice(1)],
    );
    assert.equal(stored.length, 2);

    await page.goto(`/it${LIST}`);
    const row = page.getByRole('row').filter({ hasText: 'Inverter del tetto' });
    await row.getByText('Tuo').waitFor();
    assert.match((await row.textContent()) ?? '', /2$/);
    assert.deepEqual(portal.faults.errors, []);
  });
});
