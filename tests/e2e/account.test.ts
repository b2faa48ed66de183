import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { faultOf, mailedPath, section } from './support/accounts.ts';
import {
  comesTo,
  fillSignIn,
  reads,
  type Stage,
  seen,
  signInByForm,
  startStage,
  until,
} from './support/portal.ts';

const PORTRAIT = { width: 300, height: 600, channels: 3, background: '#2456e6' } as const;

/** What a file chooser would hand over. */
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

async function openProfile(stage: Stage, user: TestUser): Promise<Page> {
  const { page } = await stage.open({}, user);
  await page.goto('/user');
  await page.getByRole('heading', { level: 1, name: 'Il mio profilo' }).waitFor();
  return page;
}

describe('my profile', () => {
  let stage: Stage;
  let company: Scope;
  let user: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia');
    await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
  });
  after(() => stage?.close());
  beforeEach(async () => {
    user = await makeUser(stage, { company, roles: ['ENGINEER_0', 'APP_0'] });
  });

  it('is found in the drawer, which names the person, the companies and a new company', async () => {
    const { page, faults } = await stage.open({}, user);
    await page.goto('/');
    await page.getByRole('button', { name: /Profilo/ }).click();
    const drawer = page.getByRole('dialog');
    await reads(drawer, new RegExp(`${user.email}.*Aurora Energia Attiva Crea una nuova azienda`));
    await drawer.getByRole('link', { name: 'Crea una nuova azienda' }).click();
    await page.waitForURL('**/companies/create');
    await page.getByRole('button', { name: /Profilo/ }).click();
    await drawer.getByRole('link', { name: 'Il mio profilo' }).click();
    await page.waitForURL('**/user');

    const field = page.getByRole('textbox', { name: 'Nome e cognome' });
    await field.fill(' ');
    await page.keyboard.press('Enter');
    assert.equal(await faultOf(page, 'Nome e cognome'), 'obbligatorio');
    await field.fill('Bruna Neri');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'BN – Profilo' }).click();
    await drawer.getByText('Bruna Neri').waitFor();
    assert.deepEqual(faults, { errors: [], csp: [] });
  });

  it('takes a picture by its content, cut square, and shows it wherever the person stands', async () => {
    const page = await openProfile(stage, user);
    const matter = section(page, 'Dati personali');
    const input = matter.locator('input[type=file]');
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');
    await input.setInputFiles(file('picture.png', gif));
    const alert = matter.getByRole('alert');
    await comesTo(() => seen(alert), "L'immagine deve essere un file png, jpg o jpeg");
    const broken = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40)]);
    await input.setInputFiles(file('picture.png', broken));
    await matter.getByText("L'immagine è danneggiata").waitFor();

    // Its name says nothing: this is a png, twice as high as wide, whose lower half is red.
    const red = await sharp({ create: { ...PORTRAIT, height: 300, background: '#ff0000' } })
      .png()
      .toBuffer();
    const picture = await sharp({ create: PORTRAIT })
      .composite([{ input: red, gravity: 'south' }])
      .png();
    await input.setInputFiles(file('picture.dat', await picture.toBuffer()));
    const slider = matter.getByRole('slider', { name: 'Sposta il riquadro di ritaglio' });
    await slider.focus();
    await page.keyboard.press('End');
    await matter.getByRole('button', { name: 'Usa questa immagine' }).click();
    await matter.getByRole('button', { name: 'Rimuovi immagine' }).waitFor();
    await page.getByRole('banner').locator('img[src^="blob:"]').waitFor();
    const [kept] = await stage.arrange<{ bytes: Buffer }>('select bytes from avatar where user_id = $1', [
      user.id,
    ]);
    const { dominant } = await sharp(kept?.bytes).stats();
    assert.ok(dominant.r > 200 && dominant.b < 60, 'the lower half was cut out');

    await matter.getByRole('button', { name: 'Rimuovi immagine' }).click();
    await page.getByRole('banner').locator('img').waitFor({ state: 'detached' });
  });

  it('keeps language and appearance for the next sign-in on another machine', async () => {
    const page = await openProfile(stage, user);
    const matter = section(page, 'Lingua e aspetto');
    await matter.getByText('Scuro', { exact: true }).click();
    await until(page, `document.documentElement.dataset.mantineColorScheme === 'dark'`);
    await matter.getByText('English', { exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'My profile' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/en/user');
    await until(page, `!document.querySelector('[data-loading]')`);

    const elsewhere = await stage.open({ locale: 'it-IT', colorScheme: 'light' });
    await signInByForm(elsewhere, user);
    await elsewhere.page.getByRole('heading', { level: 2, name: 'Applications' }).waitFor();
    const scheme = await elsewhere.page.evaluate('document.documentElement.dataset.mantineColorScheme');
    assert.equal(scheme, 'dark');

    // The header's buttons are kept as well; an address that names a language stands.
    await elsewhere.page.getByRole('button', { name: 'Switch to the light theme' }).click();
    await elsewhere.page.getByRole('button', { name: 'Language' }).click();
    await elsewhere.page.getByRole('menuitem', { name: 'Italiano' }).click();
    await elsewhere.page.getByRole('heading', { level: 2, name: 'Applicazioni' }).waitFor();
    const third = await stage.open({ locale: 'en-GB', colorScheme: 'dark' });
    await third.page.goto('/en/login');
    await fillSignIn(third.page, user);
    await third.page.getByRole('heading', { level: 2, name: 'Applications' }).waitFor();
    assert.equal(await third.page.evaluate('document.documentElement.dataset.mantineColorScheme'), 'light');
    await third.page.goto('/en/user');
    await third.page.getByText("not shown in your account's language").waitFor();
  });

  it('changes the address once its link was followed, and takes a change back', async () => {
    const page = await openProfile(stage, user);
    const matter = section(page, 'Dati personali');
    const ask = async (email: string, password = user.password) => {
      await matter.getByRole('button', { name: 'Cambia indirizzo' }).click();
      await matter.getByRole('textbox', { name: 'Nuovo indirizzo' }).fill(email);
      await matter.getByLabel('Password attuale').fill(password);
      await page.keyboard.press('Enter');
    };
    await ask('first@example.org', 'not the password');
    await matter.getByText('Questa non è la tua password attuale').waitFor();
    await comesTo(
      () => matter.getByRole('textbox', { name: 'Nuovo indirizzo' }).inputValue(),
      'first@example.org',
    );
    await matter.getByLabel('Password attuale').fill(user.password);
    await page.keyboard.press('Enter');
    await matter.getByText('Un link è stato inviato a first@example.org').waitFor();
    await matter.getByRole('button', { name: `Mantieni ${user.email}` }).click();
    await matter.getByText('first@example.org').waitFor({ state: 'detached' });

    await ask('second@example.org');
    await matter.getByText('Un link è stato inviato a second@example.org').waitFor();
    await page.goto(await mailedPath(stage, 'second@example.org', 'confirm-email'));
    await page.getByText('second@example.org è confermato').waitFor();
    await page.getByRole('link', { name: 'Vai al portale' }).click();
    await page.getByRole('button', { name: /Profilo/ }).click();
    await page.getByRole('dialog').getByText('second@example.org').waitFor();

    // A link that is over worries nobody whose address is confirmed; who is not signed in hears what it is.
    await page.goto('/confirm-email?token=never-was-one');
    await page.getByText('second@example.org è già confermato').waitFor();
    await page.getByRole('link', { name: 'Vai al portale' }).waitFor();
    const { page: stranger } = await stage.open();
    await stranger.goto('/confirm-email?token=never-was-one');
    await reads(stranger.getByRole('alert'), /^Questo link non è più valido/);
  });

  it('changes the password and ends the sessions elsewhere', async () => {
    const other = await stage.open({}, user);
    await other.page.goto('/');
    await other.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const page = await openProfile(stage, user);
    const matter = section(page, 'Password');
    const type = async (current: string, next: string, confirm = next) => {
      await matter.getByLabel('Password attuale').fill(current);
      await matter.getByLabel('Nuova password').fill(next);
      await matter.getByLabel('Conferma la password').fill(confirm);
      await page.keyboard.press('Enter');
    };
    await type('not the password', 'sei nuvole sul lago');
    await matter.getByText('Questa non è la tua password attuale').waitFor();
    assert.equal(await page.evaluate('document.activeElement?.name'), 'current_password');
    await comesTo(() => matter.getByLabel('Nuova password').inputValue(), 'sei nuvole sul lago');
    await type(user.password, 'sei nuvole sul lago');
    await page.getByText('Password cambiata').waitFor();

    await other.page.goto('/user');
    await other.page.waitForURL('**/login*');
    await fillSignIn(other.page, { email: user.email, password: 'sei nuvole sul lago' });
    await other.page.getByRole('heading', { level: 1, name: 'Il mio profilo' }).waitFor();
  });

  it('lists the sessions with their device, ends one of them, and all', async () => {
    const other = await stage.open({}, user);
    await other.page.goto('/user');
    const page = await openProfile(stage, user);
    const rows = section(page, 'Le mie sessioni').getByRole('listitem');
    await reads(
      rows.filter({ hasText: 'Questo dispositivo' }),
      /^Chrome su Linux .*127\.0\.0\.1 · accesso [\d/]{10} [\d:]{8} · ultimo uso [\d/]{10} [\d:]{8}$/,
    );
    await comesTo(() => rows.count(), 2);
    await rows.getByRole('button', { name: /^Termina/ }).click();
    await page.getByText('Sessione terminata').waitFor();
    await comesTo(() => rows.count(), 1);
    await other.page.reload();
    await other.page.waitForURL('**/login*');
    const why = other.page.getByText('La tua sessione è terminata: accedi di nuovo.');
    await why.waitFor();
    // However often somebody tries: it holds until they sign in.
    await other.page.goto('/apps/asset');
    await other.page.waitForURL('**/login*');
    await why.waitFor();

    const [second, third] = [await stage.open({}, user), await stage.open({}, user)];
    await page.reload();
    await rows.nth(2).waitFor();
    await page.getByRole('button', { name: 'Esci da tutte le altre' }).click();
    await page.getByText('Le altre sessioni sono terminate').waitFor();
    await comesTo(() => rows.count(), 1);
    for (const { page: ended } of [second, third]) {
      await ended.goto('/');
      await ended.waitForURL('**/login*');
    }

    await page.getByRole('button', { name: 'Esci ovunque' }).click();
    await page.waitForURL('**/login*');
    await page.goto('/user');
    await page.waitForURL('**/login*');
  });

  it('hands over all that is kept of the person', async () => {
    const page = await openProfile(stage, user);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Scarica i miei dati' }).click();
    const download = await downloading;
    assert.match(download.suggestedFilename(), /^meridiana-\d{4}-\d\d-\d\d\.json$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    const data = Buffer.concat(chunks).toString();
    assert.ok(JSON.parse(data) && data.includes(user.email), data.slice(0, 200));
  });

  it('ends the account, unless a company would be left without an owner', async () => {
    const alone = await makeCompany(stage.pool, 'Cirro Idro');
    const last = await makeUser(stage, { company: alone, roles: ['COMPANY_OWNER', 'APP_0'] });
    const remove = async (page: Page, one: TestUser, password = one.password) => {
      await page.getByRole('button', { name: 'Elimina il mio account' }).click();
      const dialog = page.getByRole('dialog');
      const button = dialog.getByRole('button', { name: 'Elimina il mio account' });
      await comesTo(() => button.isDisabled(), true);
      await dialog.getByRole('textbox').first().fill(one.email);
      await dialog.getByLabel('Password attuale').fill(password);
      await button.click();
      return dialog;
    };
    const owners = await openProfile(stage, last);
    const refused = await remove(owners, last);
    await reads(refused.getByRole('alert'), /^Sei l'ultimo titolare.*Cirro Idro$/);

    const page = await openProfile(stage, user);
    const dialog = await remove(page, user, 'not the password');
    await dialog.getByText('Questa non è la tua password attuale').waitFor();
    await dialog.getByLabel('Password attuale').fill(user.password);
    await page.keyboard.press('Enter');
    await page.getByText('Il tuo account è stato eliminato').waitFor();
    await fillSignIn(page, user);
    await page.getByText('Email o password errate.').waitFor();
  });
});
