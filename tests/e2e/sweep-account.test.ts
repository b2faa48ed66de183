import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { codeAt, mailTo } from '../support/accounts.ts';
import { makeCompany, makeUser, signIn, type TestUser } from '../support/app.ts';
import { asking } from '../support/companies.ts';
import { mailedPath } from './support/accounts.ts';
import { inTodaysLook } from './support/eyes.ts';
import { fillSignIn, type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const PASSWORD = 'quattro gabbiani blu';
const STEP_MS = 30_000;

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });
const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const confirm = (page: Page) => page.getByLabel(/^(Conferma|Confirm)/);
const alert = (page: Page) => page.getByRole('alert').first().waitFor();

describe('every screen of an account', () => {
  let stage: Stage;
  let owner: TestUser;
  const links: string[] = [];
  before(async () => {
    stage = await startStage();
    const company = await makeCompany(stage.pool, 'Aurora Energia con un nome molto lungo per un telefono');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const headers = await signIn(stage, owner, company);
    const known = await makeUser(stage);
    const invited = 'un.indirizzo.molto.lungo.di.un.collega@manutenzioni-impianti.example.org';
    for (const to of [invited, known.email]) {
      const body = { email: to, first_name: 'Nadia', last_name: 'Greco', roles: ['SUPER_WORKER', 'APP_0'] };
      await asking(stage)('inviteUser', { body }, headers);
      const [mail] = await mailTo(stage, to);
      links.push(/\/register\?invitation=[\w.-]+/.exec(mail?.body_text ?? '')?.[0] ?? '');
    }
  });
  after(() => stage?.close());

  inTodaysLook(1, (eyes) => {
    const { prefix, goto, look, verdict } = eyes;

    it('of who comes to register', async () => {
      const page = await eyes.open(stage);
      await goto('/register');
      await look('register');
      await button(page, /^(Registrati|Register)$/).click();
      await page.getByText(/^(obbligatorio|required)$/).waitFor();
      await look('register, refused');
      await page.getByRole('textbox', { name: /^(Nome|First)/ }).fill('Anna');
      await email(page).fill(owner.email);
      await password(page).fill(PASSWORD);
      await confirm(page).fill(PASSWORD);
      await button(page, /^(Registrati|Register)$/).click();
      await alert(page);
      eyes.forgive();
      await look('register, known address');
      await goto(links[0] ?? '');
      await confirm(page).waitFor();
      await look('invitation');
      await goto(links[1] ?? '');
      await password(page).waitFor();
      await look('invitation of who has an account');
      await goto('/register?invitation=never-was-one');
      await alert(page);
      eyes.forgive();
      await look('invitation that is over');
      verdict();
    });

    it('of who lost the password, or follows a link', async () => {
      const { page } = eyes;
      await goto('/recover');
      await look('recover');
      await email(page).fill('nobody@example.org');
      await page.keyboard.press('Enter');
      await page.getByRole('status').first().waitFor();
      await look('recover, sent');
      await goto('/recover?token=never-was-one');
      await alert(page);
      eyes.forgive();
      await look('recover, link that is over');
      const { email: known } = await makeUser(stage);
      await goto('/recover');
      await email(page).fill(known);
      await page.keyboard.press('Enter');
      await page.getByRole('status').first().waitFor();
      await goto(await mailedPath(stage, known, 'recover'));
      await page.getByLabel(/^(Nuova|New) password$/).waitFor();
      await look('recover, new password');
      await goto('/confirm-email?token=never-was-one');
      await alert(page);
      eyes.forgive();
      await look('confirm address, link that is over');
      await goto('/login?after=password');
      await look('sign-in, password changed');
      verdict();
    });

    it('of oneself', async () => {
      const person = await makeUser(stage, {
        email: `${prefix.slice(1)}.long.address@manutenzioni-impianti.example.org`,
      });
      await stage.arrange('update user_account set confirmed_at = null where id = $1', [person.id]);
      const page = await eyes.open(stage, person);
      await goto('/companies/create');
      await page.getByRole('complementary').waitFor();
      await look('address to be confirmed');
      await goto('/user');
      await page.getByText(/^(Questo dispositivo|This device)$/).waitFor();
      await look('profile');

      await button(page, /^(Cambia indirizzo|Change address)$/).click();
      await page.getByRole('textbox', { name: /^(Nuovo indirizzo|New address)$/ }).fill('new@example.org');
      const form = page.getByRole('form', { name: /^(Cambia indirizzo|Change address)$/ });
      await form.getByLabel(/^(Password attuale|Current password)$/).fill(person.password);
      await page.keyboard.press('Enter');
      await page.getByText('new@example.org').waitFor();
      await button(page, /^(Cambia la password|Change the password)$/).click();
      await look('profile, address on its way, password refused');
      const picture = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') };
      await page.locator('input[type=file]').setInputFiles(picture);
      await alert(page);
      await look('profile, picture refused');
      await page.locator('input[type=file]').setInputFiles('docs/dashboard.png');
      await page.getByRole('slider').waitFor();
      await look('profile, picture to cut');
      verdict();
    });

    it('of a second factor', async () => {
      const person = await makeUser(stage);
      const page = await eyes.open(stage, person);
      await goto('/user#second-factor');
      await button(page, /^(Attiva|Turn on)$/).click();
      const current = page.getByRole('form').getByLabel(/^(Password attuale|Current password)$/);
      await current.last().fill(person.password);
      await look('second factor, password');
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: /QR/ }).waitFor();
      await look('second factor, secret');
      const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
      await page.getByRole('textbox', { name: /^(Codice|Code)$/ }).fill(codeAt(secret, new Date()));
      await page.keyboard.press('Enter');
      await page.getByRole('list', { name: /^(Codici di|Recovery)/ }).waitFor();
      await look('second factor, recovery codes');
      await button(page, /^(Li ho|I have)/).click();
      await button(page, /^(Disattiva|Turn off)$/).click();
      await look('second factor, switching off');

      await eyes.open(stage);
      await goto('/login');
      await fillSignIn(eyes.page, person);
      const code = eyes.page.getByRole('textbox', { name: /^(Codice|Code)$/ });
      await code.waitFor();
      eyes.forgive();
      await look('sign-in, code');
      await button(eyes.page, /^(Usa un codice|Use a recovery)/).click();
      await look('sign-in, recovery code');
      await button(eyes.page, /^(Usa l'app|Use the auth)/).click();
      await code.fill(codeAt(secret, new Date(Date.now() + STEP_MS)));
      await eyes.page.keyboard.press('Enter');
      await eyes.page.waitForURL('**/companies/create');
      verdict();
    });

    it('of who leaves', async () => {
      const page = await eyes.open(stage, owner);
      await goto('/user');
      await button(page, /^(Elimina|Delete)/).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().fill(owner.email);
      await look('deleting the account');
      await dialog.getByLabel(/^(Password attuale|Current password)$/).fill(owner.password);
      await page.keyboard.press('Enter');
      await alert(page);
      eyes.forgive();
      await look('deleting the account, last owner');
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      const { page } = eyes;
      const walk = async (path: string, wanted: readonly RegExp[]) => {
        await goto(path);
        const stops = await tabThrough(page, 60);
        for (const one of wanted)
          assert.ok(
            stops.some((stop) => one.test(stop.name)),
            `${path}: ${one} is not reached: ${stops.map((stop) => stop.name)}`,
          );
        assert.deepEqual(
          stops.filter((stop) => !stop.visible).map((stop) => `${path}: ${stop.name}`),
          [],
        );
      };
      await walk('/user', [
        /^(Trascina|Drop)/,
        /^(Nome|First)/,
        /^(Cambia indirizzo|Change address)$/,
        /^(Password attuale|Current password)$/,
        /^(Mostra|Show)/,
        /^(Attiva|Turn on)$/,
        /^(Esci ovunque|Sign out everywhere)$/,
        /^(Scarica|Download)/,
        /^(Elimina|Delete)/,
      ]);
      await walk('/register', [/^Email$/, /^Password$/, /^(Conferma|Confirm)/, /^(Accedi|Sign in)$/]);
      await walk('/recover', [/^(Invia|Send)/, /^(Torna|Back)/]);
    });
  });
});
