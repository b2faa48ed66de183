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
    // Whoever clears what found nothing goes on typing in the same field.
    await page.getByRole('textbox', { name: 'Cerca codice o descrizione' }).press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await comesTo(async () => (await names(page)).length, 4);
    await page.keyboard.type('bov');
    await comesTo(() => names(page), ['Bovisa']);
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Cerca codice o descrizione' }).fill('');
    // A region, found by typing, goes along as well.
    const part = page.getByRole('combobox', { name: 'Regione, etichetta o comune' });
    await part.fill('lomb');
    await page.getByRole('option', { name: 'Regione: Lombardia' }).click();
    await comesTo(async () => (await names(page)).toSorted(), ['Bovisa', 'Lambrate']);
    await page.getByRole('link', { name: 'Schede' }).click();
    await comesTo(() => page.locator('[data-plant-card]').count(), 2);
    assert.equal(new URL(page.url()).searchParams.get('part'), 'region:Lombardia');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('is grouped by region, ordered by a column, and saved as it is shown', async () => {
    const { page, faults } = await stage.open({}, user);
    // Where regions cannot be told, none is said to be unknown.
    await page.route('**/places*.json', (route) => route.abort());
    await page.goto('/apps/asset/plant-search?group=region&order=-name');
    const again = page.getByRole('button', { name: 'Riprova' });
    await again.waitFor();
    assert.equal(await page.getByText('Regione non nota').count(), 0);
    await page.unroute('**/places*.json');
    await again.click();
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
    assert.deepEqual(
      faults.errors.filter((fault) => !/places/.test(fault)),
      [],
    );
  });

  it('is saved with the rows that are held under their reader, and says which plant is no longer among them', async () => {
    const { page } = await stage.open({}, user);
    await page.goto('/apps/asset/plant-search?order=-power');
    await comesTo(async () => (await names(page)).slice(0, 2), ['Lambrate', 'Senza luogo']);
    const held = await names(page);
    const row = table(page).getByRole('row').filter({ hasText: 'Senza luogo' });
    await row.hover();
    const change = (sql: string) => stage.arrange(sql, [company.company_id]);
    const power = (kw: number) =>
      change(`update plant_live l set power_kw = ${kw} from plant p
              where l.company_id = $1 and p.company_id = $1 and p.id = l.plant_id and p.proj_code = 'ZZZ-001'`);
    const archive = (at: string) =>
      change(`update plant set archived_at = ${at} where company_id = $1 and proj_code = 'LOM-002'`);
    await power(99);
    await stage.pool.query('select pg_notify($1, $2)', [
      'live',
      JSON.stringify({ company_id: company.company_id, kind: 'plants', codes: ['ZZZ-001'] }),
    ]);
    await comesTo(async () => /\b99\b/.test((await row.textContent()) ?? ''), true);
    assert.deepEqual(await names(page), held, 'no row moves under its reader');
    await archive('now()');
    try {
      await page.getByRole('button', { name: 'Esporta' }).click();
      const coming = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: /CSV/ }).click();
      const text = await readFile(await (await coming).path(), 'utf8');
      const first = text
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(';')[0]);
      const left = 'Non più visibili e quindi esclusi: LOM-002';
      assert.deepEqual(first, [...held.filter((name) => name !== 'Bovisa'), left]);
    } finally {
      await archive('null');
      await power(3);
    }
  });

  it('has its columns in the order that a person gives them, on every machine and in the file', async () => {
    const { page } = await stage.open({}, user);
    const heads = async (on: Page) =>
      (await table(on).getByRole('columnheader').allTextContents()).slice(0, 3);
    await page.goto('/apps/asset/plant-search');
    await comesTo(() => heads(page), ['Impianto', 'Codice', 'Stato']);
    await page.getByRole('button', { name: 'Colonne e viste' }).click();
    const panel = page.getByRole('dialog', { name: 'Colonne e viste' });
    const handle = (column: string) => panel.getByRole('button', { name: `Sposta ${column}:`, exact: false });
    await handle('Stato').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await panel.getByText('Stato: 1 di 15').waitFor();
    await panel.getByRole('checkbox', { name: 'Comunicazione' }).uncheck();
    // By dragging: the code to the very first place.
    const [from, to] = [await handle('Codice').boundingBox(), await handle('Stato').boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 4, { steps: 4 });
    await page.mouse.up();
    await comesTo(() => heads(page), ['Codice', 'Stato', 'Impianto']);
    await panel.getByText('Compatta', { exact: true }).click();
    await page.keyboard.press('Escape');

    const elsewhere = await stage.open({}, user);
    await elsewhere.page.goto('/apps/asset/plant-search');
    await comesTo(() => heads(elsewhere.page), ['Codice', 'Stato', 'Impianto']);
    await comesTo(
      () => table(elsewhere.page).getByRole('columnheader', { name: 'Comunicazione' }).count(),
      0,
    );
    await elsewhere.page.getByRole('button', { name: 'Esporta' }).click();
    const coming = elsewhere.page.waitForEvent('download');
    await elsewhere.page.getByRole('menuitem', { name: /CSV/ }).click();
    const text = await readFile(await (await coming).path(), 'utf8');
    assert.match(text, /^\uFEFF?Codice;Stato;Impianto;/);
    // The cards of the same person stand as close.
    await elsewhere.page.getByRole('link', { name: 'Schede' }).click();
    await elsewhere.page.locator('[data-plant-card][data-compact]').first().waitFor();
  });

  it('is shown on a wall, view after view, which goes on when a request fails', async () => {
    await stage.arrange(
      `insert into list_view (company_id, owner_id, list, name, search) values
         ($1, $2, 'dashboard', 'A: tutto', '{}'), ($1, $2, 'dashboard', 'B: in allarme', '{"status":"alarm"}')`,
      [company.company_id, user.id],
    );
    const { page } = await stage.open({}, user);
    const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    await page.clock.install();
    await page.goto('/apps/asset/wall?every=10');
    await title('A: tutto');
    await comesTo(() => page.locator('[data-wall-plant]').count(), 4);
    await page.getByText('1 di 2', { exact: true }).waitFor();
    assert.equal(await page.getByRole('navigation').count(), 0);
    const size = await page.evaluate(
      "getComputedStyle(document.querySelector('[data-wall-plant] p > span')).fontSize",
    );
    assert.equal(size, '40px');
    await page.route('**/api/v1/plants-card-list/**', (route) => route.abort());
    await page.clock.runFor(11_000);
    await title('B: in allarme');
    await comesTo(() => page.locator('[data-wall-plant]').count(), 1);
    await page.keyboard.press('Space');
    await page.getByText('In pausa').waitFor();
    await page.clock.runFor(95_000);
    await title('B: in allarme');
    await page.getByText(/^Non aggiornato: valori di/).waitFor();
    await page.keyboard.press('ArrowRight');
    await title('A: tutto');
    assert.equal(new URL(page.url()).searchParams.get('paused'), '1');
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.pathname.replace(/\/$/, '') === '/apps/asset');
  });
});
