import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { join, makeCompany, makeUser, type TestUser } from '../support/app.ts';
import type { OpenPortal } from '../support/browser.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, reads, type Stage, seen, startStage } from './support/portal.ts';

const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(
    "Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('company')))",
  );
const header = (page: Page, name: string) => page.getByRole('banner').getByText(name, { exact: true });
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
/** A refused call is told of by the browser itself; nothing else may be wrong. */
const otherErrors = ({ faults }: OpenPortal, status: number) =>
  faults.errors.filter((text) => !text.includes(String(status)));

describe('a company', () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.close());

  const open = async (user: TestUser, path: string) => {
    const portal = await stage.open({}, user);
    await portal.page.goto(path);
    return portal;
  };

  it('is made from nothing, and is where one goes on', async () => {
    const user = await makeUser(stage);
    const { page, faults, context } = await open(user, '/apps/asset');
    await page.waitForURL('**/companies/create');
    await page.getByText('Aspetti un invito?').waitFor();
    // One's own profile is open all the same.
    await page.getByRole('banner').getByRole('link', { name: user.email }).click();
    await page.waitForURL('**/user');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto('/');
    await page.waitForURL('**/companies/create');
    await field(page, 'Nome').focus();
    await page.keyboard.press('Tab');
    await page.getByText('obbligatorio').waitFor();

    await field(page, 'Nome').fill('Società Agricola Città Alta');
    await comesTo(() => field(page, 'Nome negli indirizzi').inputValue(), 'societa-agricola-citta-alta');
    await field(page, 'Nome negli indirizzi').fill('Città');
    await field(page, 'Telefono').fill('+39 02 5550 0300');
    await page.getByText('Da 1 a 60 lettere minuscole, cifre e trattini').waitFor();
    await field(page, 'Nome negli indirizzi').fill('citta-alta');
    // A slug of one's own does not follow the name any more.
    await field(page, 'Nome').fill('Città Alta');
    await comesTo(() => field(page, 'Nome negli indirizzi').inputValue(), 'citta-alta');
    await page.keyboard.press('Enter');

    await page.getByText('Nessun impianto trovato').waitFor();
    await page.getByText('Questa azienda è nuova.').waitFor();
    assert.equal(new URL(page.url()).pathname, '/apps/asset');
    await header(page, 'Città Alta').waitFor();
    const { companyName, companySlug, companyTelephone } = await stored(page);
    assert.deepEqual(
      [companyName, companySlug, companyTelephone],
      ['Città Alta', 'citta-alta', '+39 02 5550 0300'],
    );

    // A second one, from the profile; the tab beside keeps its own.
    const beside = await context.newPage();
    await beside.goto('/apps/asset/company');
    await field(beside, 'Nome').waitFor();
    await page.getByRole('button', { name: /Profilo/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Crea una nuova azienda' }).click();
    await field(page, 'Nome').fill('Borgo Basso');
    await page.getByRole('button', { name: 'Crea azienda' }).click();
    await header(page, 'Borgo Basso').waitFor();
    await page.getByText('Questa azienda è nuova.').waitFor();
    assert.equal((await stored(page)).companyName, 'Borgo Basso');
    await beside.reload();
    await header(beside, 'Città Alta').waitFor();
    await comesTo(() => field(beside, 'Nome').inputValue(), 'Città Alta');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('keeps what was typed when it cannot be made', async () => {
    const user = await makeUser(stage);
    const { page } = await open(user, '/companies/create');
    await page.route('**/api/v1/company/', (route) => route.abort());
    await field(page, 'Nome').fill('Aurora');
    await page.getByRole('button', { name: 'Crea azienda' }).click();
    await reads(page.getByRole('alert'), /Il server non è raggiungibile/);
    await comesTo(() => field(page, 'Nome').inputValue(), 'Aurora');
    await page.unroute('**/api/v1/company/');
    await page.getByRole('button', { name: 'Crea azienda' }).click();
    await header(page, 'Aurora').waitFor();
  });

  it('has its new name everywhere at once', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const { page, faults } = await open(user, '/apps/asset/company');
    await field(page, 'Nome').fill('Aurora Rinnovabili');
    await field(page, 'Telefono').fill('+39 02 1');
    await page.keyboard.press('Enter');
    await page.getByText('Elemento salvato').waitFor();
    await header(page, 'Aurora Rinnovabili').waitFor();
    const { companyName, companyTelephone } = await stored(page);
    assert.deepEqual([companyName, companyTelephone], ['Aurora Rinnovabili', '+39 02 1']);
    // Its logo as well, until it is taken away.
    const buffer = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#0a7d3c' } })
      .png()
      .toBuffer();
    const logo = page.getByRole('img', { name: 'Logo di Aurora Rinnovabili' });
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: buffer.subarray(0, 60) });
    await page.getByText(/^Il logo è danneggiato/).waitFor();
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await logo.waitFor();
    await page.getByRole('button', { name: 'Rimuovi' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rimuovi' }).click();
    await logo.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Profilo/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: /Aurora Rinnovabili/ }).waitFor();
    await reads(drawer, /Azienda attuale Aurora Rinnovabili/);
    assert.doesNotMatch(await page.content(), /Aurora Energia/);
    // The browser notes the one picture that was refused, and one that was asked for while it was taken away.
    assert.deepEqual(
      faults.errors.filter((text) => !/status of 40[04] .*\/logo\//.test(text)),
      [],
    );
    assert.deepEqual(faults.csp, []);
  });

  it('does not lose unsaved changes without asking', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const other = await makeCompany(stage.pool, 'Borea Solare');
    const user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await join(stage, other, user.id, { roles: ['COMPANY_OWNER', 'APP_0'] });
    const { page, faults } = await open(user, '/apps/asset/company');
    await field(page, 'Descrizione').fill('Non ancora salvata');
    const menu = page.getByRole('navigation', { name: "Menu dell'applicazione" });
    const question = page.getByRole('dialog', { name: 'Uscire senza salvare?' });
    await menu.getByRole('link', { name: 'Utenti' }).click();
    await question.getByRole('button', { name: 'Resta qui' }).click();
    await question.waitFor({ state: 'detached' });
    await comesTo(() => field(page, 'Descrizione').inputValue(), 'Non ancora salvata');
    assert.equal(new URL(page.url()).pathname, '/apps/asset/company');

    // Nor by changing the company, which is no other page.
    await page.getByRole('button', { name: /Profilo/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Borea Solare' }).click();
    await question.getByRole('button', { name: 'Resta qui' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('button', { name: 'Chiudi' }).click();
    await comesTo(() => field(page, 'Descrizione').inputValue(), 'Non ancora salvata');
    assert.equal((await stored(page)).companyName, 'Aurora Energia');

    await menu.getByRole('link', { name: 'Utenti' }).click();
    await question.getByRole('button', { name: 'Esci senza salvare' }).click();
    await page.getByRole('heading', { level: 1, name: 'Utenti' }).waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('says why it was not saved, keeps what was typed, and refuses a telephone that nobody can dial', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const { page } = await open(user, '/apps/asset/company');
    await page.route('**/api/v1/company/*/', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' })
        : route.continue(),
    );
    await field(page, 'Telefono').fill('abc');
    await page.keyboard.press('Enter');
    await page.getByText(/^Solo cifre, spazi/).waitFor();
    await field(page, 'Telefono').fill('+39 (02) 5550-300 int. 12');
    await page.keyboard.press('Enter');
    const answer = await seen(page.getByRole('alert'));
    assert.match(answer, /^Salvataggio non riuscito: .*Ciò che hai inserito è ancora qui: riprova tra poco/);
    // What a field says now is not said beside what was refused before.
    await field(page, 'Telefono').fill('abc');
    await page.keyboard.press('Enter');
    await page.getByText(/^Solo cifre, spazi/).waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await field(page, 'Telefono').fill('+39 (02) 5550-300 int. 12');
    await page.unroute('**/api/v1/company/*/');
    await page.getByRole('button', { name: 'Salva', exact: true }).click();
    await page.getByText('Elemento salvato').waitFor();
    assert.equal((await stored(page)).companyTelephone, '+39 (02) 5550-300 int. 12');
  });

  it('that was the only one leaves a word of what became of it', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const { page } = await open(user, '/apps/asset/company');
    await page.getByRole('button', { name: 'Disattiva…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Aurora Energia');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/companies/create');
    const answer = page.getByRole('main').getByRole('alert');
    await reads(answer, /^«Aurora Energia» è stata disattivata: .* i dati restano/);
  });

  it('shows both versions to whoever saves second, who chooses', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const first = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const second = await makeUser(stage, { company, roles: ['SUPER_ENGINEER_0'] });
    const { page } = await open(first, '/apps/asset/company');
    const late = await open(second, '/apps/asset/company');
    await field(late.page, 'Descrizione').fill('Dal secondo');
    await field(page, 'Descrizione').fill('Dal primo');
    await page.getByRole('button', { name: 'Salva', exact: true }).click();
    await page.getByText('Elemento salvato').waitFor();

    await late.page.getByRole('button', { name: 'Salva', exact: true }).click();
    const notice = late.page.getByRole('alert').filter({ hasText: 'Nel frattempo' });
    await reads(notice, /Descrizione Dal secondo Dal primo/);
    await comesTo(() => field(late.page, 'Descrizione').inputValue(), 'Dal secondo');
    await notice.getByRole('button', { name: 'Salva la mia versione' }).click();
    await late.page.getByText('Elemento salvato').waitFor();
    await page.reload();
    await field(page, 'Descrizione').waitFor();
    await comesTo(() => field(page, 'Descrizione').inputValue(), 'Dal secondo');
    assert.deepEqual(otherErrors(late, 409), []);
  });

  it('ends only with its name typed out, and everybody in it is told within seconds', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const other = await makeCompany(stage.pool, 'Borea Solare');
    await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    await makeLivePlants(stage.pool, other, [{ code: 'BOR-001', name: 'Barbagia' }]);
    const owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await join(stage, other, owner.id, { roles: ['COMPANY_OWNER', 'APP_0'] });
    const manager = await makeUser(stage, { company, roles: ['MANAGEMENT_0', 'APP_0'] });
    const watching = await open(manager, '/apps/asset');
    await watching.page.locator('[data-plant-card="AUR-001"]').waitFor();

    const { page, faults } = await open(owner, '/apps/asset/company');
    await page.getByRole('button', { name: 'Disattiva…' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Disattiva azienda' });
    await comesTo(() => confirm.isDisabled(), true);
    await dialog.getByRole('textbox').fill('aurora energia');
    await comesTo(() => confirm.isDisabled(), true);
    await dialog.getByRole('textbox').fill('Aurora Energia');
    await page.keyboard.press('Enter');

    await header(page, 'Borea Solare').waitFor();
    await page.getByText('Aurora Energia è stata disattivata').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    assert.equal((await stored(page)).companyName, 'Borea Solare');
    await page.getByRole('button', { name: /Profilo/ }).click();
    const listed = page.getByRole('dialog').getByRole('button', { name: /Aurora/ });
    await comesTo(() => listed.count(), 0);
    assert.deepEqual(faults, { errors: [], csp: [] });

    // Whoever was looking has nowhere else to go.
    await watching.page.waitForURL('**/companies/create');
    await reads(watching.page.getByRole('alert').first(), /^Non hai più accesso a «Aurora Energia»/);
    assert.deepEqual(await stored(watching.page), {});
    assert.doesNotMatch(await watching.page.content(), /Capitanata/);
    assert.deepEqual(otherErrors(watching, 403), []);
  });

  it('says for how long it keeps readings, and asks before any would go', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const { page, faults } = await open(user, '/apps/asset/company');
    const kept = page.getByRole('region', { name: 'Conservazione delle letture' });
    const choose = async (words: string) => {
      await kept.getByRole('combobox').click();
      await page.getByRole('option', { name: words, exact: true }).click();
    };
    await choose('5 anni');
    const dialog = page.getByRole('dialog', { name: 'Eliminare le letture più vecchie?' });
    await dialog.getByText('Le singole letture più vecchie di 5 anni').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Elimina le letture più vecchie' });
    await comesTo(() => confirm.isDisabled(), true);
    await dialog.getByRole('textbox').fill('Aurora Energia');
    await confirm.click();
    await page.getByText('Elemento salvato').first().waitFor();
    const months = () =>
      stage.arrange<{ months: number | null }>(
        'select readings_kept_months as months from company where id_client = $1',
        [company.company_id],
      );
    assert.deepEqual(await months(), [{ months: 60 }]);
    // Longer takes nothing away: nobody is asked.
    await choose('10 anni');
    await assert.doesNotReject(async () => {
      while ((await months())[0]?.months !== 120) await page.waitForTimeout(50);
    });
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('that asks for a second factor stays closed, calmly, until it is there', async () => {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const other = await makeCompany(stage.pool, 'Borea Solare');
    await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    const user = await makeUser(stage, { company, roles: ['ENGINEER_0', 'APP_0'] });
    await join(stage, other, user.id, { roles: ['VIEWER', 'APP_0'] });
    const portal = await open(user, '/apps/asset');
    const { page } = portal;
    await header(page, 'Aurora Energia').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Impianti' }).waitFor();
    await stage.arrange('update company set second_factor_required = true where id_client = $1', [
      company.company_id,
    ]);
    await page
      .getByRole('heading', { level: 1, name: "Aurora Energia richiede l'autenticazione a due fattori" })
      .waitFor();
    const way = page.getByRole('link', { name: "Attiva l'autenticazione a due fattori" });
    await comesTo(() => way.getAttribute('href'), '/user#second-factor');
    await comesTo(() => page.getByRole('button', { name: /^Notifiche/ }).count(), 0);
    await comesTo(() => page.getByRole('navigation', { name: "Menu dell'applicazione" }).count(), 0);
    await page.reload();
    await way.waitFor();
    portal.faults.errors.length = 0;
    await page.reload();
    await way.waitFor();
    await way.click();
    await page.getByRole('heading', { name: 'Autenticazione a due fattori' }).waitFor();
    await page.goBack();
    await page.getByRole('main').getByRole('button', { name: 'Borea Solare' }).click();
    await header(page, 'Borea Solare').waitFor();
    await page.getByText('Nessun impianto trovato').waitFor();
    // Nothing was asked of the closed company that it would have had to refuse.
    assert.deepEqual(portal.faults, { errors: [], csp: [] });
  });
});

describe('business management', () => {
  let stage: Stage;
  let company: Scope;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
  });
  after(() => stage?.close());

  const menuOf = (page: Page) => page.getByRole('navigation', { name: "Menu dell'applicazione" });

  it('is open without the role that opens applications, which stay closed', async () => {
    const user = await makeUser(stage, { company, roles: ['SUPER_ENGINEER_0'] });
    const { page, faults } = await stage.open({}, user);
    await page.goto('/');
    await page
      .getByRole('main')
      .getByRole('link', { name: /Gestione aziendale/ })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Utenti' }).waitFor();
    assert.deepEqual(await menuOf(page).getByRole('button').allInnerTexts(), ['Gestione aziendale']);
    assert.deepEqual(await menuOf(page).getByRole('link').allInnerTexts(), ['Utenti', 'Azienda']);
    await menuOf(page).getByRole('link', { name: 'Azienda' }).click();
    await field(page, 'Nome').waitFor();
    // Ending it and demanding a second factor are others' affairs.
    await comesTo(() => page.getByRole('switch').count(), 0);
    await comesTo(() => page.getByRole('button', { name: /^Disattiva/ }).count(), 0);
    await page.goto('/apps/asset');
    await page.getByText('Accesso non consentito').waitFor();
    await page.goto('/apps/asset/audit');
    await page.getByText('Accesso non consentito').waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('is hidden from whoever manages nothing', async () => {
    const user = await makeUser(stage, { company, roles: ['ENGINEER_0', 'APP_0'] });
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset');
    await menuOf(page).getByRole('link', { name: 'Dashboard' }).waitFor();
    await comesTo(() => menuOf(page).getByRole('button', { name: 'Gestione aziendale' }).count(), 0);
    for (const path of ['users', 'company', 'permissions', 'api-keys', 'audit']) {
      await page.goto(`/apps/asset/${path}`);
      await page.getByText('Accesso non consentito').waitFor();
    }
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('stays on screen in another company that one manages as well, and only there', async () => {
    const managed = await makeCompany(stage.pool, 'Borea Solare');
    const other = await makeCompany(stage.pool, 'Cirro Idro');
    const user = await makeUser(stage, { company, roles: ['MANAGEMENT_0'] });
    await join(stage, managed, user.id, { roles: ['SUPER_ENGINEER_0'] });
    await join(stage, other, user.id, { roles: ['VIEWER', 'APP_0'] });
    const { page, faults } = await stage.open({}, user);
    await page.goto('/apps/asset/users?q=nobody');
    const change = async (name: string) => {
      await page.getByRole('button', { name: /Profilo/ }).click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
      await header(page, name).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await change('Borea Solare');
    await page.getByRole('heading', { level: 1, name: 'Utenti' }).waitFor();
    const { pathname, search } = new URL(page.url());
    assert.equal(pathname + search, '/apps/asset/users');
    await page.getByRole('row', { name: /Ingegnere capo/ }).waitFor();
    await comesTo(() => page.getByRole('row').count(), 2);
    await change('Cirro Idro');
    await page.getByRole('heading', { level: 1, name: 'Impianti' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/apps/asset');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('invites nobody in the name of an address that is not confirmed', async () => {
    const user = await makeUser(stage, { company, roles: ['MANAGEMENT_0'] });
    await stage.arrange('update user_account set confirmed_at = null where id = $1', [user.id]);
    const { page } = await stage.open({}, user);
    await page.goto('/apps/asset/users');
    await page.getByRole('complementary', { name: 'Indirizzo da confermare' }).waitFor();
    await page.getByRole('row', { name: new RegExp(user.email) }).waitFor();
    await comesTo(() => page.getByRole('button', { name: 'Invita', exact: true }).count(), 0);
    // Confirmed in another tab: coming back to this one is enough.
    await stage.arrange('update user_account set confirmed_at = now() where id = $1', [user.id]);
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByRole('button', { name: 'Invita', exact: true }).waitFor();
  });

  it('stands open in the menu where one of its entries is on screen', async () => {
    const user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const { page } = await stage.open({}, user);
    await page.goto('/apps/asset/company/');
    await menuOf(page).getByRole('link', { name: 'Azienda' }).waitFor();
    const opened = menuOf(page).getByRole('button', { expanded: true });
    assert.deepEqual(await opened.allInnerTexts(), ['Gestione aziendale']);
    assert.deepEqual(await menuOf(page).getByRole('link').allInnerTexts(), [
      'Utenti',
      'Azienda',
      'Permessi',
      'Chiavi API',
      'Webhook',
      'Registro attività',
    ]);
  });
});
