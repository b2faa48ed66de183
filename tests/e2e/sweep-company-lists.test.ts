import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeUser, type TestUser } from '../support/app.ts';
import { inEachLook } from './support/eyes.ts';
import { type Stage, startStage } from './support/portal.ts';
import { tabThrough } from './support/scrutiny.ts';

const LISTS = [
  { path: '/apps/asset/maintenance-types', table: 'maintenance_type' },
  { path: '/apps/asset/downtime-causes', table: 'downtime_cause' },
];
const ADD = /^(Aggiungi|Add) /;
const EDIT = /^(Modifica|Edit) Ordinaria$/;
const DELETE = /^(Elimina|Delete) Ordinaria$/;

describe('every screen of the lists that a company keeps', () => {
  let stage: Stage;
  let owner: TestUser;
  before(async () => {
    stage = await startStage();
    const company = await makeCompany(stage.pool, 'Aurora Energia');
    owner = await makeUser(stage, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    for (const { table } of LISTS)
      await stage.arrange(
        `insert into ${table} (company_id, name, description, deleted_at)
         values ($1, 'Ordinaria', 'Due volte l''anno.', null), ($1, 'Straordinaria', '', null), ($1, 'Collaudo', '', now())`,
        [company.company_id],
      );
  });
  after(() => stage?.close());

  inEachLook((eyes) => {
    const { goto, look, verdict, dialog, dialogGone } = eyes;
    const button = (name: RegExp) => eyes.page.getByRole('button', { name });

    it('shows the list, its form, the question before a row goes, and the bin', async () => {
      await eyes.open(stage, owner);
      for (const { path } of LISTS) {
        await goto(path);
        await button(EDIT).waitFor();
        await look(path);
        await button(EDIT).click();
        await dialog().waitFor();
        await dialog().getByRole('textbox').first().fill('');
        await dialog()
          .getByRole('button', { name: /^(Salva|Save)$/ })
          .click();
        await look(`${path}, a fault in the form`);
        await dialog().getByRole('textbox').first().fill('Ordinaria');
        await eyes.page.keyboard.press('Escape');
        await dialogGone();
        await button(DELETE).click();
        await dialog().waitFor();
        await look(`${path}, removing`);
        await eyes.page.keyboard.press('Escape');
        await dialogGone();
        await goto(`${path}?view=bin`);
        await eyes.page.getByText('Collaudo').first().waitFor();
        await look(`${path}, bin`);
      }
      verdict();
    });

    it('can be used by keyboard, with the focus in sight', async () => {
      for (const { path } of LISTS) {
        await goto(path);
        await button(EDIT).waitFor();
        const stops = await tabThrough(eyes.page, 30);
        const names = stops.map(({ name }) => name);
        for (const one of [ADD, EDIT, DELETE])
          assert.ok(
            names.some((name) => one.test(name)),
            `${path}: ${one} is not reached: ${names}`,
          );
        assert.deepEqual(
          stops.filter(({ visible }) => !visible).map(({ name }) => name),
          [],
        );
      }
    });
  });
});
