import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeDevice, makePlant, makeUser, type TestUser } from '../support/app.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

// spec §7: plant-sections, anagrafica, file_bucket
describe('sections, documents and master data of a plant', () => {
  let stage: Stage;
  let company: Scope;
  let user: TestUser;
  let plant: number;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    plant = await makePlant(stage.pool, company, 'ROOF-1');
  });
  after(() => stage?.close());

  it('is written in one place: sections in their order, and what stands in one keeps it', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/plants/ROOF-1');
    await page.getByRole('link', { name: 'Dati', exact: true }).click();
    const dialog = page.getByRole('dialog');
    for (const [name, power] of [
      ['Est', '120,5'],
      ['Ovest', '80'],
    ] as const) {
      await page.getByRole('button', { name: 'Aggiungi sezione' }).click();
      await dialog.getByLabel('Nome').fill(name);
      await dialog.getByLabel('Potenza di picco').fill(power);
      await dialog.getByRole('button', { name: 'Salva' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
    const table = page.getByRole('table', { name: 'Sezioni' });
    const names = () => table.getByRole('rowheader').allTextContents();
    await comesTo(names, ['Est', 'Ovest']);
    await page.getByText('Insieme 200,5 kWp').waitFor();
    await page.getByRole('button', { name: 'Sposta giù: Est' }).click();
    await comesTo(names, ['Ovest', 'Est']);
    const device = await makeDevice(stage.pool, company, plant, 'INV-1', ['ac_power_kw']);
    await stage.arrange(
      `update device set section_id = (select id from plant_section where name = 'Est' and company_id = $1)
       where company_id = $1 and id = $2`,
      [company.company_id, device],
    );
    await page.getByRole('button', { name: 'Elimina Est' }).click();
    await dialog.getByRole('button', { name: 'Elimina' }).click();
    await dialog.getByText(/INV-1/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await comesTo(names, ['Ovest', 'Est']);
    assert.deepEqual(faults.csp, []);
  });

  it('keeps documents: a PDF by what it holds, read in the page, renamed, deleted and brought back', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/plants/ROOF-1/record');
    await page.getByText('Ancora nessun documento').waitFor();
    await page.getByRole('button', { name: 'Aggiungi documento' }).click();
    const dialog = page.getByRole('dialog');
    const choose = (text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'Polizza_2026.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) });
    await choose('<html>not a PDF at all</html>');
    await comesTo(() => dialog.getByLabel('Titolo').inputValue(), 'Polizza 2026');
    await dialog.getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await dialog.getByText('Non è un PDF.', { exact: false }).waitFor();
    await choose('%PDF-1.7 all-risk');
    await dialog.getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    const table = page.getByRole('table', { name: 'Documenti' });
    await table.getByText('Assicurazione').waitFor();
    await table.getByRole('button', { name: 'Apri Polizza 2026' }).click();
    // The browser of the tests has no viewer of its own: a frame, or word that there is none.
    await dialog
      .locator('iframe')
      .or(dialog.getByText(/non mostra i PDF/))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await table.getByRole('button', { name: 'Elimina Polizza 2026' }).click();
    await dialog.getByRole('button', { name: 'Elimina' }).click();
    await page.getByText('Ancora nessun documento').waitFor();
    await page.getByRole('button', { name: 'Cestino' }).click();
    await dialog.getByRole('button', { name: /^Ripristina/ }).click();
    await page.keyboard.press('Escape');
    await table.getByRole('button', { name: 'Apri Polizza 2026' }).waitFor();
    assert.deepEqual(faults.csp, []);
  });

  it('saves rows of master data with it, names the fault, and shows whoever is second what was saved', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/plants/ROOF-1/record');
    await page.getByRole('textbox', { name: 'POD' }).fill('IT001E1');
    await page.getByRole('button', { name: 'Aggiungi contatto' }).click();
    await page.getByRole('textbox', { name: 'Nome' }).fill('Marta Rinaldi');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('deve essere come IT001E12345678').waitFor();
    await page.getByRole('textbox', { name: 'POD' }).fill('IT001E12345678');
    // Somebody else saves in the meantime.
    await stage.arrange(
      `insert into plant_master_data (company_id, plant_id, pod, version) values ($1, $2, 'IT001E87654321', 1)`,
      [company.company_id, plant],
    );
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('IT001E87654321').waitFor();
    await page.getByRole('button', { name: 'Salva la mia versione' }).click();
    const stored = () =>
      stage.arrange<{ pod: string; name: string }>(
        `select pod, contacts -> 0 ->> 'name' as name from plant_master_data where plant_id = $1`,
        [plant],
      );
    await comesTo(stored, [{ pod: 'IT001E12345678', name: 'Marta Rinaldi' }]);
    await page.reload();
    await comesTo(() => page.getByRole('textbox', { name: 'Nome' }).inputValue(), 'Marta Rinaldi');
    await page.getByRole('button', { name: 'Contatti: elimina la voce 1' }).click();
    await page.getByRole('button', { name: 'Salva' }).click();
    await comesTo(stored, [{ pod: 'IT001E12345678', name: null as never }]);
    // Whoever only reads is told when a contract began, too.
    const contract = { kind: 'O&M', party: 'Solmec', number: '', begins: '2024-01-01', until: '2026-12-31' };
    await stage.arrange('update plant_master_data set contracts = $2 where plant_id = $1', [
      plant,
      JSON.stringify([contract]),
    ]);
    const reader = await makeUser(stage, { company, roles: ['VIEWER', 'APP_0'] });
    await stage.arrange(
      'insert into company_user_plant (company_id, user_id, plant_id) values ($1, $2, $3)',
      [company.company_id, reader.id, plant],
    );
    const { page: read } = await stage.open({}, reader);
    await read.goto('/apps/asset/plants/ROOF-1/record');
    await read.getByText('O&M · Solmec · dal 01/01/2024 fino al 31/12/2026').waitFor();
    assert.deepEqual(faults.csp, []);
  });
});
