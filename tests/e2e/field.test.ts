import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type ModbusServer, startModbusServer } from '../../simulators/modbus-server.ts';
import { startAcquisition } from '../../src/acquisition/acquisition.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { startLiveFollower } from '../../src/features/overview/server/live-follower.ts';
import { createLog } from '../../src/shared/server/log.ts';
import { createOutboundGuard } from '../../src/shared/server/outbound.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, signIn, type TestUser } from '../support/app.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

const log = createLog('silent', 'test');

describe('a device that is configured in the browser', () => {
  let stage: Stage;
  let server: ModbusServer;
  let company: Scope;
  let owner: TestUser;
  const words = new Uint16Array([4123, 2300, 35]);
  const parts: { close(): Promise<unknown> }[] = [];
  before(async () => {
    stage = await startStage();
    const { pool, database } = stage;
    server = await startModbusServer({
      unit: (id) => (id === 7 ? { kind: 'registers', image: { start: 100, words } } : undefined),
    });
    const writer = new ReadingWriter(pool);
    const guard = createOutboundGuard([], (address) => address === '127.0.0.1');
    parts.push(writer, await startAcquisition({ pool, database, writer, guard, log, health_every_ms: 500 }));
    parts.push(await startLiveFollower({ pool, database, log }));
    company = await makeCompany(pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(pool, company, [{ code: 'AUR-001', name: 'Capitanata', last_reading_at: null }]);
  });
  after(async () => {
    for (const part of parts.reverse()) await part.close();
    await server?.stop();
    await stage?.close();
  });

  const dialog = (page: Page) => page.getByRole('dialog');
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  /** Adds the port and, on the screen that follows, the device by hand; ends on its page. */
  async function makeDevice(page: Page): Promise<void> {
    await page.goto('/apps/cloudcontrol');
    await button(page, 'Nuova porta').click();
    await dialog(page)
      .getByRole('textbox', { name: /^Indirizzo IP o nome host/ })
      .fill('http://127.0.0.1');
    await dialog(page)
      .getByRole('textbox', { name: /^Porta/ })
      .fill(String(server.port));
    await dialog(page).getByRole('button', { name: 'Aggiungi porta' }).click();
    await dialog(page).getByText('solo un nome o un indirizzo, senza http://').waitFor();
    await dialog(page)
      .getByRole('textbox', { name: /^Indirizzo IP o nome host/ })
      .fill('127.0.0.1');
    await dialog(page).getByRole('button', { name: 'Aggiungi porta' }).click();
    await page.getByRole('radio', { name: /^A mano/ }).click();
    await page.getByRole('textbox', { name: /^Nome breve/ }).fill('INV1');
    await page.getByRole('textbox', { name: /^Unit id/ }).fill('7');
    await page.getByRole('textbox', { name: /^Intervallo veloce/ }).fill('1');
    await page.getByRole('button', { name: 'Aggiungi dispositivo' }).click();
    await page.getByRole('heading', { level: 1, name: 'INV1' }).waitFor();
  }
  async function addVariables(page: Page): Promise<void> {
    await button(page, 'Aggiungi le prime variabili').click();
    for (const name of ['Potenza AC', 'Tensione L1']) {
      await dialog(page).getByRole('textbox', { name: 'Dal catalogo' }).fill(name);
      await dialog(page)
        .getByRole('checkbox', { name: new RegExp(`^${name}`) })
        .check();
    }
    const address = dialog(page).getByRole('textbox', { name: /^Indirizzo/ });
    await address.fill('4o100');
    await dialog(page).getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await dialog(page).getByText('deve essere un numero').waitFor();
    await address.fill('100');
    await dialog(page).getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
  }
  const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
  async function editCell(page: Page, cell: RegExp, value: string): Promise<void> {
    await button(page, cell).click();
    const input = page.getByRole('textbox', { name: /: Potenza AC$/ });
    await input.fill(value);
    await input.press('Enter');
  }

  it('shows its values within seconds, and each change in five', async () => {
    const { page } = await stage.open({}, owner);
    await makeDevice(page);
    await addVariables(page);
    await row(page, 'Potenza AC').getByText('4.123,00').waitFor();
    await row(page, 'Tensione L1').getByText('2.300,0').waitFor();
    await page.getByText('Risponde', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: /^Diagnostica/ }).click();
    await page
      .locator('dl > div')
      .filter({ hasText: 'Variabili con un valore' })
      .getByText('su 2 in lettura')
      .waitFor();
    await page.getByRole('tab', { name: /^Variabili/ }).click();

    words[0] = 5000;
    await row(page, 'Potenza AC').getByText('5.000,00').waitFor();

    await editCell(page, /^Fattore: Potenza AC/, '0,1');
    await row(page, 'Potenza AC').getByText('500,00').waitFor();
    const changed = page.getByText('Fattore di Potenza AC: da 1 a 0,1');
    await changed.waitFor();
    // An undo that failed leaves the change, and can be tried again.
    await page.route('**/cloudcontrol/v1/variables/**', (route) =>
      route.fulfill({ status: 503, json: { status: 503, code: 'internal' } }),
    );
    await button(page, 'Annulla').click();
    await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    await changed.waitFor();
    await page.unroute('**/cloudcontrol/v1/variables/**');
    await button(page, 'Annulla').click();
    await page.getByText('Fattore di Potenza AC: da 0,1 a 1').waitFor({ state: 'detached' });
    await changed.waitFor({ state: 'detached' });
    await row(page, 'Potenza AC').getByText('5.000,00').waitFor();

    await editCell(page, /^Indirizzo: Potenza AC/, '70000');
    await page.getByText('deve essere da 0 a 65.535').waitFor();
    await page.keyboard.press('Escape');

    // The device knows registers 100 to 102 only: the reason is said, the old value no longer stands as if it held.
    await editCell(page, /^Indirizzo: Potenza AC/, '300');
    await row(page, 'Potenza AC')
      .locator('[data-past]')
      .getByText(/^rifiutato: .+ fa$/)
      .waitFor();
    await page.getByText('Alcuni registri sono rifiutati').waitFor();
    await page.getByRole('tab', { name: 'Diagnostica 1 gruppo di registri rifiutato' }).waitFor();
    await button(page, 'Annulla').click();
    await row(page, 'Potenza AC').locator('[data-past]').waitFor({ state: 'detached' });
  });

  it('tells two people of each other, and takes a change back', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/cloudcontrol');
    await page.getByRole('link', { name: 'INV1' }).click();
    await button(page, 'Modifica Potenza AC').click();
    const form = page.getByRole('form', { name: 'Potenza AC' });
    await form.getByRole('textbox', { name: 'Offset' }).fill('7');
    const headers = { ...(await signIn(stage, owner)), 'id-client': String(company.company_id) };
    const [variable] = await stage.arrange<{ id: number }>(
      `select v.id from variable v join variable_name n on n.company_id = v.company_id and n.id = v.variable_name_id
       where v.company_id = $1 and n.name = 'ac_power_kw'`,
      [company.company_id],
    );
    const other = await fetch(`${stage.origin}/cloudcontrol/v1/variables/${variable?.id}/`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ value_offset: 3 }),
    });
    assert.equal(other.status, 200, await other.text());
    await form.getByRole('button', { name: 'Salva', exact: true }).click();
    await form.getByRole('alert').getByRole('row', { name: 'Offset 7 3' }).waitFor();
    await form.getByRole('button', { name: 'Salva la mia versione' }).click();
    await form.waitFor({ state: 'detached' });
    await button(page, 'Offset: Potenza AC, 7: modifica').waitFor();

    await page.getByRole('tab', { name: /^Versioni/ }).click();
    await button(page, /^Confronta \d+ con \d+$/).click();
    await dialog(page).getByText('Variabile Potenza AC').waitFor();
    await dialog(page).getByRole('button', { name: 'Chiudi' }).last().click();
    await button(page, 'Ripristina (Versione 2)').click();
    await dialog(page).getByText('Cambierebbe:').waitFor();
    await dialog(page).getByRole('button', { name: 'Ripristina', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: /^Variabili/ }).click();
    await button(page, 'Offset: Potenza AC, 0: modifica').waitFor();
  });

  it('says a state in words, by the list that its variable names', async () => {
    const { page } = await stage.open({}, owner);
    const headers = { ...(await signIn(stage, owner)), 'id-client': String(company.company_id) };
    const [device] = await stage.arrange<{ id: number }>('select id from device where company_id = $1', [
      company.company_id,
    ]);
    const register = { function_code: 3, address: 102, data_type: 'uint16' };
    const added = await fetch(`${stage.origin}/cloudcontrol/v1/variables/`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        device_id: Number(device?.id),
        variables: [{ name: 'inverter_state', register }],
      }),
    });
    assert.equal(added.status, 201, await added.text());
    await page.goto(`/apps/cloudcontrol/devices/${device?.id}`);
    // SunSpec's list, which holds where none is named, does not know 35.
    await row(page, 'Stato').getByText('35', { exact: true }).waitFor();
    await button(page, 'Modifica Stato').click();
    const form = page.getByRole('form', { name: 'Stato' });
    const list = form.getByRole('combobox', { name: 'Significato dei valori' });
    await comesTo(() => list.locator('option').first().textContent(), 'Stato inverter SunSpec');
    await list.selectOption('Stato SMA (30201)');
    await form.getByRole('button', { name: 'Salva', exact: true }).click();
    await row(page, 'Stato').getByText('Guasto (35)').waitFor();
  });

  it('asks before what is typed is lost', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/cloudcontrol');
    await page.getByRole('link', { name: 'INV1' }).click();
    await page.getByRole('tab', { name: /^Dispositivo/ }).click();
    await page.getByRole('textbox', { name: 'Modello' }).fill('X-100');
    await page.getByRole('tab', { name: /^Diagnostica/ }).click();
    await dialog(page).getByRole('button', { name: 'Resta qui' }).click();
    await button(page, 'Salva').click();
    await page.getByText('Elemento salvato').waitFor();
    await page.getByRole('tab', { name: /^Diagnostica/ }).click();
    await page.getByRole('heading', { name: 'Diario eventi' }).waitFor();
    await button(page, 'Più dettagli per 10 minuti').click();
    await button(page, /^Dettagli attivi, ancora \d:\d\d/).waitFor();
    await page
      .getByText(/^Risposta in/)
      .first()
      .waitFor();
  });

  it('goes into the bin and comes back with its history', async () => {
    const { page } = await stage.open({}, owner);
    const { page: colleague } = await stage.open({}, owner);
    await colleague.goto('/apps/cloudcontrol');
    await colleague.getByRole('link', { name: 'INV1' }).click();
    await row(colleague, 'Potenza AC').waitFor();
    // Suspending its reading is no switching off, and says before what is lost.
    await button(colleague, 'Sospendi lettura').click();
    const question = colleague.getByRole('dialog', { name: 'Sospendere la lettura di INV1?' });
    await question.getByText(/non viene spento.*non si potranno recuperare/).waitFor();
    await question.getByRole('button', { name: 'Sospendi lettura' }).click();
    await colleague.getByText('Lettura di INV1 sospesa').waitFor();
    await button(colleague, 'Riprendi lettura').click();
    await colleague.getByText('Lettura di INV1 ripresa').waitFor();
    await page.goto('/apps/cloudcontrol');
    await button(page, 'Azioni per INV1').click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await dialog(page).getByText('storico restano nel cestino').waitFor();
    await dialog(page).getByRole('button', { name: 'Elimina' }).click();
    await page.getByRole('link', { name: 'INV1' }).waitFor({ state: 'detached' });
    await colleague.getByRole('heading', { name: 'INV1 è stato eliminato' }).waitFor();
    await page.getByRole('tab', { name: 'Cestino' }).click();
    await button(page, 'Ripristina INV1').waitFor();
    await button(colleague, 'Ripristina').click();
    await row(colleague, 'Potenza AC').waitFor();
    await colleague.close();
    await page.getByRole('tab', { name: 'Dispositivi' }).click();
    await page.getByRole('link', { name: 'INV1' }).click();
    await row(page, 'Potenza AC').getByText('5.000,00').waitFor();
  });

  it('says what gives its company a port that may not be reached', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/cloudcontrol');
    await page.getByRole('link', { name: 'INV1' }).click();
    await page.getByRole('tab', { name: 'Connessione' }).click();
    await page.getByRole('textbox', { name: /^Indirizzo IP o nome host/ }).fill('10.9.9.9');
    await page.getByRole('form', { name: 'Porta' }).getByRole('button', { name: 'Salva' }).click();
    await page
      .getByText(/npm run admin -- allow --company \d+ 10\.9\.9\.9:\d+/)
      .first()
      .waitFor();
  });

  it('adds a calculated device by hand, whatever was typed as the port that it does not have', async () => {
    const { page } = await stage.open({}, owner);
    await page.goto('/apps/cloudcontrol/add?how=hand&host=10.0.0.1');
    await page.getByRole('textbox', { name: /^Porta/ }).fill('50200x');
    await page.getByText('deve essere un numero').waitFor();
    await page.getByRole('textbox', { name: /^Nome breve/ }).fill('SUM');
    await page.getByRole('switch', { name: /^Calcolato/ }).press('Space');
    await page.getByText('deve essere un numero').waitFor({ state: 'detached' });
    await button(page, 'Aggiungi dispositivo').click();
    await page.getByRole('heading', { level: 1, name: 'SUM' }).waitFor();
  });
});
