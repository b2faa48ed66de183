import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allows, CAPABILITIES, type Capability, ROLES } from '../../src/shared/contract/capabilities.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { NARROW } from '../support/browser.ts';
import { comesTo, reads, type Stage, startStage } from './support/portal.ts';

const PATH = '/apps/asset/permissions';
const WITH_APP = 'sì, insieme al ruolo Applicazioni';

/** What the page must say of a capability, read from the rule of the calls. */
function markOf(capability: Capability, role: (typeof ROLES)[number]): string {
  if (allows(capability, [role])) return 'sì';
  return allows(capability, [role, 'APP_0']) ? WITH_APP : 'no';
}

/** The marks of every row, by its title. */
const ROWS = `Object.fromEntries([...document.querySelector('table').tBodies].flatMap((body) => [...body.rows].slice(1))
  .map((row) => [row.cells[0].innerText.split('\\n')[0],
    [...row.cells].slice(1).map((cell) => cell.textContent)]))`;

describe('the matrix of permissions', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER'] });
  });
  after(() => stage?.close());

  it('shows every capability for every role as the calls are judged', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto(PATH);
    await page.getByRole('heading', { level: 1, name: 'Permessi' }).waitFor();
    await page.getByRole('table').waitFor();
    const shown = (await page.evaluate(ROWS)) as Record<string, string[]>;
    const rows: [string, Capability][] = [
      ["Vedere l'azienda", 'company.read'],
      ["Gestire l'azienda e i suoi utenti", 'company.manage'],
      ['Amministrare', 'company.administer'],
      ["Disattivare l'azienda", 'company.disable'],
      ['Vedere gli impianti', 'asset.read'],
      ['Configurare gli impianti', 'plants.write'],
      ['Gestire i dati di esercizio', 'records.write'],
      ['Eliminare definitivamente i dati di esercizio', 'records.purge'],
      ['Fare manutenzione', 'maintenance.write'],
      ['Gestire gli allarmi', 'alarms.write'],
      ['Salvare i grafici', 'charts.write'],
      ['Vedere comunità e simulazioni', 'community.read'],
      ['Lavorare su comunità e simulazioni', 'community.write'],
      ['Chiudere i mesi delle comunità', 'community.close'],
      ['Vedere una singola abitazione', 'residential.curves'],
      ["Vedere l'illuminazione", 'lighting.read'],
      ["Comandare e configurare l'illuminazione", 'lighting.switch'],
      ['Impostare i comuni', 'lighting.municipality'],
      ['Usare cloud control', 'cloudcontrol'],
      ['Eliminare definitivamente i dispositivi', 'cloudcontrol.purge'],
      ['Aprire cloud control dalla gestione impianti', 'cloudcontrol.redirect'],
    ];
    assert.deepEqual(rows.map(([, capability]) => capability).sort(), Object.keys(CAPABILITIES).sort());
    for (const [title, capability] of rows) {
      const wanted = ROLES.map((role) => markOf(capability, role));
      assert.deepEqual(shown[title], wanted, `${title} (${capability})`);
    }
    // Titolare, Direzione and Ingegnere capo see every plant, and grant up to their own rank.
    assert.deepEqual(shown['Vede ogni impianto'], ['sì', 'sì', 'sì', 'no', 'no', 'no', 'no', 'no']);
    assert.deepEqual(shown.Direzione, ['sì', 'sì', 'no', 'no', 'no', 'no', 'no', 'no']);
  });

  it('shows all eight roles in a narrow window, and says once in a section what it needs besides', async () => {
    const { page } = await stage.open({ viewport: { width: 1024, height: 768 } }, owner);
    await page.goto(PATH);
    const head = page.getByRole('columnheader', { name: 'Applicazioni' });
    await head.waitFor();
    const [edge, box] = await Promise.all([
      head.boundingBox(),
      page.locator('section:has(> table)').boundingBox(),
    ]);
    assert.ok(edge && box && edge.x + edge.width <= box.x + box.width + 1);
    await comesTo(() => page.getByText('serve anche il ruolo Applicazioni').count(), 2);
    await comesTo(() => page.getByText('+A').count(), 0);
  });

  it('finds what is looked for', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto(PATH);
    await page.getByRole('textbox', { name: 'Cerca' }).fill('MANUTENZIONE');
    const rows = page.getByRole('rowheader');
    await rows.filter({ hasText: 'Fare manutenzione' }).waitFor();
    await comesTo(() => rows.filter({ hasText: 'Vedere gli impianti' }).count(), 0);
    await page.getByRole('textbox', { name: 'Cerca' }).fill('unicorno');
    await page.getByText('Nessun risultato').waitFor();
    await page.getByRole('button', { name: 'Mostra tutto' }).click();
    await rows.filter({ hasText: 'Vedere gli impianti' }).waitFor();
  });

  it('shows one role on a phone, and another when it is chosen', async () => {
    const { page } = await stage.open({ viewport: NARROW }, owner);
    await page.goto(PATH);
    const row = page.getByRole('row', { name: /^Configurare gli impianti/ });
    await row.waitFor();
    await comesTo(() => page.getByRole('columnheader').count(), 2);
    await reads(row, /insieme/);
    await page.getByLabel('Ruolo', { exact: true }).selectOption('Osservatore');
    await page.getByRole('columnheader', { name: 'Osservatore' }).waitFor();
    await reads(row, / no$/);
  });

  it('is closed to those who do not administer the company', async () => {
    const chief = await makeUser(stage, { company, roles: ['SUPER_ENGINEER_0', 'APP_0'] });
    const { page } = await stage.open({}, chief);
    await page.goto(PATH);
    await page.getByRole('heading', { level: 1, name: 'Accesso non consentito' }).waitFor();
  });
});
