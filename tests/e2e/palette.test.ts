import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { NARROW } from '../support/browser.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Cerca e vai' });
const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Cerca e vai' });
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Opens the palette, types, and waits until an answer stands there. */
async function seek(page: Page, text: string, found: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await fieldOf(page).fill(text);
  await paletteOf(page).getByRole('option', { name: found }).waitFor();
}

/** Waits until the option that Enter would run is this one. */
const activeIs = (page: Page, name: RegExp) =>
  paletteOf(page).getByRole('option', { name, selected: true }).waitFor();

describe('the command palette', () => {
  let stage: Stage;
  let user: TestUser;
  before(async () => {
    stage = await startStage();
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Centrale Alta', power_kw: 5 }]);
    await stage.arrange(
      `insert into list_view (company_id, owner_id, list, name, search, hidden)
       values ($1, $2, 'audit', 'Chi ha le chiavi', '{"group": "key"}', '{from}')`,
      [company.company_id, user.id],
    );
    await stage.arrange(
      `insert into audit (company_id, actor_id, action, target, detail) values ($1, $2, 'key.created', '1', '{}')`,
      [company.company_id, user.id],
    );
  });
  after(() => stage?.close());

  const open = async (view: Parameters<Stage['open']>[0] = {}) => {
    const portal = await stage.open(view, user);
    await portal.page.goto('/apps/asset');
    await portal.page.locator('[data-plant-card]').waitFor();
    return portal;
  };

  it('keeps what is typed before it is there', async () => {
    const { page } = await open();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/CommandPalette*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    const asked = page.waitForRequest('**/CommandPalette*.js');
    await page.keyboard.press('Control+k');
    await asked;
    await page.keyboard.type('altx');
    await page.keyboard.press('Backspace');
    arrive();
    await fieldOf(page).waitFor();
    await comesTo(() => fieldOf(page).inputValue(), 'alt');
    await page.keyboard.type('a');
    await activeIs(page, /^Centrale Alta/);
  });

  it('finds plants and pages by typing, goes there by keyboard, and gives the keyboard back', async () => {
    const { page, faults } = await open();
    await page.keyboard.press('/');
    await comesTo(
      () => page.evaluate('document.activeElement.getAttribute("aria-label")'),
      'Cerca codice o descrizione',
    );
    await seek(page, 'alta', /^Centrale Alta AUR-001/);
    await activeIs(page, /^Centrale Alta/);
    await page.keyboard.press('Enter');
    await titled(page, 'Centrale Alta');
    await paletteOf(page).waitFor({ state: 'detached' });
    // By its English name as well.
    await seek(page, 'audit', /^Registro attività/);
    await fieldOf(page).fill('nessuna cosa');
    await paletteOf(page).getByText('Nessun risultato').waitFor();
    await fieldOf(page).fill('webhook');
    await activeIs(page, /^Webhook/);
    await page.keyboard.press('Enter');
    await titled(page, 'Webhook');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Cerca/ })
      .click();
    await activeIs(page, /^Nuovo impianto/);
    await page.keyboard.press('ArrowDown');
    await activeIs(page, /^Aggiungi dispositivi/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    // The last of all.
    await activeIs(page, /^Simulazione/);
    await page.keyboard.press('Escape');
    await paletteOf(page).waitFor({ state: 'detached' });
    await comesTo(() => page.evaluate('document.activeElement.textContent'), 'CercaCtrl K');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('does what is done from everywhere: a new plant, the other language', async () => {
    const { page } = await open({ viewport: NARROW });
    await page.getByRole('button', { name: 'Cerca e vai' }).click();
    await fieldOf(page).fill('nuovo imp');
    await paletteOf(page)
      .getByRole('option', { name: /^Nuovo impianto/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Nuovo impianto' });
    await dialog.getByLabel('Nome').waitFor();
    await paletteOf(page).waitFor({ state: 'detached' });
    // What is typed there is safe from it.
    await page.keyboard.press('Control+k');
    await dialog.getByLabel('Nome').fill('Nuova');
    assert.equal(await paletteOf(page).count(), 0);
    await dialog.getByLabel('Nome').fill('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await seek(page, 'inglese', /^Passa all'inglese/);
    await page.keyboard.press('Enter');
    await titled(page, 'Plants');
  });

  it('opens a saved view with its filters and columns', async () => {
    const { page } = await open();
    await seek(page, 'ha chiavi', /^Chi ha le chiavi Registro attività/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/apps/asset/audit?group=key');
    await titled(page, 'Registro attività');
    await page.getByRole('columnheader', { name: 'Dettagli' }).waitFor();
    await page.getByRole('columnheader', { name: 'Da dove' }).waitFor({ state: 'detached' });
  });

  it('names the area that could not be searched, shows what the others found, and asks it again', async () => {
    const { page } = await open();
    await page.route('**/api/v1/search/**', (route) => route.fulfill({ status: 400, json: {} }));
    await seek(page, 'chiavi', /^Chi ha le chiavi/);
    await paletteOf(page).getByText('Ricerca non riuscita: Impianti e dispositivi').waitFor();
    await page.unroute('**/api/v1/search/**');
    await fieldOf(page).fill('alta');
    await paletteOf(page)
      .getByRole('option', { name: /^Centrale Alta/ })
      .waitFor();
    await page.route('**/api/v1/search/**', (route) => route.fulfill({ status: 400, json: {} }));
    await fieldOf(page).fill('aur');
    const again = paletteOf(page).getByRole('button', { name: 'Riprova' });
    await again.waitFor();
    await page.unroute('**/api/v1/search/**');
    await again.click();
    await paletteOf(page)
      .getByRole('option', { name: /^Centrale Alta/ })
      .waitFor();
    await again.waitFor({ state: 'detached' });
  });
});
