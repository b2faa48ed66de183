import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeKey, makeUser, signIn, type TestUser } from '../support/app.ts';
import { comesTo, reaches, type Stage, seen, startStage } from './support/portal.ts';

const PATH = '/apps/asset/audit';

describe('the audit', () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.close());

  async function company(): Promise<{ scope: Scope; owner: TestUser }> {
    const scope = await makeCompany(stage.pool, 'Aurora Energia');
    const owner = await makeUser(stage, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    return { scope, owner };
  }

  const rows = (page: Page) => page.getByRole('rowheader');
  const searchOf = (page: Page) => new URL(page.url()).searchParams;
  const settle = (page: Page, count: number) =>
    reaches(async () => (await rows(page).count()) === count).then((held) =>
      assert.ok(held, `there should be ${count} rows`),
    );

  it('tells who did what, to what and from where, in words', async () => {
    const { scope, owner } = await company();
    const engineer = await makeUser(stage, { company: scope, roles: ['VIEWER', 'APP_0'] });
    const headers = await signIn(stage, owner, scope);
    await stage.app.inject({
      method: 'PUT',
      url: `/api/v1/company-user/${engineer.id}/`,
      headers,
      payload: { roles: ['ENGINEER_0', 'APP_0'] },
    });
    await stage.app.inject({
      method: 'POST',
      url: '/api/v1/api-keys/',
      headers,
      payload: { name: 'Gateway Capitanata', scopes: ['ingest'] },
    });
    const { page, faults } = await stage.open({}, owner);
    await page.goto(PATH);
    await page.getByRole('heading', { level: 1, name: 'Registro attività' }).waitFor();
    const changed = page.getByRole('row', { name: /Utente modificato/ });
    await changed.waitFor();
    const said = await seen(changed);
    assert.match(said, /Ruoli: Osservatore, Applicazioni.*Ingegnere, Applicazioni/);
    assert.match(said, /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2} /);
    assert.match(said, /127\.0\.0\.1$/);
    const key = await seen(page.getByRole('row', { name: /Chiave creata/ }));
    assert.match(key, /Gateway Capitanata.*Permessi: inviare/);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('is narrowed by text, kind, person and time, all of which stand in the address', async () => {
    const { scope, owner } = await company();
    const second = await makeUser(stage, { company: scope, roles: ['MANAGEMENT_0', 'APP_0'] });
    for (const [user, name] of [
      [owner, 'Chiave uno'],
      [second, 'Chiave due'],
    ] as const) {
      await stage.app.inject({
        method: 'POST',
        url: '/api/v1/api-keys/',
        headers: await signIn(stage, user, scope),
        payload: { name, scopes: ['read'] },
      });
    }
    const { page } = await stage.open({}, owner);
    await page.goto(PATH);
    // Two keys, and the sign-in behind this page.
    await settle(page, 3);
    await page.getByLabel('Che cosa').selectOption('Chiavi API');
    await settle(page, 2);
    assert.equal(searchOf(page).get('group'), 'key');
    await page.getByRole('combobox', { name: 'Chi', exact: true }).click();
    await page.getByRole('listbox').getByRole('option', { name: 'Test User' }).first().click();
    await settle(page, 1);
    assert.match(searchOf(page).get('who') ?? '', /^\d+$/);
    await page.getByLabel('Quando').selectOption('Oggi');
    assert.ok(await reaches(async () => searchOf(page).get('span') === 'today'));
    await settle(page, 1);
    // A link with all of them shows the same.
    await page.reload();
    await settle(page, 1);
    await comesTo(() => page.getByLabel('Che cosa').inputValue(), 'key');
    await page.getByRole('textbox', { name: 'Cerca' }).fill('niente di simile');
    await page.getByText('Nessun risultato').waitFor();
    await page.getByRole('button', { name: 'Mostra tutto' }).click();
    await settle(page, 3);
    assert.equal(new URL(page.url()).search, '');
    // What is typed is found in the words of the page.
    await page.getByRole('textbox', { name: 'Cerca' }).fill('chiave creata');
    await settle(page, 2);
    assert.equal(searchOf(page).get('q'), 'chiave creata');
  });

  it('comes in pages, and as a whole in a file', async () => {
    const { scope, owner } = await company();
    for (let i = 1; i <= 60; i++) await makeKey(stage, scope, { name: `Chiave ${i}` });
    const { page } = await stage.open({}, owner);
    await page.goto(`${PATH}?group=key`);
    await page.getByText('1–50 di 60').waitFor();
    await comesTo(() => rows(page).count(), 50);
    await page.getByRole('button', { name: 'Pagina successiva' }).click();
    await page.getByText('51–60 di 60').waitFor();
    await settle(page, 10);
    assert.equal(searchOf(page).get('page'), '2');
    assert.ok(await page.getByRole('button', { name: 'Pagina successiva' }).isDisabled());

    await page.getByRole('button', { name: 'Esporta' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'File CSV' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^audit-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines.length, 61, 'a head, and every key that fits the filter');
    assert.ok(lines.slice(1).every((line) => line.includes(';key.created;')));
    // Another question begins at its first page.
    await page.getByLabel('Che cosa').selectOption('Impianti');
    await page.getByText('Nessun risultato').waitFor();
    assert.equal(searchOf(page).get('page'), null);
  });

  it('is read from either end, which stands in the address, and without what nobody did', async () => {
    const { scope, owner } = await company();
    await makeKey(stage, scope, { name: 'x'.repeat(80) });
    const { page } = await stage.open({}, owner);
    await page.goto(PATH);
    await settle(page, 2);
    const first = () => rows(page).first().textContent();
    const head = page.getByRole('columnheader', { name: 'Quando' });
    await comesTo(() => head.getAttribute('aria-sort'), 'descending');
    assert.equal(await first(), 'Accesso');
    await head.getByRole('button').click();
    assert.ok(await reaches(async () => (await first()) === 'Chiave creata'));
    await comesTo(() => head.getAttribute('aria-sort'), 'ascending');
    assert.equal(searchOf(page).get('order'), 'oldest');
    assert.equal(
      await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
      false,
      'a long name pushes nothing out',
    );
    await page.getByRole('combobox', { name: 'Chi', exact: true }).click();
    await page.getByRole('option', { name: 'Solo persone' }).click();
    await settle(page, 1);
    assert.equal(await first(), 'Accesso');
    await page.reload();
    await settle(page, 1);
    assert.equal(searchOf(page).get('who'), 'people');
  });

  it('keeps what it shows when it cannot be had anew, and says when there is nothing at all to show', async () => {
    const { owner } = await company();
    const { page } = await stage.open({}, owner);
    await page.route('**/api/v1/audit/?**', (route) =>
      route.fulfill({ status: 400, json: { code: 'invalid' } }),
    );
    await page.goto(PATH);
    await page.getByText('Non è stato possibile caricare questi dati').waitFor();
    // The question may be what fails: it can be changed.
    await page.getByLabel('Che cosa').selectOption('Accessi');
    assert.ok(await page.getByRole('textbox', { name: 'Cerca' }).isEnabled());
    assert.ok(await page.getByRole('button', { name: 'Esporta' }).isEnabled());
    await page.getByText('Non è stato possibile caricare questi dati').waitFor();
    await page.unroute('**/api/v1/audit/?**');
    await page.getByRole('button', { name: 'Riprova' }).click();
    await settle(page, 1);
    await page.route('**/api/v1/audit/export/**', (route) =>
      route.fulfill({ status: 400, json: { code: 'invalid' } }),
    );
    await page.getByRole('button', { name: 'Esporta' }).click();
    await page.getByRole('menuitem', { name: 'File CSV' }).click();
    await page.getByRole('alert').waitFor();
    await settle(page, 1);
  });

  it('keeps views on the server, with those that the browser held, and shows colleagues what is shared', async () => {
    const { scope, owner } = await company();
    const colleague = await makeUser(stage, { company: scope, roles: ['MANAGEMENT_0', 'APP_0'] });
    const { page } = await stage.open({}, owner);
    await page.goto(PATH);
    await page.getByRole('heading', { level: 1, name: 'Registro attività' }).waitFor();
    const key = `list:audit:views:${owner.id}`;
    await page.evaluate(
      ([name = '']) =>
        localStorage.setItem(name, JSON.stringify([{ name: 'Chiavi', search: { group: 'key' } }])),
      [key],
    );
    const panel = page.getByRole('dialog', { name: 'Colonne e viste' });
    await page.getByRole('button', { name: 'Colonne e viste' }).click();
    await panel.getByRole('button', { name: 'Chiavi', exact: true }).waitFor();
    assert.ok(
      await reaches(
        async () => (await page.evaluate(([name = '']) => localStorage.getItem(name), [key])) === null,
      ),
    );
    await panel.getByRole('checkbox', { name: 'Da dove' }).uncheck();
    await panel.getByLabel('Nome di questa vista').fill('Di oggi');
    await panel.getByRole('button', { name: 'Salva' }).click();
    const share = panel.getByRole('button', { name: "Condividi la vista Di oggi con l'azienda" });
    await share.click();
    assert.ok(await reaches(async () => (await share.getAttribute('aria-pressed')) === 'true'));
    await panel.getByRole('button', { name: 'Chiavi', exact: true }).click();
    assert.ok(await reaches(async () => searchOf(page).get('group') === 'key'));

    const other = await stage.open({}, colleague);
    await other.page.goto(PATH);
    await other.page.getByRole('button', { name: 'Colonne e viste' }).click();
    const theirs = other.page.getByRole('dialog', { name: 'Colonne e viste' });
    await comesTo(() => theirs.getByRole('button', { name: 'Chiavi', exact: true }).count(), 0);
    await theirs.getByRole('button', { name: 'Di oggi', exact: true }).click();
    await other.page.getByRole('columnheader', { name: 'Da dove' }).waitFor({ state: 'detached' });
  });

  it('is closed to those who do not administer the company', async () => {
    const { scope } = await company();
    const chief = await makeUser(stage, { company: scope, roles: ['SUPER_ENGINEER_0', 'APP_0'] });
    const { page } = await stage.open({}, chief);
    await page.goto(PATH);
    await page.getByRole('heading', { level: 1, name: 'Accesso non consentito' }).waitFor();
  });
});
