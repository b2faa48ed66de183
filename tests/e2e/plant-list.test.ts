import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Elenco impianti' });
const names = async (page: Page) => table(page).locator('[data-row-link]').allTextContents();

// spec §2: plants list
describe('the list of plants', () => {
  let stage: Stage;
  let company: Scope;
  let user: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [
      { code: 'LOM-001', name: 'Lambrate', comune: 'Milano', latitude: 45.48, longitude: 9.24, power_kw: 10 },
      { code: 'LOM-002', name: 'Bovisa', comune: 'Milano', latitude: 45.5, longitude: 9.16, warning: true },
      { code: 'PUG-001', name: 'Salento', comune: 'Lecce', latitude: 40.35, longitude: 18.17, error: true },
      { code: 'ZZZ-001', name: 'Senza luogo', power_kw: 3 },
    ]);
  });
  after(() => stage?.close());

  it('puts problems first, and what it is narrowed to goes along to the cards and the map', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/plant-search');
    await comesTo(async () => (await names(page)).slice(0, 2), ['Salento', 'Bovisa']);
    await page.getByRole('button', { name: /^Allarme/ }).click();
    await comesTo(() => names(page), ['Salento']);
    await page.getByRole('link', { name: 'Schede' }).click();
    await comesTo(() => page.locator('[data-plant-card]').count(), 1);
    await page.getByRole('link', { name: 'Elenco', exact: true }).click();
    await comesTo(() => names(page), ['Salento']);
    await page.getByRole('button', { name: /^Tutti/ }).click();
    await page.getByRole('textbox', { name: 'Cerca codice o descrizione' }).fill('nessuno così');
    await page.getByText('Nessun impianto trovato').first().waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('is grouped by region, ordered by a column, and saved as it is shown', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/plant-search?group=region&order=-name');
    const heads = () => table(page).locator('[data-head]').allTextContents();
    await comesTo(heads, ['Lombardia: 2', 'Puglia: 1', 'Regione non nota: 1']);
    assert.deepEqual(await names(page), ['Lambrate', 'Bovisa', 'Salento', 'Senza luogo']);
    await page.getByRole('button', { name: 'Esporta' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    const text = await readFile(await (await coming).path(), 'utf8');
    const rows = text
      .replace('\uFEFF', '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(';'));
    assert.deepEqual(rows[0]?.slice(0, 4), ['Gruppo', 'Impianto', 'Codice', 'Stato']);
    assert.deepEqual(
      rows.slice(1).map((row) => row.slice(0, 4)),
      [
        ['Lombardia', 'Lambrate', 'LOM-001', 'Senza allarmi'],
        ['Lombardia', 'Bovisa', 'LOM-002', 'Avviso'],
        ['Puglia', 'Salento', 'PUG-001', 'Allarme'],
        ['Regione non nota', 'Senza luogo', 'ZZZ-001', 'Senza allarmi'],
      ],
    );
    assert.deepEqual(faults, { errors: [], csp: [] });
  });
});
