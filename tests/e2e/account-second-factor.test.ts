import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { codeAt } from '../support/accounts.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { faultOf, section } from './support/accounts.ts';
import { comesTo, fillSignIn, reads, type Stage, seen, startStage } from './support/portal.ts';

const STEP_MS = 30_000;

describe('a second factor', () => {
  let stage: Stage;
  let user: TestUser;
  let secret = '';
  let codes: string[] = [];
  before(async () => {
    stage = await startStage();
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
  });
  after(() => stage?.close());

  const passwordStep = async (page: Page) => {
    await page.goto('/login');
    await fillSignIn(page, user);
    await page.getByRole('heading', { level: 1, name: 'Autenticazione a due fattori' }).waitFor();
  };

  it('is switched on with the password, the secret and a first code, and shows its recovery codes once', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/user');
    const matter = section(page, 'Autenticazione a due fattori');
    await matter.getByRole('button', { name: 'Attiva' }).click();
    await matter.getByLabel('Password attuale').fill('not the password');
    await page.keyboard.press('Enter');
    await matter.getByText('Questa non è la tua password attuale').waitFor();
    await matter.getByLabel('Password attuale').fill(user.password);
    await page.keyboard.press('Enter');

    await matter.getByRole('img', { name: 'Codice QR' }).waitFor();
    secret = (await seen(matter.locator('code'))).replaceAll(' ', '');
    const field = matter.getByRole('textbox', { name: 'Codice' });
    await comesTo(() => field.getAttribute('autocomplete'), 'one-time-code');
    await comesTo(() => field.getAttribute('inputmode'), 'numeric');
    await field.fill('12345');
    await page.keyboard.press('Enter');
    assert.equal(await faultOf(page, 'Codice'), 'Il codice ha sei cifre');
    await field.fill(codeAt(secret, new Date()));
    await page.keyboard.press('Enter');

    const list = matter.getByRole('list', { name: 'Codici di recupero' });
    await list.waitFor();
    codes = await list.getByRole('listitem').allTextContents();
    assert.equal(codes.length, 10);
    const downloading = page.waitForEvent('download');
    await matter.getByRole('button', { name: 'Scarica' }).click();
    assert.match((await downloading).suggestedFilename(), /\.txt$/);
    // One click elsewhere does not lose them.
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
    const question = page.getByRole('dialog', { name: 'Hai conservato i codici?' });
    await question.getByRole('button', { name: 'Resta qui' }).click();
    await question.waitFor({ state: 'detached' });
    assert.deepEqual(await list.getByRole('listitem').allTextContents(), codes);
    await matter.getByRole('button', { name: 'Li ho conservati' }).click();
    await matter.getByText('10 codici di recupero rimasti').waitFor();
    await page.reload();
    await matter.getByText('10 codici di recupero rimasti').waitFor();
    await comesTo(() => page.getByText(codes[0] ?? 'none').count(), 0, 'they are shown once');
    // The password that was wrong is all that the console has to tell.
    assert.deepEqual(
      faults.errors.filter((text) => !text.includes('400')),
      [],
    );
    assert.deepEqual(faults.csp, []);
  });

  it('is asked for when signing in; what was typed before is kept on the way back', async () => {
    const { page } = await stage.open();
    await passwordStep(page);
    await page.getByRole('button', { name: 'Torna alla password' }).click();
    await comesTo(() => page.getByRole('textbox', { name: 'Email' }).inputValue(), user.email);
    await page.getByRole('button', { name: 'Accedi' }).click();

    await page.getByRole('textbox', { name: 'Codice' }).fill('000000');
    await page.keyboard.press('Enter');
    assert.equal(await faultOf(page, 'Codice'), 'Questo codice non è valido: attendi il prossimo');
    // The step that switched it on is spent: the next one holds already.
    await page.getByRole('textbox', { name: 'Codice' }).fill(codeAt(secret, new Date(Date.now() + STEP_MS)));
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Aurora Energia').waitFor();
  });

  it('is replaced by a recovery code, each good once; new ones end the old', async () => {
    const { page } = await stage.open();
    await passwordStep(page);
    await page.getByRole('button', { name: 'Usa un codice di recupero' }).click();
    await page.getByRole('textbox', { name: 'Codice di recupero' }).fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Aurora Energia').waitFor();

    await page.goto('/user');
    const matter = section(page, 'Autenticazione a due fattori');
    await matter.getByText('9 codici di recupero rimasti').waitFor();
    await matter.getByRole('button', { name: 'Nuovi codici di recupero' }).click();
    const form = matter.getByRole('form');
    await form.getByRole('textbox').fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await form.getByText('Questo codice non è valido').waitFor();
    await form.getByRole('textbox').fill(codes[1] ?? '');
    await page.keyboard.press('Enter');
    const list = matter.getByRole('list', { name: 'Codici di recupero' });
    await list.waitFor();
    const old = codes;
    codes = await list.getByRole('listitem').allTextContents();
    assert.deepEqual(
      codes.filter((code) => old.includes(code)),
      [],
    );
  });

  it('that took too long begins anew with the password', async () => {
    const { page } = await stage.open();
    await passwordStep(page);
    // A new password in the meantime ends the challenge as time does.
    await stage.arrange(`update user_account set password_hash = password_hash || ' ' where id = $1`, [
      user.id,
    ]);
    await page.getByRole('textbox', { name: 'Codice' }).fill('123456');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert');
    await reads(alert, /^È passato troppo tempo/);
    await comesTo(() => page.getByRole('textbox', { name: 'Email' }).inputValue(), user.email);
    await stage.arrange('update user_account set password_hash = rtrim(password_hash) where id = $1', [
      user.id,
    ]);
  });

  it('is switched off with the password and a code', async () => {
    const { page } = await stage.open();
    await passwordStep(page);
    await page.getByRole('button', { name: 'Usa un codice di recupero' }).click();
    await page.getByRole('textbox', { name: 'Codice di recupero' }).fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Aurora Energia').waitFor();
    await page.goto('/user');
    const matter = section(page, 'Autenticazione a due fattori');
    await matter.getByRole('button', { name: 'Disattiva' }).click();
    await matter.getByLabel('Password attuale').fill(user.password);
    await matter.getByRole('textbox', { name: /Codice/ }).fill(codes[1] ?? '');
    await page.keyboard.press('Enter');
    await matter.getByText('Non attiva').waitFor();

    const { page: fresh } = await stage.open();
    await fresh.goto('/login');
    await fillSignIn(fresh, user);
    await fresh.getByRole('banner').getByText('Aurora Energia').waitFor();
  });
});
