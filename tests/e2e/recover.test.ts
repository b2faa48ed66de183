import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { linkFor, mailTo } from '../support/accounts.ts';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { faultOf, mailedPath } from './support/accounts.ts';
import { comesTo, fillSignIn, reads, type Stage, seen, startStage } from './support/portal.ts';

const NEW_PASSWORD = 'tre lupi nel bosco';

describe('a forgotten password', () => {
  let stage: Stage;
  let user: TestUser;
  before(async () => {
    stage = await startStage();
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    user = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
  });
  after(() => stage?.close());

  it('is recovered by a mailed link, and the old one opens nothing any more', async () => {
    const { page, faults } = await stage.open();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Password dimenticata?' }).click();
    await page.getByRole('button', { name: 'Invia il link' }).click();
    assert.equal(await faultOf(page, 'Email'), "Inserisci l'indirizzo email");
    await page.getByRole('textbox', { name: 'Email' }).fill(user.email);
    await page.keyboard.press('Enter');
    await page.getByText(`Se ${user.email} ha un account`).waitFor();

    const path = await mailedPath(stage, user.email, 'recover');
    await page.goto(path);
    await page.getByLabel('Nuova password').fill(NEW_PASSWORD);
    await page.getByLabel('Conferma la password').fill('something else');
    await page.keyboard.press('Enter');
    assert.equal(await faultOf(page, 'Conferma la password'), 'La password e la sua conferma non coincidono');
    await page.getByLabel('Conferma la password').fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Password cambiata. Accedi con quella nuova.').waitFor();

    await fillSignIn(page, user);
    await comesTo(() => seen(page.getByRole('alert')), 'Email o password errate.');
    faults.errors.length = 0;
    await fillSignIn(page, { email: user.email, password: NEW_PASSWORD });
    await page.getByRole('banner').getByText('Aurora Energia').waitFor();

    // The link held once: whoever follows it again is told before typing, and led to ask anew.
    await page.goto(path);
    await reads(page.getByRole('alert'), /^Questo link non è più valido/);
    await comesTo(() => page.getByLabel('Nuova password').count(), 0);
    await page.getByRole('link', { name: 'Richiedi un nuovo link' }).click();
    await page.getByRole('button', { name: 'Invia il link' }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    assert.deepEqual(faults.csp, []);
  });

  it('of nobody is answered with the same words', async () => {
    const { page, faults } = await stage.open();
    const resultOf = async (email: string) => {
      await page.goto('/en/recover');
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      const status = page.getByRole('status').filter({ hasText: email });
      return (await seen(status)).replace(email, 'somebody');
    };
    const known = await makeUser(stage);
    assert.equal(await resultOf('nobody@example.org'), await resultOf(known.email));
    await linkFor(stage, known.email, 'recover');
    assert.deepEqual(await mailTo(stage, 'nobody@example.org'), []);
    assert.deepEqual(faults, { errors: [], csp: [] });
  });
});
