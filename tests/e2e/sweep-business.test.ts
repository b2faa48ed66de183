import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../src/shared/server/tenancy.ts';
import { join, makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { inTodaysLook } from './support/eyes.ts';
import { makeLivePlants } from './support/field.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });
const USERS = '/apps/asset/users';
const COMPANY = '/apps/asset/company';

describe('every screen of a company and its people', () => {
  let stage: Stage;
  let company: Scope;
  let owner: TestUser;
  let engineer: TestUser;
  let newcomer: TestUser;
  before(async () => {
    stage = await startStage();
    company = await makeCompany(stage.pool, 'Aurora Energia con un nome molto lungo per un telefono');
    const other = await makeCompany(stage.pool, 'Borea Solare');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    const plants = await makeLivePlants(stage.pool, company, [
      { code: 'AUR-001', name: 'Centrale con un nome lungo che non entra nella sua riga' },
      { code: 'AUR-002', name: 'Murge' },
    ]);
    engineer = await makeUser(stage, {
      company,
      roles: ['ENGINEER_0', 'SUPER_WORKER', 'APP_0'],
      plants: [plants.get('AUR-002') ?? 0],
      email: 'un.indirizzo.molto.lungo.di.un.collega@manutenzioni-impianti.example.org',
    });
    await join(stage, other, engineer.id, { roles: ['VIEWER'] });
    newcomer = await makeUser(stage);
  });
  after(() => stage?.close());

  inTodaysLook(6, (eyes) => {
    const { goto, look, verdict, dialogGone, view } = eyes;

    it('of who has none yet', async () => {
      const page = await eyes.open(stage, newcomer);
      await goto('/');
      await page.waitForURL('**/companies/create');
      await look('first company');
      await button(page, /^(Crea|Create)/).click();
      await page.getByText(/^(obbligatorio|required)$/).waitFor();
      await look('first company, refused');
      verdict();
    });

    it('of who owns it', async () => {
      const page = await eyes.open(stage, owner);
      await goto('/companies/create');
      await look('another company');
      await goto(COMPANY);
      await page.getByRole('textbox', { name: /^(Nome negli indirizzi|Name in addresses)$/ }).waitFor();
      await look('company');
      await page.getByRole('textbox', { name: /^(Nome|Name)$/ }).fill('');
      await button(page, /^(Salva|Save)$/).click();
      await page.getByText(/^(obbligatorio|required)$/).waitFor();
      await look('company, refused');
      await button(page, /^(Disattiva|Disable)…$/).click();
      await page.getByRole('dialog').waitFor();
      await look('disabling');
      await page.keyboard.press('Escape');
      await dialogGone();
      verdict();
    });

    it('of its users', async () => {
      const { page } = eyes;
      await goto(USERS);
      await page.getByText(engineer.email).first().waitFor();
      await look('users');
      await button(page, /^1 (di|of) 2$/).click();
      await page.getByText('AUR-002').waitFor();
      await look('plants of a user');
      await page.keyboard.press('Escape');
      await button(page, /^(Modifica|Edit) Test User$/)
        .last()
        .click();
      await page.getByRole('dialog').getByRole('checkbox').nth(9).waitFor();
      await look('editing a user');
      await page.keyboard.press('Escape');
      await dialogGone();
      await button(page, /^(Rimuovi Test User dall'azienda|Remove Test User from the company)$/)
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
      await look('dismissing');
      await page.keyboard.press('Escape');
      await dialogGone();
      await page.getByRole('textbox', { name: /^(Cerca|Search)/ }).fill('no such person');
      await page.getByText(/^(Nessun risultato|Nothing found)$/).waitFor();
      await look('users, nothing found');
      verdict();
    });

    it('of its invitations', async () => {
      const { page } = eyes;
      await goto(`${USERS}?view=invitations`);
      await page.getByText(/^(Nessun invito in attesa|No pending invitations)/).waitFor();
      await look('no invitations');
      await button(page, /^(Invita|Invite)$/).click();
      await button(page, /^(Invia|Send)/).click();
      await page.getByText(/email address|indirizzo email/).waitFor();
      await look('inviting, refused');
      await page.getByRole('textbox', { name: 'Email' }).fill(`somebody-${view.locale}@example.org`);
      await button(page, /^(Invia|Send)/).click();
      await button(page, /^(Invita lo stesso|Invite anyway)$/).waitFor();
      await look('inviting to no plant');
      await button(page, /^(Invita lo stesso|Invite anyway)$/).click();
      await page.getByRole('textbox', { name: /(Link di invito|Invitation link)/ }).waitFor();
      await look('invited');
      await page.keyboard.press('Escape');
      await dialogGone();
      await page.getByText(`somebody-${view.locale}@example.org`).waitFor();
      await look('invitations');
      await button(page, /^(Ritira|Withdraw)/).click();
      await page.getByRole('dialog').waitFor();
      await look('withdrawing');
      await page.getByRole('dialog').getByRole('button').last().click();
      await dialogGone();
      await page.getByRole('alert').waitFor();
      await look('a short message');
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      const { page } = eyes;
      await goto(USERS);
      await page.getByText(engineer.email).first().waitFor();
      const stops = await tabThrough(page, 40);
      for (const wanted of [
        /^(Invita|Invite)$/,
        /^(Utenti|Users)/,
        /(Cerca|Search)/,
        /(Modifica|Edit)/,
        /(Rimuovi|Remove)/,
      ])
        assert.ok(
          stops.some((stop) => wanted.test(stop.name)),
          `${wanted} is not reached: ${stops.map((stop) => stop.name)}`,
        );
      assert.deepEqual(
        stops.filter((stop) => !stop.visible).map((stop) => stop.name),
        [],
      );
      await goto(COMPANY);
      await page.getByRole('textbox', { name: /^(Nome negli indirizzi|Name in addresses)$/ }).waitFor();
      const fields = await tabThrough(page, 40);
      assert.deepEqual(
        fields.filter((stop) => !stop.visible).map((stop) => stop.name),
        [],
      );
    });

    it('of a closed one, and of one that is lost', async () => {
      await stage.arrange('update company set second_factor_required = true where id_client = $1', [
        company.company_id,
      ]);
      await eyes.open(stage, engineer);
      await goto('/apps/asset');
      await look('second factor due');
      await stage.arrange('update company set second_factor_required = false where id_client = $1', [
        company.company_id,
      ]);
      await eyes.open(stage, engineer);
      await goto('/');
      await eyes.page.getByText(/kW$/).waitFor();
      await stage.arrange('update company set enabled = false where id_client = $1', [company.company_id]);
      await eyes.page.getByRole('alert').getByText('Borea Solare').waitFor();
      eyes.forgive();
      await look('lost company');
      await stage.arrange('update company set enabled = true where id_client = $1', [company.company_id]);
      verdict();
    });
  });
});
