import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeUser } from '../support/app.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

const LISTS = [
  { menu: 'Tipi di manutenzione', at: '/apps/asset/maintenance-types', add: 'Aggiungi un tipo' },
  { menu: 'Cause di fermo', at: '/apps/asset/downtime-causes', add: 'Aggiungi una causa' },
];

describe("a company's lists with a bin", () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.close());

  for (const { menu, at, add } of LISTS) {
    it(`${menu}: are added, renamed, saved as a file, deleted, restored and deleted for ever`, async () => {
      const company = await makeCompany(stage.pool, 'Aurora Energia');
      const user = await makeUser(stage, { company, roles: ['ENGINEER_0', 'APP_0'] });
      const { page, faults } = await stage.open({}, user);
      await page.goto('/apps/asset');
      const sidebar = page.getByRole('navigation', { name: "Menu dell'applicazione" });
      await sidebar.getByRole('button', { name: 'Configurazione' }).click();
      await sidebar.getByRole('link', { name: menu }).click();
      await page.waitForURL(new RegExp(`${at}/?$`));
      const dialog = page.getByRole('dialog');
      const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const cell = (name: string) => page.getByRole('table').getByText(name, { exact: true });

      await button(add).click();
      await inDialog('Salva');
      await dialog.getByText('obbligatorio', { exact: true }).waitFor();
      await dialog.getByRole('textbox').first().fill('Prova');
      await inDialog('Salva');
      await dialog.waitFor({ state: 'detached' });
      await button('Modifica Prova').click();
      await dialog.getByRole('textbox').first().fill('Scatto della protezione');
      await inDialog('Salva');
      await cell('Scatto della protezione').waitFor();

      await button('Cronologia di Scatto della protezione').click();
      await page.getByText(/^Modifica: /).waitFor();
      await page.getByText('Creazione', { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Chiudi' }).click();
      const download = page.waitForEvent('download');
      await button('Esporta').click();
      await page.getByRole('menuitem', { name: 'File CSV' }).click();
      const file = await (await download).path();
      assert.match(
        await readFile(file, 'utf8'),
        /;Descrizione(;[^\r]*)?\r\nScatto della protezione;(;[^\r]*)?\r\n$/,
      );

      await button('Elimina Scatto della protezione').click();
      await inDialog('Elimina');
      await cell('Scatto della protezione').waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Cestino' }).click();
      // The bin's rows have come: what stood before them has the same heading for a moment.
      await button('Ripristina Scatto della protezione').waitFor();
      await page.getByRole('columnheader', { name: 'Eliminato il' }).getByRole('button').click();
      await page.locator('th[aria-sort="ascending"]', { hasText: 'Eliminato il' }).waitFor();
      await button('Ripristina Scatto della protezione').click();
      await page.getByText('Il cestino è vuoto').waitFor();
      await page.getByRole('tab').first().click();
      await button('Elimina Scatto della protezione').click();
      await inDialog('Elimina');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: 'Cestino' }).click();
      await button('Elimina definitivamente: Scatto della protezione').click();
      await inDialog('Elimina definitivamente');
      await page.getByText('Il cestino è vuoto').waitFor();
      assert.deepEqual(faults, { errors: [], csp: [] });
    });
  }

  it('are only read by whoever manages no operating data', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const user = await makeUser(stage, { company, roles: ['VIEWER', 'APP_0'] });
    const { page } = await stage.open({}, user);
    for (const { menu, at, add } of LISTS) {
      await page.goto(`${at}?view=bin`);
      await page.getByRole('heading', { level: 1, name: menu }).waitFor();
      await page.getByText(/^Ancora nessun/).waitFor();
      await comesTo(() => page.getByRole('button', { name: add }).count(), 0);
      await comesTo(() => page.getByRole('tab').count(), 0);
    }
  });
});
