import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { mailTo } from '../support/accounts.ts';
import { makeCompany, makeUser, signIn, type TestUser } from '../support/app.ts';
import { asking } from '../support/companies.ts';
import { faultOf, mailedPath } from './support/accounts.ts';
import { comesTo, fillSignIn, reads, type Stage, seen, startStage } from './support/portal.ts';

const PASSWORD = 'quattro gabbiani blu';

interface Typed {
  name?: string;
  email?: string;
  password?: string;
  confirm?: string;
}

async function fill(page: Page, { name, email, password, confirm }: Typed): Promise<void> {
  if (name !== undefined) await page.getByRole('textbox', { name: /^(Nome|First)/ }).fill(name);
  if (email !== undefined) await page.getByRole('textbox', { name: 'Email' }).fill(email);
  if (password !== undefined) await page.getByLabel('Password', { exact: true }).fill(password);
  if (confirm !== undefined) await page.getByLabel(/^(Conferma|Confirm)/).fill(confirm);
}

const send = (page: Page) => page.getByRole('button', { name: /^(Registrati|Register)/ }).click();

describe('a new account', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
  });
  after(() => stage?.close());

  /** Invites, and answers the link as the mail carries it, within this portal. */
  async function invite(
    email: string,
    roles = ['ENGINEER_0', 'APP_0'],
  ): Promise<{ id: number; path: string }> {
    const headers = await signIn(stage, owner, company);
    const body = { email, first_name: 'Nadia', last_name: 'Greco', roles };
    const { json } = await asking(stage)('inviteUser', { body }, headers);
    const [mail] = await mailTo(stage, email);
    const [path = ''] = /\/register\?invitation=[\w.-]+/.exec(mail?.body_text ?? '') ?? [];
    return { id: (json as { id: number }).id, path };
  }

  it('begins at the form, is signed in at once and goes on to its first company', async () => {
    const { page, faults } = await stage.open();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Registrati' }).click();
    await page.getByRole('heading', { level: 1, name: 'Registrati' }).waitFor();

    await fill(page, { name: 'Marta Rinaldi', email: 'Marta@Example.org', password: 'sette c' });
    await page.getByLabel('Conferma la password').focus();
    assert.equal(await faultOf(page, 'Password'), 'Servono almeno 12 caratteri');
    await fill(page, { password: PASSWORD, confirm: `${PASSWORD}!` });
    await send(page);
    assert.equal(await faultOf(page, 'Conferma la password'), 'La password e la sua conferma non coincidono');

    await fill(page, { confirm: PASSWORD });
    await send(page);
    await page.getByText('Utente registrato con successo').waitFor();
    await page.waitForURL('**/companies/create');
    await page.getByText('Conferma il tuo indirizzo').waitFor();

    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Rinaldi Energia');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Rinaldi Energia').waitFor();
    const banner = page.getByRole('complementary', { name: 'Indirizzo da confermare' });
    await banner.getByRole('button', { name: 'Invia di nuovo' }).click();
    await banner.getByText('Un nuovo link è in arrivo').waitFor();

    await page.goto(await mailedPath(stage, 'marta@example.org', 'confirm-email'));
    await page.getByText('che marta@example.org è tuo').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: "Conferma l'indirizzo" }).click();
    await page.getByText('Questa non è la tua password attuale').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('marta@example.org è confermato').waitFor();
    await page.getByRole('link', { name: 'Vai al portale' }).click();
    await page.getByRole('banner').getByText('Rinaldi Energia').waitFor();
    await banner.waitFor({ state: 'detached' });
    // The password is asked for first, and was wrong once: the browser tells of both refusals.
    const others = faults.errors.filter((one) => !/status of 400 .*\/user\/v1\/email\/confirm\//.test(one));
    assert.deepEqual({ ...faults, errors: others }, { errors: [], csp: [] });
  });

  it('hears in English, letter for letter, what is wrong, and loses nothing that was typed', async () => {
    const { page } = await stage.open();
    await page.goto('/en/register');
    await send(page);
    for (const sentence of ['required', 'Insert email address', 'Insert password'])
      await page.getByText(sentence, { exact: true }).first().waitFor();

    await fill(page, {
      name: 'Anna Verdi',
      email: owner.email,
      password: PASSWORD,
      confirm: 'something else',
    });
    await send(page);
    assert.equal(
      await faultOf(page, 'Confirm the password'),
      'The password and its confirm are not the same',
    );
    await fill(page, { password: 'aaaaaaaaaaaa', confirm: 'aaaaaaaaaaaa' });
    await send(page);
    await page.getByText('too common').waitFor();
    assert.equal(await page.evaluate('document.activeElement?.name'), 'password');

    await fill(page, { password: PASSWORD, confirm: PASSWORD });
    await send(page);
    const alert = page.getByRole('alert');
    await reads(alert, /^A user with this credentials already exist\. /);
    await alert.getByRole('link', { name: 'Sign in' }).waitFor();
    await comesTo(() => page.getByRole('textbox', { name: 'Email' }).inputValue(), owner.email);
    await comesTo(() => page.getByLabel('Password', { exact: true }).inputValue(), PASSWORD);

    await fill(page, { email: 'anna.verdi@example.org' });
    await send(page);
    await page.getByText('User registered successfully').waitFor();
    const [stored] = await stage.arrange<{ language: string }>(
      `select language from user_account where email = 'anna.verdi@example.org'`,
    );
    assert.equal(stored?.language, 'en', 'the language of the page is the language of the account');
  });

  it('that is invited sees by whom and as what, and stands in the company at once', async () => {
    const email = 'nadia.greco@example.org';
    const { path } = await invite(email);
    const { page, faults } = await stage.open();
    await page.goto(path);
    const card = page.getByRole('region', { name: 'Invito' });
    await reads(card, /Aurora Energia .*Ingegnere Applicazioni/);
    await comesTo(() => page.getByRole('textbox', { name: 'Email' }).inputValue(), email);
    await comesTo(() => page.getByRole('textbox', { name: /^Nome/ }).inputValue(), 'Nadia Greco');
    assert.notEqual(await page.getByRole('textbox', { name: 'Email' }).getAttribute('readonly'), null);

    await fill(page, { password: PASSWORD, confirm: PASSWORD });
    await send(page);
    await page.getByRole('banner').getByText('Aurora Energia').waitFor();
    // The mailed link has proved the address.
    await comesTo(() => page.getByText('Conferma il tuo indirizzo').count(), 0);
    assert.deepEqual(faults, { errors: [], csp: [] });

    await page.goto(path);
    await page.getByText('Fai già parte di Aurora Energia.').waitFor();
    await page.getByRole('link', { name: 'Vai al portale' }).click();
    await page.getByRole('banner').getByText('Aurora Energia').waitFor();

    // Nobody else learns who joined by it.
    const { page: strangers } = await stage.open({}, owner);
    await strangers.goto(path);
    await reads(strangers.getByRole('alert'), /^Questo invito non è più valido/);
  });

  it('is not needed by who has one: they sign in and join, or join by one press', async () => {
    const other = await makeCompany(stage.pool, 'Borea Solare');
    const known = await makeUser(stage, { company: other, roles: ['VIEWER'] });
    const first = await invite(known.email);
    const { page } = await stage.open();
    await page.goto(first.path);
    await page.getByText('esiste già un account').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await comesTo(() => seen(page.getByRole('alert')), 'Email o password errate.');
    await page.getByLabel('Password', { exact: true }).fill(known.password);
    await page.getByRole('button', { name: 'Accedi ed entra in Aurora Energia' }).click();
    await page.getByRole('banner').getByText('Aurora Energia').waitFor();

    const second = await makeUser(stage);
    const { path } = await invite(second.email, ['WORKER', 'APP_0']);
    const signedIn = await stage.open({}, second);
    await signedIn.page.goto(path);
    await signedIn.page.getByRole('button', { name: 'Entra in Aurora Energia' }).click();
    await signedIn.page.getByRole('banner').getByText('Aurora Energia').waitFor();
  });

  it('of somebody else does not take an invitation along', async () => {
    const { path } = await invite('somebody.else@example.org');
    const { page } = await stage.open({}, owner);
    await page.goto(path);
    await page.getByText(`come ${owner.email}; questo invito è per somebody.else@example.org`).waitFor();
    await page.getByRole('button', { name: 'Esci e continua' }).click();
    await page.getByLabel('Conferma la password').waitFor();
    await comesTo(
      () => page.getByRole('textbox', { name: 'Email' }).inputValue(),
      'somebody.else@example.org',
    );
  });

  it('is offered a way on where the link holds no more', async () => {
    const { id, path } = await invite('too.late@example.org');
    await stage.arrange(`update invitation set expires_at = now() - interval '1 minute' where id = $1`, [id]);
    const { page } = await stage.open();
    for (const link of [path, '/register?invitation=never-was-one']) {
      await page.goto(link);
      await reads(page.getByRole('alert'), /^Questo invito non è più valido\. .*chiedi un nuovo invito/);
    }
    await page.getByRole('link', { name: 'Accedi' }).click();
    await fillSignIn(page, owner);
    await page.getByRole('banner').getByText('Aurora Energia').waitFor();
  });
});

describe('a new account where accounts are made by invitation only', () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage({ registration: 'invite' });
  });
  after(() => stage?.close());

  it('is not offered a form that would be refused', async () => {
    const { page, faults } = await stage.open();
    await page.goto('/register');
    await page.getByText('La registrazione è solo su invito').waitFor();
    await comesTo(() => page.getByRole('textbox').count(), 0);
    await page.goto('/register?invitation=never-was-one');
    await page.getByRole('alert').waitFor();
    await comesTo(() => page.getByRole('link', { name: 'Registrati senza invito' }).count(), 0);
    assert.deepEqual(faults.csp, []);
  });
});
