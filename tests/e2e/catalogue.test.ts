import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import type { Role } from '../../src/shared/contract/capabilities.ts';

import { makeCompany, makeDevice, makeUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, reaches, reads, type Stage, seen, startStage } from './support/portal.ts';

const AT = '/apps/cloudcontrol';

async function answerLate(route: Route): Promise<void> {
  const response = await route.fetch();
  await delay(1_500);
  await route.fulfill({ response });
}

describe("a company's own words", () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.close());

  /** A company with a plant whose inverter measures two things, and somebody at one of its screens. */
  async function arrive(path: string, roles: readonly Role[] = ['COMPANY_OWNER', 'APP_0']) {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const user = await makeUser(stage, { company, roles });
    const plants = await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    const device_id = await makeDevice(stage.pool, company, plants.get('AUR-001') ?? 0, 'INV1', [
      'ac_power_kw',
      'voltage_l1_v',
    ]);
    const { page, faults } = await stage.open({}, user);
    await page.goto(path);
    return { page, faults, company, user, device_id };
  }

  const dialog = (page: Page) => page.getByRole('dialog');
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const save = (page: Page) => dialog(page).getByRole('button', { name: 'Salva', exact: true }).click();
  const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

  it('are found from the home page and from asset management, in a menu of their own', async () => {
    const { page } = await arrive('/');
    const tile = page.getByRole('main').getByRole('link', { name: /Cloud control/ });
    await tile.getByText('Dispositivi', { exact: true }).waitFor();
    await tile.click();
    await page.waitForURL(new RegExp(`${AT}/?$`));
    await page.goto('/apps/asset');
    const menu = page.getByRole('navigation', { name: "Menu dell'applicazione" });
    await menu.getByRole('button', { name: 'Configurazione' }).click();
    await menu.getByRole('link', { name: 'Cloud control' }).click();
    await page.waitForURL(new RegExp(`${AT}/?$`));
    await menu.getByRole('button', { name: 'Personalizzazione' }).click();
    await menu.getByRole('link', { name: 'Categorie di dispositivi' }).click();
    await page.getByRole('heading', { level: 1, name: 'Catalogo' }).waitFor();
    // What is looked for is looked for in every tab, which says how much it has of it.
    await page.getByRole('textbox', { name: 'Cerca' }).fill('contatore');
    const tab = page.getByRole('tab', { name: /^Categorie di dispositivi 2/ });
    await tab.click();
    await page.waitForURL(new RegExp(`${AT}/categories/?\\?q=contatore`));
    await row(page, /Contatore di scambio/).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(new RegExp(`${AT}/tags/?\\?q=contatore`));
    await comesTo(
      () => page.getByRole('button', { name: /notific/i }).count(),
      0,
      'the bell is of asset pages',
    );
  });

  it('are closed to whoever configures nothing, and the way in to whoever does not lead', async () => {
    const { page } = await arrive(`${AT}/tags`, ['SUPER_WORKER', 'APP_0']);
    await page.getByRole('heading', { level: 1, name: 'Accesso non consentito' }).waitFor();
    const { page: engineer } = await arrive('/apps/RedirectCloudControl', ['ENGINEER_0']);
    await engineer.getByRole('heading', { level: 1, name: 'Accesso non consentito' }).waitFor();
    await engineer.goto(`${AT}/tags/`);
    await engineer.getByRole('tab', { name: /^Tag/, selected: true }).waitFor();
    const { page: manager } = await arrive('/it/apps/RedirectCloudControl', ['MANAGEMENT_0']);
    await manager.waitForURL(new RegExp(`${AT}/?$`));
  });

  it('name a new variable, whose code follows its label until somebody writes it', async () => {
    const { page, faults } = await arrive(`${AT}/variable-names`);
    await button(page, 'Aggiungi un nome').click();
    await page.getByLabel('Etichetta in inglese').fill('Cabinet fans');
    await comesTo(() => page.getByRole('textbox', { name: 'Codice' }).inputValue(), 'cabinet_fans');
    await page.getByRole('textbox', { name: 'Codice' }).fill('Ventole');
    await page.getByLabel('Etichetta in inglese').fill('Fans');
    await save(page);
    await dialog(page)
      .getByText("Lettere minuscole, cifre e _, con una lettera all'inizio", { exact: true })
      .waitFor();
    await dialog(page).getByText('obbligatorio', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Codice' }).fill('ac_power_kw');
    await page.getByLabel('Etichetta in italiano').fill('Ventole');
    await page.getByLabel('Gruppo', { exact: true }).selectOption('Temperatura');
    await page.getByLabel('Unità').fill('rpm');
    await save(page);
    await dialog(page).getByText('Già in uso: scegline un altro').waitFor();
    await page.getByRole('textbox', { name: 'Codice' }).fill('cabinet_fans');
    await dialog(page).getByRole('textbox', { name: 'Colore' }).fill('#9B4FD0');
    await save(page);
    await page.getByText('Elemento salvato').waitFor();
    await reads(row(page, /Ventole/), /cabinet_fans Temperatura rpm 2/);
    assert.deepEqual(faults.csp, []);
  });

  it('of a variable in use change in charts and pages that are open elsewhere, and keep their meaning', async () => {
    const { page, user, company } = await arrive(`${AT}/variable-names?q=AC`);
    const { page: plant } = await stage.open({}, user);
    await plant.goto('/apps/asset/charts');
    const search = plant
      .getByRole('combobox')
      .or(plant.getByRole('searchbox'))
      .or(plant.getByRole('textbox'));
    await search.first().waitFor();
    await button(page, 'Modifica Potenza AC').click();
    await dialog(page)
      .getByText(/^In uso: 1 variabile, 1 dispositivo/)
      .waitFor();
    await comesTo(() => page.getByLabel('Unità').getAttribute('readonly'), '');
    await page.getByLabel('Etichetta in italiano').fill('Potenza resa');
    const answered = plant.waitForResponse(/series-tree/);
    await save(page);
    await page.getByText('Elemento salvato').waitFor();
    const tree = (await (await answered).json()) as { names: { name: string; label_it: string }[] };
    assert.equal(tree.names.find(({ name }) => name === 'ac_power_kw')?.label_it, 'Potenza resa');
    await button(page, 'Elimina Potenza resa').click();
    await dialog(page)
      .getByText(/Elimina prima quelle variabili/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Chiudi', exact: true }).last().click();
    const [stored] = await stage.arrange<{ version: number }>(
      `select version from variable_name where company_id = $1 and name = 'ac_power_kw'`,
      [company.company_id],
    );
    assert.equal(stored?.version, 2);
  });

  it('are moved by the keyboard, and stand so on the page of a plant', async () => {
    const { page } = await arrive(`${AT}/variable-groups`);
    const first = () => seen(page.getByRole('row').nth(1));
    await row(page, /grid/).waitFor();
    assert.match(await first(), /Potenza power/);
    for (let place = 3; place > 1; place--) {
      // The last move is answered late: what is changed meanwhile is no conflict with oneself.
      if (place === 2) await page.route(/variable-groups-order/, answerLate);
      await button(page, 'Sposta Rete in su').focus();
      await page.keyboard.press('Enter');
      assert.ok(await reaches(async () => (await seen(row(page, /grid/))).startsWith(`${place - 1} `)));
    }
    assert.match(await first(), /^1 Rete grid/);
    const focused = await page.evaluate('document.activeElement?.getAttribute("aria-label")');
    assert.match(String(focused), /Sposta Rete in su/);
    await page.getByRole('textbox', { name: 'Cerca' }).fill('rete');
    await page.getByRole('button', { name: /Sposta Rete in su – Togli prima/ }).waitFor();
    await button(page, 'Modifica Rete').click();
    await page.getByLabel('Etichetta in italiano').fill('Rete elettrica');
    await save(page);
    await page.getByText('Elemento salvato').waitFor();
    await page.goto('/apps/asset/plants/AUR-001');
    await page.getByRole('button', { name: /INV1/ }).first().click();
    await page.getByRole('table', { name: 'Rete elettrica' }).waitFor();
    const captions = (await page.locator('caption').allInnerTexts()).map((one) => one.toLowerCase());
    assert.deepEqual(captions, ['rete elettrica', 'potenza']);
  });

  it('that two people save at once are shown to the second, who chooses', async () => {
    const { page, company } = await arrive(`${AT}/categories`);
    await button(page, 'Modifica Generatore').click();
    await page.getByLabel('Etichetta in italiano').fill('Gruppo elettrogeno');
    await stage.arrange(
      `update device_category set label_it = 'Motore', version = version + 1 where company_id = $1 and name = 'generator'`,
      [company.company_id],
    );
    await save(page);
    const versions = dialog(page).getByRole('row', { name: /Etichetta in italiano/ });
    await comesTo(() => seen(versions), 'Etichetta in italiano Gruppo elettrogeno Motore');
    await dialog(page).getByRole('button', { name: 'Usa la versione salvata' }).click();
    await comesTo(() => page.getByLabel('Etichetta in italiano').inputValue(), 'Motore');
    await page.getByLabel('Etichetta in italiano').fill('Cogeneratore');
    await save(page);
    await row(page, /Cogeneratore/).waitFor();
  });

  it('are taken away after a question that says what loses them', async () => {
    const { page, company, device_id } = await arrive(`${AT}/tags`);
    await page.getByText('Ancora nessun tag').waitFor();
    await button(page, 'Aggiungi un tag').click();
    await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('Garanzia');
    await save(page);
    await row(page, /Garanzia/).waitFor();
    await stage.arrange(
      'insert into device_tag (company_id, device_id, tag_id) select $1, $2, id from tag where company_id = $1',
      [company.company_id, device_id],
    );
    await page.reload();
    await button(page, 'Elimina Garanzia').click();
    await dialog(page)
      .getByText(/^1 dispositivo perde questo tag/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Elimina', exact: true }).click();
    await page.getByText('Elemento eliminato').waitFor();
    await page.getByText('Ancora nessun tag').waitFor();
  });

  it('keep what was typed when the server is away', async () => {
    const { page } = await arrive(`${AT}/tags`);
    await button(page, 'Aggiungi un tag').click();
    await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('Garanzia');
    await page.route('**/cloudcontrol/v1/tags/', (route) => route.abort());
    await save(page);
    await dialog(page).getByRole('alert').waitFor();
    await comesTo(() => page.getByRole('textbox', { name: 'Tag', exact: true }).inputValue(), 'Garanzia');
    await page.unrouteAll();
    await save(page);
    await row(page, /Garanzia/).waitFor();
  });
});
