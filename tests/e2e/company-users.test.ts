import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Role } from '../../src/shared/contract/capabilities.ts';
import { inScope, type Scope, scopeOfPerson } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeKey, makeUser, type TestUser, testPassword } from '../support/app.ts';
import type { OpenPortal } from '../support/browser.ts';
import { makeLivePlants } from './support/field.ts';
import { comesTo, reads, type Stage, startStage, until } from './support/portal.ts';

const ROLES: readonly Role[] = ['COMPANY_OWNER', 'APP_0'];

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const box = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('checkbox', { name, exact: true });
/** A refused call is told of by the browser itself; nothing else may be wrong. */
const otherErrors = ({ faults }: OpenPortal, status: number) =>
  faults.errors.filter((text) => !text.includes(String(status)));

describe('the users of a company', () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.close());

  /** A company with three plants and its owner. */
  async function aurora(): Promise<{ company: Scope; owner: TestUser; plants: Map<string, number> }> {
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    const owner = await makeUser(stage, { company, roles: ROLES });
    const plants = await makeLivePlants(stage.pool, company, [
      { code: 'AUR-001', name: 'Capitanata' },
      { code: 'AUR-002', name: 'Murge' },
      { code: 'AUR-003', name: 'Salento' },
    ]);
    return { company, owner, plants };
  }

  /** What a person is called in a company. */
  const call = (company: Scope, user: TestUser, first: string, last: string) =>
    inScope(stage.pool, company, (tx) =>
      tx.query(
        'update company_user set first_name = $3, last_name = $4 where company_id = $1 and user_id = $2',
        [company.company_id, user.id, first, last],
      ),
    );

  const open = async (user: TestUser, path = '/apps/asset/users') => {
    const portal = await stage.open({}, user);
    await portal.page.goto(path);
    return portal;
  };

  it('are invited, register by the link, see what is named for them, and are gone at once when dismissed', async () => {
    const { owner } = await aurora();
    const { page, faults } = await open(owner);
    await page.getByRole('button', { name: 'Invita', exact: true }).click();
    await page.getByRole('button', { name: "Invia l'invito" }).click();
    await page.getByText("Inserisci l'indirizzo email").waitFor();
    await field(page, 'Email').fill('nadia.greco@example.org');
    await field(page, 'Nome').fill('Nadia');
    await field(page, 'Cognome').fill('Greco');
    await box(page, 'Osservatore').uncheck();
    await box(page, 'Ingegnere').check();
    await page.getByText("Nessun impianto scelto: l'utente non ne vedrà nessuno.").waitFor();
    await field(page, 'Cerca impianti').fill('murge');
    await box(page, 'Murge AUR-002').check();
    await field(page, 'Nome').press('Enter');
    await page.getByText('Invito inviato').waitFor();
    const mailed = await field(page, 'Link di invito').inputValue();
    const { pathname, search } = new URL(mailed);
    await page.getByRole('dialog').getByRole('button', { name: 'Chiudi' }).last().click();
    await page.getByRole('tab', { name: /Inviti/ }).click();
    await row(page, 'Nadia Greco').waitFor();
    await reads(row(page, 'Nadia Greco'), /Ingegnere, Applicazioni 1 di 3/);

    const guest = await stage.open();
    await guest.page.goto(pathname + search);
    await guest.page.getByText('Aurora Energia').first().waitFor();
    await guest.page.getByLabel('Password', { exact: true }).fill(testPassword);
    await guest.page.getByLabel(/^Conferma/).fill(testPassword);
    await guest.page.keyboard.press('Enter');
    await guest.page.getByRole('banner').getByText('Aurora Energia').waitFor();
    await guest.page.goto('/apps/asset');
    await guest.page.locator('[data-plant-card="AUR-002"]').waitFor();
    await comesTo(() => guest.page.locator('[data-plant-card]').count(), 1);

    // Edited: another plant comes, without a reload.
    await page.goto('/apps/asset/users');
    await page.getByRole('button', { name: 'Modifica Nadia Greco' }).click();
    await box(page, 'Salento AUR-003').check();
    await page.getByRole('button', { name: 'Salva', exact: true }).click();
    await page.getByText('Elemento salvato').waitFor();
    await guest.page.locator('[data-plant-card="AUR-003"]').waitFor();
    await page.getByRole('button', { name: '2 di 3' }).click();
    assert.deepEqual(await page.getByRole('listitem').filter({ hasText: 'AUR-00' }).allInnerTexts(), [
      'Murge AUR-002',
      'Salento AUR-003',
    ]);
    await page.keyboard.press('Escape');

    // Dismissed while looking.
    await page.getByRole('button', { name: "Rimuovi Nadia Greco dall'azienda" }).click();
    await page.getByRole('dialog').getByRole('button', { name: "Rimuovi dall'azienda" }).click();
    await page.getByText("Nadia Greco non fa più parte dell'azienda").waitFor();
    await guest.page.waitForURL('**/companies/create');
    await guest.page.getByText(/^Non hai più accesso a «Aurora Energia»/).waitFor();
    assert.doesNotMatch(await guest.page.content(), /Murge|Salento/);
    await comesTo(() => row(page, 'Nadia Greco').count(), 0);
    assert.deepEqual(faults, { errors: [], csp: [] });
    assert.deepEqual(otherErrors(guest, 403), []);
  });

  it('dismissed take with them what is ticked of what they made, and only that', async () => {
    const { company, owner } = await aurora();
    const luca = await makeUser(stage, { company, roles: ROLES });
    await call(company, luca, 'Luca', 'Moretti');
    const his = scopeOfPerson(company.company_id, { user_id: luca.id, address: null });
    const spare = await makeKey(stage, his, { name: 'Portatile di Luca' });
    const gateway = await makeKey(stage, his, { name: 'Gateway Murge' });
    const statusOf = async ({ headers }: typeof spare) => {
      const own = { ...headers, 'id-client': String(company.company_id) };
      return (await stage.app.inject({ url: '/api/v1/plants/', headers: own })).statusCode;
    };
    assert.deepEqual([await statusOf(spare), await statusOf(gateway)], [200, 200]);
    const { page, faults } = await open(owner);
    await page.getByRole('button', { name: "Rimuovi Luca Moretti dall'azienda" }).click();
    await page.getByRole('group', { name: 'Chiavi API' }).waitFor();
    await page.getByRole('checkbox', { name: /^Portatile di Luca/ }).check();
    await page.getByRole('checkbox', { name: /^Gateway Murge/ }).uncheck();
    await page.getByRole('dialog').getByRole('button', { name: "Rimuovi dall'azienda" }).click();
    await page.getByText("Luca Moretti non fa più parte dell'azienda").waitFor();
    assert.deepEqual([await statusOf(spare), await statusOf(gateway)], [401, 200]);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('are searched, filtered and ordered, and the address keeps it', async () => {
    const { company, owner, plants } = await aurora();
    await call(company, owner, 'Marta', 'Rinaldi');
    const luca = await makeUser(stage, {
      company,
      roles: ['ENGINEER_0', 'APP_0'],
      plants: [plants.get('AUR-001') ?? 0],
    });
    await call(company, luca, 'Luca', 'Moretti');
    const elena = await makeUser(stage, { company, roles: ['VIEWER'] });
    await call(company, elena, 'Elena', 'Fontana');
    const { page } = await open(owner);
    const names = async () =>
      (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[1]);
    await row(page, 'Luca Moretti').waitFor();
    // How many plants there are is another question, answered a moment later.
    await row(page, 'Luca Moretti').getByText('1 di 3').waitFor();
    await reads(row(page, 'Marta Rinaldi'), /\(tu\).* Titolare, Applicazioni tutti no/);
    await reads(row(page, 'Luca Moretti'), /Ingegnere, Applicazioni 1 di 3 no mai/);
    await page.getByRole('button', { name: 'Nome', exact: true }).click();
    await comesTo(names, ['Elena Fontana', 'Luca Moretti', 'Marta Rinaldi (tu)']);
    await page.getByRole('combobox', { name: 'Ruolo' }).selectOption({ label: 'Osservatore' });
    await comesTo(names, ['Elena Fontana']);
    assert.equal(new URL(page.url()).search, '?sort=name&role=VIEWER');
    await page.reload();
    await row(page, 'Elena').waitFor();
    await comesTo(names, ['Elena Fontana']);
    await field(page, 'Cerca nome o email').fill('moretti');
    await page
      .getByText('Nulla')
      .or(page.getByText(/Nessun/))
      .first()
      .waitFor();
    await page.getByRole('main').getByRole('status').getByRole('button').click();
    await comesTo(async () => (await names()).length, 3);
  });

  it('keep at least one owner, and the last one is told why', async () => {
    const { company, owner } = await aurora();
    await call(company, owner, 'Marta', 'Rinaldi');
    const { page, faults } = await open(owner);
    const leave = page.getByRole('button', { name: /^Rimuovi Marta Rinaldi/ });
    await leave.waitFor();
    await comesTo(() => leave.getAttribute('aria-disabled'), 'true');
    assert.match(
      (await leave.getAttribute('aria-label')) ?? '',
      /È l'ultimo titolare: nominane prima un altro/,
    );
    await leave.click({ force: true });
    await comesTo(() => page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: 'Modifica Marta Rinaldi' }).click();
    await comesTo(() => box(page, 'Titolare').isDisabled(), true);
    await page.getByText(/È l'ultimo titolare: nominane prima un altro/).waitFor();
    await page.keyboard.press('Escape');

    // With a second one, the first may go; there is nowhere else for them then.
    const other = await makeUser(stage, { company, roles: ROLES });
    await call(company, other, 'Paolo', 'Ferraris');
    await page.reload();
    await page.getByRole('button', { name: "Rimuovi Marta Rinaldi dall'azienda" }).click();
    await page.getByRole('dialog').getByText('Lasciare Aurora Energia?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: "Lascia l'azienda" }).click();
    await page.waitForURL('**/companies/create');
    await comesTo(() => page.getByText(/Non hai più accesso a/).count(), 0);
    assert.deepEqual(faults.csp, []);
  });

  it('are granted no role above that of whoever grants it', async () => {
    const { company, owner } = await aurora();
    await call(company, owner, 'Marta', 'Rinaldi');
    const giulia = await makeUser(stage, { company, roles: ['SUPER_ENGINEER_0'] });
    await call(company, giulia, 'Giulia', 'Conti');
    const { page, faults } = await open(giulia);
    const above = page.getByRole('button', { name: /^Modifica Marta Rinaldi/ });
    await above.waitFor();
    await comesTo(() => above.getAttribute('aria-disabled'), 'true');
    await above.focus();
    await page.getByRole('tooltip', { name: /superiore al tuo/ }).waitFor();
    await page.getByRole('button', { name: 'Invita', exact: true }).click();
    for (const name of ['Titolare', 'Direzione', 'Applicazioni'])
      await comesTo(() => box(page, name).isDisabled(), true, name);
    for (const name of ['Ingegnere capo', 'Ingegnere', 'Osservatore'])
      await comesTo(() => box(page, name).isDisabled(), false, name);
    await page
      .getByText(/Superiore al tuo ruolo: non puoi assegnarlo/)
      .first()
      .waitFor();
    await page.getByText(/Lo assegnano solo titolari e direzione/).waitFor();
    await box(page, 'Ingegnere capo').check();
    await page.getByText("Questi ruoli vedono tutti gli impianti: non c'è nulla da scegliere.").waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('are invited to nothing at all only after a question, and the keyboard stays where one works', async () => {
    const { company, owner } = await aurora();
    await call(company, owner, 'Marta', 'Rinaldi');
    const { page, faults } = await open(owner);
    const focused = () =>
      page.evaluate(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
      );
    await page.getByRole('button', { name: 'Modifica Marta Rinaldi' }).click();
    await page.getByRole('dialog').waitFor();
    await until(page, 'document.activeElement.name === "first_name"');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Modifica Marta Rinaldi');

    await page.getByRole('button', { name: 'Invita', exact: true }).click();
    await until(page, 'document.activeElement.name === "email"');
    await page.keyboard.type('nadia.greco@example.org');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Invitare senza impianti?' });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await comesTo(() => field(page, 'Email').inputValue(), 'nadia.greco@example.org');
    assert.equal(await page.evaluate('document.activeElement.name'), 'email');
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Invita lo stesso' }).click();
    await page.getByText('Invito inviato').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Chiudi' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Invita');
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('edited by two at once show the second editor both versions', async () => {
    const { company, owner } = await aurora();
    const second = await makeUser(stage, { company, roles: ROLES });
    const luca = await makeUser(stage, { company, roles: ['ENGINEER_0', 'APP_0'] });
    await call(company, luca, 'Luca', 'Moretti');
    const { page } = await open(owner);
    const late = await open(second);
    for (const one of [page, late.page])
      await one.getByRole('button', { name: 'Modifica Luca Moretti' }).click();
    await box(page, 'Ingegnere').uncheck();
    await box(page, 'Operatore').check();
    await page.getByRole('button', { name: 'Salva', exact: true }).click();
    await page.getByText('Elemento salvato').waitFor();

    await field(late.page, 'Cognome').fill('Moretti Rossi');
    await late.page.getByRole('button', { name: 'Salva', exact: true }).click();
    const notice = late.page.getByRole('alert').filter({ hasText: 'Nel frattempo' });
    await reads(notice, /Cognome Moretti Rossi Moretti/);
    await reads(notice, /Ruoli Ingegnere, Applicazioni Operatore, Applicazioni/);
    await comesTo(() => field(late.page, 'Cognome').inputValue(), 'Moretti Rossi');
    await notice.getByRole('button', { name: 'Usa la versione salvata' }).click();
    await notice.waitFor({ state: 'detached' });
    await late.page.keyboard.press('Escape');
    await late.page.getByRole('dialog').waitFor({ state: 'detached' });
    await row(late.page, 'Luca Moretti').getByText('Operatore, Applicazioni').waitFor();
    assert.deepEqual(otherErrors(late, 409), []);
  });

  it('who are invited can be invited again and the invitation withdrawn', async () => {
    const { owner, company } = await aurora();
    await makeUser(stage, { company, roles: ['VIEWER'], email: 'elena@example.org' });
    const portal = await open(owner);
    const { page } = portal;
    const invite = async (email: string) => {
      await page.getByRole('button', { name: 'Invita', exact: true }).click();
      await field(page, 'Email').fill(email);
      await box(page, 'Murge AUR-002').check();
      await page.getByRole('button', { name: "Invia l'invito" }).click();
    };
    await invite('elena@example.org');
    await page.getByText("Una persona con questo indirizzo fa già parte dell'azienda.").waitFor();
    await comesTo(() => field(page, 'Email').inputValue(), 'elena@example.org');
    await field(page, 'Email').fill('nadia@example.org');
    await page.keyboard.press('Enter');
    await page.getByText('Invito inviato').waitFor();
    const before = await field(page, 'Link di invito').inputValue();
    await page.keyboard.press('Escape');
    // A minute passes.
    await stage.arrange("update invitation set sent_at = sent_at - interval '2 minutes'");
    await page.getByRole('tab', { name: /Inviti/ }).click();
    await page.getByRole('button', { name: 'Invita di nuovo nadia@example.org: nuovo link' }).click();
    await page.getByText('Invito inviato').waitFor();
    const after = await field(page, 'Link di invito').inputValue();
    assert.notEqual(after, before);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: "Ritira l'invito di nadia@example.org" }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ritira' }).click();
    await page.getByText('Nessun invito in attesa').waitFor();
    assert.deepEqual(otherErrors(portal, 409), []);
  });
});
