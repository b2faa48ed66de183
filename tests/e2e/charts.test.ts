import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { join, makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { type Charted, makeCharted } from './support/charted.ts';
import { comesTo, reaches, reads, type Stage, seen, startStage } from './support/portal.ts';

describe('the page of charts', () => {
  let stage: Stage;
  let company: Scope;
  let other: Scope;
  let owner: TestUser;
  let colleague: TestUser;
  let charted: Charted;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    other = await makeCompany(stage.pool, 'Borea Solare');
    charted = await makeCharted(stage, company);
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    colleague = await makeUser(stage, {
      company,
      roles: ['ENGINEER_0', 'APP_0'],
      plants: [charted.plants.get('NORD') ?? 0],
    });
    await join(stage, other, colleague.id, { roles: ['VIEWER', 'APP_0'] });
  });
  after(() => stage?.close());

  const search = (page: Page) => page.getByRole('combobox', { name: /^Cerca impianto/ });
  const chosen = (page: Page) => page.getByRole('list', { name: 'Nel grafico' }).getByRole('listitem');
  const chart = (page: Page) => page.locator('canvas').first().waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

  /** Finds by words and takes the first series of the list, by keys alone. */
  async function add(page: Page, words: string): Promise<void> {
    const before = await chosen(page).count();
    await search(page).fill(words);
    await page.locator('[role=treeitem][aria-selected=false]').first().waitFor();
    await page.keyboard.press('Enter');
    assert.ok(await reaches(async () => (await chosen(page).count()) === before + 1), words);
  }

  async function openWith(path: string, user = owner) {
    const portal = await stage.open({}, user);
    await portal.page.goto(path);
    await portal.page.getByRole('heading', { level: 1 }).waitFor();
    return portal;
  }

  const twoPlants = () =>
    `vars=plant.NORD.ac_power_kw,${charted.devices.get('SUD/INV1')}.cabinet_temperature_c,plant.NORD.irradiance_poa_wm2`;

  async function saved(page: Page, name: string): Promise<string> {
    await page.goto(`/apps/asset/charts?${twoPlants()}`);
    await chart(page);
    await press(page, /^Salva$/);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill(name);
    await dialog.getByRole('switch', { name: 'Condiviso in azienda' }).check();
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    return new URL(page.url()).pathname;
  }

  it('finds series of two plants by their words, and holds the whole chart in its address', async () => {
    const { page, close } = await openWith('/apps/asset/charts');
    await add(page, 'nord potenza');
    await add(page, 'sud temperatura');
    await add(page, 'parco nord irragg');
    await chart(page);
    await reads(page.getByText(/unità di misura$/), /^3 di 4/);
    const address = page.url();
    const { page: fresh, close: closeFresh } = await openWith(address.slice(new URL(address).origin.length));
    await chart(fresh);
    assert.deepEqual(await chosen(fresh).allInnerTexts(), await chosen(page).allInnerTexts());
    await closeFresh();
    await close();
  });

  it('says the specified sentence at the fifth unit of measure, and adds nothing', async () => {
    const { page, close } = await openWith(`/apps/asset/charts?${twoPlants()},plant.NORD.energy_export_kwh`);
    await chart(page);
    await search(page).fill('sud tensione dc');
    await page.locator('[role=treeitem][aria-selected=false]').first().click();
    await page.getByText('Troppe unità di misura (max. 4)').waitFor();
    await comesTo(() => chosen(page).count(), 4);
    await close();
  });

  it('is saved, shared, and opened by its link as far as the colleague may see, in the company of the link', async () => {
    const { page, close } = await openWith('/apps/asset/charts');
    const path = await saved(page, 'Due impianti');
    await press(page, 'Condividi');
    await comesTo(() => page.getByRole('switch', { name: 'Condiviso in azienda' }).isChecked(), true);
    const link = `${path}?company=${company.company_id}`;
    const { page: theirs, close: closeTheirs } = await openWith(link, colleague);
    await theirs.getByRole('heading', { level: 1, name: 'Due impianti' }).waitFor();
    await chart(theirs);
    await comesTo(() => chosen(theirs).count(), 2);
    await theirs.getByText(/^1 serie non è mostrata/).waitFor();
    assert.ok(!(await theirs.content()).includes('Parco Sud'), 'the hidden plant is not named');
    await theirs.getByRole('button', { name: 'Salva come mio' }).waitFor();
    await closeTheirs();
    await close();
  });

  it('tells the second of two editors what the first saved, and keeps what they choose', async () => {
    const { page, close } = await openWith('/apps/asset/charts');
    const path = await saved(page, 'Conteso');
    const second = await openWith(path);
    await chart(second.page);
    await page.getByRole('button', { name: 'Altro', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rinomina' }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill('Conteso e rinominato');
    await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('heading', { level: 1, name: 'Conteso e rinominato' }).waitFor();
    await second.page.getByRole('combobox', { name: 'Periodo' }).click();
    await second.page.getByRole('option', { name: 'Mese' }).click();
    await second.page.getByText('Modifiche non salvate').waitFor();
    await press(second.page, /^Salva$/);
    const notice = second.page.getByRole('alert').filter({ hasText: 'Periodo' });
    await notice.waitFor();
    await reads(notice, /Mese.*Giorno/);
    await notice.getByRole('button').first().click();
    await notice.waitFor({ state: 'detached' });
    await page.goto(path);
    await chart(page);
    await comesTo(() => page.getByRole('combobox', { name: 'Periodo' }).inputValue(), 'Mese');
    await second.close();
    await close();
  });

  it('is deleted after a question, and its address then shows nothing', async () => {
    const { page, close } = await openWith('/apps/asset/charts');
    const path = await saved(page, 'Da eliminare');
    await page.getByRole('button', { name: 'Altro', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await page.getByRole('heading', { level: 1, name: 'Grafici' }).waitFor();
    await page.goto(path);
    await page.getByText('404 Not Found').waitFor();
    await close();
  });

  it('shows one variable of all devices, and the one that makes 3 % less at once', async () => {
    const { page, close } = await openWith('/apps/asset/charts/devices?plant=NORD&variable=energy_total_kwh');
    await chart(page);
    await page.getByText('1–3 di 3').waitFor();
    const weak = page.getByRole('row', { name: /^INV2/ });
    await reads(weak, /-3,0 %/);
    await reads(page.getByRole('row', { name: /^INV1/ }), /0,0 %/);
    await page.getByText(/^1 dispositivo è oltre il 2 %/).waitFor();
    await page.route('**/*results-data-all-device/**', (route) =>
      route.fulfill({
        status: 403,
        json: { status: 403, code: 'forbidden', detail: 'Il servizio è sospeso' },
      }),
    );
    await page.reload();
    await page.getByText('Il servizio è sospeso').waitFor();
    await page.getByText('I tuoi permessi non lo consentono').waitFor();
    // A failure is neither told in a program's words nor taken for emptiness, and can be tried again.
    await page.unroute('**/*results-data-all-device/**');
    await page.route('**/*results-data-all-device/**', (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Riprova' }).nth(1).waitFor();
    assert.doesNotMatch(await seen(page.getByRole('main')), /HTTP|non sono arrivate letture/);
    await page.unroute('**/*results-data-all-device/**');
    await page.getByRole('button', { name: 'Riprova' }).first().click();
    await chart(page);
    await close();
  });

  it('takes the chart of a plant along with its window', async () => {
    const { page, close } = await openWith('/apps/asset/plants/NORD?span=week');
    await chart(page);
    await page.getByRole('button', { name: 'Altro sul grafico' }).click();
    await page.getByRole('menuitem', { name: 'Apri in Grafici' }).click();
    await page.waitForURL(/\/apps\/asset\/charts\?/);
    await search(page).waitFor();
    await chart(page);
    await comesTo(() => page.getByRole('combobox', { name: 'Periodo' }).inputValue(), 'Settimana');
    assert.ok(await reaches(async () => (await chosen(page).count()) === 2));
    await close();
  });
});
