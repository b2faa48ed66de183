import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { makeCompany, makePlant, makeUser } from '../support/app.ts';
import { behindDigest, jpeg, startOddCameras } from '../support/odd-cameras.ts';
import { stillPicture } from '../support/still-camera.ts';
import { comesTo, type Stage, startStage } from './support/portal.ts';

const SECURITY = '/apps/asset/security';

describe('surveillance', () => {
  let stage: Stage;
  let cameras: Awaited<ReturnType<typeof startOddCameras>>;
  let away = false;
  before(async () => {
    stage = await startStage();
    const picture = await stillPicture('#2a6f4e', [640, 360]);
    cameras = await startOddCameras({
      '1': behindDigest('viewer', 'secret', (request, answer) =>
        away ? answer.writeHead(500).end() : jpeg(picture)(request, answer),
      ),
      '2': behindDigest('viewer', 'secret', jpeg(picture)),
    });
  });
  after(async () => {
    await Promise.all([stage?.close(), cameras?.close()]);
  });

  const tile = (page: Page, name: string) => page.locator('[data-camera]', { hasText: name });
  const names = (page: Page) => page.locator('[data-camera] a').allInnerTexts();

  it('begins with a plant’s camera server, shows its cameras live, and says when one is not', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    await makePlant(stage.pool, company, 'P1');
    const user = await makeUser(stage, { company, roles: ['ENGINEER_0', 'APP_0'] });
    await stage.arrange(
      'insert into company_user_plant (company_id, user_id, plant_id) select company_id, $2, id from plant where company_id = $1',
      [company.company_id, user.id],
    );
    const { page, faults } = await stage.open({}, user);
    const dialog = page.getByRole('dialog').last();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto('/apps/asset');
    const sidebar = page.getByRole('navigation', { name: "Menu dell'applicazione" });
    await sidebar.getByRole('button', { name: 'Telecamere' }).click();
    // spec §8: an empty list is logged
    const logged = page.waitForEvent('console', (one) => one.text() === 'no cameras were answered');
    await sidebar.getByRole('link', { name: 'Videosorveglianza' }).click();
    await page.waitForURL(new RegExp(`${SECURITY}/?$`));
    await page.getByText('Ancora nessuna telecamera').waitFor();
    await logged;

    await button('Server telecamere').click();
    await dialog.getByRole('button', { name: 'Imposta un server telecamere' }).click();
    const server = page.getByRole('dialog', { name: 'Imposta un server telecamere' });
    await server.getByRole('combobox', { name: 'Impianto' }).click();
    await page.getByRole('option', { name: 'P1' }).click();
    await server.getByRole('textbox', { name: 'Indirizzo' }).fill('http://viewer:secret@127.0.0.1');
    await server.getByRole('button', { name: 'Imposta un server telecamere' }).click();
    await server.getByText('Non deve contenere utente o password').waitFor();
    await server.getByRole('textbox', { name: 'Indirizzo' }).fill('127.0.0.1');
    await server.getByRole('textbox', { name: 'Porta' }).fill(String(cameras.port));
    await server.getByRole('textbox', { name: 'Percorso' }).fill('/{cam_num}');
    await server.getByRole('textbox', { name: 'Utente' }).fill('viewer');
    await server.getByLabel('Password', { exact: true }).fill('secret');
    await server.getByRole('button', { name: 'Imposta un server telecamere' }).click();
    await page.getByText('Impianto aggiornato: P1').waitFor();
    await page.getByText(`http://127.0.0.1:${cameras.port}`).waitFor();
    await page.keyboard.press('Escape');

    for (const [name, stream] of [
      ['Cancello', '1'],
      ['Cabina', '2'],
    ] as const) {
      await button('Aggiungi una telecamera').first().click();
      await dialog.getByRole('combobox', { name: 'Impianto' }).click();
      await page.getByRole('option', { name: 'P1' }).click();
      await dialog.getByRole('textbox', { name: 'Nome' }).fill(name);
      await dialog.getByRole('textbox', { name: 'Numero del flusso' }).fill(stream);
      await dialog.getByRole('button', { name: 'Aggiungi una telecamera' }).click();
      await page.getByText(`Telecamera creata: ${name}`).waitFor();
      await tile(page, name)
        .getByText(/^In diretta/)
        .waitFor();
    }
    assert.deepEqual(await names(page), ['Cancello', 'Cabina']);

    // The order is kept for the person.
    await button('Riordina').click();
    await button('Sposta Cabina prima').click();
    await comesTo(() => names(page), ['Cabina', 'Cancello']);
    await page.reload();
    await comesTo(() => names(page), ['Cabina', 'Cancello']);

    await page.getByRole('link', { name: 'Cancello' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cancello' }).waitFor();
    await page.locator('img[alt="Immagine di Cancello, P1"]').waitFor();
    const saved = page.waitForEvent('download');
    await button("Salva l'immagine").click();
    assert.match((await saved).suggestedFilename(), /^P1_Cancello_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.jpg$/);

    // The camera fails: its last picture stays, and is not called live.
    away = true;
    await page.getByText('La telecamera ha risposto con un errore.').waitFor();
    await page.getByText(/^Non in diretta/).waitFor();
    await page.locator('img[data-stale]').waitFor();
    away = false;
    await page.getByText(/^In diretta/).waitFor();

    await button('Modifica').click();
    await dialog.getByRole('textbox', { name: 'Numero del flusso' }).fill('2');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await page.getByText("Errore nell'aggiornamento della telecamera").waitFor();
    await dialog.getByText("Un'altra telecamera di questo impianto ha questo numero").waitFor();
    await dialog.getByRole('textbox', { name: 'Numero del flusso' }).fill('1');
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Cancello sud');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Telecamera aggiornata: Cancello sud').waitFor();
    await button('Elimina').click();
    await dialog.getByRole('button', { name: 'Elimina' }).click();
    await page.getByText('Telecamera eliminata: Cancello sud').waitFor();
    await comesTo(() => names(page), ['Cabina']);
    // What was refused on purpose is told by the browser, too.
    const errors = faults.errors.filter((fault) => !/409|502/.test(fault));
    assert.deepEqual({ ...faults, errors }, { errors: [], csp: [] });
  });

  it('asks for no picture while its tab is hidden, and of nobody who only looks for anything to change', async () => {
    const company = await makeCompany(stage.pool, 'Borea Solare');
    const plant = await makePlant(stage.pool, company, 'P9');
    await stage.arrange(
      `insert into camera (company_id, plant_id, cam_name, cam_num, is_thermal_camera) values ($1, $2, 'Termica', 1, true), ($1, $2, 'Viale', 2, false)`,
      [company.company_id, plant],
    );
    const user = await makeUser(stage, { company, roles: ['VIEWER', 'APP_0'], plants: [plant] });
    const { page } = await stage.open({}, user);
    let asked = 0;
    await page.route('**/api/v1/proxy_img/**', async (route) => {
      asked += 1;
      await route.fulfill({ contentType: 'image/jpeg', body: await stillPicture(), headers: { age: '0' } });
    });
    await page.clock.install();
    await page.goto(`${SECURITY}?every=5`);
    await page.locator('[data-camera] img').nth(1).waitFor();
    assert.equal(await page.getByRole('button', { name: /Aggiungi|Server/ }).count(), 0);
    await page.getByRole('combobox', { name: 'Tipo' }).selectOption('true');
    await comesTo(() => names(page), ['Termica']);
    await page.clock.runFor(6_000);
    await comesTo(async () => asked > 2, true);
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));`);
    await page.clock.runFor(1_000);
    const before = asked;
    await page.clock.runFor(60_000);
    assert.equal(asked, before);
  });
});
