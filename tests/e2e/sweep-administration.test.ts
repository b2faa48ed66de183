import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { linkFor } from '../support/accounts.ts';
import { makeCompany, makeKey, makeUser, type TestUser } from '../support/app.ts';
import { inTodaysLook } from './support/eyes.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });
const KEYS = '/apps/asset/api-keys';
const AUDIT = '/apps/asset/audit';
const PERMISSIONS = '/apps/asset/permissions';
const CREATE = /^(Crea una chiave|Create a key)$/;

describe('every screen of those who administer', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  before(async () => {
    stage = await startStage({ demo: true });
    company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    await makeLivePlants(stage.pool, company, [{ code: 'AUR-001', name: 'Capitanata' }]);
    await makeKey(stage, company, {
      name: 'Il gateway di un impianto dal nome molto lungo, per un telefono',
    });
    const { id } = await makeKey(stage, company, { name: 'Passata' });
    await stage.arrange("update api_key set expires_at = '2025-01-01' where id = $1", [id]);
  });
  after(() => stage?.close());

  inTodaysLook(2, (eyes) => {
    const { narrow, goto, look, verdict, dialog, dialogGone } = eyes;

    it('of keys', async () => {
      const page = await eyes.open(stage, owner);
      await goto(KEYS);
      await page.getByText('Passata').waitFor();
      await look('keys');
      await button(page, CREATE).click();
      await page.getByLabel(/^(Scade|Expires)$/).selectOption('date');
      await dialog().getByRole('button', { name: CREATE }).click();
      await page.getByText(/^(obbligatorio|required)$/).waitFor();
      await look('new key, refused');
      await button(page, /^(Ultimo giorno|Last day)/).click();
      await page.getByRole('table').last().waitFor();
      await look('new key, calendar');
      await page.keyboard.press('Escape');
      await page.getByLabel(/^(Scade|Expires)$/).selectOption('never');
      await page.getByRole('textbox', { name: /^(Nome|Name)$/ }).fill('Gateway');
      await dialog().getByRole('button', { name: CREATE }).click();
      await dialogGone();
      await page.getByRole('heading', { name: /Gateway/ }).waitFor();
      await look('key, shown once');
      await button(page, /^(Revoca|Revoke) Gateway$/)
        .first()
        .click();
      await dialog().waitFor();
      await look('revoking');
      await dialog()
        .getByRole('button', { name: /^(Revoca|Revoke)$/ })
        .click();
      await dialogGone();
      await page
        .getByText(/^(Revocata|Revoked)$/)
        .first()
        .waitFor();
      await page.getByRole('textbox', { name: /^(Cerca|Search)$/ }).fill('no such key');
      await page.getByText(/^(Nessun risultato|Nothing found)$/).waitFor();
      await look('keys, nothing found');
      verdict();
    });

    it('of the audit', async () => {
      const { page } = eyes;
      await goto(AUDIT);
      await page
        .getByText(/^(Chiave creata|Created a key)$/)
        .first()
        .waitFor();
      await look('audit');
      // A phone folds them.
      if (narrow) await button(page, /^(Filtri|Filters)/).click();
      await page.getByLabel(/^(Quando|When)$/).selectOption('free');
      await button(page, /^(Primo e ultimo|First and last)/).click();
      await page.getByRole('table').last().waitFor();
      await look('audit, choosing days');
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: /^(Chi|Who)$/ }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await look('audit, choosing a person');
      await page.keyboard.press('Escape');
      verdict();
    });

    it('of permissions', async () => {
      await goto(PERMISSIONS);
      await eyes.page.getByRole('table').waitFor();
      await look('permissions');
      verdict();
    });

    it('of failure and emptiness', async () => {
      const { page } = eyes;
      await page.route('**/api/v1/{api-keys/,audit/?**}', (route) =>
        route.fulfill({ status: 400, json: { status: 400, code: 'invalid' } }),
      );
      await eyes.forget();
      for (const path of [KEYS, AUDIT]) {
        await goto(path);
        await button(page, /^(Riprova|Try again)$/).waitFor();
        eyes.forgive();
        await look(`${path}, failed`);
      }
      await page.unrouteAll();
      await page.route('**/api/v1/api-keys/', (route) => route.fulfill({ json: [] }));
      await eyes.forget();
      await goto(KEYS);
      await page.getByText(/^(Ancora nessuna chiave|No keys yet)$/).waitFor();
      await look('keys, none');
      await page.unrouteAll();
      verdict();
    });

    it("of the demonstration's mail", async () => {
      const { page } = eyes;
      await page.route('**/user/v1/outbox/', (route) => route.fulfill({ json: [] }));
      await goto('/outbox');
      await page.getByText(/^(Ancora nessun messaggio|No mail yet)$/).waitFor();
      await look('outbox, empty');
      await page.unrouteAll();
      await stage.app.inject({ method: 'POST', url: '/user/v1/recover/', payload: { email: owner.email } });
      // A worker writes the mail when its turn comes.
      await linkFor(stage, owner.email, 'recover');
      await button(page, /^(Aggiorna|Refresh)$/).click();
      await page.getByRole('group').first().waitFor();
      await look('outbox');
      await page.route('**/user/v1/outbox/', (route) =>
        route.fulfill({ status: 404, json: { status: 404, code: 'not_found' } }),
      );
      await eyes.forget();
      await goto('/outbox');
      await page.getByText(/(non mostra la posta|no outbox page)/).waitFor();
      eyes.forgive();
      await look('no outbox');
      await page.unrouteAll();
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      const { page } = eyes;
      await eyes.forget();
      const wanted = {
        [KEYS]: [CREATE, /(Cerca|Search)/, /(Revoca|Revoke) Il gateway/, /(Copia|Copy): /],
        [AUDIT]: narrow
          ? [/(Cerca|Search)/, /^(Filtri|Filters)/, /^(Esporta|Export)$/]
          : [/(Cerca|Search)/, /^(Che cosa|What)$/, /^(Chi|Who)$/, /^(Quando|When)$/, /^(Esporta|Export)$/],
        [PERMISSIONS]: [/(Cerca|Search)/, /^(Ruolo|Role)$/],
      };
      for (const [path, names] of Object.entries(wanted)) {
        await goto(path);
        await (narrow && path !== PERMISSIONS
          ? page.getByRole('listitem').first()
          : page.getByRole('table').first()
        ).waitFor();
        const stops = await tabThrough(page, 40);
        for (const one of names)
          assert.ok(
            stops.some((stop) => one.test(stop.name)),
            `${one} is not reached on ${path}: ${stops.map((stop) => stop.name)}`,
          );
        assert.deepEqual(
          stops.filter((stop) => !stop.visible).map((stop) => stop.name),
          [],
        );
      }
    });
  });
});
